//! A model as read.

use std::ops::Range;

use proscenio_source::{Finding, Source, Span};

use super::clean::{self, Key};
use super::codes;

/// How many things of each kind a model holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// `v` statements that faces use; those used by several runs of faces count for each.
    pub vertices: usize,
    /// Faces of three and more corners.
    pub faces: usize,
    /// Triangles the faces are cut into, degenerate ones included.
    pub triangles: usize,
}

/// An OBJ model, read.
#[derive(Debug)]
pub struct Model {
    source: Source,
    objects: Vec<String>,
    groups: Vec<String>,
    materials: Vec<String>,
    libraries: Vec<(String, Span)>,
    runs: Vec<Run>,
    findings: Vec<Finding>,
}

impl Model {
    /// Reads a model. Never fails: what cannot be read is in [`Model::findings`].
    ///
    /// ```
    /// use proscenio_convert::front::obj::Model;
    /// use proscenio_source::Source;
    ///
    /// let text = b"v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf -4 -3 \\\n  -2 -1\n".to_vec();
    /// let model = Model::parse(Source::new("quad.obj", text));
    /// assert_eq!((model.counts().faces, model.counts().triangles), (1, 2));
    /// assert_eq!(model.findings()[0].code, "obj/missing-uv");
    /// ```
    #[must_use]
    pub fn parse(source: Source) -> Self {
        let cleaned = clean::clean(&source);
        let mut report = cleaned.report;
        let options = tobj::LoadOptions::default();
        let no_library = |_: &std::path::Path| Ok((Vec::new(), Default::default()));
        let read = tobj::load_obj_buf(&mut cleaned.text.as_bytes(), &options, no_library);
        let meshes = match read {
            // Of a file without faces the reader makes one empty model.
            Ok(_) if cleaned.runs.is_empty() => Vec::new(),
            Ok((models, _)) if models.len() == cleaned.runs.len() => models,
            Ok(_) => {
                report.push(codes::NOT_READ, None, || "faces were lost on the way".to_owned());
                Vec::new()
            }
            Err(error) => {
                report.push(codes::NOT_READ, None, || error.to_string());
                Vec::new()
            }
        };
        let runs = cleaned.runs.into_iter().zip(meshes);
        let runs = runs.map(|((key, span), model)| Run { key, span, mesh: model.mesh }).collect();
        Self {
            objects: cleaned.objects.list,
            groups: cleaned.groups.list,
            materials: cleaned.materials.list,
            libraries: cleaned.libraries,
            runs,
            findings: report.finish(),
            source,
        }
    }

    /// The file's name and bytes.
    #[must_use]
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// What reading tripped over, in the order of the file; what concerns the whole file comes last.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Names of the objects (`o`), in order.
    #[must_use]
    pub fn objects(&self) -> &[String] {
        &self.objects
    }

    /// Names of the groups (`g`), in order.
    #[must_use]
    pub fn groups(&self) -> &[String] {
        &self.groups
    }

    /// Names of the materials that are used (`usemtl`), in order.
    #[must_use]
    pub fn materials(&self) -> &[String] {
        &self.materials
    }

    /// Material libraries as named (`mtllib`), with the place of the statement.
    #[must_use]
    pub fn libraries(&self) -> &[(String, Span)] {
        &self.libraries
    }

    /// How much there is.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for run in &self.runs {
            counts.vertices += run.mesh.positions.len() / 3;
            for face in run.faces() {
                counts.faces += 1;
                counts.triangles += face.len() - 2;
            }
        }
        counts
    }

    /// The faces in runs of one object, group and material, in the order of the file.
    pub(crate) fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// What a run of faces stands under: its object and its group.
    pub(crate) fn names_of(&self, run: &Run) -> (Option<&str>, Option<&str>) {
        let name = |list: &'_ [String], number: Option<u32>| {
            number.map(|number| number as usize).filter(|n| *n < list.len())
        };
        let object = name(&self.objects, run.key.object).map(|at| self.objects[at].as_str());
        let group = name(&self.groups, run.key.group).map(|at| self.groups[at].as_str());
        (object, group)
    }
}

/// Faces that stand together and share object, group, material and kind of corner.
#[derive(Debug)]
pub(crate) struct Run {
    key: Key,
    span: Span,
    mesh: tobj::Mesh,
}

impl Run {
    /// The material, into [`Model::materials`].
    pub fn material(&self) -> Option<usize> {
        self.key.material.map(|number| number as usize)
    }

    /// The place of the first face.
    pub fn span(&self) -> Span {
        self.span
    }

    /// Whether every corner has a normal.
    pub fn has_normals(&self) -> bool {
        self.key.normals
    }

    /// The faces, each as the range of its corners.
    pub fn faces(&self) -> impl Iterator<Item = Range<usize>> {
        let corners = self.mesh.indices.len();
        let arities = &self.mesh.face_arities;
        // The reader leaves the list out where all faces are triangles.
        let count = if arities.is_empty() { corners / 3 } else { arities.len() };
        let mut start = 0;
        (0..count).map(move |face| {
            let end = start + arities.get(face).map_or(3, |corners| *corners as usize);
            std::mem::replace(&mut start, end)..end
        })
    }

    /// Where a corner is.
    pub fn position(&self, corner: usize) -> [f64; 3] {
        triple(&self.mesh.positions, self.mesh.indices.get(corner))
    }

    /// Texture coordinate of a corner, V from the bottom; 0 0 without.
    pub fn uv(&self, corner: usize) -> [f64; 2] {
        if !self.key.uvs {
            return [0.0; 2];
        }
        let at = self.mesh.texcoord_indices.get(corner).map(|index| *index as usize * 2);
        match at.and_then(|at| self.mesh.texcoords.get(at..at + 2)) {
            Some([u, v]) => [*u, *v],
            _ => [0.0; 2],
        }
    }

    /// Normal of a corner as written, not normalised.
    pub fn normal(&self, corner: usize) -> Option<[f64; 3]> {
        self.key.normals.then(|| triple(&self.mesh.normals, self.mesh.normal_indices.get(corner)))
    }

    /// Numbers that tell corners of the run apart: place, coordinate, normal.
    pub fn corner_key(&self, corner: usize) -> [u32; 3] {
        let pick = |has: bool, list: &[u32]| if has { list.get(corner).copied().unwrap_or(0) } else { 0 };
        [
            pick(true, &self.mesh.indices),
            pick(self.key.uvs, &self.mesh.texcoord_indices),
            pick(self.key.normals, &self.mesh.normal_indices),
        ]
    }
}

fn triple(numbers: &[f64], index: Option<&u32>) -> [f64; 3] {
    let at = index.map(|index| *index as usize * 3);
    match at.and_then(|at| numbers.get(at..at + 3)) {
        Some([x, y, z]) => [*x, *y, *z],
        _ => [0.0; 3],
    }
}
