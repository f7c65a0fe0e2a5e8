// Pictures put into pictures, and masks.

struct Numbers {
    origin: vec4f,   // left and top pixel of the picture that is put; width and height
    back_x: vec4f,   // screen to a mask's rectangle: first row
    back_y: vec4f,   // second row
    rect: vec4f,     // left, top, right, bottom
    flags: vec4u,    // has a rectangle; soft; inverted; luminance
}

@group(0) @binding(0) var<uniform> numbers: Numbers;
@group(0) @binding(1) var picture: texture_2d<f32>;
@group(0) @binding(2) var mask: texture_2d<f32>;

fn let_through(at: vec4f) -> f32 {
    let last = vec2i(textureDimensions(mask)) - 1;
    return textureLoad(mask, min(vec2i(at.xy), last), 0).r;
}

// Colours are multiplied with their alpha.
fn shown(at: vec4f) -> vec4f {
    let place = vec2i(floor(at.xy - numbers.origin.xy));
    let size = vec2i(textureDimensions(picture));
    if (any(place < vec2i(0)) || any(place >= size)) {
        return vec4f(0.0);
    }
    return textureLoad(picture, place, 0);
}

@fragment
fn fs_put(@builtin(position) at: vec4f) -> @location(0) vec4f {
    return shown(at) * let_through(at);
}

// Onto linear light.
@fragment
fn fs_put_light(@builtin(position) at: vec4f) -> @location(0) vec4f {
    let color = shown(at);
    let stored = color.rgb / max(color.a, 1e-6);
    let light = select(pow((stored + 0.055) / 1.055, vec3f(2.4)), stored / 12.92, stored <= vec3f(0.04045));
    return vec4f(light * color.a, color.a) * let_through(at);
}

@fragment
fn fs_mask(@builtin(position) at: vec4f) -> @location(0) vec4f {
    var value = 0.0;
    if (numbers.flags.x != 0u) {
        let place = vec2f(dot(numbers.back_x.xyz, vec3f(at.xy, 1.0)), dot(numbers.back_y.xyz, vec3f(at.xy, 1.0)));
        value = select(0.0, 1.0, all(place >= numbers.rect.xy) && all(place < numbers.rect.zw));
    } else {
        let color = shown(at);
        value = select(color.a, dot(color.rgb, vec3f(0.299, 0.587, 0.114)), numbers.flags.w != 0u);
    }
    if (numbers.flags.y == 0u) {
        value = select(0.0, 1.0, value >= 0.5);
    }
    if (numbers.flags.z != 0u) {
        value = 1.0 - value;
    }
    return vec4f(value * let_through(at), 0.0, 0.0, 1.0);
}
