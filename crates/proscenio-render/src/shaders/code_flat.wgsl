// What shader code of flat drawings may call, and what calls it. Needs flat.wgsl; `Mu` stands before.

@group(3) @binding(0) var<uniform> mu: Mu;

fn sampleTexture(uv: vec2f) -> vec4f {
    return as_drawn4(textureSampleLevel(picture, picture_sampler, uv, 0.0));
}

@fragment
fn fs_code(in: Varying) -> @location(0) vec4f {
    let base = in.color * as_drawn4(textureSample(picture, picture_sampler, clamp(in.uv, in.window.xy, in.window.zw)));
    let color = lit(effect(base, in.uv), in);
    return vec4f(color.rgb, color.a * let_through(in.clip));
}
