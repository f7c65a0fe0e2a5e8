// Meshes. Two families of rules share the bindings: linear light (fs_linear, in linear.wgsl) and stored values
// (fs_stored). Needs surface.wgsl.

const PI: f32 = 3.14159265;
const MAX_LIGHTS: u32 = 32u;
const MAX_TILES: u32 = 48u;

const KIND_DIRECTIONAL: u32 = 0u;
const KIND_POINT: u32 = 1u;
const KIND_SPOT: u32 = 2u;
const KIND_RECT: u32 = 3u;

const FALLOFF_POWER: u32 = 0u;
const FALLOFF_QUADRATIC: u32 = 1u;
const FALLOFF_LINEAR: u32 = 2u;

struct Light {
    position: vec4f,  // world; w: 1 / range
    shines: vec4f,    // unit, away from the light; w: exponent of the falloff
    linear: vec4f,    // colour times energy in linear light; w: factor on highlights
    stored: vec4f,    // colour times energy in stored values
    cone: vec4f,      // cosine of the half angle, exponent of the rim, cosine of the inner angle, unused
    right: vec4f,     // rectangle: half its width along its right
    up: vec4f,        // rectangle: half its height along its up
    shadow: vec4f,    // bias, bias along the normal in texels, softness, opacity
    fade: vec4f,      // directional: where shadows begin to fade and end
    ends: vec4f,      // directional: where each picture of depth ends
    texels: vec4f,    // side of a texel, metres; of other lights at one metre
    kinds: vec4u,     // kind, falloff, first picture of depth and how many
}

// A picture of depth from where a light stands.
struct Tile {
    clip: mat4x4f,    // from the world
    rect: vec4f,      // left, top, width and height in the shared picture
}

struct Frame {
    clip_from_world: mat4x4f,
    eye: vec4f,              // world
    ambient_linear: vec4f,
    reflection_linear: vec4f,
    ambient_stored: vec4f,
    fog_color: vec4f,        // stored; w: 1 where there is fog
    fog: vec4f,              // near, far, top, bottom
    screen: vec4f,           // width, height; pixels to one of the game
    depth: vec4f,            // what depths are made with: factor, summand
    sky: vec4f,              // share of the light from everywhere, energy, 1 where mirrors show it
    haze: vec4f,             // light of the fog; w: share of it that the sky behind has
    haze_run: vec4f,         // density, begin, end, exponent; without an end the exponential one
    haze_height: vec4f,      // height, density below it, how much suns show, 1 where there is fog
    ahead: vec4f,            // where the eye looks; w: its farthest distance
    cells: array<vec4f, 2>,  // fog that fills space: length, exponent of depths, 1 where there is one; cells, slices beside each other
    counts: vec4u,           // lights; the one that throws the shadow on stored values, from 1 on
    lights: array<Light, MAX_LIGHTS>,
    tiles: array<Tile, MAX_TILES>,
}

@group(0) @binding(0) var<uniform> frame: Frame;
@group(0) @binding(1) var reflectance: texture_2d<f32>;
@group(0) @binding(2) var reflectance_sampler: sampler;

@group(0) @binding(3) var sky_sharp: texture_2d<f32>;
@group(0) @binding(4) var sky_rough: texture_2d_array<f32>;
@group(0) @binding(5) var sky_sampler: sampler;
@group(0) @binding(6) var sun_depth: texture_depth_2d;
@group(0) @binding(7) var lamp_depth: texture_depth_2d;
@group(0) @binding(8) var depth_sampler: sampler_comparison;
@group(0) @binding(9) var fog_cells: texture_2d<f32>;

@group(2) @binding(0) var mask: texture_2d<f32>;
@group(2) @binding(1) var<uniform> cut: Cut;   // of cut.wgsl

fn place_detail(sets: vec4f, third: vec2f, layer: u32) -> vec2f {
    let chosen = (surface.flags.z >> (layer * 2u)) & 3u;
    let at = select(select(sets.xy, sets.zw, chosen == 1u), third, chosen == 2u);
    return at * surface.detail_uv[layer].xy + surface.detail_uv[layer].zw;
}

// Engine behaviour (Espresso3D): further layers multiply the first.
fn details(sets: vec4f, third: vec2f) -> vec3f {
    var product = vec3f(1.0);
    if (has(DETAIL0)) {
        product *= textureSample(detail0_texture, detail0_sampler, place_detail(sets, third, 0u)).rgb;
    }
    if (has(DETAIL1)) {
        product *= textureSample(detail1_texture, detail1_sampler, place_detail(sets, third, 1u)).rgb;
    }
    return product;
}

fn unit(v: vec3f) -> vec3f {
    return v * inverseSqrt(max(dot(v, v), 1e-30));
}

fn to_stored(linear: vec3f) -> vec3f {
    let size = abs(linear);
    let low = size * 12.92;
    let high = 1.055 * pow(size, vec3f(1.0 / 2.4)) - 0.055;
    return sign(linear) * select(high, low, size <= vec3f(0.0031308));
}

// ---- light that reaches a point ----

struct Reached {
    toward: vec3f,
    strength: f32,
}

fn closest_on_panel(light: Light, at: vec3f) -> vec3f {
    let from_middle = at - light.position.xyz;
    let r = light.right.xyz;
    let u = light.up.xyz;
    let x = clamp(dot(from_middle, r) / max(dot(r, r), 1e-12), -1.0, 1.0);
    let y = clamp(dot(from_middle, u) / max(dot(u, u), 1e-12), -1.0, 1.0);
    return light.position.xyz + r * x + u * y;
}

fn falloff(light: Light, d: f32) -> f32 {
    let share = d * light.position.w;
    switch light.kinds.y {
        case FALLOFF_LINEAR: {
            return saturate(1.0 - share);
        }
        case FALLOFF_QUADRATIC: {
            let left = saturate(1.0 - share);
            return left * left;
        }
        default: {
            // Engine behaviour (Godot): a window that closes at the range times a power of the distance.
            let squared = share * share;
            let window = max(1.0 - squared * squared, 0.0);
            return window * window * pow(max(d, 0.0001), -light.shines.w);
        }
    }
}

fn reach(light: Light, at: vec3f) -> Reached {
    if (light.kinds.x == KIND_DIRECTIONAL) {
        return Reached(-light.shines.xyz, 1.0);
    }
    var source = light.position.xyz;
    if (light.kinds.x == KIND_RECT) {
        source = closest_on_panel(light, at);
    }
    let way = source - at;
    let d = length(way);
    let toward = way / max(d, 1e-6);
    var strength = falloff(light, d);
    let ahead = dot(-toward, light.shines.xyz);
    if (light.kinds.x == KIND_SPOT) {
        let edge = light.cone.x;
        if (light.kinds.y == FALLOFF_POWER) {
            // Engine behaviour (Godot): the exponent bends the way from the middle to the rim.
            let rim = max((1.0 - max(ahead, edge)) / max(1.0 - edge, 1e-6), 1e-4);
            strength *= 1.0 - pow(rim, light.cone.y);
        } else {
            let k = saturate((ahead - edge) / max(light.cone.z - edge, 1e-6));
            strength *= k * k * (3.0 - 2.0 * k);
        }
    } else if (light.kinds.x == KIND_RECT) {
        strength *= max(ahead, 0.0);
    }
    return Reached(toward, strength);
}

fn emitted(uv: vec4f) -> vec3f {
    let texel = textureSample(emission_texture, emission_sampler, place_uv(uv, surface.emission_uv, 3u)).rgb;
    if (!has(HAS_EMISSION_TEXTURE)) {
        return surface.emission.rgb;
    }
    return select(surface.emission.rgb * texel, surface.emission.rgb + texel, has(EMISSION_ADDS));
}

fn coverage(alpha: f32) -> f32 {
    if (has(CUTOFF)) {
        if (alpha < surface.stored.x) {
            discard;
        }
        return 1.0;
    }
    return select(1.0, alpha, has(SEE_THROUGH));
}

// ---- stored values ----

struct StoredVarying {
    @builtin(position) clip: vec4f,
    @location(0) uv: vec4f,      // times `even`
    @location(1) color: vec4f,
    @location(2) front_diffuse: vec3f,
    @location(3) front_specular: vec3f,
    @location(4) back_diffuse: vec3f,
    @location(5) back_specular: vec3f,
    @location(6) world: vec4f,   // w: share of the fog
    @location(7) normal: vec4f,  // w: `even`, the depth for coordinates that run straight over the screen, else 1
    @location(8) third_uv: vec2f,  // times `even`
    @location(9) caster: vec4f,  // of the light that throws the shadow: front and back, diffuse and specular
}

struct Sides {
    front_diffuse: vec3f,
    front_specular: vec3f,
    back_diffuse: vec3f,
    back_specular: vec3f,
    caster: vec4f,
}

// Engine behaviour (nacatamalon): light is worked out at the corners and spread over the triangle. A face
// seen from behind is lit with the opposite normal; which side is seen is known only later, so both are kept.
fn light_corner(at: vec3f, n: vec3f) -> Sides {
    var out: Sides;
    let v = unit(frame.eye.xyz - at);
    let strength = surface.stored.y;
    let exponent = max(surface.stored.z, 1.0);
    for (var i = 0u; i < frame.counts.x; i++) {
        let light = frame.lights[i];
        let reached = reach(light, at);
        let arriving = light.stored.rgb * reached.strength;
        let n_l = dot(n, reached.toward);
        let n_h = dot(n, unit(reached.toward + v));
        let own = vec4f(
            max(n_l, 0.0),
            max(-n_l, 0.0),
            select(0.0, pow(max(n_h, 0.0), exponent), n_l >= 1e-4),
            select(0.0, pow(max(-n_h, 0.0), exponent), -n_l >= 1e-4),
        );
        let shine = arriving * surface.highlight.rgb * strength * light.linear.w;
        out.front_diffuse += own.x * arriving;
        out.back_diffuse += own.y * arriving;
        out.front_specular += own.z * shine;
        out.back_specular += own.w * shine;
        if (i + 1u == frame.counts.y) {
            out.caster = own * reached.strength;
        }
    }
    return out;
}

// Engine behaviour (nacatamalon): a normal is turned and mirrored by its node, but not stretched.
fn turned(axes: mat4x4f, normal: vec3f) -> vec3f {
    let x = unit(axes[0].xyz);
    let y = unit(axes[1].xyz);
    let z = unit(axes[2].xyz);
    return unit(x * normal.x + y * normal.y + z * normal.z);
}

// Engine behaviour (nacatamalon): corners on a grid of the screen.
fn snapped(clip: vec4f) -> vec4f {
    var rows = surface.highlight.w;
    if (rows == 0.0 || clip.w <= 0.0) {
        return clip;
    }
    rows = select(rows, frame.screen.y / frame.screen.z, rows < 0.0);
    let half = vec2f(rows * frame.screen.x / frame.screen.y, rows) * 0.5;
    return vec4f(floor(clip.xy / clip.w * half + 0.5) / half * clip.w, clip.zw);
}

fn fogged(at: vec3f) -> f32 {
    let distance = length(at - frame.eye.xyz);
    let far = saturate((distance - frame.fog.x) / (frame.fog.y - frame.fog.x));
    let deep = saturate((frame.fog.z - at.y) / (frame.fog.z - frame.fog.w));
    return max(far, deep) * frame.fog_color.w;
}

fn stored_corner(vertex: Vertex, placed: Placed) -> StoredVarying {
    var out: StoredVarying;
    let axes = world_of(placed);
    let world = axes * vec4f(vertex.position, 1.0);
    out.clip = snapped(frame.clip_from_world * world);
    let even = select(1.0, out.clip.w, has(AFFINE));
    out.uv = vertex.uv * even;
    out.third_uv = vertex.third_uv * even;
    out.color = vec4f(to_stored(vertex.color.rgb), vertex.color.a);
    let normal = turned(axes, vertex.normal);
    out.world = vec4f(world.xyz, fogged(world.xyz));
    out.normal = vec4f(normal, even);
    if (has(LIT)) {
        let sides = light_corner(world.xyz, normal);
        out.front_diffuse = sides.front_diffuse;
        out.front_specular = sides.front_specular;
        out.back_diffuse = sides.back_diffuse;
        out.back_specular = sides.back_specular;
        out.caster = sides.caster;
    }
    return out;
}

@vertex
fn vs_stored(vertex: Vertex, placed: Placed) -> StoredVarying {
    return stored_corner(vertex, placed);
}

fn luminance(color: vec3f) -> f32 {
    return dot(color, vec3f(0.299, 0.587, 0.114));
}

// How much of the caster's light does not reach a place.
fn stored_shadow(at: vec3f) -> f32 {
    if (frame.counts.y == 0u) {
        return 0.0;
    }
    let light = frame.lights[frame.counts.y - 1u];
    let clip = frame.tiles[0].clip * vec4f(at, 1.0);
    let place = clip.xyz / max(clip.w, 1e-6);
    let uv = vec2f(place.x, -place.y) * 0.5 + 0.5;
    let lit = textureSampleCompareLevel(sun_depth, depth_sampler, uv, place.z + light.shadow.x);
    let outside = clip.w <= 0.0 || any(uv < vec2f(0.0)) || any(uv > vec2f(1.0)) || place.z < 0.0 || place.z > 1.0;
    return select(1.0 - lit, 0.0, outside) * light.shadow.w;
}

// Light in steps, for each pixel; the darkest step takes the place of ambient light.
fn toon(base: vec3f, at: vec3f, n: vec3f) -> vec3f {
    let v = unit(frame.eye.xyz - at);
    var diffuse = vec3f(0.0);
    var spots = vec3f(0.0);
    for (var i = 0u; i < frame.counts.x; i++) {
        let light = frame.lights[i];
        let reached = reach(light, at);
        var arriving = light.stored.rgb * reached.strength;
        if (i + 1u == frame.counts.y) {
            arriving *= 1.0 - stored_shadow(at);
        }
        diffuse += max(dot(n, reached.toward), 0.0) * arriving;
        if (dot(n, unit(reached.toward + v)) > surface.toon.z) {
            spots += arriving * surface.highlight.rgb * surface.stored.y;
        }
    }
    let g = saturate(max(diffuse.r, max(diffuse.g, diffuse.b)));
    let hue = select(vec3f(1.0), diffuse / max(max(diffuse.r, max(diffuse.g, diffuse.b)), 1e-6), g > 0.0);
    let bands = surface.toon.x;
    let level = select(1.0, min(1.0, floor(g * bands) / max(bands - 1.0, 1e-6)), bands >= 2.0);
    return base * hue * mix(surface.toon.y, 1.0, level) + spots;
}

// Black dots that grow where it is dark.
fn dotted(color: vec3f, at: vec2f) -> vec3f {
    let dark = saturate(1.0 - luminance(color) / max(surface.dots.y, 1e-4));
    let radius = 0.71 * sqrt(dark);
    let way = length(fract(at / (max(surface.dots.x, 1.0) * frame.screen.z)) - 0.5);
    let ink = (1.0 - smoothstep(radius - 0.06, radius + 0.06, way)) * step(1e-4, dark);
    return color * (1.0 - ink);
}

// A mask of one texel lets all through.
fn let_through(at: vec4f) -> f32 {
    let last = vec2i(textureDimensions(mask)) - 1;
    return textureLoad(mask, min(vec2i(at.xy), last), 0).r;
}

// What a pixel is before light and colour are put together.
struct Stuff {
    base: vec4f,     // alpha: coverage
    glow: vec3f,
    normal: vec3f,
    uv: vec4f,
    light: vec3f,    // floored by the light from everywhere
    shine: vec3f,
}

fn stuff_of(in: StoredVarying, facing: bool) -> Stuff {
    var out: Stuff;
    out.uv = in.uv / in.normal.w;
    let layers = details(out.uv, in.third_uv / in.normal.w);
    let base = base_color(out.uv, in.color) * vec4f(layers, 1.0);
    out.glow = emitted(out.uv);
    let folds = textureSample(occlusion_texture, occlusion_sampler, place_uv(out.uv, surface.occlusion_uv, 4u)).r;
    out.base = vec4f(base.rgb, coverage(base.a));
    out.normal = unit(select(-in.normal.xyz, in.normal.xyz, facing));
    out.light = vec3f(1.0);
    if (has(LIT)) {
        out.light = select(in.back_diffuse, in.front_diffuse, facing);
        out.shine = select(in.back_specular, in.front_specular, facing);
        if (frame.counts.y > 0u) {
            let light = frame.lights[frame.counts.y - 1u];
            let own = select(in.caster.yw, in.caster.xz, facing) * stored_shadow(in.world.xyz);
            out.light -= own.x * light.stored.rgb;
            out.shine -= own.y * light.stored.rgb * surface.highlight.rgb * surface.stored.y * light.linear.w;
        }
        var ambient = frame.ambient_stored.rgb;
        if (has(OCCLUSION)) {
            ambient *= mix(1.0, folds, surface.dots.z);
        }
        // Ambient light is a floor under the lights, not added to them.
        out.light = max(out.light, ambient);
    }
    return out;
}

// The fog, the mask and the doorways over a colour.
fn finished(in: StoredVarying, color: vec4f) -> vec4f {
    let cover = let_through(in.clip);
    if ((cover < 0.5 && !has(SEE_THROUGH)) || !behind_doorway(in.clip.xy, in.world.xyz)) {
        discard;
    }
    return vec4f(mix(color.rgb, frame.fog_color.rgb, in.world.w), color.a * cover);
}

@fragment
fn fs_stored(in: StoredVarying, @builtin(front_facing) facing: bool) -> @location(0) vec4f {
    let stuff = stuff_of(in, facing);
    var color = stuff.base.rgb * stuff.light + stuff.shine;
    if (has(TOON)) {
        color = toon(stuff.base.rgb, in.world.xyz, stuff.normal);
    }
    color += stuff.glow;
    if (has(RIM)) {
        let v = unit(frame.eye.xyz - in.world.xyz);
        color += surface.rim.rgb * pow(1.0 - saturate(dot(stuff.normal, v)), surface.rim.w);
    }
    if (has(DOTS)) {
        color = dotted(color, in.clip.xy);
    }
    return finished(in, vec4f(color, stuff.base.a));
}
