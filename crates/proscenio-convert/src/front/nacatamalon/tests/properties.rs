//! What holds for every file.

use super::*;
use proptest::prelude::*;

/// Shows a piece of each mesh of the cart.
const CART_SCENE: &str = r#"{"format": "nacatamalon-scene", "name": "N", "assets": [
  {"type": "geometry", "key": "cart", "source": {"kind": "gltf", "src": "/models/cart.gltf"}},
  {"type": "geometry", "key": "wheel", "source": {"kind": "gltf", "src": "/models/cart.gltf", "node": "Wheel", "occurrence": 1}}],
  "root": {"id": "r", "components": [{"type": "mesh", "id": "a", "geometry": "cart"}, {"type": "mesh", "id": "b", "geometry": "wheel"}]}}"#;

fn with_model(bytes: Vec<u8>) -> Imported {
    let files = MemoryTree::from_files([("models/cart.gltf", bytes), ("project.json", b"{}".to_vec())]);
    let document = Document::parse(Source::new("a.scene", CART_SCENE.as_bytes().to_vec()));
    import(&document, &Project::around(&files, "a.scene"))
}

#[test]
fn a_sound_model_file_is_shown() {
    let imported = with_model(cart().into_bytes());
    assert_eq!((imported.scene.meshes.len(), codes(&imported)), (2, vec![]));
}

#[test]
fn a_piece_without_its_accessor_costs_the_file() {
    let imported = with_model(cart().replace("\"POSITION\":0", "\"POSITION\":9").into_bytes());
    assert_eq!((imported.scene.meshes.len(), codes(&imported)), (0, vec!["nacatamalon/gltf-not-read"]));
}

/// Imports a scene and checks what every consumer relies on.
fn check(imported: &Imported) {
    let scene = &imported.scene;
    assert_eq!(scene.depth_first().count(), scene.nodes.len());
    for (_, node) in scene.nodes.iter() {
        for component in &node.components {
            if let Component::Mesh(instance) = component {
                assert!(scene.meshes[instance.mesh].surfaces.iter().all(proscenio_scene::Surface::is_sound));
            }
        }
    }
    assert_eq!(scene.world_placements().visible(scene.root), scene.nodes[scene.root].visible);
}

proptest! {
    // What proptest finds is kept as a test with a name instead.
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_number_in_any_place_is_made_sense_of(
        numbers in prop::collection::vec(prop_oneof![any::<f64>(), -3.0..40.0, Just(0.0)], 60), fixture in 0..2_usize,
    ) {
        // Every number of a fixture is replaced by a random one.
        let text: &str = [include_str!("../fixtures/flat.scene"), include_str!("../fixtures/deep.scene")][fixture];
        let mut next = numbers.iter().cycle();
        let mut out = String::new();
        let mut digits = text.split_inclusive([':', ',', '[', ' ']);
        digits.try_for_each(|piece| {
            let number = piece.trim_end_matches(['}', ']', ',', ' ', '\n']);
            match number.parse::<f64>() {
                Ok(_) => write!(out, "{:e}{}", next.next().copied().filter(|n| n.is_finite()).unwrap_or(1.0), &piece[number.len()..]),
                Err(_) => write!(out, "{piece}"),
            }
        }).unwrap();
        check(&import_text(&out));
    }

    #[test]
    fn a_damaged_model_file_costs_that_file(cuts in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4), keep in any::<prop::sample::Index>()) {
        let mut bytes = cart().into_bytes();
        for (at, byte) in cuts {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        bytes.truncate(keep.index(bytes.len()) + bytes.len() / 2);
        check(&with_model(bytes));
    }

    #[test]
    fn numbers_of_a_model_file_are_not_trusted(
        count in prop_oneof![0_u64..9, Just(u64::MAX), Just(1 << 40)], offset in prop_oneof![0_u64..50, Just(u64::MAX)],
        length in prop_oneof![0_u64..50, Just(u64::MAX)], stride in prop_oneof![Just(0_u64), 4..300_u64],
    ) {
        let mut file: serde_json::Value = serde_json::from_str(&cart()).unwrap();
        file["accessors"][0]["count"] = count.into();
        file["accessors"][0]["byteOffset"] = offset.into();
        file["bufferViews"][0]["byteLength"] = length.into();
        if stride > 0 {
            file["bufferViews"][0]["byteStride"] = stride.into();
        }
        check(&with_model(file.to_string().into_bytes()));
    }
}
