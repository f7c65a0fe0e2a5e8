// Depth from where a light stands. Needs surface.wgsl.

struct Clip {
    from_world: mat4x4f,
}

@group(0) @binding(0) var<uniform> clip: Clip;

struct Depth {
    @builtin(position) clip: vec4f,
    @location(0) uv: vec4f,
    @location(1) color: vec4f,
}

@vertex
fn vs_shadow(vertex: Vertex, placed: Placed) -> Depth {
    let world = world_of(placed) * vec4f(vertex.position, 1.0);
    return Depth(clip.from_world * world, vertex.uv, vertex.color);
}

@fragment
fn fs_shadow(in: Depth) {
    if (base_color(in.uv, in.color).a < surface.stored.x) {
        discard;
    }
}
