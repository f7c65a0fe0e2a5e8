//! The writer: parts of a file in, text out, one after the other.

use proscenio_source::Span;

use super::number::write_number;
use super::{Losses, Spelling, WriteOptions, Written};
use crate::code::Code;
use crate::document::FileKind;
use crate::model::{
    Actor, Animation, Bone, Comment, Entry, Layer, Letters, Name, Part, ParticleSystem, Portal, PortalKind,
    Put, TextureSetRef, Triangle, fits, fitted,
};
use crate::syntax::Keyword;
use crate::view::{CommandKind, Pose};

/// Writes a file part by part, for callers that do not want to hold a whole [`crate::model::File`].
///
/// Parts are expected where the formats have them: texture sets first, triangles, portals and placements
/// between [`Writer::open_sector`] and [`Writer::close`], triangles, bones and animations between
/// [`Writer::open_model`] and [`Writer::close`].
pub struct Writer {
    out: Vec<u8>,
    kind: FileKind,
    spelling: Spelling,
    line_end: &'static [u8],
    level: usize,
    losses: Losses,
    /// Where the part at hand stands in the document that it comes from.
    at: Option<Span>,
}

impl Writer {
    /// A writer of one file.
    #[must_use]
    pub fn new(kind: FileKind, options: &WriteOptions) -> Self {
        Self {
            out: Vec::new(),
            kind,
            spelling: options.spelling,
            line_end: options.line_end.bytes(),
            level: 0,
            losses: Losses::new(options.path.clone()),
            at: None,
        }
    }

    /// The text so far, which the writer forgets; so a large file can be passed on while it is written.
    pub fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.out)
    }

    /// The text that was not taken, and everything that could not be written.
    #[must_use]
    pub fn finish(self) -> Written {
        Written { text: self.out, losses: self.losses.finish() }
    }

    /// A comment. Actors of the line dialect hold none.
    pub fn comment(&mut self, comment: &Comment) {
        if self.spelling == Spelling::Line && self.kind == FileKind::Actor {
            return self.cannot(format!("a comment: `{}`", short(&comment.text())));
        }
        self.indent();
        self.out.push(b'#');
        self.out.extend_from_slice(comment.bytes());
        self.end_line();
    }

    /// A texture set that is loaded.
    pub fn texture_set(&mut self, set: &TextureSetRef) {
        self.tag(Keyword::TextureSet);
        self.out.push(b' ');
        self.path(&set.path, Letters::Path);
        self.out.extend_from_slice(if set.in_jar { b" JAR" } else { b" NOJAR" });
        self.end_line();
    }

    /// A line of a texture set.
    pub fn entry(&mut self, entry: &Entry) {
        self.word(entry.alias.bytes(), Letters::Path);
        self.out.push(b' ');
        self.path(&entry.path, Letters::Any);
        self.out.push(b';');
        self.end_line();
    }

    /// Begins a sector.
    pub fn open_sector(&mut self, id: Option<&Name>) {
        self.tag(Keyword::Sector);
        match (self.spelling, id) {
            (Spelling::Line, Some(id)) => {
                self.end_line();
                self.name_that_begins_a_line(id);
            }
            _ => self.header(&[id]),
        }
        self.end_line();
        self.open();
    }

    /// Begins a model.
    pub fn open_model(&mut self, name: Option<&Name>) {
        self.tag(Keyword::Model);
        match (self.spelling, name) {
            (Spelling::Line, Some(name)) => {
                self.cannot(format!("the name of a model: `{}`", short(&name.text())))
            }
            _ => self.header(&[name]),
        }
        self.end_line();
        self.open();
    }

    /// Ends a sector or a model.
    pub fn close(&mut self) {
        self.level = self.level.saturating_sub(1);
        self.line(b"}");
    }

    /// A triangle of the open sector or model.
    pub fn triangle(&mut self, triangle: &Triangle) {
        if self.spelling == Spelling::Line {
            return self.triangle_line(triangle);
        }
        self.tag(Keyword::Triangle);
        self.end_line();
        self.open();
        if let Some(vertices) = &triangle.vertices {
            self.field(Keyword::Vertices);
            self.tuples(vertices);
            self.end_data();
        }
        let [detail0, detail1] = &triangle.details;
        self.layer(Keyword::Texture, triangle.texture.as_ref());
        self.layer(Keyword::Detail0, detail0.as_deref());
        self.layer(Keyword::Detail1, detail1.as_deref());
        if let Some(bones) = &triangle.bones {
            self.ids(Keyword::BoneLink, &bones.each_ref().map(Option::as_ref), b", ");
        }
        self.close();
    }

    fn triangle_line(&mut self, triangle: &Triangle) {
        for (there, what) in [
            (triangle.details[0].is_some(), "TEXTUREDETAIL0"),
            (triangle.details[1].is_some(), "TEXTUREDETAIL1"),
            (triangle.bones.is_some(), "BONELINK"),
        ] {
            if there {
                self.cannot(format!("{what} of a TRIANGLE"));
            }
        }
        let whole = (triangle.vertices.as_ref(), triangle.texture.as_ref());
        let (Some(vertices), Some(Layer { uv, alias: Some(alias) })) = whole else {
            return self.cannot("a TRIANGLE without VERTICES, TEXTURE or alias".to_owned());
        };
        self.tag(Keyword::Triangle);
        let in_actor = self.kind == FileKind::Actor;
        if in_actor {
            self.out.push(b' ');
        } else {
            self.begin_list();
        }
        self.tuples(vertices);
        self.out.extend_from_slice(b", ");
        self.tuples(uv);
        self.out.extend_from_slice(b", ");
        self.name(alias);
        if in_actor {
            self.out.push(b';');
        }
        self.end_line();
    }

    fn layer(&mut self, keyword: Keyword, layer: Option<&Layer>) {
        let Some(layer) = layer else { return };
        self.field(keyword);
        self.tuples(&layer.uv);
        if let Some(alias) = &layer.alias {
            self.out.extend_from_slice(b", ");
            self.name(alias);
        }
        self.end_data();
    }

    /// A portal of the open sector.
    pub fn portal(&mut self, portal: &Portal) {
        let word = match &portal.kind {
            PortalKind::Fast => &b"FAST"[..],
            PortalKind::Accurate => b"ACCURATE",
            PortalKind::Other(word) => word.bytes(),
        };
        let odd = matches!(portal.kind, PortalKind::Other(_));
        let like_a_type = portal.id.as_ref().is_none_or(|id| is_portal_type(id.bytes()));
        if odd && like_a_type {
            // Readers would take the one for the other.
            return self.cannot("a PORTAL of an unknown type whose id is missing or a type".to_owned());
        }
        if self.spelling == Spelling::Line {
            return self.portal_line(portal, word);
        }
        self.tag(Keyword::Portal);
        self.out.push(b' ');
        self.word(word, Letters::Word);
        self.header(&[portal.id.as_ref()]);
        self.end_line();
        self.open();
        if let Some(corners) = &portal.corners {
            self.field(Keyword::Vertices);
            self.tuples(corners);
            self.end_data();
        }
        let links = [portal.link_sector.as_ref(), portal.link_portal.as_ref()];
        if links != [None, None] {
            self.ids(Keyword::PortalLink, &links, b" ");
        }
        self.close();
    }

    fn portal_line(&mut self, portal: &Portal, word: &[u8]) {
        let Portal {
            id: Some(id),
            corners: Some(corners),
            link_sector: Some(sector),
            link_portal: Some(door),
            ..
        } = portal
        else {
            return self.cannot("a PORTAL without id, corners or link".to_owned());
        };
        self.tag(Keyword::Portal);
        self.begin_list();
        self.name_that_begins_a_line(id);
        self.out.extend_from_slice(b", ");
        self.word(word, Letters::Word);
        for name in [sector, door] {
            self.out.extend_from_slice(b", ");
            self.name(name);
        }
        self.out.extend_from_slice(b", ");
        self.tuples(corners);
        self.end_line();
    }

    /// A placed actor of the open sector.
    pub fn actor(&mut self, actor: &Actor) {
        self.placed(Keyword::Actor, &[actor.name.as_ref(), actor.id.as_ref()], &actor.pose);
    }

    /// A placed particle system of the open sector.
    pub fn particle_system(&mut self, system: &ParticleSystem) {
        self.placed(Keyword::ParticleSystem, &[system.name.as_ref()], &system.pose);
    }

    fn placed(&mut self, keyword: Keyword, names: &[Option<&Name>], pose: &Pose) {
        if self.spelling == Spelling::Block {
            self.tag(keyword);
            self.header(names);
            self.end_line();
            return self.pose(pose);
        }
        let Pose { position: Some(position), forward: Some(forward), up: Some(up) } = *pose else {
            return self.cannot(format!("{} without POSITION, FORWARD or UP", article(keyword)));
        };
        if names.contains(&None) {
            return self.cannot(format!("{} without name or id", article(keyword)));
        }
        self.tag(keyword);
        self.begin_list();
        for (index, name) in names.iter().flatten().enumerate() {
            if index == 0 {
                self.name_that_begins_a_line(name);
            } else {
                self.name(name);
            }
            self.out.extend_from_slice(b", ");
        }
        self.tuples(&[position, forward, up]);
        self.end_line();
    }

    fn pose(&mut self, pose: &Pose) {
        self.open();
        for (keyword, vector) in
            [(Keyword::Position, pose.position), (Keyword::Forward, pose.forward), (Keyword::Up, pose.up)]
        {
            if let Some(vector) = vector {
                self.field(keyword);
                self.tuples(&[vector]);
                self.end_data();
            }
        }
        self.close();
    }

    /// A bone of the open model (block dialect only).
    pub fn bone(&mut self, bone: &Bone) {
        if self.spelling == Spelling::Line {
            return self.cannot(format!("the BONE `{}`", label(bone.id.as_ref())));
        }
        self.tag(Keyword::Bone);
        self.header(&[bone.id.as_ref(), bone.parent.as_ref()]);
        self.end_line();
        self.pose(&bone.pose);
    }

    /// An animation of the open model (block dialect only).
    pub fn animation(&mut self, animation: &Animation) {
        if self.spelling == Spelling::Line {
            return self.cannot(format!("the ANIMATION `{}`", label(animation.id.as_ref())));
        }
        self.tag(Keyword::Animation);
        self.header(&[animation.id.as_ref()]);
        match animation.fps {
            Some(_) if animation.id.is_none() => {
                self.cannot("the frames per second of an ANIMATION without id".to_owned())
            }
            Some(fps) => {
                self.out.push(b' ');
                self.number(fps);
            }
            None => {}
        }
        self.end_line();
        self.open();
        for frame in &animation.frames {
            self.tag(Keyword::Frame);
            self.header(&[frame.id.as_ref()]);
            self.end_line();
            self.open();
            for bone in &frame.bones {
                self.tag(Keyword::Bone);
                self.header(&[bone.id.as_ref()]);
                self.end_line();
                self.open();
                for command in &bone.commands {
                    self.field(match command.kind {
                        CommandKind::Rotate => Keyword::Rotate,
                        CommandKind::Translate => Keyword::Translate,
                    });
                    self.number(command.span);
                    self.out.push(b' ');
                    self.tuples(&[command.amount]);
                    self.end_data();
                }
                self.close();
            }
            self.close();
        }
        self.close();
    }
}

// Words and lines.
impl Writer {
    fn indent(&mut self) {
        const BLANKS: &[u8] = b"                ";
        self.out.extend_from_slice(&BLANKS[..(self.level * 2).min(BLANKS.len())]);
    }

    fn end_line(&mut self) {
        self.out.extend_from_slice(self.line_end);
    }

    fn line(&mut self, text: &[u8]) {
        self.indent();
        self.out.extend_from_slice(text);
        self.end_line();
    }

    fn tag(&mut self, keyword: Keyword) {
        self.indent();
        self.out.extend_from_slice(keyword.text().as_bytes());
    }

    fn open(&mut self) {
        self.line(b"{");
        self.level += 1;
    }

    /// A tag alone on its line; its data follow.
    fn field(&mut self, keyword: Keyword) {
        self.tag(keyword);
        self.begin_list();
    }

    /// Begins the line behind a tag.
    fn begin_list(&mut self) {
        self.end_line();
        self.level += 1;
        self.indent();
        self.level -= 1;
    }

    fn end_data(&mut self) {
        self.out.push(b';');
        self.end_line();
    }

    /// The words behind a tag. One behind a word that is missing would be read in its place.
    fn header(&mut self, names: &[Option<&Name>]) {
        let there = names.iter().take_while(|name| name.is_some()).count();
        for name in names[..there].iter().flatten() {
            self.out.push(b' ');
            self.name(name);
        }
        for name in names[there..].iter().flatten() {
            self.cannot(format!("`{}` behind a name that is missing", short(&name.text())));
        }
    }

    /// A field that is a list of ids.
    fn ids(&mut self, keyword: Keyword, ids: &[Option<&Name>], between: &[u8]) {
        let there = ids.iter().take_while(|id| id.is_some()).count();
        // Alone on its line a keyword would be read as one.
        if let [Some(only)] = &ids[..there]
            && Keyword::find(only.bytes()).is_some()
        {
            return self.cannot(format!("{} with nothing but `{only}`", keyword.text()));
        }
        self.field(keyword);
        for (index, id) in ids[..there].iter().flatten().enumerate() {
            if index > 0 {
                self.out.extend_from_slice(between);
            }
            self.name(id);
        }
        self.end_data();
        for id in ids[there..].iter().flatten() {
            self.cannot(format!("`{}` behind an id that is missing", short(&id.text())));
        }
    }

    fn name(&mut self, name: &Name) {
        self.word(name.bytes(), Letters::Word);
    }

    /// A name in front of a line, where a keyword would be taken for one.
    fn name_that_begins_a_line(&mut self, name: &Name) {
        if Keyword::find(name.bytes()).is_some() {
            self.cannot(format!("the name `{name}`, which is a word of the format"));
        }
        self.name(name);
    }

    fn path(&mut self, path: &Name, letters: Letters) {
        if path.bytes().contains(&b'\\') {
            let slashes: Vec<u8> =
                path.bytes().iter().map(|&byte| if byte == b'\\' { b'/' } else { byte }).collect();
            return self.word(&slashes, letters);
        }
        self.word(path.bytes(), letters);
    }

    fn word(&mut self, bytes: &[u8], letters: Letters) {
        if fits(bytes, letters) {
            return self.out.extend_from_slice(bytes);
        }
        let fitting = fitted(bytes, letters);
        let (given, written) = (crate::value::text(bytes), crate::value::text(&fitting));
        let message = format!("`{}` cannot stand in a file; `{}` is written", short(&given), short(&written));
        self.losses.push(Code::UnwritableName, self.at, message);
        self.out.extend_from_slice(&fitting);
    }

    fn number(&mut self, value: f64) {
        if !write_number(&mut self.out, value) {
            let message = format!("{value} cannot stand in a file; 0 is written");
            self.losses.push(Code::UnwritableNumber, self.at, message);
        }
    }

    /// Tuples of numbers: blanks inside, commas between.
    #[inline]
    fn tuples<const N: usize>(&mut self, tuples: &[[f64; N]]) {
        for (index, tuple) in tuples.iter().enumerate() {
            if index > 0 {
                self.out.extend_from_slice(b", ");
            }
            for (at, value) in tuple.iter().enumerate() {
                if at > 0 {
                    self.out.push(b' ');
                }
                self.number(*value);
            }
        }
    }

    #[cold]
    fn cannot(&mut self, what: String) {
        let message = match self.spelling {
            Spelling::Line => format!("the line dialect cannot hold {what}"),
            Spelling::Block => format!("the block dialect cannot hold {what}"),
        };
        self.losses.push(Code::CannotHold, self.at, message);
    }
}

impl Put for Writer {
    fn put(&mut self, part: Part, at: Span) {
        self.at = Some(at);
        match part {
            Part::Comment(comment) => self.comment(&comment),
            Part::TextureSet(set) => self.texture_set(&set),
            Part::OpenSector(id) => self.open_sector(id.as_ref()),
            Part::OpenModel(name) => self.open_model(name.as_ref()),
            Part::Close => self.close(),
            Part::Triangle(triangle) => self.triangle(&triangle),
            Part::Portal(portal) => self.portal(&portal),
            Part::Actor(actor) => self.actor(&actor),
            Part::ParticleSystem(system) => self.particle_system(&system),
            Part::Bone(bone) => self.bone(&bone),
            Part::Animation(animation) => self.animation(&animation),
        }
    }
}

fn is_portal_type(word: &[u8]) -> bool {
    word.eq_ignore_ascii_case(b"FAST") || word.eq_ignore_ascii_case(b"ACCURATE")
}

fn article(keyword: Keyword) -> &'static str {
    if keyword == Keyword::Actor { "an ACTOR" } else { "a PARTICLESYSTEM" }
}

fn label(name: Option<&Name>) -> String {
    name.map_or_else(String::new, |name| short(&name.text()).into_owned())
}

/// A text cut to a length that fits a message.
fn short(text: &str) -> std::borrow::Cow<'_, str> {
    match text.char_indices().nth(40) {
        Some((cut, _)) => format!("{}…", &text[..cut]).into(),
        None => text.into(),
    }
}
