//! Parts of a neutral scene: every visible mesh where it stands in the world.

use std::collections::HashMap;

use proscenio_scene::glam::{Affine3A, Vec3};
use proscenio_scene::{
    AlphaMode, Component, Extra, MaterialId, MeshInstance, Node, NodeId, Rgba, Scene, Surface, TextureRef,
    Topology, WorldPlacements,
};

use crate::back::gltf::kept::what;

use super::{Exact, Material, Part, Parts, Picture, Portal, Triangle, widen};

/// The parts of a scene. `exact` knows more digits of some nodes.
pub(crate) fn of_scene(scene: &Scene, exact: Option<&Exact<'_>>) -> Parts {
    let mut taker = Taker {
        scene,
        exact,
        world: scene.world_placements(),
        parts: Parts::default(),
        materials: HashMap::new(),
        untextured: HashMap::new(),
        by_name: HashMap::new(),
    };
    for (id, material) in scene.materials.iter() {
        taker.by_name.entry(&material.name).or_insert(id);
    }
    for id in scene.depth_first() {
        taker.node(id);
    }
    for (_, animation) in scene.animations.iter() {
        taker.parts.lose("model/animation", &animation.name, "animations are left out");
    }
    if !scene.post.is_empty() {
        taker.parts.lose("model/effects", &scene.name, "effects over the picture are left out");
    }
    taker.parts
}

struct Taker<'a> {
    scene: &'a Scene,
    exact: Option<&'a Exact<'a>>,
    world: WorldPlacements,
    parts: Parts,
    materials: HashMap<Option<MaterialId>, u32>,
    /// Materials of aliases that no material of the scene has.
    untextured: HashMap<String, u32>,
    by_name: HashMap<&'a str, MaterialId>,
}

impl<'a> Taker<'a> {
    fn node(&mut self, id: NodeId) {
        let scene = self.scene;
        let node = &scene.nodes[id];
        let sector = self.sector_of(id);
        let name = match &sector {
            Some((at, name)) if *at == id => name.clone(),
            Some((_, name)) => format!("{name}_{}", node.name),
            None => node.name.clone(),
        };
        let sector = sector.map(|(_, name)| name);
        if !self.world.visible(id) {
            if !node.components.is_empty() {
                self.parts.lose("model/hidden", &name, "what is hidden is left out");
            }
            return;
        }
        let mut part = Part { name: name.clone(), sector, ..Part::default() };
        let known = self.exact.and_then(|exact| {
            let mut parts = std::mem::take(&mut self.parts);
            let known = exact.triangles(node, &mut parts, |parts, alias| self.alias(parts, alias));
            self.parts = parts;
            known
        });
        let exactly = known.is_some();
        part.triangles = known.unwrap_or_default();
        for component in &node.components {
            match component {
                Component::Mesh(_) if exactly => {}
                Component::Mesh(instance) => self.mesh(id, instance, &mut part),
                Component::Sector(_) => {}
                Component::Portal(portal) => part.portals.push(self.portal(id, portal)),
                other => self.parts.lose("model/component", &name, format!("{} has no place", word(other))),
            }
        }
        if node.skeleton.is_some() {
            self.parts.lose("model/bones", &name, "bones are left out; its meshes stand as they are");
        }
        let is_sector = node.components.iter().any(|component| matches!(component, Component::Sector(_)));
        if is_sector || !part.triangles.is_empty() || !part.portals.is_empty() {
            self.parts.parts.push(part);
        }
    }

    /// The sector a node is or stands in, with its name.
    fn sector_of(&self, id: NodeId) -> Option<(NodeId, String)> {
        let mut at = Some(id);
        while let Some(node) = at {
            let found = self.scene.nodes[node].components.iter().find_map(|component| match component {
                Component::Sector(sector) => Some(sector.name.clone()),
                _ => None,
            });
            if let Some(name) = found {
                return Some((node, name));
            }
            at = self.scene.nodes[node].parent;
        }
        None
    }

    fn portal(&self, id: NodeId, portal: &proscenio_scene::Portal) -> Portal {
        let world = self.world.space(id);
        let corners = portal.corners.map(|corner| world.transform_point3(corner).to_array().map(widen));
        Portal { id: portal.name.clone(), link: portal.link_names.clone(), corners }
    }

    fn mesh(&mut self, id: NodeId, instance: &MeshInstance, part: &mut Part) {
        let scene = self.scene;
        if !instance.visible {
            return self.parts.lose("model/hidden", &part.name, "what is hidden is left out");
        }
        let Some(mesh) = scene.meshes.get(instance.mesh) else { return };
        let placed = instance.placed(self.world.space(id));
        for (index, surface) in mesh.surfaces.iter().enumerate() {
            if surface.topology != Topology::Triangles {
                self.parts.lose("model/topology", &part.name, "points and lines are left out");
                continue;
            }
            if !surface.is_sound() {
                self.parts.lose("model/damaged", &part.name, "a surface whose lists do not fit is left out");
                continue;
            }
            if !surface.colors.is_empty() {
                self.parts.lose("model/colours", &part.name, "the colours of vertices are left out");
            }
            let own = instance.materials.get(index).copied().flatten().or(surface.material);
            let material = self.material(own.filter(|id| scene.materials.get(*id).is_some()));
            let texture = own.and_then(|id| scene.materials.get(id)).and_then(|known| known.base_texture);
            push(surface, placed, material, texture, &mut part.triangles);
        }
    }

    /// The number of the material that an alias of a document became.
    fn alias(&mut self, parts: &mut Parts, alias: Option<&str>) -> u32 {
        let name = alias.unwrap_or_default();
        if let Some(id) = self.by_name.get(name) {
            return self.material_in(parts, Some(*id));
        }
        *self.untextured.entry(name.to_owned()).or_insert_with(|| {
            parts.materials.push(Material { name: name.to_owned(), color: [1.0; 3], picture: None });
            parts.materials.len() as u32 - 1
        })
    }

    fn material(&mut self, id: Option<MaterialId>) -> u32 {
        let mut parts = std::mem::take(&mut self.parts);
        let number = self.material_in(&mut parts, id);
        self.parts = parts;
        number
    }

    fn material_in(&mut self, parts: &mut Parts, id: Option<MaterialId>) -> u32 {
        if let Some(known) = self.materials.get(&id) {
            return *known;
        }
        let made = match id {
            Some(id) => self.surface(parts, id),
            None => {
                let [r, g, b, _] = Rgba::linear(0.6, 0.6, 0.6, 1.0).to_stored();
                Material { name: "DEFAULT".to_owned(), color: [r, g, b].map(widen), picture: None }
            }
        };
        parts.materials.push(made);
        let number = parts.materials.len() as u32 - 1;
        self.materials.insert(id, number);
        number
    }

    fn surface(&self, parts: &mut Parts, id: MaterialId) -> Material {
        let material = &self.scene.materials[id];
        let name = match material.name.as_str() {
            "" => format!("material{}", id.index()),
            name => name.to_owned(),
        };
        let [r, g, b, alpha] = material.base_color.to_stored();
        let picture = material.base_texture.and_then(|texture| {
            let image = self.scene.images.get(texture.image)?;
            let found = self.exact.and_then(|exact| exact.images.get(&name).cloned());
            let written = image.path.clone().unwrap_or_else(|| image.name.clone());
            Some(Picture { written, found, image: image.clone() })
        });
        let mut lose = |what, code| parts.lose(code, &name, what);
        if picture.is_some() && material.base_color.rgb != [1.0; 3] {
            lose("its colour, which tints its image, is left out", "model/tint");
        }
        if alpha < 1.0 || material.alpha != AlphaMode::Opaque {
            lose("it becomes opaque", "model/opacity");
        }
        let emits = material.emission.rgb != [0.0; 3] || material.emission_texture.is_some();
        if material.normal_map.is_some() || material.metallic_roughness_texture.is_some() || emits {
            lose("bumps, metal, roughness and light given off are left out", "model/shading");
        }
        Material { name, color: [r, g, b].map(widen), picture }
    }
}

/// Adds the triangles of a surface as they stand in the world.
fn push(
    surface: &Surface,
    placed: Affine3A,
    material: u32,
    texture: Option<TextureRef>,
    into: &mut Vec<Triangle>,
) {
    let mirrored = placed.matrix3.determinant() < 0.0;
    let second = texture.is_some_and(|texture| texture.uv_set == 1) && !surface.uvs2.is_empty();
    let uvs = if second { &surface.uvs2 } else { &surface.uvs };
    let transform = texture.map(|texture| texture.transform);
    let same = placed == Affine3A::IDENTITY;
    let corner = |index: u32| {
        let at = Vec3::from_array(surface.positions[index as usize]);
        let at = if same { at } else { placed.transform_point3(at) };
        at.to_array().map(widen)
    };
    let uv = |index: u32| {
        let [mut u, mut v] = uvs.get(index as usize).copied().unwrap_or([0.0, 1.0]);
        if let Some(moved) = transform {
            (u, v) = (u * moved.scale[0] + moved.offset[0], v * moved.scale[1] + moved.offset[1]);
        }
        [widen(u), 1.0 - widen(v)]
    };
    let implied = surface.indices.is_empty();
    let count = if implied { surface.positions.len() } else { surface.indices.len() } / 3;
    into.reserve(count);
    for at in 0..count {
        let index =
            |corner: usize| if implied { (at * 3 + corner) as u32 } else { surface.indices[at * 3 + corner] };
        let three = [index(0), index(1), index(2)];
        let triangle = Triangle { corners: three.map(corner), uvs: three.map(uv), material };
        if triangle.corners.as_flattened().iter().all(|value| value.is_finite()) {
            into.push(if mirrored { triangle.turned() } else { triangle });
        }
    }
}

/// What a component is, for people.
fn word(component: &Component) -> String {
    match component {
        Component::Other(other) => match other.extras.get("registered_name") {
            Some(Extra::Text(name)) => format!("{} `{name}`", other.kind),
            _ => other.kind.clone(),
        },
        Component::Sprite(_) => "a sprite".to_owned(),
        Component::Shapes(_) => "flat shapes".to_owned(),
        Component::Text(_) => "a text".to_owned(),
        Component::Camera(_) | Component::Camera2d(_) => "a camera".to_owned(),
        Component::Light(_) => "a light".to_owned(),
        other => what(other).to_owned(),
    }
}

/// Whether a scene has sectors of its own.
pub(crate) fn has_sectors(scene: &Scene) -> bool {
    let is_sector = |node: &Node| node.components.iter().any(|it| matches!(it, Component::Sector(_)));
    scene.nodes.iter().any(|(_, node)| is_sector(node))
}
