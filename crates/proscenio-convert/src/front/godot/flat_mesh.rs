//! Meshes in the plane: `MeshInstance2D` and `MultiMeshInstance2D`.
//!
//! The engine draws a mesh's X and Y as pixels, +Y down, and leaves out its Z; what a mesh says about materials
//! does not count.

use glam::{Affine2, Vec2};
use proscenio_scene::{Component, Flat, FlatMesh, Rgba, Surface, TextureRef, Topology};

use super::Importer;
use super::multimesh::Instances;
use super::props::Props;
use super::sprite::Canvas;

impl Importer<'_> {
    /// The components of a `MeshInstance2D`.
    pub(super) fn flat_mesh_instance(&mut self, props: &Props, canvas: Canvas) -> Vec<Component> {
        let Some(mesh) = self.named_mesh(props, "mesh") else { return Vec::new() };
        let texture = self.flat_texture(props, canvas);
        let surfaces = self.scene.meshes[mesh].surfaces.iter();
        let drawn = surfaces.filter_map(|surface| flat_surface(surface, texture, props, canvas));
        drawn.map(Component::FlatMesh).collect()
    }

    /// The components of a `MultiMeshInstance2D`: one for each instance.
    pub(super) fn flat_multi_mesh(&mut self, props: &Props, canvas: Canvas) -> Vec<Component> {
        let Some(Instances { mesh, instances, visible }) = self.instances(props) else { return Vec::new() };
        let texture = self.flat_texture(props, canvas);
        let Some(mesh) = mesh else { return Vec::new() };
        let surfaces: Vec<FlatMesh> = self.scene.meshes[mesh]
            .surfaces
            .iter()
            .filter_map(|surface| flat_surface(surface, texture, props, canvas))
            .collect();
        let mut components = Vec::with_capacity(instances.len() * surfaces.len());
        for (number, instance) in instances.iter().enumerate() {
            let numbers = &instance.transform;
            let place = Affine2::from_cols(
                Vec2::new(numbers[0], numbers[3]),
                Vec2::new(numbers[1], numbers[4]),
                Vec2::new(numbers[9], numbers[10]),
            );
            for surface in &surfaces {
                let color = instance.color.map_or(Rgba::WHITE, Rgba::from_stored);
                components.push(Component::FlatMesh(FlatMesh {
                    local: Flat::Matrix(place),
                    tint: surface.tint.tinted(color),
                    visible: number < visible,
                    ..surface.clone()
                }));
            }
        }
        components
    }

    /// The picture of something in the plane that has texture coordinates of its own.
    pub(super) fn flat_texture(&mut self, props: &Props, canvas: Canvas) -> Option<TextureRef> {
        let texture = self.texture(props, "texture", true)?;
        Some(self.shown(&texture, props.generation(), canvas))
    }
}

/// A surface as the plane shows it; nothing for points and lines.
fn flat_surface(
    surface: &Surface,
    texture: Option<TextureRef>,
    props: &Props,
    canvas: Canvas,
) -> Option<FlatMesh> {
    (surface.topology == Topology::Triangles).then(|| FlatMesh {
        texture,
        points: surface.positions.iter().map(|[x, y, _]| Vec2::new(*x, *y)).collect(),
        uvs: surface.uvs.iter().map(|uv| Vec2::from_array(*uv)).collect(),
        // The plane takes the numbers as they are.
        colors: surface.colors.clone(),
        indices: surface.indices_or_implied(),
        tint: props.color("self_modulate"),
        blend: canvas.blend,
        z: canvas.z as f32,
        ..FlatMesh::default()
    })
}
