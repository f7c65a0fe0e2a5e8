//! Particle effects, and what new files are.

use proscenio_nacatamalon::files::Read;
use proscenio_nacatamalon::files::atlas::{Atlas, FrameRef};
use proscenio_nacatamalon::files::particles::{DeepShape, FlatShape, Particles, Range, Space, parse_colour};
use proscenio_nacatamalon::files::tilemap::{Look, Tilemap};

use crate::{codes, document, good, near};

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

#[test]
fn new_files_are_what_the_engine_starts_with() {
    let map = Tilemap::new("a.atlas", 3);
    assert_eq!((map.cell, map.width, map.height, map.layers[0].data.len()), (16.0, 20.0, 15.0, 300));
    assert_eq!(map.tile(3).unwrap().look, Look::Frame(FrameRef::Index(2.0)));
    assert_eq!(good(Tilemap::read(&document("a.tilemap", &map.serialize()))), map);
    let effect = Particles::new(true);
    assert_eq!((effect.max, effect.emission.rate, effect.spread), (128.0, 40.0, std::f64::consts::FRAC_PI_4));
    assert!(matches!(effect.space, Space::Deep { gravity: [0.0, -2.0, 0.0], .. }));
    assert_eq!(good(particles(&effect.serialize())), effect);
    let flat = Particles::new(false);
    assert_eq!(good(particles(&flat.serialize())), flat);
    assert_eq!(
        good(Atlas::read(&document("a.atlas", &Atlas::new("x.png").serialize()))),
        Atlas::new("x.png")
    );
}
