// Fog that fills space: how much there is in each cell before the eye and how much light it scatters, blurred, and summed
// from the eye on. Slices of cells stand beside each other in one picture. Needs mesh.wgsl and linear.wgsl.

const MAX_VOLUMES: u32 = 32u;

struct Volume {
    from_world: array<vec4f, 3>,  // rows
    size: vec4f,      // w: shape
    numbers: vec4f,   // density, how fast it thins upwards, softness of its border, height of its middle
    albedo: vec4f,
    emission: vec4f,
}

struct Fog {
    grid: vec4f,        // cells across, down and in depth, slices beside each other
    sizes: vec4f,       // half of what is seen, near and far
    deep: vec4f,        // length, exponent of depths, anisotropy, share of ambient light
    scattering: vec4f,  // of the fog everywhere, times its density; w: density
    emission: vec4f,    // likewise; w: share over the background
    settled: vec4f,     // share that has settled
    around: vec4f,      // light from everywhere; w: share of it that the sky has
    axes: array<vec4f, 4>,  // of the eye, and where it is
    counts: vec4u,      // volumes
    volumes: array<Volume, MAX_VOLUMES>,
}

@group(3) @binding(0) var<uniform> fog: Fog;
@group(3) @binding(1) var cells: texture_2d<f32>;
@group(3) @binding(2) var cells_sampler: sampler;

struct Cell {
    across: vec2i,
    slice: i32,
}

fn cell_of(at: vec2f) -> Cell {
    let size = vec2i(fog.grid.xy);
    let place = vec2i(at);
    let tile = place / size;
    return Cell(place - tile * size, tile.y * i32(fog.grid.w) + tile.x);
}

fn place_of(cell: Cell) -> vec2i {
    let per_row = i32(fog.grid.w);
    return vec2i(cell.slice % per_row, cell.slice / per_row) * vec2i(fog.grid.xy) + cell.across;
}

fn depth_of(slice: f32) -> f32 {
    return fog.deep.x * pow((slice + 0.5) / fog.grid.z, fog.deep.y);
}

// How light goes on in a direction.
fn phase(cosine: f32) -> f32 {
    let g = fog.deep.z;
    return 0.0795774715 * (1.0 - g * g) / pow(1.0 + g * g - 2.0 * g * cosine, 1.5);
}

// Distance to the border of a volume; below 0 inside.
fn border(volume: Volume, at: vec3f) -> f32 {
    let half = volume.size.xyz * 0.5;
    switch u32(volume.size.w) {
        case 0u: {
            let k0 = length(at / half);
            let k1 = length(at / (half * half));
            return k0 * (k0 - 1.0) / max(k1, 1e-6);
        }
        case 1u: {
            let steep = 1.0 / max(0.001, half.y);
            let wide = 1.0 / max(0.001, min(half.x, half.z) * 0.5);
            let way = vec2f(wide, steep) / sqrt(wide * wide + steep * steep);
            return max(dot(way, vec2f(length(at.xz), at.y - half.y)), -half.y - at.y);
        }
        case 2u: {
            let d = abs(vec2f(length(at.xz), at.y)) - vec2f(min(half.x, half.z), half.y);
            return min(max(d.x, d.y), 0.0) + length(max(d, vec2f(0.0)));
        }
        case 3u: {
            let q = abs(at) - half;
            return length(max(q, vec3f(0.0))) + min(max(q.x, max(q.y, q.z)), 0.0);
        }
        default: {
            return -1.0;
        }
    }
}

struct Filling {
    scattering: vec3f,
    emission: vec3f,
    density: f32,
}

// Engine behaviour (Godot 4.6, FogMaterial).
fn filling(world: vec3f) -> Filling {
    var sum: Filling;
    for (var i = 0u; i < fog.counts.x; i++) {
        let volume = fog.volumes[i];
        let at = vec4f(world, 1.0);
        let local = vec3f(dot(volume.from_world[0], at), dot(volume.from_world[1], at), dot(volume.from_world[2], at));
        let inside = -border(volume, local);
        if (inside <= 0.0) {
            continue;
        }
        let least = min(volume.size.x, min(volume.size.y, volume.size.z));
        var density = volume.numbers.x * saturate(exp2(-volume.numbers.y * (world.y - volume.numbers.w)));
        density *= pow(saturate(2.0 * inside / least), volume.numbers.z);
        if (abs(density) <= 0.001) {
            continue;
        }
        sum.density += density;
        sum.scattering += clamp(volume.albedo.rgb * saturate(density), vec3f(0.0), vec3f(1.0));
        sum.emission += clamp(volume.emission.rgb * saturate(density), vec3f(0.0), vec3f(4.0));
    }
    return sum;
}

// Whether light reaches a place.
fn lit_through(light: Light, at: vec3f) -> f32 {
    if (light.kinds.w == 0u) {
        return 1.0;
    }
    let sun = light.kinds.x == KIND_DIRECTIONAL;
    var number = light.kinds.z;
    var toward = -light.shines.xyz;
    var faded = 0.0;
    if (sun) {
        let deep = dot(at - frame.eye.xyz, frame.ahead.xyz);
        if (deep >= light.fade.y) {
            return 1.0;
        }
        var part = 0u;
        while (part + 1u < light.kinds.w && deep >= light.ends[part]) {
            part++;
        }
        number += part;
        faded = smoothstep(light.fade.x, light.fade.y, deep);
    } else {
        let way = at - light.position.xyz;
        toward = -unit(way);
        if (light.kinds.x == KIND_POINT) {
            let size = abs(way);
            if (size.x >= size.y && size.x >= size.z) {
                number += select(0u, 1u, way.x < 0.0);
            } else if (size.y >= size.z) {
                number += select(2u, 3u, way.y < 0.0);
            } else {
                number += select(4u, 5u, way.z < 0.0);
            }
        }
    }
    // Engine behaviour (Godot 4.6): light goes a little into what is behind something.
    let open = open_share(sun, frame.tiles[number], at + toward * 0.1, 0.0, vec2f(0.0));
    return mix(1.0, mix(open, 1.0, faded), light.shadow.w);
}

// Engine behaviour (Godot 4.6): thin fog takes the light of the sky behind it, from all around when it throws light to all
// sides.
fn around(way: vec3f) -> vec3f {
    if (fog.around.w <= 0.0) {
        return fog.around.rgb;
    }
    let level = (2.0 + saturate(fog.scattering.w) * 4.0) / 7.0;
    let even = from_sky(vec3f(0.0, 1.0, 0.0), 1.0);
    let ahead = from_sky(way * sign(fog.deep.z), level * level);
    return mix(fog.around.rgb, mix(even, ahead, abs(fog.deep.z)), fog.around.w);
}

fn scattered(world: vec3f, way: vec3f) -> vec3f {
    var light_sum = around(way) * fog.deep.w;
    for (var i = 0u; i < frame.counts.x; i++) {
        let light = frame.lights[i];
        if (light.stored.w <= 0.001) {
            continue;
        }
        let reached = reach(light, world);
        if (reached.strength <= 0.0) {
            continue;
        }
        let share = phase(dot(way, reached.toward)) * light.stored.w * lit_through(light, world);
        light_sum += light.linear.rgb * (PI * reached.strength * share);
    }
    return light_sum;
}

// Light that a cell scatters and gives, and how much fog is in it.
@fragment
fn fs_dense(@builtin(position) at: vec4f) -> @location(0) vec4f {
    let cell = cell_of(at.xy);
    let share = (vec3f(vec2f(cell.across), f32(cell.slice)) + 0.5) / fog.grid.xyz;
    let deep = pow(share.z, fog.deep.y);
    let wide = (share.xy * 2.0 - 1.0) * mix(fog.sizes.xy, fog.sizes.zw, deep);
    let seen = vec3f(wide.x, -wide.y, -fog.deep.x * deep);
    let world = fog.axes[0].xyz * seen.x + fog.axes[1].xyz * seen.y + fog.axes[2].xyz * seen.z + fog.axes[3].xyz;
    let own = filling(world);
    let density = max(fog.scattering.w + own.density, 0.0);
    var light_sum = vec3f(0.0);
    if (density > 0.00005) {
        light_sum = scattered(world, unit(world - fog.axes[3].xyz));
    }
    let color = light_sum * (own.scattering + fog.scattering.rgb) + own.emission + fog.emission.rgb;
    return vec4f(color, density) * settled(world);
}

// Engine behaviour (Godot 4.6): each picture takes most of the fog from the one before, the first one from an empty one
// seen from the middle of the world.
fn settled(world: vec3f) -> f32 {
    let deep = -world.z / fog.deep.x;
    let inside = abs(world.xy) < mix(fog.sizes.xy, fog.sizes.zw, deep);
    return select(1.0, fog.settled.x, deep > 0.0 && deep < 1.0 && all(inside));
}

fn blurred(at: vec2f, way: vec2i) -> vec4f {
    let cell = cell_of(at);
    let weights = array<f32, 4>(0.214607, 0.189879, 0.131514, 0.071303);
    let last = vec2i(fog.grid.xy) - 1;
    var sum = vec4f(0.0);
    for (var i = -3; i <= 3; i++) {
        let across = clamp(cell.across + way * i, vec2i(0), last);
        sum += textureLoad(cells, place_of(Cell(across, cell.slice)), 0) * weights[abs(i)];
    }
    return sum;
}

@fragment
fn fs_across(@builtin(position) at: vec4f) -> @location(0) vec4f {
    return blurred(at.xy, vec2i(1, 0));
}

@fragment
fn fs_down(@builtin(position) at: vec4f) -> @location(0) vec4f {
    return blurred(at.xy, vec2i(0, 1));
}

// The light of all cells from the eye to this one, and how much of what is behind them they hide.
@fragment
fn fs_sum(@builtin(position) at: vec4f) -> @location(0) vec4f {
    let cell = cell_of(at.xy);
    var light_sum = vec3f(0.0);
    var left = 1.0;
    var before = 0.0;
    for (var i = 0; i <= cell.slice; i++) {
        let own = textureLoad(cells, place_of(Cell(cell.across, i)), 0);
        let deep = depth_of(f32(i));
        let passed = exp(-abs(deep - before) * own.a);
        light_sum += (own.rgb - own.rgb * passed) / max(own.a, 0.00001) * left;
        left *= passed;
        before = deep;
    }
    return vec4f(light_sum, 1.0 - left);
}

// Over the background.
@vertex
fn vs_fog_behind(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
    let x = f32((index << 1u) & 2u) * 2.0 - 1.0;
    let y = f32(index & 2u) * 2.0 - 1.0;
    return vec4f(x, y, 0.0, 1.0);
}

@fragment
fn fs_fog_behind(@builtin(position) at: vec4f) -> @location(0) vec4f {
    let size = fog.grid.xy;
    let last = i32(fog.grid.z) - 1;
    let inside = clamp(at.xy / frame.screen.xy * size, vec2f(0.5), size - 0.5);
    let place = (vec2f(place_of(Cell(vec2i(0), last))) + inside) / vec2f(textureDimensions(cells));
    let seen = textureSampleLevel(cells, cells_sampler, place, 0.0);
    return seen * fog.emission.w;
}
