// What lights do to surfaces that have more than metal and roughness. Needs linear.wgsl.

const WITH_OUTLINE: u32 = 1u;
const WITH_COAT: u32 = 2u;
const WITH_FOLDS: u32 = 4u;
const WITH_BACKLIGHT: u32 = 16u;
const WRAPPED: u32 = 131072u;
const TOON_DIFFUSE: u32 = 262144u;
const TOON_HIGHLIGHT: u32 = 524288u;
const NO_HIGHLIGHT: u32 = 1048576u;
const NO_AMBIENT: u32 = 2097152u;
const NO_FOG: u32 = 4194304u;
const MIRRORS_IN_DARKNESS: u32 = 67108864u;
const LIT_AT_CORNERS: u32 = 134217728u;
// Light from behind the surface counts.
const REACHES_BACK: u32 = 393233u;

struct Beyond {
    diffuse: vec3f,   // added to the diffuse answer
    spot: vec3f,      // likewise, of highlights
    specular: vec3f,  // added to the highlight
    keeps: f32,       // of the highlight
}

fn beyond(m: Matter, l: vec3f, v: vec3f, plain: vec3f) -> Beyond {
    var out: Beyond;
    out.keeps = select(1.0, 0.0, (m.rules & (TOON_HIGHLIGHT | NO_HIGHLIGHT)) != 0u);
    let n_l = dot(m.n, l);
    let n_v = max(dot(m.n, v), 1e-4);
    var spread = plain;
    if ((m.rules & WRAPPED) != 0u) {
        let around = 1.0 + m.roughness;
        spread = vec3f(max(0.0, (n_l + m.roughness) / (around * around)));
    } else if ((m.rules & TOON_DIFFUSE) != 0u) {
        spread = vec3f(smoothstep(-m.roughness, max(m.roughness, 0.01), n_l));
    }
    out.diffuse = spread - plain;
    if ((m.rules & WITH_BACKLIGHT) != 0u) {
        out.diffuse += (1.0 - spread) * m.through;
    }
    if ((m.rules & WITH_OUTLINE) != 0u) {
        let edge = pow(max(1e-4, 1.0 - n_v), max(0.0, (1.0 - m.roughness) * 16.0));
        out.diffuse += edge * m.outline.x * mix(vec3f(1.0), m.base.rgb, m.outline.y) * PI;
    }
    if ((m.rules & TOON_HIGHLIGHT) != 0u) {
        let mirrored = unit(-reflect(l, m.n));
        let middle = (1.0 - m.roughness) * (1.0 - m.roughness);
        let wide = m.roughness * 0.5;
        out.spot = vec3f(smoothstep(middle - wide, middle + wide, dot(mirrored, v)) * middle * PI);
    }
    if ((m.rules & WITH_COAT) != 0u) {
        let h = unit(v + l);
        let n_h = saturate(dot(m.straight, h));
        let l_h = saturate(dot(l, h));
        let alpha = mix(0.001, 0.1, m.coat.y);
        let a = n_h * alpha;
        let k = alpha / max(1.0 - n_h * n_h + a * a, 1e-12);
        let fresnel = mix(0.04, 1.0, fifth(1.0 - l_h));
        let masking = 0.25 / (l_h * l_h + 1e-4);
        out.specular = vec3f(m.coat.x * masking * fresnel * k * k * max(dot(m.straight, l), 0.0));
    }
    return out;
}

// Light that was worked out at the corners, less the shadow of the first directional light.
fn spread_from_corners(pixel: vec2f, world: vec3f, m: Matter, f0: vec3f) -> Arrived {
    var open = 1.0;
    for (var i = 0u; i < frame.counts.x; i++) {
        let light = frame.lights[i];
        if (light.kinds.x == KIND_DIRECTIONAL && light.kinds.w > 0u) {
            open = open_to(light, world, m.straight, pixel);
            break;
        }
    }
    let diffuse = m.corner_diffuse.rgb * (1.0 - m.corner_diffuse.w * (1.0 - open));
    let specular = m.corner_specular.rgb * (1.0 - m.corner_specular.w * (1.0 - open));
    return Arrived(diffuse, specular * f0);
}

// Puts layers, folds and the light from everywhere together.
fn layered(m: Matter, v: vec3f, lights: Arrived, from_everywhere: vec3f, mirrors: vec3f) -> vec3f {
    var ambient = from_everywhere;
    var around = mirrors;
    if ((m.rules & WITH_COAT) != 0u && frame.sky.z > 0.0) {
        // Engine behaviour (Godot 4.6): the layer takes light away from below, but shows no sky itself.
        let share = m.coat.x * (0.04 + 0.96 * fifth(1.0 - max(dot(m.straight, v), 1e-4)));
        ambient *= 1.0 - share;
        around *= 1.0 - share;
    }
    if ((m.rules & NO_AMBIENT) != 0u) {
        ambient = vec3f(0.0);
        around = vec3f(0.0);
    }
    ambient *= m.folds.x;
    if ((m.rules & MIRRORS_IN_DARKNESS) == 0u) {
        around *= in_darkness(ambient, m);
    }
    let diffuse = lights.diffuse * m.folds.y + ambient;
    let specular = lights.specular * m.folds.y;
    return m.glow + m.base.rgb * (1.0 - m.metallic) * diffuse + specular + around;
}

fn veiled(m: Matter, color: vec3f, world: vec3f, pixel: vec2f) -> vec3f {
    if ((m.rules & NO_FOG) != 0u) {
        return color;
    }
    return filled(hazy(color, world), world, pixel);
}
