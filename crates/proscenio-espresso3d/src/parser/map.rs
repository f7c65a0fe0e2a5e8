//! The items of a map: sectors, triangles, portals, placed actors and particle systems.

use super::{Comments, FILE_ITEMS, Parser, Place, Sink};
use crate::code::Code;
use crate::document::FileKind;
use crate::lexer::{Shape, Token};
use crate::syntax::{Keyword, Kind, Words};

/// What stands in a sector.
const SECTOR_ITEMS: Words =
    Words::of(&[Keyword::Triangle, Keyword::Portal, Keyword::Actor, Keyword::ParticleSystem, Keyword::Light]);

const TRIANGLE_FIELDS: Words = Words::of(&[
    Keyword::Vertices,
    Keyword::Texture,
    Keyword::Detail0,
    Keyword::Detail1,
    Keyword::BoneLink,
    Keyword::BoneAttachment,
]);

const PORTAL_FIELDS: Words = Words::of(&[Keyword::Vertices, Keyword::PortalLink]);

/// The fields of a pose.
pub(super) const POSE_FIELDS: Words = Words::of(&[Keyword::Position, Keyword::Forward, Keyword::Up]);

impl<S: Sink> Parser<'_, '_, S> {
    pub(super) fn sector(&mut self) {
        let name = Keyword::Sector.text();
        let tag = self.bump_tag(Keyword::Sector);
        if self.kind == FileKind::Actor {
            self.problem(Code::WrongFile, tag.span(), name);
        }
        self.geometry = true;
        self.sink.open(Kind::Sector, tag.start);
        match self.cur.breaks {
            _ if !self.cur.is_name() => {}
            0 => self.evidence.id_on_tag_line = true,
            _ => self.evidence.id_on_next_line = true,
        }
        self.block_id(Kind::Id, tag, name);
        let place = Place { tag: name, own: SECTOR_ITEMS, outer: FILE_ITEMS };
        let block = self.open_brace(tag, place);
        if block {
            self.body(tag, place, |parser, word| parser.item(word, SECTOR_ITEMS.and(FILE_ITEMS)));
        }
        self.sink.close(self.last_end, 0, block);
    }

    pub(super) fn triangle(&mut self, outer: Words) {
        let name = Keyword::Triangle.text();
        let tag = self.bump_tag(Keyword::Triangle);
        self.sink.open(Kind::Triangle, tag.start);
        if self.at_number() {
            self.line_list(tag, name, 15);
            self.alias(tag, name);
            self.surplus(name, 16);
            return self.sink.close(self.last_end, 0, false);
        }
        self.evidence.block_item = true;
        let place = Place { tag: name, own: TRIANGLE_FIELDS, outer };
        let block = self.open_brace(tag, place);
        if block {
            let comments = std::mem::replace(&mut self.comments, Comments::SkippedLines);
            let mut seen = Words::NONE;
            self.body(tag, place, |parser, word| {
                parser.note_field(&mut seen, word);
                parser.triangle_field(word);
            });
            self.comments = comments;
        }
        self.sink.close(self.last_end, 0, block);
    }

    fn triangle_field(&mut self, word: Keyword) {
        if self.cur.breaks == 0 {
            self.problem(Code::TagNotFirst, self.cur.span(), word.text());
        }
        if word == Keyword::BoneLink && self.kind == FileKind::Map {
            self.problem(Code::BoneLinkInMap, self.cur.span(), word.text());
        }
        match word {
            Keyword::Vertices => self.number_field(word, Kind::Vertices, 9),
            Keyword::Texture => self.layer(word, Kind::Texture),
            Keyword::Detail0 => self.layer(word, Kind::Detail0),
            Keyword::Detail1 => self.layer(word, Kind::Detail1),
            Keyword::BoneLink => self.word_field(word, Kind::BoneLink, &[Kind::Id; 3]),
            _ => {
                self.evidence.transitional = true;
                let kinds = [Kind::Group, Kind::Id, Kind::Group, Kind::Id, Kind::Group, Kind::Id];
                self.word_field(word, Kind::BoneAttachment, &kinds);
            }
        }
    }

    /// Texture coordinates and their alias.
    fn layer(&mut self, word: Keyword, kind: Kind) {
        let tag = self.bump_tag(word);
        self.sink.open(kind, tag.start);
        self.start_data();
        let count = self.numbers(tag, word.text(), 6);
        self.alias(tag, word.text());
        self.surplus(word.text(), 7);
        self.end_data(tag, word.text());
        self.sink.close(self.last_end, count, false);
    }

    fn alias(&mut self, tag: Token, name: &'static str) {
        let begins_field = self.cur.breaks > 0 && self.keyword().is_some();
        if self.cur.is_name() && !begins_field {
            let alias = self.take_value();
            self.sink.leaf(Kind::Alias, alias.span());
        } else {
            self.problem(Code::MissingAlias, tag.span(), name);
        }
    }

    /// A field that is a list of ids.
    fn word_field(&mut self, word: Keyword, kind: Kind, kinds: &[Kind]) {
        let tag = self.bump_tag(word);
        self.sink.open(kind, tag.start);
        self.start_data();
        let mut found = 0;
        for kind in kinds {
            // The tag of another field stands alone on its line; a name that is spelled like one does not.
            let begins_field = self.cur.breaks > 0 && self.keyword().is_some() && self.stands_alone();
            if !self.cur.is_name() || begins_field {
                break;
            }
            let id = self.take_value();
            self.sink.leaf(*kind, id.span());
            found += 1;
        }
        let want = kinds.len() as u8;
        if found < want {
            self.count_problem(Code::MissingWord, tag.span(), word.text(), want, found);
        }
        self.surplus(word.text(), want);
        self.end_data(tag, word.text());
        self.sink.close(self.last_end, 0, false);
    }

    /// Whether the next token is the last of its line.
    fn stands_alone(&self) -> bool {
        let mut ahead = self.lexer;
        let next = ahead.next();
        next.breaks > 0 || matches!(next.shape, Shape::End | Shape::Close | Shape::Comment)
    }

    /// `PORTAL name type sector portal` and numbers, or `PORTAL type name` and a block.
    pub(super) fn portal(&mut self, outer: Words) {
        let name = Keyword::Portal.text();
        let tag = self.bump_tag(Keyword::Portal);
        self.sink.open(Kind::Portal, tag.start);
        let (words, line) = self.portal_words();
        if !line {
            self.no_comment(name);
        }
        self.portal_header(tag, words, line);
        if line {
            self.portal_line(tag);
            return self.sink.close(self.last_end, 0, false);
        }
        self.evidence.block_item = true;
        let place = Place { tag: name, own: PORTAL_FIELDS, outer };
        let block = self.open_brace(tag, place);
        if block {
            let mut seen = Words::NONE;
            self.body(tag, place, |parser, word| {
                parser.note_field(&mut seen, word);
                match word {
                    Keyword::Vertices => parser.number_field(word, Kind::Vertices, 12),
                    _ => parser.word_field(word, Kind::PortalLink, &[Kind::LinkSector, Kind::LinkPortal]),
                }
            });
        }
        self.sink.close(self.last_end, 0, block);
    }

    /// The two words that follow the tag, not yet taken, and whether the values follow them in one list.
    fn portal_words(&self) -> ([Option<Token>; 2], bool) {
        let mut lexer = self.lexer;
        let mut next = || {
            let mut token = lexer.next();
            while token.shape == Shape::Comment {
                let breaks = token.breaks;
                token = lexer.next();
                token.breaks = token.breaks.saturating_add(breaks);
            }
            token
        };
        let is_word = |token: Token| {
            token.is_name() && !(token.breaks > 0 && Keyword::find(self.text(token)).is_some())
        };
        if !is_word(self.cur) {
            return ([None, None], false);
        }
        let second = next();
        if !is_word(second) {
            return ([Some(self.cur), None], false);
        }
        let third = next();
        let field = Keyword::find(self.text(third)).is_some_and(|word| PORTAL_FIELDS.has(word));
        ([Some(self.cur), Some(second)], is_word(third) && !field)
    }

    /// Tells name and type apart: by their order, or by what they say when the order is wrong.
    fn portal_header(&mut self, tag: Token, words: [Option<Token>; 2], line: bool) {
        let name = Keyword::Portal.text();
        let is_type = |token: Token| {
            let word = self.text(token);
            word.eq_ignore_ascii_case(b"FAST") || word.eq_ignore_ascii_case(b"ACCURATE")
        };
        let type_first = match words {
            [Some(first), Some(second)] => match (is_type(first), is_type(second)) {
                (true, false) => true,
                (false, true) => false,
                _ => !line,
            },
            [Some(first), None] => is_type(first),
            _ => true,
        };
        let kinds = if type_first { [Kind::PortalType, Kind::Id] } else { [Kind::Id, Kind::PortalType] };
        for (token, kind) in words.into_iter().zip(kinds) {
            let Some(token) = token else { continue };
            self.bump();
            self.sink.leaf(kind, token.span());
            if !line && words[1].is_none() {
                self.no_comment(name);
            }
            if kind == Kind::PortalType {
                self.portal_type(token);
            }
            if token.breaks > 0 && !line {
                self.problem(Code::IdOnNextLine, token.span(), name);
            }
        }
        let has_id = words.iter().zip(kinds).any(|(token, kind)| token.is_some() && kind == Kind::Id);
        if !has_id {
            self.problem(Code::MissingId, tag.span(), name);
        }
        if let ([Some(only), None], false) = (words, type_first) {
            self.problem(Code::MissingPortalType, only.span(), name);
        }
        // The engine takes the first word for the type, whatever it says.
        if let ([Some(first), Some(_)], false, false) = (words, type_first, line) {
            self.problem(Code::UnknownPortalType, first.span(), name);
        }
    }

    fn portal_type(&mut self, token: Token) {
        let word = self.text(token);
        let code = match word {
            b"FAST" => return,
            b"ACCURATE" => Code::AccuratePortal,
            _ if word.eq_ignore_ascii_case(b"FAST") || word.eq_ignore_ascii_case(b"ACCURATE") => {
                Code::WrongCase
            }
            _ => Code::UnknownPortalType,
        };
        self.problem(code, token.span(), Keyword::Portal.text());
    }

    fn portal_line(&mut self, tag: Token) {
        let name = Keyword::Portal.text();
        let mut found = 0;
        for kind in [Kind::LinkSector, Kind::LinkPortal] {
            found += u8::from(self.header_word(kind).is_some());
        }
        if found < 2 {
            self.count_problem(Code::MissingWord, tag.span(), name, 2, found);
        }
        self.line_list(tag, name, 12);
        self.surplus(name, 16);
    }

    pub(super) fn actor(&mut self, outer: Words) {
        let tag = self.bump_tag(Keyword::Actor);
        self.sink.open(Kind::Actor, tag.start);
        self.placed(tag, Keyword::Actor.text(), &[Kind::Name, Kind::Id], outer);
    }

    pub(super) fn particle_system(&mut self, outer: Words) {
        let tag = self.bump_tag(Keyword::ParticleSystem);
        self.sink.open(Kind::ParticleSystem, tag.start);
        self.placed(tag, Keyword::ParticleSystem.text(), &[Kind::Name], outer);
    }

    /// Names and a pose, in a block or as nine numbers.
    fn placed(&mut self, tag: Token, name: &'static str, names: &[Kind], outer: Words) {
        let mut late = None;
        let mut missing = false;
        for kind in names {
            self.no_comment(name);
            match self.header_word(*kind) {
                Some(token) if token.breaks > 0 => late = late.or(Some(token)),
                Some(_) => {}
                None => missing = true,
            }
        }
        if missing {
            self.problem(Code::MissingId, tag.span(), name);
        }
        if self.at_number() {
            self.line_list(tag, name, 9);
            self.surplus(name, 9);
            return self.sink.close(self.last_end, 0, false);
        }
        if let Some(token) = late {
            self.problem(Code::IdOnNextLine, token.span(), name);
        }
        self.evidence.block_item = true;
        let block = self.pose(tag, name, outer);
        self.sink.close(self.last_end, 0, block);
    }

    /// A block of position, forward and up. False when there is none.
    pub(super) fn pose(&mut self, tag: Token, name: &'static str, outer: Words) -> bool {
        let place = Place { tag: name, own: POSE_FIELDS, outer };
        let block = self.open_brace(tag, place);
        if block {
            let mut seen = Words::NONE;
            self.body(tag, place, |parser, word| {
                parser.note_field(&mut seen, word);
                let kind = match word {
                    Keyword::Position => Kind::Position,
                    Keyword::Forward => Kind::Forward,
                    _ => Kind::Up,
                };
                parser.number_field(word, kind, 3);
            });
        }
        block
    }
}
