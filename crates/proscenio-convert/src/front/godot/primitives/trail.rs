//! Trails: tubes and ribbons that bend with bones along their length, and the single point.

use proscenio_scene::{Curve, Topology};

use super::{Raw, around};

/// `TubeTrailMesh`: a tube along Y, made of sections between bones.
#[derive(Clone, Debug, PartialEq)]
pub struct TubeTrailMesh {
    /// Metres.
    pub radius: f32,
    /// Around.
    pub radial_steps: u32,
    /// Lengths between bones.
    pub sections: u32,
    /// Metres.
    pub section_length: f32,
    /// Cuts of each section.
    pub section_rings: u32,
    /// Whether the top is closed.
    pub cap_top: bool,
    /// Whether the bottom is closed.
    pub cap_bottom: bool,
    /// Factor on the radius from the top (0) to the bottom (1).
    pub curve: Option<Curve>,
}

/// `RibbonTrailMesh`: a band along Y, alone or crossed with a second one.
#[derive(Clone, Debug, PartialEq)]
pub struct RibbonTrailMesh {
    /// Width, metres.
    pub size: f32,
    /// Lengths between bones.
    pub sections: u32,
    /// Metres.
    pub section_length: f32,
    /// Cuts of each section.
    pub section_segments: u32,
    /// Whether there is a second band across.
    pub cross: bool,
    /// Factor on the width from the top (0) to the bottom (1).
    pub curve: Option<Curve>,
}

/// `PointMesh`: one point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PointMesh;

/// What the sections of both trails have in common.
struct Sections {
    sections: u32,
    cuts: u32,
    length: f32,
    curve: Option<proscenio_scene::Baked>,
}

/// One cut of a trail.
struct Cut {
    /// From the top, 0 to 1.
    share: f32,
    y: f32,
    factor: f32,
    bones: [u16; 4],
    weights: [f32; 4],
}

impl Sections {
    fn new(sections: u32, cuts: u32, length: f32, curve: Option<&Curve>) -> Self {
        let curve = curve.filter(|curve| !curve.points.is_empty()).map(Curve::bake);
        Self { sections, cuts, length: length * sections as f32, curve }
    }

    fn factor(&self, share: f32) -> f32 {
        self.curve.as_ref().map_or(1.0, |curve| curve.sample(share))
    }

    fn count(&self) -> u32 {
        self.sections * self.cuts
    }

    fn cut(&self, at: u32) -> Cut {
        let share = at as f32 / self.count() as f32;
        let y = self.length * 0.5 - self.length * share;
        let bone = at / self.cuts;
        let blend = 1.0 - (at % self.cuts) as f32 / self.cuts as f32;
        let bones = [bone as u16, self.sections.min(bone + 1) as u16, 0, 0];
        Cut { share, y, factor: self.factor(share), bones, weights: [blend, 1.0 - blend, 0.0, 0.0] }
    }
}

impl TubeTrailMesh {
    /// The mesh.
    #[must_use]
    pub fn build(&self) -> Raw {
        let mut raw = Raw::default();
        let sections =
            Sections::new(self.sections, self.section_rings, self.section_length, self.curve.as_ref());
        let (mut above, mut row) = (0, 0);
        for at in 0..=sections.count() {
            let cut = sections.cut(at);
            let radius = self.radius * cut.factor;
            for i in 0..=self.radial_steps {
                let u = i as f32 / self.radial_steps as f32;
                let (x, z) = around(i, self.radial_steps);
                let position = [x * radius, cut.y, z * radius];
                raw.vertex(position, [x, 0.0, z], [z, 0.0, -x, 1.0], [u, cut.share * 0.5]);
                raw.bend(cut.bones, cut.weights);
                if i > 0 && at > 0 {
                    raw.square(above, row, i, 1);
                }
            }
            (above, row) = (row, raw.count());
        }
        for top in [true, false] {
            let factor = sections.factor(if top { 0.0 } else { 1.0 });
            if (if top { self.cap_top } else { self.cap_bottom }) && factor > 1e-5 {
                self.cap(&mut raw, top, factor, sections.length);
            }
        }
        raw
    }

    fn cap(&self, raw: &mut Raw, top: bool, factor: f32, length: f32) {
        let bone = if top { 0 } else { self.sections as u16 };
        let first = raw.count();
        raw.cap(top, self.radius * factor, length, self.radial_steps);
        for _ in first..raw.count() {
            raw.bend([bone, 0, 0, 0], [1.0, 0.0, 0.0, 0.0]);
        }
    }
}

impl RibbonTrailMesh {
    /// The mesh.
    #[must_use]
    pub fn build(&self) -> Raw {
        let mut raw = Raw::default();
        let sections =
            Sections::new(self.sections, self.section_segments, self.section_length, self.curve.as_ref());
        let bands: u32 = if self.cross { 2 } else { 1 };
        for at in 0..=sections.count() {
            let cut = sections.cut(at);
            let half = self.size * cut.factor * 0.5;
            let row = raw.count();
            for band in 0..bands {
                for (side, u) in [(-half, 0.0), (half, 1.0)] {
                    let (position, normal) = if band == 0 {
                        ([side, cut.y, 0.0], [0.0, 0.0, 1.0])
                    } else {
                        ([0.0, cut.y, side], [1.0, 0.0, 0.0])
                    };
                    raw.vertex(position, normal, [0.0, 1.0, 0.0, 1.0], [u, cut.share]);
                    raw.bend(cut.bones, cut.weights);
                }
                if at > 0 {
                    raw.square(row - 2 * bands, row, 2 * band + 1, 1);
                }
            }
        }
        raw
    }
}

impl PointMesh {
    /// The mesh.
    #[must_use]
    pub fn build(&self) -> Raw {
        Raw { positions: vec![[0.0; 3]], topology: Topology::Points, ..Raw::default() }
    }
}
