//! Merges and differences of nacatamalon and Espresso3D files.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests end at a surprise")]

use proscenio_diff::{ChangeKind, How, Markers, Merged, Options, Take, diff, merge, open_conflicts, resolve};
use proscenio_source::Source;

const BOXES: &str = r#"{
    "format": "nacatamalon-scene",
    "version": 1,
    "name": "Level",
    "root": {
        "id": "r",
        "name": "Root",
        "children": [
            {
                "id": "a",
                "name": "A",
                "transform": {"x": 1, "y": 2}
            },
            {
                "id": "b",
                "name": "B",
                "components": [{"id": "s", "type": "sprite", "texture": null}]
            }
        ]
    }
}
"#;

const MAP: &str = "# a map\nTEXTURESET media/set.txt NOJAR\n\nSECTOR hall\n{\n  TRIANGLE\n  {\n    VERTICES\n      0 0 0, 1 0 0, 0 1 0;\n    TEXTURE\n      0 0, 1 0, 0 1, WALL;\n  }\n  TRIANGLE\n  {\n    VERTICES\n      0 0 1, 1 0 1, 0 1 1;\n    TEXTURE\n      0 0, 1 0, 0 1, WALL;\n  }\n}\n";

fn merged(name: &str, base: &str, ours: &str, theirs: &str) -> (String, Merged) {
    let source = |text: &str| Source::new(name, text.into());
    let merged = merge(&source(base), &source(ours), &source(theirs), &Options::default());
    (String::from_utf8(merged.bytes.clone()).unwrap(), merged)
}

#[track_caller]
fn clean(name: &str, base: &str, ours: &str, theirs: &str) -> String {
    let (text, merged) = merged(name, base, ours, theirs);
    assert!(merged.conflicts.is_empty() && merged.how == How::Structure, "{merged:?}\n{text}");
    text
}

#[track_caller]
fn edited(text: &str, edits: &[(&str, &str)]) -> String {
    edits.iter().fold(text.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replacen(from, to, 1)
    })
}

#[test]
fn members_and_boxes_of_both_sides_meet() {
    let ours = [("\"x\": 1", "\"x\": 5"), ("\"name\": \"Level\"", "\"name\": \"Hall\"")];
    let theirs = [("\"y\": 2}", "\"y\": 2, \"z\": 3}"), ("\"texture\": null", "\"texture\": \"t\"")];
    let both = edited(BOXES, &[ours[0], ours[1], theirs[0], theirs[1]]);
    assert_eq!(clean("a.scene", BOXES, &edited(BOXES, &ours), &edited(BOXES, &theirs)), both);
}

#[test]
fn new_boxes_and_deleted_ones() {
    let new = |id: &str| {
        format!(
            "            {{\n                \"id\": \"{id}\",\n                \"name\": \"N\"\n            }}"
        )
    };
    let add = |id: &str| {
        edited(
            BOXES,
            &[(
                "\"texture\": null}]\n            }",
                &format!("\"texture\": null}}]\n            }},\n{}", new(id)),
            )],
        )
    };
    let text = clean("a.scene", BOXES, &add("n"), &add("m"));
    assert!(text.contains(&format!("}},\n{},\n{}\n        ]", new("n"), new("m"))), "{text}");
    let without_a = edited(
        BOXES,
        &[(
            "            {\n                \"id\": \"a\",\n                \"name\": \"A\",\n                \"transform\": {\"x\": 1, \"y\": 2}\n            },\n",
            "",
        )],
    );
    let changed = edited(BOXES, &[("\"texture\": null", "\"texture\": \"t\"")]);
    assert_eq!(
        clean("a.scene", BOXES, &without_a, &changed),
        edited(&without_a, &[("\"texture\": null", "\"texture\": \"t\"")])
    );
}

/// `B` hangs from `A`.
fn box_moved() -> String {
    let b = "            {\n                \"id\": \"b\",\n                \"name\": \"B\",\n                \"components\": [{\"id\": \"s\", \"type\": \"sprite\", \"texture\": null}]\n            }";
    let with_children = "\"y\": 2},\n                \"children\": [\n                    {}\n                ]\n            }";
    let inner = b.trim_start().replace("\n            ", "\n                    ");
    edited(
        &with_list(),
        &[(&format!(",\n{b}"), ""), (&with_children.replace("{}", ""), &with_children.replace("{}", &inner))],
    )
}

/// The scene with an empty list of children in `A`.
fn with_list() -> String {
    edited(
        BOXES,
        &[(
            "\"y\": 2}\n            }",
            "\"y\": 2},\n                \"children\": [\n                    \n                ]\n            }",
        )],
    )
}

#[test]
fn a_box_that_one_side_moved_takes_the_edits_of_the_other_along() {
    let (base, moved) = (with_list(), box_moved());
    let texture = [("\"texture\": null", "\"texture\": \"t\"")];
    let changed = edited(&base, &texture);
    let both = edited(&moved, &texture);
    assert_eq!(clean("a.scene", &base, &moved, &changed), both);
    assert_eq!(clean("a.scene", &base, &changed, &moved), both);
}

#[test]
fn a_box_moved_on_one_side_and_deleted_on_the_other_is_a_conflict() {
    let (base, moved) = (with_list(), box_moved());
    let at = base.find(",\n            {\n                \"id\": \"b\"").unwrap();
    let end = base.rfind("\n        ]").unwrap();
    let deleted = format!("{}{}", &base[..at], &base[end..]);
    for (ours, theirs) in [(&moved, &deleted), (&deleted, &moved)] {
        let (text, done) = merged("a.scene", &base, ours, theirs);
        assert_eq!(done.conflicts.len(), 1, "{text}");
        assert!(text.contains("\"id\": \"b\""), "{text}");
    }
}

#[test]
fn conflicts_of_boxes_stand_in_a_member_and_settle() {
    let ours = edited(BOXES, &[("\"x\": 1", "\"x\": 5"), ("\"y\": 2", "\"y\": 7")]);
    let theirs = edited(BOXES, &[("\"x\": 1", "\"x\": 9"), ("\"name\": \"B\"", "\"name\": \"C\"")]);
    let (text, done) = merged("a.scene", BOXES, &ours, &theirs);
    assert_eq!(done.conflicts.len(), 1);
    assert_eq!(done.conflicts[0].place.name, "/root/children/@a/transform/x");
    let source = Source::new("a.scene", text.clone().into());
    let document = proscenio_nacatamalon::Document::parse(source.clone());
    assert!(document.findings().is_empty(), "{:?}\n{text}", document.findings());
    assert_eq!(open_conflicts(&source).len(), 1);
    let settle = |take: &Take| String::from_utf8(resolve(&source, 0, take).unwrap()).unwrap();
    assert_eq!(settle(&Take::Ours), edited(&ours, &[("\"name\": \"B\"", "\"name\": \"C\"")]));
    assert_eq!(settle(&Take::Theirs), edited(&theirs, &[("\"y\": 2", "\"y\": 7")]));
}

#[test]
fn sectors_and_triangles_of_both_sides_meet() {
    let ours = [("0 0 0, 1 0 0", "0 0 0, 2 0 0"), ("# a map", "# the map")];
    let theirs = [
        ("0 0 1, 1 0 1", "0 0 1, 3 0 1"),
        (
            "  }\n}\n",
            "  }\n  PORTAL FAST door\n  {\n    VERTICES\n      0 0 0, 1 0 0, 1 1 0, 0 1 0;\n    PORTALLINK\n      hall door;\n  }\n}\n",
        ),
    ];
    let both = edited(MAP, &[ours[0], ours[1], theirs[0], theirs[1]]);
    assert_eq!(clean("a.e3m", MAP, &edited(MAP, &ours), &edited(MAP, &theirs)), both);
}

#[test]
fn a_sector_with_a_new_name_takes_the_edits_of_the_other_side_along() {
    let ours = edited(MAP, &[("SECTOR hall", "SECTOR lobby")]);
    let theirs = edited(MAP, &[("0 0 1, 1 0 1", "0 0 1, 3 0 1")]);
    let both = edited(&ours, &[("0 0 1, 1 0 1", "0 0 1, 3 0 1")]);
    assert_eq!(clean("a.e3m", MAP, &ours, &theirs), both);
    assert_eq!(clean("a.e3m", MAP, &theirs, &ours), both);
    // Two new names are a conflict.
    let other = edited(MAP, &[("SECTOR hall", "SECTOR porch")]);
    assert_eq!(merged("a.e3m", MAP, &ours, &other).1.conflicts.len(), 1);
}

#[test]
fn a_changed_triangle_beside_a_new_one_is_still_that_triangle() {
    let new = "  TRIANGLE\n  {\n    VERTICES\n      9 9 9, 8 9 9, 9 8 9;\n    TEXTURE\n      5 5, 6 5, 5 6, ROOF;\n  }\n";
    let ours = edited(
        MAP,
        &[(
            "  TRIANGLE\n  {\n    VERTICES\n      0 0 1, 1",
            &format!("{new}  TRIANGLE\n  {{\n    VERTICES\n      0 0 1, 2"),
        )],
    );
    let theirs = edited(MAP, &[("0 1 1;\n    TEXTURE\n      0 0,", "0 1 1;\n    TEXTURE\n      0 7,")]);
    let both = edited(&ours, &[("0 1 1;\n    TEXTURE\n      0 0,", "0 1 1;\n    TEXTURE\n      0 7,")]);
    assert_eq!(clean("a.e3m", MAP, &ours, &theirs), both);
    assert_eq!(clean("a.e3m", MAP, &theirs, &ours), both);
}

#[test]
fn a_triangle_changed_by_both_is_a_conflict_that_loads() {
    let ours = edited(MAP, &[("0 0 0, 1 0 0", "0 0 0, 2 0 0")]);
    let theirs = edited(MAP, &[("0 0 0, 1 0 0", "0 0 0, 3 0 0"), ("# a map", "# the map")]);
    let (text, done) = merged("a.e3m", MAP, &ours, &theirs);
    assert_eq!(done.conflicts.len(), 1);
    let source = Source::new("a.e3m", text.clone().into());
    let document = proscenio_espresso3d::Document::parse(source.clone(), proscenio_espresso3d::FileKind::Map);
    assert_eq!(document.counts().triangles, 2, "{text}");
    let settled = String::from_utf8(resolve(&source, 0, &Take::Theirs).unwrap()).unwrap();
    assert_eq!(settled, theirs);
    let git = Options { markers: Markers::Git, ..Options::default() };
    let sources = [MAP, &ours, &theirs].map(|text| Source::new("a.e3m", text.into()));
    let done = merge(&sources[0], &sources[1], &sources[2], &git);
    assert!(String::from_utf8(done.bytes).unwrap().contains("<<<<<<< ours\n"));
}

#[test]
fn both_versions_of_an_alias_stand_in_a_texture_set_and_ours_counts() {
    let base = "WALL wall.png\nFLOOR floor.png\n";
    let (text, done) =
        merged("set.txt", base, "WALL a.png\nFLOOR floor.png\n", "WALL b.png\nFLOOR tiles.png\n");
    assert_eq!((text.as_str(), done.conflicts.len()), ("WALL a.png\nWALL b.png\nFLOOR tiles.png\n", 1));
}

#[test]
fn differences_are_told_item_by_item_and_noise_apart() {
    let source = |name: &str, text: &str| Source::new(name, text.into());
    let new = edited(BOXES, &[("\"x\": 1", "\"x\": 5"), ("\"y\": 2", "\"y\": 2.0")]);
    let difference = diff(&source("a.scene", BOXES), &source("a.scene", &new), false).unwrap();
    let quiet = difference.without_noise();
    assert_eq!(quiet.hidden, 1);
    let mut at = &quiet.changes[..];
    let mut names = Vec::new();
    while let [change] = at {
        names.push(change.place.name.clone());
        at = &change.parts;
    }
    assert_eq!(names.last().unwrap(), "/root/children/@a/transform/x");
    let new = edited(MAP, &[("0 0 0, 1 0 0", "0 0 0, 2 0 0")]);
    let difference = diff(&source("a.e3m", MAP), &source("a.e3m", &new), false).unwrap();
    assert_eq!(difference.changes[0].place.name, "hall");
    assert_eq!(difference.changes[0].parts[0].place.what, "triangle");
}

#[test]
fn differences_of_a_scene_leave_ids_and_spelling_out() {
    let old = "[gd_scene load_steps=3 format=3]\n\n[ext_resource type=\"Texture2D\" path=\"res://a.png\" id=\"1_aaaaa\"]\n\n[node name=\"R\" type=\"Sprite2D\"]\ntexture = ExtResource(\"1_aaaaa\")\nscale = Vector2(1, 1)\nspeed = 0.1\n\n[node name=\"C\" type=\"Node\" parent=\".\"]\n";
    let new = edited(
        old,
        &[("1_aaaaa", "7_bbbbb"), ("1_aaaaa", "7_bbbbb"), ("Vector2(1, 1)", "Vector2( 1.0, 1 )")],
    );
    let source = |text: &str| Source::new("a.tscn", text.into());
    let difference = diff(&source(old), &source(&new), false).unwrap();
    assert!(difference.changes.iter().all(proscenio_diff::Change::is_noise), "{difference:#?}");
    let renamed = edited(&new, &[("name=\"C\"", "name=\"D\""), ("speed = 0.1", "speed = 0.10000000149")]);
    let strict = diff(&source(old), &source(&renamed), false).unwrap().without_noise();
    assert!(strict.changes[0].parts.iter().any(|part| part.place.name == "R:speed"), "{strict:#?}");
    let tolerant = diff(&source(old), &source(&renamed), true).unwrap().without_noise();
    assert!(tolerant.changes.iter().all(|change| change.place.name != "R"), "{tolerant:#?}");
    assert!(
        tolerant.changes.iter().any(|change| change.kind == ChangeKind::Added && change.place.name == "D")
    );
}
