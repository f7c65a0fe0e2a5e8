//! Cameras, in space and in the plane.

use glam::{Mat2, Vec2};
use proscenio_scene::{Camera, Camera2d, Component, FovAxis, NodeId, Projection};

use super::Importer;
use super::files::Generation;
use super::props::Props;

/// A camera's wish to be the one that is seen through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Candidate {
    pub node: NodeId,
    /// Whether the file says so; the first camera of a view is taken without being asked.
    pub wants: bool,
    /// The view that it is in; `None` is the window.
    pub viewport: Option<usize>,
}

/// How far a camera begins before its node, as shares of the picture. The engine moves it back into the margins only when
/// the node moves.
fn ahead(props: &Props) -> Vec2 {
    let share = |axis: &str, margins: [&str; 2]| {
        let offset = props.number(&format!("drag_{axis}_offset"));
        let margin = if offset < 0.0 { margins[1] } else { margins[0] };
        offset * props.number(&format!("drag_{margin}_margin")) * 0.5
    };
    Vec2::new(share("horizontal", ["left", "right"]), share("vertical", ["top", "bottom"]))
}

impl Importer<'_> {
    /// The component of a `Camera3D` (`Camera`).
    pub(super) fn camera(&mut self, props: &Props, node: NodeId) -> Component {
        let axis = if props.int("keep_aspect") == 0 { FovAxis::Horizontal } else { FovAxis::Vertical };
        let size = props.number("size");
        let projection = match props.int("projection") {
            1 => Projection::Orthographic { size, axis },
            2 => {
                Projection::Frustum { size, axis, offset: Vec2::from_array(props.vector2("frustum_offset")) }
            }
            _ => Projection::Perspective { fov: props.number("fov").to_radians(), axis },
        };
        let viewport = self.viewports.at.viewport;
        if let Some(viewport) = viewport.and_then(|viewport| self.viewports.all.get_mut(viewport)) {
            viewport.has_camera = true;
        }
        self.cameras.push(Candidate { node, wants: props.flag("current"), viewport });
        Component::Camera(Camera {
            projection,
            near: props.number("near"),
            far: props.number("far"),
            offset: Vec2::new(props.number("h_offset"), props.number("v_offset")),
            zoom: 1.0,
            current: false,
            local: None,
            follows_node: true,
            follows_plane: false,
        })
    }

    /// The component of a `Camera2D`. Engine behaviour: one that is interpolated moves the view in steps of physics alone.
    pub(super) fn camera_2d(&mut self, props: &Props, node: NodeId, interpolated: bool) -> Component {
        let zoom = Vec2::from_array(props.vector2("zoom"));
        let (zoom, turns, wants) = match props.generation() {
            Generation::Four => (zoom, !props.flag("ignore_rotation"), props.flag("enabled")),
            // Godot 3 counts the other way: a zoom of 2 shows twice as much.
            Generation::Three => (zoom.recip(), props.flag("rotating"), props.flag("current")),
        };
        self.flat_cameras.push(Candidate { node, wants, viewport: self.viewports.at.viewport });
        self.turning_cameras.extend(turns.then_some(node));
        // 0 keeps the top-left corner of the picture at the camera, 1 its middle.
        let origin = if props.int("anchor_mode") == 0 { 0.0 } else { 0.5 };
        Component::Camera2d(Camera2d {
            position: Vec2::from_array(props.vector2("offset")),
            rotation: 0.0,
            zoom: Vec2::select(zoom.cmpeq(Vec2::ZERO), Vec2::ONE, zoom),
            origin: Vec2::splat(origin),
            current: false,
            follows_node: true,
            limits: (!props.has("limit_enabled") || props.flag("limit_enabled")).then(|| {
                ["limit_left", "limit_top", "limit_right", "limit_bottom"].map(|side| props.number(side))
            }),
            ahead: if origin == 0.0 || props.generation() == Generation::Three {
                Vec2::ZERO
            } else {
                ahead(props)
            },
            apart: None,
            waits: interpolated,
        })
    }

    /// Decides which cameras are seen through, in each view: of those in space the last that asks, else the first; of
    /// those in the plane the first that is enabled.
    pub(super) fn choose_cameras(&mut self) {
        let mut all = Vec::new();
        for viewport in std::iter::once(None).chain((0..self.viewports.all.len()).map(Some)) {
            let of = |camera: &&Candidate| camera.viewport == viewport;
            let asking = self.cameras.iter().rev().filter(of).find(|camera| camera.wants);
            let chosen = asking.or_else(|| self.cameras.iter().find(of)).map(|camera| camera.node);
            let flat = self.flat_cameras.iter().filter(of).find(|camera| camera.wants);
            if viewport.is_none() {
                self.current_camera = chosen;
            }
            all.extend([chosen, flat.map(|camera| camera.node)].into_iter().flatten());
        }
        for node in all {
            for component in &mut self.scene.nodes[node].components {
                match component {
                    Component::Camera(camera) => camera.current = true,
                    Component::Camera2d(camera) => camera.current = true,
                    _ => {}
                }
            }
        }
        self.stand_apart();
    }

    /// A camera in the plane takes only its place from its node, and its angle when it turns with it. Where
    /// the node is turned or scaled otherwise, the camera stands by itself.
    fn stand_apart(&mut self) {
        if self.flat_cameras.is_empty() {
            return;
        }
        let world = self.scene.world_placements();
        for node in self.flat_cameras.iter().map(|camera| camera.node) {
            let place = world.flat(node).matrix();
            if place.matrix2.abs_diff_eq(Mat2::IDENTITY, 1e-6) {
                continue;
            }
            let turns = self.turning_cameras.contains(&node);
            for component in &mut self.scene.nodes[node].components {
                if let Component::Camera2d(camera) = component {
                    camera.follows_node = false;
                    camera.apart = Some(place.translation);
                    camera.position += place.translation;
                    camera.rotation = if turns { place.matrix2.x_axis.to_angle() } else { 0.0 };
                }
            }
        }
    }
}
