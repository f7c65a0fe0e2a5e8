// Linear light to stored values, with the curves of Godot 4.6. Needs screen.wgsl.

const LINEAR: u32 = 0u;
const REINHARD: u32 = 1u;
const FILMIC: u32 = 2u;
const ACES: u32 = 3u;

struct Curve {
    numbers: vec4f,   // what the curve needs of the white point
    exposure: vec4f,  // x: factor
    adjust: vec4f,    // brightness, contrast, saturation; w: 1 where there are any
    kind: vec4u,      // curve; how spilled light joins, 0 without; 1 where edges are smoothed
    spill: vec4f,     // x: factor on spilled light, or its share; y: greatest light of the curve's white
}

const ADD: u32 = 1u;
const SCREEN: u32 = 2u;
const SOFT: u32 = 3u;
const REPLACE: u32 = 4u;
const MIX: u32 = 5u;

// Whether the result stays light.
override TO_LIGHT: bool = false;

@group(0) @binding(0) var<uniform> curve: Curve;
@group(0) @binding(1) var light: texture_2d<f32>;
@group(0) @binding(2) var spilled: texture_2d<f32>;
@group(0) @binding(3) var smooth_sampler: sampler;

fn reinhard(c: vec3f) -> vec3f {
    let white2 = curve.numbers.x;
    return c * (1.0 + c / white2) / (1.0 + c);
}

// The quotient of polynomials of the filmic and the ACES curve stands in `tonemap.rs` too, for the white.
fn filmic(c: vec3f) -> vec3f {
    let x = c * 2.0;
    let bent = (x * (0.22 * x + 0.03) + 0.002) / (x * (0.22 * x + 0.3) + 0.06) - 0.01 / 0.3;
    return bent / curve.numbers.x;
}

fn aces(c: vec3f) -> vec3f {
    let into = mat3x3f(0.59719, 0.07600, 0.02840, 0.35458, 0.90834, 0.13383, 0.04823, 0.01566, 0.83777);
    let back = mat3x3f(1.60475, -0.10208, -0.00327, -0.53108, 1.10813, -0.07276, -0.07367, -0.00605, 1.07602);
    let x = into * (c * 1.8);
    let bent = (x * (x + 0.0245786) - 0.000090537) / (x * (0.983729 * x + 0.432951) + 0.238081);
    return back * bent / curve.numbers.x;
}

fn agx(c: vec3f) -> vec3f {
    let into = mat3x3f(
        0.544814746, 0.140416948, 0.088810420,
        0.373787398, 0.754137555, 0.178871756,
        0.081397855, 0.105445497, 0.732317824);
    let back = mat3x3f(
        1.964887412, -0.299313365, -0.164352743,
        -0.855988496, 1.326397965, -0.238183969,
        -0.108898916, -0.027084600, 1.402536712);
    let contrast = curve.numbers.x;
    let toe = curve.numbers.y;
    let slope = curve.numbers.z;
    let reach = curve.numbers.w;
    let x = into * c;
    let over = x - 0.18;
    let rising = slope * over;
    let shoulder = rising * (1.0 + over / reach) / (1.0 + rising / 0.82) + 0.18;
    let power = pow(max(x, vec3f(0.0)), vec3f(contrast));
    let foot = power / (power + toe);
    return back * min(select(shoulder, foot, x < vec3f(0.18)), vec3f(1.0));
}

fn mapped(linear: vec3f) -> vec3f {
    if (curve.kind.x == LINEAR) {
        return linear;
    }
    let c = max(linear, vec3f(0.0));
    switch curve.kind.x {
        case REINHARD: {
            return reinhard(c);
        }
        case FILMIC: {
            return filmic(c);
        }
        case ACES: {
            return aces(c);
        }
        default: {
            return agx(c);
        }
    }
}

// May be brighter than white.
fn encoded(linear: vec3f) -> vec3f {
    let c = max(linear, vec3f(0.0));
    return select(1.055 * pow(c, vec3f(1.0 / 2.4)) - 0.055, c * 12.92, c <= vec3f(0.0031308));
}

// The light of the curve as stored values. Engine behaviour (Godot 4.6): brightness is a factor on light, the others change
// stored values.
fn adjusted(linear: vec3f) -> vec3f {
    if (curve.adjust.w == 0.0) {
        return encoded(linear);
    }
    let contrast = mix(vec3f(0.5), encoded(linear * curve.adjust.x), curve.adjust.y);
    return mix(vec3f(dot(contrast, vec3f(1.0 / 3.0))), contrast, curve.adjust.z);
}

fn seen(at: vec2f) -> vec3f {
    return textureSampleLevel(light, smooth_sampler, at / vec2f(textureDimensions(light)), 0.0).rgb * curve.exposure.x;
}

// Engine behaviour (Godot 4.6): FXAA on light.
fn smoothed(middle: vec3f, at: vec2f) -> vec3f {
    let luma = vec3f(0.299, 0.587, 0.114);
    let nw = dot(seen(at + vec2f(-0.5, -0.5)), luma);
    let ne = dot(seen(at + vec2f(0.5, -0.5)), luma);
    let sw = dot(seen(at + vec2f(-0.5, 0.5)), luma);
    let se = dot(seen(at + vec2f(0.5, 0.5)), luma);
    let m = dot(middle, luma);
    let least = min(m, min(min(nw, ne), min(sw, se)));
    let most = max(m, max(max(nw, ne), max(sw, se)));
    let slope = vec2f(-((nw + ne) - (sw + se)), (nw + sw) - (ne + se));
    let less = max((nw + ne + sw + se) * 0.03125, 0.0078125);
    let way = clamp(slope / (min(abs(slope.x), abs(slope.y)) + less), vec2f(-8.0), vec2f(8.0));
    let near = 0.5 * (seen(at - way / 6.0) + seen(at + way / 6.0));
    let far = near * 0.5 + 0.25 * (seen(at - way * 0.5) + seen(at + way * 0.5));
    let bright = dot(far, luma);
    return select(far, near, bright < least || bright > most);
}

fn soft(c: f32, glow: f32) -> f32 {
    if (c > 1.0) {
        return c;
    }
    let bent = select(sqrt(c), ((16.0 * c - 12.0) * c + 4.0) * c, c <= 0.25);
    return c + glow * (bent - c);
}

// Engine behaviour (Godot 4.6): spilled light joins behind the curve when it is soft, else before it.
fn curved(c: vec3f, at: vec2f) -> vec3f {
    if (curve.kind.y != SOFT) {
        return mapped(joined(c, at));
    }
    let g = saturate(mapped(textureLoad(spilled, vec2i(at), 0).rgb * curve.spill.x));
    let s = mapped(c);
    return vec3f(soft(s.r, g.r), soft(s.g, g.g), soft(s.b, g.b));
}

fn joined(c: vec3f, at: vec2f) -> vec3f {
    if (curve.kind.y == 0u) {
        return c;
    }
    let glow = textureLoad(spilled, vec2i(at), 0).rgb;
    if (curve.kind.y == MIX) {
        return mix(c, glow, curve.spill.x);
    }
    let own = glow * curve.spill.x;
    switch curve.kind.y {
        case ADD: {
            return c + own;
        }
        case SCREEN: {
            let white = curve.spill.y;
            let clamped = clamp(own, vec3f(0.0), vec3f(white));
            return c + clamped - c * clamped / white;
        }
        default: {
            return own;
        }
    }
}

fn decoded(stored: vec3f) -> vec3f {
    return select(pow((stored + 0.055) / 1.055, vec3f(2.4)), stored / 12.92, stored <= vec3f(0.04045));
}

@fragment
fn fs_tonemap(@builtin(position) at: vec4f) -> @location(0) vec4f {
    let texel = textureLoad(light, vec2i(at.xy), 0);
    // Colours stand weighted by what covers the pixel; the curve wants them unweighted.
    let alpha = saturate(texel.a);
    let c = texel.rgb / max(alpha, 1e-6);
    var linear = c * curve.exposure.x;
    if (curve.kind.z != 0u) {
        linear = smoothed(linear, at.xy);
    }
    let shown = curved(linear, at.xy);
    if (TO_LIGHT) {
        if (curve.adjust.w == 0.0) {
            return vec4f(shown * alpha, alpha);
        }
        return vec4f(decoded(adjusted(shown)) * alpha, alpha);
    }
    return vec4f(adjusted(shown) * alpha, alpha);
}
