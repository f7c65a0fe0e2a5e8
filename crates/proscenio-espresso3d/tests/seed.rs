//! The founding document, version 0.2, sentence by sentence: what it says of the files, in our words, and that it
//! is so. The document has no numbers; here section 2 is the map specification, 3 the actor specification, and
//! the second number counts their tags in the order of the document, the layout coming last.
#![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

use proscenio_espresso3d::{Dialect, Document, FileKind, PortalType, check};
use proscenio_source::Source;

fn read(text: &str, kind: FileKind) -> Document {
    Document::parse(Source::new("seed", text.as_bytes().to_vec()), kind)
}

/// Codes of reading and of the check.
fn codes(text: &str, kind: FileKind) -> Vec<&'static str> {
    let document = read(text, kind);
    let all =
        document.findings().iter().chain(&check(&document)).map(|finding| finding.code).collect::<Vec<_>>();
    all.into_iter().filter(|code| *code != "espresso3d/line-dialect").collect()
}

/// A map in the layout of 2.8.
const MAP: &str = "TEXTURESET media/set.txt NOJAR
# the first room
SECTOR
hall
{
  TRIANGLE
    0 0 0, 1 0 0, 0 1 0, 0 0, 1 0, 0 1, WALL
  ACTOR
    ball, ball1, 1 2 3, 0 0 1, 0 1 0
  PARTICLESYSTEM
    FIRE, 4 5 6, 0 0 1, 0 1 0
  PORTAL
    door, FAST, yard, gate, 0 0 0, 0 2 0, 1 2 0, 1 0 0
}
SECTOR
yard
{
  PORTAL
    gate, FAST, hall, door, 0 0 0, 0 2 0, 1 2 0, 1 0 0
}
";

/// 2.1: `#` begins a comment, and a line that begins with it is ignored.
#[test]
fn s2_1_lines_that_begin_with_a_hash_are_ignored() {
    let text = MAP.replace("  TRIANGLE\n", "# TRIANGLE\n# 9 9 9\n  TRIANGLE\n");
    let document = read(&text, FileKind::Map);
    assert_eq!(document.counts().triangles, 1);
    assert_eq!(document.counts().comments, 3);
    assert_eq!(codes(&text, FileKind::Map), [""; 0]);
}

/// 2.2: a texture set is a text file of paths and the names they go by; maps use those names.
#[test]
fn s2_2_a_texture_set_gives_paths_an_alias() {
    let set = read("WALL media/wall.png;\nFLOOR media/floor.png\n", FileKind::TextureSet);
    assert_eq!(set.lookup(b"FLOOR").unwrap().path().unwrap().bytes(), b"media/floor.png");
    let map = read(MAP, FileKind::Map);
    assert_eq!(map.texture_sets().next().unwrap().path().unwrap().text(), "media/set.txt");
    let alias = map.sectors().next().unwrap().triangles().next().unwrap().texture().unwrap().alias.unwrap();
    assert!(set.lookup(alias.bytes()).is_some());
}

/// 2.3: a sector groups triangles, portals, actors and particle systems under an id of its own, by which portals
/// are linked.
#[test]
fn s2_3_a_sector_groups_what_is_in_it() {
    let document = read(MAP, FileKind::Map);
    let hall = document.sectors().next().unwrap();
    assert_eq!(hall.id().unwrap().text(), "hall");
    assert_eq!(
        [
            hall.triangles().count(),
            hall.portals().count(),
            hall.actors().count(),
            hall.particle_systems().count()
        ],
        [1, 1, 1, 1]
    );
    let twice = MAP.replace("yard\n{", "hall\n{");
    assert!(codes(&twice, FileKind::Map).contains(&"espresso3d/duplicate-id"));
    let nowhere = MAP.replace("FAST, yard", "FAST, cellar");
    assert!(codes(&nowhere, FileKind::Map).contains(&"espresso3d/unknown-sector"));
}

/// 2.4: a triangle is three corners, three pairs of texture coordinates and the alias of a texture.
#[test]
fn s2_4_a_triangle() {
    let document = read(MAP, FileKind::Map);
    let triangle = document.sectors().next().unwrap().triangles().next().unwrap();
    assert_eq!(triangle.vertices().unwrap(), [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    let texture = triangle.texture().unwrap();
    assert_eq!(texture.uv, [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]);
    assert_eq!(texture.alias.unwrap().text(), "WALL");
}

/// 2.5: an actor is placed by the name it is registered under, an id, a position, and a forward and an up vector,
/// which should have length one and be at right angles.
#[test]
fn s2_5_an_actor() {
    let document = read(MAP, FileKind::Map);
    let actor = document.sectors().next().unwrap().actors().next().unwrap();
    assert_eq!((actor.name().unwrap().text(), actor.id().unwrap().text()), ("ball".into(), "ball1".into()));
    let pose = actor.pose();
    assert_eq!(
        [pose.position, pose.forward, pose.up],
        [[1.0, 2.0, 3.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]].map(Some)
    );
    let long = MAP.replace("1 2 3, 0 0 1", "1 2 3, 0 0 2");
    assert_eq!(codes(&long, FileKind::Map), ["espresso3d/not-normalised"]);
    let bent = MAP.replace("1 2 3, 0 0 1, 0 1 0", "1 2 3, 0 0 1, 0 0.6 0.8");
    assert_eq!(codes(&bent, FileKind::Map), ["espresso3d/not-perpendicular"]);
}

/// 2.6: a particle system is placed as an actor is, but has no id.
#[test]
fn s2_6_a_particle_system() {
    let document = read(MAP, FileKind::Map);
    let system = document.sectors().next().unwrap().particle_systems().next().unwrap();
    assert_eq!(system.name().unwrap().text(), "FIRE");
    assert_eq!(system.pose().position, Some([4.0, 5.0, 6.0]));
}

/// 2.7: a portal has a name, a type (FAST, the only one supported, or ACCURATE), the sector and the portal it
/// leads to, and four corners. It is defined in both sectors, with the same corners.
#[test]
fn s2_7_a_portal() {
    let document = read(MAP, FileKind::Map);
    let portal = document.sectors().next().unwrap().portals().next().unwrap();
    assert_eq!(portal.id().unwrap().text(), "door");
    assert_eq!(portal.portal_type(), PortalType::Fast);
    assert_eq!(portal.link_sector().unwrap().text(), "yard");
    assert_eq!(portal.link_portal().unwrap().text(), "gate");
    assert_eq!(portal.corners().unwrap()[2], [1.0, 2.0, 0.0]);
    let accurate = MAP.replace("door, FAST", "door, ACCURATE");
    assert_eq!(codes(&accurate, FileKind::Map), ["espresso3d/accurate-portal"]);
    let one_sided = MAP.replace("hall, door, 0 0 0", "yard, gate, 0 0 0");
    assert!(codes(&one_sided, FileKind::Map).contains(&"espresso3d/one-way-portal"));
    let moved = MAP.replace("hall, door, 0 0 0", "hall, door, 0 0 1");
    assert!(codes(&moved, FileKind::Map).contains(&"espresso3d/portal-corners"));
}

/// 2.8: the layout, tag and values each on a line of their own, ids on the line after `SECTOR`, `JAR` for sets in a
/// JAR. Lights are not available yet.
#[test]
fn s2_8_the_layout_of_a_map() {
    let document = read(MAP, FileKind::Map);
    assert_eq!(document.dialect(), Dialect::Line);
    assert_eq!(codes(MAP, FileKind::Map), [""; 0]);
    assert!(!document.texture_sets().next().unwrap().in_jar());
    let jar = MAP.replace("NOJAR", "JAR");
    assert!(read(&jar, FileKind::Map).texture_sets().next().unwrap().in_jar());
    let light = MAP.replace("  TRIANGLE\n", "  LIGHT lamp\n  TRIANGLE\n");
    assert_eq!(codes(&light, FileKind::Map), ["espresso3d/reserved-block"]);
    // It is the layout that the line dialect is written in.
    let as_written = proscenio_espresso3d::format::format(&document, &Default::default());
    assert!(!as_written.changed, "{}", String::from_utf8_lossy(&as_written.text));
}

/// An actor in the layout of 3.4.
const ACTOR: &str = "TEXTURESET media/set.txt NOJAR
MODEL
{
  TRIANGLE 0 0 0, 1 0 0, 0 1 0, 0 0, 1 0, 0 1, WALL;
}
";

/// 3: comments are not supported in actors: they are read, and not written in that dialect.
#[test]
fn s3_0_actors_hold_no_comments() {
    let text = ACTOR.replace("  TRIANGLE", "  # skin\n  TRIANGLE");
    let document = read(&text, FileKind::Actor);
    assert_eq!(document.counts().comments, 1);
    let done = proscenio_espresso3d::format::format(&document, &Default::default());
    assert!(done.refused);
    assert_eq!(done.findings[0].code, "espresso3d/cannot-hold");
}

/// 3.1: a texture set, as in a map.
#[test]
fn s3_1_a_texture_set_of_an_actor() {
    let document = read(ACTOR, FileKind::Actor);
    assert_eq!(document.texture_sets().next().unwrap().path().unwrap().text(), "media/set.txt");
}

/// 3.2: `MODEL` begins the model; there is one in a file.
#[test]
fn s3_2_one_model() {
    assert_eq!(read(ACTOR, FileKind::Actor).models().count(), 1);
    let two = format!("{ACTOR}MODEL\n{{\n}}\n");
    assert_eq!(codes(&two, FileKind::Actor), ["espresso3d/second-model"]);
}

/// 3.3: a triangle of an actor is one of a map, with all its values on the line of its tag.
#[test]
fn s3_3_a_triangle_of_an_actor() {
    let document = read(ACTOR, FileKind::Actor);
    let triangle = document.models().next().unwrap().triangles().next().unwrap();
    assert_eq!(triangle.vertices().unwrap()[1], [1.0, 0.0, 0.0]);
    assert_eq!(triangle.texture().unwrap().alias.unwrap().text(), "WALL");
}

/// 3.4: the layout; bones are to come.
#[test]
fn s3_4_the_layout_of_an_actor() {
    let document = read(ACTOR, FileKind::Actor);
    assert_eq!((document.dialect(), codes(ACTOR, FileKind::Actor)), (Dialect::Line, vec![]));
    assert!(!proscenio_espresso3d::format::format(&document, &Default::default()).changed);
}
