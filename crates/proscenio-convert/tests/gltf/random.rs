//! Random scenes: whatever the numbers, the file is sound and says the same.

use glam::{Affine2, Affine3A, Quat, Vec2};
use proptest::prelude::*;
use proscenio_scene::{
    AlphaMode, BlendMode, Camera, Component, Cull, Extra, Extras, Flat, FlatFields, FovAxis, Id, Image,
    Light, LightFalloff, LightKind, Material, Mesh, MeshInstance, Node, Pixels, Placement, Projection, Rgba,
    Scene, ShadingRule, Sprite, Surface, TextureRef, Topology,
};

use crate::read::{Read, apart, assert_same_tree, read};

/// Mostly sound numbers, now and then any.
fn number() -> impl Strategy<Value = f32> {
    prop_oneof![8 => -10.0_f32..10.0, 2 => -1.0_f32..1.0, 1 => Just(0.0), 1 => any::<f32>()]
}

fn small() -> impl Strategy<Value = f32> {
    prop_oneof![9 => -5.0_f32..5.0, 1 => Just(0.0)]
}

fn placement() -> impl Strategy<Value = Placement> {
    let space = prop::array::uniform12(small()).prop_map(|numbers| Affine3A::from_cols_array(&numbers));
    let matrix = prop::array::uniform6(small()).prop_map(|n| Flat::Matrix(Affine2::from_cols_array(&n)));
    let fields = prop::array::uniform5(small()).prop_map(|[x, y, rotation, a, b]| {
        Flat::Fields(FlatFields { position: Vec2::new(x, y) * 100.0, rotation, scale: Vec2::new(a, b) })
    });
    let flat = prop_oneof![matrix, fields];
    (prop::option::of(flat), prop::option::of(space)).prop_map(|(flat, space)| Placement { flat, space })
}

fn surface() -> impl Strategy<Value = Surface> {
    let topology = prop_oneof![
        Just(Topology::Points),
        Just(Topology::Lines),
        Just(Topology::LineStrip),
        Just(Topology::Triangles),
    ];
    (1_usize..7).prop_flat_map(move |count| {
        let some = |strategy| prop::collection::vec(strategy, count).boxed();
        let maybe = prop::bool::ANY;
        (
            topology.clone(),
            some(prop::array::uniform4(number())),
            some(prop::array::uniform4(number())),
            prop::collection::vec(0..count as u32, 0..9),
            [maybe, maybe, maybe, maybe, maybe],
            prop::option::of(0_usize..4),
        )
            .prop_map(
                |(topology, places, others, indices, [normals, tangents, uvs, uvs2, colors], material)| {
                    let three = |all: &[[f32; 4]]| all.iter().map(|v| [v[0], v[1], v[2]]).collect::<Vec<_>>();
                    let two = |all: &[[f32; 4]]| all.iter().map(|v| [v[1], v[2]]).collect::<Vec<_>>();
                    let when = |wanted: bool, list: Vec<_>| if wanted { list } else { Vec::new() };
                    Surface {
                        topology,
                        normals: when(normals, three(&others)),
                        tangents: if tangents { others.clone() } else { Vec::new() },
                        uvs: if uvs { two(&others) } else { Vec::new() },
                        uvs2: if uvs2 { two(&places) } else { Vec::new() },
                        uvs3: Vec::new(),
                        colors: if colors { others } else { Vec::new() },
                        weights: proscenio_scene::Weights::default(),
                        indices,
                        material: material.map(Id::from_index),
                        positions: three(&places),
                        ..Surface::default()
                    }
                },
            )
    })
}

fn material() -> impl Strategy<Value = Material> {
    let shading = prop_oneof![
        Just(ShadingRule::LinearPbr),
        Just(ShadingRule::LinearUnlit),
        Just(ShadingRule::StoredUnlit),
        number().prop_map(|specular| ShadingRule::StoredLit { specular, shininess: specular }),
    ];
    let alpha =
        prop_oneof![Just(AlphaMode::Opaque), Just(AlphaMode::Blend), number().prop_map(AlphaMode::Cutoff)];
    let texture = prop::option::of(
        (0_usize..3, 0_u8..2)
            .prop_map(|(image, uv_set)| TextureRef { uv_set, ..TextureRef::new(Id::from_index(image)) }),
    );
    let cull = prop_oneof![Just(Cull::Back), Just(Cull::Front), Just(Cull::None)];
    (shading, alpha, [texture.clone(), texture], cull, prop::array::uniform8(number()), any::<bool>())
        .prop_map(|(shading, alpha, [base_texture, emission_texture], cull, n, flag)| Material {
            shading,
            alpha,
            base_texture,
            emission_texture,
            cull,
            vertex_colors: flag,
            emission_adds: flag,
            base_color: Rgba::linear(n[0], n[1], n[2], n[3]),
            emission: Rgba::linear(n[4], n[5], n[6], 1.0),
            metallic: n[7],
            roughness: n[0],
            specular: n[1],
            blend: if n[2] > 0.0 { BlendMode::Mix } else { BlendMode::Add },
            ..Material::default()
        })
}

fn component() -> impl Strategy<Value = Component> {
    let mesh =
        (0_usize..4, prop::option::of(0_usize..4), any::<bool>()).prop_map(|(mesh, own, cast_shadow)| {
            let materials = vec![own.map(Id::from_index)];
            Component::Mesh(MeshInstance {
                materials,
                cast_shadow,
                ..MeshInstance::new(Id::from_index(mesh))
            })
        });
    let sprite = prop::array::uniform6(number()).prop_map(|[x, y, w, h, u, v]| {
        let position = Vec2::new(x, y);
        Component::Sprite(Sprite { position, uv_min: Vec2::new(u, v), ..Sprite::new(None, Vec2::new(w, h)) })
    });
    let light =
        (0_u8..3, prop::array::uniform6(number())).prop_map(|(kind, [range, angle, rim, energy, r, g])| {
            let falloff = LightFalloff::Power { exponent: rim };
            let kind = match kind {
                0 => LightKind::Directional,
                1 => LightKind::Point { range, falloff },
                _ => LightKind::Spot { range, falloff, angle, rim },
            };
            let color = Rgba::linear(r, g, 1.0, 1.0);
            let (extras, local) = (Extras::new(), None);
            Component::Light(Light {
                kind,
                color,
                energy,
                ambient: 0.0,
                specular: 1.0,
                in_fog: 1.0,
                cast_shadow: false,
                shadow: proscenio_scene::Shadow::default(),
                sky_disc: None,
                local,
                extras,
            })
        });
    let camera =
        (0_u8..3, prop::array::uniform6(number())).prop_map(|(kind, [size, near, far, zoom, x, y])| {
            let (axis, offset) = (FovAxis::Horizontal, Vec2::new(x, y));
            let projection = match kind {
                0 => Projection::Perspective { fov: size, axis },
                1 => Projection::Orthographic { size, axis },
                _ => Projection::Frustum { size, axis, offset },
            };
            let (local, follows_node, current) = (None, kind == 1, true);
            Component::Camera(Camera {
                projection,
                near,
                far,
                offset,
                zoom,
                current,
                local,
                follows_node,
                follows_plane: false,
            })
        });
    prop_oneof![3 => mesh, 2 => sprite, 1 => light, 1 => camera]
}

fn node() -> impl Strategy<Value = Node> {
    let components = prop::collection::vec(component(), 0..3);
    ("[a-cä]{0,2}", placement(), components, any::<[bool; 3]>(), number()).prop_map(
        |(name, placement, components, [top_level, visible, noted], value)| {
            let mut node = Node { placement, components, top_level, visible, ..Node::new(name) };
            if noted {
                node.extras.set("value", Extra::Float(value.into()));
            }
            node
        },
    )
}

fn image() -> impl Strategy<Value = Image> {
    (0_usize..5, prop::bool::ANY).prop_map(|(count, there)| {
        let pixels = if there { Pixels::Rgba8(vec![7; count * 4].into()) } else { Pixels::Missing };
        Image { name: "i".into(), path: None, size: Some([2, 1]), pixels }
    })
}

pub fn scene() -> impl Strategy<Value = Scene> {
    let nodes = prop::collection::vec((any::<prop::sample::Index>(), node()), 0..8);
    let meshes = prop::collection::vec(prop::collection::vec(surface(), 0..3), 0..4);
    let materials = prop::collection::vec(material(), 0..4);
    (nodes, meshes, materials, prop::collection::vec(image(), 0..3)).prop_map(
        |(nodes, meshes, materials, images)| {
            let mut scene = Scene::new("random", Node::new("root"));
            let mut known = vec![scene.root];
            for (parent, node) in nodes {
                let parent = known[parent.index(known.len())];
                known.push(scene.add_child(parent, node));
            }
            for surfaces in meshes {
                scene.meshes.add(Mesh { surfaces, ..Mesh::default() });
            }
            materials.into_iter().for_each(|material| {
                scene.materials.add(material);
            });
            images.into_iter().for_each(|image| {
                scene.images.add(image);
            });
            scene
        },
    )
}

/// All numbers of the JSON are numbers, and all accessors lie in their views and these in the buffer.
fn assert_sound(read: &Read) {
    assert!(!read.json.to_string().contains("null"), "{}", read.json);
    for view in read.document.views() {
        assert!(view.offset() % 4 == 0 && view.offset() + view.length() <= read.bin.len());
    }
    for accessor in read.document.accessors() {
        let view = accessor.view().unwrap();
        assert!(accessor.offset() + accessor.count() * accessor.size() <= view.length());
    }
    for primitive in read.document.meshes().flat_map(|mesh| mesh.primitives().collect::<Vec<_>>()) {
        let count = read.positions(&primitive).len() as u32;
        assert!(read.indices(&primitive).unwrap_or_default().iter().all(|index| *index < count));
        assert!(read.positions(&primitive).iter().flatten().all(|value| value.is_finite()));
    }
}

/// Turned, scaled and moved as in a level somebody has built.
fn ordinary() -> impl Strategy<Value = Affine3A> {
    let scale = prop::array::uniform3(prop_oneof![Just(1.0_f32), 0.5_f32..2.0]);
    (prop::array::uniform3(-50.0_f32..50.0), prop::array::uniform3(-3.0_f32..3.0), scale).prop_map(
        |(place, [x, y, z], scale)| {
            let turn = Quat::from_euler(glam::EulerRot::YXZ, y, x, z);
            Affine3A::from_scale_rotation_translation(scale.into(), turn, place.into())
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_scenes_come_back(scene in scene()) {
        let read = read(&scene);
        assert_sound(&read);
        assert_same_tree(&scene, &read);
        prop_assert_eq!(&read.exported, &crate::read::read(&scene).exported);
    }
}

proptest! {
    #[test]
    fn ordinary_levels_come_back_to_the_letter(
        nodes in prop::collection::vec((any::<prop::sample::Index>(), ordinary(), any::<bool>()), 1..8)
    ) {
        let mut scene = Scene::new("level", Node::new("root"));
        let mut known = vec![scene.root];
        for (parent, space, top_level) in nodes {
            let parent = known[parent.index(known.len())];
            let node = Node { placement: Placement::space(space), top_level, ..Node::new("node") };
            known.push(scene.add_child(parent, node));
        }
        let read = read(&scene);
        let (worlds, wanted) = (read.worlds(), scene.world_placements());
        for (index, id) in scene.depth_first().enumerate() {
            let above = std::iter::successors(scene.nodes[id].parent, |id| scene.nodes[*id].parent);
            let far = above.map(|id| wanted.space(id).translation.length()).fold(1.0, f32::max);
            // A single number holds seven digits: of a hundred metres it loses hundredths of a millimetre.
            let apart = apart(worlds[index].unwrap(), wanted.space(id));
            prop_assert!(apart < 1e-5_f32.max(3e-7 * far), "{apart} {far}");
        }
        prop_assert!(read.exported.losses.is_empty());
    }
}

#[test]
fn random_scenes_are_valid() {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut next = || scene().new_tree(&mut runner).unwrap().current();
    let scenes: Vec<_> = (0..60).map(|number| (format!("random{number}"), next())).collect();
    crate::validator::validate("gltf-random", &scenes);
}
