//! Triangles, vectors and poses, which maps and actors share.

use super::text::{Words, java_double};
use super::{Engine, EngineCounts, Step, Stop};
use crate::code::Code;
use crate::model::{File, FileItem, Layer, ModelItem, Name, SectorItem, Triangle};
use crate::view::{CommandKind, Pose, pairs, triples};

/// A texture layer as it is being read: coordinates, and an alias that may be missing.
type Read = (Option<[[f64; 2]; 3]>, Option<Name>);

impl<'a> Engine<'a, '_> {
    /// The one line on which values stand.
    pub(super) fn data(&mut self) -> Step<Words<'a>> {
        let end = self.lines.end();
        self.lines.next().ok_or(Stop { at: end, why: "the file ends where values must stand" })
    }

    pub(super) fn vector(&mut self) -> Step<[f64; 3]> {
        numbers(&mut self.data()?)
    }

    /// Reads a triangle; only the first word of each line is looked at. `None` when the file ends first.
    pub(super) fn triangle(&mut self) -> Step<Option<Triangle>> {
        let mut open = false;
        let mut triangle = Triangle::default();
        let (mut texture, mut detail0, mut detail1): (Read, Read, Read) = Default::default();
        while let Some(mut words) = self.lines.next() {
            let Some(word) = words.next() else { continue };
            match word.text {
                b"{" => open = true,
                b"}" => {
                    triangle.texture = texture.0.map(|uv| Layer { uv, alias: texture.1 });
                    // Coordinates without an alias are no layer; a third layer alone keeps its place.
                    if detail0.1.is_some() || detail1.1.is_some() {
                        let layer = |(uv, alias): Read| uv.map(|uv| Box::new(Layer { uv, alias }));
                        let second = detail1.1.is_some().then(|| layer(detail1)).flatten();
                        triangle.details = [layer(detail0), second];
                    }
                    return Ok(Some(triangle));
                }
                b"VERTICES" if open => {
                    triangle.vertices = Some(triples(numbers::<9>(&mut self.data()?)?));
                }
                b"TEXTURE" if open => texture = self.layer()?,
                b"TEXTUREDETAIL0" if open => detail0 = self.layer()?,
                b"TEXTUREDETAIL1" if open => detail1 = self.layer()?,
                b"BONELINK" if open => {
                    let mut words = self.data()?;
                    let mut next = || super::name(words.next());
                    triangle.bones = Some(Box::new([next(), next(), next()]));
                }
                _ => {}
            }
        }
        Ok(None)
    }

    fn layer(&mut self) -> Step<Read> {
        let mut words = self.data()?;
        let uv = pairs(numbers(&mut words)?);
        Ok((Some(uv), super::name(words.next())))
    }

    /// A triangle that the engine keeps and cannot draw is told.
    pub(super) fn keep(&mut self, triangle: &Triangle, at: proscenio_source::Span) {
        if is_broken(triangle) {
            self.note(Code::EngineKeepsBroken, at, "VERTICES or TEXTURE");
        }
    }

    /// Reads the block of a pose up to its `}`: `any_case` says whether words are known in any letter case, and
    /// `place` names the block in the log. False when the file ends first.
    pub(super) fn pose(&mut self, any_case: bool, place: &'static str) -> Step<(Pose, bool)> {
        let mut open = false;
        let mut pose = Pose::default();
        while let Some(mut words) = self.lines.next() {
            while let Some(word) = words.next() {
                let is = |known: &str| if any_case { word.is_any_case(known) } else { word.is(known) };
                if is("{") {
                    open = true;
                } else if is("#") {
                    break;
                } else if is("}") {
                    return Ok((pose, true));
                } else if is("POSITION") {
                    pose.position = self.pose_field(open)?.or(pose.position);
                } else if is("FORWARD") {
                    pose.forward = self.pose_field(open)?.or(pose.forward);
                } else if is("UP") {
                    pose.up = self.pose_field(open)?.or(pose.up);
                } else {
                    self.unknown(word, place);
                }
            }
        }
        Ok((pose, false))
    }

    fn pose_field(&mut self, open: bool) -> Step<Option<[f64; 3]>> {
        if open { self.vector().map(Some) } else { Ok(None) }
    }
}

/// Numbers from the front of a line.
pub(super) fn numbers<const N: usize>(words: &mut Words<'_>) -> Step<[f64; N]> {
    let mut out = [0.0; N];
    for slot in &mut out {
        let end = words.end();
        let word = words.next().ok_or(Stop { at: end, why: "the line holds too few numbers" })?;
        *slot = java_double(word.text).ok_or(Stop { at: word.span, why: "it is no number" })?;
    }
    Ok(out)
}

fn is_broken(triangle: &Triangle) -> bool {
    triangle.vertices.is_none() || triangle.texture.is_none()
}

/// Counts what is kept.
pub(super) fn count(file: &File) -> EngineCounts {
    let mut counts = EngineCounts::default();
    let triangle = |counts: &mut EngineCounts, triangle: &Triangle| {
        counts.triangles += 1;
        counts.broken_triangles += u32::from(is_broken(triangle));
    };
    for item in &file.items {
        match item {
            FileItem::Sector(sector) => {
                counts.sectors += 1;
                for item in &sector.items {
                    match item {
                        SectorItem::Triangle(each) => triangle(&mut counts, each),
                        SectorItem::Portal(_) => counts.portals += 1,
                        SectorItem::Actor(_) => counts.actors += 1,
                        SectorItem::ParticleSystem(_) => counts.particle_systems += 1,
                        SectorItem::Comment(_) => {}
                    }
                }
            }
            FileItem::Model(model) => {
                for item in &model.items {
                    match item {
                        ModelItem::Triangle(each) => triangle(&mut counts, each),
                        ModelItem::Bone(_) => counts.bones += 1,
                        ModelItem::Animation(animation) => count_animation(animation, &mut counts),
                        ModelItem::Comment(_) => {}
                    }
                }
            }
            FileItem::Comment(_) | FileItem::TextureSet(_) => {}
        }
    }
    counts
}

fn count_animation(animation: &crate::model::Animation, counts: &mut EngineCounts) {
    counts.animations += 1;
    counts.frames += animation.frames.len() as u32;
    let bones = animation.frames.iter().flat_map(|frame| &frame.bones);
    for command in bones.flat_map(|bone| &bone.commands) {
        match command.kind {
            CommandKind::Rotate => counts.rotate += 1,
            CommandKind::Translate => counts.translate += 1,
        }
    }
}
