// Surfaces in linear light with all they may have (Godot's StandardMaterial3D). Needs linear.wgsl, finish.wgsl and
// holes.wgsl.

// What textures are for; numbers as in finish.rs.
const BASE: u32 = 0u;
const METALLIC_ROUGHNESS: u32 = 1u;
const BUMPS: u32 = 2u;
const GLOW: u32 = 3u;
const FOLDS: u32 = 4u;
const ROUGHNESS: u32 = 5u;
const METALLIC: u32 = 6u;
const OUTLINE: u32 = 7u;
const COAT: u32 = 8u;
const DETAIL_MASK: u32 = 9u;
const DETAIL: u32 = 10u;
const DETAIL_BUMPS: u32 = 11u;
const BACKLIGHT: u32 = 12u;
const HEIGHT: u32 = 13u;
const NO_PLACE: u32 = 15u;

const WITH_DETAIL: u32 = 8u;
const WITH_HEIGHT: u32 = 32u;
const DEEP_WHITE: u32 = 128u;
const FLIPPED_U: u32 = 256u;
const FLIPPED_V: u32 = 512u;
const FADES_NEAR: u32 = 1024u;
const FADES_FAR: u32 = 2048u;
const HOLES_BY_PIXEL: u32 = 4096u;
const HOLES_BY_NODE: u32 = 8192u;

struct RichVarying {
    @builtin(position) clip: vec4f,
    @location(0) world: vec3f,
    @location(1) normal: vec3f,
    @location(2) tangent: vec3f,
    @location(3) bitangent: vec3f,
    @location(4) uv: vec4f,
    @location(5) color: vec4f,
    @location(6) place0: vec3f,
    @location(7) share0: vec3f,
    @location(8) place1: vec3f,
    @location(9) share1: vec3f,
    @location(10) own: vec4f,  // in the mesh; w: how far its node is
    @location(11) diffuse: vec4f,   // of lights, worked out at the corner; w: share of what may be in a shadow
    @location(12) specular: vec4f,  // likewise
}

// How a set of coordinates is laid on from three sides.
struct Planes {
    place: vec3f,
    share: vec3f,
}

fn planes_of(uv: u32, own: vec3f, world: vec3f, own_normal: vec3f, world_normal: vec3f) -> Planes {
    let by_world = surface.finish.offset[uv].w > 0.0;
    let at = select(own, world, by_world);
    let n = abs(select(own_normal, world_normal, by_world));
    let share = pow(max(n, vec3f(1e-6)), vec3f(max(surface.finish.scale[uv].w, 1e-3)));
    let place = (at * surface.finish.scale[uv].xyz + surface.finish.offset[uv].xyz) * vec3f(1.0, -1.0, 1.0);
    return Planes(place, share / dot(share, vec3f(1.0)));
}

// Engine behaviour (Godot 4.6): light at corners spreads after Lambert, with a highlight after Blinn.
fn light_corner_linear(out: ptr<function, RichVarying>) {
    let n = (*out).normal;
    let v = unit(frame.eye.xyz - (*out).world);
    let exponent = exp2(15.0 * (1.0 - surface.pbr.y) + 1.0) * 0.25;
    var diffuse = vec3f(0.0);
    var specular = vec3f(0.0);
    var shadowed = vec2f(0.0);
    for (var i = 0u; i < frame.counts.x; i++) {
        let light = frame.lights[i];
        let reached = reach(light, (*out).world);
        let arriving = light.linear.rgb * reached.strength;
        let n_l = dot(n, reached.toward);
        var spread = max(n_l, 0.0);
        if (finish_has(WRAPPED)) {
            let around = 1.0 + surface.pbr.y;
            spread = max(0.0, (n_l + surface.pbr.y) / (around * around));
        } else if (finish_has(TOON_DIFFUSE)) {
            spread = smoothstep(-surface.pbr.y, max(surface.pbr.y, 0.01), n_l);
        }
        var spot = 0.0;
        if (!finish_has(NO_HIGHLIGHT)) {
            let n_h = saturate(dot(n, unit(v + reached.toward)));
            spot = pow(n_h, exponent) * (exponent + 2.0) / 8.0 * light.linear.w;
        }
        diffuse += arriving * spread;
        specular += arriving * spot;
        if (light.kinds.x == KIND_DIRECTIONAL && light.kinds.w > 0u) {
            shadowed += vec2f(dot(arriving, vec3f(1.0)) * vec2f(spread, spot));
        }
    }
    let all = vec2f(dot(diffuse, vec3f(1.0)), dot(specular, vec3f(1.0)));
    let share = shadowed / max(all, vec2f(1e-6));
    (*out).diffuse = vec4f(diffuse, share.x);
    (*out).specular = vec4f(specular, share.y);
}

@vertex
fn vs_rich(vertex: Vertex, placed: Placed) -> RichVarying {
    var out: RichVarying;
    let axes = world_of(placed);
    let own = grown(vertex);
    let world = axes * own;
    let normals = normals_of(placed);
    out.clip = frame.clip_from_world * world;
    out.world = world.xyz;
    out.normal = unit(normals * vertex.normal);
    out.uv = vertex.uv;
    out.color = vertex.color;
    out.own = vec4f(own.xyz, length(axes[3].xyz - frame.eye.xyz));
    let first = planes_of(0u, own.xyz, world.xyz, vertex.normal, out.normal);
    let second = planes_of(1u, own.xyz, world.xyz, vertex.normal, out.normal);
    out.place0 = first.place;
    out.share0 = first.share;
    out.place1 = second.place;
    out.share1 = second.share;
    if (finish_has(LIT_AT_CORNERS)) {
        light_corner_linear(&out);
    }
    if (surface.finish.scale[0].w > 0.0) {
        // Engine behaviour (Godot): directions of bumps follow the sides.
        let by_world = surface.finish.offset[0].w > 0.0;
        let n = abs(select(vertex.normal, out.normal, by_world));
        let along = unit(vec3f(n.y + n.z, 0.0, -n.x));
        let up = unit(vec3f(0.0, n.x + n.z, -n.y));
        out.tangent = select(unit(normals * along), along, by_world);
        out.bitangent = select(unit(normals * up), up, by_world);
    } else {
        out.tangent = unit(normals * vertex.tangent.xyz);
        out.bitangent = unit(normals * (cross(vertex.normal, vertex.tangent.xyz) * vertex.tangent.w));
    }
    return out;
}

fn place_of(kind: u32) -> u32 {
    return (surface.finish.which[kind >> 3u] >> ((kind & 7u) * 4u)) & 15u;
}

fn texel(place: u32, uv: vec2f) -> vec4f {
    var found = vec4f(1.0);
    switch place {
        case 0u: { found = textureSample(base_texture, base_sampler, uv); }
        case 1u: { found = textureSample(metallic_roughness_texture, metallic_roughness_sampler, uv); }
        case 2u: { found = textureSample(normal_texture, normal_sampler, uv); }
        case 3u: { found = textureSample(emission_texture, emission_sampler, uv); }
        case 4u: { found = textureSample(occlusion_texture, occlusion_sampler, uv); }
        case 5u: { found = textureSample(detail0_texture, detail0_sampler, uv); }
        case 6u: { found = textureSample(detail1_texture, detail1_sampler, uv); }
        case 7u: { found = textureSample(further0_texture, further0_sampler, uv); }
        case 8u: { found = textureSample(further1_texture, further1_sampler, uv); }
        default: {}
    }
    return found;
}

// The height at a place, by the size of the picture that is looked at from where the eye is.
fn depth_at(uv: vec2f, across: vec2f, down: vec2f) -> f32 {
    var height = 1.0;
    switch place_of(HEIGHT) {
        case 1u: { height = textureSampleGrad(metallic_roughness_texture, metallic_roughness_sampler, uv, across, down).r; }
        case 5u: { height = textureSampleGrad(detail0_texture, detail0_sampler, uv, across, down).r; }
        case 6u: { height = textureSampleGrad(detail1_texture, detail1_sampler, uv, across, down).r; }
        case 7u: { height = textureSampleGrad(further0_texture, further0_sampler, uv, across, down).r; }
        case 8u: { height = textureSampleGrad(further1_texture, further1_sampler, uv, across, down).r; }
        case 0u: { height = textureSampleGrad(base_texture, base_sampler, uv, across, down).r; }
        case 2u: { height = textureSampleGrad(normal_texture, normal_sampler, uv, across, down).r; }
        case 3u: { height = textureSampleGrad(emission_texture, emission_sampler, uv, across, down).r; }
        case 4u: { height = textureSampleGrad(occlusion_texture, occlusion_sampler, uv, across, down).r; }
        default: {}
    }
    return select(1.0 - height, height, finish_has(DEEP_WHITE));
}

// Looks for where the eye meets the heights. Engine behaviour (Godot): step by step, the last one divided.
fn met(uv: vec2f, way: vec3f) -> vec2f {
    let across = dpdx(uv);
    let down = dpdy(uv);
    let rule = surface.finish.height;
    let slide = way.xy * rule.x * 0.01;
    if (rule.z == 0.0) {
        return uv - slide * depth_at(uv, across, down);
    }
    let steps = max(mix(rule.z, rule.y, abs(way.z)), 1.0);
    let stride = slide / steps;
    var at = uv;
    var depth = depth_at(at, across, down);
    var deep = 0.0;
    for (var i = 0u; i < 512u && deep < depth; i++) {
        at -= stride;
        depth = depth_at(at, across, down);
        deep += 1.0 / steps;
    }
    let before = at + stride;
    let after = depth - deep;
    let earlier = depth_at(before, across, down) - deep + 1.0 / steps;
    let share = after / select(after - earlier, 1.0, after == earlier);
    return mix(at, before, share);
}

fn joined(base: vec3f, detail: vec4f) -> vec3f {
    var layer = detail.rgb;
    switch (surface.finish.which.w >> 15u) & 3u {
        case 1u: { layer = base + detail.rgb; }
        case 2u: { layer = base - detail.rgb; }
        case 3u: { layer = base * detail.rgb; }
        default: {}
    }
    return mix(base, layer, detail.a);
}

// How far ahead of the eye a depth is.
fn ahead_of(depth: f32) -> f32 {
    if (frame.counts.z != 0u) {
        return (depth - frame.depth.y) / -frame.depth.x;
    }
    return frame.depth.y / max(depth + frame.depth.x, 1e-9);
}

// What fades leave.
fn faded(in: RichVarying, whole: f32) -> f32 {
    var alpha = whole;
    let fade = surface.finish.fade;
    let far = length(in.world - frame.eye.xyz);
    if (finish_has(FADES_NEAR)) {
        let behind = ahead_of(textureLoad(mask, vec2i(in.clip.xy), 0).r);
        let own = dot(in.world - frame.eye.xyz, frame.ahead.xyz);
        alpha *= saturate(smoothstep(0.0, max(fade.z, 1e-6), behind - own));
    }
    if (finish_has(FADES_FAR)) {
        alpha *= leveled(fade.x, fade.y, far);
    }
    if (finish_has(HOLES_BY_PIXEL) || finish_has(HOLES_BY_NODE)) {
        let there = leveled(fade.x, fade.y, select(far, in.own.w, finish_has(HOLES_BY_NODE)));
        let pattern = fract(52.9829189 * fract(dot(in.clip.xy, vec2f(0.06711056, 0.00583715))));
        if (there < 0.001 || there < pattern) {
            discard;
        }
    }
    return alpha;
}

// A smooth step whose edges may come in any order.
fn leveled(gone: f32, whole: f32, at: f32) -> f32 {
    let way = select(whole - gone, 1e-6, whole == gone);
    let share = saturate((at - gone) / way);
    return share * share * (3.0 - 2.0 * share);
}

fn rich_matter(in: RichVarying, facing: bool) -> Matter {
    let straight = unit(select(-in.normal, in.normal, facing));
    var first = in.uv.xy * surface.finish.looks[HEIGHT].xy + surface.finish.looks[HEIGHT].zw;
    var shift = vec2f(0.0);
    if (finish_has(WITH_HEIGHT)) {
        let v = unit(frame.eye.xyz - in.world);
        let turn = select(vec2f(1.0), vec2f(-1.0), vec2<bool>(finish_has(FLIPPED_U), finish_has(FLIPPED_V)));
        let way = unit(vec3f(dot(v, in.tangent) * turn.x, -dot(v, in.bitangent) * turn.y, dot(v, straight)));
        shift = met(first, way) - first;
    }
    var found: array<vec4f, 14>;
    for (var kind = 0u; kind < HEIGHT; kind++) {
        let place = place_of(kind);
        found[kind] = vec4f(1.0);
        if (place == NO_PLACE) {
            continue;
        }
        let second = ((surface.finish.which.z >> kind) & 1u) == 1u;
        if (surface.finish.scale[select(0u, 1u, second)].w > 0.0) {
            let at = select(in.place0, in.place1, second);
            let share = select(in.share0, in.share1, second);
            found[kind] = texel(place, at.xy) * share.z + texel(place, at.xz) * share.y
                + texel(place, at.zy * vec2f(-1.0, 1.0)) * share.x;
        } else {
            let rule = surface.finish.looks[kind];
            let uv = select(in.uv.xy, in.uv.zw, second) * rule.xy + rule.zw;
            found[kind] = texel(place, uv + select(shift, vec2f(0.0), second));
        }
    }
    return matter_of(in, straight, &found);
}

fn matter_of(in: RichVarying, straight: vec3f, found: ptr<function, array<vec4f, 14>>) -> Matter {
    var out: Matter;
    var base = surface.base * (*found)[BASE];
    if (has(HAS_VERTEX_COLORS)) {
        base *= in.color;
    }
    out.rules = surface.finish.which.w | 0x80000000u;
    out.straight = straight;
    out.metallic = surface.pbr.x * (*found)[METALLIC_ROUGHNESS].b;
    out.roughness = surface.pbr.y * (*found)[METALLIC_ROUGHNESS].g;
    if (has(ROUGHNESS_MAP)) {
        out.roughness *= channel((*found)[ROUGHNESS], surface.flags.w);
    }
    if (has(METALLIC_MAP)) {
        out.metallic *= channel((*found)[METALLIC], surface.flags.w >> 3u);
    }
    var texel_n = (*found)[BUMPS].xy;
    if (!has(HAS_NORMAL_MAP)) {
        texel_n = vec2f(0.5);
    }
    let bumpy = has(HAS_NORMAL_MAP) || place_of(DETAIL_BUMPS) != NO_PLACE;
    if (finish_has(WITH_DETAIL)) {
        var layer = (*found)[DETAIL];
        let mask = (*found)[DETAIL_MASK].r;
        if (place_of(DETAIL_BUMPS) != NO_PLACE) {
            texel_n = mix(texel_n, mix(texel_n, (*found)[DETAIL_BUMPS].xy, layer.a), mask);
        }
        base = vec4f(mix(base.rgb, joined(base.rgb, layer), mask), base.a);
    }
    out.n = straight;
    if (bumpy) {
        let plain = LinearVarying(in.clip, in.world, in.normal, in.tangent, in.bitangent, in.uv, in.color);
        out.n = bent(plain, straight, texel_n, surface.pbr.w);
    }
    out.roughness = limited(out.roughness, out.n);
    if (out.roughness < 1e-8) {
        out.roughness = 0.0;
    }
    out.glow = surface.emission.rgb;
    if (has(HAS_EMISSION_TEXTURE)) {
        let light = (*found)[GLOW].rgb;
        out.glow = select(out.glow * light, out.glow + light, has(EMISSION_ADDS));
    }
    let coats = surface.finish.coats;
    out.outline = coats.xy * (*found)[OUTLINE].rg;
    out.coat = coats.zw * (*found)[COAT].rg;
    out.folds = vec2f(1.0);
    if (finish_has(WITH_FOLDS) && place_of(FOLDS) != NO_PLACE) {
        let kept = channel((*found)[FOLDS], (surface.finish.which.w >> 23u) & 7u);
        out.folds = vec2f(kept, mix(1.0, kept, surface.finish.backlight.w));
    }
    out.through = surface.finish.backlight.rgb;
    if (place_of(BACKLIGHT) != NO_PLACE) {
        out.through += (*found)[BACKLIGHT].rgb;
    }
    if (finish_has(LIT_AT_CORNERS)) {
        out.corner_diffuse = in.diffuse;
        out.corner_specular = in.specular;
    }
    // Where nothing changes from pixel to pixel, before anything is left out.
    let least = grain(in.own.xyz, surface.finish.height.w);
    var alpha = faded(in, base.a);
    if (!behind_doorway(in.clip.xy, in.world) || (finish_has(GRAINS) && alpha < least)) {
        discard;
    }
    out.base = vec4f(base.rgb, coverage(alpha));
    return out;
}

@fragment
fn fs_rich(in: RichVarying, @builtin(front_facing) facing: bool) -> @location(0) vec4f {
    return shade(in.clip.xy, in.world, rich_matter(in, facing));
}
