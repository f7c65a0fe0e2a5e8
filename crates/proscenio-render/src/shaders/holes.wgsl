// Patterns of holes. Needs surface.wgsl.

const GRAINS: u32 = 16384u;

fn finish_has(flag: u32) -> bool {
    return (surface.finish.which.w & flag) != 0u;
}

fn scrambled(p: vec2f) -> f32 {
    return fract(1.0e4 * sin(17.0 * p.x + 0.1 * p.y) * (0.1 + abs(sin(13.0 * p.y + p.x))));
}

fn scrambled_cell(p: vec3f) -> f32 {
    return scrambled(vec2f(scrambled(p.xy), p.z));
}

// The least alpha that is seen at a place of a mesh: the same for each place, about as fine as the screen, and evenly
// spread from 0 to 1 (Wyman and McGuire, Hashed Alpha Testing, 2017).
fn grain(own: vec3f, size: f32) -> f32 {
    let widest = max(length(dpdx(own)), length(dpdy(own)));
    let wanted = 1.0 / max(size * widest, 1e-20);
    let level = log2(wanted);
    let coarse = scrambled_cell(floor(exp2(floor(level)) * own));
    let fine = scrambled_cell(floor(exp2(ceil(level)) * own));
    let between = fract(level);
    let x = (1.0 - between) * coarse + between * fine;
    // What two even spreads mix to is not even; this is its share below x.
    let a = min(between, 1.0 - between);
    var share = (x - 0.5 * a) / (1.0 - a);
    if (x < a) {
        share = x * x / max(2.0 * a * (1.0 - a), 1e-6);
    } else if (x >= 1.0 - a) {
        share = 1.0 - (1.0 - x) * (1.0 - x) / max(2.0 * a * (1.0 - a), 1e-6);
    }
    return clamp(share, 1e-5, 1.0);
}
