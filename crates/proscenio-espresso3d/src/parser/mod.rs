//! Words into events, one free-form grammar for every dialect.
//!
//! The grammar does not look at lines: it is a superset of what each release of the engine reads. Where the
//! words stand matters to release 0.5 alone, so the parser notes where that release would not agree.
//! Nothing here recurses deeper than the grammar does (file, model, animation, frame, bone).

mod actor;
mod layout;
mod map;
mod texture_set;

use proscenio_source::Span;

use crate::code::Code;
use crate::document::FileKind;
use crate::lexer::{Lexer, Shape, Token};
use crate::problem::Problem;
use crate::syntax::{Keyword, Kind, Words};
use crate::value::is_not_finite;
use layout::is_glued;

pub(crate) use texture_set::parse as parse_texture_set;

/// Takes the parser's events.
pub(crate) trait Sink {
    /// An item or field begins.
    fn open(&mut self, kind: Kind, start: u32);
    /// The latest open item or field ends; `count` numbers stood in it.
    fn close(&mut self, end: u32, count: u8, block: bool);
    /// A word or a comment.
    fn leaf(&mut self, kind: Kind, span: Span);
    /// Something is wrong.
    fn problem(&mut self, problem: Problem);
}

/// What a file shows of its dialect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Evidence {
    /// An item with its values in one list.
    pub line_item: Option<Span>,
    /// An item with a block in braces.
    pub block_item: bool,
    /// Bones spelled as before release 0.5.
    pub transitional: bool,
    /// A sector's id on the line after its tag.
    pub id_on_next_line: bool,
    /// A sector's id on its tag's line.
    pub id_on_tag_line: bool,
}

/// How the 0.5 engine treats a comment.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Comments {
    /// A free-standing `#` ends the line; a glued one does not.
    Free,
    /// Any line that begins with no known word is skipped.
    SkippedLines,
    /// There are no comments.
    Executed,
}

/// The words that have a meaning in a block, and those that mean that its `}` is missing.
#[derive(Clone, Copy)]
struct Place {
    tag: &'static str,
    own: Words,
    outer: Words,
}

/// Items that begin something new wherever they stand.
const FILE_ITEMS: Words = Words::of(&[Keyword::Sector, Keyword::Model]);

/// Reads a map or an actor.
pub(crate) fn parse<S: Sink>(bytes: &[u8], start: u32, kind: FileKind, sink: &mut S) -> Evidence {
    let mut parser = Parser {
        bytes,
        lexer: Lexer::new(bytes, start),
        cur: Token { start, end: start, shape: Shape::End, breaks: 0, glued: false },
        last_end: start,
        pending: Vec::new(),
        comments: Comments::Free,
        data: DataLine::default(),
        kind,
        geometry: false,
        model: false,
        evidence: Evidence::default(),
        sink,
    };
    parser.advance();
    // Nothing stands before the first word that it could touch.
    parser.cur.glued = false;
    parser.file();
    parser.evidence
}

/// Whether the values of a field stand on the one line after its tag.
#[derive(Clone, Copy, Default)]
struct DataLine {
    started: bool,
    broken: bool,
}

struct Parser<'a, 's, S> {
    bytes: &'a [u8],
    lexer: Lexer<'a>,
    /// The next token that is no comment.
    cur: Token,
    /// End of the latest token taken.
    last_end: u32,
    /// Comments in front of `cur`; they belong to whoever takes it.
    pending: Vec<Span>,
    comments: Comments,
    data: DataLine,
    kind: FileKind,
    /// Whether a sector or a model has begun.
    geometry: bool,
    /// Whether a model has begun.
    model: bool,
    evidence: Evidence,
    sink: &'s mut S,
}

// The machinery: tokens, comments, problems.
impl<S: Sink> Parser<'_, '_, S> {
    #[inline]
    fn advance(&mut self) {
        let mut token = self.lexer.next();
        while token.shape == Shape::Comment {
            self.pending.push(token.span());
            let breaks = token.breaks;
            token = self.lexer.next();
            token.breaks = token.breaks.saturating_add(breaks);
        }
        self.cur = token;
    }

    /// Takes the next token.
    #[inline]
    fn bump(&mut self) -> Token {
        let token = self.cur;
        if !self.pending.is_empty() {
            self.flush_comments();
        }
        if token.glued {
            self.problem(Code::GluedBrace, token.span(), "");
        }
        self.last_end = token.end;
        self.advance();
        token
    }

    #[cold]
    fn flush_comments(&mut self) {
        for span in std::mem::take(&mut self.pending) {
            self.sink.leaf(Kind::Comment, span);
            match self.comments {
                Comments::SkippedLines => {}
                Comments::Free if is_glued(span.slice(self.bytes)) => {
                    self.check_comment(span, Code::GluedComment)
                }
                Comments::Free => {}
                Comments::Executed => self.check_comment(span, Code::CommentInAnimation),
            }
        }
    }

    #[cold]
    fn problem(&mut self, code: Code, span: Span, tag: &'static str) {
        self.sink.problem(Problem::new(code, span, tag));
    }

    #[cold]
    fn count_problem(&mut self, code: Code, span: Span, tag: &'static str, expected: u8, found: u8) {
        self.sink.problem(Problem { code, span, tag, expected, found });
    }

    fn text(&self, token: Token) -> &[u8] {
        token.span().slice(self.bytes)
    }

    /// The keyword that the next token spells.
    #[inline]
    fn keyword(&self) -> Option<Keyword> {
        match self.cur.shape {
            Shape::Word => Keyword::find(self.text(self.cur)),
            _ => None,
        }
    }

    /// Takes a keyword, and says when the engine would not know it in this spelling.
    fn bump_tag(&mut self, keyword: Keyword) -> Token {
        let token = self.bump();
        let known = self.text(token) == keyword.text().as_bytes()
            || (self.kind == FileKind::Map && keyword.any_case_in_maps());
        if !known {
            self.problem(Code::WrongCase, token.span(), keyword.text());
        }
        token
    }
}

// What every item shares: header words, braces, lists, and what means nothing.
impl<S: Sink> Parser<'_, '_, S> {
    /// Takes an id or a name, unless the next word begins something else.
    fn header_word(&mut self, kind: Kind) -> Option<Token> {
        let begins_item = self.cur.breaks > 0 && self.keyword().is_some();
        if !self.cur.is_name() || begins_item {
            return None;
        }
        let token = self.bump();
        self.sink.leaf(kind, token.span());
        Some(token)
    }

    /// Takes the id of an item in the block dialect and reports its absence or place.
    fn block_id(&mut self, kind: Kind, tag: Token, name: &'static str) {
        self.no_comment(name);
        match self.header_word(kind) {
            None => self.problem(Code::MissingId, tag.span(), name),
            Some(token) if token.breaks > 0 => self.problem(Code::IdOnNextLine, token.span(), name),
            Some(_) => {}
        }
    }

    /// Takes the `{` of an item. False when there is no block to read.
    fn open_brace(&mut self, tag: Token, place: Place) -> bool {
        while self.cur.is_name() && !self.keyword().is_some_and(|word| place.own.and(place.outer).has(word)) {
            self.unknown_words(place.own.and(place.outer));
        }
        if self.cur.shape == Shape::Open {
            if self.cur.breaks == 0 {
                self.problem(Code::BraceOnTagLine, self.cur.span(), place.tag);
            }
            self.bump();
            return true;
        }
        self.problem(Code::MissingBrace, tag.span(), place.tag);
        self.keyword().is_some_and(|word| place.own.has(word))
    }

    /// Reads a block up to its `}`, handing each of its own words to `item`.
    fn body(&mut self, tag: Token, place: Place, mut item: impl FnMut(&mut Self, Keyword)) {
        loop {
            match self.cur.shape {
                Shape::End => return self.problem(Code::UnclosedBlock, tag.span(), place.tag),
                Shape::Close => {
                    if place.own.has(Keyword::Vertices)
                        && place.own.has(Keyword::Texture)
                        && self.cur.breaks == 0
                    {
                        self.problem(Code::TagNotFirst, self.cur.span(), place.tag);
                    }
                    self.bump();
                    return self.end_of_line();
                }
                Shape::Open => self.unknown_block(),
                _ => match self.keyword() {
                    Some(word) if place.own.has(word) => item(self, word),
                    Some(word) if place.outer.has(word) => {
                        return self.problem(Code::UnclosedBlock, tag.span(), place.tag);
                    }
                    Some(word) => self.misplaced(word, place),
                    // In a triangle the engine skips lines it does not know, whole.
                    None if self.comments == Comments::SkippedLines && self.cur.breaks > 0 => {
                        self.unknown_words(Words::NONE);
                    }
                    None => self.unknown_words(place.own.and(place.outer)),
                },
            }
        }
    }

    /// A known word where it has no meaning: items are still read, for nothing of them is to be lost.
    fn misplaced(&mut self, word: Keyword, place: Place) {
        self.problem(Code::MisplacedItem, self.cur.span(), place.tag);
        if ITEMS.has(word) {
            // Any further item ends this one, so that damage cannot nest without end.
            self.item(word, ITEMS);
        } else {
            let token = self.bump();
            self.skip_words(token, place.own.and(place.outer));
        }
    }

    /// Takes words that mean nothing, and the numbers after them.
    fn unknown_words(&mut self, stop: Words) {
        let first = self.bump();
        self.problem(Code::UnknownWord, first.span(), "");
        self.skip_words(first, stop);
    }

    fn skip_words(&mut self, first: Token, stop: Words) {
        self.sink.open(Kind::Unknown, first.start);
        while self.cur.is_name() {
            let goes_on = self.cur.breaks == 0 && !self.keyword().is_some_and(|word| stop.has(word));
            if !goes_on && !self.cur.is_numeric() {
                break;
            }
            self.bump();
        }
        self.sink.close(self.last_end, 0, false);
    }

    /// Takes a block that belongs to nothing.
    fn unknown_block(&mut self) {
        self.problem(Code::UnknownBlock, self.cur.span(), "");
        self.flush_comments();
        self.sink.open(Kind::Unknown, self.cur.start);
        self.skip_block("an unknown item");
        self.sink.close(self.last_end, 0, true);
    }

    /// Takes everything from `{` to its `}`. A sector or model inside shows that a `}` is missing.
    fn skip_block(&mut self, name: &'static str) {
        let opener = self.bump();
        let mut depth = 1u32;
        while depth > 0 {
            match self.cur.shape {
                Shape::End => return self.problem(Code::UnclosedBlock, opener.span(), name),
                Shape::Open => depth += 1,
                Shape::Close => depth -= 1,
                _ if self.keyword().is_some_and(|word| FILE_ITEMS.has(word)) => {
                    return self.problem(Code::UnclosedBlock, opener.span(), name);
                }
                _ => {}
            }
            self.bump();
        }
    }

    /// Starts to watch on which lines the values of a field stand.
    fn start_data(&mut self) {
        self.data = DataLine::default();
    }

    #[inline]
    fn take_value(&mut self) -> Token {
        self.data.broken |= self.cur.breaks != u8::from(!self.data.started);
        self.data.started = true;
        self.bump()
    }

    /// Takes up to `want` numbers and says how many there were.
    fn numbers(&mut self, tag: Token, name: &'static str, want: u8) -> u8 {
        let mut found = 0;
        while found < want {
            match self.cur.shape {
                Shape::Number => {}
                Shape::Exponent | Shape::Suffixed | Shape::BadNumber => self.check_number(),
                Shape::Word if self.stands_for_number() => self.check_number(),
                _ => break,
            }
            // What follows on the line is mostly numbers again, and no token is needed to count them.
            if self.cur.shape == Shape::Number && self.pending.is_empty() && !self.cur.glued {
                self.data.broken |= self.cur.breaks != u8::from(!self.data.started);
                self.data.started = true;
                let (more, end) = self.lexer.skip_plain_numbers(want - found - 1);
                self.last_end = end;
                found += 1 + more;
                self.advance();
                continue;
            }
            self.take_value();
            found += 1;
        }
        if found < want {
            self.count_problem(Code::MissingNumbers, tag.span(), name, want, found);
        }
        found
    }

    /// Whether a word that is no number stands in a number's place.
    #[cold]
    fn stands_for_number(&self) -> bool {
        let word = self.text(self.cur);
        if is_not_finite(word) {
            return true;
        }
        // A word with a number behind it on the same line interrupts a list; otherwise it ends one.
        let mut ahead = self.lexer;
        let next = ahead.next();
        self.data.started && Keyword::find(word).is_none() && next.is_numeric() && next.breaks == 0
    }

    #[cold]
    fn check_number(&mut self) {
        let word = self.text(self.cur);
        let code = match self.cur.shape {
            Shape::Suffixed if crate::value::number(word).is_some() => Code::NumberSuffix,
            Shape::Exponent if crate::value::number(word).is_some() => return,
            Shape::Suffixed | Shape::Exponent => Code::NotFinite,
            _ if is_not_finite(word) => Code::NotFinite,
            _ => Code::BadNumber,
        };
        self.problem(code, self.cur.span(), "");
    }

    /// Takes what stands behind a complete list and is not needed.
    fn surplus(&mut self, name: &'static str, expected: u8) {
        let first = self.cur;
        if !self.is_surplus() {
            return;
        }
        self.count_problem(Code::ExtraValues, first.span(), name, expected, 0);
        self.flush_comments();
        self.sink.open(Kind::Unknown, first.start);
        while self.is_surplus() {
            self.bump();
        }
        self.sink.close(self.last_end, 0, false);
    }

    #[inline]
    fn is_surplus(&self) -> bool {
        self.cur.is_numeric()
            || (self.cur.shape == Shape::Word && self.cur.breaks == 0 && self.keyword().is_none())
    }

    /// A field that is a list of numbers and nothing else.
    fn number_field(&mut self, keyword: Keyword, kind: Kind, want: u8) {
        let tag = self.bump_tag(keyword);
        self.sink.open(kind, tag.start);
        self.start_data();
        let count = self.numbers(tag, keyword.text(), want);
        self.surplus(keyword.text(), want);
        self.end_data(tag, keyword.text());
        self.sink.close(self.last_end, count, false);
    }

    /// The numbers of an item in the line dialect.
    fn line_list(&mut self, tag: Token, name: &'static str, want: u8) {
        self.evidence.line_item = self.evidence.line_item.or(Some(tag.span()));
        if self.at_number() {
            self.flush_comments();
            self.sink.open(Kind::List, self.cur.start);
        } else {
            self.sink.open(Kind::List, self.last_end);
        }
        self.data = DataLine { started: true, broken: false };
        let count = self.numbers(tag, name, want);
        self.sink.close(self.last_end, count, false);
    }

    /// Whether the next token begins a list of numbers.
    fn at_number(&self) -> bool {
        self.cur.is_numeric() || (self.cur.shape == Shape::Word && is_not_finite(self.text(self.cur)))
    }
}

/// Every item that stands in a file, a sector or a model.
const ITEMS: Words = Words::of(&[
    Keyword::TextureSet,
    Keyword::Sector,
    Keyword::Model,
    Keyword::Terrain,
    Keyword::Light,
    Keyword::Triangle,
    Keyword::Portal,
    Keyword::Actor,
    Keyword::ParticleSystem,
    Keyword::Bone,
    Keyword::BoneGroup,
    Keyword::Animation,
]);

// The file.
impl<S: Sink> Parser<'_, '_, S> {
    fn file(&mut self) {
        const AT_TOP: Words =
            Words::of(&[Keyword::TextureSet, Keyword::Sector, Keyword::Model, Keyword::Terrain]);
        let place = Place { tag: "the file", own: AT_TOP, outer: Words::NONE };
        loop {
            match self.cur.shape {
                Shape::End => break,
                Shape::Close => {
                    let brace = self.bump();
                    self.sink.leaf(Kind::Unknown, brace.span());
                    self.problem(Code::SurplusBrace, brace.span(), "");
                }
                Shape::Open => self.unknown_block(),
                _ => match self.keyword() {
                    Some(word) if AT_TOP.has(word) => self.item(word, Words::NONE),
                    Some(word) => self.misplaced(word, place),
                    None => self.unknown_words(ITEMS),
                },
            }
        }
        self.flush_comments();
    }

    fn item(&mut self, word: Keyword, outer: Words) {
        match word {
            Keyword::TextureSet => self.texture_set(),
            Keyword::Sector => self.sector(),
            Keyword::Model => self.model(),
            Keyword::Terrain => self.reserved(word, Kind::Terrain),
            Keyword::Light => self.reserved(word, Kind::Light),
            Keyword::Triangle => self.triangle(outer),
            Keyword::Portal => self.portal(outer),
            Keyword::Actor => self.actor(outer),
            Keyword::ParticleSystem => self.particle_system(outer),
            Keyword::Bone => self.bone(outer),
            Keyword::BoneGroup => self.bone_group(outer),
            Keyword::Animation => self.animation(outer),
            // Fields are not items; callers ask ITEMS first.
            _ => self.unknown_words(outer),
        }
    }

    fn texture_set(&mut self) {
        let name = Keyword::TextureSet.text();
        let tag = self.bump_tag(Keyword::TextureSet);
        if self.geometry {
            self.problem(Code::LateTextureSet, tag.span(), name);
        }
        self.no_comment(name);
        self.sink.open(Kind::TextureSet, tag.start);
        let on_tag_line = self.cur.breaks == 0 && self.cur.shape != Shape::End;
        if on_tag_line || (self.cur.is_name() && self.keyword().is_none()) {
            self.read_again_as_path();
            let path = self.bump();
            self.sink.leaf(Kind::Path, path.span());
            if path.breaks > 0 {
                self.problem(Code::IdOnNextLine, path.span(), name);
            }
            self.texture_set_flag(tag);
        } else {
            self.problem(Code::MissingPath, tag.span(), name);
        }
        self.sink.close(self.last_end, 0, false);
    }

    /// Paths may hold braces, so the next token is read anew.
    fn read_again_as_path(&mut self) {
        let breaks = self.cur.breaks;
        self.lexer = Lexer::new(self.bytes, self.cur.start);
        let path = self.lexer.next_path();
        self.cur = Token { breaks, glued: false, ..path };
    }

    fn texture_set_flag(&mut self, tag: Token) {
        self.no_comment(Keyword::TextureSet.text());
        let word = self.text(self.cur);
        let known = word.eq_ignore_ascii_case(b"JAR") || word.eq_ignore_ascii_case(b"NOJAR");
        if known || (self.cur.is_name() && self.cur.breaks == 0) {
            let flag = self.bump();
            self.sink.leaf(Kind::Flag, flag.span());
            if !known {
                self.problem(Code::UnknownFlag, flag.span(), "");
            } else if flag.breaks > 0 {
                // In an actor the engine stops without the word on the tag's line; in a map it goes on.
                let code = if self.kind == FileKind::Actor { Code::MissingFlag } else { Code::IdOnNextLine };
                self.problem(code, flag.span(), Keyword::TextureSet.text());
            }
        } else if self.kind == FileKind::Actor {
            self.problem(Code::MissingFlag, tag.span(), Keyword::TextureSet.text());
        }
    }

    /// `LIGHT` and `TERRAIN`: kept, without meaning.
    fn reserved(&mut self, word: Keyword, kind: Kind) {
        let tag = self.bump_tag(word);
        self.problem(Code::ReservedBlock, tag.span(), word.text());
        self.sink.open(kind, tag.start);
        self.header_word(Kind::Id);
        let block = self.cur.shape == Shape::Open;
        if block {
            self.skip_block(word.text());
        }
        self.sink.close(self.last_end, 0, block);
    }

    /// Fields of a block, each at most once.
    fn note_field(&mut self, seen: &mut Words, word: Keyword) {
        if seen.has(word) {
            self.problem(Code::RepeatedField, self.cur.span(), word.text());
        }
        *seen = seen.and(Words::of(&[word]));
    }
}
