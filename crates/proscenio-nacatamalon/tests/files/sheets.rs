//! Atlases and tile maps.

use proscenio_nacatamalon::files::atlas::{Atlas, Cut, FrameRef};
use proscenio_nacatamalon::files::tilemap::{Look, Order, Tilemap};
use proscenio_nacatamalon::files::{CutError, Read};

use crate::{codes, document, good};

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
