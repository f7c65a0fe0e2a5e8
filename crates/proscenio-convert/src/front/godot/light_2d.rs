//! `PointLight2D` (`Light2D`), `DirectionalLight2D`, `LightOccluder2D` and `CanvasModulate`.

use glam::Vec2;
use proscenio_godot::Value;
use proscenio_scene::{
    Component, FlatAmbient, FlatCull, FlatGroup, FlatGroupKind, FlatLight, FlatLightBlend, FlatLightKind,
    FlatLit, FlatOccluder, FlatShadow, Node, TextureRef,
};

use super::Importer;
use super::props::Props;
use super::sprite::{Canvas, LAYER};

impl Importer<'_> {
    /// The component of a light in the plane; nothing without a picture to shine.
    pub(super) fn flat_light(&mut self, props: &Props) -> Option<Component> {
        let kind = if props.class() == "DirectionalLight2D" {
            FlatLightKind::Everywhere
        } else {
            let texture = self.texture(props, "texture", true)?;
            let size = texture.size(self.picture_size(texture.image));
            FlatLightKind::Picture {
                texture: TextureRef::new(texture.image),
                middle: Vec2::from_array(props.vector2("offset")),
                size: size * props.number("texture_scale"),
            }
        };
        let modes = [FlatLightBlend::Add, FlatLightBlend::Subtract, FlatLightBlend::Mix];
        let mode = props.int(props.named("blend_mode", "mode"));
        let limit = |layer: &str, z: &str| {
            let layer = props.int(layer).clamp(-512, 512) as f32;
            layer * LAYER as f32 + props.int(z).clamp(-4096, 4096) as f32
        };
        Some(Component::FlatLight(FlatLight {
            kind,
            color: props.color("color"),
            energy: props.number("energy"),
            height: props.number(props.named("height", "range_height")),
            blend: usize::try_from(mode).ok().and_then(|at| modes.get(at)).copied().unwrap_or_default(),
            z: [limit("range_layer_min", "range_z_min"), limit("range_layer_max", "range_z_max")],
            mask: props.int("range_item_cull_mask") as u32,
            enabled: props.flag("enabled") && !(props.has("editor_only") && props.flag("editor_only")),
            shadow: props.flag("shadow_enabled").then(|| FlatShadow {
                color: props.color("shadow_color"),
                taps: match props.int("shadow_filter") {
                    0 => 1,
                    1 => 5,
                    _ => 13,
                },
                smooth: props.number(props.named("shadow_filter_smooth", "shadow_filter_smooth")),
                mask: props.int("shadow_item_cull_mask") as u32,
            }),
        }))
    }

    /// The component of a `LightOccluder2D`; nothing without a polygon.
    pub(super) fn flat_occluder(&mut self, props: &Props) -> Option<Component> {
        let resource = self.named_resource(props, "occluder")?;
        let own = Props::of(&resource);
        let points = match own.set("polygon")?.0 {
            Value::PackedVector2Array(points) => points.into_iter().map(Vec2::from_array).collect(),
            _ => return None,
        };
        let closed = !own.has("closed") || own.flag("closed");
        let cull = match own.int("cull_mode") {
            1 => FlatCull::Clockwise,
            2 => FlatCull::CounterClockwise,
            _ => FlatCull::None,
        };
        self.keep_aside(&own, &resource);
        props.consume(&["sdf_collision"]);
        let mask = props.int(props.named("occluder_light_mask", "light_mask")) as u32;
        Some(Component::FlatOccluder(FlatOccluder { points, closed, cull, mask }))
    }

    /// The component of a `CanvasModulate`.
    pub(super) fn canvas_modulate(props: &Props, canvas: Canvas) -> Component {
        let layer = canvas.layer();
        let half = (LAYER / 2) as f32;
        Component::FlatAmbient(FlatAmbient {
            color: props.color("color"),
            z: [layer - half, layer + half - 1.0],
        })
    }

    /// What is painted behind a canvas item's parent, and what is put together below it.
    pub(super) fn grouped(props: &Props, canvas: Canvas, node: &mut Node) {
        node.behind_parent = props.flag("show_behind_parent");
        let clips = props.has("clip_children").then(|| props.int("clip_children"));
        let kind = match (props.class(), clips) {
            ("CanvasGroup", _) => {
                // Of mipmaps and the cleared margin only code can see something.
                props.consume(&["clear_margin", "use_mipmaps", "clip_children"]);
                let (margin, tint) = (props.number("fit_margin"), props.color("self_modulate"));
                FlatGroupKind::Whole { margin, tint }
            }
            (_, Some(1)) => FlatGroupKind::Clip { draw: false },
            (_, Some(2)) => FlatGroupKind::Clip { draw: true },
            _ => return,
        };
        node.group = Some(FlatGroup { kind, z: canvas.z as f32 });
    }

    /// What lights in the plane do to a canvas item.
    pub(super) fn lit(props: &Props, canvas: Canvas, node: &mut Node) {
        node.light_mask = props.int("light_mask") as u32;
        node.lit = canvas.lit;
    }
}

/// `CanvasItemMaterial.light_mode`.
pub(super) fn light_mode(mode: i64) -> FlatLit {
    match mode {
        1 => FlatLit::Unlit,
        2 => FlatLit::OnlyWhereLit,
        _ => FlatLit::Lit,
    }
}
