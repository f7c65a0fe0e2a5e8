//! Edits touch what they name and nothing else.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use proscenio_espresso3d::edit::{self, EditRefusal, Edits, NewItem, Place};
use proscenio_espresso3d::{Dialect, Document, FileKind};
use proscenio_source::{Severity, Source, apply};

/// Laid out as by hand: tabs here and there, comments, items apart and not.
const ROOMS: &str = "# two rooms\r
TEXTURESET media\\set.txt NOJAR\r
\r
SECTOR hall\r
{\r
  # the floor\r
  TRIANGLE \r
  {\r
    VERTICES\r
\t  0 0 0, 1 0 0, 0 1 0.50;\r
    TEXTURE\r
      0 0, 1 0, 0 1, WALL;\r
  }\r
\r
  PORTAL FAST door\r
  {\r
    VERTICES\r
      0 0 0, 0 1 0, 1 1 0, 1 0 0;\r
    PORTALLINK\r
      yard gate;\r
  } # to the yard\r
\r
  ACTOR BALL ball1\r
  {\r
    POSITION\r
      1 2 3;\r
    FORWARD\r
      0 0 1;\r
    UP\r
      0 1 0;\r
  }\r
  PARTICLESYSTEM FIRE\r
  {\r
    POSITION\r
      0 0 0;\r
    FORWARD\r
      0 0 1;\r
    UP\r
      0 1 0;\r
  }\r
}\r
SECTOR yard\r
{\r
  PORTAL FAST gate\r
  {\r
    VERTICES\r
      0 0 0, 0 1 0, 1 1 0, 1 0 0;\r
    PORTALLINK\r
      hall door;\r
  }\r
}\r
";

const LINE: &str = "TEXTURESET set.txt NOJAR
SECTOR
hall
{
  TRIANGLE
   0 0 0, 1 0 0, 0 1 0, 0 0, 1 0, 0 1, WALL
  ACTOR
    BALL, ball1, 1 2 3, 0 0 1, 0 1 0
  PORTAL
    door, FAST, hall, door, 0 0 0, 0 1 0, 1 1 0, 1 0 0;
}
";

const WALKER: &str = "TEXTURESET set.txt NOJAR
MODEL
{
  TRIANGLE
  {
    VERTICES
      0 0 0, 1 0 0, 0 1 0;
    TEXTURE
      0 0, 1 0, 0 1, SKIN;
    BONELINK
      Hips, Hips, Leg;
  }
  BONE Hips
  {
    POSITION
      0 1 0;
    FORWARD
      0 0 1;
    UP
      0 1 0;
  }
  BONE Leg Hips
  {
    POSITION
      0 0 0;
    FORWARD
      0 0 1;
    UP
      0 1 0;
  }
  ANIMATION walk 20
  {
    FRAME 1
    {
      BONE Leg
      {
        ROTATE
          5 0.5 0 0;
      }
    }
    FRAME 2
    {
    }
  }
}
";

const GROUPS: &str = "MODEL
{
  BONEGROUP g
  {
    ROOTBONE a
      0 0 0, b;
    BONE b
      10 0 0;
  }
  TRIANGLE
  {
    VERTICES
      -1 -1 0, 1 1 0, -1 1 0;
    BONEATTACHMENT
      g a, g a, g b;
    TEXTURE
      0 0, 1 1, 0 1, WALL;
  }
}
";

fn map(text: &str) -> Document {
    Document::parse(Source::new("a.e3m", text.into()), FileKind::Map)
}

fn actor(text: &str) -> Document {
    Document::parse(Source::new("a.e3a", text.into()), FileKind::Actor)
}

fn set_file(text: &str) -> Document {
    Document::parse(Source::new("set.txt", text.into()), FileKind::TextureSet)
}

/// What an edit changes, line by line, and what it tells. Line ends are shown where they change.
fn changes(before: &Document, done: Result<Edits, EditRefusal>) -> String {
    let edits = match done {
        Ok(edits) => edits,
        Err(refusal) => return format!("refused [{}] {refusal}\n", refusal.code.name),
    };
    let after = edits.apply(before);
    let text = String::from_utf8(before.write()).unwrap();
    let errors = |document: &Document| {
        document.findings().iter().filter(|finding| finding.severity == Severity::Error).count()
    };
    assert!(errors(&after) <= errors(before), "{}\n{:?}", text_of(&after), after.findings());
    let kept = before.dialect() == Dialect::Unknown || after.dialect() == before.dialect();
    assert!(kept, "{}", text_of(&after));
    assert_eq!(apply(&after.write(), &edits.undo(before)).unwrap(), text.as_bytes());
    let after = text_of(&after);
    let mut out = String::new();
    let (old, new): (Vec<&str>, Vec<&str>) = (text.split('\n').collect(), after.split('\n').collect());
    let show = |line: &str| line.replace('\r', "").replace('\t', "→");
    if old.len() == new.len() && edits.edits.iter().all(|edit| !edit.span.is_empty() && !edit.text.is_empty())
    {
        for (old, new) in old.iter().zip(&new).filter(|(old, new)| old != new) {
            out += &format!("- {}\n+ {}\n", show(old), show(new));
        }
    } else {
        let same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
        let rest = old.len().min(new.len()) - same;
        let end = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(a, b)| a == b).count();
        old[same..old.len() - end].iter().for_each(|line| out += &format!("- {}\n", show(line)));
        new[same..new.len() - end].iter().for_each(|line| out += &format!("+ {}\n", show(line)));
    }
    let returns = |text: &str| text.matches('\r').count();
    if returns(&text) > 0 {
        assert_eq!(returns(&after), after.matches('\n').count(), "line ends are mixed");
    }
    edits.made.iter().for_each(|made| out += &format!("made {made}\n"));
    for told in &edits.findings {
        out +=
            &format!("told [{}] {}; {}\n", told.code, told.message, told.help.as_deref().unwrap_or_default());
    }
    out
}

fn text_of(document: &Document) -> String {
    String::from_utf8(document.write()).unwrap()
}

/// One line per edit: its title and what it does.
fn report(list: Vec<(&str, String)>) -> String {
    list.into_iter().map(|(title, changes)| format!("== {title}\n{changes}")).collect()
}

#[test]
fn fields_and_items_are_read() {
    let get = |document: &Document, address: &str| match edit::get(document, address) {
        Ok(got) => format!("{} = {}", got.address, got.text.replace(['\r', '\n'], "|")),
        Err(refusal) => format!("[{}] {refusal}", refusal.code.name),
    };
    let mut out = Vec::new();
    let asked: [(Document, &[&str]); 5] = [
        (
            map(ROOMS),
            &[
                "hall/door:PORTALLINK",
                "hall/door:PORTALLINK:SECTOR",
                "hall/triangle[0]:vertices",
                "hall/triangle:TEXTURE:ALIAS",
                "sector:hall/triangle[0]:VERTICES:C:Z",
                "hall/triangle[0]:TEXTURE:B",
                "hall/FIRE:FORWARD:2",
                "hall/actor:ball1:NAME",
                "hall/ball1",
                "sector[1]/gate:ID",
                "textureset:PATH",
                "textureset[0]:FLAG",
                "haal/door:ID",
                "hall/dor:ID",
                "door:ID",
                "hall/triangle[4]",
                "hall:VERTICES",
                "hall/door:VERTIC",
                "hall/door:VERTICES:E",
                "hall/triangle[0]:BONELINK",
                "hall/particlesystem:FIRE:NAME",
                ".",
            ],
        ),
        (
            map(LINE),
            &[
                "hall/triangle[0]:TEXTURE",
                "hall/ball1:FORWARD",
                "hall/door:VERTICES:D",
                "hall/door:TYPE",
                "hall/door:PORTALLINK",
            ],
        ),
        (
            actor(WALKER),
            &[
                "bone:Leg:PARENT",
                "Hips:POSITION:Y",
                "walk:FPS",
                "walk/frame[0]/Leg:ROTATE",
                "walk/1/Leg/rotate:SPAN",
                "walk/frame[0]/Leg:TRANSLATE",
                "triangle[0]:BONELINK:C",
                "model/Leg:ID",
                "walk/frame[1]",
            ],
        ),
        (
            actor(GROUPS),
            &["a:POSITION", "g/bone[1]:POSITION:X", "triangle:BONEATTACHMENT:B", "triangle:BONEATTACHMENT:2"],
        ),
        (set_file("WALL a.png;\nFLOOR b.png"), &["WALL:PATH", "alias[1]:ALIAS", "WALL"]),
    ];
    for (document, addresses) in &asked {
        out.extend(addresses.iter().map(|address| get(document, address)));
    }
    insta::assert_snapshot!(out.join("\n"));
}

#[test]
fn values_are_set() {
    let rooms = map(ROOMS);
    let set = |address, value| (address, changes(&rooms, edit::set(&rooms, address, value)));
    let mut list = vec![
        set("hall/triangle[0]:VERTICES:C:Z", "0.75"),
        set("hall/triangle[0]:VERTICES", "0 0 0 1 0 0 0 1 1e-3"),
        set("hall/triangle[0]:TEXTURE", "0 0, 2 0, 0 2"),
        set("hall/triangle[0]:TEXTURE:ALIAS", "FLOOR"),
        set("hall/triangle[0]:TEXTUREDETAIL0", "0 0, 1 0, 0 1, GRIME"),
        set("hall/door:PORTALLINK", "yard gaet"),
        set("hall/door:PORTALLINK:SECTOR", "hall"),
        set("hall/door:TYPE", "ACCURATE"),
        set("hall/door:TYPE", "SLOW"),
        set("hall/ball1:POSITION:Y", "-2.5"),
        set("hall/ball1:POSITION", "1,5 2 3"),
        set("hall/ball1:POSITION:X", "NaN"),
        set("hall/ball1:POSITION:X", "1f"),
        set("hall/ball1:NAME", "CUBE"),
        set("hall:ID", "room"),
        set("textureset[0]:PATH", "media/other.txt"),
        set("textureset[0]:PATH", "my set.txt"),
        set("hall/triangle[0]:TEXTURE:ALIAS", "SECTOR"),
    ];
    let line = map(LINE);
    let set = |address, value| (address, changes(&line, edit::set(&line, address, value)));
    list.extend([
        set("hall/triangle[0]:VERTICES:A", "9 8 7"),
        set("hall/triangle[0]:TEXTURE", "0 0, 1 0, 0 1, FLOOR"),
        set("hall/triangle[0]:BONELINK", "a b c"),
        set("hall/ball1:UP", "1 0 0"),
        set("hall/door:PORTALLINK:PORTAL", "other"),
        set("hall:ID", "room"),
    ]);
    let walker = actor(WALKER);
    let set = |address, value| (address, changes(&walker, edit::set(&walker, address, value)));
    list.extend([
        set("walk/frame[0]/Leg:TRANSLATE", "2 0 0 1"),
        set("walk/frame[0]/Leg:ROTATE:SPAN", "2.5"),
        set("walk/frame[0]/Leg/rotate[0]", "7 1 2 3"),
        set("bone:Hips:PARENT", "Leg"),
        set("walk/frame[0]/Leg:ID", "Lek"),
        set("walk:FPS", "30"),
        set("model:NAME", "walker"),
        set("triangle[0]:BONELINK:A", "Arm"),
    ]);
    let groups = actor(GROUPS);
    let set = |address, value| (address, changes(&groups, edit::set(&groups, address, value)));
    list.extend([set("b:POSITION:X", "11"), set("triangle:BONEATTACHMENT:A:BONE", "b")]);
    let paths = set_file("WALL a.png;\nFLOOR  b.png");
    let set = |address, value| (address, changes(&paths, edit::set(&paths, address, value)));
    list.extend([set("FLOOR:PATH", "c.png"), set("FLOOR:ALIAS", "WALL"), set("FLOOR:ALIAS", "GROUND")]);
    insta::assert_snapshot!(report(list));
}

#[test]
fn fields_are_taken_out() {
    let (rooms, walker) = (map(ROOMS), actor(WALKER));
    let detailed =
        edit::set(&rooms, "hall/triangle[0]:TEXTUREDETAIL0", "0 0, 1 0, 0 1, GRIME").unwrap().apply(&rooms);
    let back = edit::unset(&detailed, "hall/triangle[0]:TEXTUREDETAIL0").unwrap().bytes(&detailed);
    assert_eq!(back, ROOMS.as_bytes());
    let list = vec![
        ("flag", changes(&rooms, edit::unset(&rooms, "textureset[0]:FLAG"))),
        ("vertices", changes(&rooms, edit::unset(&rooms, "hall/triangle[0]:VERTICES"))),
        ("part", changes(&walker, edit::unset(&walker, "triangle:BONELINK:A"))),
        ("item", changes(&rooms, edit::unset(&rooms, "hall/door"))),
        ("missing", changes(&rooms, edit::unset(&rooms, "hall/triangle[0]:TEXTUREDETAIL0"))),
        ("parent", changes(&walker, edit::unset(&walker, "Leg:PARENT"))),
        ("links", changes(&walker, edit::unset(&walker, "triangle:BONELINK"))),
        ("rotate", changes(&walker, edit::unset(&walker, "walk/frame[0]/Leg:ROTATE"))),
    ];
    insta::assert_snapshot!(report(list));
}

#[test]
fn names_change_with_all_that_names_them() {
    let (rooms, walker, groups, line) = (map(ROOMS), actor(WALKER), actor(GROUPS), map(LINE));
    let set = set_file("WALL a.png;\nFLOOR b.png");
    let rename =
        |document: &Document, address, name| changes(document, edit::rename(document, address, name));
    let list = vec![
        ("sector", rename(&rooms, "hall", "room")),
        ("portal", rename(&rooms, "yard/gate", "exit")),
        ("actor", rename(&rooms, "hall/ball1", "ball2")),
        ("system", rename(&rooms, "hall/FIRE", "SMOKE")),
        ("alias", rename(&rooms, "alias:WALL", "STONE")),
        ("no alias", rename(&rooms, "alias:WAL", "STONE")),
        ("triangle", rename(&rooms, "hall/triangle[0]", "STONE")),
        ("taken", rename(&rooms, "hall", "yard")),
        ("blank", rename(&rooms, "hall", "the hall")),
        ("brace", rename(&rooms, "hall", "ha{ll")),
        ("comment", rename(&rooms, "hall", "#hall")),
        ("word", rename(&rooms, "hall", "Portal")),
        ("type", rename(&rooms, "hall/door", "fast")),
        ("bone", rename(&walker, "bone:Leg", "Foot")),
        ("root", rename(&walker, "Hips", "Root")),
        ("taken bone", rename(&walker, "Hips", "Leg")),
        ("animation", rename(&walker, "walk", "run")),
        ("frame", rename(&walker, "walk/frame[1]", "9")),
        ("group bone", rename(&groups, "b", "c")),
        ("group", rename(&groups, "g", "h")),
        ("line sector", rename(&line, "hall", "room")),
        ("line portal", rename(&line, "hall/door", "gate")),
        ("entry", rename(&set, "WALL", "STONE")),
        ("taken entry", rename(&set, "WALL", "FLOOR")),
    ];
    insta::assert_snapshot!(report(list));
}

#[test]
fn of_two_of_a_name_the_other_keeps_the_links() {
    let twice = map(&ROOMS.replace("SECTOR yard", "SECTOR hall"));
    let done = changes(&twice, edit::rename(&twice, "sector[1]", "yard"));
    assert_eq!(
        done,
        "- SECTOR hall\n+ SECTOR yard\ntold [espresso3d/edit-left-dangling] another sector is called `hall`; what names it stays; see `proscenio check` for the places\n"
    );
    let unclear = edit::rename(&twice, "hall", "yard").unwrap_err();
    assert_eq!(unclear.to_string(), "`hall` names 2 items; write `sector[0]` or `sector[1]`");
}

#[test]
fn items_are_added() {
    let (rooms, walker, line) = (map(ROOMS), actor(WALKER), map(LINE));
    let add = |document: &Document, parent, kind: &str, name, place, fields: &[(&str, &str)]| {
        let kind = (!kind.is_empty()).then_some(kind);
        changes(document, edit::add(document, &NewItem { parent, kind, name, place, fields }))
    };
    let corners = ("VERTICES", "0 0 0, 0 1 0, 1 1 0, 1 0 0");
    let triangle = [("VERTICES", "0 0 0 1 0 0 0 1 0"), ("TEXTURE", "0 0 1 0 0 1")];
    let door = [corners, ("PORTALLINK", "hall door")];
    let list = vec![
        ("sector", add(&rooms, ".", "", "cellar", Place::Last, &[])),
        ("sector first", add(&rooms, ".", "sector", "cellar", Place::At(0), &[])),
        ("portal", add(&rooms, "yard", "portal", "back", Place::Last, &door)),
        ("portal before", add(&rooms, "hall", "portal", "back", Place::Before("door"), &door)),
        ("triangle", add(&rooms, "hall", "triangle", "FLOOR", Place::Last, &triangle)),
        ("triangle in yard", add(&rooms, "yard", "triangle", "FLOOR", Place::At(0), &triangle)),
        (
            "actor",
            add(&rooms, "hall", "actor", "ball2", Place::Last, &[("NAME", "BALL"), ("POSITION", "1 1 1")]),
        ),
        ("system", add(&rooms, "hall", "particlesystem", "FIRE", Place::At(0), &[])),
        ("behind comment", add(&rooms, "hall", "particlesystem", "FIRE", Place::Behind("door"), &[])),
        ("set", add(&rooms, ".", "textureset", "media/b.txt", Place::Last, &[])),
        ("no fields", add(&rooms, "hall", "portal", "back", Place::Last, &[corners])),
        ("taken", add(&rooms, "hall", "portal", "door", Place::Last, &door)),
        ("bone in map", add(&rooms, "hall", "bone", "b", Place::Last, &[])),
        ("no kind", add(&rooms, "hall", "", "b", Place::Last, &[])),
        ("bad kind", add(&rooms, "hall", "portl", "b", Place::Last, &[])),
        ("light", add(&rooms, "hall", "light", "b", Place::Last, &[])),
        ("wrong sibling", add(&rooms, "hall", "particlesystem", "F", Place::Behind("dor"), &[])),
        ("bone", add(&walker, ".", "bone", "Foot", Place::Last, &[("PARENT", "Leg")])),
        ("second root", add(&walker, ".", "bone", "Foot", Place::Last, &[])),
        ("animation", add(&walker, ".", "animation", "run", Place::Last, &[])),
        ("frame", add(&walker, "walk", "", "3", Place::Last, &[])),
        ("frame first", add(&walker, "walk", "", "0", Place::At(0), &[])),
        ("frame bone", add(&walker, "walk/frame[1]", "", "Hips", Place::Last, &[("ROTATE", "1 0 0 1")])),
        ("line triangle", add(&line, "hall", "triangle", "FLOOR", Place::Last, &triangle)),
        ("line actor", add(&line, "hall", "actor", "ball2", Place::Last, &[("NAME", "BALL")])),
        ("line portal", add(&line, "hall", "portal", "back", Place::Last, &door)),
        ("line system", add(&line, "hall", "particlesystem", "FIRE", Place::Last, &[])),
        ("line sector", add(&line, ".", "", "yard", Place::Last, &[])),
        (
            "line detail",
            add(
                &line,
                "hall",
                "triangle",
                "FLOOR",
                Place::Last,
                &[triangle[0], triangle[1], ("TEXTUREDETAIL0", "0 0 1 0 0 1 X")],
            ),
        ),
        ("entry", add(&set_file("WALL a.png"), ".", "", "FLOOR", Place::Last, &[("PATH", "b.png")])),
        ("first entry", add(&set_file(""), ".", "", "FLOOR", Place::Last, &[("PATH", "b.png")])),
        ("empty map", add(&map("# nothing yet\n"), ".", "", "hall", Place::Last, &[])),
    ];
    insta::assert_snapshot!(report(list));
}

#[test]
fn items_are_taken_out() {
    let (rooms, walker, groups, line) = (map(ROOMS), actor(WALKER), actor(GROUPS), map(LINE));
    let set = set_file("WALL a.png;\nFLOOR b.png");
    let remove = |document: &Document, address| changes(document, edit::remove(document, address));
    let list = vec![
        ("sector", remove(&rooms, "yard")),
        ("portal with a comment", remove(&rooms, "hall/door")),
        ("triangle", remove(&rooms, "hall/triangle[0]")),
        ("last of a sector", remove(&rooms, "yard/gate")),
        ("set", remove(&rooms, "textureset[0]")),
        ("field", remove(&rooms, "hall/door:VERTICES")),
        ("bone", remove(&walker, "Leg")),
        ("frame", remove(&walker, "walk/frame[0]")),
        ("command", remove(&walker, "walk/frame[0]/Leg/rotate")),
        ("group bone", remove(&groups, "b")),
        ("line triangle", remove(&line, "hall/triangle")),
        ("line portal", remove(&line, "hall/door")),
        ("entry", remove(&set, "WALL")),
        ("last entry", remove(&set, "FLOOR")),
    ];
    insta::assert_snapshot!(report(list));
}

#[test]
fn items_are_moved_and_copied() {
    let (rooms, walker, line) = (map(ROOMS), actor(WALKER), map(LINE));
    let go = |document: &Document, address, parent, place| {
        changes(document, edit::move_item(document, address, parent, place))
    };
    let copy =
        |document: &Document, address, name| changes(document, edit::duplicate(document, address, name));
    let list = vec![
        ("portal to yard", go(&rooms, "hall/door", Some("yard"), Place::Last)),
        ("triangle to yard", go(&rooms, "hall/triangle[0]", Some("yard"), Place::At(0))),
        ("sector first", go(&rooms, "yard", None, Place::At(0))),
        ("nowhere", go(&rooms, "yard", None, Place::Last)),
        ("into a portal", go(&rooms, "hall/door", Some("yard/gate"), Place::Last)),
        ("bone first", go(&walker, "Leg", None, Place::Before("Hips"))),
        ("frame", go(&walker, "walk/frame[0]", None, Place::Last)),
        ("copy of a portal", copy(&rooms, "hall/door", None)),
        ("copy of a sector", copy(&line, "hall", Some("room"))),
        ("copy of a triangle", copy(&rooms, "hall/triangle[0]", None)),
        ("copy of a root", copy(&walker, "Hips", None)),
        ("copy of a bone", copy(&walker, "Leg", None)),
        ("copy of a frame", copy(&walker, "walk/frame[0]", None)),
    ];
    insta::assert_snapshot!(report(list));
}
