//! What holds for every edit of every file: what is set is read back, other bytes stay, an edit undone leaves the
//! file as it was, and a new name keeps the meaning of every link.
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "tests read files, fail by panicking and say what they measured"
)]

use std::fmt::Write;

use proptest::prelude::*;
use proscenio_corpus::corpus;
use proscenio_espresso3d::edit::{self, Edits, NewItem, Place};
use proscenio_espresso3d::{Document, FileKind, Word};
use proscenio_source::{Source, apply};

/// How a generated file is laid out.
#[derive(Clone, Debug)]
struct Style {
    newline: &'static str,
    unit: &'static str,
    end: &'static str,
    blank: bool,
    comments: bool,
    line: bool,
}

fn style() -> impl Strategy<Value = Style> {
    let newline = prop::sample::select(vec!["\n", "\r\n", "\r"]);
    let unit = prop::sample::select(vec!["", "  ", "\t", " \t "]);
    let end = prop::sample::select(vec![";", "", " ;", ";  "]);
    (newline, unit, end, any::<[bool; 3]>()).prop_map(|(newline, unit, end, [blank, comments, line])| Style {
        newline,
        unit,
        end,
        blank,
        comments,
        line,
    })
}

/// Sectors by their portals, each with the sector and portal that it leads to.
type Doors = Vec<Vec<(usize, usize)>>;

fn doors() -> impl Strategy<Value = Doors> {
    prop::collection::vec(prop::collection::vec((0usize..4, 0usize..4), 0..4), 1..4)
}

fn written(style: &Style, doors: &Doors) -> String {
    let mut out = String::from("TEXTURESET media\\set.txt NOJAR\n");
    let (one, two, three) = (style.unit, style.unit.repeat(2), style.unit.repeat(3));
    let end = style.end;
    for (sector, portals) in doors.iter().enumerate() {
        match style.line {
            true => write!(out, "SECTOR\ns{sector}\n{{\n").unwrap(),
            false => write!(out, "SECTOR s{sector}\n{{\n").unwrap(),
        }
        if style.comments {
            writeln!(out, "{one}# about s{sector}").unwrap();
        }
        for (portal, (to, door)) in portals.iter().enumerate() {
            let corners = format!("{portal} 0 0, {portal} 1 0, 1 1 {sector}, 1 0 0");
            match style.line {
                true => writeln!(out, "{one}PORTAL\n{two}p{portal}, FAST, s{to}, p{door}, {corners}{end}"),
                false => writeln!(
                    out,
                    "{one}PORTAL FAST p{portal}\n{one}{{\n{two}VERTICES\n{three}{corners}{end}\n{two}PORTALLINK\n{three}s{to} p{door}{end}\n{one}}}"
                ),
            }
            .unwrap();
            if style.blank {
                out.push('\n');
            }
        }
        let (place, picture) = ("0 0 0, 1 0 0, 0 1 0.50", "0 0, 1 0, 0 1, WALL");
        match style.line {
            true => writeln!(out, "{one}TRIANGLE\n{two}{place}, {picture}{end}\n}}"),
            false => writeln!(
                out,
                "{one}TRIANGLE\n{one}{{\n{two}VERTICES\n{three}{place}{end}\n{two}TEXTURE\n{three}{picture}{end}\n{one}}}\n}}"
            ),
        }
        .unwrap();
    }
    out.replace('\n', style.newline)
}

fn read(text: &str) -> Document {
    Document::parse(Source::new("a.e3m", text.into()), FileKind::Map)
}

/// Where every portal leads, by places: what a new name must not change.
fn graph(document: &Document) -> Vec<Option<(usize, Option<usize>)>> {
    let same = |a: Option<Word<'_>>, b: Word<'_>| a.is_some_and(|a| a.bytes() == b.bytes());
    let sectors: Vec<_> = document.sectors().collect();
    let leads = |portal: proscenio_espresso3d::Portal<'_>| {
        let (sector, door) = (portal.link_sector()?, portal.link_portal()?);
        let to = sectors.iter().position(|own| same(own.id(), sector))?;
        Some((to, sectors[to].portals().position(|own| same(own.id(), door))))
    };
    sectors.iter().flat_map(|sector| sector.portals()).map(leads).collect()
}

/// The edit undone is the file as it was, and the file reads without new errors.
fn sound(before: &Document, edits: &Edits) -> Document {
    let after = edits.apply(before);
    assert_eq!(apply(&after.write(), &edits.undo(before)).unwrap(), before.write());
    assert_eq!(
        after.findings().len(),
        before.findings().len(),
        "{}",
        String::from_utf8_lossy(&after.write())
    );
    after
}

fn number() -> impl Strategy<Value = String> {
    prop_oneof!["-?[0-9]{1,6}", "-?[0-9]{0,3}\\.[0-9]{1,4}", "-?[1-9]\\.[0-9]e-?[1-9]"]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn a_number_that_is_set_is_read_back_and_nothing_else_changes(
        style in style(), doors in doors(), at in (0usize..3, 0usize..9), value in number()
    ) {
        let document = read(&written(&style, &doors));
        let sector = at.0 % doors.len();
        let address = format!("s{sector}/triangle[0]:VERTICES:{}", at.1);
        let edits = edit::set(&document, &address, &value).unwrap();
        let after = sound(&document, &edits);
        prop_assert_eq!(edit::get(&after, &address).unwrap().text, value);
        prop_assert!(edits.edits.len() <= 1);
        for other in (0..9).filter(|other| *other != at.1) {
            let address = format!("s{sector}/triangle[0]:VERTICES:{other}");
            prop_assert_eq!(edit::get(&after, &address).unwrap().text, edit::get(&document, &address).unwrap().text);
        }
    }

    #[test]
    fn a_new_name_keeps_where_every_portal_leads(
        style in style(), doors in doors(), at in (0usize..3, 0usize..4), name in "[A-Z][a-zA-Z0-9_.:/\"\\[\\]-]{1,8}"
    ) {
        let document = read(&written(&style, &doors));
        let sector = at.0 % doors.len();
        let portals = doors[sector].len();
        let address = if portals == 0 || at.1 == 0 { format!("s{sector}") } else { format!("s{sector}/p{}", at.1 % portals) };
        match edit::rename(&document, &address, &name) {
            Ok(edits) => {
                let after = sound(&document, &edits);
                prop_assert_eq!(graph(&after), graph(&document));
                let parent = address.rsplit_once('/').map_or(String::new(), |(parent, _)| format!("{parent}/"));
                let kind = if address.contains('/') { "portal" } else { "sector" };
                let quoted = name.replace('\\', "\\\\").replace('"', "\\\"");
                let found = edit::get(&after, &format!("{parent}{kind}:\"{quoted}\":ID")).unwrap();
                prop_assert_eq!(found.text, name);
            }
            Err(refusal) => {
                let code = refusal.code.name;
                prop_assert!(["espresso3d/edit-name-taken", "espresso3d/edit-bad-name"].contains(&code), "{}", refusal);
            }
        }
    }

    #[test]
    fn what_is_added_is_there_and_taken_out_again_leaves_the_file_as_it_was(
        style in style(), doors in doors(), at in (0usize..3, 0usize..6), kind in 0usize..3
    ) {
        let text = written(&style, &doors);
        let document = read(&text);
        let parent = format!("s{}", at.0 % doors.len());
        let corners = ("VERTICES", "0 0 0, 0 1 0, 1 1 0, 1 0 0");
        let (triangle, portal, actor) = (
            [("VERTICES", "0 0 0, 1 0 0, 0 1 0"), ("TEXTURE", "0 0, 1 0, 0 1")],
            [corners, ("PORTALLINK", "s0 p0")],
            [("NAME", "BALL")],
        );
        let kinds: [(&str, &[(&str, &str)]); 3] =
            [("triangle", &triangle), ("portal", &portal), ("actor", &actor)];
        let (kind, fields) = kinds[kind];
        let place = Place::At(at.1);
        let new = NewItem { parent: &parent, kind: Some(kind), name: "new", place, fields };
        let edits = edit::add(&document, &new).unwrap();
        let added = sound(&document, &edits);
        prop_assert_eq!(added.dialect() == document.dialect() || doors.iter().all(Vec::is_empty), true);
        let made = edits.made.unwrap();
        prop_assert!(edit::get(&added, &made).unwrap().text.contains("new"), "{}", made);
        let removed = sound(&added, &edit::remove(&added, &made).unwrap());
        prop_assert_eq!(String::from_utf8(removed.write()).unwrap(), text);
    }

    #[test]
    fn moving_keeps_every_item_and_every_link(
        style in style(), doors in doors(), from in (0usize..3, 0usize..4), to in (0usize..3, 0usize..4)
    ) {
        let document = read(&written(&style, &doors));
        let (from, to) = ((from.0 % doors.len(), from.1), (to.0 % doors.len(), to.1));
        if doors[from.0].len() <= from.1 {
            return Ok(());
        }
        let address = format!("s{}/p{}", from.0, from.1);
        let target = format!("s{}", to.0);
        match edit::move_item(&document, &address, Some(&target), Place::At(to.1)) {
            Ok(edits) => {
                let after = sound(&document, &edits);
                prop_assert_eq!(after.counts(), document.counts());
                let leads = |document: &Document| {
                    let mut all: Vec<String> = document.sectors().flat_map(|sector| sector.portals())
                        .map(|portal| format!("{:?}", portal.corners())).collect();
                    all.sort();
                    all
                };
                prop_assert_eq!(leads(&after), leads(&document));
                let broken = |document: &Document| graph(document).iter().filter(|door| door.is_none_or(|door| door.1.is_none())).count();
                prop_assert!(broken(&after) <= broken(&document));
            }
            Err(refusal) => prop_assert_eq!(refusal.code.name, "espresso3d/edit-name-taken"),
        }
    }
}

/// Every item of every real file has an address that leads to it, and every number of it can be set and set back.
#[test]
fn every_item_of_the_corpus_has_an_address() {
    let Some(corpus) = corpus() else { return };
    let (mut files, mut items, mut numbers) = (0, 0, 0);
    let mut paths = Vec::new();
    below(&corpus.join("e3d"), &mut paths);
    for path in paths {
        let (name, bytes) = (path.to_string_lossy().into_owned(), std::fs::read(&path).unwrap());
        let Some(kind) = FileKind::detect(&name, &bytes).filter(|_| !name.contains("license")) else {
            continue;
        };
        let document = Document::parse(Source::new(name.as_str(), bytes), kind);
        files += 1;
        for (parent, kinds) in parents(&document) {
            for (kind, count) in kinds {
                // The first and the last tell for all between.
                for at in [0, count.saturating_sub(1)] {
                    let address = format!("{parent}{kind}[{at}]");
                    let Ok(got) = edit::get(&document, &address) else { continue };
                    let again = edit::get(&document, &got.address).unwrap();
                    assert_eq!((again.span, &again.address), (got.span, &got.address), "{name}: {address}");
                    items += 1;
                    for field in
                        ["VERTICES:0", "TEXTURE:5", "POSITION:X", "FORWARD:Z", "ROTATE:SPAN", "FPS", "ID"]
                    {
                        let address = format!("{}:{field}", got.address);
                        let Ok(value) = edit::get(&document, &address) else { continue };
                        if field == "ID" {
                            renamed(&document, &got.address, &value.text);
                            continue;
                        }
                        let edits = edit::set(&document, &address, "7").unwrap();
                        let after = edits.apply(&document);
                        assert_eq!(edit::get(&after, &address).unwrap().text, "7", "{name}: {address}");
                        let back = edit::set(&after, &address, &value.text).unwrap();
                        assert_eq!(back.bytes(&after), document.write(), "{name}: {address}");
                        numbers += 1;
                    }
                }
            }
        }
    }
    assert!(files >= 35 && items > 200 && numbers > 150);
    println!("{files} files, {items} items, {numbers} numbers");
}

fn below(folder: &std::path::Path, out: &mut Vec<std::path::PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { below(&path, out) } else { out.push(path) }
    }
}

/// A new name and the old one again give the same bytes.
fn renamed(document: &Document, address: &str, old: &str) {
    let edits = edit::rename(document, address, "a-new-name").unwrap();
    let after = edits.apply(document);
    assert_eq!(after.findings().len(), document.findings().len(), "{address}");
    let parent = address.rsplit_once('/').map_or(String::new(), |(parent, _)| format!("{parent}/"));
    let back = edit::rename(&after, &format!("{parent}a-new-name"), old).unwrap();
    assert_eq!(back.bytes(&after), document.write(), "{address}");
}

type Kinds = Vec<(&'static str, usize)>;

/// What can be stepped into, and how much of each kind it holds.
fn parents(document: &Document) -> Vec<(String, Kinds)> {
    let counts = document.counts();
    let top = [
        ("textureset", counts.texture_sets),
        ("sector", counts.sectors),
        ("alias", counts.entries),
        ("triangle", counts.triangles),
        ("bone", counts.bones),
        ("animation", counts.animations),
    ];
    let mut out = vec![(String::new(), top.map(|(kind, count)| (kind, count as usize)).to_vec())];
    for (at, sector) in document.sectors().enumerate() {
        let kinds = vec![
            ("triangle", sector.triangles().count()),
            ("portal", sector.portals().count()),
            ("actor", sector.actors().count()),
            ("particlesystem", sector.particle_systems().count()),
        ];
        out.push((format!("sector[{at}]/"), kinds));
    }
    for animation in document.models().flat_map(|model| model.animations()).take(1) {
        let frames: Vec<_> = animation.frames().collect();
        out.push(("animation[0]/".to_owned(), vec![("frame", frames.len())]));
        for (at, frame) in frames.iter().enumerate().take(3) {
            out.push((format!("animation[0]/frame[{at}]/"), vec![("bone", frame.bones().count())]));
        }
    }
    out
}
