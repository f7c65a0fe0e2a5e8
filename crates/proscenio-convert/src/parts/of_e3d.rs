//! What an Espresso3D document holds exactly, beside the neutral scene made of it.

use std::collections::HashMap;

use proscenio_espresso3d as e3d;
use proscenio_scene::Node;

use super::{Parts, Triangle};
use crate::back::obj::Source;
use crate::front::espresso3d::image_files;

/// Triangles of a document with all their digits, for the nodes of its scene.
pub(crate) struct Exact<'a> {
    document: &'a e3d::Document,
    sectors: HashMap<u32, e3d::Sector<'a>>,
    /// The image file that each alias leads to.
    pub images: HashMap<String, String>,
    /// Whether an actor stands as it was bent, so that only the scene knows its corners.
    bent: bool,
}

impl<'a> Exact<'a> {
    /// Of a document whose files are looked for through the project.
    pub fn new(source: &Source<'a>) -> Self {
        let document = source.document;
        let sectors = document.sectors().map(|sector| (sector.span().start(), sector)).collect();
        let images = image_files(document, source.project, source.import);
        Self { document, sectors, images, bent: source.bent }
    }

    /// The triangles of a node that stands for a sector or for the whole actor; `None` for other nodes.
    ///
    /// `material` numbers aliases. What cannot be read is left out, as in the scene.
    pub fn triangles(
        &self,
        node: &Node,
        parts: &mut Parts,
        mut material: impl FnMut(&mut Parts, Option<&str>) -> u32,
    ) -> Option<Vec<Triangle>> {
        let origin = node.origin.as_ref().filter(|origin| origin.path == *self.document.source().path())?;
        let written: Vec<e3d::Triangle<'_>> = match node.identity.kind.as_str() {
            "SECTOR" => self.sectors.get(&origin.bytes.0)?.triangles().collect(),
            "MODEL" if !self.bent => self.document.models().flat_map(|model| model.triangles()).collect(),
            _ => return None,
        };
        let (mut triangles, mut detailed) = (Vec::with_capacity(written.len()), 0u32);
        for triangle in written {
            let Some(corners) = triangle.vertices() else { continue };
            detailed += u32::from(triangle.detail(0).is_some() || triangle.detail(1).is_some());
            let layer = triangle.texture();
            let alias = layer.and_then(|layer| layer.alias).map(|alias| alias.text());
            let material = material(parts, alias.as_deref());
            triangles.push(Triangle {
                corners,
                uvs: layer.map_or([[0.0; 2]; 3], |layer| layer.uv),
                material,
            });
        }
        if detailed > 0 {
            let message = format!("the detail layers of {detailed} triangles are left out");
            parts.lose("model/detail", node.name.clone(), message);
        }
        Some(triangles)
    }
}
