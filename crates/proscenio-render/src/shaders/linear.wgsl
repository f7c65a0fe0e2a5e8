// Linear light. Needs mesh.wgsl.

// ---- the sky and the fog ----

// Pictures of what surfaces mirror; the number stands in `sky.rs` too.
const ROUGH_LEVELS: f32 = 7.0;

// What a surface of some roughness mirrors of the sky in a direction.
fn from_sky(way: vec3f, roughness: f32) -> vec3f {
    let uv = vec2f(atan2(way.x, -way.z) / (2.0 * PI) + 0.5, acos(clamp(way.y, -1.0, 1.0)) / PI);
    let level = sqrt(saturate(roughness)) * ROUGH_LEVELS;
    let above = min(u32(floor(level)), 6u);
    let rougher = textureSampleLevel(sky_rough, sky_sampler, uv, above, 0.0).rgb;
    var smoother: vec3f;
    if (above == 0u) {
        smoother = textureSampleLevel(sky_sharp, sky_sampler, uv, 0.0).rgb;
    } else {
        smoother = textureSampleLevel(sky_rough, sky_sampler, uv, above - 1u, 0.0).rgb;
    }
    return mix(smoother, rougher, level - f32(above)) * frame.sky.y;
}

// Engine behaviour (Godot 4.6).
fn hazy(color: vec3f, at: vec3f) -> vec3f {
    if (frame.haze_height.w == 0.0) {
        return color;
    }
    let way = at - frame.eye.xyz;
    let distance = length(way);
    var fog = frame.haze.rgb;
    if (frame.haze.w > 0.0) {
        let level = mix(1.0 / ROUGH_LEVELS, 1.0, 1.0 - saturate(dot(way, frame.ahead.xyz) / frame.ahead.w));
        fog = mix(fog, from_sky(unit(way), level * level), frame.haze.w);
    }
    if (frame.haze_height.z > 0.001) {
        for (var i = 0u; i < frame.counts.x; i++) {
            let light = frame.lights[i];
            if (light.kinds.x == KIND_DIRECTIONAL) {
                let toward = max(dot(unit(way), -light.shines.xyz), 0.0);
                fog += light.linear.rgb * pow(toward, 8.0) * frame.haze_height.z * PI;
            }
        }
    }
    let run = frame.haze_run;
    var amount = 1.0 - exp(min(0.0, -distance * run.x));
    if (run.z > run.y) {
        amount = pow(smoothstep(run.y, run.z, distance), run.w) * run.x;
    }
    if (abs(frame.haze_height.y) >= 0.0001) {
        amount = max(amount, 1.0 - exp(min(0.0, (at.y - frame.haze_height.x) * frame.haze_height.y)));
    }
    return mix(color, fog, amount);
}

// Fog that fills space, summed from the eye on: its light, and how much it hides.
fn filled_slice(slice: f32, inside: vec2f) -> vec4f {
    let grid = frame.cells[1];
    let row = floor(slice / grid.w);
    let corner = vec2f(slice - row * grid.w, row) * grid.xy;
    let place = (corner + inside) / vec2f(textureDimensions(fog_cells));
    return textureSampleLevel(fog_cells, reflectance_sampler, place, 0.0);
}

// Whether there is such fog. Software drivers work out both sides of a condition that numbers decide.
override FILLED: bool = false;

fn filled(color: vec3f, at: vec3f, pixel: vec2f) -> vec3f {
    if (!FILLED) {
        return color;
    }
    let grid = frame.cells[1];
    let deep = saturate(dot(at - frame.eye.xyz, frame.ahead.xyz) / frame.cells[0].x);
    let slice = clamp(pow(deep, frame.cells[0].y) * grid.z - 0.5, 0.0, grid.z - 1.0);
    let inside = clamp(pixel / frame.screen.xy * grid.xy, vec2f(0.5), grid.xy - 0.5);
    let near = filled_slice(floor(slice), inside);
    let far = filled_slice(min(floor(slice) + 1.0, grid.z - 1.0), inside);
    let fog = mix(near, far, fract(slice));
    return color * (1.0 - fog.a) + fog.rgb;
}

// ---- shadows ----

// Looks around a place of a picture of depth. Engine behaviour (Godot 4.6): few places on a disc that is turned from
// pixel to pixel, by a pattern that is even to the eye.
const TAPS: u32 = 4u;

fn open_share(sun: bool, tile: Tile, at: vec3f, radius: f32, pixel: vec2f) -> f32 {
    let clip = tile.clip * vec4f(at, 1.0);
    let place = clip.xyz / clip.w;
    let inside = vec2f(place.x, -place.y) * 0.5 + 0.5;
    if (clip.w <= 0.0 || any(inside < vec2f(0.0)) || any(inside > vec2f(1.0)) || place.z > 1.0) {
        return 1.0;
    }
    let side = 1.0 / f32(select(textureDimensions(lamp_depth).x, textureDimensions(sun_depth).x, sun));
    let low = tile.rect.xy + side;
    let high = tile.rect.xy + tile.rect.zw - side;
    let middle = tile.rect.xy + inside * tile.rect.zw;
    let start = fract(52.9829189 * fract(dot(pixel, vec2f(0.06711056, 0.00583715)))) * 2.0 * PI;
    var sum = 0.0;
    for (var i = 0u; i < TAPS; i++) {
        let turn = start + f32(i) * 2.4;
        let away = sqrt((f32(i) + 0.5) / f32(TAPS)) * radius * side;
        let uv = clamp(middle + vec2f(cos(turn), sin(turn)) * away, low, high);
        if (sun) {
            sum += textureSampleCompareLevel(sun_depth, depth_sampler, uv, place.z);
        } else {
            sum += textureSampleCompareLevel(lamp_depth, depth_sampler, uv, place.z);
        }
    }
    return sum / f32(TAPS);
}

// Radius of the disc, texels.
const SOFTNESS: f32 = 2.0;

// How far a slanted surface moves towards the light, so that it does not shade itself within the disc.
fn lifted(toward: vec3f, n: vec3f, texel: f32, radius: f32) -> f32 {
    let cosine = clamp(dot(toward, n), 0.0, 1.0);
    let slope = sqrt(1.0 - cosine * cosine) / max(cosine, 1e-3);
    return texel * (radius + 1.5) * min(slope + 0.2, 6.0);
}

fn sun_share(light: Light, at: vec3f, n: vec3f, pixel: vec2f) -> f32 {
    let deep = dot(at - frame.eye.xyz, frame.ahead.xyz);
    if (deep >= light.fade.y) {
        return 1.0;
    }
    var part = 0u;
    while (part + 1u < light.kinds.w && deep >= light.ends[part]) {
        part++;
    }
    let toward = -light.shines.xyz;
    // Engine behaviour (Godot 4.6): slanted surfaces are moved along the normal, but not towards the light.
    var along = n * (1.0 - max(dot(toward, n), 0.0)) * light.shadow.y * light.texels[part];
    along -= toward * dot(toward, along);
    let softness = SOFTNESS * light.shadow.z * light.texels[0] / light.texels[part];
    let small = light.shadow.x * 0.01 * light.texels[part] / light.texels[0];
    let bias = toward * (small + lifted(toward, n, light.texels[part], softness));
    let share = open_share(true, frame.tiles[light.kinds.z + part], at + along + bias, softness, pixel);
    let faded = smoothstep(light.fade.x, light.fade.y, deep);
    return mix(share, 1.0, faded);
}

fn lamp_share(light: Light, at: vec3f, n: vec3f, pixel: vec2f) -> f32 {
    let way = at - light.position.xyz;
    var face = 0u;
    if (light.kinds.x == KIND_POINT) {
        let size = abs(way);
        if (size.x >= size.y && size.x >= size.z) {
            face = select(0u, 1u, way.x < 0.0);
        } else if (size.y >= size.z) {
            face = select(2u, 3u, way.y < 0.0);
        } else {
            face = select(4u, 5u, way.z < 0.0);
        }
    }
    let distance = length(way);
    let toward = -way / max(distance, 1e-6);
    let along = n * (1.0 - max(dot(toward, n), 0.0)) * light.shadow.y * light.texels.x * distance;
    let softness = SOFTNESS * light.shadow.z;
    let bias = toward * (light.shadow.x * 0.02 + lifted(toward, n, light.texels.x * distance, softness));
    return open_share(false, frame.tiles[light.kinds.z + face], at + along + bias, softness, pixel);
}

// How much of a light reaches a place: 1 all of it.
fn open_to(light: Light, at: vec3f, n: vec3f, pixel: vec2f) -> f32 {
    if (light.kinds.w == 0u) {
        return 1.0;
    }
    var share: f32;
    if (light.kinds.x == KIND_DIRECTIONAL) {
        share = sun_share(light, at, n, pixel);
    } else {
        share = lamp_share(light, at, n, pixel);
    }
    return mix(1.0, share, light.shadow.w);
}

// ---- surfaces ----

struct LinearVarying {
    @builtin(position) clip: vec4f,
    @location(0) world: vec3f,
    @location(1) normal: vec3f,
    @location(2) tangent: vec3f,
    @location(3) bitangent: vec3f,
    @location(4) uv: vec4f,
    @location(5) color: vec4f,
}

@vertex
fn vs_linear(vertex: Vertex, placed: Placed) -> LinearVarying {
    var out: LinearVarying;
    let world = world_of(placed) * grown(vertex);
    let normals = normals_of(placed);
    out.clip = frame.clip_from_world * world;
    out.world = world.xyz;
    out.normal = unit(normals * vertex.normal);
    // Engine behaviour (Godot): all three directions of a normal map go the way of the normal.
    out.tangent = unit(normals * vertex.tangent.xyz);
    out.bitangent = unit(normals * (cross(vertex.normal, vertex.tangent.xyz) * vertex.tangent.w));
    out.uv = vertex.uv;
    out.color = vertex.color;
    return out;
}

fn fifth(x: f32) -> f32 {
    let square = x * x;
    return square * square * x;
}

struct Shine {
    diffuse: vec3f,
    specular: vec3f,
}

// What a pixel is before lights come.
struct Matter {
    base: vec4f,      // alpha: coverage
    glow: vec3f,
    n: vec3f,         // bent by bumps
    straight: vec3f,  // not bent
    metallic: f32,
    roughness: f32,
    // What the rich shader knows alone.
    outline: vec2f,   // light along the outline: amount, tint
    coat: vec2f,      // clear layer: amount, roughness
    folds: vec2f,     // what they keep of the light from everywhere, of lights
    through: vec3f,   // share of the light that comes from behind
    rules: u32,       // flags of the finish
    corner_diffuse: vec4f,   // light that was worked out at the corners
    corner_specular: vec4f,
}

// Burley's diffuse term and a GGX highlight with Schlick's Fresnel, the light's pi divided out.
fn shine(n: vec3f, l: vec3f, v: vec3f, f0: vec3f, roughness: f32, metallic: f32) -> Shine {
    let n_l = clamp(dot(n, l), 0.0, 1.0);
    let n_v = max(dot(n, v), 1e-4);
    let h = unit(v + l);
    let l_h = saturate(dot(l, h));
    var out: Shine;

    // Engine behaviour (Godot 4.6): the built-in material spreads light after Lambert.
    let bias = select(2.0 * l_h * l_h * roughness - 0.5, 0.0, has(LAMBERT));
    out.diffuse = vec3f((1.0 + bias * fifth(1.0 - n_v)) * (1.0 + bias * fifth(1.0 - n_l)) * n_l);

    if (roughness > 0.0) {
        let n_h = saturate(dot(n, h));
        let alpha = roughness * roughness;
        let a = n_h * alpha;
        let k = alpha / (1.0 - n_h * n_h + a * a);
        let spread = k * k;
        let masking = 0.5 / mix(2.0 * n_l * n_v, n_l + n_v, alpha);
        let f90 = clamp(dot(f0, vec3f(16.5)), metallic, 1.0);
        let fresnel = f0 + (f90 - f0) * fifth(1.0 - l_h);
        out.specular = n_l * spread * fresnel * masking;
    }
    return out;
}

fn bent(in: LinearVarying, n: vec3f, texel: vec2f, strength: f32) -> vec3f {
    let xy = texel * 2.0 - 1.0;
    let z = sqrt(max(0.0, 1.0 - dot(xy, xy)));
    return unit(mix(n, in.tangent * xy.x + in.bitangent * xy.y + n * z, strength));
}

fn bumped(in: LinearVarying, facing: bool) -> vec3f {
    // Engine behaviour (Godot 4.6): whatever is culled, a face seen from behind is lit on that side.
    let n = select(-in.normal, in.normal, facing);
    let texel = textureSample(normal_texture, normal_sampler, place_uv(in.uv, surface.normal_uv, 2u)).xy;
    if (!has(HAS_NORMAL_MAP)) {
        return unit(n);
    }
    return bent(in, n, texel, surface.pbr.w);
}

// Engine behaviour (Godot's screen-space roughness limiter with its default settings): where the normal
// changes fast from pixel to pixel, highlights are spread instead of left to sparkle.
fn limited(roughness: f32, n: vec3f) -> f32 {
    let across = dpdx(n);
    let down = dpdy(n);
    let variance = 0.25 * (dot(across, across) + dot(down, down));
    return sqrt(min(1.0, roughness * roughness + min(2.0 * variance, 0.18)));
}

fn place_map(sets: vec4f, layer: u32) -> vec2f {
    let second = ((surface.flags.z >> (layer * 2u)) & 3u) == 1u;
    return select(sets.xy, sets.zw, second) * surface.detail_uv[layer].xy + surface.detail_uv[layer].zw;
}

// One number of a texel: 4 is the mean.
fn channel(texel: vec4f, which: u32) -> f32 {
    let number = which & 7u;
    if (number == 4u) {
        return dot(texel.rgb, vec3f(1.0 / 3.0));
    }
    return texel[number];
}

fn plain_matter(in: LinearVarying, facing: bool) -> Matter {
    var out: Matter;
    let base = base_color(in.uv, in.color);
    let metal_rough = textureSample(metallic_roughness_texture, metallic_roughness_sampler,
        place_uv(in.uv, surface.metallic_roughness_uv, 1u));
    out.glow = emitted(in.uv);
    out.n = bumped(in, facing);
    out.straight = unit(select(-in.normal, in.normal, facing));
    out.metallic = surface.pbr.x;
    out.roughness = surface.pbr.y;
    if (has(HAS_METALLIC_ROUGHNESS)) {
        out.metallic *= metal_rough.b;
        out.roughness *= metal_rough.g;
    }
    if (has(ROUGHNESS_MAP)) {
        out.roughness *= channel(textureSample(detail0_texture, detail0_sampler, place_map(in.uv, 0u)), surface.flags.w);
    }
    if (has(METALLIC_MAP)) {
        out.metallic *= channel(textureSample(detail1_texture, detail1_sampler, place_map(in.uv, 1u)), surface.flags.w >> 3u);
    }
    out.roughness = limited(out.roughness, out.n);
    if (out.roughness < 1e-8) {
        out.roughness = 0.0;
    }
    out.folds = vec2f(1.0);
    if (!behind_doorway(in.clip.xy, in.world)) {
        discard;
    }
    out.base = vec4f(base.rgb, coverage(base.a));
    return out;
}

// What lights bring.
struct Arrived {
    diffuse: vec3f,
    specular: vec3f,
}

fn from_lights(pixel: vec2f, world: vec3f, m: Matter, v: vec3f, f0: vec3f, regained: vec3f) -> Arrived {
    if ((m.rules & LIT_AT_CORNERS) != 0u) {
        return spread_from_corners(pixel, world, m, f0);
    }
    var out: Arrived;
    for (var i = 0u; i < frame.counts.x; i++) {
        let light = frame.lights[i];
        let reached = reach(light, world);
        let answer = shine(m.n, reached.toward, v, f0, m.roughness, m.metallic);
        var strength = reached.strength;
        if (strength > 0.0 && (dot(m.n, reached.toward) > 0.0 || (m.rules & REACHES_BACK) != 0u)) {
            strength *= open_to(light, world, m.straight, pixel);
        }
        let arriving = light.linear.rgb * strength;
        var diffuse = answer.diffuse;
        var specular = answer.specular * regained;
        if (m.rules != 0u) {
            let more = beyond(m, reached.toward, v, diffuse);
            diffuse += more.diffuse + more.spot * light.linear.w;
            specular = specular * more.keeps + more.specular;
        }
        out.diffuse += diffuse * arriving;
        out.specular += specular * arriving * light.linear.w;
    }
    return out;
}

// Engine behaviour (Godot 4.6): where little of the light from everywhere reaches a surface, it mirrors little of what
// is around; smooth metal longest does.
fn in_darkness(ambient: vec3f, m: Matter) -> f32 {
    let lit = min(dot(ambient, vec3f(0.3, 0.59, 0.11)) * 8.0, 1.0);
    return max(min((1.0 - m.roughness) * m.metallic * lit * 10.0, 1.0), lit);
}

fn shade(pixel: vec2f, world: vec3f, m: Matter) -> vec4f {
    if (!has(LIT)) {
        return vec4f(veiled(m, m.base.rgb, world, pixel), m.base.a);
    }
    let albedo = m.base.rgb;
    let v = unit(frame.eye.xyz - world);
    let n_v = clamp(dot(m.n, v), 0.0001, 1.0);
    let f0 = mix(vec3f(0.16 * surface.pbr.z * surface.pbr.z), albedo, m.metallic);
    let split = textureSampleLevel(reflectance, reflectance_sampler, vec2f(n_v, m.roughness), 0.0).xy;
    // Engine behaviour (Godot 4.6): energy lost between microfacets is given back to every highlight.
    let regained = 1.0 + f0 * (1.0 / max(split.y, 1e-4) - 1.0);
    let lights = from_lights(pixel, world, m, v, f0, regained);

    let mirrored = mix(reflect(-v, m.n), m.n, m.roughness * m.roughness);
    let horizon = min(1.0 + dot(mirrored, m.n), 1.0);
    let f90 = clamp(50.0 * f0.g, m.metallic, 1.0);
    var mirror = frame.reflection_linear.rgb;
    var ambient = frame.ambient_linear.rgb;
    if (frame.sky.x > 0.0) {
        ambient = mix(ambient, from_sky(m.n, 1.0), frame.sky.x);
    }
    if (frame.sky.z > 0.0) {
        mirror = from_sky(mirrored, m.roughness);
    }
    let around = mirror * horizon * horizon * regained * ((f90 - f0) * split.x + f0 * split.y);
    if (m.rules != 0u) {
        return vec4f(veiled(m, layered(m, v, lights, ambient, around), world, pixel), m.base.a);
    }
    let body = albedo * (1.0 - m.metallic) * (lights.diffuse + ambient);
    let mirrors = around * in_darkness(ambient, m);
    return vec4f(filled(hazy(m.glow + body + lights.specular + mirrors, world), world, pixel), m.base.a);
}

@fragment
fn fs_linear(in: LinearVarying, @builtin(front_facing) facing: bool) -> @location(0) vec4f {
    return shade(in.clip.xy, in.world, plain_matter(in, facing));
}

// Engine behaviour (Godot): texels with all but all of their alpha hide what is behind them.
@fragment
fn fs_depth(in: LinearVarying) -> @location(0) vec4f {
    if (base_color(in.uv, in.color).a < 0.99 || !behind_doorway(in.clip.xy, in.world)) {
        discard;
    }
    return vec4f(0.0);
}

// Depth for what asks how far behind it things are.
@fragment
fn fs_behind(in: LinearVarying) {
    if (has(CUTOFF) && base_color(in.uv, in.color).a < surface.stored.x) {
        discard;
    }
}
