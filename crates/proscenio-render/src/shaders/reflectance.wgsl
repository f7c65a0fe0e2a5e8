// Fills a table of how a rough surface reflects light from all around: x over the cosine of the view
// direction, y over roughness. Red is the share of Fresnel's rise towards grazing, green is the whole.
// Needs screen.wgsl.

const SAMPLES: u32 = 256u;
const PI: f32 = 3.14159265;

fn masking(cosine: f32, roughness: f32) -> f32 {
    let k = roughness * roughness * 0.5;
    return cosine / (cosine * (1.0 - k) + k);
}

@fragment
fn fs_reflectance(@builtin(position) at: vec4f) -> @location(0) vec4f {
    let cell = at.xy / SIZE;
    let n_v = cell.x;
    // Engine behaviour (Godot 4.6): its table is shifted by one row of 128.
    let roughness = cell.y + 1.0 / 128.0;
    let a2 = roughness * roughness * roughness * roughness;
    let v = vec3f(sqrt(1.0 - n_v * n_v), 0.0, n_v);
    var rise = 0.0;
    var whole = 0.0;
    for (var i = 0u; i < SAMPLES; i++) {
        // Evenly spread points of the unit square, turned into half vectors of the GGX distribution.
        let turn = 2.0 * PI * (f32(i) + 0.5) / f32(SAMPLES);
        let share = fract((f32(i) + 0.5) * 0.61803399);
        let cosine = sqrt((1.0 - share) / (1.0 + (a2 - 1.0) * share));
        let sine = sqrt(max(1.0 - cosine * cosine, 0.0));
        let h = vec3f(cos(turn) * sine, sin(turn) * sine, cosine);
        let v_h = saturate(dot(v, h));
        let n_l = 2.0 * dot(v, h) * h.z - v.z;
        if (n_l > 0.0) {
            let seen = masking(n_v, roughness) * masking(n_l, roughness) * v_h / max(cosine * n_v, 1e-6);
            let left = 1.0 - v_h;
            let square = left * left;
            rise += square * square * left * seen;
            whole += seen;
        }
    }
    return vec4f(rise / f32(SAMPLES), whole / f32(SAMPLES), 0.0, 1.0);
}
