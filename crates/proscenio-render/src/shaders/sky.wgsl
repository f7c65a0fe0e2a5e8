// The colour of a sky in a direction, and pictures made of it: the background, a picture of all directions, smaller
// copies of that, and what surfaces of some roughness mirror. Needs screen.wgsl.

const PI: f32 = 3.14159265;
const GRADIENT: u32 = 1u;
const PANORAMA: u32 = 2u;
const PHYSICAL: u32 = 3u;
const MAX_SUNS: u32 = 4u;

struct Sun {
    toward: vec4f,  // unit, towards the sun; w: half the angle of its disc
    color: vec4f,   // linear light with its energy; w: its energy
}

struct Sky {
    turn: array<vec4f, 3>,   // world to sky, columns
    ray: array<vec4f, 3>,    // direction of a pixel: ray 0 + x · ray 1 + y · ray 2, x and y from −1 to 1
    top: vec4f,              // w: exponent of the upper run
    horizon: vec4f,          // w: energy of the whole sky
    bottom: vec4f,           // w: exponent of the lower run
    ground_horizon: vec4f,   // w: energy of the panorama
    cover: vec4f,            // factor on the cover; w: 1 when there is one
    halo: vec4f,             // cosine of the angle where it ends, its exponent
    air: vec4f,              // physical: colour and strength of scattering by air
    dust: vec4f,             // colour and strength of scattering by dust
    physical: vec4f,         // eccentricity, turbidity, size of the disc, energy
    haze: vec4f,             // light of the fog; w: its share
    haze_sun: vec4f,         // how much suns show in it, share of its light that the sky has
    kinds: vec4u,            // kind, number of suns
    suns: array<Sun, MAX_SUNS>,
}

struct Level {
    numbers: vec4f,   // roughness, width of the source, unused
}

@group(0) @binding(0) var<uniform> sky: Sky;
@group(0) @binding(1) var picture: texture_2d<f32>;
@group(0) @binding(2) var picture_sampler: sampler;
@group(0) @binding(3) var<uniform> level: Level;

fn around(way: vec3f) -> vec2f {
    return vec2f(atan2(way.x, -way.z) / (2.0 * PI) + 0.5, acos(clamp(way.y, -1.0, 1.0)) / PI);
}

fn way_of(uv: vec2f) -> vec3f {
    let turn = (uv.x - 0.5) * 2.0 * PI;
    let down = uv.y * PI;
    return vec3f(sin(turn) * sin(down), cos(down), -cos(turn) * sin(down));
}

// Engine behaviour (Godot 4.6): the left edge of a panorama is straight ahead.
fn on_picture(way: vec3f) -> vec2f {
    return around(way) + vec2f(0.5, 0.0);
}

fn run(share: f32, exponent: f32) -> f32 {
    return saturate(1.0 - pow(max(1.0 - share, 0.0), exponent));
}

// Engine behaviour (Godot 4.6, ProceduralSkyMaterial).
fn gradient(way: vec3f) -> vec3f {
    if (way.y < 0.0) {
        return mix(sky.ground_horizon.rgb, sky.bottom.rgb, run(-way.y, sky.bottom.w));
    }
    var color = mix(sky.horizon.rgb, sky.top.rgb, run(way.y, sky.top.w));
    for (var i = 0u; i < sky.kinds.y; i++) {
        let sun = sky.suns[i];
        let cosine = dot(sun.toward.xyz, way);
        let edge = cos(sun.toward.w);
        if (cosine > edge) {
            color = sun.color.rgb;
        } else if (cosine > sky.halo.x) {
            color = mix(sun.color.rgb, color, run((edge - cosine) / max(edge - sky.halo.x, 1e-6), sky.halo.y));
        }
    }
    if (sky.cover.w > 0.0) {
        let texel = textureSampleLevel(picture, picture_sampler, on_picture(way), 0.0);
        color += texel.rgb * sky.cover.rgb * texel.a;
    }
    return color;
}

fn dust_phase(cosine: f32, g: f32) -> f32 {
    return (1.0 - g * g) / (4.0 * PI * pow(1.0 + g * g - 2.0 * g * cosine, 1.5));
}

// Engine behaviour (Godot 4.6, PhysicalSkyMaterial): single scattering after Preetham, of the first sun alone.
fn physical(way: vec3f) -> vec3f {
    if (sky.kinds.y == 0u) {
        return vec3f(0.0);
    }
    let sun = sky.suns[0];
    let up = clamp(sun.toward.y, -1.0, 1.0);
    let energy = max(0.0, 1.0 - exp(-(PI * 0.5 - acos(up)))) * sun.color.w;
    let fade = 1.0 - saturate(1.0 - exp(sun.toward.y));
    let air = (sky.air.w - (1.0 - fade)) * sky.air.rgb * 0.0001;
    let dust = sky.physical.y * sky.dust.w * sky.dust.rgb * 0.000434;
    let zenith = acos(max(way.y, 0.0));
    let mass = 1.0 / (cos(zenith) + 0.15 * pow(93.885 - degrees(zenith), -1.253));
    let passed = exp(-(air * 8400.0 * mass + dust * 1250.0 * mass));
    let cosine = dot(way, sun.toward.xyz);
    let half = cosine * 0.5 + 0.5;
    let air_part = air * (3.0 / (16.0 * PI)) * (1.0 + half * half);
    let dust_part = dust * dust_phase(cosine, sky.physical.x);
    let scattered = energy * (air_part + dust_part) / (air + dust);
    var light = pow(scattered * (1.0 - passed), vec3f(1.5));
    light *= mix(vec3f(1.0), pow(scattered * passed, vec3f(0.5)), saturate(pow(1.0 - up, 5.0)));
    light *= mix(sky.bottom.rgb, vec3f(1.0), smoothstep(-0.1, 0.1, way.y));
    let disc = sun.toward.w * sky.physical.z;
    light += energy * passed * smoothstep(cos(disc), cos(disc * 0.5), cosine) * sun.color.rgb / max(sun.color.w, 1e-6);
    return pow(light, vec3f(1.0 / (1.2 + 1.2 * fade))) * sky.physical.w;
}

// The sky in a direction of the world, without its energy.
fn shown(world: vec3f) -> vec3f {
    let way = normalize(sky.turn[0].xyz * world.x + sky.turn[1].xyz * world.y + sky.turn[2].xyz * world.z);
    switch sky.kinds.x {
        case GRADIENT: {
            return gradient(way);
        }
        case PANORAMA: {
            return textureSampleLevel(picture, picture_sampler, on_picture(way), 0.0).rgb * sky.ground_horizon.w;
        }
        case PHYSICAL: {
            return physical(way);
        }
        default: {
            return vec3f(0.0);
        }
    }
}

fn hazy(way: vec3f, behind: vec3f) -> vec3f {
    var fog = mix(sky.haze.rgb, behind, sky.haze_sun.y);
    for (var i = 0u; i < sky.kinds.y; i++) {
        let sun = sky.suns[i];
        fog += sun.color.rgb * pow(max(dot(way, sun.toward.xyz), 0.0), 8.0) * sky.haze_sun.x * PI;
    }
    return fog;
}

// The background.
struct Pixel {
    @builtin(position) clip: vec4f,
    @location(0) at: vec2f,
}

@vertex
fn vs_background(@builtin(vertex_index) index: u32) -> Pixel {
    let x = f32((index << 1u) & 2u) * 2.0 - 1.0;
    let y = f32(index & 2u) * 2.0 - 1.0;
    return Pixel(vec4f(x, y, 0.0, 1.0), vec2f(x, y));
}

@fragment
fn fs_background(in: Pixel) -> @location(0) vec4f {
    let way = normalize(sky.ray[0].xyz + in.at.x * sky.ray[1].xyz + in.at.y * sky.ray[2].xyz);
    let color = shown(way) * sky.horizon.w;
    return vec4f(mix(color, hazy(way, color), sky.haze.w), 1.0);
}

// All directions, as the suns and the sky's own turn have them.
@fragment
fn fs_around(@builtin(position) at: vec4f) -> @location(0) vec4f {
    let uv = at.xy / vec2f(level.numbers.y, level.numbers.y * 0.5);
    return vec4f(min(shown(way_of(uv)), vec3f(60000.0)), 1.0);
}

// Half the size.
@fragment
fn fs_half(@builtin(position) at: vec4f) -> @location(0) vec4f {
    let uv = at.xy / vec2f(level.numbers.y, level.numbers.y * 0.5);
    return textureSampleLevel(picture, picture_sampler, uv, 0.0);
}

// What a surface of some roughness mirrors when it is looked at straight: the sky weighted by how its small faces lie.
const SAMPLES: u32 = 48u;

@fragment
fn fs_rough(@builtin(position) at: vec4f) -> @location(0) vec4f {
    let size = vec2f(level.numbers.y, level.numbers.y * 0.5);
    let n = way_of(at.xy / size);
    let alpha = level.numbers.x * level.numbers.x;
    let a2 = alpha * alpha;
    let side = normalize(cross(select(vec3f(0.0, 1.0, 0.0), vec3f(1.0, 0.0, 0.0), abs(n.y) > 0.9), n));
    let other = cross(n, side);
    let texel = 4.0 * PI / (level.numbers.z * level.numbers.z * 0.5);
    var sum = vec3f(0.0);
    var weights = 0.0;
    for (var i = 0u; i < SAMPLES; i++) {
        let turn = 2.0 * PI * fract((f32(i) + 0.5) * 0.61803399);
        let share = (f32(i) + 0.5) / f32(SAMPLES);
        let cosine = sqrt((1.0 - share) / (1.0 + (a2 - 1.0) * share));
        let sine = sqrt(max(1.0 - cosine * cosine, 0.0));
        let h = n * cosine + (side * cos(turn) + other * sin(turn)) * sine;
        let l = 2.0 * cosine * h - n;
        let n_l = dot(n, l);
        if (n_l > 0.0) {
            // The part of the sky that the sample stands for tells the size of the copy to look at.
            let d = cosine * cosine * (a2 - 1.0) + 1.0;
            let part = 4.0 * PI * d * d / (max(a2, 1e-8) * f32(SAMPLES));
            let copy = max(0.5 * log2(part / texel) + 0.5, 0.0);
            sum += textureSampleLevel(picture, picture_sampler, around(l), copy).rgb * n_l;
            weights += n_l;
        }
    }
    return vec4f(sum / max(weights, 1e-6), 1.0);
}
