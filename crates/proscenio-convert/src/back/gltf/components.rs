//! What glTF has no field for, as entries of `extras.proscenio`.

use glam::{Affine3A, Vec2};
use proscenio_scene::{
    Background, Camera, Camera2d, Component, Environment, Extra, Extras, Flat, FovAxis, Light, LightFalloff,
    LightKind, MeshInstance, NodeId, Portal, PortalKind, Projection, Rgba, Scene, Shadow, Shape, ShapeKind,
    Shapes, Sprite, Stroke, TextureRef, TonemapKind,
};

use super::air::{air, shadow};
use super::extra::{color, number, numbers, object, rank};
use super::nodes::present;
use super::writer::Writer;

impl Writer<'_> {
    /// Identity, plane, tint and components of a node.
    pub fn node_extras(&self, id: NodeId) -> Extras {
        let node = &self.scene.nodes[id];
        let text = |text: &str| (!text.is_empty()).then(|| Extra::from(text));
        let flag = |value: bool| value.then_some(Extra::Bool(true));
        let components: Vec<Extra> = node
            .components
            .iter()
            .filter_map(|component| self.component(component))
            .map(Extra::Map)
            .collect();
        present([
            ("key", text(&node.identity.key)),
            ("kind", text(&node.identity.kind)),
            ("unique_id", node.identity.unique_id.map(Extra::Int)),
            ("top_level", flag(node.top_level)),
            ("screen_space", flag(node.screen_space)),
            ("flat", node.placement.flat.map(flat)),
            ("tint", (node.tint != Rgba::WHITE).then(|| color(node.tint))),
            ("components", (!components.is_empty()).then_some(Extra::List(components))),
            ("extras", own(&node.extras)),
        ])
    }

    /// Environment, size and extras of the scene.
    pub fn scene_extras(&self) -> Extras {
        let scene = self.scene;
        let environment = &scene.environment;
        let size = |size: [u32; 2]| Extra::List(size.map(|side| Extra::Int(side.into())).into());
        present([
            (
                "environment",
                (*environment != Environment::default()).then(|| surroundings(scene, environment)),
            ),
            ("view_size", scene.view_size.map(size)),
            (
                "effects",
                (!scene.effects.is_empty()).then(|| {
                    Extra::List(
                        scene
                            .effects
                            .iter()
                            .map(|(_, effect)| super::kept::particle_effect(effect))
                            .collect(),
                    )
                }),
            ),
            ("extras", own(&scene.extras)),
        ])
    }

    fn component(&self, component: &Component) -> Option<Extras> {
        Some(match component {
            Component::Mesh(mesh) => return placed_mesh(mesh),
            Component::Sprite(sprite) => self.sprite(sprite),
            Component::Shapes(shapes) => drawn_shapes(shapes),
            Component::Camera(camera) => eye(camera),
            Component::Camera2d(camera) => flat_eye(camera),
            Component::Light(light) => lamp(light),
            Component::Sector(sector) => {
                object([("type", Extra::from("sector")), ("name", Extra::from(sector.name.as_str()))])
            }
            Component::Portal(portal) => self.portal(portal),
            Component::Other(other) => present([
                ("type", Some(Extra::from("other"))),
                ("kind", Some(Extra::from(other.kind.as_str()))),
                ("extras", own(&other.extras)),
            ]),
            other => self.kept(other),
        })
    }

    fn portal(&self, portal: &Portal) -> Extras {
        let node = |id: Option<NodeId>| {
            let index = id.and_then(|id| *self.node_of.get(id.index())?);
            index.map(|index| Extra::Int(index as i64))
        };
        let kind = match portal.kind {
            PortalKind::Fast => "fast",
            PortalKind::Accurate => "accurate",
        };
        let corners = portal.corners.iter().map(|corner| numbers(&corner.to_array())).collect();
        present([
            ("type", Some(Extra::from("portal"))),
            ("name", Some(Extra::from(portal.name.as_str()))),
            ("kind", Some(Extra::from(kind))),
            ("corners", Some(Extra::List(corners))),
            ("sector", node(portal.sector)),
            ("portal", node(portal.portal)),
            ("sector_name", Some(Extra::from(portal.link_names.0.as_str()))),
            ("portal_name", Some(Extra::from(portal.link_names.1.as_str()))),
        ])
    }

    fn sprite(&self, sprite: &Sprite) -> Extras {
        present([
            ("type", Some(Extra::from("sprite"))),
            ("image", sprite.texture.and_then(|texture| self.image_name(texture))),
            ("local", (sprite.local != Flat::IDENTITY).then(|| flat(sprite.local))),
            ("position", Some(point(sprite.position))),
            ("size", Some(point(sprite.size))),
            ("uv_min", Some(point(sprite.uv_min))),
            ("uv_max", Some(point(sprite.uv_max))),
            ("uv_guard", sprite.uv_guard.then_some(Extra::Bool(true))),
            ("tint", Some(color(sprite.tint))),
            ("blend", Some(Extra::Text(format!("{:?}", sprite.blend).to_lowercase()))),
            ("z", Some(rank(sprite.z))),
            ("visible", (!sprite.visible).then_some(Extra::Bool(false))),
            ("behind_parent", sprite.behind_parent.then_some(Extra::Bool(true))),
            ("parallax", (sprite.parallax != Vec2::ONE).then(|| point(sprite.parallax))),
            (
                "tile",
                sprite.tile.map(|tile| {
                    Extra::Map(object([("copy", point(tile.copy)), ("offset", point(tile.offset))]))
                }),
            ),
            ("run", sprite.run.as_ref().map(super::kept::run)),
        ])
    }

    pub(super) fn image_name(&self, texture: TextureRef) -> Option<Extra> {
        self.scene.images.get(texture.image).map(|image| Extra::from(image.name.as_str()))
    }
}

/// A family's own extras, when there are any.
pub(super) fn own(extras: &Extras) -> Option<Extra> {
    (!extras.is_empty()).then(|| Extra::Map(extras.clone()))
}

fn surroundings(scene: &Scene, environment: &Environment) -> Extra {
    let background = match environment.background {
        Background::Color(background) => background,
        // A sky has no place in the format; the picture behind it is black.
        Background::Sky => Rgba::BLACK,
    };
    let curve = match environment.tonemap.kind {
        TonemapKind::Linear => "linear",
        TonemapKind::Reinhard => "reinhard",
        TonemapKind::Filmic => "filmic",
        TonemapKind::Aces => "aces",
        TonemapKind::Agx => "agx",
    };
    let tonemap = object([
        ("kind", Extra::from(curve)),
        ("exposure", number(environment.tonemap.exposure)),
        ("white", number(environment.tonemap.white)),
    ]);
    let plain = object([
        ("background", color(background)),
        ("ambient", color(environment.ambient.color)),
        ("reflection", color(environment.ambient.reflection)),
        ("tonemap", Extra::Map(tonemap)),
    ]);
    let more = air(scene, environment);
    let mut all = plain;
    for (name, value) in more.iter() {
        all.set(name, value.clone());
    }
    Extra::Map(all)
}

pub(super) fn point(value: Vec2) -> Extra {
    numbers(&value.to_array())
}

pub(super) fn flat(value: Flat) -> Extra {
    Extra::Map(match value {
        Flat::Matrix(matrix) => object([("matrix", numbers(&matrix.to_cols_array()))]),
        Flat::Fields(fields) => object([
            ("position", point(fields.position)),
            ("rotation", number(fields.rotation)),
            ("scale", point(fields.scale)),
        ]),
    })
}

pub(super) fn space(value: Affine3A) -> Extra {
    numbers(&value.to_cols_array())
}

fn axis(axis: FovAxis) -> Extra {
    Extra::from(match axis {
        FovAxis::Vertical => "vertical",
        FovAxis::Horizontal => "horizontal",
    })
}

fn eye(camera: &Camera) -> Extras {
    let projection = match camera.projection {
        Projection::Perspective { fov, axis: side } => {
            object([("kind", Extra::from("perspective")), ("fov", number(fov)), ("axis", axis(side))])
        }
        Projection::Orthographic { size, axis: side } => {
            object([("kind", Extra::from("orthographic")), ("size", number(size)), ("axis", axis(side))])
        }
        Projection::Frustum { size, axis: side, offset } => object([
            ("kind", Extra::from("frustum")),
            ("size", number(size)),
            ("axis", axis(side)),
            ("offset", point(offset)),
        ]),
    };
    present([
        ("type", Some(Extra::from("camera"))),
        ("projection", Some(Extra::Map(projection))),
        ("near", Some(number(camera.near))),
        ("far", Some(number(camera.far))),
        ("offset", (camera.offset != Vec2::ZERO).then(|| point(camera.offset))),
        ("zoom", (camera.zoom != 1.0).then(|| number(camera.zoom))),
        ("current", Some(Extra::Bool(camera.current))),
        ("local", camera.local.map(space)),
        ("follows_node", Some(Extra::Bool(camera.follows_node))),
    ])
}

fn flat_eye(camera: &Camera2d) -> Extras {
    object([
        ("type", Extra::from("camera2d")),
        ("position", point(camera.position)),
        ("rotation", number(camera.rotation)),
        ("zoom", point(camera.zoom)),
        ("origin", point(camera.origin)),
        ("current", Extra::Bool(camera.current)),
        ("follows_node", Extra::Bool(camera.follows_node)),
    ])
}

fn lamp(light: &Light) -> Extras {
    let spread = |range: f32, falloff: LightFalloff| {
        let curve = match falloff {
            LightFalloff::Power { exponent } => {
                object([("kind", Extra::from("power")), ("exponent", number(exponent))])
            }
            LightFalloff::Quadratic => object([("kind", Extra::from("quadratic"))]),
            LightFalloff::Linear => object([("kind", Extra::from("linear"))]),
        };
        object([("range", number(range)), ("falloff", Extra::Map(curve))])
    };
    let (kind, mut form) = match light.kind {
        LightKind::Directional => ("directional", Extras::new()),
        LightKind::Ambient => ("ambient", Extras::new()),
        LightKind::Point { range, falloff } => ("point", spread(range, falloff)),
        LightKind::Spot { range, falloff, .. } => ("spot", spread(range, falloff)),
        LightKind::Rect { range, falloff, .. } => ("rect", spread(range, falloff)),
    };
    match light.kind {
        LightKind::Spot { angle, rim, .. } => {
            form.set("angle", number(angle));
            form.set("rim", number(rim));
        }
        LightKind::Rect { size, .. } => form.set("size", point(size)),
        _ => {}
    }
    present([
        ("type", Some(Extra::from("light"))),
        ("kind", Some(Extra::from(kind))),
        ("form", own(&form)),
        ("color", Some(color(light.color))),
        ("energy", Some(number(light.energy))),
        ("ambient", Some(number(light.ambient))),
        ("specular", Some(number(light.specular))),
        ("cast_shadow", Some(Extra::Bool(light.cast_shadow))),
        ("shadow", (light.cast_shadow && light.shadow != Shadow::default()).then(|| shadow(&light.shadow))),
        ("sky_disc", light.sky_disc.map(number)),
        ("local", light.local.map(space)),
        ("extras", own(&light.extras)),
    ])
}

fn placed_mesh(mesh: &MeshInstance) -> Option<Extras> {
    let plain = mesh.z == 0.0 && mesh.cast_shadow && mesh.visible && mesh.custom.is_none();
    (!plain).then(|| {
        present([
            ("type", Some(Extra::from("mesh"))),
            ("z", Some(rank(mesh.z))),
            ("cast_shadow", Some(Extra::from(mesh.cast_shadow))),
            ("visible", (!mesh.visible).then_some(Extra::Bool(false))),
            ("custom", mesh.custom.map(|custom| numbers(&custom))),
        ])
    })
}

fn drawn_shapes(shapes: &Shapes) -> Extras {
    present([
        ("type", Some(Extra::from("shapes"))),
        ("local", (shapes.local != Flat::IDENTITY).then(|| flat(shapes.local))),
        ("tint", Some(color(shapes.tint))),
        ("z", Some(rank(shapes.z))),
        ("visible", (!shapes.visible).then_some(Extra::Bool(false))),
        ("parallax", (shapes.parallax != Vec2::ONE).then(|| point(shapes.parallax))),
        ("shapes", Some(Extra::List(shapes.shapes.iter().map(drawn_shape).map(Extra::Map).collect()))),
    ])
}

fn drawn_shape(shape: &Shape) -> Extras {
    let points = |points: &[Vec2]| Extra::List(points.iter().map(|corner| point(*corner)).collect());
    let mut entries = match &shape.kind {
        ShapeKind::Rect { position, size, radii, rotation } => object([
            ("kind", Extra::from("rect")),
            ("position", point(*position)),
            ("size", point(*size)),
            ("radii", numbers(radii)),
            ("rotation", number(*rotation)),
        ]),
        ShapeKind::Ellipse { center, radii, rotation, arc, segments } => present([
            ("kind", Some(Extra::from("ellipse"))),
            ("center", Some(point(*center))),
            ("radii", Some(point(*radii))),
            ("rotation", Some(number(*rotation))),
            ("arc", Some(numbers(&[arc.0, arc.1]))),
            ("segments", segments.map(|count| Extra::Int(count.into()))),
        ]),
        ShapeKind::Polygon { points: corners } => {
            object([("kind", Extra::from("polygon")), ("points", points(corners))])
        }
        ShapeKind::Line { points: corners, closed } => object([
            ("kind", Extra::from("line")),
            ("points", points(corners)),
            ("closed", Extra::Bool(*closed)),
        ]),
    };
    if let Some(fill) = shape.fill {
        entries.set("fill", color(fill));
    }
    if let Some(stroke) = &shape.stroke {
        entries.set("stroke", outline(stroke));
    }
    if !shape.visible {
        entries.set("visible", false);
    }
    entries
}

fn outline(stroke: &Stroke) -> Extras {
    present([
        ("width", Some(number(stroke.width))),
        ("color", Some(color(stroke.color))),
        ("extras", own(&stroke.extras)),
    ])
}
