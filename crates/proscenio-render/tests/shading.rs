//! The rules of stored values beside their formulas, worked out on the processor: light at corners, looks, fog, corners on
//! a grid and coordinates that run straight. Skipped without a driver.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

mod support;

use proscenio_render::{OwnEye, Picture, View};
use proscenio_scene::glam::{Affine2, Affine3A, Quat, Vec2, Vec3};
use proscenio_scene::{
    AlphaMode, Component, Cull, Dots, Filter, Fog, FovAxis, Light, LightFalloff, LightKind, Look, Material,
    Mesh, Node, Occlusion, Placement, Projection, Rgba, Rim, Scene, ShadingRule, Surface, TextureRef, Toon,
    VertexSnap,
};
use support::{add_image, add_mesh, camera, light, node, plain, rgb};

const SIZE: [u32; 2] = [48, 48];
/// Where the eye stands.
const EYE: Vec3 = Vec3::new(0.0, 0.0, 3.0);

/// A square from −1 to 1 with normals of its own, that fills the picture; the second diagonal is its edge.
fn square(normals: [Vec3; 4]) -> Mesh {
    let surface = Surface {
        positions: vec![[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [1.0, 1.0, 0.0], [-1.0, 1.0, 0.0]],
        normals: normals.map(|normal| normal.normalize().to_array()).to_vec(),
        uvs: vec![[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0]],
        indices: vec![0, 1, 2, 0, 2, 3],
        ..Surface::default()
    };
    Mesh { surfaces: vec![surface], ..Mesh::default() }
}

/// A scene with that square, seen without perspective from three metres before it.
fn stage(normals: [Vec3; 4], material: Material, lights: &[(Light, Affine3A)]) -> Scene {
    let mut scene = Scene::new("shading", Node::new("root"));
    scene.environment = plain(Rgba::BLACK);
    scene.environment.ambient.color = Rgba::BLACK;
    let root = scene.root;
    let mut eye = camera();
    eye.projection = Projection::Orthographic { size: 2.0, axis: FovAxis::Vertical };
    let at = Affine3A::from_translation(EYE);
    scene.add_child(root, node(Placement::space(at), Component::Camera(eye)));
    add_mesh(&mut scene, root, Affine3A::IDENTITY, square(normals), Some(material));
    for (light, at) in lights {
        scene.add_child(root, node(Placement::space(*at), Component::Light(light.clone())));
    }
    scene
}

fn draw(scene: &Scene) -> Option<Picture> {
    let renderer = support::renderer()?;
    Some(renderer.draw(scene, &View::new(SIZE)).unwrap())
}

/// Holds all pixels against a formula of the place on the square; edges of steps may lie a pixel beside.
#[track_caller]
fn same(scene: &Scene, formula: impl Fn(Vec2) -> Vec3) {
    let Some(picture) = draw(scene) else { return };
    let (mut off, mut worst) = (0, (0.0, String::new()));
    for y in 0..SIZE[1] {
        for x in 0..SIZE[0] {
            let at = (Vec2::new(x as f32, y as f32) + 0.5) / SIZE[0] as f32 * 2.0 - 1.0;
            let want = formula(Vec2::new(at.x, -at.y)).clamp(Vec3::ZERO, Vec3::ONE) * 255.0;
            let got = picture.pixel(x, y).unwrap();
            let far = (0..3).map(|i| (f32::from(got[i]) - want[i]).abs()).fold(0.0, f32::max);
            off += u32::from(far > 1.5);
            if far > worst.0 {
                worst = (far, format!("{x} {y}: {got:?} is not {want}"));
            }
        }
    }
    assert!(off * 50 <= SIZE[0] * SIZE[1], "{off} pixels differ, as {worst:?}");
    let some = picture.rgba.chunks_exact(4).any(|pixel| pixel != &picture.rgba[..4]);
    assert!(some, "all of one colour proves little");
}

/// Numbers of the corners mixed over the triangles of the square.
fn mixed<const N: usize>(corners: [[f32; N]; 4], at: Vec2) -> [f32; N] {
    let shares = if at.x >= at.y {
        let (b, c) = ((at.x - at.y) / 2.0, (at.y + 1.0) / 2.0);
        [1.0 - b - c, b, c, 0.0]
    } else {
        let (d, c) = ((at.y - at.x) / 2.0, (at.x + 1.0) / 2.0);
        [1.0 - d - c, 0.0, c, d]
    };
    std::array::from_fn(|i| (0..4).map(|corner| corners[corner][i] * shares[corner]).sum())
}

const CORNERS: [Vec3; 4] = [
    Vec3::new(-1.0, -1.0, 0.0),
    Vec3::new(1.0, -1.0, 0.0),
    Vec3::new(1.0, 1.0, 0.0),
    Vec3::new(-1.0, 1.0, 0.0),
];

/// Normals that bend outwards; the last looks away from the lights of the tests.
const BENT: [Vec3; 4] = [
    Vec3::new(-0.5, -0.2, 1.0),
    Vec3::new(0.4, -0.6, 1.0),
    Vec3::new(0.1, 0.3, 1.0),
    Vec3::new(-1.0, -0.4, 0.2),
];

/// The specification's direction to a light and what reaches a point of it.
fn reaching(kind: LightKind, place: Affine3A, at: Vec3) -> (Vec3, f32) {
    let ahead = -Vec3::from(place.matrix3.z_axis);
    let way = Vec3::from(place.translation) - at;
    let l = way.normalize();
    match kind {
        LightKind::Point { range, .. } => (l, (1.0 - way.length() / range).clamp(0.0, 1.0)),
        LightKind::Spot { range, angle, rim, .. } => {
            let (edge, inner) = (angle.cos(), (angle * (1.0 - rim)).cos());
            let k = ((-l.dot(ahead) - edge) / (inner - edge)).clamp(0.0, 1.0);
            (l, (1.0 - way.length() / range).clamp(0.0, 1.0) * k * k * (3.0 - 2.0 * k))
        }
        _ => (-ahead, 1.0),
    }
}

/// `D` and `Sp` of the specification at a point, each of three channels.
fn lit(lights: &[(Light, Affine3A)], at: Vec3, n: Vec3, specular: f32, shininess: f32) -> [f32; 6] {
    let (mut d, mut sp) = (Vec3::ZERO, Vec3::ZERO);
    let v = (EYE - at).normalize();
    for (light, place) in lights {
        let (l, a) = reaching(light.kind, *place, at);
        let [r, g, b, _] = light.color.to_stored();
        let c = Vec3::new(r, g, b) * light.energy * a;
        let h = (l + v).normalize();
        d += c * n.dot(l).max(0.0);
        if n.dot(l) >= 1e-4 {
            sp += c * specular * n.dot(h).max(0.0).powf(shininess.max(1.0));
        }
    }
    [d.x, d.y, d.z, sp.x, sp.y, sp.z]
}

fn turned_to(way: Vec3) -> Affine3A {
    Affine3A::from_quat(Quat::from_rotation_arc(Vec3::NEG_Z, way.normalize()))
}

/// A sun, a lamp and a spot, each of its own colour.
fn three() -> [(Light, Affine3A); 3] {
    let falloff = LightFalloff::Linear;
    let sun = Light { color: rgb(0.3, 0.1, 0.0), ..light(LightKind::Directional) };
    let lamp = Light { color: rgb(0.0, 0.8, 0.2), ..light(LightKind::Point { range: 2.5, falloff }) };
    let spot = LightKind::Spot { range: 5.0, falloff, angle: 0.7, rim: 0.6 };
    let spot = Light { color: rgb(0.1, 0.2, 1.0), energy: 1.5, ambient: 0.1, ..light(spot) };
    let over = Affine3A::from_translation(Vec3::new(0.6, 0.8, 0.9));
    let aside = Affine3A::from_translation(Vec3::new(1.5, -0.5, 2.0)) * turned_to(Vec3::new(-1.0, 0.2, -1.6));
    [(sun, turned_to(Vec3::new(-0.4, -0.3, -1.0))), (lamp, over), (spot, aside)]
}

fn stored(specular: f32, shininess: f32) -> Material {
    Material { shading: ShadingRule::StoredLit { specular, shininess }, ..Material::default() }
}

#[test]
fn light_is_worked_out_at_corners_and_mixed_between_them() {
    let lights = three();
    for (specular, shininess) in [(0.0, 32.0), (0.7, 12.0), (0.5, 0.3)] {
        let look = Look { highlight: rgb(1.0, 0.5, 0.8), ..Look::default() };
        let material = Material {
            base_color: rgb(0.9, 0.7, 1.0),
            emission: rgb(0.05, 0.0, 0.1),
            look,
            ..stored(specular, shininess)
        };
        let scene = stage(BENT, material, &lights);
        let at = |i: usize| lit(&lights, CORNERS[i], BENT[i].normalize(), specular, shininess);
        let corners = [at(0), at(1), at(2), at(3)];
        // The floor is the greatest share of a light, channel by channel; only the spot has one.
        let floor = Vec3::new(0.1, 0.2, 1.0) * 1.5 * 0.1;
        same(&scene, |place| {
            let [r, g, b, x, y, z] = mixed(corners, place);
            Vec3::new(0.9, 0.7, 1.0) * Vec3::new(r, g, b).max(floor)
                + Vec3::new(x, y, z) * Vec3::new(1.0, 0.5, 0.8)
                + Vec3::new(0.05, 0.0, 0.1)
        });
    }
}

#[test]
fn ambient_lights_take_the_place_of_the_lights_own_shares() {
    let [sun, mut lamp, _] = three();
    lamp.0.ambient = 0.9;
    let glow = |color| (Light { color, energy: 0.5, ..light(LightKind::Ambient) }, Affine3A::IDENTITY);
    let lights = [sun.clone(), lamp.clone(), glow(rgb(0.2, 0.4, 0.0)), glow(rgb(0.2, 0.0, 0.0))];
    let scene = stage(BENT, stored(0.0, 1.0), &lights);
    let at = |i: usize| lit(&[sun.clone(), lamp.clone()], CORNERS[i], BENT[i].normalize(), 0.0, 1.0);
    let corners = [at(0), at(1), at(2), at(3)];
    same(&scene, |place| {
        let [r, g, b, ..] = mixed(corners, place);
        Vec3::new(r, g, b).max(Vec3::new(0.2, 0.2, 0.0))
    });
}

#[test]
fn a_face_seen_from_behind_is_lit_with_the_opposite_normal() {
    let lights = three();
    let back = BENT.map(|n| -n);
    let material = Material { cull: Cull::None, ..stored(0.4, 6.0) };
    let mut scene = stage(back, material, &lights);
    // The same square, its triangles the other way round.
    let id = scene.meshes.iter().next().unwrap().0;
    scene.meshes[id].surfaces[0].indices = vec![0, 2, 1, 0, 3, 2];
    let at = |i: usize| lit(&lights, CORNERS[i], BENT[i].normalize(), 0.4, 6.0);
    let corners = [at(0), at(1), at(2), at(3)];
    let floor = Vec3::new(0.1, 0.2, 1.0) * 1.5 * 0.1;
    same(&scene, |place| {
        let [r, g, b, x, y, z] = mixed(corners, place);
        Vec3::new(r, g, b).max(floor) + Vec3::new(x, y, z)
    });
}

/// All normals towards the eye.
const FLAT: [Vec3; 4] = [Vec3::Z; 4];

#[test]
fn toon_light_has_steps_of_its_own_pixels() {
    let falloff = LightFalloff::Linear;
    let lamp = Light { color: rgb(1.0, 0.5, 0.25), ..light(LightKind::Point { range: 2.0, falloff }) };
    let lights = [(lamp, Affine3A::from_translation(Vec3::new(0.2, -0.3, 0.6)))];
    for (bands, shadow, spot) in [(2.0, 0.4, 0.9), (4.0, 0.1, 2.0), (1.0, 0.4, 2.0)] {
        let look = Look {
            toon: Some(Toon { bands, shadow, spot }),
            highlight: rgb(0.2, 0.2, 0.4),
            ..Look::default()
        };
        let material = Material { look, base_color: rgb(0.8, 1.0, 0.6), ..stored(1.0, 8.0) };
        let scene = stage(FLAT, material, &lights);
        same(&scene, |place| {
            let at = place.extend(0.0);
            let (l, a) = reaching(lights[0].0.kind, lights[0].1, at);
            let c = Vec3::new(1.0, 0.5, 0.25) * a;
            let d = c * l.z.max(0.0);
            let g = d.max_element().clamp(0.0, 1.0);
            let hue = if g > 0.0 { d / d.max_element() } else { Vec3::ONE };
            let level = if bands < 2.0 { 1.0 } else { ((g * bands).floor() / (bands - 1.0)).min(1.0) };
            let h = (l + (EYE - at).normalize()).normalize();
            let shine = if h.z > spot { c * Vec3::new(0.2, 0.2, 0.4) } else { Vec3::ZERO };
            Vec3::new(0.8, 1.0, 0.6) * hue * (shadow + (1.0 - shadow) * level) + shine
        });
    }
}

#[test]
fn rims_glow_where_the_surface_turns_away() {
    let rim = Some(Rim { color: rgb(1.0, 0.5, 0.0), power: 2.0, strength: 0.8 });
    let material = Material {
        look: Look { rim, ..Look::default() },
        base_color: rgb(0.1, 0.1, 0.1),
        shading: ShadingRule::StoredUnlit,
        ..Material::default()
    };
    let scene = stage(BENT, material, &[]);
    let corners = BENT.map(|n| n.normalize().to_array());
    same(&scene, |place| {
        let n = Vec3::from_array(mixed(corners, place)).normalize();
        let v = (EYE - place.extend(0.0)).normalize();
        let along = 1.0 - n.dot(v).clamp(0.0, 1.0);
        Vec3::splat(0.1) + Vec3::new(1.0, 0.5, 0.0) * 0.8 * along * along
    });
}

#[test]
fn dots_of_ink_grow_with_darkness() {
    let dots = Some(Dots { scale: 6.0, threshold: 0.5 });
    let share = |grey: f32| {
        let look = Look { dots, ..Look::default() };
        let shading = ShadingRule::StoredUnlit;
        let material = Material { look, base_color: rgb(grey, grey, grey), shading, ..Material::default() };
        let picture = draw(&stage(FLAT, material, &[]))?;
        let ink = picture.rgba.chunks_exact(4).map(|p| 1.0 - f32::from(p[0]) / 255.0 / grey.max(1e-6));
        Some(ink.sum::<f32>() / (SIZE[0] * SIZE[1]) as f32)
    };
    let Some(light) = share(0.5) else { return };
    assert!(light.abs() < 0.01, "none at the threshold: {light}");
    // A circle of radius r covers πr² of its cell; r = 0.71 √(1 − luminance / threshold).
    for grey in [0.4_f32, 0.3, 0.25] {
        let want = std::f32::consts::PI * 0.71 * 0.71 * (1.0 - grey / 0.5);
        let got = share(grey).unwrap();
        assert!((got - want).abs() < 0.05, "{grey}: {got} is not {want}");
    }
}

#[test]
fn folds_darken_the_floor_of_light_alone() {
    let [sun, ..] = three();
    let sun = (Light { ambient: 1.0, color: rgb(0.8, 0.4, 0.2), ..sun.0 }, sun.1);
    let lights = [sun];
    let mut material = stored(0.0, 1.0);
    let mut scene = stage(BENT, material.clone(), &lights);
    let grey = Picture::new([1, 1], vec![128, 9, 9, 255]).to_png().unwrap();
    let texture = TextureRef::new(add_image(&mut scene, "folds.png", grey));
    material.look.occlusion = Some(Occlusion { texture, strength: 0.5 });
    let id = scene.materials.iter().next().unwrap().0;
    scene.materials[id] = material;
    let at = |i: usize| lit(&lights, CORNERS[i], BENT[i].normalize(), 0.0, 1.0);
    let corners = [at(0), at(1), at(2), at(3)];
    let floor = Vec3::new(0.8, 0.4, 0.2) * (1.0 + (128.0 / 255.0 - 1.0) * 0.5);
    same(&scene, |place| {
        let [r, g, b, ..] = mixed(corners, place);
        Vec3::new(r, g, b).max(floor)
    });
}

#[test]
fn fog_is_worked_out_at_corners_over_light_and_glow() {
    let material = Material {
        base_color: rgb(0.6, 0.2, 0.2),
        emission: rgb(0.2, 0.0, 0.0),
        shading: ShadingRule::StoredUnlit,
        ..Material::default()
    };
    let mut scene = stage(FLAT, material, &[]);
    // The corners are √11 metres from the eye, the middle 3: worked out there it would have none. Two corners are lower.
    let fog = Fog {
        color: rgb(0.0, 0.0, 1.0),
        distance: Some([3.0, 4.0]),
        height: Some([1.0, -1.5]),
        enabled: true,
    };
    let root = scene.root;
    scene.nodes[root].components.push(Component::Fog(fog));
    let corner = |at: Vec3| {
        let far = (at.distance(EYE) - 3.0).clamp(0.0, 1.0);
        [far.max(((1.0 - at.y) / 2.5).clamp(0.0, 1.0))]
    };
    let corners = CORNERS.map(corner);
    assert!(corners[2][0] > 0.3 && corners[0][0] > 0.75);
    same(&scene, |place| {
        let [f] = mixed(corners, place);
        Vec3::new(0.8, 0.2, 0.2).lerp(Vec3::Z, f)
    });
}

/// A material of one texture of two columns, the left one red.
fn striped(scene: &mut Scene, look: Look) -> Material {
    let bytes = Picture::new([2, 1], vec![255, 0, 0, 255, 0, 255, 0, 255]).to_png().unwrap();
    let texture =
        TextureRef { filter: Filter::Nearest, ..TextureRef::new(add_image(scene, "two.png", bytes)) };
    Material {
        look,
        base_texture: Some(texture),
        shading: ShadingRule::StoredUnlit,
        cull: Cull::None,
        ..Material::default()
    }
}

#[test]
fn textures_swim_where_depth_is_not_put_right() {
    let Some(renderer) = support::renderer() else { return };
    let edge = |affine: bool| {
        let mut scene = Scene::new("swim", Node::new("root"));
        scene.environment = plain(Rgba::BLACK);
        let root = scene.root;
        let at = Affine3A::from_translation(EYE);
        scene.add_child(root, node(Placement::space(at), Component::Camera(camera())));
        let material = striped(&mut scene, Look { affine, ..Look::default() });
        // The left side is nearer.
        let turned = Affine3A::from_rotation_y(1.0);
        add_mesh(&mut scene, root, turned, square(FLAT), Some(material));
        let picture = renderer.draw(&scene, &View::new([192, 192])).unwrap();
        let row: Vec<[u8; 4]> = (0..192).map(|x| picture.pixel(x, 96).unwrap()).collect();
        let of = |color: [u8; 4]| row.iter().filter(|pixel| **pixel == color).count() as f32;
        let (red, green) = (of([255, 0, 0, 255]), of([0, 255, 0, 255]));
        assert!(red + green > 40.0, "{red} {green}");
        red / (red + green)
    };
    // Straight over the screen the stripe changes in the middle; put right, the nearer half takes more.
    let near = |got: f32, want: f32| assert!((got - want).abs() < 0.03, "{got} is not {want}");
    near(edge(true), 0.5);
    let depth = |x: f32| 3.0 + x * 1_f32.sin();
    let over = |x: f32| x * 1_f32.cos() / depth(x);
    near(edge(false), (over(0.0) - over(-1.0)) / (over(1.0) - over(-1.0)));
}

#[test]
fn corners_are_put_on_a_grid_of_rows() {
    let Some(renderer) = support::renderer() else { return };
    // Whole pixels that are white, of a picture so many pixels wide to one of the game.
    let bounds = |snap: Option<VertexSnap>, ratio: u32| {
        let look = Look { vertex_snap: snap, ..Look::default() };
        let material = Material { look, shading: ShadingRule::StoredUnlit, ..Material::default() };
        let mut scene = stage(FLAT, material, &[]);
        let id = scene.meshes.iter().next().unwrap().0;
        for corner in &mut scene.meshes[id].surfaces[0].positions {
            // From 0.3 to 0.7 over the picture: pixels 31.2 to 40.8.
            *corner = corner.map(|side| if side < 0.0 { 0.3 } else { side * 0.7 });
        }
        let plane = Some((Vec2::splat(48.0), Affine2::from_scale(Vec2::splat(ratio as f32))));
        let own_eye = (ratio > 1).then_some(OwnEye { space: None, outside: false, plane });
        let view = View { own_eye, ..View::new(SIZE.map(|side| side * ratio)) };
        let picture = renderer.draw(&scene, &view).unwrap();
        let white = |x: &u32| picture.pixel(*x, SIZE[1] * ratio / 4).unwrap() == [255; 4];
        let row: Vec<u32> = (0..SIZE[0] * ratio).filter(white).collect();
        [row[0], row[row.len() - 1] + 1]
    };
    assert_eq!(bounds(None, 1), [31, 41]);
    // Twelve rows are four pixels each: ⌊0.3 · 6 + ½⌋ / 6 = ⅓, which is pixel 32, and ⌊0.7 · 6 + ½⌋ / 6 = ⅔, pixel 40.
    assert_eq!(bounds(Some(VertexSnap::Rows(12.0)), 1), [32, 40]);
    assert_eq!(bounds(Some(VertexSnap::View), 1), [31, 41]);
    // The game's own rows, however many real ones there are: 31.2 is 31, 40.8 is 41.
    assert_eq!(bounds(Some(VertexSnap::View), 2), [62, 82]);
    assert_eq!(bounds(Some(VertexSnap::Rows(12.0)), 2), [64, 80]);
}

#[test]
fn holes_are_cut_by_alpha_and_the_rest_is_solid() {
    let color = Rgba::from_stored([1.0, 1.0, 1.0, 0.5]);
    let drawn = |alpha| {
        let shading = ShadingRule::StoredUnlit;
        let material = Material { alpha, base_color: color, shading, ..Material::default() };
        Some(draw(&stage(FLAT, material, &[]))?.pixel(24, 24).unwrap())
    };
    let Some(cut) = drawn(AlphaMode::Cutoff(0.6)) else { return };
    assert_eq!(cut, [0, 0, 0, 255]);
    assert_eq!(drawn(AlphaMode::Cutoff(0.5)).unwrap(), [255; 4]);
    assert!(drawn(AlphaMode::Blend).unwrap()[0].abs_diff(128) <= 1);
}
