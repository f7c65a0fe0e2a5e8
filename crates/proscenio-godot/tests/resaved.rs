//! Old files and what Godot 4.6 made of them when it saved them: the values of all properties that both
//! have, spelled by us from the old file, are the engine's text.
// Tests stand at the edge: they read the corpus, print what they skip, and may panic.
#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::unwrap_used)]

mod support;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use proscenio_godot::classes::{Class, ClassTable};
use proscenio_godot::spell::Spelling;
use proscenio_godot::{Document, Node, Section, SectionKind, SubResource};

fn pairs(corpus: &Path) -> Vec<(Document, Document)> {
    let mut olds: Vec<PathBuf> = Vec::new();
    support::collect(&corpus.join("godot/golden-4.6/resaved-4.1"), &["old"], &mut olds);
    olds.sort();
    let read = |path: &Path| support::document(corpus, path.strip_prefix(corpus).unwrap().to_str().unwrap());
    olds.iter().map(|old| (read(old), read(&old.with_extension("new")))).collect()
}

/// What a section is called in both files.
fn name(section: Section<'_>) -> Option<String> {
    let text = |name| section.attribute(name).and_then(|entry| entry.text()).unwrap_or_default();
    match section.kind() {
        SectionKind::Node => Some(format!("node {}/{}", text("parent"), text("name"))),
        SectionKind::SubResource => {
            let resource = SubResource(section);
            Some(format!("sub {} {}", resource.resource_type()?, resource.id()?.0))
        }
        SectionKind::Resource => Some("resource".to_owned()),
        _ => None,
    }
}

/// The class of a section, where the file says it.
fn class(document: &Document, section: Section<'_>) -> Option<Class> {
    let name = match section.kind() {
        SectionKind::Node => Node(section).node_type()?,
        SectionKind::SubResource => SubResource(section).resource_type()?,
        _ => document.resource_type()?,
    };
    ClassTable::godot_4().class(&name)
}

/// Why Godot 4.6 holds another value than the file that it read; nothing for what is not explained.
fn reason(class: &str, property: &str, saved: &str) -> Option<&'static str> {
    Some(match (class, property) {
        ("ImageTexture", "image") if saved.starts_with("SubResource(") => "images get a new id on every save",
        ("TileMap" | "TileMapLayer", "format") => "the cells of a tile map are converted",
        ("ArrayMesh", "_surfaces") => "the vertices of a mesh are converted",
        ("", "autoplay") => "the class of the node stands in another file",
        (_, "layout_mode") => "the editor works out the layout mode",
        ("AnimationTree", _) => "parameters take the type that the tree gives them",
        _ => return None,
    })
}

#[test]
fn old_values_are_spelled_as_the_engine_spells_them() {
    let Some(corpus) = support::corpus() else { return };
    let (mut equal, mut different) = (0, 0);
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for (old, new) in pairs(&corpus) {
        let spelling = Spelling::of(&new).unwrap();
        let sections: BTreeMap<String, Section<'_>> =
            new.sections().filter_map(|section| Some((name(section)?, section))).collect();
        for section in old.sections() {
            let Some(other) = name(section).and_then(|name| sections.get(&name)) else { continue };
            let class = class(&new, *other);
            for entry in section.properties() {
                let Some(saved) = other.property(&entry.key()) else { continue };
                let value = entry.value();
                let value = class.map_or(value.clone(), |class| class.fit(&entry.key(), value));
                let spelled = value.spelled(spelling);
                if spelled.trim_end_matches('\n').as_bytes() == saved.raw() {
                    equal += 1;
                    continue;
                }
                different += 1;
                let saved = String::from_utf8_lossy(saved.raw());
                let reason = reason(class.map_or("", Class::name), &entry.key(), &saved);
                let place = format!("{} {class:?} {}", old.source().path(), entry.key());
                let reason = reason.unwrap_or_else(|| panic!("{place}\n  {spelled:.300}\n  {saved:.300}"));
                *reasons.entry(reason).or_default() += 1;
            }
        }
    }
    let share = f64::from(equal) / f64::from(equal + different) * 100.0;
    println!(
        "{equal} values of old files are spelled as Godot 4.6 spells them ({share:.2} %), {different} not:"
    );
    for (reason, count) in reasons {
        println!("{count:5} {reason}");
    }
    assert!(share >= 99.9, "{share}");
}
