//! Old files and what Godot 4.6 made of them when it saved them: the values of all properties that both
//! have, spelled by us from the old file, are the engine's text.
// Tests stand at the edge: they read the corpus, print what they skip, and may panic.
#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::unwrap_used)]

mod support;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use proscenio_godot::spell::Spelling;
use proscenio_godot::{Document, Section, SectionKind, SubResource};

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

#[test]
fn old_values_are_spelled_as_the_engine_spells_them() {
    let Some(corpus) = support::corpus() else { return };
    let (mut equal, mut different) = (0, Vec::new());
    let mut missing = 0;
    for (old, new) in pairs(&corpus) {
        let spelling = Spelling::of(&new).unwrap();
        let sections: BTreeMap<String, Section<'_>> =
            new.sections().filter_map(|section| Some((name(section)?, section))).collect();
        for section in old.sections() {
            let Some(other) = name(section).and_then(|name| sections.get(&name)) else {
                missing += usize::from(name(section).is_some());
                continue;
            };
            for entry in section.properties() {
                let Some(saved) = other.property(&entry.key()) else { continue };
                let spelled = entry.value().spelled(spelling);
                if spelled.trim_end_matches('\n').as_bytes() == saved.raw() {
                    equal += 1;
                } else {
                    different.push(format!(
                        "{} {} {}\n  {:.300}\n  {:.300}",
                        old.source().path(),
                        name(section).unwrap(),
                        entry.key(),
                        spelled,
                        String::from_utf8_lossy(saved.raw())
                    ));
                }
            }
        }
    }
    println!("{equal} equal, {} different, {missing} sections missing", different.len());
    println!("{}", different.join("\n"));
}
