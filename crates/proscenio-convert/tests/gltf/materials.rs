//! Materials, textures, pictures.

use proscenio_scene::{
    AlphaMode, BlendMode, Cull, Filter, Image, Material, NormalMap, Pixels, Rgba, Scene, ShadingRule,
    TextureRef, UvTransform, Wrap,
};
use serde_json::json;

use crate::read::{Read, read, scene};

fn white() -> Image {
    let pixels = Pixels::Rgba8(vec![255; 4].into());
    Image { name: "white".into(), path: Some("res://white.png".into()), size: Some([1, 1]), pixels }
}

fn export(material: Material) -> Read {
    let mut scene = scene();
    scene.materials.add(Material { name: "m".into(), ..material });
    read(&scene)
}

#[test]
fn a_plain_material_says_only_what_differs() {
    let read = export(Material::default());
    let expected =
        json!({"name": "m", "pbrMetallicRoughness": {"metallicFactor": 0.0, "roughnessFactor": 1.0}});
    assert_eq!(read.material("m"), &expected);
    assert!(read.exported.losses.is_empty());
}

#[test]
fn the_whole_of_a_textured_material() {
    let mut scene = scene();
    let image = scene.images.add(white());
    let moved = UvTransform { scale: [2.0, -1.0], offset: [0.5, 0.25] };
    let plain = TextureRef::new(image);
    let pixelated =
        TextureRef { filter: Filter::Nearest, wrap_u: Wrap::Clamp, wrap_v: Wrap::Mirror, ..plain };
    scene.materials.add(Material {
        name: "m".into(),
        base_color: Rgba::linear(0.25, 0.5, 1.0, 0.5),
        base_texture: Some(TextureRef { transform: moved, ..plain }),
        metallic: 0.75,
        roughness: 0.5,
        metallic_roughness_texture: Some(plain),
        normal_map: Some(NormalMap { texture: pixelated, scale: 0.5 }),
        emission: Rgba::linear(4.0, 2.0, 0.0, 1.0),
        emission_texture: Some(TextureRef { uv_set: 1, ..plain }),
        emission_adds: false,
        alpha: AlphaMode::Blend,
        cull: Cull::None,
        ..Material::default()
    });
    let read = read(&scene);
    let transform = json!({"KHR_texture_transform": {"offset": [0.5, 0.25], "scale": [2.0, -1.0]}});
    let expected = json!({
        "name": "m",
        "pbrMetallicRoughness": {
            "baseColorFactor": [0.25, 0.5, 1.0, 0.5],
            "baseColorTexture": {"index": 0, "extensions": transform},
            "metallicFactor": 0.75,
            "roughnessFactor": 0.5,
            "metallicRoughnessTexture": {"index": 0},
        },
        "normalTexture": {"index": 1, "scale": 0.5},
        "emissiveTexture": {"index": 0, "texCoord": 1},
        "emissiveFactor": [1.0, 0.5, 0.0],
        "alphaMode": "BLEND",
        "doubleSided": true,
        "extensions": {"KHR_materials_emissive_strength": {"emissiveStrength": 4.0}},
    });
    assert_eq!(read.material("m"), &expected);
    let samplers = json!([
        {"magFilter": 9729, "minFilter": 9987, "wrapS": 10497, "wrapT": 10497},
        {"magFilter": 9728, "minFilter": 9728, "wrapS": 33071, "wrapT": 33648},
    ]);
    assert_eq!(read.json["samplers"], samplers);
    assert_eq!(read.json["images"][0]["extras"], json!({"proscenio": {"path": "res://white.png"}}));
    assert!(read.exported.losses.is_empty());
}

#[test]
fn unlit_rules_are_unlit() {
    for shading in [ShadingRule::LinearUnlit, ShadingRule::StoredUnlit] {
        let read = export(Material { shading, specular: 0.0, ..Material::default() });
        assert_eq!(read.material("m")["extensions"], json!({"KHR_materials_unlit": {}}));
        assert!(read.exported.losses.is_empty());
    }
}

#[test]
fn stored_shading_is_approximated_and_kept() {
    let shading = ShadingRule::StoredLit { specular: 0.25, shininess: 30.0 };
    let read = export(Material { shading, metallic: 1.0, ..Material::default() });
    let material = read.material("m");
    assert_eq!(material["pbrMetallicRoughness"], json!({"metallicFactor": 0.0, "roughnessFactor": 0.5}));
    assert_eq!(material["extensions"]["KHR_materials_specular"], json!({"specularFactor": 0.25}));
    let kept = json!({"rule": "stored_lit", "specular": 0.25, "shininess": 30.0});
    assert_eq!(material["extras"]["proscenio"]["shading"], kept);
    assert_eq!(read.codes(), ["gltf/shading"]);
}

#[test]
fn reflection_goes_with_the_square() {
    let specular =
        |specular| export(Material { specular, ..Material::default() }).material("m")["extensions"].clone();
    assert_eq!(specular(0.25)["KHR_materials_specular"], json!({"specularFactor": 0.25}));
    let strong = json!({"specularFactor": 1.0, "specularColorFactor": [4.0, 4.0, 4.0]});
    assert_eq!(specular(1.0)["KHR_materials_specular"], strong);
}

#[test]
fn alpha_and_blending() {
    let cut = export(Material { alpha: AlphaMode::Cutoff(0.25), ..Material::default() });
    assert_eq!(
        (&cut.material("m")["alphaMode"], &cut.material("m")["alphaCutoff"]),
        (&json!("MASK"), &json!(0.25))
    );
    let added = export(Material { blend: BlendMode::Add, ..Material::default() });
    assert_eq!(added.material("m")["alphaMode"], json!("BLEND"));
    assert_eq!(added.material("m")["extras"]["proscenio"]["blend"], json!("add"));
    assert_eq!(added.codes(), ["gltf/blend"]);
}

#[test]
fn what_gltf_has_no_room_for_is_kept_and_told() {
    let finish = proscenio_scene::Finish { grow: 0.5, priority: 2, ..Default::default() };
    let made = export(Material { finish, ..Material::default() });
    assert_eq!(made.material("m")["extras"]["proscenio"]["finish"], json!({"grow": 0.5, "priority": 2}));
    assert_eq!(made.codes(), ["gltf/finish"]);
    let finish = proscenio_scene::Finish { priority: 2, ..Default::default() };
    let placed = export(Material { finish, ..Material::default() });
    assert!(placed.codes().is_empty(), "where it stands among others is no loss of the surface");
}

#[test]
fn an_emission_texture_that_is_added() {
    let build = |emission| {
        let mut scene = scene();
        let image = scene.images.add(white());
        let emission_texture = Some(TextureRef::new(image));
        scene.materials.add(Material { name: "m".into(), emission, emission_texture, ..Material::default() });
        read(&scene)
    };
    let black = build(Rgba::BLACK);
    assert_eq!(black.material("m")["emissiveFactor"], json!([1.0, 1.0, 1.0]));
    assert!(black.exported.losses.is_empty());
    let red = build(Rgba::linear(1.0, 0.0, 0.0, 1.0));
    assert_eq!(red.codes(), ["gltf/emission"]);
    assert_eq!(red.material("m")["extras"]["proscenio"]["emission"], json!([1.0, 0.0, 0.0, 1.0]));
}

#[test]
fn a_missing_picture_is_a_checker_and_reported() {
    let mut scene: Scene = scene();
    scene.images.add(Image::missing("gone.png", Some("res://gone.png".into())));
    let read = read(&scene);
    let loss = &read.exported.losses[0];
    assert_eq!((loss.code, loss.subject.as_str()), ("gltf/picture", "gone.png"));
    let view = read.document.views().next().unwrap();
    let bytes = &read.bin[view.offset()..view.offset() + view.length()];
    assert_eq!(image::load_from_memory(bytes).unwrap().width(), 16);
}
