// Flat drawings on stored values: a texture times a colour, placed in pixels or in clip space, and lit.

const MAX_LIGHTS: u32 = 16u;

struct FlatLight {
    row_x: vec4f,     // from pixels to the picture of all lights
    row_y: vec4f,
    window: vec4f,    // its part of that picture; all zero shines everywhere
    color: vec4f,     // stored values times energy; 0 adds, 1 takes away, 2 mixes
    looks_x: vec4f,   // from pixels to where it looks from; then the row of its depths, below 0 without
    looks_y: vec4f,   // then 0 from a point to all sides, 1 along +Y
    shadow: vec4f,    // stored values
    soft: vec4f,      // places that are mixed, and how far apart they are
    stands: vec4f,    // where it stands, pixels, and how far before the plane; or where it comes from
}

struct Screen {
    size: vec4f,      // width, height, 1 / width, 1 / height
    counts: vec4u,    // lights
    ambients: array<vec4f, 4>,
    lights: array<FlatLight, MAX_LIGHTS>,
}

@group(0) @binding(0) var<uniform> screen: Screen;
@group(0) @binding(1) var light_picture: texture_2d<f32>;
@group(0) @binding(2) var light_sampler: sampler;
@group(0) @binding(3) var depths: texture_2d<f32>;
@group(1) @binding(0) var picture: texture_2d<f32>;
@group(1) @binding(1) var picture_sampler: sampler;
@group(1) @binding(2) var bumps: texture_2d<f32>;
@group(1) @binding(3) var highlights: texture_2d<f32>;
@group(2) @binding(0) var mask: texture_2d<f32>;
@group(2) @binding(1) var<uniform> cut: Cut;   // of cut.wgsl

// Whether light is drawn instead of stored values: each colour is decoded before colours meet.
override TO_LIGHT: bool = false;

fn as_drawn(stored: vec3f) -> vec3f {
    if (!TO_LIGHT) {
        return stored;
    }
    return select(pow((stored + 0.055) / 1.055, vec3f(2.4)), stored / 12.92, stored <= vec3f(0.04045));
}

fn as_drawn4(stored: vec4f) -> vec4f {
    return vec4f(as_drawn(stored.rgb), stored.a);
}

struct Varying {
    @builtin(position) clip: vec4f,
    @location(0) uv: vec2f,
    @location(1) color: vec4f,
    @location(2) @interpolate(flat, either) window: vec4f,
    @location(3) @interpolate(flat, either) lit: u32,
    @location(4) @interpolate(flat, either) turn: u32,
    @location(5) @interpolate(flat, either) shine: u32,
}

@vertex
fn vs_flat(
    @location(0) place: vec4f,
    @location(1) uv: vec2f,
    @location(2) color: vec4f,
    @location(3) window: vec4f,   // least and greatest texture coordinates that may be read
    @location(4) lit: u32,        // bits of lights, from bit 16 on the number of the ambient factor; bit 20 has bumps, 21
                                  // highlights; bit 31 is seen only where lit
    @location(5) turn: u32,       // where right and down of the picture point
    @location(6) shine: u32,      // colour and shininess of highlights
) -> Varying {
    let x = place.x * screen.size.z * 2.0 - 1.0;
    let y = 1.0 - place.y * screen.size.w * 2.0;
    return Varying(vec4f(x, y, 0.5, 1.0), uv, as_drawn4(color), window, lit, turn, shine);
}

@vertex
fn vs_deep(
    @location(0) place: vec4f,
    @location(1) uv: vec2f,
    @location(2) color: vec4f,
    @location(3) window: vec4f,
    @location(4) lit: u32,
    @location(5) turn: u32,
    @location(6) shine: u32,
) -> Varying {
    return Varying(place, uv, as_drawn4(color), window, lit, turn, shine);
}

// A mask of one texel lets all through.
fn let_through(at: vec4f) -> f32 {
    let last = vec2i(textureDimensions(mask)) - 1;
    return select(0.0, textureLoad(mask, min(vec2i(at.xy), last), 0).r, in_doorway(at.xy));
}

// Whether something stands between a light and what is so far away in a direction; directions are mixed.
fn hidden(row: i32, place: f32, far: f32, round: bool) -> f32 {
    let count = i32(textureDimensions(depths).x);
    let at = place * f32(count) - 0.5;
    let first = i32(floor(at));
    var both = vec2i(first, first + 1);
    both = select(clamp(both, vec2i(0), vec2i(count - 1)), (both + vec2i(2 * count)) % vec2i(count), round);
    let one = select(0.0, 1.0, far > textureLoad(depths, vec2i(both.x, row), 0).r);
    let other = select(0.0, 1.0, far > textureLoad(depths, vec2i(both.y, row), 0).r);
    return mix(one, other, at - f32(first));
}

// How much of a light does not reach a pixel.
fn shadowed(light: FlatLight, at: vec2f) -> f32 {
    let p = vec2f(dot(light.looks_x.xyz, vec3f(at, 1.0)), dot(light.looks_y.xyz, vec3f(at, 1.0)));
    let row = i32(light.looks_x.w);
    let round = light.looks_y.w < 0.5;
    var place = p.x * 0.5 + 0.5;
    var far = p.y;
    if (round) {
        // A quarter each looks right, down, left and up.
        let wide = abs(p.x) >= abs(p.y);
        far = max(abs(p.x), abs(p.y));
        let share = select(vec2f(-p.x / p.y, select(3.0, 1.0, p.y > 0.0)), vec2f(p.y / p.x, select(2.0, 0.0, p.x > 0.0)), wide);
        place = (share.x * 0.5 + 0.5 + share.y) * 0.25;
    }
    let taps = i32(light.soft.x);
    let apart = light.soft.y / f32(textureDimensions(depths).x);
    var sum = 0.0;
    for (var i = -(taps / 2); i <= taps / 2; i++) {
        sum += hidden(row, place + f32(i) * apart, far, round);
    }
    return sum / f32(taps);
}

// What a light adds to a colour at a pixel, its shadows included; its alpha is how strong it is.
fn shining(light: FlatLight, base: vec3f, faced: Faced, at: vec2f) -> vec4f {
    var own = unhindered(light, at);
    own = vec4f(answered(light, own.rgb, base, faced, at), own.a);
    if (light.looks_x.w < 0.0) {
        return own;
    }
    let dark = vec4f(as_drawn(light.shadow.rgb), light.shadow.a * own.a);
    return mix(own, dark, shadowed(light, at));
}

// The light's colour at a pixel.
fn unhindered(light: FlatLight, at: vec2f) -> vec4f {
    if (all(light.window == vec4f(0.0))) {
        return vec4f(as_drawn(light.color.rgb), 1.0);
    }
    let place = vec2f(dot(light.row_x.xyz, vec3f(at, 1.0)), dot(light.row_y.xyz, vec3f(at, 1.0)));
    if (any(place < light.window.xy) || any(place > light.window.zw)) {
        return vec4f(0.0);
    }
    let half = vec2f(0.5) / vec2f(textureDimensions(light_picture));
    let inside = clamp(place, light.window.xy + half, light.window.zw - half);
    let texel = textureSampleLevel(light_picture, light_sampler, inside, 0.0);
    return vec4f(as_drawn(texel.rgb) * as_drawn(light.color.rgb), texel.a);
}

fn lit(base: vec4f, in: Varying) -> vec4f {
    let which = in.lit;
    let at = in.clip.xy;
    if (which == 0u) {
        return base;
    }
    var color = base * as_drawn4(screen.ambients[min((which >> 16u) & 15u, 3u)]);
    var shone = 0.0;
    let faced = faced_at(in);
    for (var i = 0u; i < screen.counts.x; i++) {
        if ((which & (1u << i)) == 0u) {
            continue;
        }
        let light = shining(screen.lights[i], base.rgb, faced, at);
        let own = light.rgb;
        shone += light.a;
        let mode = screen.lights[i].color.w;
        if (mode < 0.5) {
            color = vec4f(color.rgb + own * light.a, color.a);
        } else if (mode < 1.5) {
            color = vec4f(color.rgb - own * light.a, color.a);
        } else {
            color = vec4f(mix(color.rgb, own, light.a), color.a);
        }
    }
    // Only where lights shine.
    return vec4f(color.rgb, color.a * select(min(shone, 1.0), 1.0, which < 0x80000000u));
}

@fragment
fn fs_flat(in: Varying) -> @location(0) vec4f {
    let base = in.color * as_drawn4(textureSample(picture, picture_sampler, clamp(in.uv, in.window.xy, in.window.zw)));
    let color = lit(base, in);
    return vec4f(color.rgb, color.a * let_through(in.clip));
}

// Colours already multiplied with their alpha.
@fragment
fn fs_weighted(in: Varying) -> @location(0) vec4f {
    let base = in.color * as_drawn4(textureSample(picture, picture_sampler, clamp(in.uv, in.window.xy, in.window.zw)));
    return lit(base, in) * let_through(in.clip);
}

// Drawings that put a group in: its picture, weighted by alpha, takes the mask's place.
@fragment
fn fs_clip(in: Varying) -> @location(0) vec4f {
    let own = in.color * textureSample(picture, picture_sampler, clamp(in.uv, in.window.xy, in.window.zw));
    return textureLoad(mask, vec2i(in.clip.xy), 0) * own.a;
}

@fragment
fn fs_whole(in: Varying) -> @location(0) vec4f {
    let all = textureLoad(mask, vec2i(in.clip.xy), 0);
    return vec4f(all.rgb * in.color.rgb, all.a) * in.color.a;
}
