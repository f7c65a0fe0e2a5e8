// What is drawn and how its surface is told; shared by pictures of light and of depth.

const HAS_VERTEX_COLORS: u32 = 1u;
const HAS_METALLIC_ROUGHNESS: u32 = 4u;
const HAS_NORMAL_MAP: u32 = 8u;
const HAS_EMISSION_TEXTURE: u32 = 16u;
const EMISSION_ADDS: u32 = 32u;
const LIT: u32 = 128u;
const SEE_THROUGH: u32 = 256u;
const CUTOFF: u32 = 512u;
const LAMBERT: u32 = 1024u;
const TOON: u32 = 2048u;
const RIM: u32 = 4096u;
const DOTS: u32 = 8192u;
const OCCLUSION: u32 = 16384u;
const AFFINE: u32 = 32768u;
const ROUGHNESS_MAP: u32 = 262144u;
const METALLIC_MAP: u32 = 524288u;
const DETAIL0: u32 = 65536u;
const DETAIL1: u32 = 131072u;

// Where a drawing is: rows of the axes and the origin, columns of what turns normals.
struct Placed {
    @location(6) row0: vec4f,
    @location(7) row1: vec4f,
    @location(8) row2: vec4f,
    @location(9) normal0: vec3f,
    @location(10) normal1: vec3f,
    @location(11) normal2: vec3f,
}

fn world_of(placed: Placed) -> mat4x4f {
    return transpose(mat4x4f(placed.row0, placed.row1, placed.row2, vec4f(0.0, 0.0, 0.0, 1.0)));
}

fn normals_of(placed: Placed) -> mat3x3f {
    return mat3x3f(placed.normal0, placed.normal1, placed.normal2);
}

struct Surface {
    base: vec4f,      // linear or stored, as the rule wants it
    emission: vec4f,  // likewise; w: unused
    pbr: vec4f,       // metallic, roughness, specular, strength of the normal map
    stored: vec4f,    // cutoff, specular, shininess, unused
    base_uv: vec4f,   // scale, offset
    metallic_roughness_uv: vec4f,
    normal_uv: vec4f,
    emission_uv: vec4f,
    occlusion_uv: vec4f,
    toon: vec4f,      // bands, shadow, spot
    rim: vec4f,       // colour times strength; w: exponent
    highlight: vec4f, // colour; w: rows of the grid corners are put on, −1 for the picture's
    dots: vec4f,      // side of a cell, luminance without dots, strength of the occlusion
    detail_uv: array<vec4f, 2>,
    flags: vec4u,     // HAS_*; bits of the textures that use the second coordinates; coordinates of the details
    finish: Finish,
}

// What linear light does beyond that; see rich.wgsl.
struct Finish {
    scale: array<vec4f, 2>,   // of textures laid on from three sides, for both sets; w: sharpness, 0 without
    offset: array<vec4f, 2>,  // w: 1 by places in the world
    coats: vec4f,             // light along the outline: amount, tint; clear layer: amount, roughness
    backlight: vec4f,         // w: how much of the folds counts for lights
    fade: vec4f,              // metres: not there, whole; to what is behind; grow
    height: vec4f,            // scale, steps straight and aslant (0: one step); grains of holes
    looks: array<vec4f, 14>,  // scale, offset of the texture of each kind
    which: vec4u,             // place of the texture of each kind, 4 bits each; kinds on the second set; flags
}

@group(1) @binding(0) var<uniform> surface: Surface;
@group(1) @binding(1) var base_texture: texture_2d<f32>;
@group(1) @binding(2) var base_sampler: sampler;
@group(1) @binding(3) var metallic_roughness_texture: texture_2d<f32>;
@group(1) @binding(4) var metallic_roughness_sampler: sampler;
@group(1) @binding(5) var normal_texture: texture_2d<f32>;
@group(1) @binding(6) var normal_sampler: sampler;
@group(1) @binding(7) var emission_texture: texture_2d<f32>;
@group(1) @binding(8) var emission_sampler: sampler;
@group(1) @binding(9) var occlusion_texture: texture_2d<f32>;
@group(1) @binding(10) var occlusion_sampler: sampler;

@group(1) @binding(11) var detail0_texture: texture_2d<f32>;
@group(1) @binding(12) var detail0_sampler: sampler;
@group(1) @binding(13) var detail1_texture: texture_2d<f32>;
@group(1) @binding(14) var detail1_sampler: sampler;
@group(1) @binding(15) var further0_texture: texture_2d<f32>;
@group(1) @binding(16) var further0_sampler: sampler;
@group(1) @binding(17) var further1_texture: texture_2d<f32>;
@group(1) @binding(18) var further1_sampler: sampler;

struct Vertex {
    @location(0) position: vec3f,
    @location(1) normal: vec3f,
    @location(2) tangent: vec4f,
    @location(3) uv: vec4f,      // both sets
    @location(4) color: vec4f,   // linear
    @location(5) third_uv: vec2f,
}

fn grown(vertex: Vertex) -> vec4f {
    return vec4f(vertex.position + vertex.normal * surface.finish.fade.w, 1.0);
}

fn has(flag: u32) -> bool {
    return (surface.flags.x & flag) != 0u;
}

fn place_uv(sets: vec4f, rule: vec4f, texture: u32) -> vec2f {
    let second = (surface.flags.y & (1u << texture)) != 0u;
    return select(sets.xy, sets.zw, second) * rule.xy + rule.zw;
}

fn base_color(uv: vec4f, color: vec4f) -> vec4f {
    var base = surface.base * textureSample(base_texture, base_sampler, place_uv(uv, surface.base_uv, 0u));
    if (has(HAS_VERTEX_COLORS)) {
        base *= color;
    }
    return base;
}

