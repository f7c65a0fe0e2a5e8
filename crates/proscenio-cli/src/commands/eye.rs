//! An eye of the person's own: where it stands, and how it walks.

use anyhow::{Result, bail};
use proscenio::run::{PortalMap, Walker, Walls};
use proscenio::scene::glam::{Affine3A, DVec3, Mat3, Vec2, Vec3};
use proscenio::scene::{Camera, FovAxis, Placement, Projection};
use proscenio::{Component, Node, NodeId, Scene, did_you_mean};

use crate::args::render::EyeArgs;

/// Opening angle, near and far distance of Espresso3D's own views.
const FOV: f64 = 45.0;
const DEPTHS: [f32; 2] = [0.1, 1000.0];
/// Sectors listed when one is not found.
const LISTED: usize = 20;

/// An eye that walks in a straight line.
pub struct Walk {
    /// A camera put into the scene.
    camera: NodeId,
    from: DVec3,
    to: DVec3,
    /// What it looks at; `None` looks ahead.
    look_at: Option<DVec3>,
    ahead: DVec3,
    /// `None` outside all sectors.
    walker: Option<Walker>,
}

impl Walk {
    /// Puts an eye into a scene.
    pub fn new(scene: &mut Scene, map: Option<&PortalMap>, args: &EyeArgs) -> Result<Self> {
        let named = args.sector.as_deref().map(|name| find_sector(map, name)).transpose()?;
        let middle =
            named.zip(map).and_then(|(sector, map)| map.bounds(sector)).map(|(low, high)| (low + high) * 0.5);
        let from = args.eye.map(DVec3::from_array).or(middle).unwrap_or_default();
        let to = args.walk_to.map_or(from, DVec3::from_array);
        let look_at = args.look_at.map(DVec3::from_array);
        let found = || map?.locate(scene, &scene.world_placements(), from).map(|located| located.sector);
        let walker = named.or_else(found).map(|sector| Walker { sector, position: from });
        let camera = Camera {
            projection: Projection::Perspective {
                fov: args.fov.unwrap_or(FOV).to_radians() as f32,
                axis: FovAxis::Vertical,
            },
            near: DEPTHS[0],
            far: DEPTHS[1],
            offset: Vec2::ZERO,
            zoom: 1.0,
            current: false,
            local: None,
            follows_node: true,
            follows_plane: false,
        };
        let node = Node {
            placement: Placement::space(Affine3A::IDENTITY),
            top_level: true,
            components: vec![Component::Camera(camera)],
            ..Node::new("eye")
        };
        let camera = scene.add_child(scene.root, node);
        let ahead = (to - from).try_normalize().unwrap_or(DVec3::Z);
        Ok(Self { camera, from, to, look_at, ahead, walker })
    }

    /// The camera's node.
    pub const fn camera(&self) -> NodeId {
        self.camera
    }

    /// The node of the sector the eye is in.
    pub fn sector(&self, map: Option<&PortalMap>) -> Option<NodeId> {
        Some(map?.node(self.walker?.sector))
    }

    /// Goes to a share of the way, and says which doorways and walls it came through.
    pub fn go(&mut self, scene: &mut Scene, map: Option<&PortalMap>, share: f64) -> Vec<String> {
        let at = self.from.lerp(self.to, share);
        let mut told = Vec::new();
        if let (Some(walker), Some(map)) = (&mut self.walker, map) {
            let world = scene.world_placements();
            let (mut sector, mut from) = (walker.sector, walker.position);
            let leg = |sector: usize, from: DVec3, to: DVec3| {
                let hit = Walls::of_sector(scene, &world, map, sector).segment(from, to);
                hit.map(|hit| {
                    format!(
                        "the way goes through a wall of sector \"{}\" at {}",
                        map.name(sector),
                        shown(hit.point)
                    )
                })
            };
            for crossing in walker.step(map, at).crossings {
                told.extend(leg(sector, from, crossing.point));
                (sector, from) = (crossing.sector, crossing.point);
                let (portal, into) = (&scene.nodes[crossing.portal].name, map.name(sector));
                let place = shown(from);
                told.push(format!(
                    "the eye goes through portal \"{portal}\" into sector \"{into}\" at {place}"
                ));
            }
            told.extend(leg(sector, from, at));
        }
        let way = self.look_at.map_or(self.ahead, |look_at| look_at - at);
        scene.nodes[self.camera].placement = Placement::space(looking(at.as_vec3(), way.as_vec3()));
        told
    }
}

/// A point for people.
fn shown(point: DVec3) -> String {
    let [x, y, z] = point.to_array();
    format!("{x:.3}, {y:.3}, {z:.3}")
}

/// An eye at a point that looks a way, its up as near to +Y as that allows.
fn looking(at: Vec3, way: Vec3) -> Affine3A {
    let back = -way.try_normalize().unwrap_or(Vec3::Z);
    let right = Vec3::Y.cross(back).try_normalize().unwrap_or(Vec3::X);
    Affine3A::from_mat3_translation(Mat3::from_cols(right, back.cross(right), back), at)
}

fn find_sector(map: Option<&PortalMap>, name: &str) -> Result<usize> {
    let Some(map) = map else { bail!("there is no sector {name}: the scene has none") };
    if let Some(sector) = map.find(name) {
        return Ok(sector);
    }
    let all = || (0..map.sector_count()).map(|sector| map.name(sector));
    let listed: Vec<&str> = all().take(LISTED).collect();
    let more = if map.sector_count() > LISTED { ", …" } else { "" };
    let meant = did_you_mean(name, all()).map(|meant| meant + " ").unwrap_or_default();
    bail!("there is no sector {name}; {meant}the map has: {}{more}", listed.join(", "));
}

#[cfg(test)]
mod tests {
    use super::looking;
    use proscenio::scene::glam::Vec3;

    #[test]
    fn eyes_look_where_they_are_told() {
        for way in [Vec3::Z, Vec3::X, Vec3::new(1.0, -2.0, 0.5), Vec3::Y, -Vec3::Y] {
            let eye = looking(Vec3::ONE, way);
            assert!(eye.transform_vector3(-Vec3::Z).abs_diff_eq(way.normalize(), 1e-6), "{way}");
            assert!((eye.matrix3.determinant() - 1.0).abs() < 1e-5 && eye.matrix3.y_axis.y >= -1e-6, "{way}");
        }
    }
}
