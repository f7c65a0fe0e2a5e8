// Depth from where a light stands. Needs surface.wgsl and holes.wgsl.

struct Clip {
    from_world: mat4x4f,
}

@group(0) @binding(0) var<uniform> clip: Clip;

struct Depth {
    @builtin(position) clip: vec4f,
    @location(0) uv: vec4f,
    @location(1) color: vec4f,
    @location(2) own: vec3f,  // in the mesh
}

@vertex
fn vs_shadow(vertex: Vertex, placed: Placed) -> Depth {
    let own = grown(vertex);
    return Depth(clip.from_world * world_of(placed) * own, vertex.uv, vertex.color, own.xyz);
}

@fragment
fn fs_shadow(in: Depth) {
    var least = surface.stored.x;
    if (finish_has(GRAINS)) {
        least = grain(in.own, surface.finish.height.w);
    }
    if (base_color(in.uv, in.color).a < least) {
        discard;
    }
}
