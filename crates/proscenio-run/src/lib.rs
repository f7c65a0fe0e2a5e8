//! Scenes in time and space, whatever engine they are from: animations sampled and applied, meshes bent by bones,
//! what is seen through portals, movement from room to room, collision, and where the rectangles and lines of user
//! interfaces are.
//!
//! Everything is a function of its arguments: time is one of them, and there is no clock, no chance and no hidden
//! state. The same call gives the same answer on every machine that rounds alike.
//!
//! ```
//! use proscenio_run::pose_scene;
//! use proscenio_scene::{Animation, Channel, LoopMode, Node, Placement, Scene, Target, Track, Values};
//! use proscenio_scene::glam::Affine3A;
//!
//! let mut scene = Scene::new("lift", Node { placement: Placement::space(Affine3A::IDENTITY), ..Node::new("lift") });
//! let target = Target::Node { node: scene.root, channel: Channel::Translation };
//! let track = Track::new(target, vec![0.0, 2.0], Values::Vec3(vec![[0.0; 3], [0.0, 4.0, 0.0]]));
//! let up = scene.animations.add(Animation {
//!     name: "up".into(), length: 2.0, loop_mode: LoopMode::Once, tracks: vec![track], ..Animation::default()
//! });
//! let posed = pose_scene(&scene, up, 0.5);
//! assert_eq!(posed.scene.world_placements().space(scene.root).translation.y, 1.0);
//! ```
//!
//! # Limitations
//!
//! No physics and no scripts. Properties other than placements are sampled and handed back, not set. A sector's
//! triangles are searched one by one when something moves in it.

mod animation;
mod bake;
mod collide;
mod fill;
pub mod font;
pub mod layout;
mod portal;
pub mod set;
mod skin;
pub mod words;

pub use animation::{
    Cursor, Mover, Posed, PropertySample, Sampler, Value, animations_begun, animations_named, pose,
    pose_begun_alone, pose_scene, time_in,
};
pub use bake::bake;
pub use collide::{Hit, Walls};
pub use portal::{
    Crossing, Located, PortalMap, Seen, SeenSector, ViewVolume, Walked, Walker, Window, hidden_nodes,
};
pub use skin::{Bent, bend, joint_matrices, morph};

/// Open Sans SemiBold 3.003, which is also the Godot engine's own font: a TrueType file under the SIL Open Font
/// License 1.1 (`fonts/OFL.txt`).
pub const OPEN_SANS: &[u8] = include_bytes!("../fonts/OpenSans-SemiBold.ttf");
