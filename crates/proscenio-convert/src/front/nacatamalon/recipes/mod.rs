//! Shapes from their recipes: centred on the origin, +Y up, counter-clockwise triangles seen from outside.
//!
//! The numbers are the engine's: φ runs from +X towards −Z, seams repeat their vertices, and a picture's top
//! is at v = 0. What the engine leaves open (a lathe's normals and texture coordinates) is told there.

mod flat;
mod round;

use proscenio_nacatamalon::model::Recipe;
use proscenio_scene::Surface;

/// More segments than anyone sees; a recipe must not fill the memory.
const MAX_SEGMENTS: u32 = 16_384;
/// The same where two counts multiply.
const MAX_GRID: u32 = 1024;
/// The same for a sphere of even triangles, which quadruples each time.
const MAX_SUBDIVISIONS: u32 = 7;

/// A shape, and whether its recipe asked for more corners than are made.
pub(super) struct Built {
    pub surface: Surface,
    pub clamped: bool,
}

/// Builds a shape; `None` for pieces of model files, which have no recipe.
pub(super) fn build(recipe: &Recipe) -> Option<Built> {
    let mut make = Maker::default();
    match recipe {
        Recipe::Cube { width, height, depth } => {
            let size = [*width, *height, *depth].map(|side| Maker::size(side, 1.0));
            flat::cube(&mut make, size);
        }
        Recipe::Plane { width, depth, width_segments, depth_segments } => {
            let size = [Maker::size(*width, 1.0), Maker::size(*depth, 1.0)];
            let cells = [*width_segments, *depth_segments].map(|count| make.count(count, 1, 1, MAX_GRID));
            flat::plane(&mut make, size, cells);
        }
        Recipe::Circle { radius, segments } => {
            let slices = make.count(*segments, 32, 3, MAX_SEGMENTS);
            flat::disc(&mut make, Maker::size(*radius, 0.5), 0.0, slices, flat::Facing::Up);
        }
        Recipe::UvSphere { radius, segments, rings } => {
            let slices = make.count(*segments, 32, 3, MAX_GRID);
            let rings = make.count(*rings, 16, 1, MAX_GRID);
            round::uv_sphere(&mut make, Maker::size(*radius, 0.5), slices, rings);
        }
        Recipe::IcoSphere { radius, subdivisions } => {
            let times = make.count(*subdivisions, 2, 0, MAX_SUBDIVISIONS);
            round::ico_sphere(&mut make, Maker::size(*radius, 0.5), times);
        }
        Recipe::Cylinder { radius, height, segments } => {
            let slices = make.count(*segments, 32, 3, MAX_SEGMENTS);
            round::cylinder(&mut make, Maker::size(*radius, 0.5), Maker::size(*height, 1.0), slices);
        }
        Recipe::Cone { radius, height, segments } => {
            let slices = make.count(*segments, 32, 3, MAX_SEGMENTS);
            round::cone(&mut make, Maker::size(*radius, 0.5), Maker::size(*height, 1.0), slices);
        }
        Recipe::Torus { radius, tube, radial_segments, tubular_segments } => {
            let around = make.count(*radial_segments, 32, 3, MAX_GRID);
            let across = make.count(*tubular_segments, 16, 3, MAX_GRID);
            round::torus(&mut make, Maker::size(*radius, 0.5), Maker::size(*tube, 0.2), around, across);
        }
        Recipe::Lathe { profile, segments } => {
            let slices = make.count(*segments, 32, 3, MAX_GRID);
            round::lathe(&mut make, profile, slices);
        }
        Recipe::Gltf { .. } => return None,
    }
    Some(Built { surface: make.surface, clamped: make.clamped })
}

/// Collects vertices and triangles.
#[derive(Default)]
struct Maker {
    surface: Surface,
    clamped: bool,
}

impl Maker {
    /// A length: the recipe's, else the default.
    fn size(given: Option<f64>, default: f32) -> f32 {
        given.map(|size| size as f32).filter(|size| size.is_finite()).unwrap_or(default)
    }

    /// A count: the recipe's whole part within bounds, else the default.
    fn count(&mut self, given: Option<f64>, default: u32, least: u32, most: u32) -> u32 {
        let Some(count) = given else { return default };
        self.clamped |= count > f64::from(most);
        // The cast saturates, so the clamp holds for any number.
        (count as u32).clamp(least, most)
    }

    fn vertex(&mut self, position: [f32; 3], normal: [f32; 3], uv: [f32; 2]) -> u32 {
        self.surface.positions.push(position);
        self.surface.normals.push(normal);
        self.surface.uvs.push(uv);
        self.surface.positions.len() as u32 - 1
    }

    fn triangle(&mut self, a: u32, b: u32, c: u32) {
        self.surface.indices.extend([a, b, c]);
    }

    /// Two triangles for each slice between two rings of `slices + 1` vertices; `b` is the ring below `a`, or
    /// behind it around a torus.
    fn strip(&mut self, a: u32, b: u32, slices: u32) {
        for j in 0..slices {
            self.triangle(a + j, b + j + 1, a + j + 1);
            self.triangle(a + j, b + j, b + j + 1);
        }
    }
}

/// Cosine and sine of the `j`-th of `slices` equal steps around; the last step is exactly the first.
fn turn(j: u32, slices: u32) -> (f32, f32) {
    let angle = f64::from(j % slices) / f64::from(slices) * std::f64::consts::TAU;
    (angle.cos() as f32, angle.sin() as f32)
}

#[cfg(test)]
mod tests {
    use super::build;
    use glam::Vec3;
    use proscenio_nacatamalon::model::{Point, Recipe};
    use proscenio_scene::Surface;

    fn surface(recipe: Recipe) -> Surface {
        build(&recipe).unwrap().surface
    }

    /// Name, recipe, counts of vertices and triangles, lower and upper corner.
    type Expected = (&'static str, Recipe, [usize; 2], [[f32; 3]; 2]);

    fn recipes() -> Vec<Expected> {
        let n = |number: f64| Some(number);
        let vase = [(0.0, -1.0), (2.0, 0.0), (1.0, 3.0)].map(|(x, y)| Point { x, y }).to_vec();
        vec![
            (
                "cube",
                Recipe::Cube { width: n(2.0), height: n(4.0), depth: n(6.0) },
                [24, 12],
                [[-1.0, -2.0, -3.0], [1.0, 2.0, 3.0]],
            ),
            (
                "plane",
                Recipe::Plane {
                    width: n(4.0),
                    depth: n(2.0),
                    width_segments: n(3.0),
                    depth_segments: n(2.0),
                },
                [12, 12],
                [[-2.0, 0.0, -1.0], [2.0, 0.0, 1.0]],
            ),
            (
                "circle",
                Recipe::Circle { radius: n(2.0), segments: n(8.0) },
                [10, 8],
                [[-2.0, 0.0, -2.0], [2.0, 0.0, 2.0]],
            ),
            (
                "uvSphere",
                Recipe::UvSphere { radius: None, segments: None, rings: None },
                [561, 1024],
                [[-0.5; 3], [0.5; 3]],
            ),
            (
                "icoSphere",
                Recipe::IcoSphere { radius: n(1.0), subdivisions: n(1.0) },
                [240, 80],
                [[-1.0; 3], [1.0; 3]],
            ),
            (
                "cylinder",
                Recipe::Cylinder { radius: n(1.0), height: n(4.0), segments: n(8.0) },
                [38, 32],
                [[-1.0, -2.0, -1.0], [1.0, 2.0, 1.0]],
            ),
            (
                "cone",
                Recipe::Cone { radius: n(1.0), height: n(4.0), segments: n(8.0) },
                [34, 16],
                [[-1.0, -2.0, -1.0], [1.0, 2.0, 1.0]],
            ),
            (
                "torus",
                Recipe::Torus {
                    radius: n(2.0),
                    tube: n(0.5),
                    radial_segments: n(8.0),
                    tubular_segments: n(4.0),
                },
                [45, 64],
                [[-2.5, -0.5, -2.5], [2.5, 0.5, 2.5]],
            ),
            (
                "lathe",
                Recipe::Lathe { profile: vase, segments: n(4.0) },
                [15, 16],
                [[-2.0, -1.0, -2.0], [2.0, 3.0, 2.0]],
            ),
        ]
    }

    #[test]
    fn counts_and_bounds_are_the_engines() {
        for (name, recipe, [vertices, triangles], [low, high]) in recipes() {
            let surface = surface(recipe);
            assert!(surface.is_sound(), "{name}");
            assert_eq!([surface.positions.len(), surface.indices.len() / 3], [vertices, triangles], "{name}");
            let (least, most) = surface.bounds().unwrap();
            let same = least.abs_diff_eq(low.into(), 1e-5) && most.abs_diff_eq(high.into(), 1e-5);
            // An icosahedron's corners do not reach the sphere's extremes along every axis.
            assert!(same || name == "icoSphere", "{name} {least} {most}");
        }
    }

    #[test]
    fn ico_spheres_quadruple_and_stay_on_the_sphere() {
        for (times, triangles) in [(0, 20), (1, 80), (2, 320), (3, 1280)] {
            let surface =
                surface(Recipe::IcoSphere { radius: Some(2.0), subdivisions: Some(f64::from(times)) });
            assert_eq!((surface.indices.len(), surface.positions.len()), (3 * triangles, 3 * triangles));
            assert!(surface.positions.iter().all(|p| (Vec3::from(*p).length() - 2.0).abs() < 1e-5));
        }
    }

    #[test]
    fn triangles_face_the_way_their_normals_point() {
        for (name, recipe, ..) in recipes() {
            let surface = surface(recipe);
            let mut seen = 0;
            for corners in surface.indices.chunks(3) {
                let [a, b, c] = [0, 1, 2].map(|k| Vec3::from(surface.positions[corners[k] as usize]));
                let facing = (b - a).cross(c - a);
                // Triangles at a pole have no area.
                if facing.length() < 1e-6 {
                    continue;
                }
                seen += 1;
                for corner in corners {
                    let normal = Vec3::from(surface.normals[*corner as usize]);
                    assert!((normal.length() - 1.0).abs() < 1e-5, "{name} {normal}");
                    assert!(facing.normalize().dot(normal) > 0.2, "{name} {facing} {normal}");
                }
            }
            assert!(seen > 0, "{name}");
        }
    }

    #[test]
    fn convex_shapes_face_away_from_their_middle() {
        for (name, recipe, ..) in recipes() {
            if ["plane", "circle", "torus", "lathe"].contains(&name) {
                continue;
            }
            let surface = surface(recipe);
            for (position, normal) in surface.positions.iter().zip(&surface.normals) {
                assert!(
                    Vec3::from(*position).dot(Vec3::from(*normal)) > 0.0,
                    "{name} {position:?} {normal:?}"
                );
            }
        }
    }

    #[test]
    fn the_top_of_a_picture_is_up_on_walls_and_away_on_floors() {
        let plane =
            surface(Recipe::Plane { width: None, depth: None, width_segments: None, depth_segments: None });
        for (position, uv) in plane.positions.iter().zip(&plane.uvs) {
            assert_eq!([position[0] + 0.5, position[2] + 0.5], *uv);
        }
        let cylinder = surface(Recipe::Cylinder { radius: None, height: None, segments: None });
        assert_eq!((cylinder.positions[0][1], cylinder.uvs[0]), (0.5, [0.0, 0.0]));
        let cube = surface(Recipe::Cube { width: None, height: None, depth: None });
        let front: Vec<_> = (0..24).filter(|i| cube.normals[*i] == [0.0, 0.0, 1.0]).collect();
        assert_eq!(front.len(), 4);
        for i in front {
            assert_eq!(cube.uvs[i], [cube.positions[i][0] + 0.5, 0.5 - cube.positions[i][1]]);
        }
    }

    #[test]
    fn odd_numbers_are_made_sense_of() {
        let few = build(&Recipe::Circle { radius: Some(f64::MAX), segments: Some(-5.0) }).unwrap();
        assert_eq!((few.surface.indices.len(), few.clamped), (9, false));
        assert_eq!(few.surface.bounds().unwrap().1.x, 0.5);
        let many =
            build(&Recipe::UvSphere { radius: None, segments: Some(1e9), rings: Some(1e300) }).unwrap();
        assert!(many.clamped && many.surface.positions.len() < 2_000_000);
        let flat = build(&Recipe::Cone { radius: Some(0.0), height: Some(0.0), segments: None }).unwrap();
        assert!(flat.surface.normals.iter().flatten().all(|number| number.is_finite()));
        assert!(build(&Recipe::Gltf { src: "a.glb".into(), node: None, occurrence: None }).is_none());
    }
}
