// One triangle over the whole picture.

@vertex
fn vs_screen(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
    let x = f32((index << 1u) & 2u) * 2.0 - 1.0;
    let y = f32(index & 2u) * 2.0 - 1.0;
    return vec4f(x, y, 0.0, 1.0);
}
