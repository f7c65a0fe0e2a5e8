//! Maps and actors as values, for tests.
#![allow(dead_code, reason = "each test file uses its part")]

use proptest::prelude::*;
use proscenio_espresso3d::model::{
    Actor, Animation, Bone, Command, Comment, File, FileItem, Frame, FrameBone, Layer, Model, ModelItem,
    Name, ParticleSystem, Portal, PortalKind, Sector, SectorItem, TextureSetRef, Triangle,
};
use proscenio_espresso3d::{CommandKind, FileKind, Pose};

pub fn pose() -> Pose {
    Pose { position: Some([1.5, -2.0, 0.125]), forward: Some([0.0, 0.0, 1.0]), up: Some([0.0, 1.0, 0.0]) }
}

pub fn triangle(alias: &str) -> Triangle {
    Triangle {
        vertices: Some([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, -0.25]]),
        texture: Some(Layer::new([[0.0, 0.0], [1.0, 0.0], [0.0, 0.333_333]], alias)),
        ..Triangle::default()
    }
}

/// A map with one of everything.
pub fn map() -> File {
    let door = |sector: &str, kind| Portal {
        kind,
        id: Some("door".into()),
        corners: Some([[0.0, 0.0, 0.0], [0.0, 2.0, 0.0], [1.0, 2.0, 0.0], [1.0, 0.0, 0.0]]),
        link_sector: Some(sector.into()),
        link_portal: Some("door".into()),
    };
    let mut hall = Sector::new("hall");
    hall.items.push(Comment::new("the floor").into());
    hall.items.push(triangle("WALL").into());
    hall.items.push(door("yard", PortalKind::Fast).into());
    hall.items.push(Actor { name: Some("ball".into()), id: Some("ball1".into()), pose: pose() }.into());
    hall.items.push(ParticleSystem { name: Some("FIRE".into()), pose: pose() }.into());
    let mut yard = Sector::new("yard");
    yard.items.push(door("hall", PortalKind::Accurate).into());
    let mut map = File::new(FileKind::Map);
    map.items.push(Comment::new("two rooms").into());
    map.items.push(TextureSetRef::new("textures/set.txt").into());
    map.items.push(FileItem::TextureSet(TextureSetRef { path: "/more.txt".into(), in_jar: true }));
    map.items.push(hall.into());
    map.items.push(yard.into());
    map
}

/// An actor with one of everything.
pub fn actor() -> File {
    let mut skin = triangle("WALL");
    skin.details[0] = Some(Box::new(Layer::new([[0.0; 2]; 3], "DIRT")));
    skin.details[1] = Some(Box::new(Layer::new([[0.5; 2]; 3], "SNOW")));
    skin.bones = Some(Box::new(["hip", "hip", "leg"].map(|name| Some(name.into()))));
    let mut model = Model { name: Some("dwarf".into()), items: Vec::new() };
    model.items.push(Comment::new("skin").into());
    model.items.push(skin.into());
    model.items.push(Bone { id: Some("hip".into()), parent: None, pose: pose() }.into());
    model.items.push(Bone { id: Some("leg".into()), parent: Some("hip".into()), pose: pose() }.into());
    let command = |kind, span| Command { kind, span, amount: [0.1, 0.0, -1.0] };
    let commands = vec![command(CommandKind::Rotate, 2.0), command(CommandKind::Translate, 1.5)];
    let frame = Frame { id: Some("1".into()), bones: vec![FrameBone { id: Some("leg".into()), commands }] };
    let pause = Frame { id: Some("2".into()), bones: Vec::new() };
    model
        .items
        .push(Animation { id: Some("walk".into()), fps: Some(12.0), frames: vec![frame, pause] }.into());
    let mut actor = File::new(FileKind::Actor);
    actor.items.push(TextureSetRef::new("textures/set.txt").into());
    actor.items.push(model.into());
    actor
}

fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        (-1_000_000i32..1_000_000).prop_map(|digits| f64::from(digits) / 1000.0),
        any::<f64>().prop_filter("finite", |value| value.is_finite()),
    ]
}

fn vector() -> impl Strategy<Value = [f64; 3]> {
    [number(), number(), number()]
}

/// Names: simple, numbers, with odd letters; words of the format only where any dialect may have them.
fn name() -> impl Strategy<Value = Name> {
    prop_oneof![
        "[a-zA-Z][a-z0-9_.#\\-]{0,6}".prop_filter("a word of the format", |name| {
            proscenio_espresso3d::Keyword::find(name.as_bytes()).is_none()
        }),
        "[0-9]{1,3}",
        Just("é\"/".to_owned()),
        Just("FAST".to_owned()),
    ]
    .prop_map(|name| Name::from(name.as_str()))
}

fn comment() -> impl Strategy<Value = Comment> {
    prop_oneof!["[ -~]{0,12}".prop_map(Comment::new), Just(Comment::new("SECTOR x { }"))]
}

fn layer() -> impl Strategy<Value = Layer> {
    (prop::array::uniform3([number(), number()]), name())
        .prop_map(|(uv, alias)| Layer { uv, alias: Some(alias) })
}

fn any_triangle(plain: bool) -> BoxedStrategy<Triangle> {
    let base = (prop::array::uniform3(vector()), layer()).prop_map(|(vertices, texture)| Triangle {
        vertices: Some(vertices),
        texture: Some(texture),
        ..Triangle::default()
    });
    if plain {
        return base.boxed();
    }
    let bones = prop::option::of(prop::array::uniform3(name().prop_map(Some)).prop_map(Box::new));
    let details =
        [prop::option::of(layer().prop_map(Box::new)), prop::option::of(layer().prop_map(Box::new))];
    (base, details, bones, any::<u8>())
        .prop_map(|(mut triangle, details, bones, lacks)| {
            (triangle.details, triangle.bones) = (details, bones);
            if lacks < 10 {
                triangle.vertices = None;
            }
            if lacks > 250 {
                triangle.texture = None;
            }
            triangle
        })
        .boxed()
}

/// A value that is there; unless `plain`, one in ten is missing.
fn there<S: Strategy + 'static>(plain: bool, value: S) -> BoxedStrategy<Option<S::Value>> {
    if plain { value.prop_map(Some).boxed() } else { prop::option::weighted(0.9, value).boxed() }
}

fn any_pose(plain: bool) -> impl Strategy<Value = Pose> {
    let part = move || there(plain, vector());
    (part(), part(), part()).prop_map(|(position, forward, up)| Pose { position, forward, up })
}

fn portal(plain: bool) -> impl Strategy<Value = Portal> {
    let kind = prop::sample::select(vec![PortalKind::Fast, PortalKind::Accurate]);
    (kind, name(), there(plain, prop::array::uniform4(vector())), there(plain, (name(), name()))).prop_map(
        |(kind, id, corners, link)| {
            let (link_sector, link_portal) = link.unzip();
            Portal { kind, id: Some(id), corners, link_sector, link_portal }
        },
    )
}

fn sector_item(plain: bool) -> impl Strategy<Value = SectorItem> {
    prop_oneof![
        4 => any_triangle(plain).prop_map(SectorItem::from),
        1 => portal(plain).prop_map(SectorItem::from),
        1 => comment().prop_map(SectorItem::from),
        1 => (name(), name(), any_pose(plain)).prop_map(|(name, id, pose)| {
            Actor { name: Some(name), id: Some(id), pose }.into()
        }),
        1 => (name(), any_pose(plain)).prop_map(|(name, pose)| ParticleSystem { name: Some(name), pose }.into()),
    ]
}

fn command() -> impl Strategy<Value = Command> {
    let kind = prop::sample::select(vec![CommandKind::Rotate, CommandKind::Translate]);
    (kind, 0u8..9, vector()).prop_map(|(kind, span, amount)| Command { kind, span: f64::from(span), amount })
}

fn animation() -> impl Strategy<Value = Animation> {
    let bone = (name(), prop::collection::vec(command(), 0..3))
        .prop_map(|(id, commands)| FrameBone { id: Some(id), commands });
    let frame = (prop::option::of(name()), prop::collection::vec(bone, 0..3))
        .prop_map(|(id, bones)| Frame { id, bones });
    (name(), prop::option::of(number()), prop::collection::vec(frame, 0..3))
        .prop_map(|(id, fps, frames)| Animation { id: Some(id), fps, frames })
}

fn model_item(plain: bool) -> BoxedStrategy<ModelItem> {
    if plain {
        return any_triangle(true).prop_map(ModelItem::from).boxed();
    }
    prop_oneof![
        4 => any_triangle(false).prop_map(ModelItem::from),
        1 => comment().prop_map(ModelItem::from),
        1 => (name(), prop::option::of(name()), any_pose(false)).prop_map(|(id, parent, pose)| {
            Bone { id: Some(id), parent, pose }.into()
        }),
        1 => animation().prop_map(ModelItem::from),
    ]
    .boxed()
}

/// Any map or actor; `plain` leaves out what the line dialect cannot hold.
pub fn file(plain: bool) -> impl Strategy<Value = File> {
    let set = (name(), any::<bool>()).prop_map(|(path, in_jar)| TextureSetRef { path, in_jar });
    let set = set.prop_map(FileItem::from).boxed();
    let sector = (name(), prop::collection::vec(sector_item(plain), 0..6))
        .prop_map(|(id, items)| FileItem::from(Sector { id: Some(id), items }));
    let model = prop::collection::vec(model_item(plain), 0..8);
    let named = (prop::option::of(name()), model)
        .prop_map(move |(name, items)| Model { name: name.filter(|_| !plain), items }.into());
    let map =
        prop::collection::vec(prop_oneof![set.clone(), comment().prop_map(FileItem::from), sector], 0..4)
            .prop_map(|items| File { kind: FileKind::Map, items });
    let actor = (prop::collection::vec(set, 0..2), named).prop_map(|(mut items, model)| {
        items.push(model);
        File { kind: FileKind::Actor, items }
    });
    prop_oneof![map, actor]
}

/// Words that mean something, and some that nearly do, each with what follows it.
pub fn word() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "TEXTURESET",
        "SECTOR",
        "TERRAIN",
        "MODEL",
        "TRIANGLE",
        "PORTAL",
        "ACTOR",
        "PARTICLESYSTEM",
        "LIGHT",
        "BONE",
        "BONEGROUP",
        "ROOTBONE",
        "ANIMATION",
        "FRAME",
        "ROTATE",
        "TRANSLATE",
        "VERTICES",
        "TEXTURE",
        "TEXTUREDETAIL0",
        "TEXTUREDETAIL1",
        "BONELINK",
        "BONEATTACHMENT",
        "PORTALLINK",
        "POSITION",
        "FORWARD",
        "UP",
        "FAST",
        "ACCURATE",
        "JAR",
        "NOJAR",
        "{",
        "}",
        "{",
        "}",
        "#",
        "#x",
        "a",
        "b",
        "0",
        "1",
        "-1.5",
        "2f",
        "1e9",
        "NaN",
        "1.2.3",
        "sector",
        "0 0 0",
        "1 2 3 4 5 6",
        "0 0 0 1 0 0 0 1 0",
    ]);
    let breaks = prop::sample::select(vec![" ", "\n", "\r\n", ", ", ";\r", "\t", "", "\n\n"]);
    (words, breaks).prop_map(|(word, end)| format!("{word}{end}"))
}
