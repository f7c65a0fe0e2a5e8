// What shader code of a mesh may call, and what calls it. Needs mesh.wgsl; `Mu` stands before.

struct FragContext {
    uv: vec2f,
    normal: vec3f,
    worldPos: vec3f,
    light: vec3f,
    shine: vec3f,
    emissive: vec3f,
    viewDir: vec3f,
    color: vec4f,
}

struct VertContext {
    normal: vec3f,
    uv: vec2f,
    color: vec4f,
}

@group(3) @binding(0) var<uniform> mu: Mu;

fn sampleTexture(uv: vec2f) -> vec4f {
    return textureSampleLevel(base_texture, base_sampler, uv, 0.0);
}

// Engine behaviour (nacatamalon): where a picture of a ball shows what a direction mirrors.
fn envUv(ctx: FragContext) -> vec2f {
    let r = reflect(-ctx.viewDir, ctx.normal);
    let m = max(2.0 * sqrt(r.x * r.x + r.y * r.y + (r.z + 1.0) * (r.z + 1.0)), 1e-4);
    return vec2f(r.x / m + 0.5, 0.5 - r.y / m);
}

@vertex
fn vs_code(corner: Vertex, placed: Placed) -> StoredVarying {
    var moved = corner;
    if (MOVES) {
        let ctx = VertContext(corner.normal, corner.uv.xy, corner.color);
        let n = unit(corner.normal);
        let t = unit(select(cross(n, vec3f(0.0, 1.0, 0.0)), cross(n, vec3f(1.0, 0.0, 0.0)), abs(n.y) > 0.9));
        let b = cross(n, t);
        moved.position = corner_hook(corner.position, ctx);
        // Engine behaviour (nacatamalon): the normal of two more places a little aside.
        let along_t = corner_hook(corner.position + t * 0.01, ctx) - moved.position;
        let along_b = corner_hook(corner.position + b * 0.01, ctx) - moved.position;
        moved.normal = unit(cross(along_t, along_b));
    }
    return stored_corner(moved, placed);
}

@fragment
fn fs_code(in: StoredVarying, @builtin(front_facing) facing: bool) -> @location(0) vec4f {
    let stuff = stuff_of(in, facing);
    let ctx = FragContext(
        stuff.uv.xy,
        stuff.normal,
        in.world.xyz,
        stuff.light,
        stuff.shine,
        stuff.glow,
        unit(frame.eye.xyz - in.world.xyz),
        in.color,
    );
    return finished(in, pixel_hook(stuff.base, ctx));
}
