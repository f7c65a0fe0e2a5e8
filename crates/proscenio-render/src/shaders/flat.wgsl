// Flat drawings on stored values: a texture times a colour, placed in pixels or in clip space.

struct Screen {
    size: vec4f,   // width, height, 1 / width, 1 / height
}

@group(0) @binding(0) var<uniform> screen: Screen;
@group(1) @binding(0) var picture: texture_2d<f32>;
@group(1) @binding(1) var picture_sampler: sampler;
@group(2) @binding(0) var mask: texture_2d<f32>;
@group(2) @binding(1) var<uniform> cut: Cut;   // of cut.wgsl

struct Varying {
    @builtin(position) clip: vec4f,
    @location(0) uv: vec2f,
    @location(1) color: vec4f,
    @location(2) @interpolate(flat, either) window: vec4f,
}

@vertex
fn vs_flat(
    @location(0) place: vec4f,
    @location(1) uv: vec2f,
    @location(2) color: vec4f,
    @location(3) window: vec4f,   // least and greatest texture coordinates that may be read
) -> Varying {
    let x = place.x * screen.size.z * 2.0 - 1.0;
    let y = 1.0 - place.y * screen.size.w * 2.0;
    return Varying(vec4f(x, y, 0.5, 1.0), uv, color, window);
}

@vertex
fn vs_deep(
    @location(0) place: vec4f,
    @location(1) uv: vec2f,
    @location(2) color: vec4f,
    @location(3) window: vec4f,
) -> Varying {
    return Varying(place, uv, color, window);
}

// A mask of one texel lets all through.
fn let_through(at: vec4f) -> f32 {
    let last = vec2i(textureDimensions(mask)) - 1;
    return select(0.0, textureLoad(mask, min(vec2i(at.xy), last), 0).r, in_doorway(at.xy));
}

@fragment
fn fs_flat(in: Varying) -> @location(0) vec4f {
    let color = in.color * textureSample(picture, picture_sampler, clamp(in.uv, in.window.xy, in.window.zw));
    return vec4f(color.rgb, color.a * let_through(in.clip));
}

// Colours already multiplied with their alpha.
@fragment
fn fs_weighted(in: Varying) -> @location(0) vec4f {
    let color = in.color * textureSample(picture, picture_sampler, clamp(in.uv, in.window.xy, in.window.zw));
    return color * let_through(in.clip);
}
