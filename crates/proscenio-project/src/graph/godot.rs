//! What Godot's files name.

use std::borrow::Cow;

use proscenio_godot::gdscript::{FileUse, Script, TokenKind};
use proscenio_godot::{Document, Entry, SectionKind};
use proscenio_source::{Source, Span};
use rustc_hash::FxHashSet;

use super::facts::{Facts, How, Named, Word};
use super::quoted::{Quoted, quoted};
use crate::godot::Uid;

/// A scene or resource, text or binary.
pub(super) fn resource(facts: &mut Facts, source: Source) {
    let document = Document::read(source);
    facts.binary = document.binary().is_some();
    facts.uid = document.uid().and_then(|uid| Uid::parse(&uid));
    let mut texts = quoted(document.source().bytes()).into_iter().peekable();
    for section in document.sections() {
        let header = section.header_span();
        take_until(&mut texts, header.start(), How::Text, facts);
        match section.kind() {
            SectionKind::ExtResource => facts.named.extend(ext_resource(section)),
            SectionKind::Scene | SectionKind::ResourceFile => {
                if let Some(class) = section.attribute("script_class") {
                    facts
                        .named
                        .extend(class.text().map(|name| Named::new(How::Class, name, Some(inside(class)))));
                }
            }
            _ => continue,
        }
        while texts.next_if(|text| text.span.start() < header.end()).is_some() {}
    }
    take_until(&mut texts, u32::MAX, How::Text, facts);
    number_lines(facts, document.source());
}

fn ext_resource(section: proscenio_godot::Section<'_>) -> Option<Named> {
    let path = section.attribute("path")?;
    let mut named = Named::new(How::ExtResource, path.text()?, Some(inside(path)));
    named.uid = section.attribute("uid").and_then(|uid| uid.text()).map(Cow::into_owned);
    named.label = section.attribute("type").and_then(|kind| kind.text()).map(Cow::into_owned);
    Some(named)
}

/// Where the text of a string stands, without its quotes.
fn inside(entry: Entry<'_>) -> Span {
    let span = entry.value_span();
    Span::new(span.start() + 1, span.end().saturating_sub(1))
}

fn take_until(
    texts: &mut std::iter::Peekable<std::vec::IntoIter<Quoted>>,
    end: u32,
    how: How,
    facts: &mut Facts,
) {
    while let Some(text) = texts.next_if(|text| text.span.start() < end) {
        facts.named.push(Named::new(how, text.text, Some(text.span)));
    }
}

fn number_lines(facts: &mut Facts, source: &Source) {
    for named in &mut facts.named {
        named.line = named.span.map_or(0, |span| source.lines().line(span.start()));
    }
}

/// `project.godot`, `export_presets.cfg`, `.import` files, `plugin.cfg` and others of their kind.
pub(super) fn settings(facts: &mut Facts, source: &Source, name: &str) {
    let document = Document::parse(source.clone());
    let is_import = name.ends_with(".import") || name.ends_with(".remap");
    let mut texts = quoted(source.bytes()).into_iter().peekable();
    for section in document.sections() {
        take_until(&mut texts, section.header_span().start(), How::Setting, facts);
        let tag = section.tag();
        for entry in section.properties() {
            let key = entry.key();
            // What stands in front of a value may be a path too: keys of dictionaries.
            take_until(&mut texts, entry.value_span().start(), How::Setting, facts);
            let how = match (&*tag, &*key) {
                ("remap", "uid") => {
                    facts.uid = entry.text().and_then(|uid| Uid::parse(&uid));
                    while texts.next_if(|text| text.span.start() < entry.value_span().end()).is_some() {}
                    continue;
                }
                // What the importer made lies in hidden folders.
                ("remap", _) if is_import => How::Setting,
                ("deps", "source_file") => How::Import,
                ("application", "run/main_scene") => How::MainScene,
                ("autoload", _) => How::Autoload,
                ("editor_plugins", _) => How::Plugin,
                _ if name == "export_presets.cfg" => How::Export,
                ("plugin", "script") => {
                    let script = entry.text().filter(|script| !script.contains("://") && !script.is_empty());
                    facts
                        .named
                        .extend(script.map(|script| Named::new(How::Plugin, script, Some(inside(entry)))));
                    How::Plugin
                }
                _ => How::Setting,
            };
            let first = facts.named.len();
            take_until(&mut texts, entry.value_span().end(), how, facts);
            if how == How::Autoload {
                facts.named[first..]
                    .iter_mut()
                    .for_each(|named| named.label = Some(key.clone().into_owned()));
            }
        }
    }
    take_until(&mut texts, u32::MAX, How::Setting, facts);
    number_lines(facts, source);
}

/// A script.
pub(super) fn script(facts: &mut Facts, source: Source) {
    let script = Script::parse(source);
    let class = script.class();
    facts.class_name = class.name.as_ref().map(|name| name.text.to_string());
    for file in script.files() {
        let how = match file.usage {
            FileUse::Extends => How::Extends,
            FileUse::Preload => How::Preload,
            FileUse::Load => How::Load,
            FileUse::Icon => How::Icon,
            FileUse::Text => How::Text,
        };
        facts.named.push(Named::new(how, file.path.clone(), Some(file.span)));
    }
    let mut seen: FxHashSet<&[u8]> = FxHashSet::default();
    let mut member = false;
    for token in script.tokens() {
        let text = script.slice(token.span);
        // Behind a point stands a member of something, not a class.
        if token.kind == TokenKind::Word && !member && seen.insert(text) {
            let line = script.source().lines().line(token.span.start());
            let text = String::from_utf8_lossy(text).into_owned();
            facts.words.push(Word { text, span: token.span, line });
        }
        member = text == b".";
    }
    number_lines(facts, script.source());
}

/// Any other text: the paths between its quotes.
pub(super) fn texts(facts: &mut Facts, source: &Source) {
    let texts = quoted(source.bytes());
    facts.named.extend(texts.into_iter().map(|text| Named::new(How::Text, text.text, Some(text.span))));
    number_lines(facts, source);
}
