//! Actors, as the engine's actor loader reads them.

use std::collections::HashMap;

use proscenio_source::Span;

use super::geometry::numbers;
use super::skeleton::Skeleton;
use super::text::{Token, Words, java_double, java_integer};
use super::{Engine, Step, Stop, header, name};
use crate::code::Code;
use crate::document::FileKind;
use crate::model::{
    Animation, Bone, Command, File, FileItem, Frame, FrameBone, Model, ModelItem, Name, TextureSetRef,
    Triangle,
};
use crate::view::CommandKind;

/// Frames per second where the file says none that are usable.
const DEFAULT_FPS: f64 = 20.0;

/// The one actor that a file makes.
#[derive(Default)]
struct Actor {
    sets: Vec<TextureSetRef>,
    triangles: Vec<(Triangle, Span)>,
    /// Triangles from here on belong to the model at hand, and are not linked yet.
    unlinked: usize,
    skeleton: Skeleton,
    animations: Vec<Option<Animation>>,
    by_id: HashMap<Option<Name>, (usize, Span)>,
    models: u32,
}

impl<'a> Engine<'a, '_> {
    /// Reads an actor; what was read before the engine stops stays.
    pub(super) fn actor(&mut self) -> (File, Step<()>) {
        let mut actor = Actor::default();
        let end = self.actor_lines(&mut actor);
        let mut file = File::new(FileKind::Actor);
        file.items.extend(actor.sets.into_iter().map(FileItem::TextureSet));
        if actor.models > 0 {
            // Where the engine stopped, nothing was linked.
            for (triangle, _) in actor.triangles.iter_mut().skip(actor.unlinked) {
                triangle.bones = None;
            }
            let mut model = Model::default();
            model.items.extend(actor.triangles.into_iter().map(|(triangle, _)| ModelItem::from(triangle)));
            model.items.extend(actor.skeleton.into_bones().map(ModelItem::from));
            model.items.extend(actor.animations.into_iter().flatten().map(ModelItem::from));
            file.items.push(model.into());
        }
        (file, end)
    }

    fn actor_lines(&mut self, actor: &mut Actor) -> Step<()> {
        while let Some(mut words) = self.lines.next() {
            while let Some(word) = words.next() {
                if word.is("TEXTURESET") {
                    let end = words.end();
                    let path = words.next().ok_or(Stop { at: end, why: "the path is missing" })?;
                    let flag = words.next().ok_or(Stop { at: end, why: "JAR or NOJAR is missing" })?;
                    let path = self.load(path)?;
                    actor.sets.push(TextureSetRef { path, in_jar: flag.is_any_case("JAR") });
                } else if word.is("MODEL") {
                    actor.models += 1;
                    if !self.model(actor)? {
                        self.log.errors += 1;
                        self.note(Code::EngineChanges, word.span, "its block does not begin or does not end");
                    }
                } else if word.is("#") {
                    break;
                } else {
                    // Not even logged.
                    self.note(Code::EngineIgnores, word.span, "an actor");
                }
            }
        }
        Ok(())
    }

    /// Reads a model. False when an item stands in front of its `{`, or the file ends in it.
    fn model(&mut self, actor: &mut Actor) -> Step<bool> {
        let mut open = false;
        let mut ended = false;
        actor.unlinked = actor.triangles.len();
        while !ended && let Some(mut words) = self.lines.next() {
            while !ended && let Some(word) = words.next() {
                match word.text {
                    b"{" => open = true,
                    b"BONE" | b"TRIANGLE" | b"ANIMATION" if !open => {
                        self.note(
                            Code::EngineDrops,
                            word.span,
                            "the item stands in front of the `{` of its model",
                        );
                        return Ok(false);
                    }
                    b"BONE" => self.bone(actor, word, &mut words)?,
                    b"TRIANGLE" => {
                        if let Some(triangle) = self.triangle()? {
                            self.keep(&triangle, word.span);
                            actor.triangles.push((triangle, word.span));
                        }
                    }
                    b"ANIMATION" => self.animation(actor, word, &mut words)?,
                    b"#" => break,
                    b"}" => ended = true,
                    _ => self.unknown(word, "a model"),
                }
            }
        }
        self.link(actor);
        actor.skeleton.forget_orphans(|at| self.lost_bone(at));
        Ok(ended)
    }

    fn lost_bone(&mut self, at: Span) {
        self.note(Code::EngineDrops, at, "its parent never appears below the root");
    }

    /// Corners are linked when the whole model is read.
    fn link(&mut self, actor: &mut Actor) {
        for (triangle, at) in &actor.triangles[actor.unlinked..] {
            let Some(bones) = &triangle.bones else { continue };
            for bone in bones.iter() {
                if !bone.as_ref().is_some_and(|bone| actor.skeleton.has(bone)) {
                    self.log.warnings += 1;
                    self.note(
                        Code::EngineChanges,
                        *at,
                        "a corner hangs on no bone, because the skeleton does not have its own",
                    );
                }
            }
        }
        actor.unlinked = actor.triangles.len();
    }

    fn bone(&mut self, actor: &mut Actor, tag: Token<'a>, words: &mut Words<'a>) -> Step<()> {
        let (id, parent) = (words.next(), words.next());
        let at = header(tag, &[id, parent]);
        // That the file ends in the block is no matter here.
        let (pose, _) = self.pose(false, "a bone")?;
        if pose.position.is_none() || pose.forward.is_none() || pose.up.is_none() {
            self.log.warnings += 1;
            self.note(Code::EngineDrops, at, "POSITION, FORWARD or UP is missing");
            return Ok(());
        }
        let bone = Bone { id: name(id), parent: name(parent), pose };
        let mut lost = Vec::new();
        let endless = actor.skeleton.add(bone, at, &mut lost);
        for (at, why) in lost {
            self.note(Code::EngineDrops, at, why);
        }
        if endless { Err(Stop { at, why: "bones wait for one another without end" }) } else { Ok(()) }
    }

    fn animation(&mut self, actor: &mut Actor, tag: Token<'a>, words: &mut Words<'a>) -> Step<()> {
        let (id, fps) = (words.next(), words.next());
        let at = header(tag, &[id, fps]);
        let Some(fps) = fps else {
            return Err(Stop { at, why: "the frames per second are missing" });
        };
        let fps = match java_double(fps.text) {
            None => {
                self.log.warnings += 1;
                self.note(Code::EngineChanges, fps.span, "20 frames per second are taken");
                DEFAULT_FPS
            }
            Some(0.0) => {
                self.note(Code::EngineChanges, fps.span, "20 frames per second are taken");
                DEFAULT_FPS
            }
            Some(fps) => fps,
        };
        let Some(frames) = self.frames()? else {
            self.note(Code::EngineDrops, at, "the file ends in the animation");
            return Ok(());
        };
        let place = actor.animations.len();
        if let Some((earlier, span)) = actor.by_id.insert(name(id), (place, at)) {
            actor.animations[earlier] = None;
            self.note(Code::EngineDrops, span, "a later one has the same id");
        }
        actor.animations.push(Some(Animation { id: name(id), fps: Some(fps), frames }));
        Ok(())
    }

    /// The frames of an animation; `None` when the file ends first.
    fn frames(&mut self) -> Step<Option<Vec<Frame>>> {
        let mut open = false;
        let mut frames = Vec::new();
        while let Some(mut words) = self.lines.next() {
            while let Some(word) = words.next() {
                match word.text {
                    b"{" => open = true,
                    b"FRAME" if open => {
                        let id = words.next();
                        match self.frame()? {
                            Some(bones) => frames.push(Frame { id: name(id), bones }),
                            None => self.note(
                                Code::EngineDrops,
                                header(word, &[id]),
                                "the file ends in the frame",
                            ),
                        }
                    }
                    b"FRAME" => {}
                    b"}" => return Ok(Some(frames)),
                    _ => self.unknown(word, "an animation, which has no comments"),
                }
            }
        }
        Ok(None)
    }

    fn frame(&mut self) -> Step<Option<Vec<FrameBone>>> {
        let mut open = false;
        let mut bones = Vec::new();
        while let Some(mut words) = self.lines.next() {
            while let Some(word) = words.next() {
                match word.text {
                    b"{" => open = true,
                    b"BONE" if open => {
                        let id = words.next();
                        let commands = self.commands()?;
                        if !commands.is_empty() {
                            bones.push(FrameBone { id: name(id), commands });
                        }
                    }
                    b"BONE" => {}
                    b"}" => return Ok(Some(bones)),
                    _ => self.unknown(word, "a frame, which has no comments"),
                }
            }
        }
        Ok(None)
    }

    /// The commands of one bone in one frame; they count even when their block does not end.
    fn commands(&mut self) -> Step<Vec<Command>> {
        let mut open = false;
        let mut commands = Vec::new();
        while let Some(mut words) = self.lines.next() {
            while let Some(word) = words.next() {
                match word.text {
                    b"{" => open = true,
                    b"ROTATE" if open => {
                        let mut words = self.data()?;
                        let end = words.end();
                        let span =
                            words.next().ok_or(Stop { at: end, why: "the line holds too few numbers" })?;
                        let frames = java_integer(span.text)
                            .ok_or(Stop { at: span.span, why: "it is no whole number of frames" })?;
                        let amount = numbers(&mut words)?;
                        commands.push(Command { kind: CommandKind::Rotate, span: f64::from(frames), amount });
                    }
                    b"TRANSLATE" if open => {
                        let [span, x, y, z] = numbers(&mut self.data()?)?;
                        commands.push(Command { kind: CommandKind::Translate, span, amount: [x, y, z] });
                    }
                    b"ROTATE" | b"TRANSLATE" => {}
                    b"}" => return Ok(commands),
                    _ => self.unknown(word, "commands, which have no comments"),
                }
            }
        }
        Ok(commands)
    }
}
