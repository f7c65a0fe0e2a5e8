//! The files a scene names: what is read from them, the numbers of the specification, what is refused.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use proscenio_nacatamalon::Document;
use proscenio_nacatamalon::files::atlas::{Atlas, Cut, FrameRef};
use proscenio_nacatamalon::files::cube::Cube;
use proscenio_nacatamalon::files::font::{BitmapFont, Setting};
use proscenio_nacatamalon::files::motion::{KeyValue, Motion};
use proscenio_nacatamalon::files::pack::{BoxFile, Pack, inside_pack};
use proscenio_nacatamalon::files::palette::Palette;
use proscenio_nacatamalon::files::particles::{DeepShape, FlatShape, Particles, Range, Space, parse_colour};
use proscenio_nacatamalon::files::project::{Binding, Keep, PixelRatio, ProjectFile, Scaling};
use proscenio_nacatamalon::files::song::Song;
use proscenio_nacatamalon::files::store::{RowValue, Store};
use proscenio_nacatamalon::files::tilemap::{Look, Order, Tilemap};
use proscenio_nacatamalon::files::{CutError, Read};
use proscenio_nacatamalon::model::Json;
use proscenio_source::{Finding, Source};

fn document(name: &str, text: &str) -> Document {
    Document::parse(Source::new(name, text.into()))
}

fn codes(findings: &[Finding]) -> Vec<&str> {
    assert!(findings.iter().all(|finding| finding.help.is_some() && finding.span.is_some()));
    findings.iter().map(|finding| finding.code.strip_prefix("nacatamalon/").unwrap()).collect()
}

fn good<T>(read: Read<T>) -> T {
    assert_eq!(codes(&read.findings), [""; 0], "{:?}", read.findings);
    assert!(!read.refused);
    read.file
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

const ROBOT: &str = r#"{
    "format": 1,
    "kind": "atlas",
    "texture": "robot.png",
    "grid": { "frameWidth": 24, "frameHeight": 32, "margin": 1, "spacing": 2, "count": 10 },
    "sequences": {
        "walk": { "frames": [0, 1, 2, 1], "fps": 8 },
        "kick": { "frames": [4, 5, 6], "fps": 15, "loop": false, "next": "walk" }
    }
}"#;

fn atlas(text: &str) -> Read<Atlas> {
    Atlas::read(&document("a.atlas", text))
}

#[test]
fn an_atlas_is_cut_by_its_grid() {
    let file = good(atlas(ROBOT));
    // Five columns: 1 + 5 * 24 + 4 * 2 + 1.
    let sheet = file.sheet(130.0, 100.0).unwrap();
    assert_eq!(sheet.len(), 10);
    let frame = sheet.frame(6).unwrap();
    assert_eq!((frame.x, frame.y, frame.w, frame.h), (27.0, 35.0, 24.0, 32.0));
    assert_eq!(frame.uv_offset, [27.0 / 130.0, 0.35]);
    assert_eq!(frame.uv_scale, [24.0 / 130.0, 0.32]);
    assert!(sheet.frame(10).is_none());
    assert_eq!(sheet.run("kick"), Some(vec![4, 5, 6]));
    assert_eq!(sheet.run("nope"), None);
}

#[test]
fn checked_sixteen_pixel_cells_in_a_picture_of_40_by_16_are_two_frames() {
    let file = Atlas::new("a.png");
    let sheet = file.sheet(40.0, 16.0).unwrap();
    assert_eq!(sheet.len(), 2);
    assert_eq!(sheet.frame(1).unwrap().uv_offset, [16.0 / 40.0, 0.0]);
    assert_eq!(sheet.frame(0).unwrap().w, 16.0);
    assert!(!sheet.is_empty());
}

#[test]
fn a_grid_is_made_up_from_what_it_says() {
    let grid =
        |grid: &str| good(atlas(&format!(r#"{{"format":1,"kind":"atlas","texture":"a","grid":{grid}}}"#)));
    let by_count = grid(r#"{"columns": 3, "rows": 2, "margin": 2, "spacing": 1}"#);
    let sheet = by_count.sheet(36.0, 25.0).unwrap();
    let frame = sheet.frame(5).unwrap();
    assert_eq!((sheet.len(), frame.x, frame.y, frame.w, frame.h), (6, 24.0, 13.0, 10.0, 10.0));
    assert_eq!(grid(r#"{"frameWidth": 8}"#).sheet(8.0, 8.0).unwrap_err(), CutError::NoHeight);
    assert_eq!(grid(r#"{"rows": 8}"#).sheet(8.0, 8.0).unwrap_err(), CutError::NoWidth);
    assert_eq!(
        grid(r#"{"columns": 8, "rows": 1, "spacing": 5}"#).sheet(8.0, 8.0).unwrap_err(),
        CutError::EmptyCell
    );
    // A picture smaller than a cell still has the one cell.
    assert_eq!(grid(r#"{"frameWidth": 80, "frameHeight": 80}"#).sheet(8.0, 8.0).unwrap().len(), 1);
    let claims = grid(r#"{"columns": 1, "rows": 1, "count": 1e300}"#);
    assert!(claims.sheet(8.0, 8.0).unwrap().frame(u64::MAX - 1).is_some());
}

#[test]
fn packed_frames_are_numbered_as_javascript_keeps_them() {
    let file = good(atlas(
        r#"{"format":1,"kind":"atlas","texture":"a","packed":{
            "b":{"x":1,"y":2,"w":3,"h":4},"10":{"x":0,"y":0,"w":1,"h":1},"2":{"x":5,"y":5,"w":5,"h":5}},
            "sequences":{"r":{"frames":["b",0,"b"]}}}"#,
    ));
    let Cut::Packed(frames) = &file.cut else { panic!("{:?}", file.cut) };
    assert_eq!(frames.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["2", "10", "b"]);
    let sheet = file.sheet(10.0, 10.0).unwrap();
    assert_eq!(sheet.run("r"), Some(vec![2, 0, 2]));
    let frame = sheet.resolve(&FrameRef::Name("b".into())).unwrap();
    assert_eq!((frame.uv_offset, frame.uv_scale), ([0.1, 0.2], [0.3, 0.4]));
    assert!(sheet.resolve(&FrameRef::Index(0.5)).is_none());
    assert!(sheet.resolve(&FrameRef::Index(-1.0)).is_none());
    assert!(sheet.resolve(&FrameRef::Name("c".into())).is_none());
}

#[test]
fn runs_show_their_frames_in_time() {
    let file = good(atlas(ROBOT));
    let at = |run: &str, seconds: f64| match file.frame_at(run, seconds) {
        Some(FrameRef::Index(index)) => Some(*index),
        _ => None,
    };
    assert_eq!(at("walk", 0.0), Some(0.0));
    assert_eq!(at("walk", 0.26), Some(2.0));
    assert_eq!(at("walk", 0.51), Some(0.0));
    assert_eq!(at("kick", 0.1), Some(5.0));
    // Three frames of a fifteenth of a second, then the walk.
    assert_eq!(at("kick", 0.2 + 0.13), Some(1.0));
    assert_eq!(at("nope", 0.0), None);
    assert_eq!(at("walk", f64::NAN), Some(0.0));
}

#[test]
fn runs_that_follow_each_other_in_a_circle_come_to_an_end() {
    let file = good(atlas(
        r#"{"format":1,"kind":"atlas","texture":"a","grid":{"columns":2,"rows":1},"sequences":{
            "a":{"frames":[0,1],"fps":1,"loop":false,"next":"b"},"b":{"frames":[5],"fps":1,"loop":false,"next":"a"}}}"#,
    ));
    let at = |seconds: f64| file.frame_at("a", seconds).cloned();
    for (seconds, frame) in
        [(0.5, 0.0), (1.5, 1.0), (2.5, 5.0), (3.5, 0.0), (3.0e6 + 1.5, 1.0), (3.0e6 + 2.5, 5.0)]
    {
        assert_eq!(at(seconds), Some(FrameRef::Index(frame)), "{seconds}");
    }
    assert!(at(1e300).is_some());
}

#[test]
fn an_atlas_that_the_engine_refuses_says_why() {
    for (text, wanted) in [
        ("[]", "file-not-an-object"),
        (r#"{"format":1,"kind":"map","texture":"a","grid":{}}"#, "file-wrong-kind"),
        (r#"{"kind":"atlas","texture":"a","grid":{}}"#, "file-missing-member"),
        (r#"{"format":"1","kind":"atlas","texture":"a","grid":{}}"#, "file-bad-member"),
        (r#"{"format":2,"kind":"atlas","texture":"a","grid":{}}"#, "file-newer-format"),
        (r#"{"format":1,"kind":"atlas","texture":"","grid":{}}"#, "file-bad-member"),
        (r#"{"format":1,"kind":"atlas","texture":"a"}"#, "file-missing-member"),
        (r#"{"format":1,"kind":"atlas","texture":"a","grid":{},"packed":{}}"#, "file-bad-member"),
        (r#"{"format":1,"kind":"atlas","texture":"a","grid":{},"sequences":[]}"#, "file-bad-member"),
        (
            r#"{"format":1,"kind":"atlas","texture":"a","grid":{},"sequences":{"r":{"frames":[]}}}"#,
            "file-bad-member",
        ),
        (
            r#"{"format":1,"kind":"atlas","texture":"a","grid":{},"sequences":{"r":{"frames":[true]}}}"#,
            "file-bad-member",
        ),
        (
            r#"{"format":1,"kind":"atlas","texture":"a","grid":{},"sequences":{"r":{"frames":[1],"fps":0}}}"#,
            "file-bad-member",
        ),
        (
            r#"{"format":1,"kind":"atlas","texture":"a","grid":{},"sequences":{"r":{"frames":[1],"next":1}}}"#,
            "file-bad-member",
        ),
    ] {
        let read = atlas(text);
        assert_eq!(codes(&read.findings), [wanted], "{text}");
        assert!(read.refused, "{text}");
    }
    assert!(atlas("{").refused);
    assert!(atlas("").refused);
}

#[test]
fn what_is_merely_odd_in_an_atlas_is_told() {
    let read = atlas(
        r#"{"format":1,"kind":"atlas","texture":"a","grid":{"columns":1,"rows":1,"margin":"1"},"mine":1,
            "sequences":{"r":{"frames":["ghost"],"next":"gone","loop":0}}}"#,
    );
    assert!(!read.refused);
    assert_eq!(
        codes(&read.findings),
        ["file-default-taken", "atlas-unknown-frame", "atlas-unknown-run", "file-unknown-members"]
    );
    assert!(!read.file.sequence("r").unwrap().looped);
    // What could not be used is written back all the same.
    let text = read.file.serialize();
    assert!(text.contains("\"margin\": \"1\"") && text.contains("\"mine\": 1"), "{text}");
}

const CAVES: &str = r#"{
    "format": 1, "kind": "tilemap", "atlas": "caves.atlas",
    "cell": 16, "width": 3, "height": 2,
    "tiles": { "1": { "frame": 0, "solid": true }, "2": { "anim": "lava", "blocksBullets": false } },
    "layers": [
        { "name": "ground", "order": "under", "data": [1,1,1,2,0,2] }
    ]
}"#;

fn tilemap(text: &str) -> Read<Tilemap> {
    Tilemap::read(&document("a.tilemap", text))
}

#[test]
fn a_map_answers_for_its_cells() {
    let map = good(tilemap(CAVES));
    let ground = map.layer("ground").unwrap();
    assert_eq!((ground.order, ground.order.z_index()), (Order::Under, -100.0));
    assert_eq!(map.cell_at(33.0, -0.5), (2.0, -1.0));
    assert_eq!(map.id_at(ground, 2.0, 1.0), 2);
    assert_eq!(map.id_at(ground, 3.0, 0.0), 0);
    assert_eq!(map.id_at(ground, -1.0, 0.0), 0);
    assert!(map.is_solid(0.0, 0.0) && !map.is_solid(0.0, 1.0));
    assert!(map.stops_bullets(0.0, 0.0) && !map.stops_bullets(0.0, 1.0));
    assert_eq!(map.tile(2).unwrap().look, Look::Anim("lava".into()));
    assert!(map.tile(0).is_none() && map.tile(3).is_none());
}

#[test]
fn a_map_is_written_with_a_layer_on_a_line() {
    let map = good(tilemap(CAVES));
    let text = map.serialize();
    assert!(
        text.contains("        { \"name\": \"ground\", \"order\": \"under\", \"data\": [1,1,1,2,0,2] }\n"),
        "{text}"
    );
    assert_eq!(good(tilemap(&text)), map);
}

#[test]
fn layers_lie_in_their_order() {
    let map = good(tilemap(
        r#"{"format":1,"kind":"tilemap","atlas":"a","cell":8.9,"width":1,"height":1,"tiles":{},"layers":[
            {"name":"a","order":"over","data":[0]},{"data":[0]},{"name":"c","order":-100,"data":[0]},
            {"name":"d","order":"under","data":[0]}]}"#,
    ));
    let names: Vec<&str> = map.layers_in_order().iter().map(|layer| layer.name.as_str()).collect();
    assert_eq!(names, ["c", "d", "layer 1", "a"]);
    assert_eq!(map.cell, 8.0);
}

#[test]
fn a_tile_shows_its_frame_half_a_pixel_inside() {
    let file = Atlas::new("a.png");
    let frame = file.sheet(32.0, 16.0).unwrap().frame(1).unwrap();
    assert_eq!(Tilemap::window(&frame), ([16.5 / 32.0, 0.5 / 16.0], [15.0 / 32.0, 15.0 / 16.0]));
}

#[test]
fn a_map_that_the_engine_refuses_says_why() {
    let map = |tiles: &str, layers: &str| {
        tilemap(&format!(
            r#"{{"format":1,"kind":"tilemap","atlas":"a","cell":8,"width":1,"height":1,"tiles":{tiles},"layers":{layers}}}"#
        ))
    };
    let one = r#"[{"data":[0]}]"#;
    for (tiles, layers) in [
        (r#"{"0":{"frame":1}}"#, one),
        (r#"{"-1":{"frame":1}}"#, one),
        (r#"{"1.5":{"frame":1}}"#, one),
        (r#"{"1":5}"#, one),
        (r#"{"1":{}}"#, one),
        (r#"{"1":{"frame":1,"anim":"a"}}"#, one),
        ("{}", "[]"),
        ("{}", r#"[{"data":[0,0]}]"#),
        ("{}", r#"[{"data":[1]}]"#),
        ("{}", r#"[{"data":["0"]}]"#),
        ("{}", "[3]"),
    ] {
        let read = map(tiles, layers);
        assert_eq!(codes(&read.findings), ["file-bad-member"], "{tiles} {layers}");
        assert!(read.refused);
    }
    let sizes = tilemap(
        r#"{"format":1,"kind":"tilemap","atlas":"a","cell":0,"width":1e9,"height":1e9,"layers":[{"data":[0]}]}"#,
    );
    assert_eq!(codes(&sizes.findings), ["file-bad-member", "file-bad-member"]);
    let part = tilemap(
        r#"{"format":1,"kind":"tilemap","atlas":"a","cell":0.5,"width":1,"height":1,"layers":[{"data":[0]}]}"#,
    );
    assert_eq!(codes(&part.findings), ["file-bad-member"]);
    let becomes = map(r#"{"1":{"frame":1,"becomes":9},"2":{"frame":1,"becomes":0.5}}"#, one);
    assert_eq!((codes(&becomes.findings), becomes.refused), (vec!["tile-becomes-unknown"], false));
}

#[test]
fn new_files_are_what_the_engine_starts_with() {
    let map = Tilemap::new("a.atlas", 3);
    assert_eq!((map.cell, map.width, map.height, map.layers[0].data.len()), (16.0, 20.0, 15.0, 300));
    assert_eq!(map.tile(3).unwrap().look, Look::Frame(FrameRef::Index(2.0)));
    assert_eq!(good(tilemap(&map.serialize())), map);
    let effect = Particles::new(true);
    assert_eq!((effect.max, effect.emission.rate, effect.spread), (128.0, 40.0, std::f64::consts::FRAC_PI_4));
    assert!(matches!(effect.space, Space::Deep { gravity: [0.0, -2.0, 0.0], .. }));
    assert_eq!(good(particles(&effect.serialize())), effect);
    let flat = Particles::new(false);
    assert_eq!(good(particles(&flat.serialize())), flat);
    assert_eq!(good(atlas(&Atlas::new("x.png").serialize())), Atlas::new("x.png"));
}

const SPARK: &str = r##"{
    "format": 1, "kind": "particles2d", "texture": "spark.png",
    "max": 64, "blend": "additive",
    "emission": { "rate": 0, "burst": 20, "duration": 0.5, "loop": false },
    "shape": { "kind": "circle", "radius": 4, "edge": true },
    "direction": 0, "spread": 6.2832, "life": [0.3, 0.7], "speed": 120, "size": [2, 5],
    "gravity": { "x": 0, "y": 200 }, "damping": 0.4,
    "colorOverLife": [ { "t": 0, "color": "#fff2a0" }, { "t": 1, "color": "#c02000", "alpha": 0 } ],
    "collision": { "mode": "bounce", "bounce": 0.5 }
}"##;

fn particles(text: &str) -> Read<Particles> {
    Particles::read(&document("a.particles", text))
}

#[test]
fn an_effect_is_read_with_its_defaults() {
    let effect = good(particles(SPARK));
    assert!(effect.additive && effect.world_space && !effect.is_deep());
    assert_eq!(
        (effect.speed, effect.size, effect.spin),
        (Range::at(120.0), Range::new(2.0, 5.0), Range::at(0.0))
    );
    let Space::Flat { shape, direction, gravity } = &effect.space else { panic!("{:?}", effect.space) };
    assert_eq!(
        (shape, *direction, *gravity),
        (&FlatShape::Circle { radius: 4.0, edge: true }, 0.0, [0.0, 200.0])
    );
    let collision = effect.active_collision().unwrap();
    assert_eq!((collision.die, collision.bounce, collision.friction), (false, 0.5, 0.2));
    let middle = effect.colour_at(0.5);
    assert!(near(middle.a, 0.5) && near(middle.r, (255.0 + 192.0) / 510.0));
    assert_eq!(effect.colour_table()[32].a, 0.0);
    assert_eq!(effect.scale_table(), [1.0; 33]);
    let blank = good(particles("{}"));
    assert_eq!(blank, Particles::blank(false));
    assert_eq!((blank.speed, blank.life), (Range::new(40.0, 90.0), Range::new(0.6, 1.2)));
    let deep = good(particles(
        r#"{"kind":"particles3d","direction":{"x":0,"y":0,"z":5},"size":[2,1],"shape":{"kind":"box","size":[1,-2]}}"#,
    ));
    assert_eq!(deep.size, Range::new(1.0, 2.0));
    let Space::Deep { shape, direction, .. } = &deep.space else { panic!("{:?}", deep.space) };
    assert_eq!((shape, *direction), (&DeepShape::Box { size: [1.0, 0.0, 0.0] }, [0.0, 0.0, 1.0]));
}

#[test]
fn curves_have_hard_edges_where_two_stops_meet() {
    let effect = good(particles(
        r#"{"sizeOverLife":[{"t":1,"scale":4},{"t":0.5,"scale":1},{"t":0.5,"scale":3},{"t":0.25}]}"#,
    ));
    for (t, scale) in
        [(0.0, 1.0), (0.25, 1.0), (0.4999, 1.0), (0.5, 3.0), (0.75, 3.5), (1.0, 4.0), (2.0, 4.0)]
    {
        assert!(near(effect.scale_at(t), scale), "{t}: {}", effect.scale_at(t));
    }
}

#[test]
fn an_effect_is_written_in_the_engines_order() {
    let effect = good(particles(SPARK));
    let text = effect.serialize();
    insta::assert_snapshot!(text);
    assert_eq!(good(particles(&text)), effect);
}

#[test]
fn an_effect_that_the_engine_refuses_says_why() {
    for text in [
        r#"{"kind":"particles4d"}"#,
        r#"{"format":2}"#,
        r#"{"kind":"particles3d","direction":{"x":0,"y":0,"z":0}}"#,
        r#"{"life":0}"#,
        r#"{"emission":{"rate":-1}}"#,
        r#"{"emission":{"burst":-1}}"#,
        r#"{"shape":{"kind":"sphere"}}"#,
        r#"{"kind":"particles3d","shape":{"kind":"circle"}}"#,
        r#"{"colorOverLife":[{"color":"reddish"}]}"#,
        r#"{"collision":{"mode":"stick"}}"#,
        r#"{"children":[{"on":"lunch","src":"a"}]}"#,
        r#"{"children":[{"on":"birth","src":""}]}"#,
    ] {
        let read = particles(text);
        assert_eq!(read.findings.len(), 1, "{text} {:?}", read.findings);
        assert!(read.refused, "{text}");
    }
    let odd = particles(
        r#"{"worldSpace":false,"collision":{},"atlas":"a.atlas","blend":"burn","sparkle":1,"texture":" "}"#,
    );
    assert_eq!(
        codes(&odd.findings),
        ["particles-atlas", "file-default-taken", "particles-no-collision", "file-unknown-members"]
    );
    assert!(!odd.refused && odd.file.active_collision().is_none() && odd.file.texture.is_none());
    assert!(odd.file.serialize().ends_with("\"sparkle\": 1\n}\n"));
}

#[test]
fn colours_are_read_as_css() {
    let colour =
        |text: &str| parse_colour(text).map(|c| [c.r, c.g, c.b, c.a].map(|v| (v * 255.0).round() as u8));
    assert_eq!(colour("#f80"), Some([255, 136, 0, 255]));
    assert_eq!(colour("#ff880080"), Some([255, 136, 0, 128]));
    assert_eq!(colour("Rebeccapurple"), Some([102, 51, 153, 255]));
    assert_eq!(colour("rgb(255 0 0 / 50%)"), Some([255, 0, 0, 128]));
    assert_eq!(colour("hsl(120, 100%, 50%)"), Some([0, 255, 0, 255]));
    assert_eq!(colour("123456"), None);
    assert_eq!(colour("reddish"), None);
    assert_eq!(colour(""), None);
}

const DOOR: &str = r##"{
    "format": 1, "kind": "motion", "loop": true, "tracks": [
        { "target": "", "property": "transform.x", "keys": [
            { "t": 2, "value": 30 }, { "t": 0, "value": 10, "ease": "easeInQuad" }, { "t": 1, "value": 20, "ease": "hold" } ] },
        { "target": "#lamp", "property": "tint", "keys": [ { "t": 0, "value": [0, 1] }, { "t": 2, "value": [1, 0] } ] },
        { "target": "Door/Knob", "property": "visible", "keys": [ { "t": 0, "value": false }, { "t": 1.5, "value": true } ] }
    ] }"##;

#[test]
fn motions_are_sampled_in_time() {
    let Motion::Known(file) = good(Motion::read(&document("a.motion", DOOR))) else { panic!("not known") };
    assert_eq!((file.length(), file.looped), (2.0, true));
    assert_eq!(
        (file.position(5.0, None), file.position(5.0, Some(false)), file.position(-1.0, None)),
        (1.0, 2.0, 0.0)
    );
    let x = |t: f64| file.tracks[0].sample(t);
    for (t, value) in
        [(-1.0, 10.0), (0.0, 10.0), (0.5, 12.5), (1.0, 20.0), (1.9, 20.0), (2.0, 30.0), (9.0, 30.0)]
    {
        assert_eq!(x(t), Some(KeyValue::Number(value)), "{t}");
    }
    assert_eq!(file.tracks[1].sample(0.5), Some(KeyValue::Numbers(vec![0.25, 0.75])));
    assert_eq!(file.tracks[2].sample(1.4), Some(KeyValue::Bool(false)));
    assert_eq!(file.tracks[2].sample(1.5), Some(KeyValue::Bool(true)));
    let text = Motion::Known(file.clone()).serialize();
    assert_eq!(good(Motion::read(&document("a.motion", &text))), Motion::Known(file));
}

#[test]
fn a_motion_of_another_shape_is_kept() {
    let text = r#"{"clips":[{"at":0}],"n":1.50}"#;
    let read = Motion::read(&document("a.motion", text));
    assert_eq!((codes(&read.findings), read.refused), (vec!["motion-not-played"], false));
    assert!(read.file.serialize().contains("\"n\": 1.5"));
    let odd = Motion::read(&document(
        "a.motion",
        r#"{"kind":"motion","duration":4,"tracks":[{"property":"x","keys":[{"t":0,"value":1,"ease":"wobble"}]},{"keys":[]},7]}"#,
    ));
    assert_eq!(codes(&odd.findings), ["motion-unknown-ease", "file-entry-dropped", "file-entry-dropped"]);
    let Motion::Known(file) = &odd.file else { panic!("not known") };
    assert_eq!((file.length(), file.unread.len(), file.tracks.len()), (4.0, 2, 1));
    assert!(odd.file.serialize().contains("\"ease\": \"wobble\""));
}

#[test]
fn a_song_tells_its_voices_and_notes() {
    let read = Song::read(&document(
        "a.song",
        r#"{"tempo":120,"voices":{"lead":{"pan":-0.5,"notes":[{"at":0,"pitch":"C4","length":1},{"note":62,"t":1},{"rest":1}]},"bass":{}}}"#,
    ));
    let song = good(read);
    assert_eq!(
        (song.keys(), song.voices(), song.tempo()),
        (vec!["tempo", "voices"], vec!["lead", "bass"], Some(120.0))
    );
    let notes = song.notes("lead");
    assert_eq!(
        (notes.len(), notes[0].length, &notes[0].pitch, notes[1].at),
        (2, 1.0, &Json::String("C4".into()), 1.0)
    );
    assert!(song.notes("bass").is_empty() && song.notes("none").is_empty());
    let listed = good(Song::read(&document("a.song", r#"{"voices":[{"name":"a"},{"name":"b"},1]}"#)));
    assert_eq!(listed.voices(), ["a", "b"]);
}

const MINI: &str = r#"{ "name": "Mini", "glyphHeight": 6, "tracking": 1, "baseline": 5, "atlasWidth": 32, "atlasHeight": 6,
  "chars": [ { "char": "A", "x": 0, "y": 0, "w": 5 }, { "char": "B", "x": 5, "y": 0, "w": 5 } ] }"#;

#[test]
fn checked_a_text_of_two_glyphs() {
    let font = good(BitmapFont::read(&document("mini.json", MINI)));
    let setting = Setting { font_size: Some(12.0), letter_spacing: 1.0, ..Setting::default() };
    let block = font.set("AB", &setting);
    assert_eq!(block.glyphs[1].x, 13.0);
    assert_eq!((block.width, block.height), (23.0, 12.0));
    assert_eq!((block.glyphs[0].w, block.glyphs[0].h), (10.0, 12.0));
    assert_eq!(font.advance('A', &setting), 13.0);
    assert_eq!(font.window(&font.glyphs[1], 99.0, 99.0), ([5.0 / 32.0, 0.0], [5.0 / 32.0, 1.0]));
}

#[test]
fn texts_are_set_line_by_line() {
    let font = good(BitmapFont::read(&document("mini.json", MINI)));
    let setting = Setting { line_spacing: 2.0, align: 1.0, ..Setting::default() };
    let block = font.set("aB\n\nA?", &setting);
    // Small letters take the shape of large ones; an unknown one takes half the height, and draws nothing.
    assert_eq!((block.width, block.height, block.glyphs.len()), (11.0, 22.0, 3));
    assert_eq!((block.glyphs[2].x, block.glyphs[2].y), (2.0, 16.0));
    let wrapped = font.set("AB AB AB", &Setting { max_width: 27.0, ..Setting::default() });
    assert_eq!((wrapped.height, wrapped.width), (12.0, 27.0));
    let narrow = font.set("ABAB A", &Setting { max_width: 3.0, ..Setting::default() });
    assert_eq!(narrow.height, 12.0);
    assert_eq!(font.set("", &Setting::default()).height, 6.0);
}

#[test]
fn the_engines_own_font_has_all_its_letters() {
    let font = BitmapFont::built_in();
    assert_eq!(font.glyphs.len(), 95 + 27);
    let glyph = &font.glyphs[font.glyph('A').unwrap()];
    assert_eq!((glyph.x, glyph.y), (8.0, 16.0));
    assert_eq!(font.advance('x', &Setting::default()), 9.0);
    assert!(font.glyph('€').is_some() && font.glyph('ß').is_none());
}

#[test]
fn a_font_that_the_engine_refuses_says_why() {
    for text in [r#"{"chars":[]}"#, r#"{"glyphHeight":0,"chars":[]}"#, r#"{"glyphHeight":8}"#] {
        assert!(BitmapFont::read(&document("a.json", text)).refused, "{text}");
    }
    let odd =
        BitmapFont::read(&document("a.json", r#"{"glyphHeight":8,"chars":[{"x":1},{"char":"a","w":"5"}]}"#));
    assert_eq!(codes(&odd.findings), ["file-entry-dropped", "file-default-taken"]);
    assert!(odd.file.serialize().contains("\"w\": 0"));
}

#[test]
fn a_store_gives_its_values() {
    let text = r#"{ "format": "nacatamalon-store", "version": 1, "key": "save",
      "fields": [ { "name": "coins", "type": "number", "value": 0 },
                  { "name": "spawn", "type": "vec2", "value": { "x": 32, "y": 96 } } ],
      "persist": { "adapter": "localStorage" } }"#;
    let store = good(Store::read(&document("a.store", text)));
    assert_eq!((store.key.as_str(), store.get("spawn")), ("save", Some(&RowValue::Vec2([32.0, 96.0]))));
    let persist = store.persist.as_ref().unwrap();
    assert_eq!((persist.indexed_db, persist.manual, persist.throttle), (false, false, 250.0));
    assert_eq!(good(Store::read(&document("a.store", &store.serialize()))), store);
    let odd = Store::read(&document(
        "a.store",
        r#"{"format":"x","fields":[{"name":"a","type":"number","value":"7"},{"name":"a","type":"string"},{"type":"number"},
            {"name":"b","type":"list"},{"name":"c","type":"color"},4],"persist":{"adapter":"disk"}}"#,
    ));
    assert!(!odd.refused);
    assert_eq!(odd.file.fields.len(), 2);
    assert_eq!((odd.file.unread.len(), odd.file.persist.is_none()), (4, true));
    let text = odd.file.serialize();
    assert!(text.contains("\"adapter\": \"disk\"") && text.contains("\"type\": \"list\""), "{text}");
}

#[test]
fn a_project_never_fails() {
    let project = good(ProjectFile::read(&document(
        "project.json",
        r#"{"format":"nacatamalon-project","version":1,"name":"G","width":319.6,
        "height":200,"background":{"r":1},"msaa":4,"scaling":"integer","keep":"height","pixelRatio":"device","pauseOnBlur":false,"seed":7,
        "mainScene":"Title","actions":[{"name":"jump","bindings":[{"type":"key","key":" "},{"type":"key","key":"A"},{"type":"axis","axis":"ly","dir":-1}]}],
        "post":[{"builtin":"crt","uniforms":{"curve":0.3,"size":[1,2]}},{"shader":" fx/a.wgsl ","enabled":false}]}"#,
    )));
    assert_eq!((project.width, project.keep, project.pixel_ratio), (320.0, Keep::Height, PixelRatio::Device));
    assert!(near(project.background.b, 25.0 / 255.0) && project.background.r == 1.0);
    let keys: Vec<&Binding> = project.actions[0].bindings.iter().map(|(binding, _)| binding).collect();
    assert_eq!(keys[..2], [&Binding::Key("Space".into()), &Binding::Key("a".into())]);
    assert_eq!(project.post[1].effect.as_deref(), Some("fx/a.wgsl"));
    assert!(project.post[0].is_runnable() && !project.post[1].enabled);
    assert_eq!(good(ProjectFile::read(&document("project.json", &project.serialize()))), project);
    let odd = ProjectFile::read(&document(
        "project.json",
        r#"{"version":3,"name":" ","width":0,"msaa":2,"post":[{"name":"x"}],
        "actions":[{},{"name":"a","deadzone":1,"bindings":[{"type":"mouse"}]},{"name":"a"}],"mine":[1]}"#,
    ));
    assert_eq!((odd.file.name.as_str(), odd.file.width, odd.file.msaa), ("Untitled", 320.0, 1.0));
    assert!(!odd.refused);
    let text = odd.file.serialize();
    for kept in ["\"mine\"", "\"mouse\"", "\"deadzone\": 1", "\"x\""] {
        assert!(text.contains(kept), "{kept} {text}");
    }
    let other = ProjectFile::read(&document("project.json", r#"{"format":"other","width":1}"#));
    assert_eq!((codes(&other.findings), other.file), (vec!["file-wrong-kind"], ProjectFile::default()));
}

#[test]
fn a_game_fits_its_window_as_the_project_says() {
    let fit = |scaling, keep, w, h| {
        let project = ProjectFile { scaling, keep, ..ProjectFile::default() };
        let fit = project.fit(w, h);
        (fit.buffer, fit.shown)
    };
    assert_eq!(fit(Scaling::Fill, Keep::Both, 100.0, 50.0), ([320.0, 224.0], [100.0, 50.0]));
    assert_eq!(fit(Scaling::Contain, Keep::Both, 800.0, 560.0), ([320.0, 224.0], [800.0, 560.0]));
    assert_eq!(fit(Scaling::Integer, Keep::Both, 800.0, 560.0), ([320.0, 224.0], [640.0, 448.0]));
    assert_eq!(fit(Scaling::Integer, Keep::Both, 160.0, 112.0), ([320.0, 224.0], [160.0, 112.0]));
    assert_eq!(fit(Scaling::Contain, Keep::Height, 1000.0, 448.0), ([500.0, 224.0], [1000.0, 448.0]));
    assert_eq!(fit(Scaling::Contain, Keep::Width, 640.0, 101.0), ([320.0, 50.0], [640.0, 100.0]));
    assert_eq!(fit(Scaling::None, Keep::Both, 800.0, 560.0), ([320.0, 224.0], [320.0, 224.0]));
    assert_eq!(fit(Scaling::Contain, Keep::None, 801.0, 560.0), ([801.0, 560.0], [801.0, 560.0]));
}

#[test]
fn palettes_and_colour_tables() {
    let read = Palette::read(&document(
        "a.palette",
        r##"{"format":1,"kind":"palette","name":"p","colors":["#FF8800","red",3,"#abc"]}"##,
    ));
    assert_eq!(read.file.colours, ["#ff8800"]);
    assert_eq!(codes(&read.findings), ["file-entry-dropped"; 3]);
    assert!(near(read.file.rgb()[0].g, 136.0 / 255.0));
    assert!(read.file.serialize().starts_with("{\n  \"format\": 1,\n  \"kind\": \"palette\""));
    let cube = |text: &str| Cube::read(&Document::of_text(Source::new("a.cube", text.into())));
    let text = "# c\nTITLE \"x\"\nLUT_3D_SIZE 2\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 0 1\n1 0 1\n0 1 1\n1 1 1\n";
    let identity = good(cube(text));
    assert_eq!(identity.map([0.25, 0.5, 2.0]), [0.25, 0.5, 1.0]);
    assert_eq!(good(cube(&identity.serialize())), identity);
    for text in
        ["LUT_3D_SIZE 1\n1 1 1\n", "LUT_3D_SIZE 2\n0 0 0\n", "0 0 0\n", "LUT_3D_SIZE 99999999999999999999\n"]
    {
        assert!(cube(text).refused, "{text}");
    }
}

#[test]
fn packs_and_boxes() {
    let pack = Pack::read(&document(
        "pack.json",
        r#"{"format":"nacatamalon-pack","version":1,"name":"p","packVersion":"1.2",
        "files":["boxes/hero.box","levels/one.scene.json"],"exports":{"boxes":["hero","ghost"],"scenes":["one"]},"requires":{"actions":[{"name":"jump"}]}}"#,
    ));
    assert_eq!((codes(&pack.findings), pack.refused), (vec!["missing-file"], false));
    assert_eq!(pack.file.find("hero", ".box"), Some("boxes/hero.box"));
    assert_eq!(Pack::read(&document("pack.json", &pack.file.serialize())).file, pack.file);
    assert!(Pack::read(&document("pack.json", r#"{"format":"zip"}"#)).refused);
    for (path, inner) in [
        ("packs/p/a/b.png", "a/b.png"),
        ("../../a.png", "a.png"),
        ("/x.png", "/x.png"),
        ("https://a/b", "https://a/b"),
    ] {
        assert_eq!(inside_pack(path), inner);
    }
    let text = r#"{"format":"nacatamal-box","version":2,"box":{"format":"nacatamalon-scene","name":"","root":{"id":"r","children":[{"id":"top"}]}}}"#;
    let read = BoxFile::read(&document("a.box", text));
    assert_eq!(read.file.scene.node(read.file.top()).id, "top");
    // The finding about the missing name points into the whole file.
    assert_eq!(codes(&read.findings), ["no-name"]);
    assert_eq!(&text[read.findings[0].span.unwrap().range()], "\"\"");
    assert!(
        read.file
            .serialize()
            .starts_with("{\n    \"format\": \"nacatamal-box\",\n    \"version\": 2,\n    \"box\": {")
    );
    let bare =
        BoxFile::read(&document("a.box", r#"{"format":"nacatamalon-scene","name":"b","root":{"id":"r"}}"#));
    assert!(bare.file.bare && bare.file.scene.node(bare.file.top()).id == "r");
}
