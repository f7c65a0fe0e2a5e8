//! Surfaces and the materials on them.

use proscenio_scene::{
    Component, Cull, Image, Lod, Material, Mesh, MeshId, MeshInstance, Scene, Surface, TextureRef, Topology,
    VertexNumbers,
};
use serde_json::json;

use crate::read::{add, read, scene};

fn triangle() -> Surface {
    Surface { positions: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], ..Surface::default() }
}

fn instance(mesh: MeshId) -> MeshInstance {
    MeshInstance::new(mesh)
}

fn with_mesh(surfaces: Vec<Surface>) -> (Scene, MeshId) {
    let mut scene = scene();
    let mesh = scene.meshes.add(Mesh { name: "mesh".into(), surfaces, ..Mesh::default() });
    add(&mut scene, "node", Component::Mesh(instance(mesh)));
    (scene, mesh)
}

#[test]
fn all_lists_come_back_bit_for_bit() {
    let surface = Surface {
        normals: vec![[0.0, 0.6, 0.800_01], [0.0, 0.0, 1.0], [-1.0, 0.0, 0.0]],
        tangents: vec![[1.0, 0.0, 0.0, -1.0]; 3],
        uvs: vec![[0.1, 0.2], [-3.0, 4.5], [1.0, 0.0]],
        uvs2: vec![[0.9, 0.8]; 3],
        colors: vec![[0.1, 0.2, 0.3, 0.4]; 3],
        indices: vec![2, 0, 1],
        ..triangle()
    };
    let (mut scene, mesh) = with_mesh(vec![surface.clone()]);
    let painted = Material { name: "painted".into(), vertex_colors: true, ..Material::default() };
    let painted = scene.materials.add(painted);
    scene.meshes[mesh].surfaces[0].material = Some(painted);
    let read = read(&scene);
    let found = read.document.meshes().next().unwrap().primitives().next().unwrap();
    let reader = found.reader(|_| Some(&read.bin));
    assert_eq!(read.positions(&found), surface.positions);
    assert_eq!(reader.read_normals().unwrap().collect::<Vec<_>>(), surface.normals);
    assert_eq!(reader.read_tangents().unwrap().collect::<Vec<_>>(), surface.tangents);
    assert_eq!(reader.read_tex_coords(0).unwrap().into_f32().collect::<Vec<_>>(), surface.uvs);
    assert_eq!(reader.read_tex_coords(1).unwrap().into_f32().collect::<Vec<_>>(), surface.uvs2);
    assert_eq!(reader.read_colors(0).unwrap().into_rgba_f32().collect::<Vec<_>>(), surface.colors);
    assert_eq!(read.indices(&found), Some(surface.indices));
    assert!(read.exported.losses.is_empty());
}

#[test]
fn what_gltf_has_no_list_for_stays_in_the_file() {
    let numbers = |name: &str, components: u8, values: Vec<f32>| VertexNumbers {
        name: name.to_owned(),
        components,
        values,
    };
    let surface = Surface {
        custom: vec![
            numbers("CUSTOM0", 1, vec![0.5, f32::NAN, -7.0]),
            numbers("CUSTOM3", 4, (0..12_u8).map(f32::from).collect()),
            numbers("other", 1, vec![0.0; 3]),
        ],
        uvs3: vec![[0.25, 0.75]; 3],
        lods: vec![Lod { edge_length: 0.125, indices: vec![2, 1, 0] }],
        ..triangle()
    };
    let (scene, _) = with_mesh(vec![surface]);
    let read = read(&scene);
    let primitive = &read.json["meshes"][0]["primitives"][0];
    let floats = |accessor: &serde_json::Value| -> Vec<f32> {
        let accessor = read.document.accessors().nth(accessor.as_u64().unwrap() as usize).unwrap();
        let view = accessor.view().unwrap();
        let bytes = &read.bin[view.offset()..view.offset() + view.length()];
        bytes.as_chunks::<4>().0.iter().map(|four| f32::from_le_bytes(*four)).collect()
    };
    assert_eq!(floats(&primitive["attributes"]["_CUSTOM0"]), [0.5, 0.0, -7.0]);
    assert_eq!(floats(&primitive["attributes"]["_CUSTOM3"])[11], 11.0);
    assert_eq!(floats(&primitive["attributes"]["_TEXCOORD_2"])[1], 0.75);
    let lod = &primitive["extras"]["proscenio"]["lods"][0];
    assert_eq!(lod["edge_length"], json!(0.125));
    let accessor = &read.json["accessors"][lod["indices"].as_u64().unwrap() as usize];
    assert_eq!((&accessor["count"], &accessor["componentType"]), (&json!(3), &json!(5123)));
    let losses: Vec<&str> = read.exported.losses.iter().map(|loss| loss.code).collect();
    assert_eq!(losses, ["gltf/vertex"]);
    crate::validator::validate("gltf-custom", &[("custom".to_owned(), scene)]);
}

#[test]
fn every_topology_has_its_mode() {
    use gltf::mesh::Mode;
    let line = |topology| Surface { topology, indices: vec![0, 1, 1, 2], ..triangle() };
    let surfaces = vec![
        triangle(),
        line(Topology::Lines),
        line(Topology::LineStrip),
        Surface { topology: Topology::Points, ..triangle() },
    ];
    let (scene, _) = with_mesh(surfaces);
    let read = read(&scene);
    let modes: Vec<_> = read.document.meshes().next().unwrap().primitives().map(|p| p.mode()).collect();
    assert_eq!(modes, [Mode::Triangles, Mode::Lines, Mode::LineStrip, Mode::Points]);
}

#[test]
fn a_shared_mesh_is_written_once_and_other_materials_share_its_lists() {
    let (mut scene, mesh) = with_mesh(vec![triangle()]);
    let red = scene.materials.add(Material { name: "red".into(), ..Material::default() });
    add(&mut scene, "twin", Component::Mesh(instance(mesh)));
    add(&mut scene, "red", Component::Mesh(MeshInstance { materials: vec![Some(red)], ..instance(mesh) }));
    let read = read(&scene);
    let mesh_of = |name: &str| read.node(name).mesh().unwrap().index();
    assert_eq!((mesh_of("node"), mesh_of("twin"), mesh_of("red")), (0, 0, 1));
    assert_eq!(read.document.accessors().len(), 1);
    assert_eq!(read.json["meshes"][1]["primitives"][0]["material"], json!(0));
    let grey =
        json!({"baseColorFactor": [0.6, 0.6, 0.6, 1.0], "metallicFactor": 0.2, "roughnessFactor": 0.8});
    assert_eq!(read.json["meshes"][0]["primitives"][0]["material"], json!(1));
    assert_eq!(read.material("default")["pbrMetallicRoughness"], grey);
}

#[test]
fn what_is_seen_from_inside_is_wound_the_other_way() {
    let (mut scene, mesh) = with_mesh(vec![Surface { normals: vec![[0.0, 0.0, 1.0]; 3], ..triangle() }]);
    let inside = Material { name: "inside".into(), cull: Cull::Front, ..Material::default() };
    let inside = scene.materials.add(inside);
    scene.meshes[mesh].surfaces[0].material = Some(inside);
    let read = read(&scene);
    let primitive = read.document.meshes().next().unwrap().primitives().next().unwrap();
    assert_eq!(read.indices(&primitive), Some(vec![0, 2, 1]));
    assert_eq!(read.material("inside")["extras"]["proscenio"]["cull"], json!("front"));
    assert!(read.material("inside").get("doubleSided").is_none());
    assert!(read.exported.losses.is_empty());
}

#[test]
fn colours_nobody_looks_at_do_not_tint() {
    let (scene, _) = with_mesh(vec![Surface { colors: vec![[0.5; 4]; 3], ..triangle() }]);
    let attributes = &read(&scene).json["meshes"][0]["primitives"][0]["attributes"];
    assert!(attributes.get("COLOR_0").is_none() && attributes.get("_COLOR_0").is_some());
}

#[test]
fn a_texture_without_coordinates_gets_some() {
    let (mut scene, mesh) = with_mesh(vec![triangle()]);
    let image = scene.images.add(Image::missing("m", None));
    let texture = TextureRef { uv_set: 1, ..TextureRef::new(image) };
    let material = scene.materials.add(Material { base_texture: Some(texture), ..Material::default() });
    scene.meshes[mesh].surfaces[0].material = Some(material);
    let read = read(&scene);
    let primitive = read.document.meshes().next().unwrap().primitives().next().unwrap();
    let reader = primitive.reader(|_| Some(&read.bin));
    assert_eq!(reader.read_tex_coords(1).unwrap().into_f32().collect::<Vec<_>>(), [[0.0; 2]; 3]);
    assert!(reader.read_tex_coords(0).is_some(), "a second set may not stand alone");
}

#[test]
fn two_meshes_on_a_node_take_a_helper() {
    let (mut scene, mesh) = with_mesh(vec![triangle()]);
    let node = add(&mut scene, "two", Component::Mesh(instance(mesh)));
    let second = MeshInstance { z: 4.0, cast_shadow: false, ..instance(mesh) };
    scene.nodes[node].components.push(Component::Mesh(second));
    let read = read(&scene);
    assert!(read.node("two").mesh().is_some() && read.node("two.mesh").mesh().is_some());
    assert_eq!(read.codes(), ["gltf/order", "gltf/shadow"]);
    let expected = json!([{"type": "mesh", "z": 4, "cast_shadow": false}]);
    assert_eq!(read.extras("two")["components"], expected);
}

#[test]
fn a_mesh_nobody_shows_is_not_lost() {
    let (mut scene, _) = with_mesh(vec![triangle()]);
    scene.meshes.add(Mesh { name: "spare".into(), surfaces: vec![triangle()], ..Mesh::default() });
    let read = read(&scene);
    assert_eq!(read.document.meshes().nth(1).unwrap().name(), Some("spare"));
}

#[test]
fn many_vertices_need_wide_indices() {
    let positions: Vec<_> = (0..65_536).map(|i| [i as f32, 0.0, 0.0]).collect();
    let wide = Surface { indices: vec![0, 1, 65_535], positions, ..Surface::default() };
    let (scene, _) = with_mesh(vec![wide]);
    let read = read(&scene);
    let primitive = read.document.meshes().next().unwrap().primitives().next().unwrap();
    assert_eq!(primitive.indices().unwrap().data_type(), gltf::accessor::DataType::U32);
    assert_eq!(read.indices(&primitive), Some(vec![0, 1, 65_535]));
}
