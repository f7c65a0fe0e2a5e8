//! The probe scenes of the corpus, made by hand.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use proscenio_scene::glam::{Affine3A, Vec2, Vec3};
use proscenio_scene::{
    AlphaMode, BlendMode, Component, Cull, Filter, FovAxis, ImageId, LightFalloff, LightKind, Material, Mesh,
    Node, NodeId, NormalMap, Placement, Projection, Rgba, Scene, ShadingRule, Sprite, Surface, TextureRef,
    TonemapKind, UvTransform, Wrap,
};
use serde_json::Value;

use super::{add_image, add_mesh, camera, flat, light, moved, node, place, plain, rgb, rgba};

/// Meshes as the engine recorded them, and the folder of the probes.
pub struct Probes {
    folder: PathBuf,
    meshes: HashMap<String, Mesh>,
}

const SUN: [f32; 12] = [
    0.866_025_4,
    -0.383_022_22,
    0.321_393_82,
    0.0,
    0.642_787_64,
    0.766_044_44,
    -0.5,
    -0.663_413_94,
    0.556_670_4,
    0.0,
    0.0,
    0.0,
];

impl Probes {
    /// Reads the recorded meshes.
    pub fn load(corpus: &Path) -> Self {
        let folder = corpus.join("probes");
        let text = std::fs::read_to_string(folder.join("facts/p01_primitives.json")).unwrap();
        let facts: Value = serde_json::from_str(&text).unwrap();
        let mut meshes = HashMap::new();
        for node in facts["nodes"].as_array().unwrap() {
            let Some(surfaces) = node["surfaces"].as_array() else { continue };
            let surfaces = surfaces.iter().map(surface).collect();
            let name = node["path"].as_str().unwrap().to_owned();
            meshes.insert(name, Mesh { surfaces, ..Mesh::default() });
        }
        Self { folder, meshes }
    }

    /// The bytes of a recorded picture.
    pub fn shot(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.folder.join(format!("shots/{name}.png"))).unwrap()
    }

    fn mesh(&self, kind: &str) -> Mesh {
        self.meshes[kind].clone()
    }

    fn image(&self, scene: &mut Scene, name: &str) -> ImageId {
        let bytes = std::fs::read(self.folder.join(format!("tex/{name}.png"))).unwrap();
        add_image(scene, name, bytes)
    }

    /// A scene of one kind by its name.
    pub fn scene(&self, name: &str) -> Scene {
        match name {
            "p01_primitives" => self.primitives(),
            "p02_pbr_grid" => self.pbr_grid(),
            "p03_material_kinds" => self.material_kinds(),
            "p04_omni_spot" => self.omni_spot(),
            "p07_camera_keep_width" => self.keep_width(),
            "p07_camera_ortho" => self.ortho(),
            "p08_transforms" => self.transforms(),
            "q01_sprites" => self.sprites(),
            _ => self.tonemap(name.strip_prefix("p06_tonemap_").unwrap().parse().unwrap()),
        }
    }

    fn primitives(&self) -> Scene {
        let eye = place([
            1.0,
            0.0,
            0.0,
            0.0,
            0.924_166_86,
            0.381_988_97,
            0.0,
            -0.381_988_97,
            0.924_166_86,
            0.0,
            3.5,
            7.5,
        ]);
        let mut scene = stage(eye, camera());
        add_sun(&mut scene, 1.0);
        let kinds = [
            ("BoxMesh", rgb(0.9, 0.36, 0.36), -3.0, -1.1),
            ("SphereMesh", rgb(0.9, 0.765, 0.36), -1.0, -1.1),
            ("CylinderMesh", rgb(0.63, 0.9, 0.36), 1.0, -1.1),
            ("CapsuleMesh", rgb(0.36, 0.9, 0.495), 3.0, -1.1),
            ("PrismMesh", rgb(0.36, 0.9, 0.9), -3.0, 1.1),
            ("TorusMesh", rgb(0.36, 0.495, 0.9), -1.0, 1.1),
            ("PlaneMesh", rgb(0.63, 0.36, 0.9), 1.0, 1.1),
        ];
        let root = scene.root;
        for (kind, color, x, z) in kinds {
            let (c, s) = (0.906_307_76, 0.422_618_27);
            let at = place([c, 0.0, s, 0.0, 1.0, 0.0, -s, 0.0, c, x, 0.0, z]);
            add_mesh(&mut scene, root, at, self.mesh(kind), Some(colored(color)));
        }
        let at = place([
            0.906_307_76,
            -0.211_309_13,
            0.365_998_15,
            0.0,
            0.866_025_4,
            0.5,
            -0.422_618_27,
            -0.453_153_88,
            0.784_885_5,
            3.0,
            0.0,
            1.1,
        ]);
        add_mesh(&mut scene, root, at, self.mesh("QuadMesh"), Some(colored(rgb(0.9, 0.36, 0.765))));
        scene
    }

    fn pbr_grid(&self) -> Scene {
        let mut scene = stage(moved(0.0, 0.0, 5.6), camera());
        add_sun(&mut scene, 1.0);
        scene.environment = plain(rgb(0.1, 0.12, 0.2));
        scene.environment.ambient.color = Rgba::linear(0.4, 0.4, 0.4, 1.0);
        let root = scene.root;
        for row in 0..3_u8 {
            for column in 0..5_u8 {
                let (row, column) = (f32::from(row), f32::from(column));
                let material =
                    Material { metallic: row * 0.5, roughness: column * 0.25, ..colored(rgb(0.9, 0.3, 0.2)) };
                let at = moved(column * 1.2 - 2.4, row * 1.2 - 1.2, 0.0);
                add_mesh(&mut scene, root, at, self.mesh("SphereMesh"), Some(material));
            }
        }
        scene
    }

    fn material_kinds(&self) -> Scene {
        let eye = place([
            1.0,
            0.0,
            0.0,
            0.0,
            0.995_037_2,
            0.099_503_726,
            0.0,
            -0.099_503_726,
            0.995_037_2,
            0.0,
            0.6,
            6.0,
        ]);
        let mut scene = stage(eye, camera());
        add_sun(&mut scene, 1.0);
        let [disc, checker, bumps] = ["disc", "checker", "normal"].map(|name| self.image(&mut scene, name));
        let smooth = |image| Some(texture(image, Filter::Linear));
        let scaled = TextureRef {
            transform: UvTransform { scale: [3.0, 2.0], offset: [0.1, 0.0] },
            ..texture(checker, Filter::Linear)
        };
        let glow = rgb(1.0, 0.4, 0.1).rgb.map(|channel| channel * 1.5);
        let kinds = [
            ("SphereMesh", Material { shading: ShadingRule::LinearUnlit, ..colored(rgb(0.2, 0.8, 0.3)) }),
            (
                "SphereMesh",
                Material { emission: Rgba { rgb: glow, alpha: 1.0 }, ..colored(rgb(0.1, 0.1, 0.1)) },
            ),
            ("SphereMesh", Material { alpha: AlphaMode::Blend, ..colored(rgba(0.2, 0.4, 1.0, 0.45)) }),
            (
                "QuadMesh",
                Material {
                    alpha: AlphaMode::Cutoff(0.6),
                    cull: Cull::None,
                    base_texture: smooth(disc),
                    ..Material::default()
                },
            ),
            ("BoxMesh", Material { base_texture: Some(scaled), ..Material::default() }),
            (
                "SphereMesh",
                Material {
                    roughness: 0.4,
                    normal_map: Some(NormalMap { texture: texture(bumps, Filter::Linear), scale: 1.0 }),
                    ..colored(rgb(0.7, 0.7, 0.75))
                },
            ),
            (
                "BoxMesh",
                Material { base_texture: Some(texture(checker, Filter::Nearest)), ..Material::default() },
            ),
            ("BoxMesh", Material { cull: Cull::Front, ..colored(rgb(0.8, 0.6, 0.2)) }),
        ];
        let root = scene.root;
        for (index, (kind, material)) in kinds.into_iter().enumerate() {
            let x = (index % 4) as f32 * 1.5 - 2.25;
            let y = if index < 4 { 0.8 } else { -0.8 };
            let at = place([
                0.819_152_06,
                0.196_174_7,
                0.538_985_55,
                0.0,
                0.939_692_6,
                -0.342_020_12,
                -0.573_576_45,
                0.280_166_48,
                0.769_751_13,
                x,
                y,
                0.0,
            ]);
            add_mesh(&mut scene, root, at, self.mesh(kind), Some(material));
        }
        scene
    }

    fn omni_spot(&self) -> Scene {
        let eye = place([
            1.0,
            0.0,
            0.0,
            0.0,
            0.832_050_3,
            0.554_700_2,
            0.0,
            -0.554_700_2,
            0.832_050_3,
            0.0,
            4.0,
            6.0,
        ]);
        let mut scene = stage(eye, camera());
        let root = scene.root;
        let wide = Affine3A::from_scale(Vec3::new(6.0, 1.0, 6.0));
        add_mesh(&mut scene, root, wide, self.mesh("PlaneMesh"), Some(colored(rgb(0.8, 0.8, 0.8))));
        for x in [-2.0, 0.0, 2.0] {
            let at = moved(x, 0.5, 0.0);
            add_mesh(&mut scene, root, at, self.mesh("SphereMesh"), Some(colored(rgb(0.9, 0.9, 0.9))));
        }
        let falloff = |exponent| LightFalloff::Power { exponent };
        let mut omni = light(LightKind::Point { range: 4.0, falloff: falloff(1.0) });
        (omni.color, omni.energy) = (rgb(1.0, 0.3, 0.3), 2.0);
        let mut soft = light(LightKind::Point { range: 5.0, falloff: falloff(2.0) });
        soft.color = rgb(0.3, 1.0, 0.4);
        let angle = 25_f32.to_radians();
        let mut spot = light(LightKind::Spot { range: 8.0, falloff: falloff(0.7), angle, rim: 0.6 });
        (spot.color, spot.energy) = (rgb(0.4, 0.5, 1.0), 4.0);
        let aim = place([
            0.970_142_54,
            -0.199_888_99,
            0.137_360_56,
            0.0,
            0.566_352_1,
            0.824_163_4,
            -0.242_535_64,
            -0.799_555_96,
            0.549_442_23,
            2.5,
            3.0,
            2.0,
        ]);
        for (at, light) in [(moved(-2.0, 1.6, 1.2), omni), (moved(0.0, 2.0, -1.5), soft), (aim, spot)] {
            scene.add_child(root, node(Placement::space(at), Component::Light(light)));
        }
        scene
    }

    fn boxes(&self, eye: proscenio_scene::Camera) -> Scene {
        let at = place([
            1.0,
            0.0,
            0.0,
            0.0,
            0.957_826_26,
            0.287_347_88,
            0.0,
            -0.287_347_88,
            0.957_826_26,
            0.0,
            2.2,
            6.0,
        ]);
        let mut scene = stage(at, eye);
        add_sun(&mut scene, 1.0);
        let root = scene.root;
        let (near, far) = (moved(-1.0, 0.5, 0.0), moved(1.0, 0.5, -6.0));
        add_mesh(&mut scene, root, near, self.mesh("BoxMesh"), Some(colored(rgb(0.8, 0.4, 0.2))));
        add_mesh(&mut scene, root, far, self.mesh("BoxMesh"), Some(colored(rgb(0.2, 0.6, 0.8))));
        scene
    }

    fn keep_width(&self) -> Scene {
        let mut eye = camera();
        eye.projection = Projection::Perspective { fov: 60_f32.to_radians(), axis: FovAxis::Horizontal };
        eye.offset = Vec2::new(0.4, 0.2);
        self.boxes(eye)
    }

    fn ortho(&self) -> Scene {
        let mut eye = camera();
        eye.projection = Projection::Orthographic { size: 4.0, axis: FovAxis::Vertical };
        self.boxes(eye)
    }

    fn transforms(&self) -> Scene {
        let eye = place([
            1.0,
            0.0,
            0.0,
            0.0,
            0.951_034,
            0.309_086_05,
            0.0,
            -0.309_086_05,
            0.951_034,
            0.0,
            3.0,
            8.0,
        ]);
        let mut scene = stage(eye, camera());
        add_sun(&mut scene, 1.0);
        let a = place([
            1.188_873_5,
            0.050_090_47,
            0.604_022_74,
            0.244_763_87,
            0.555_249_9,
            -0.342_020_12,
            -0.881_288_9,
            0.221_784_65,
            0.719_846_3,
            -2.0,
            0.5,
            0.0,
        ]);
        let b = place([
            0.234_923_14,
            -0.171_010_05,
            0.433_012_72,
            0.351_548_5,
            0.665_698_6,
            -0.124_999_99,
            -0.266_879_7,
            0.726_361_4,
            0.216_506_33,
            1.2,
            0.4,
            0.2,
        ]);
        let c = place([-0.866_025_4, 0.0, 0.5, 0.0, 1.0, 0.0, 0.5, 0.0, 0.866_025_4, 1.5, 0.0, 0.0]);
        let root = scene.root;
        let a = add_mesh(&mut scene, root, a, self.mesh("BoxMesh"), Some(colored(rgb(0.9, 0.3, 0.3))));
        let b = add_mesh(&mut scene, a, b, self.mesh("SphereMesh"), None);
        add_mesh(&mut scene, b, c, self.mesh("BoxMesh"), None);
        let free = add_mesh(&mut scene, a, moved(2.5, 0.5, -1.0), self.mesh("PrismMesh"), None);
        scene.nodes[free].top_level = true;
        let hidden = scene.add_child(root, Node { visible: false, ..Node::new("Hidden") });
        add_mesh(&mut scene, hidden, Affine3A::IDENTITY, self.mesh("BoxMesh"), None);
        scene
    }

    fn tonemap(&self, kind: usize) -> Scene {
        let eye = place([
            1.0,
            0.0,
            0.0,
            0.0,
            0.980_580_7,
            0.196_116_13,
            0.0,
            -0.196_116_13,
            0.980_580_7,
            0.0,
            1.5,
            5.0,
        ]);
        let mut scene = stage(eye, camera());
        add_sun(&mut scene, 2.5);
        scene.environment = plain(rgb(0.6, 0.7, 0.9));
        scene.environment.ambient.color.rgb = rgb(0.7, 0.8, 1.0).rgb.map(|channel| channel * 0.6);
        let kinds = [
            (TonemapKind::Linear, 1.0),
            (TonemapKind::Reinhard, 1.0),
            (TonemapKind::Filmic, 1.0),
            (TonemapKind::Aces, 1.0),
            (TonemapKind::Agx, 16.29),
        ];
        let tonemap = &mut scene.environment.tonemap;
        (tonemap.kind, tonemap.white) = kinds[kind];
        tonemap.exposure = 1.2;
        let colors = [
            rgb(1.0, 0.2, 0.2),
            rgb(0.84, 1.0, 0.2),
            rgb(0.2, 1.0, 0.52),
            rgb(0.2, 0.52, 1.0),
            rgb(0.84, 0.2, 1.0),
        ];
        let root = scene.root;
        for (index, color) in colors.into_iter().enumerate() {
            let at = moved(index as f32 * 1.1 - 2.2, 0.5, 0.0);
            add_mesh(&mut scene, root, at, self.mesh("SphereMesh"), Some(colored(color)));
        }
        scene
    }

    fn sprites(&self) -> Scene {
        let mut scene = Scene::new("q01_sprites", Node::new("Sprites"));
        scene.environment = plain(rgb(0.2, 0.22, 0.25));
        let [checker, uv, sheet, disc] =
            ["checker", "uv", "sheet", "disc"].map(|name| self.image(&mut scene, name));
        let root = scene.root;
        let at = |x: f32, y: f32| flat(Vec2::new(x, y), 0.0, Vec2::ONE, 0.0);
        let whole = |scene: &Scene, image| centered(scene, image);

        let sprite = whole(&scene, checker);
        add_sprite(&mut scene, root, at(80.0, 80.0), sprite);
        let sprite = Sprite { position: Vec2::ZERO, ..whole(&scene, uv) };
        add_sprite(&mut scene, root, at(150.0, 48.0), sprite);
        let mut sprite = whole(&scene, uv);
        sprite.position += Vec2::new(10.0, -6.0);
        (sprite.uv_min, sprite.uv_max) = (Vec2::ONE, Vec2::ZERO);
        add_sprite(&mut scene, root, at(290.0, 80.0), sprite);
        let sprite = part(&scene, checker, Vec2::new(8.0, 8.0), Vec2::new(24.0, 40.0));
        add_sprite(&mut scene, root, at(380.0, 80.0), sprite);

        let size = whole(&scene, sheet).size / Vec2::new(4.0, 2.0);
        let mut sprite = part(&scene, sheet, size * Vec2::new(2.0, 1.0), size);
        sprite.texture = sprite.texture.map(|texture| TextureRef { filter: Filter::Nearest, ..texture });
        let large = flat(Vec2::new(470.0, 80.0), 0.0, Vec2::splat(4.0), 0.0);
        add_sprite(&mut scene, root, large, sprite);

        let sprite = Sprite { tint: rgb(1.0, 0.6, 1.0), ..whole(&scene, disc) };
        let tinted = add_sprite(&mut scene, root, at(560.0, 80.0), sprite);
        scene.nodes[tinted].tint = rgba(0.4, 0.9, 1.0, 0.8);
        let small = flat(Vec2::splat(20.0), 0.0, Vec2::splat(0.5), 0.0);
        let sprite = whole(&scene, disc);
        add_sprite(&mut scene, tinted, small, sprite);

        let slanted = flat(Vec2::new(90.0, 240.0), std::f32::consts::FRAC_PI_6, Vec2::new(1.3, 0.7), 0.3);
        let sprite = whole(&scene, uv);
        let turned = add_sprite(&mut scene, root, slanted, sprite);
        let nested = flat(Vec2::new(70.0, 10.0), 0.261_799_4, Vec2::splat(0.8), 0.0);
        let sprite = whole(&scene, checker);
        add_sprite(&mut scene, turned, nested, sprite);

        let stack = [
            (260.0, 230.0, 2, rgb(1.0, 0.4, 0.4)),
            (290.0, 250.0, 0, rgb(0.4, 1.0, 0.4)),
            (320.0, 270.0, 1, rgb(0.4, 0.4, 1.0)),
        ];
        for (x, y, z, tint) in stack {
            let sprite = Sprite { z: z as f32, ..whole(&scene, checker) };
            let id = add_sprite(&mut scene, root, at(x, y), sprite);
            scene.nodes[id].tint = tint;
        }

        let sprite = whole(&scene, uv);
        let front = add_sprite(&mut scene, root, at(450.0, 240.0), sprite);
        let sprite = Sprite { behind_parent: true, ..whole(&scene, disc) };
        add_sprite(&mut scene, front, at(24.0, 24.0), sprite);
        let sprite = Sprite { blend: BlendMode::Add, ..whole(&scene, disc) };
        add_sprite(&mut scene, root, at(560.0, 240.0), sprite);
        scene
    }
}

/// A scene with a camera and the probes' clear colour.
fn stage(at: Affine3A, eye: proscenio_scene::Camera) -> Scene {
    let mut scene = Scene::new("probe", Node::new("root"));
    scene.environment = plain(rgb(0.2, 0.22, 0.25));
    let root = scene.root;
    scene.add_child(root, node(Placement::space(at), Component::Camera(eye)));
    scene
}

fn add_sun(scene: &mut Scene, energy: f32) {
    let sun = proscenio_scene::Light { energy, ..light(LightKind::Directional) };
    let root = scene.root;
    scene.add_child(root, node(Placement::space(place(SUN)), Component::Light(sun)));
}

fn colored(base_color: Rgba) -> Material {
    Material { base_color, ..Material::default() }
}

/// The probes' textures have no smaller copies.
fn texture(image: ImageId, filter: Filter) -> TextureRef {
    TextureRef { filter, ..TextureRef::new(image) }
}

fn add_sprite(scene: &mut Scene, parent: NodeId, placement: Placement, sprite: Sprite) -> NodeId {
    scene.add_child(parent, node(placement, Component::Sprite(sprite)))
}

fn size_of(scene: &Scene, image: ImageId) -> Vec2 {
    let [width, height] = scene.images[image].size.unwrap();
    Vec2::new(width as f32, height as f32)
}

/// A whole picture around its node.
fn centered(scene: &Scene, image: ImageId) -> Sprite {
    let size = size_of(scene, image);
    let edge = Wrap::Clamp;
    let shown = TextureRef { wrap_u: edge, wrap_v: edge, ..texture(image, Filter::Linear) };
    Sprite { position: size * -0.5, ..Sprite::new(Some(shown), size) }
}

/// A part of a picture around its node.
fn part(scene: &Scene, image: ImageId, from: Vec2, size: Vec2) -> Sprite {
    let all = size_of(scene, image);
    let (uv_min, uv_max) = (from / all, (from + size) / all);
    Sprite { position: size * -0.5, size, uv_min, uv_max, ..centered(scene, image) }
}

/// A recorded surface; the engine's triangles are clockwise, ours are not.
fn surface(facts: &Value) -> Surface {
    let number = |value: &Value| value.as_f64().unwrap() as f32;
    let list = |name: &str| facts[name].as_array().map(Vec::as_slice).unwrap_or_default();
    let array =
        |name: &str, i: usize| list(name)[i].as_array().unwrap().iter().map(number).collect::<Vec<_>>();
    let three = |name: &str| (0..list(name).len()).map(|i| array(name, i).try_into().unwrap()).collect();
    let uvs = (0..list("uv").len()).map(|i| array("uv", i).try_into().unwrap()).collect();
    let flat: Vec<f32> = list("tangents").iter().map(number).collect();
    let indices: Vec<u32> = list("indices").iter().map(|index| index.as_u64().unwrap() as u32).collect();
    Surface {
        positions: three("vertices"),
        normals: three("normals"),
        tangents: flat.chunks_exact(4).map(|t| [t[0], t[1], t[2], t[3]]).collect(),
        uvs,
        indices: indices.chunks_exact(3).flat_map(|c| [c[0], c[2], c[1]]).collect(),
        ..Surface::default()
    }
}
