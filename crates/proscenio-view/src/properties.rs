//! What there is to know about a node, as rows.

use proscenio::scene::glam::EulerRot;
use proscenio::scene::{Flat, LightKind, Projection, WorldPlacements};
use proscenio::{Component, NodeId, Scene};

/// Rows that belong together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Section {
    /// For people.
    pub title: String,
    /// Where it stands: the file, and its line, counted from 1.
    pub place: Option<(String, u32)>,
    /// In order.
    pub rows: Vec<Row>,
}

/// A name and a value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// The name; the family's own where the file says it.
    pub name: String,
    /// The value, with its unit.
    pub value: String,
    /// The line it stands in, counted from 1.
    pub line: Option<u32>,
}

impl Row {
    pub(crate) fn new(name: impl Into<String>, value: impl Into<String>) -> Self {
        Self { name: name.into(), value: value.into(), line: None }
    }
}

/// What the scene makes of a node: where it is now, and what it is.
#[derive(Clone, Copy, Debug)]
pub struct InScene<'s> {
    scene: &'s Scene,
    world: &'s WorldPlacements,
    id: NodeId,
}

/// Where a node is and what it is, in the units of the scene: metres and pixels, degrees for people.
#[must_use]
pub fn in_scene(scene: &Scene, world: &WorldPlacements, id: NodeId) -> Vec<Section> {
    let node = InScene { scene, world, id };
    let mut sections = Vec::new();
    let placement = node.placement();
    if !placement.is_empty() {
        sections.push(Section { title: "In the scene".into(), place: None, rows: placement });
    }
    for component in &scene.nodes[id].components {
        let (title, rows) = node.component(component);
        if !rows.is_empty() {
            sections.push(Section { title, place: None, rows });
        }
    }
    sections
}

impl InScene<'_> {
    fn placement(&self) -> Vec<Row> {
        let node = &self.scene.nodes[self.id];
        let mut rows = Vec::new();
        if node.placement.space.is_some() {
            let place = self.world.space(self.id);
            let (scale, turn, at) = place.to_scale_rotation_translation();
            let (y, x, z) = turn.to_euler(EulerRot::YXZ);
            rows.push(Row::new("position", format!("{} m", numbers(&at.to_array()))));
            rows.push(Row::new("rotation", format!("{}°", numbers(&[x, y, z].map(f32::to_degrees)))));
            rows.push(Row::new("scale", numbers(&scale.to_array())));
        }
        if node.placement.flat.is_some() {
            let (position, rotation, scale) = match self.world.flat(self.id) {
                Flat::Fields(fields) => (fields.position, fields.rotation, fields.scale),
                Flat::Matrix(matrix) => {
                    let (scale, rotation, position) = matrix.to_scale_angle_translation();
                    (position, rotation, scale)
                }
            };
            rows.push(Row::new("position", format!("{} px", numbers(&position.to_array()))));
            rows.push(Row::new("rotation", format!("{}°", number(rotation.to_degrees()))));
            rows.push(Row::new("scale", numbers(&scale.to_array())));
        }
        if let Some(size) = node.size {
            rows.push(Row::new("size", format!("{} px", numbers(&size.to_array()))));
        }
        if !self.world.visible(self.id) {
            rows.push(Row::new("visible", "no"));
        }
        if let Some(skeleton) = node.skeleton.and_then(|id| self.scene.skeletons.get(id)) {
            rows.push(Row::new("bones", skeleton.bones.len().to_string()));
        }
        rows
    }

    /// What one component is, and its numbers.
    fn component(&self, component: &Component) -> (String, Vec<Row>) {
        let image = |texture: &Option<proscenio::scene::TextureRef>| {
            let image = texture.and_then(|texture| self.scene.images.get(texture.image));
            image.map_or_else(|| Row::new("picture", "none"), |image| Row::new("picture", picture(image)))
        };
        let (title, rows) = match component {
            Component::Mesh(instance) => ("Mesh", self.mesh(instance)),
            Component::Sprite(sprite) => {
                ("Sprite", vec![image(&sprite.texture), Row::new("size", pixels(sprite.size)), z(sprite.z)])
            }
            Component::NineSlice(slice) => {
                ("Nine-slice", vec![image(&slice.texture), Row::new("size", pixels(slice.size)), z(slice.z)])
            }
            Component::FlatMesh(mesh) => (
                "Mesh in the plane",
                vec![
                    image(&mesh.texture),
                    Row::new("triangles", (mesh.indices.len() / 3).to_string()),
                    z(mesh.z),
                ],
            ),
            Component::Tiles(layer) => (
                "Tiles",
                vec![
                    image(&layer.texture),
                    Row::new("cell", format!("{} px", number(layer.cell))),
                    Row::new("columns", layer.columns.to_string()),
                    Row::new("cells", layer.cells.iter().filter(|cell| **cell != 0).count().to_string()),
                ],
            ),
            Component::Text(text) => (
                "Text",
                vec![
                    Row::new("text", text.text.clone()),
                    Row::new("size", format!("{} px", number(text.font_size))),
                ],
            ),
            Component::Camera(camera) => ("Camera", lens(camera)),
            Component::Camera2d(camera) => {
                ("Camera", vec![Row::new("zoom", numbers(&camera.zoom.to_array()))])
            }
            Component::Light(light) => ("Light", lamp(light)),
            Component::Shapes(shapes) => {
                ("Shapes", vec![Row::new("shapes", shapes.shapes.len().to_string())])
            }
            Component::Portal(portal) => (
                "Portal",
                vec![
                    Row::new("kind", format!("{:?}", portal.kind).to_lowercase()),
                    Row::new("leads to", format!("{} / {}", portal.link_names.0, portal.link_names.1)),
                ],
            ),
            Component::AnimationPlayer(player) => {
                let names = player.animations.iter().filter_map(|id| self.scene.animations.get(*id));
                let names: Vec<&str> = names.map(|animation| animation.name.as_str()).collect();
                ("Animations", vec![Row::new("names", names.join(", "))])
            }
            _ => ("", Vec::new()),
        };
        (title.to_owned(), rows)
    }

    fn mesh(&self, instance: &proscenio::scene::MeshInstance) -> Vec<Row> {
        let Some(mesh) = self.scene.meshes.get(instance.mesh) else { return Vec::new() };
        let triangles = |surface: &proscenio::scene::Surface| {
            let count =
                if surface.indices.is_empty() { surface.positions.len() } else { surface.indices.len() };
            count / 3
        };
        let vertices: usize = mesh.surfaces.iter().map(|surface| surface.positions.len()).sum();
        let mut rows = vec![
            Row::new("vertices", vertices.to_string()),
            Row::new("triangles", mesh.surfaces.iter().map(triangles).sum::<usize>().to_string()),
        ];
        if let Some((_, size)) = mesh.box_of_all() {
            rows.push(Row::new("size", format!("{} m", numbers(&size.to_array()))));
        }
        for (at, surface) in mesh.surfaces.iter().enumerate() {
            let own = instance.materials.get(at).copied().flatten().or(surface.material);
            let Some(material) = own.and_then(|id| self.scene.materials.get(id)) else { continue };
            let name = if material.name.is_empty() { "unnamed" } else { &material.name };
            let label =
                if mesh.surfaces.len() > 1 { format!("material {at}") } else { "material".to_owned() };
            rows.push(Row::new(label, name));
        }
        rows
    }
}

fn lens(camera: &proscenio::scene::Camera) -> Vec<Row> {
    let projection = match camera.projection {
        Projection::Perspective { fov, .. } => format!("perspective, {}°", number(fov.to_degrees())),
        Projection::Orthographic { size, .. } => format!("orthographic, {} m", number(size)),
        Projection::Frustum { size, .. } => format!("frustum, {} m", number(size)),
    };
    let range = format!("{} to {} m", number(camera.near), number(camera.far));
    vec![Row::new("projection", projection), Row::new("sees", range)]
}

fn lamp(light: &proscenio::scene::Light) -> Vec<Row> {
    let kind = match light.kind {
        LightKind::Directional => "directional".to_owned(),
        LightKind::Point { range, .. } => format!("point, {} m", number(range)),
        LightKind::Spot { range, angle, .. } => {
            format!("spot, {} m, {}° wide", number(range), number(angle.to_degrees() * 2.0))
        }
        LightKind::Rect { range, size, .. } => {
            format!("rectangle, {} m, {} m", number(range), numbers(&size.to_array()))
        }
        LightKind::Ambient => "from everywhere".to_owned(),
    };
    let shadow = if light.cast_shadow { "yes" } else { "no" };
    vec![Row::new("kind", kind), Row::new("energy", number(light.energy)), Row::new("shadows", shadow)]
}

fn picture(image: &proscenio::scene::Image) -> String {
    match image.size {
        Some([width, height]) => format!("{} ({width}×{height})", image.name),
        None => format!("{} (missing)", image.name),
    }
}

fn z(value: f32) -> Row {
    Row::new("z", number(value))
}

fn pixels(size: proscenio::scene::glam::Vec2) -> String {
    format!("{} px", numbers(&size.to_array()))
}

/// A number as people write it: at most four places, none of them needless.
#[must_use]
pub fn number(value: f32) -> String {
    let rounded = (f64::from(value) * 1e4).round() / 1e4;
    format!("{}", if rounded == 0.0 { 0.0 } else { rounded })
}

fn numbers(values: &[f32]) -> String {
    values.iter().map(|value| number(*value)).collect::<Vec<_>>().join(", ")
}
