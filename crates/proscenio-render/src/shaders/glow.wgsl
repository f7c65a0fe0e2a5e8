// Light that bright places spill: each level half as large as the one before, blurred across and then down; all levels
// enlarged and added. Needs screen.wgsl.

struct Numbers {
    size: vec4f,      // width and height of the level, and of the picture that levels are gathered in
    limits: vec4f,    // where light begins to spill and where all of it does, least share, most light
    strength: vec4f,  // factor, exposure, 1 on the first level
}

@group(0) @binding(0) var<uniform> numbers: Numbers;
@group(0) @binding(1) var source: texture_2d<f32>;
@group(0) @binding(2) var smooth_sampler: sampler;

fn weight(away: i32) -> f32 {
    switch abs(away) {
        case 0: {
            return 0.174938;
        }
        case 1: {
            return 0.165569;
        }
        case 2: {
            return 0.140367;
        }
        default: {
            return 0.106595;
        }
    }
}

// Engine behaviour (Godot 4.6): on the first level single bright pixels count less while they are blurred.
fn damping() -> vec3f {
    return vec3f(0.299, 0.587, 0.114) / max(numbers.limits.w, 6.0);
}

// Engine behaviour (Godot 4.6): pixels are read in pairs, and a pair beyond an edge is the last one within it.
fn paired(at: vec2i) -> vec2i {
    let size = vec2i(numbers.size.xy);
    let within = at & vec2i(1);
    return min(clamp(at - within, vec2i(0), max(size - 2, vec2i(0))) + within, size - 1);
}

// A pixel of the level as the larger source has it.
fn larger(at: vec2f) -> vec3f {
    let place = (vec2f(paired(vec2i(floor(at)))) + 0.5) / numbers.size.xy;
    let texel = textureSampleLevel(source, smooth_sampler, place, 0.0);
    if (numbers.strength.z == 0.0) {
        return texel.rgb;
    }
    return texel.rgb / (1.0 + dot(texel.rgb, damping()));
}

@fragment
fn fs_across(@builtin(position) at: vec4f) -> @location(0) vec4f {
    var sum = vec3f(0.0);
    for (var i = -3; i <= 3; i++) {
        sum += larger(at.xy + vec2f(f32(i), 0.0)) * weight(i);
    }
    return vec4f(sum, 1.0);
}

@fragment
fn fs_down(@builtin(position) at: vec4f) -> @location(0) vec4f {
    var sum = vec3f(0.0);
    for (var i = -3; i <= 3; i++) {
        let place = vec2i(vec2i(at.xy).x, paired(vec2i(at.xy) + vec2i(0, i)).y);
        sum += textureLoad(source, place, 0).rgb * weight(i);
    }
    if (numbers.strength.z == 0.0) {
        return vec4f(sum * numbers.strength.x, 1.0);
    }
    let light = sum / max(1.0 - dot(sum, damping()), 1e-4) * numbers.strength.x * numbers.strength.y;
    let brightest = max(light.r, max(light.g, light.b));
    let share = max(smoothstep(numbers.limits.x, numbers.limits.y, brightest), numbers.limits.z);
    return vec4f(min(light * share, vec3f(numbers.limits.w)), 1.0);
}

@fragment
fn fs_gather(@builtin(position) at: vec4f) -> @location(0) vec4f {
    let texel = textureSampleLevel(source, smooth_sampler, at.xy / numbers.size.zw, 0.0);
    return vec4f(texel.rgb * numbers.strength.x, 1.0);
}

// Four pixels in a row mixed as by a cubic B-spline: two places between pixels, and how much the second counts.
fn spline(part: f32) -> vec3f {
    let a = part;
    let w0 = (a * (a * (3.0 - a) - 3.0) + 1.0) / 6.0;
    let w1 = (a * a * (3.0 * a - 6.0) + 4.0) / 6.0;
    let w2 = (a * (a * (3.0 - 3.0 * a) + 3.0) + 1.0) / 6.0;
    let w3 = a * a * a / 6.0;
    return vec3f(w1 / (w0 + w1) - 1.0, 1.0 + w3 / (w2 + w3), w2 + w3);
}

@fragment
fn fs_gather_smoothly(@builtin(position) at: vec4f) -> @location(0) vec4f {
    let place = at.xy / numbers.size.zw * numbers.size.xy + 0.5;
    let whole = floor(place);
    let x = spline(place.x - whole.x);
    let y = spline(place.y - whole.y);
    let low = whole + vec2f(x.x, y.x) - 0.5;
    let high = whole + vec2f(x.y, y.y) - 0.5;
    let size = numbers.size.xy;
    let above = mix(
        textureSampleLevel(source, smooth_sampler, low / size, 0.0).rgb,
        textureSampleLevel(source, smooth_sampler, vec2f(high.x, low.y) / size, 0.0).rgb, x.z);
    let below = mix(
        textureSampleLevel(source, smooth_sampler, vec2f(low.x, high.y) / size, 0.0).rgb,
        textureSampleLevel(source, smooth_sampler, high / size, 0.0).rgb, x.z);
    return vec4f(mix(above, below, y.z) * numbers.strength.x, 1.0);
}
