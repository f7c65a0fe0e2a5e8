//! Cameras and lights.

use glam::{Affine3A, Vec2};
use proscenio_nacatamalon::model::{self as doc, Component as DocComponent, LightPlace};
use proscenio_scene::{
    Camera, Camera2d, Component, Extras, FovAxis, Identity, Light, LightFalloff, LightKind, Node, NodeId,
    Placement, Projection, Shadow,
};

use super::codes;
use super::extras::members_except;
use super::flat::rgba;
use super::{Importer, place, single};

/// Members of a flat camera that the model's camera says.
pub(super) const CAMERA_2D_FIELDS: &[&str] = &["type", "id", "transform", "zoom"];
/// Members of a camera that the model's camera says.
pub(super) const CAMERA_3D_FIELDS: &[&str] = &["type", "id", "projection", "transform", "fov", "near", "far"];
/// Members of a light that the model's light says, or holds in its own extras.
pub(super) const LIGHT_FIELDS: &[&str] = &[
    "type",
    "id",
    "kind",
    "color",
    "intensity",
    "transform",
    "ambient",
    "range",
    "angle",
    "penumbra",
    "width",
    "height",
    "castShadow",
    "shadowBias",
    "shadowStrength",
    "shadowArea",
    "shadowDistance",
];

impl Importer<'_> {
    pub(super) fn camera_2d(
        &mut self,
        index: usize,
        node: NodeId,
        own: &doc::Camera2d,
        component: &DocComponent,
    ) {
        let current = self.is_used(index, node, component);
        let camera = Camera2d {
            position: Vec2::new(single(own.x), single(own.y)),
            rotation: single(own.rotation),
            zoom: Vec2::splat(single(own.zoom)),
            origin: Vec2::ZERO,
            current,
            follows_node: false,
            limits: None,
            ahead: Vec2::ZERO,
            apart: None,
            waits: false,
        };
        self.add(node, Component::Camera2d(camera));
    }

    pub(super) fn camera_3d(
        &mut self,
        index: usize,
        node: NodeId,
        own: &doc::Camera3d,
        component: &DocComponent,
    ) {
        let current = self.is_used(index, node, component);
        let at = &own.transform;
        let local = place::rigid([at.x, at.y, at.z], at.rotation_y, at.rotation_x, at.rotation);
        let (projection, offset) = match own.projection {
            doc::Projection::Perspective => {
                let fov = single(own.fov.to_radians());
                (Projection::Perspective { fov, axis: FovAxis::Vertical }, Vec2::ZERO)
            }
            doc::Projection::Orthographic => self.orthographic(own),
        };
        let camera = Camera {
            projection,
            near: single(own.near),
            far: single(own.far),
            offset,
            // The engine's zoom is part of the orthographic window; a perspective does not use it.
            zoom: 1.0,
            current,
            local: Some(local),
            follows_node: false,
            follows_plane: own.follow2d && own.projection == doc::Projection::Orthographic,
        };
        self.add(node, Component::Camera(camera));
    }

    /// The engine's orthographic view is measured in pixels, with the world's y counted from the bottom of
    /// the picture: it shows x from the camera's on, and y up to the picture's height less the camera's.
    fn orthographic(&self, own: &doc::Camera3d) -> (Projection, Vec2) {
        let [width, height] = self.settings.size.map(|side| side as f32);
        let zoom = if own.zoom > 0.0 { single(own.zoom) } else { 1.0 };
        let middle = height - height * zoom / 2.0 - 2.0 * single(own.transform.y);
        let size = height * zoom;
        (Projection::Orthographic { size, axis: FovAxis::Vertical }, Vec2::new(width * zoom / 2.0, middle))
    }

    /// Whether its view is seen through a camera that is about to be added. Of two flat ones in a view the
    /// engine uses the later, of two others the first.
    fn is_used(&mut self, index: usize, node: NodeId, component: &DocComponent) -> bool {
        let flat = component.kind == doc::ComponentKind::Camera2d;
        let view = self.heres[index].view;
        let here = (node, self.scene.nodes[node].components.len());
        let Some((old_node, old_place)) = self.cameras.get(&(view, flat)).copied() else {
            self.cameras.insert((view, flat), here);
            return true;
        };
        let (code, message) = if flat {
            (&codes::SECOND_CAMERA_2D, "a second camera-2d in one view; the last one is used")
        } else {
            (&codes::SECOND_CAMERA_3D, "a second camera-3d in one view; the first one is used")
        };
        let finding = code.finding(self.path(), message).at(component.site.span);
        self.say_once(&view.to_string(), finding);
        if !flat {
            return false;
        }
        if let Some(Component::Camera2d(old)) = self.scene.nodes[old_node].components.get_mut(old_place) {
            old.current = false;
        }
        self.cameras.insert((view, flat), here);
        true
    }

    pub(super) fn light(&mut self, index: usize, node: NodeId, own: &doc::Light, component: &DocComponent) {
        let kind = kind(own);
        let ambient = kind == LightKind::Ambient;
        self.lights += usize::from(!ambient && self.heres[index].shown);
        let value = self.value(component.site.value);
        let shadow = |name: &str| !name.starts_with("shadow");
        let others: Vec<&str> = LIGHT_FIELDS.iter().copied().filter(|name| shadow(name)).collect();
        let light = Light {
            kind,
            color: rgba(own.colour),
            energy: single(own.intensity),
            ambient: single(own.ambient),
            specular: 1.0,
            in_fog: 1.0,
            cast_shadow: own.shadow.cast == Some(true) && !ambient,
            shadow: shadow_of(own),
            sky_disc: None,
            local: None,
            extras: value.map_or_else(Extras::new, |value| {
                let mut extras = Extras::new();
                for (name, value) in members_except(value, &others).iter() {
                    // The rest is kept beside the component.
                    if LIGHT_FIELDS.contains(&name) {
                        extras.set(name, value.clone());
                    }
                }
                extras
            }),
        };
        if ambient {
            return self.add(node, Component::Light(light));
        }
        self.place_light(index, node, own, light, component);
    }

    /// Puts a light where the engine's rule wants it, whatever turns and sizes the tree gives its node.
    fn place_light(
        &mut self,
        index: usize,
        node: NodeId,
        own: &doc::Light,
        mut light: Light,
        component: &DocComponent,
    ) {
        let box_place = self.heres[index].world;
        let wanted = box_place.light(&own.place.unwrap_or_else(|| aim_of(own.kind)));
        let space = box_place.space;
        if space.matrix3.determinant().abs() > 1e-9 && space.is_finite() {
            let local = space.inverse() * wanted;
            light.local = Some(local).filter(|local| *local != Affine3A::IDENTITY);
            return self.add(node, Component::Light(light));
        }
        // A box of no size cannot place anything; the light then stands in a node of its own.
        let name = self.scene.nodes[node].name.clone();
        let inner = Node {
            identity: Identity {
                key: component.id.to_string(),
                kind: component.kind.as_str().to_owned(),
                unique_id: None,
            },
            placement: Placement::space(wanted),
            top_level: true,
            ..Node::new(name)
        };
        let inner = self.scene.add_child(node, inner);
        self.add(inner, Component::Light(light));
    }
}

/// How its shadow looks; numbers that are absent are the engine's.
fn shadow_of(own: &doc::Light) -> Shadow {
    let number = |said: Option<f64>, otherwise: f32| said.map_or(otherwise, single);
    Shadow {
        bias: number(own.shadow.bias, Shadow::STORED.bias),
        opacity: number(own.shadow.strength, Shadow::STORED.opacity),
        area: number(own.shadow.area, Shadow::STORED.area),
        distance: number(own.shadow.distance, Shadow::STORED.distance),
        ..Shadow::STORED
    }
}

/// Where a light without a place points.
fn aim_of(kind: doc::LightKind) -> LightPlace {
    let (rotation_x, rotation_y) = match kind {
        doc::LightKind::Directional => (-0.9, 0.6),
        doc::LightKind::Spot => (-std::f64::consts::FRAC_PI_2, 0.0),
        _ => (0.0, 0.0),
    };
    LightPlace { x: 0.0, y: 0.0, z: 0.0, rotation_x, rotation_y }
}

fn kind(own: &doc::Light) -> LightKind {
    let (range, falloff) = (single(own.range), LightFalloff::Linear);
    match own.kind {
        doc::LightKind::Directional => LightKind::Directional,
        doc::LightKind::Point => LightKind::Point { range, falloff },
        doc::LightKind::Spot => {
            LightKind::Spot { range, falloff, angle: single(own.angle), rim: single(own.penumbra) }
        }
        doc::LightKind::Rect => {
            LightKind::Rect { range, falloff, size: Vec2::new(single(own.width), single(own.height)) }
        }
        doc::LightKind::Ambient => LightKind::Ambient,
    }
}
