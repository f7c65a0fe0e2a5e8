// Effects over a picture. Colours are multiplied with their alpha; effects on colours alone take that out first.

struct Numbers {
    size: vec4f,    // game pixels of the picture, pixels of this pass
    clock: vec4f,   // seconds; 1 where alpha is taken out first; side or count of the table; scale of this pass
    n: array<vec4f, 16>,
}

@group(0) @binding(0) var<uniform> numbers: Numbers;
@group(0) @binding(1) var before: texture_2d<f32>;
@group(0) @binding(2) var received: texture_2d<f32>;
@group(0) @binding(3) var last_frame: texture_2d<f32>;
@group(0) @binding(4) var table: texture_2d<f32>;
@group(0) @binding(5) var nearest: sampler;
@group(0) @binding(6) var smooth_sampler: sampler;

const TAU: f32 = 6.28318531;

fn n(at: u32) -> f32 { return numbers.n[at].x; }
fn n2(at: u32) -> vec2f { return numbers.n[at].xy; }
fn res() -> vec2f { return numbers.size.xy; }
fn time() -> f32 { return numbers.clock.x; }
fn uv_of(at: vec4f) -> vec2f { return at.xy / numbers.size.zw; }
fn straight(c: vec4f) -> vec4f {
    return select(c, vec4f(c.rgb / max(c.a, 1e-5), c.a), numbers.clock.y > 0.5);
}
fn weighted(c: vec4f) -> vec4f {
    return select(c, vec4f(c.rgb * c.a, c.a), numbers.clock.y > 0.5);
}
fn T(uv: vec2f) -> vec4f { return straight(textureSampleLevel(before, nearest, clamp(uv, vec2f(0.0), vec2f(1.0)), 0.0)); }
fn Ts(uv: vec2f) -> vec4f { return textureSampleLevel(before, smooth_sampler, clamp(uv, vec2f(0.0), vec2f(1.0)), 0.0); }
fn I(uv: vec2f) -> vec4f { return straight(textureSampleLevel(received, nearest, clamp(uv, vec2f(0.0), vec2f(1.0)), 0.0)); }
fn H(uv: vec2f) -> vec4f { return textureSampleLevel(last_frame, nearest, clamp(uv, vec2f(0.0), vec2f(1.0)), 0.0); }
fn lum(c: vec3f) -> f32 { return dot(c, vec3f(0.299, 0.587, 0.114)); }
fn sat3(c: vec3f) -> vec3f { return clamp(c, vec3f(0.0), vec3f(1.0)); }
fn smoother(a: f32, b: f32, x: f32) -> f32 {
    let k = saturate((x - a) / (b - a));
    return k * k * (3.0 - 2.0 * k);
}
fn hash(a: vec2f) -> f32 {
    var q = fract(a.xyx * 0.1031);
    q += dot(q, q.yzx + 33.33);
    return fract((q.x + q.y) * q.z);
}
fn vnoise(a: vec2f) -> f32 {
    let i = floor(a);
    let f = a - i;
    let s = f * f * (3.0 - 2.0 * f);
    let top = mix(hash(i), hash(i + vec2f(1.0, 0.0)), s.x);
    let low = mix(hash(i + vec2f(0.0, 1.0)), hash(i + vec2f(1.0, 1.0)), s.x);
    return mix(top, low, s.y);
}
fn bayer(p: vec2f) -> f32 {
    var rows = array<vec4f, 4>(
        vec4f(0.0, 8.0, 2.0, 10.0), vec4f(12.0, 4.0, 14.0, 6.0), vec4f(3.0, 11.0, 1.0, 9.0), vec4f(15.0, 7.0, 13.0, 5.0));
    let at = vec2i(floor(p)) & vec2i(3);
    return rows[at.y][at.x] / 16.0 - 0.5;
}
fn screened(a: vec3f, b: vec3f) -> vec3f { return 1.0 - (1.0 - a) * (1.0 - sat3(b)); }
fn turned(v: vec2f, angle: f32) -> vec2f {
    return vec2f(v.x * cos(angle) - v.y * sin(angle), v.x * sin(angle) + v.y * cos(angle));
}

// ---- passes ----

fn gauss(uv: vec2f, axis: vec2f, radius: f32) -> vec4f {
    // The radius is in game pixels, the steps are shares of the pass.
    let g = axis * (numbers.clock.w / numbers.size.zw) * max(radius, 0.0) / 3.2307692;
    return 0.2270270 * Ts(uv)
        + 0.3162162 * (Ts(uv + 1.3846154 * g) + Ts(uv - 1.3846154 * g))
        + 0.0702703 * (Ts(uv + 3.2307692 * g) + Ts(uv - 3.2307692 * g));
}
@fragment fn pass_gauss_x(@builtin(position) at: vec4f) -> @location(0) vec4f {
    return gauss(uv_of(at), vec2f(1.0, 0.0), n(0u));
}
@fragment fn pass_gauss_y(@builtin(position) at: vec4f) -> @location(0) vec4f {
    return gauss(uv_of(at), vec2f(0.0, 1.0), n(0u));
}
@fragment fn pass_bright(@builtin(position) at: vec4f) -> @location(0) vec4f {
    let c = Ts(uv_of(at));
    let threshold = n(1u);
    return c * smoother(threshold, min(1.0, threshold + 0.25), max(c.r, max(c.g, c.b)));
}
@fragment fn pass_rays_bright(@builtin(position) at: vec4f) -> @location(0) vec4f {
    let c = Ts(uv_of(at));
    return c * smoother(n(1u), min(1.0, n(1u) + 0.2), lum(c.rgb));
}
@fragment fn pass_rays(@builtin(position) at: vec4f) -> @location(0) vec4f {
    let uv = uv_of(at);
    let step = (uv - n2(0u)) * saturate(n(2u)) / 32.0;
    var sum = vec4f(0.0);
    var weight = 1.0;
    for (var i = 1; i <= 32; i++) {
        sum += weight * Ts(uv - f32(i) * step);
        weight *= n(3u);
    }
    return sum / 32.0;
}
fn five(uv: vec2f, axis: vec2f) -> vec4f {
    let g = axis / numbers.size.zw;
    return (6.0 * Ts(uv) + 4.0 * (Ts(uv + g) + Ts(uv - g)) + Ts(uv + 2.0 * g) + Ts(uv - 2.0 * g)) / 16.0;
}
@fragment fn pass_five_x(@builtin(position) at: vec4f) -> @location(0) vec4f { return five(uv_of(at), vec2f(1.0, 0.0)); }
@fragment fn pass_five_y(@builtin(position) at: vec4f) -> @location(0) vec4f { return five(uv_of(at), vec2f(0.0, 1.0)); }

// ---- effects ----

@fragment fn fx_straight(@builtin(position) at: vec4f) -> @location(0) vec4f {
    let c = T(uv_of(at));
    return vec4f(c.rgb / max(c.a, 1e-5), c.a);
}
// A part of a picture by itself: its top-left pixel, and nothing beyond the picture.
@fragment fn fx_cut(@builtin(position) at: vec4f) -> @location(0) vec4f {
    return textureLoad(before, vec2i(floor(at.xy + n2(0u))), 0);
}

fn table_at(c: vec3f) -> vec3f {
    let side = numbers.clock.z;
    let at = sat3(c) * (side - 1.0);
    let low = floor(at);
    let f = at - low;
    let high = min(low + 1.0, vec3f(side - 1.0));
    var sum = vec3f(0.0);
    for (var i = 0u; i < 8u; i++) {
        let up = vec3<bool>((i & 1u) != 0u, (i & 2u) != 0u, (i & 4u) != 0u);
        let cell = select(low, high, up);
        let share = select(1.0 - f, f, up);
        let texel = textureLoad(table, vec2i(i32(cell.z * side + cell.x), i32(cell.y)), 0).rgb;
        sum += texel * share.x * share.y * share.z;
    }
    return sum;
}
@fragment fn fx_lut(@builtin(position) at: vec4f) -> @location(0) vec4f {
    let c = T(uv_of(at));
    if (numbers.clock.z < 2.0) { return weighted(c); }
    return weighted(vec4f(mix(c.rgb, table_at(c.rgb), n(0u)), c.a));
}
@fragment fn fx_adjust(@builtin(position) at: vec4f) -> @location(0) vec4f {
    let c = T(uv_of(at));
    var x = pow(max(c.rgb, vec3f(0.0)), vec3f(1.0 / max(n(3u), 1e-4)));
    x = ((x - 0.5) * n(1u) + 0.5) * n(0u);
    x = mix(vec3f(lum(x)), x, n(2u));
    let angle = n(4u) * TAU / 360.0;
    let axis = vec3f(0.57735027);
    x = x * cos(angle) + cross(axis, x) * sin(angle) + axis * dot(axis, x) * (1.0 - cos(angle));
    return weighted(vec4f(sat3(x * numbers.n[5].xyz), c.a));
}
@fragment fn fx_wave(@builtin(position) at: vec4f) -> @location(0) vec4f {
    let uv = uv_of(at);
    let w = (floor(uv * res()) + 0.5) / res();
    let across = n(3u) > 0.5;
    let d = n(0u) * sin(TAU * n(1u) * select(w.y, w.x, across) + time() * n(2u));
    return T(uv + select(vec2f(d / res().x, 0.0), vec2f(0.0, d / res().y), across));
}
@fragment fn fx_shockwave(@builtin(position) at: vec4f) -> @location(0) vec4f {
    let uv = uv_of(at);
    let p = uv * res();
    let a = p - n2(0u) * res();
    let far = length(a);
    let k = (far - n(1u)) / max(n(3u) / 2.0, 1e-4);
    if (abs(k) >= 1.0 || far < 1e-4) { return T(uv); }
    let c = 1.0 - abs(k);
    let shown = T((p - a / far * n(2u) * c * sin(3.14159265 * k)) / res());
    return vec4f(shown.rgb * (1.0 + n(4u) * c * c), shown.a);
}
@fragment fn fx_distort(@builtin(position) at: vec4f) -> @location(0) vec4f {
    let uv = uv_of(at);
    let middle = n2(0u) * res();
    let a = uv * res() - middle;
    let far = length(a);
    if (far >= n(1u) || far < 1e-4) { return T(uv); }
    let t = far / n(1u);
    let reach = n(1u) * pow(t, max(0.1, 1.0 + n(2u)));
    let way = turned(a / far, n(3u) * (1.0 - t) * (1.0 - t));
    return Ts((middle + way * reach) / res());
}
@fragment fn fx_mosaic(@builtin(position) at: vec4f) -> @location(0) vec4f {
    let s = max(1.0, floor(n(0u)));
    return T(min((floor(uv_of(at) * res() / s) + 0.5) * s, res() - 0.5) / res());
}
@fragment fn fx_blur(@builtin(position) at: vec4f) -> @location(0) vec4f {
    let uv = uv_of(at);
    return mix(I(uv), Ts(uv), saturate(n(1u)));
}
@fragment fn fx_zoom_blur(@builtin(position) at: vec4f) -> @location(0) vec4f {
    let uv = uv_of(at);
    let count = i32(clamp(round(n(2u)), 1.0, 32.0));
    var sum = vec4f(0.0);
    for (var i = 0; i < count; i++) { sum += Ts(mix(uv, n2(0u), n(1u) * f32(i) / f32(count))); }
    return sum / f32(count);
}
@fragment fn fx_motion_blur(@builtin(position) at: vec4f) -> @location(0) vec4f {
    let uv = uv_of(at);
    let count = i32(clamp(round(n(1u)), 1.0, 32.0));
    if (count == 1) { return Ts(uv); }
    var sum = vec4f(0.0);
    for (var i = 0; i < count; i++) { sum += Ts(uv + n2(0u) / res() * (f32(i) / f32(count - 1) - 0.5)); }
    return sum / f32(count);
}
@fragment fn fx_tilt_shift(@builtin(position) at: vec4f) -> @location(0) vec4f {
    let uv = uv_of(at);
    return mix(I(uv), Ts(uv), smoother(n(2u), n(2u) + max(n(3u), 1e-4), abs(uv.y - n(1u))));
}
@fragment fn fx_bloom(@builtin(position) at: vec4f) -> @location(0) vec4f {
    let uv = uv_of(at);
    let c = I(uv);
    return vec4f(screened(c.rgb, Ts(uv).rgb * n(2u)), c.a);
}
@fragment fn fx_godrays(@builtin(position) at: vec4f) -> @location(0) vec4f {
    let uv = uv_of(at);
    let c = I(uv);
    return vec4f(screened(c.rgb, 2.0 * n(4u) * Ts(uv).rgb), c.a);
}
fn hatch(z: f32, scale: f32) -> bool { return fract(z / max(2.0, scale)) < 0.25; }
@fragment fn fx_halftone(@builtin(position) at: vec4f) -> @location(0) vec4f {
    let uv = uv_of(at);
    let p = uv * res();
    let scale = max(1.0, n(0u));
    let angle = n(1u) * TAU / 360.0;
    var shade = T(uv);
    var ink = 0.0;
    if (n(2u) < 0.5) {
        let q = turned(p, -angle);
        let middle = (floor(q / scale) + 0.5) * scale;
        shade = T(turned(middle, angle) / res());
        let r = 0.71 * sqrt(saturate(1.0 - lum(shade.rgb)));
        ink = 1.0 - smoothstep(r - 0.06, r + 0.06, length(fract(q / scale) - 0.5));
    } else {
        let l = lum(shade.rgb);
        let dark = (l < 0.8 && hatch(p.x + p.y, n(0u))) || (l < 0.6 && hatch(p.x - p.y, n(0u)))
            || (l < 0.4 && hatch(p.x + p.y - n(0u) / 2.0, n(0u))) || (l < 0.2 && hatch(p.x - p.y - n(0u) / 2.0, n(0u)));
        ink = select(0.0, 1.0, dark);
    }
    return weighted(vec4f(mix(vec3f(1.0), shade.rgb * n(3u), ink), T(uv).a));
}
@fragment fn fx_glitch(@builtin(position) at: vec4f) -> @location(0) vec4f {
    let uv = uv_of(at);
    let tau = floor(time() * n(4u)) + 17.0 * n(5u);
    let b = floor(uv.y * max(1.0, n(0u)));
    var d = 0.0;
    if (hash(vec2f(b, tau)) < n(3u)) { d = (2.0 * hash(vec2f(b, tau + 1.0)) - 1.0) * n(1u); }
    let s = select(0.0, n(2u), d != 0.0);
    let px = vec2f(1.0 / res().x, 0.0);
    let own = T(uv + px * d);
    return vec4f(T(uv + px * (d + s)).r, own.g, T(uv + px * (d - s)).b, own.a);
}
@fragment fn fx_rgb_split(@builtin(position) at: vec4f) -> @location(0) vec4f {
    let uv = uv_of(at);
    let g = T(uv + n2(1u) / res());
    return vec4f(T(uv + n2(0u) / res()).r, g.g, T(uv + n2(2u) / res()).b, T(uv).a);
}
@fragment fn fx_grain(@builtin(position) at: vec4f) -> @location(0) vec4f {
    let uv = uv_of(at);
    let c = T(uv);
    let tau = select(0.0, floor(24.0 * time()), n(2u) > 0.5);
    let noise = hash(floor(uv * res() / max(1.0, n(1u))) + tau * vec2f(13.1, 7.7)) - 0.5;
    return weighted(vec4f(sat3(c.rgb + noise * n(0u)), c.a));
}
@fragment fn fx_old_film(@builtin(position) at: vec4f) -> @location(0) vec4f {
    let uv = uv_of(at);
    let c = T(uv);
    let tau = floor(24.0 * time());
    var x = mix(c.rgb, lum(c.rgb) * vec3f(1.07, 0.74, 0.43), n(0u));
    x += (hash(floor(uv * res()) + tau * vec2f(5.3, 9.1)) - 0.5) * n(1u);
    if (hash(vec2f(tau, 2.0)) < n(2u)) {
        let line = uv.x - hash(vec2f(tau, 1.0)) - 0.01 * (vnoise(vec2f(8.0 * uv.y, tau)) - 0.5);
        x *= mix(0.55, 1.0, smoothstep(0.0, 1.0, res().x * abs(line)));
    }
    x *= 1.0 - 0.2 * n(3u) * hash(vec2f(tau, 3.0));
    let around = 2.0 * uv - 1.0;
    x *= 1.0 - n(4u) * smoothstep(0.3, 1.6, dot(around, around));
    return weighted(vec4f(sat3(x), c.a));
}
@fragment fn fx_palette(@builtin(position) at: vec4f) -> @location(0) vec4f {
    let uv = uv_of(at);
    let c = T(uv);
    let count = i32(numbers.clock.z);
    if (count <= 1) { return weighted(c); }
    let wanted = c.rgb + bayer(uv * res()) * n(0u);
    var best = vec3f(0.0);
    var least = 1e30;
    for (var i = 0; i < count; i++) {
        let color = textureLoad(table, vec2i(i, 0), 0).rgb;
        let way = color - wanted;
        let far = dot(way, way);
        if (far < least) {
            least = far;
            best = color;
        }
    }
    return weighted(vec4f(best, c.a));
}
@fragment fn fx_dither(@builtin(position) at: vec4f) -> @location(0) vec4f {
    let uv = uv_of(at);
    let c = T(uv);
    let m = max(2.0, round(n(0u))) - 1.0;
    let x = floor(sat3(c.rgb + bayer(uv * res()) * n(1u) / m) * m + 0.5) / m;
    return weighted(vec4f(x, c.a));
}
@fragment fn fx_posterize(@builtin(position) at: vec4f) -> @location(0) vec4f {
    let c = T(uv_of(at));
    let m = max(2.0, round(n(0u))) - 1.0;
    return weighted(vec4f(floor(sat3(c.rgb) * m + 0.5) / m, c.a));
}
@fragment fn fx_phosphor(@builtin(position) at: vec4f) -> @location(0) vec4f {
    let uv = uv_of(at);
    let c = T(uv);
    return vec4f(max(c.rgb, H(uv).rgb * clamp(n(0u), 0.0, 0.98)), c.a);
}
fn yiq(c: vec3f) -> vec3f {
    return vec3f(lum(c), dot(c, vec3f(0.596, -0.274, -0.322)), dot(c, vec3f(0.211, -0.523, 0.312)));
}
@fragment fn fx_ntsc(@builtin(position) at: vec4f) -> @location(0) vec4f {
    let uv = uv_of(at);
    let p = uv * res();
    let px = vec2f(1.0 / res().x, 0.0);
    let sigma = max(0.01, 2.5 * n(0u));
    var chroma = vec2f(0.0);
    var weights = 0.0;
    for (var k = -4; k <= 4; k++) {
        let weight = exp(-f32(k * k) / (2.0 * sigma * sigma));
        chroma += weight * yiq(T(uv + f32(k) * px).rgb).yz;
        weights += weight;
    }
    chroma /= weights;
    let own = T(uv);
    var y = lum(own.rgb);
    let left = lum(T(uv - px).rgb);
    let phase = (floor(p.x) + floor(p.y) + floor(60.0 * time())) * TAU / 3.0;
    y += 0.15 * n(1u) * length(chroma) * sin(phase);
    chroma += n(2u) * (y - left) * vec2f(cos(phase), sin(phase));
    let i = chroma.x;
    let q = chroma.y;
    let x = vec3f(y + 0.956 * i + 0.621 * q, y - 0.272 * i - 0.647 * q, y - 1.106 * i + 1.703 * q);
    return weighted(vec4f(sat3(x), own.a));
}
@fragment fn fx_lcd(@builtin(position) at: vec4f) -> @location(0) vec4f {
    let uv = uv_of(at);
    let per = round(numbers.size.zw / res());
    let inside = vec2f(floor(at.xy) - floor(floor(at.xy) / per) * per);
    var gap = false;
    if (per.x >= 2.0 && per.y >= 2.0) {
        let first = inside < vec2f(1.0);
        gap = select(first.x && first.y, first.x || first.y, min(per.x, per.y) >= 3.0);
    }
    let c = T(uv).rgb * numbers.n[2].xyz * select(1.0, 1.0 - n(0u), gap);
    return vec4f(mix(c, H(uv).rgb, clamp(n(1u), 0.0, 0.95)), 1.0);
}

fn light3(c: vec3f, gamma: f32) -> vec3f { return pow(max(c, vec3f(0.0)), vec3f(gamma)); }
fn line_at(x: f32, row: f32, gamma: f32) -> vec3f {
    let left = floor(x - 0.5);
    let t = saturate((x - 0.5 - left - 0.5) * (1.0 + 8.0 * n(6u)) + 0.5);
    let a = light3(I(vec2f(left + 0.5, row + 0.5) / res()).rgb, gamma);
    let b = light3(I(vec2f(left + 1.5, row + 0.5) / res()).rgb, gamma);
    return mix(a, b, t);
}
fn scan(x: f32, row: f32, gamma: f32) -> vec3f {
    let c = n(11u);
    let own = line_at(x, row, gamma);
    if (c == 0.0) { return own; }
    return vec3f(line_at(x + c, row, gamma).r, own.g, line_at(x - c, row, gamma).b);
}
fn spot(z: f32, c: vec3f) -> vec3f {
    let w = 0.25 + 0.15 * n(7u) * c;
    return exp(-z * z / (2.0 * w * w));
}
@fragment fn fx_crt(@builtin(position) at: vec4f) -> @location(0) vec4f {
    let uv = uv_of(at);
    let gamma = mix(1.0, 2.2, n(9u));
    let d = res() / numbers.size.zw;
    let real = at.xy;
    let frame = floor(60.0 * time());
    let flat = 2.0 * uv - 1.0;
    let bent = flat * (1.0 + n(4u) * dot(flat, flat));
    let radius = 2.0 * saturate(n(15u));
    let e = length(max(abs(bent) - (1.0 - radius), vec2f(0.0))) - radius;
    // What changes over one pixel: asked for before anything is left.
    let slope = max(fwidth(e), 1e-5);
    let seen = (bent + 1.0) / 2.0;
    var place = seen * res();
    if (n(14u) > 0.5) { place.y += 0.5 * (frame - 2.0 * floor(frame / 2.0)); }
    let row = floor(place.y);
    let here = scan(place.x, row, gamma);
    var rgb = here * (1.0 - n(0u) * (row - 2.0 * floor(row / 2.0)));
    if (d.y <= 0.7) {
        let v = place.y - row - 0.5;
        let next = scan(place.x, row + select(-1.0, 1.0, v > 0.0), gamma);
        rgb = mix(here, here * spot(v, here) + next * spot(1.0 - abs(v), next), n(0u));
    }
    let cell = floor(real / max(1.0, n(3u)));
    let kind = n(2u);
    var column = cell.x;
    if (kind > 1.5) { column = floor(real.x / max(1.0, n(3u)) + 1.5 * (cell.y - 2.0 * floor(cell.y / 2.0))); }
    let third = column - 3.0 * floor(column / 3.0);
    let kept = vec3f(third) == vec3f(0.0, 1.0, 2.0);
    rgb *= select(vec3f(1.0 - n(1u)), vec3f(1.0), kept);
    if (kind > 0.5 && kind < 1.5) {
        let group = floor(cell.x / 3.0);
        let line = cell.y + 2.0 * (group - 2.0 * floor(group / 2.0));
        rgb *= select(1.0, 1.0 - n(1u), line - 4.0 * floor(line / 4.0) == 0.0);
    }
    rgb += n(10u) * light3(Ts(seen).rgb, gamma);
    let roll = fract(seen.y - 0.12 * time());
    let band = smoothstep(0.75, 1.0, roll) * (1.0 - smoothstep(0.97, 1.0, roll));
    rgb *= 1.0 - n(13u) * (0.03 * hash(vec2f(frame, 0.0)) + 0.12 * band);
    rgb *= n(8u);
    rgb *= 1.0 - n(5u) * smoothstep(0.4, 2.0, dot(flat, flat));
    rgb *= saturate(-e / slope);
    let shown = pow(max(rgb, vec3f(0.0)), vec3f(1.0 / gamma));
    let noise = n(12u) * (hash(floor(real) + vec2f(7.0, 13.0) * frame) - 0.5);
    return vec4f(select(sat3(shown + noise), vec3f(0.0), e > 0.0), 1.0);
}
@fragment fn fx_outline(@builtin(position) at: vec4f) -> @location(0) vec4f {
    let own = textureLoad(before, vec2i(at.xy), 0);
    if (own.a >= 0.5) { return own; }
    let thickness = n(1u) * numbers.size.z / res().x;
    let reach = i32(clamp(ceil(thickness), 0.0, 32.0));
    let size = vec2i(textureDimensions(before));
    for (var y = -reach; y <= reach; y++) {
        for (var x = -reach; x <= reach; x++) {
            let place = vec2i(at.xy) + vec2i(x, y);
            let near = f32(x * x + y * y) <= thickness * thickness;
            if (near && all(place >= vec2i(0)) && all(place < size) && textureLoad(before, place, 0).a >= 0.5) {
                return vec4f(numbers.n[0].rgb, 1.0);
            }
        }
    }
    return own;
}
@fragment fn fx_glow(@builtin(position) at: vec4f) -> @location(0) vec4f {
    let uv = uv_of(at);
    let own = I(uv);
    let halo = saturate(Ts(uv).a * n(2u));
    let behind = vec4f(numbers.n[1].rgb * halo, halo);
    return own + behind * (1.0 - own.a);
}
