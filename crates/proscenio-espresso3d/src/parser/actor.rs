//! The items of an actor: models, bones, animations.

use super::map::POSE_FIELDS;
use super::{Comments, FILE_ITEMS, Parser, Place, Sink};
use crate::code::Code;
use crate::document::FileKind;
use crate::lexer::{Shape, Token};
use crate::syntax::{Keyword, Kind, Words};

/// What stands in a model.
const MODEL_ITEMS: Words =
    Words::of(&[Keyword::Triangle, Keyword::Bone, Keyword::BoneGroup, Keyword::Animation]);

const GROUP_ITEMS: Words = Words::of(&[Keyword::RootBone, Keyword::Bone]);
const ANIMATION_ITEMS: Words = Words::of(&[Keyword::Frame]);
const FRAME_ITEMS: Words = Words::of(&[Keyword::Bone]);
const COMMANDS: Words = Words::of(&[Keyword::Rotate, Keyword::Translate]);

impl<S: Sink> Parser<'_, '_, S> {
    pub(super) fn model(&mut self) {
        let name = Keyword::Model.text();
        let tag = self.bump_tag(Keyword::Model);
        if self.kind == FileKind::Map {
            self.problem(Code::WrongFile, tag.span(), name);
        }
        if self.model {
            self.problem(Code::SecondModel, tag.span(), name);
        }
        (self.geometry, self.model) = (true, true);
        self.sink.open(Kind::Model, tag.start);
        self.header_word(Kind::Name);
        let place = Place { tag: name, own: MODEL_ITEMS, outer: FILE_ITEMS };
        let block = self.open_brace(tag, place);
        if block {
            self.body(tag, place, |parser, word| parser.item(word, MODEL_ITEMS.and(FILE_ITEMS)));
        }
        self.sink.close(self.last_end, 0, block);
    }

    pub(super) fn bone(&mut self, outer: Words) {
        let name = Keyword::Bone.text();
        let tag = self.bump_tag(Keyword::Bone);
        self.evidence.block_item = true;
        self.sink.open(Kind::Bone, tag.start);
        self.block_id(Kind::Id, tag, name);
        self.no_comment(name);
        // On the tag's line even a field's word is a name.
        if (self.cur.breaks == 0 || !self.keyword().is_some_and(|word| POSE_FIELDS.has(word)))
            && let Some(parent) = self.header_word(Kind::Parent)
            && parent.breaks > 0
        {
            self.problem(Code::IdOnNextLine, parent.span(), name);
        }
        let block = self.pose(tag, name, outer);
        self.sink.close(self.last_end, 0, block);
    }

    /// The spelling of bones before release 0.5.
    pub(super) fn bone_group(&mut self, outer: Words) {
        let name = Keyword::BoneGroup.text();
        let tag = self.bump_tag(Keyword::BoneGroup);
        self.evidence.transitional = true;
        self.problem(Code::TransitionalBones, tag.span(), name);
        self.sink.open(Kind::BoneGroup, tag.start);
        self.block_id(Kind::Id, tag, name);
        let place = Place { tag: name, own: GROUP_ITEMS, outer };
        let block = self.open_brace(tag, place);
        if block {
            self.body(tag, place, Self::group_bone);
        }
        self.sink.close(self.last_end, 0, block);
    }

    fn group_bone(&mut self, word: Keyword) {
        let tag = self.bump_tag(word);
        self.sink.open(Kind::GroupBone, tag.start);
        self.block_id(Kind::Id, tag, word.text());
        self.start_data();
        let count = self.numbers(tag, word.text(), 3);
        while self.cur.is_name() && !self.keyword().is_some_and(|word| GROUP_ITEMS.has(word)) {
            let child = self.bump();
            self.sink.leaf(Kind::Child, child.span());
        }
        self.sink.close(self.last_end, count, false);
    }

    pub(super) fn animation(&mut self, outer: Words) {
        let name = Keyword::Animation.text();
        let tag = self.bump_tag(Keyword::Animation);
        self.evidence.block_item = true;
        self.sink.open(Kind::Animation, tag.start);
        self.block_id(Kind::Id, tag, name);
        self.frames_per_second(tag);
        let place = Place { tag: name, own: ANIMATION_ITEMS, outer };
        let block = self.open_brace(tag, place);
        if block {
            let comments = std::mem::replace(&mut self.comments, Comments::Executed);
            self.body(tag, place, |parser, _| parser.frame(outer));
            self.comments = comments;
        }
        self.sink.close(self.last_end, 0, block);
    }

    fn frames_per_second(&mut self, tag: Token) {
        self.no_comment(Keyword::Animation.text());
        let fps = self.cur;
        let is_fps = fps.is_numeric() || (fps.shape == Shape::Word && fps.breaks == 0);
        if !is_fps {
            return self.problem(Code::MissingFps, tag.span(), Keyword::Animation.text());
        }
        if crate::value::number(self.text(fps)).is_some_and(|fps| fps <= 0.0) {
            self.problem(Code::ZeroFps, fps.span(), Keyword::Animation.text());
        }
        match fps.shape {
            Shape::Number => {}
            Shape::Word if crate::value::is_not_finite(self.text(fps)) => self.check_number(),
            Shape::Word => self.problem(Code::BadNumber, fps.span(), Keyword::Animation.text()),
            _ => self.check_number(),
        }
        if fps.breaks > 0 {
            self.problem(Code::IdOnNextLine, fps.span(), Keyword::Animation.text());
        }
        self.bump();
        self.sink.leaf(Kind::Fps, fps.span());
    }

    fn frame(&mut self, outer: Words) {
        let name = Keyword::Frame.text();
        let tag = self.bump_tag(Keyword::Frame);
        self.sink.open(Kind::Frame, tag.start);
        self.block_id(Kind::Id, tag, name);
        let outer = outer.and(ANIMATION_ITEMS);
        let place = Place { tag: name, own: FRAME_ITEMS, outer };
        let block = self.open_brace(tag, place);
        if block {
            self.body(tag, place, |parser, _| parser.frame_bone(outer));
        }
        self.sink.close(self.last_end, 0, block);
    }

    fn frame_bone(&mut self, outer: Words) {
        let name = Keyword::Bone.text();
        let tag = self.bump_tag(Keyword::Bone);
        self.sink.open(Kind::FrameBone, tag.start);
        self.block_id(Kind::Id, tag, name);
        let place = Place { tag: name, own: COMMANDS, outer: outer.and(FRAME_ITEMS) };
        let block = self.open_brace(tag, place);
        if block {
            self.body(tag, place, Self::command);
        }
        self.sink.close(self.last_end, 0, block);
    }

    fn command(&mut self, word: Keyword) {
        if word == Keyword::Translate {
            return self.number_field(word, Kind::Translate, 4);
        }
        // The span follows the tag; the lexer stands behind the tag already.
        let mut ahead = self.lexer;
        let span = ahead.next();
        // Java reads whole numbers of 32 bits.
        let text = std::str::from_utf8(span.span().slice(self.bytes)).unwrap_or_default();
        if span.is_numeric() && text.parse::<i32>().is_err() {
            self.problem(Code::RotateSpan, span.span(), word.text());
        }
        self.number_field(word, Kind::Rotate, 4);
    }
}
