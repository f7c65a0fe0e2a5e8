//! What the cameras of a scene make of the world: where things land on the screen, in which order they are
//! drawn, and which lights shine.

use proscenio_source::Finding;

use super::deep::Matrix;
use super::{BoxId, LiveScene, PartId, SECOND_SHADOW_CASTER, TOO_MANY_LIGHTS};
use crate::model::{Camera2d, Camera3d, ComponentData, LightKind, Mesh, Projection, Transform};

/// Lights that shine besides the ambient ones.
const MAX_LIGHTS: usize = 8;

/// The lights of a view.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lights {
    /// Those that shine, in tree order: at most eight besides the ambient ones.
    pub shining: Vec<PartId>,
    /// The one that casts shadows.
    pub shadow: Option<PartId>,
    /// Lights beyond the eighth, and casters beyond the first.
    pub findings: Vec<Finding>,
}

impl LiveScene {
    /// The flat camera of a view: of the root, or of a box with a sprite-texture.
    #[must_use]
    pub fn camera_2d(&self, view: BoxId) -> Option<&Camera2d> {
        self.built().find_map(|(_, part)| match &part.component.data {
            ComponentData::Camera2d(camera) if part.view == Some(view) => Some(camera),
            _ => None,
        })
    }

    /// The camera in space of a view.
    #[must_use]
    pub fn camera_3d(&self, view: BoxId) -> Option<&Camera3d> {
        self.built().find_map(|(_, part)| match &part.component.data {
            ComponentData::Camera3d(camera) if part.view == Some(view) => Some(&**camera),
            _ => None,
        })
    }

    /// The pixel of the screen, from its top-left corner, on which a point of the plane lands. Without a
    /// camera the world is the screen.
    #[must_use]
    pub fn on_screen(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let Some(camera) = self.camera_2d(self.root()) else { return [x, y] };
        let (sin, cos) = (-camera.rotation).sin_cos();
        let (x, y) = (x - camera.x, y - camera.y);
        [camera.zoom * (cos * x - sin * y), camera.zoom * (sin * x + cos * y)]
    }

    /// The pixel on which the place of something flat lands: pinned to the screen, or seen by the camera.
    #[must_use]
    pub fn part_on_screen(&self, part: PartId) -> [f64; 2] {
        let place = self.flat_place_of(part);
        if self.is_pinned(part.owner) { [place.x, place.y] } else { self.on_screen([place.x, place.y]) }
    }

    /// Whether a box is pinned to the screen, itself or by a box around it.
    #[must_use]
    pub fn is_pinned(&self, id: BoxId) -> bool {
        self.way_down(id).any(|own| self.get(own).is_some_and(|own| own.node.screen_space == Some(true)))
    }

    /// Whether a box and all boxes around it are drawn.
    #[must_use]
    pub fn is_shown(&self, id: BoxId) -> bool {
        self.way_down(id).all(|own| self.get(own).is_some_and(|own| own.node.visible != Some(false)))
    }

    /// The pixel of a screen of that size, from its top-left corner, on which a point in space lands; `None`
    /// for one that a camera in perspective has beside or behind it.
    #[must_use]
    pub fn on_screen_3d(&self, point: [f64; 3], [width, height]: [f64; 2]) -> Option<[f64; 2]> {
        let fallback = Camera3d {
            projection: Projection::Orthographic,
            transform: Transform::IDENTITY,
            fov: 60.0,
            near: 0.1,
            far: 1000.0,
            zoom: 1.0,
            follow2d: false,
        };
        let camera = self.camera_3d(self.root()).unwrap_or(&fallback);
        let [x, y, z] = seen(&camera.transform, point);
        if camera.projection == Projection::Perspective {
            let reach = 1.0 / (camera.fov.to_radians() / 2.0).tan();
            let depth = -z;
            return (depth > 0.0).then(|| {
                let (x, y) = (x * reach * height / width / depth, y * reach / depth);
                [(x + 1.0) / 2.0 * width, (1.0 - y) / 2.0 * height]
            });
        }
        let zoom = if camera.zoom > 0.0 { camera.zoom } else { 1.0 };
        // The window moves twice as far down as the camera has moved up: so its picture moves as in the plane.
        let top = height - 2.0 * camera.transform.y;
        Some([x / zoom, (top - y) / zoom])
    }

    /// The lights of a view, without those in hidden boxes.
    #[must_use]
    pub fn lights(&self, view: BoxId) -> Lights {
        let mut lights = Lights::default();
        let (mut count, mut casters) = (0, 0);
        for id in self.boxes().filter(|id| self.view_of(*id) == view && self.is_shown(*id)) {
            for (part, light) in self.parts_built(id) {
                let ComponentData::Light(light) = &light.component.data else { continue };
                if light.kind != LightKind::Ambient {
                    count += 1;
                    if count > MAX_LIGHTS {
                        continue;
                    }
                }
                lights.shining.push(part);
                let casts = matches!(light.kind, LightKind::Directional | LightKind::Spot);
                if casts && light.shadow.cast == Some(true) {
                    casters += 1;
                    lights.shadow = lights.shadow.or(Some(part));
                }
            }
        }
        let path = self.label();
        if count > MAX_LIGHTS {
            let message = format!("{count} lights, of which the first {MAX_LIGHTS} shine");
            lights.findings.push(TOO_MANY_LIGHTS.finding(path, message));
        }
        if casters > 1 {
            let message = format!("{casters} lights cast shadows, of which the first does");
            lights.findings.push(SECOND_SHADOW_CASTER.finding(path, message));
        }
        lights
    }

    /// What a view draws, from back to front.
    ///
    /// First by `zIndex`, which is the whole scene's; then models before what is flat and before particles;
    /// solid models before those that are seen through; and of these the furthest first. What is left is
    /// drawn in tree order, tile maps behind the rest of their box, which they join when their file is there.
    #[must_use]
    pub fn draw_order(&self, view: BoxId) -> Vec<PartId> {
        let camera = self.camera_3d(view).map_or(Transform::IDENTITY, |camera| camera.transform);
        let screen_only = view == self.root()
            && self.get(view).is_some_and(|root| root.node.world_off_screen == Some(true));
        let mut drawn: Vec<(Rank, PartId)> = Vec::new();
        for id in self.boxes().filter(|id| self.view_of(*id) == view && self.is_shown(*id)) {
            if screen_only && !self.is_pinned(id) {
                continue;
            }
            let (maps, others): (Vec<_>, Vec<_>) = self
                .parts_built(id)
                .partition(|(_, part)| matches!(part.component.data, ComponentData::Tilemap(_)));
            for (id, part) in others.into_iter().chain(maps) {
                drawn.extend(self.rank(id, &part.component.data, &camera).map(|rank| (rank, id)));
            }
        }
        drawn.sort_by(|(a, _), (b, _)| {
            a.z.total_cmp(&b.z).then(a.group.cmp(&b.group)).then(b.depth.total_cmp(&a.depth))
        });
        drawn.into_iter().map(|(_, part)| part).collect()
    }

    fn rank(&self, id: PartId, data: &ComponentData, camera: &Transform) -> Option<Rank> {
        const FLAT: u8 = 2;
        let (visible, z, group) = match data {
            ComponentData::Sprite(data) => (data.flat.visible, data.flat.z_index, FLAT),
            ComponentData::NineSlice(data) => (data.flat.visible, data.flat.z_index, FLAT),
            ComponentData::Text(data) => (data.flat.visible, data.flat.z_index, FLAT),
            ComponentData::Shapes(data) => (data.visible, data.z_index, FLAT),
            ComponentData::Tilemap(_) => (None, None, FLAT),
            ComponentData::Particles(data) => (data.emitter.visible, data.emitter.z_index, FLAT),
            ComponentData::Particles3d(data) => (data.emitter.visible, data.emitter.z_index, FLAT),
            ComponentData::Mesh(data) => (data.visible, data.z_index, u8::from(seen_through(data))),
            _ => return None,
        };
        let depth = if group == 1 { -seen(camera, self.deep_place_of(id).point([0.0; 3]))[2] } else { 0.0 };
        // Negative zero is zero.
        (visible != Some(false)).then_some(Rank { z: z.unwrap_or(0.0) + 0.0, group, depth })
    }
}

/// What decides when something is drawn.
struct Rank {
    z: f64,
    /// Solid models, models that are seen through, everything else.
    group: u8,
    depth: f64,
}

/// Whether a model is blended with what is behind it.
fn seen_through(mesh: &Mesh) -> bool {
    let material = &mesh.material;
    material.transparent.unwrap_or(material.alpha * material.tint.a < 1.0)
}

/// A point as a camera has it: to its right, above it, and behind it. Growths of a camera mean nothing.
fn seen(camera: &Transform, [x, y, z]: [f64; 3]) -> [f64; 3] {
    let turn = Transform {
        x: 0.0,
        y: 0.0,
        z: 0.0,
        scale_x: 1.0,
        scale_y: 1.0,
        scale_z: 1.0,
        pivot: None,
        ..*camera
    };
    let Matrix(rows) = Matrix::of(&turn);
    let point = [x - camera.x, y - camera.y, z - camera.z];
    // The other way round a turn is its transpose.
    std::array::from_fn(|column| (0..3).map(|row| rows[row][column] * point[row]).sum())
}
