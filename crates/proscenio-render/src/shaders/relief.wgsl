// What pictures with bumps and highlights answer lights with. Needs flat.wgsl.

const BUMPS: u32 = 0x100000u;
const HIGHLIGHTS: u32 = 0x200000u;
const TURN: f32 = 6.283185307;

struct Faced {
    way: vec3f,     // x right, y down, z to the eye; all zero faces every light
    shine: vec4f,   // colour and shininess; negative without
}

fn faced_at(in: Varying) -> Faced {
    if ((in.lit & BUMPS) == 0u) {
        return Faced(vec3f(0.0), vec4f(-1.0));
    }
    let uv = clamp(in.uv, in.window.xy, in.window.zw);
    let bump = textureSampleLevel(bumps, picture_sampler, uv, 0.0).xy * vec2f(2.0, -2.0) - vec2f(1.0, -1.0);
    let toward = sqrt(max(0.0, 1.0 - dot(bump, bump)));
    let turn = vec2f(vec2u(in.turn & 0xffffu, in.turn >> 16u)) / 65536.0 * TURN;
    let flat_way = vec2f(cos(turn.x), sin(turn.x)) * bump.x + vec2f(cos(turn.y), sin(turn.y)) * bump.y;
    var shine = vec4f(-1.0);
    if ((in.lit & HIGHLIGHTS) != 0u) {
        shine = textureSampleLevel(highlights, picture_sampler, uv, 0.0) * unpack4x8unorm(in.shine);
    }
    return Faced(normalize(vec3f(flat_way, toward)), shine);
}

// What a light of a colour adds to a colour.
fn answered(light: FlatLight, color: vec3f, base: vec3f, faced: Faced, at: vec2f) -> vec3f {
    if (all(faced.way == vec3f(0.0))) {
        return color * base;
    }
    var toward_light = vec3f(light.stands.xy - at, light.stands.z);
    if (all(light.window == vec4f(0.0))) {
        toward_light = mix(vec3f(light.stands.xy, 0.0), vec3f(0.0, 0.0, 1.0), light.stands.z);
    }
    toward_light = normalize(toward_light);
    let spread = max(0.0, dot(faced.way, toward_light));
    if (faced.shine.a < 0.0) {
        return color * base * spread;
    }
    let half_way = normalize(vec3f(0.0, 0.0, 1.0) + toward_light);
    let power = exp2(15.0 * faced.shine.a + 1.0) * 0.25;
    let strength = pow(max(dot(faced.way, half_way), 0.0), power) * (power + 8.0) / (4.0 * TURN);
    let highlight = strength / max(4.0 * max(faced.way.z, 0.0) * spread, 0.75);
    return faced.shine.rgb * color * highlight + color * base * spread;
}
