// What the drawings of a sector are cut to: the doorways it is seen through. The including shader binds `cut`.

const MAX_WINDOWS: u32 = 8u;
const MAX_SIDES: u32 = 12u;

struct Window {
    counts: vec4u,                    // sides
    behind: vec4f,                    // the half-space behind it, in the world
    sides: array<vec4f, MAX_SIDES>,   // half-planes of the picture, in pixels
}

struct Cut {
    counts: vec4u,                    // windows; none cuts nothing
    windows: array<Window, MAX_WINDOWS>,
}

fn in_sides(window: u32, at: vec2f) -> bool {
    for (var i = 0u; i < cut.windows[window].counts.x; i++) {
        if (dot(cut.windows[window].sides[i].xyz, vec3f(at, 1.0)) < 0.0) {
            return false;
        }
    }
    return true;
}

// Whether a pixel lies in a doorway.
fn in_doorway(at: vec2f) -> bool {
    for (var i = 0u; i < cut.counts.x; i++) {
        if (in_sides(i, at)) {
            return true;
        }
    }
    return cut.counts.x == 0u;
}

// Whether a point of the world at a pixel lies behind a doorway.
fn behind_doorway(at: vec2f, world: vec3f) -> bool {
    for (var i = 0u; i < cut.counts.x; i++) {
        if (dot(cut.windows[i].behind, vec4f(world, 1.0)) >= 0.0 && in_sides(i, at)) {
            return true;
        }
    }
    return cut.counts.x == 0u;
}
