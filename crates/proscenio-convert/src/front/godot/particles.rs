//! `CPUParticles2D`, and `GPUParticles2D` with a `ParticleProcessMaterial`. Turbulence, collisions, trails and sub-emitters are
//! kept aside.

use glam::{Vec2, Vec3};
use proscenio_godot::Value;
use proscenio_scene::{
    Component, Curve, CycleDice, CycleEmitter, CycleLook, CycleMotion, CycleOrder, CycleRange, CycleShape,
    CycleTiming, UvRect,
};

use super::Importer;
use super::files::Generation;
use super::polygon::points;
use super::props::Props;
use super::sprite::Canvas;

/// Texels of a run of colours.
const RUN: usize = 256;
/// Points that particles are born at.
const MOST_POINTS: usize = 1_000_000;

impl Importer<'_> {
    /// The component of a `CPUParticles2D`.
    pub(super) fn particles_by_processor(&mut self, props: &Props, canvas: Canvas) -> Option<Component> {
        let flat = |name: &str| Vec2::from_array(props.vector2(name)).extend(0.0);
        let shape = match props.int("emission_shape") {
            1 => CycleShape::Sphere(props.number("emission_sphere_radius")),
            2 => CycleShape::SphereSurface(props.number("emission_sphere_radius")),
            3 => CycleShape::Box(flat("emission_rect_extents")),
            4 | 5 => {
                let lifted = |name: &str| points(props, name).into_iter().map(|at| at.extend(0.0)).collect();
                let (at, facing): (Vec<Vec3>, Vec<Vec3>) =
                    (lifted("emission_points"), lifted("emission_normals"));
                let colors = match props.set("emission_colors") {
                    Some((Value::PackedColorArray(colors), _)) => colors,
                    _ => Vec::new(),
                };
                let count = at.len();
                let directed = props.int("emission_shape") == 5 && facing.len() == count;
                CycleShape::Points {
                    at,
                    facing: if directed { facing } else { Vec::new() },
                    colors: if colors.len() == count { colors } else { Vec::new() },
                }
            }
            6 => CycleShape::Ring {
                axis: Vec3::Z,
                height: 0.0,
                radius: props.number("emission_ring_radius"),
                inner: props.number("emission_ring_inner_radius"),
                cone: 90.0,
            },
            _ => CycleShape::Point,
        };
        let motion = self.motion(props);
        let scale = self.range(props, "scale_amount");
        let split = props.has("split_scale") && props.flag("split_scale");
        let mut axis = |name: &str| {
            if split { self.named_curve(props, name).or_else(|| Some(level(1.0))) } else { None }
        };
        let scale_curves = [axis("scale_curve_x"), axis("scale_curve_y")];
        let colors = Colors {
            ramp: self.run(props, "color_ramp", false),
            first: self.run(props, "color_initial_ramp", false),
        };
        let mut look = self.particle_look(props, canvas, props, colors)?;
        (look.scale, look.scale_curves) = (scale, scale_curves);
        let order = if props.int("draw_order") == 1 { CycleOrder::Youngest } else { CycleOrder::Number };
        let align = props.named("particle_flag_align_y", "flag_align_y");
        Some(Component::Cycles(Box::new(CycleEmitter {
            dice: CycleDice::Processor,
            timing: timing(props, props),
            local: props.flag("local_coords"),
            order,
            shape,
            shape_scale: Vec3::ONE,
            shape_offset: Vec3::ZERO,
            direction: flat("direction"),
            spread: props.number("spread"),
            flatness: 0.0,
            leaves_plane: false,
            gravity: flat("gravity"),
            pivot: Vec3::ZERO,
            motion,
            aligned: props.flag(align),
            friction: false,
            look,
            z: canvas.z as f32,
            visible: true,
        })))
    }

    /// The component of a `GPUParticles2D` (`Particles2D`).
    pub(super) fn particles_by_device(&mut self, props: &Props, canvas: Canvas) -> Option<Component> {
        let resource = self.named_resource(props, "process_material")?;
        let own = Props::of(&resource);
        if !matches!(own.class(), "ParticleProcessMaterial" | "ParticlesMaterial") {
            return None;
        }
        let vector = |name: &str| Vec3::from_array(own.vector3(name));
        let shape = self.device_shape(&own);
        let motion = self.motion(&own);
        let scale = self.range(&own, "scale");
        let curves = self.texture_curves(&own, "scale_curve");
        let colors = Colors {
            ramp: self.run(&own, "color_ramp", true),
            first: self.run(&own, "color_initial_ramp", true),
        };
        let mut look = self.particle_look(props, canvas, &own, colors)?;
        let [across, down, _] = curves;
        (look.scale, look.scale_curves) = (scale, [across, down]);
        // Engine behaviour: the device has this colour in linear light and draws it as it is.
        look.color = own.color("color").to_linear();
        look.alpha = self.texture_curve(&own, "alpha_curve");
        look.emission = self.texture_curve(&own, "emission_curve");
        let order = match props.int("draw_order") {
            0 => CycleOrder::Number,
            2 => CycleOrder::Oldest,
            _ => CycleOrder::Youngest,
        };
        let four = own.generation() == Generation::Four;
        let emitter = CycleEmitter {
            dice: CycleDice::Device,
            timing: timing(props, &own),
            local: props.flag("local_coords"),
            order,
            shape,
            shape_scale: if four { vector("emission_shape_scale") } else { Vec3::ONE },
            shape_offset: if four { vector("emission_shape_offset") } else { Vec3::ZERO },
            direction: vector("direction"),
            spread: own.number("spread"),
            flatness: own.number("flatness"),
            leaves_plane: !own.flag(own.named("particle_flag_disable_z", "flag_disable_z")),
            gravity: vector("gravity"),
            pivot: if four { vector("velocity_pivot") } else { Vec3::ZERO },
            motion,
            aligned: own.flag(own.named("particle_flag_align_y", "flag_align_y")),
            friction: four && own.flag("particle_flag_damping_as_friction"),
            look,
            z: canvas.z as f32,
            visible: true,
        };
        own.consume(&["resource_name", "resource_local_to_scene", "particle_flag_rotate_y"]);
        props.consume(&["visibility_rect", "collision_base_size", "trail_lifetime", "trail_sections"]);
        self.keep_aside(&own, &resource);
        Some(Component::Cycles(Box::new(emitter)))
    }

    fn device_shape(&mut self, own: &Props) -> CycleShape {
        match own.int("emission_shape") {
            1 => CycleShape::Sphere(own.number("emission_sphere_radius")),
            2 => CycleShape::SphereSurface(own.number("emission_sphere_radius")),
            3 => CycleShape::Box(Vec3::from_array(own.vector3("emission_box_extents"))),
            kind @ (4 | 5) => {
                let count = (own.count("emission_point_count") as usize).min(MOST_POINTS);
                let list = |texels: Vec<[f32; 4]>| -> Vec<Vec3> {
                    texels.into_iter().map(|[x, y, z, _]| Vec3::new(x, y, z)).collect()
                };
                let at = list(self.float_texels(own, "emission_point_texture", count));
                let facing = list(self.float_texels(own, "emission_normal_texture", count));
                let colors = self.float_texels(own, "emission_color_texture", count);
                CycleShape::Points { at, facing: if kind == 5 { facing } else { Vec::new() }, colors }
            }
            6 => CycleShape::Ring {
                axis: Vec3::from_array(own.vector3("emission_ring_axis")),
                height: own.number("emission_ring_height"),
                radius: own.number("emission_ring_radius"),
                inner: own.number("emission_ring_inner_radius"),
                cone: if own.has("emission_ring_cone_angle") {
                    own.number("emission_ring_cone_angle")
                } else {
                    90.0
                },
            },
            _ => CycleShape::Point,
        }
    }

    /// The first texels of a picture of numbers inside a file.
    fn float_texels(&mut self, own: &Props, name: &str, count: usize) -> Vec<[f32; 4]> {
        let Some(texture) = self.any_resource(own, name) else { return Vec::new() };
        let Some(image) = self.any_resource(&Props::of(&texture), "image") else { return Vec::new() };
        let image = Props::of(&image);
        let Some((data, _)) = image.set("data") else { return Vec::new() };
        texels(&data, count)
    }

    fn motion(&mut self, own: &Props) -> CycleMotion {
        let four = own.generation() == Generation::Four;
        let device = own.class() == "ParticleProcessMaterial";
        CycleMotion {
            speed: self.range(own, "initial_velocity"),
            spin: self.range(own, "angular_velocity"),
            orbit: self.range(own, "orbit_velocity"),
            radial: if device { self.range(own, "radial_velocity") } else { CycleRange::default() },
            linear_accel: self.range(own, "linear_accel"),
            radial_accel: self.range(own, "radial_accel"),
            tangential_accel: self.range(own, "tangential_accel"),
            damping: self.range(own, "damping"),
            angle: self.range(own, "angle"),
            limit: if device && four { self.texture_curve(own, "velocity_limit_curve") } else { None },
        }
    }

    /// A number that particles draw, with its curve.
    fn range(&mut self, own: &Props, name: &str) -> CycleRange {
        let (low, high) = if own.generation() == Generation::Four {
            (own.number(&format!("{name}_min")), own.number(&format!("{name}_max")))
        } else {
            // Godot 3: a number, and the share of it that chance takes.
            let (value, chance) = (own.number(name), own.number(&format!("{name}_random")));
            (value * (1.0 - chance), value)
        };
        let curve = format!("{name}_curve");
        let curve = if own.class() == "CPUParticles2D" {
            self.named_curve(own, &curve)
        } else {
            self.texture_curve(own, &curve)
        };
        // Of two that are the wrong way round the engine takes the least for both.
        CycleRange { low, high: high.max(low), curve }
    }

    fn texture_curve(&mut self, own: &Props, name: &str) -> Option<Curve> {
        let [first, ..] = self.texture_curves(own, name);
        first
    }

    /// The curves of a `CurveTexture` or `CurveXYZTexture`.
    fn texture_curves(&mut self, own: &Props, name: &str) -> [Option<Curve>; 3] {
        let Some(resource) = self.any_resource(own, name) else { return [None, None, None] };
        let texture = Props::of(&resource);
        let names = match texture.class() {
            "CurveXYZTexture" => ["curve_x", "curve_y", "curve_z"],
            _ => ["curve"; 3],
        };
        texture.consume(&["resource_name", "width", "texture_mode"]);
        names.map(|name| self.named_curve(&texture, name))
    }

    /// A run of colours, by itself or in a texture; empty without one.
    fn run(&mut self, own: &Props, name: &str, in_texture: bool) -> Vec<[f32; 4]> {
        let gradient = if in_texture {
            self.any_resource(own, name)
                .and_then(|texture| self.named_gradient(&Props::of(&texture), "gradient"))
        } else {
            self.named_gradient(own, name)
        };
        let at = |step: usize| step as f32 / (RUN - 1) as f32;
        gradient.map_or_else(Vec::new, |gradient| (0..RUN).map(|step| gradient.at(at(step))).collect())
    }

    /// The resource that a property names, in this file or one of its own.
    fn any_resource(&mut self, own: &Props, name: &str) -> Option<super::files::Place> {
        own.set(name).filter(|(value, _)| *value != Value::Null)?;
        self.named_resource(own, name)
    }

    /// How particles look; `numbers` has their colours and hue.
    fn particle_look(
        &mut self,
        props: &Props,
        canvas: Canvas,
        numbers: &Props,
        colors: Colors,
    ) -> Option<CycleLook> {
        let sheet = self.particle_sheet(props);
        let frames = sheet.map_or(Vec2::ONE, |([columns, rows], _)| Vec2::new(columns as f32, rows as f32));
        let mut uv = UvRect { min: Vec2::ZERO, max: Vec2::ONE };
        let (mut size, mut shown) = (Vec2::ONE, None);
        if let Some(texture) = self.texture(props, "texture", true) {
            let picture = self.picture_size(texture.image);
            size = texture.size(picture);
            let part = texture.part(picture, [Vec2::ZERO, size], [Vec2::ZERO, size])?;
            uv = UvRect { min: part.uv_min, max: part.uv_max };
            shown = Some(self.shown(&texture, props.generation(), canvas));
        }
        Some(CycleLook {
            texture: shown,
            uv,
            size: size / frames,
            scale: CycleRange { low: 1.0, high: 1.0, curve: None },
            scale_curves: [None, None],
            color: numbers.stored_color("color"),
            ramp: colors.ramp,
            first: colors.first,
            alpha: None,
            emission: None,
            hue: self.range(numbers, "hue_variation"),
            frame_speed: self.range(numbers, "anim_speed"),
            frame_offset: self.range(numbers, "anim_offset"),
            sheet: sheet.map(|(sheet, _)| sheet),
            looped: sheet.is_some_and(|(_, looped)| looped),
            tint: props.color("self_modulate"),
            blend: canvas.blend,
        })
    }

    /// Columns and rows of the frames that the material of a canvas item shows, and whether they begin again.
    fn particle_sheet(&mut self, props: &Props) -> Option<([u32; 2], bool)> {
        let material = self.any_resource(props, "material")?;
        let material = Props::of(&material);
        if material.class() != "CanvasItemMaterial" || !material.flag("particles_animation") {
            return None;
        }
        let side = |name: &str| if material.has(name) { material.count(name).max(1) } else { 1 };
        let looped = material.has("particles_anim_loop") && material.flag("particles_anim_loop");
        Some(([side("particles_anim_h_frames"), side("particles_anim_v_frames")], looped))
    }
}

/// Runs of colours.
struct Colors {
    ramp: Vec<[f32; 4]>,
    first: Vec<[f32; 4]>,
}

/// A curve that is the same everywhere.
fn level(value: f32) -> Curve {
    let point = proscenio_scene::CurvePoint { at: [0.0, value], left: 0.0, right: 0.0 };
    Curve { points: vec![point], ..Curve::default() }
}

/// When particles are born; `own` has what of it a material says.
fn timing(props: &Props, own: &Props) -> CycleTiming {
    let four = props.generation() == Generation::Four;
    let device = props.class() == "GPUParticles2D";
    let fixed = four && props.flag("use_fixed_seed");
    CycleTiming {
        emitting: props.flag("emitting"),
        amount: props.count("amount"),
        amount_ratio: if device { props.number("amount_ratio") } else { 1.0 },
        lifetime: f64::from(props.number("lifetime")),
        lifetime_randomness: own.number("lifetime_randomness"),
        one_shot: props.flag("one_shot"),
        preprocess: f64::from(props.number("preprocess")),
        speed: f64::from(props.number("speed_scale")),
        explosiveness: f64::from(props.number("explosiveness")),
        randomness: f64::from(props.number("randomness")),
        fixed_fps: props.count("fixed_fps"),
        fractional: props.flag("fract_delta"),
        interpolate: device && props.flag("interpolate"),
        to_end: if device { props.number("interp_to_end") } else { 0.0 },
        seed: fixed.then(|| props.int("seed") as u32),
    }
}

/// The first texels of an `Image`'s dictionary: of floating or eight-bit numbers.
fn texels(data: &Value, count: usize) -> Vec<[f32; 4]> {
    let entry = |name: &str| {
        let entries = data.as_dictionary()?;
        entries.iter().find(|(key, _)| key.as_str() == Some(name)).map(|(_, value)| value)
    };
    let Some(Value::PackedByteArray(bytes)) = entry("data") else { return Vec::new() };
    let format = entry("format").and_then(Value::as_str).unwrap_or_default();
    let (channels, wide) = match format {
        "RFloat" => (1, true),
        "RGFloat" => (2, true),
        "RGBFloat" => (3, true),
        "RGBAFloat" => (4, true),
        "R8" => (1, false),
        "RG8" => (2, false),
        "RGB8" => (3, false),
        "RGBA8" => (4, false),
        _ => return Vec::new(),
    };
    let side = if wide { 4 } else { 1 };
    let number = |bytes: &[u8]| match bytes {
        [a, b, c, d] => f32::from_le_bytes([*a, *b, *c, *d]),
        [byte, ..] => f32::from(*byte) / 255.0,
        [] => 0.0,
    };
    let texel = |bytes: &[u8]| {
        let mut texel = [0.0, 0.0, 0.0, 1.0];
        for (channel, bytes) in texel.iter_mut().zip(bytes.chunks_exact(side)) {
            *channel = number(bytes);
        }
        texel
    };
    bytes.chunks_exact(channels * side).take(count).map(texel).collect()
}
