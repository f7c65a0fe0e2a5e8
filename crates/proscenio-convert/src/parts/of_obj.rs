//! Parts of an OBJ model.

use std::collections::HashMap;

use proscenio_scene::glam::DVec3;
use proscenio_scene::{Image, Table};
use proscenio_source::{Finding, Span};

use super::{Material, Part, Parts, Picture, Portal, Triangle};
use crate::Images;
use crate::back::espresso3d::Sectors;
use crate::back::espresso3d::portals::{common_quad, split_name};
use crate::front::obj::{AGAINST_NORMALS, Libraries, Model, PORTAL_OBJECT, Run};
use crate::polygon::{newell, triangulate};
use proscenio_project::Project;

/// How a model is taken apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choices {
    pub sectors: Sectors,
    /// Factor on places.
    pub scale: f64,
    /// Turn faces that run against their normals.
    pub flip: bool,
}

/// The parts of a model, and what reading its materials and faces has to say.
pub(crate) fn of_model(model: &Model, project: &Project<'_>, choices: Choices) -> (Parts, Vec<Finding>) {
    let libraries = Libraries::read(model, project);
    let mut taker = Taker {
        model,
        choices,
        parts: Parts::default(),
        by_name: HashMap::new(),
        materials: HashMap::new(),
        against: (0, None),
        corners: Vec::new(),
        cut: Vec::new(),
        quads: Vec::new(),
    };
    let mut images = (Images::new(project.files()), Table::default());
    for run in model.runs() {
        let material = taker.material(run, &libraries, &mut images);
        taker.run(run, material);
    }
    let mut findings = libraries.findings;
    taker.portals(&mut findings);
    if let (count, Some(first)) = taker.against {
        let faces = if count == 1 { "face runs" } else { "faces run" };
        let done = if choices.flip { "; they are turned" } else { "" };
        let message = format!("{count} {faces} against their normals{done}");
        findings.push(AGAINST_NORMALS.finding(model.source().path(), message).at(first));
    }
    (taker.parts, findings)
}

/// The pieces of an object that is named like a portal.
struct Quad {
    name: String,
    span: Span,
    faces: Vec<Vec<[f64; 3]>>,
}

struct Taker<'a> {
    model: &'a Model,
    choices: Choices,
    parts: Parts,
    by_name: HashMap<String, usize>,
    materials: HashMap<Option<usize>, u32>,
    /// Faces against their normals, and the run of the first.
    against: (u32, Option<Span>),
    corners: Vec<[f64; 3]>,
    cut: Vec<[usize; 3]>,
    quads: Vec<Quad>,
}

impl Taker<'_> {
    fn run(&mut self, run: &Run, material: u32) {
        let (object, group) = self.model.names_of(run);
        if let Some(name) = object.or(group).filter(|name| name.starts_with("portal_") && name.contains("__"))
        {
            return self.quad(name.to_owned(), run);
        }
        let name = match self.choices.sectors {
            Sectors::One => None,
            Sectors::Object => object.or(group.filter(|_| self.model.objects().is_empty())),
            Sectors::Group => group.or(object),
        };
        let name = name.unwrap_or("sector0");
        let part = match self.by_name.get(name) {
            Some(part) => *part,
            None => {
                let sector = Some(name.to_owned());
                self.parts.parts.push(Part { name: name.to_owned(), sector, ..Part::default() });
                self.by_name.insert(name.to_owned(), self.parts.parts.len() - 1);
                self.parts.parts.len() - 1
            }
        };
        for face in run.faces() {
            let start = face.start;
            self.corners.clear();
            self.corners
                .extend(face.clone().map(|corner| run.position(corner).map(|at| at * self.choices.scale)));
            triangulate(&self.corners, &mut self.cut);
            let against = is_against(run, face, &self.corners, self.choices.scale);
            if against {
                self.against.0 += 1;
                self.against.1.get_or_insert(run.span());
            }
            let triangles = self.cut.iter().map(|cut| Triangle {
                corners: cut.map(|at| self.corners[at]),
                uvs: cut.map(|at| run.uv(start + at)),
                material,
            });
            let turn = against && self.choices.flip;
            let into = &mut self.parts.parts[part].triangles;
            into.extend(triangles.map(|triangle| if turn { triangle.turned() } else { triangle }));
        }
    }

    fn quad(&mut self, name: String, run: &Run) {
        let scale = self.choices.scale;
        let faces = run.faces().map(|face| face.map(|at| run.position(at).map(|v| v * scale)).collect());
        match self.quads.iter_mut().find(|quad| quad.name == name) {
            Some(quad) => quad.faces.extend(faces),
            None => self.quads.push(Quad { span: run.span(), faces: faces.collect(), name }),
        }
    }

    /// Objects named like portals become pairs of portals.
    fn portals(&mut self, findings: &mut Vec<Finding>) {
        for quad in std::mem::take(&mut self.quads) {
            let mut complain = |what: &str| {
                let message = format!("`{}` {what}", quad.name);
                findings.push(PORTAL_OBJECT.finding(self.model.source().path(), message).at(quad.span));
            };
            let corners = match &quad.faces[..] {
                [face] => <[[f64; 3]; 4]>::try_from(&face[..]).ok(),
                [first, second] => common_quad(first, second),
                _ => None,
            };
            let Some(corners) = corners else {
                complain("does not have exactly four corners");
                continue;
            };
            let known = |name: &str| self.by_name.get(name).copied();
            let Some([first, second]) = split_name(&quad.name, &|name| known(name).is_some()) else {
                complain("does not name two sectors of the file");
                continue;
            };
            for ((sector, id), link) in [(&first, &second), (&second, &first)] {
                if let Some(part) = self.by_name.get(sector) {
                    let portal = Portal { id: id.clone(), link: link.clone(), corners };
                    self.parts.parts[*part].portals.push(portal);
                }
            }
        }
    }

    fn material(&mut self, run: &Run, libraries: &Libraries, images: &mut (Images<'_>, Table<Image>)) -> u32 {
        if let Some(known) = self.materials.get(&run.material()) {
            return *known;
        }
        let name = self.model.material_of(run);
        let written = name.and_then(|name| libraries.get(name));
        let name = name.unwrap_or("DEFAULT").to_owned();
        let mut material = Material { name: name.clone(), color: [1.0; 3], picture: None };
        if let Some(written) = written {
            material.color = written.diffuse.unwrap_or([1.0; 3]);
            if let Some(map) = &written.map {
                let (image, _) = images.0.load(&mut images.1, map, written.found.as_deref());
                let image = images.1[image].clone();
                if material.color != [1.0; 3] && written.diffuse.is_some() && image.size.is_some() {
                    self.parts.lose("model/tint", &name, "its colour, which tints its image, is left out");
                }
                let found = written.found.clone();
                material.picture = Some(Picture { written: map.clone(), found, image });
            }
            if written.opacity < 1.0 {
                self.parts.lose(
                    "model/opacity",
                    &name,
                    format!("opacity {} becomes opaque", written.opacity),
                );
            }
            if !written.others.is_empty() {
                let words = written.others.join(", ");
                self.parts.lose("model/shading", &name, format!("there is no place for {words}"));
            }
        }
        self.parts.materials.push(material);
        let number = self.parts.materials.len() as u32 - 1;
        self.materials.insert(run.material(), number);
        number
    }
}

/// Whether the normals of a face, taken together, point to its back.
fn is_against(run: &Run, face: std::ops::Range<usize>, corners: &[[f64; 3]], scale: f64) -> bool {
    if !run.has_normals() {
        return false;
    }
    let written: DVec3 = face
        .filter_map(|corner| run.normal(corner))
        .map(|normal| DVec3::from_array(normal).normalize_or_zero())
        .sum();
    newell(corners).dot(written) * scale.signum() < 0.0
}
