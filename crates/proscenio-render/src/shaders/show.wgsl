// A finished picture as it is. Needs screen.wgsl.

@group(0) @binding(0) var picture: texture_2d<f32>;

fn texel(at: vec4f) -> vec4f {
    return textureLoad(picture, min(vec2i(at.xy), vec2i(textureDimensions(picture)) - 1), 0);
}

@fragment
fn fs_same(@builtin(position) at: vec4f) -> @location(0) vec4f {
    return texel(at);
}

@fragment
fn fs_decoded(@builtin(position) at: vec4f) -> @location(0) vec4f {
    let c = texel(at);
    let linear = select(pow((c.rgb + 0.055) / 1.055, vec3f(2.4)), c.rgb / 12.92, c.rgb <= vec3f(0.04045));
    return vec4f(linear, c.a);
}
