//! What the doorways of a portal map hide from an eye.

use bytemuck::{Pod, Zeroable};
use proscenio_run::{PortalMap, Seen, ViewVolume};
use proscenio_scene::glam::{DMat4, DVec2, DVec3, DVec4, Vec2};
use proscenio_scene::{NodeId, PortalKind, Scene, WorldPlacements};

use crate::Note;
use crate::camera::Eye;

/// A sector that is seen through more accurate doorways than this is drawn whole.
const MAX_WINDOWS: usize = 8;
/// Sides of a window beyond these cut nothing.
const MAX_SIDES: usize = 12;
/// Pixels beside a doorway that still belong to it, so that rounding leaves no gap at its frame.
const SLACK: f64 = 0.01;

/// The part of a doorway that something is seen through, laid out as `Window` in `cut.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub(crate) struct WindowData {
    /// Number of sides.
    counts: [u32; 4],
    /// The half-space behind it, in the world.
    behind: [f32; 4],
    /// Half-planes of the picture: a pixel at `x`, `y` is inside when `x·a + y·b + c >= 0`.
    sides: [[f32; 4]; MAX_SIDES],
}

/// What the drawings of a sector are cut to, laid out as `Cut` in `cut.wgsl`: to nothing without a window.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub(crate) struct CutData {
    /// Number of windows.
    counts: [u32; 4],
    windows: [WindowData; MAX_WINDOWS],
}

/// The rooms of a scene as an eye sees them.
#[derive(Clone, Debug)]
pub(crate) struct Rooms {
    /// The first one cuts nothing.
    pub(crate) cuts: Vec<CutData>,
    /// By node, into [`Rooms::cuts`]; `None` for a node in a sector that is not seen.
    cut_of: Vec<Option<usize>>,
    /// Every doorway that lets sight through, in pixels.
    pub(crate) doorways: Vec<(PortalKind, Vec<Vec2>)>,
    /// Sectors that are drawn, and all there are.
    pub(crate) drawn: usize,
    pub(crate) total: usize,
}

impl Default for Rooms {
    /// Of a scene without rooms, or an eye outside: nothing is hidden.
    fn default() -> Self {
        let (cut_of, doorways) = (Vec::new(), Vec::new());
        Self { cuts: vec![CutData::zeroed()], cut_of, doorways, drawn: 0, total: 0 }
    }
}

impl Rooms {
    /// What an eye sees that stands in the sector of a node, or in the one around it.
    pub(crate) fn new(
        scene: &Scene,
        world: &WorldPlacements,
        map: &PortalMap,
        eye: &Eye,
        stands_in: Option<NodeId>,
        size: [u32; 2],
        notes: &mut Vec<Note>,
    ) -> Self {
        let by_tree = stands_in.and_then(|node| map.sector_of_node(node));
        let at = eye.position().as_dvec3();
        let Some(sector) = by_tree.or_else(|| Some(map.locate(scene, world, at)?.sector)) else {
            notes.push(Note::OutsideSectors { total: map.sector_count() });
            return Self::default();
        };
        let view = eye.volume();
        let seen = map.seen(&view, sector);
        let (drawn, total) = (seen.sectors.len(), map.sector_count());
        notes.push(Note::Sectors { sector: map.name(sector).to_owned(), drawn, total });
        let pixels = Pixels::new(eye, size);
        let mut rooms = Self { drawn, total, doorways: pixels.doorways(&seen), ..Self::default() };
        rooms.cut(scene, map, &seen, &view, &pixels);
        rooms
    }

    fn cut(&mut self, scene: &Scene, map: &PortalMap, seen: &Seen, view: &ViewVolume, pixels: &Pixels) {
        let mut of_sector = vec![None; map.sector_count()];
        for (sector, windows) in seen.sectors.iter().zip(seen.cuts()) {
            let windows: Option<Vec<WindowData>> = (windows.len() <= MAX_WINDOWS)
                .then(|| windows.iter().map(|w| pixels.window(view, &seen.windows[*w].corners)).collect())
                .flatten();
            of_sector[sector.sector] = Some(match windows {
                Some(windows) if !windows.is_empty() => {
                    let mut cut = CutData::zeroed();
                    cut.counts[0] = windows.len() as u32;
                    cut.windows[..windows.len()].copy_from_slice(&windows);
                    self.cuts.push(cut);
                    self.cuts.len() - 1
                }
                _ => 0,
            });
        }
        let of = |node| map.sector_of_node(node).map_or(Some(0), |sector| of_sector[sector]);
        self.cut_of = scene.nodes.iter().map(|(node, _)| of(node)).collect();
    }

    /// What a node's drawings are cut to, into [`Rooms::cuts`]; `None` when they are hidden.
    pub(crate) fn cut_of(&self, node: NodeId) -> Option<usize> {
        self.cut_of.get(node.index()).copied().unwrap_or(Some(0))
    }
}

/// From the world to pixels of the picture.
struct Pixels {
    clip_from_world: DMat4,
    size: DVec2,
}

impl Pixels {
    fn new(eye: &Eye, [width, height]: [u32; 2]) -> Self {
        let clip_from_world = eye.clip_from_world().as_dmat4();
        Self { clip_from_world, size: DVec2::new(f64::from(width), f64::from(height)) }
    }

    /// `None` when the doorway is seen edge-on, or the numbers fail.
    fn window(&self, view: &ViewVolume, corners: &[DVec3]) -> Option<WindowData> {
        let (planes, behind) = view.through(corners)?;
        let to_clip = self.clip_from_world.inverse().transpose();
        let mut data = WindowData::zeroed();
        for plane in planes.into_iter().take(MAX_SIDES) {
            // The plane holds the eye, or runs along its sight: what is left of it in the picture is a line.
            let DVec4 { x, y, w, .. } = to_clip * plane;
            let side = DVec3::new(2.0 * x / self.size.x, -2.0 * y / self.size.y, w - x + y);
            let side = side / side.truncate().length();
            if !side.is_finite() {
                return None;
            }
            data.sides[data.counts[0] as usize] = (side + DVec3::Z * SLACK).extend(0.0).as_vec4().into();
            data.counts[0] += 1;
        }
        data.behind = behind.as_vec4().into();
        Some(data)
    }

    fn doorways(&self, seen: &Seen) -> Vec<(PortalKind, Vec<Vec2>)> {
        let place = |corner: &DVec3| {
            let clip = self.clip_from_world * corner.extend(1.0);
            let at = (DVec2::new(clip.x, -clip.y) / clip.w * 0.5 + 0.5) * self.size;
            (clip.w > 0.0 && at.is_finite()).then(|| at.as_vec2())
        };
        let windows = seen.windows.iter().filter(|window| !window.stands_in);
        let outlines = windows.filter_map(|window| {
            let corners: Option<Vec<Vec2>> = window.corners.iter().map(place).collect();
            Some((window.kind, corners?))
        });
        outlines.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proscenio_scene::glam::{Affine3A, Vec3};
    use proscenio_scene::{Camera, FovAxis, Projection};

    fn eye(projection: Projection) -> Eye {
        let camera = Camera {
            projection,
            near: 0.1,
            far: 100.0,
            offset: Vec2::ZERO,
            zoom: 1.0,
            current: true,
            local: None,
            follows_node: true,
            follows_plane: false,
        };
        let place = Affine3A::from_rotation_translation(
            proscenio_scene::glam::Quat::from_rotation_y(0.4),
            Vec3::new(1.0, 2.0, 3.0),
        );
        Eye::of(&camera, place, 2.0)
    }

    /// A pixel is inside a window's sides exactly when it lies in the projected polygon.
    #[test]
    fn sides_of_a_window_are_lines_of_the_picture() {
        let axis = FovAxis::Vertical;
        for projection in [
            Projection::Perspective { fov: 1.0, axis },
            Projection::Orthographic { size: 6.0, axis },
            Projection::Frustum { size: 0.1, axis, offset: Vec2::new(0.02, -0.01) },
        ] {
            let eye = eye(projection);
            let pixels = Pixels::new(&eye, [200, 100]);
            let corner = |x: f32, y: f32| eye.world.transform_point3(Vec3::new(x, y, -5.0)).as_dvec3();
            let corners = [corner(-1.0, -1.0), corner(-1.0, 1.0), corner(1.5, 1.0), corner(1.5, -1.0)];
            let data = pixels.window(&eye.volume(), &corners).unwrap();
            assert_eq!(data.counts[0], 4);
            let clip = |x: f32, y: f32| {
                let at = eye.clip_from_world().project_point3(corner(x, y).as_vec3());
                Vec2::new((at.x + 1.0) * 100.0, (1.0 - at.y) * 50.0)
            };
            let inside = |at: Vec2| data.sides[..4].iter().all(|[a, b, c, _]| a * at.x + b * at.y + c >= 0.0);
            for (x, y, wanted) in [(0.0, 0.0, true), (1.45, 0.95, true), (-0.95, -0.95, true)] {
                assert_eq!(inside(clip(x, y)), wanted, "{projection:?} {x} {y}");
            }
            for (x, y) in [(1.6, 0.0), (-1.1, 0.0), (0.0, 1.1), (0.0, -1.1)] {
                assert!(!inside(clip(x, y)), "{projection:?} {x} {y}");
            }
        }
    }
}
