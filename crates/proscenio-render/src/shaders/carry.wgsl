// Pictures carried from stored values into linear light and back, pixel by pixel. Colours are weighted by what covers
// the pixel. Needs screen.wgsl.

@group(0) @binding(0) var picture: texture_2d<f32>;

@fragment
fn fs_same(@builtin(position) at: vec4f) -> @location(0) vec4f {
    return textureLoad(picture, vec2i(at.xy), 0);
}

@fragment
fn fs_decoded(@builtin(position) at: vec4f) -> @location(0) vec4f {
    let texel = textureLoad(picture, vec2i(at.xy), 0);
    let c = texel.rgb / max(texel.a, 1e-6);
    let light = select(pow((c + 0.055) / 1.055, vec3f(2.4)), c / 12.92, c <= vec3f(0.04045));
    return vec4f(light * texel.a, texel.a);
}

@fragment
fn fs_encoded(@builtin(position) at: vec4f) -> @location(0) vec4f {
    let texel = textureLoad(picture, vec2i(at.xy), 0);
    let alpha = saturate(texel.a);
    let c = saturate(texel.rgb / max(alpha, 1e-6));
    let stored = select(1.055 * pow(c, vec3f(1.0 / 2.4)) - 0.055, c * 12.92, c <= vec3f(0.0031308));
    return vec4f(stored * alpha, alpha);
}
