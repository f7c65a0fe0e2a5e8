//! Godot projects: files by path and uid, scenes put together with everything they instance, node paths
//! across files, and what a node's properties really are.
//!
//! ```
//! use proscenio_project::{Project, godot::GodotProject};
//! use proscenio_vfs::MemoryTree;
//!
//! let ball = "[gd_scene format=3]\n\n[node name=\"Ball\" type=\"Node2D\"]\nrotation = 1.0\n";
//! let room = "[gd_scene format=3]\n\n[ext_resource type=\"PackedScene\" path=\"res://ball.tscn\" id=\"1\"]\n\n[node name=\"Room\" type=\"Node2D\"]\n\n[node name=\"Red\" parent=\".\" instance=ExtResource(\"1\")]\nposition = Vector2(1, 2)\n";
//! let files = MemoryTree::from_files([("project.godot", ""), ("ball.tscn", ball), ("room.tscn", room)]);
//! let project = Project::around(&files, "room.tscn");
//! let godot = GodotProject::new(&project);
//! let tree = godot.instantiate("room.tscn").unwrap();
//! let paths: Vec<String> = tree.walk().map(|node| tree.path(node)).collect();
//! assert_eq!(paths, [".", "Red"]);
//! let red = tree.walk().nth(1).unwrap();
//! assert_eq!(tree.class_name(red), "Node2D");
//! assert_eq!(tree.setting(red, "rotation").unwrap().file.resource_path().as_ref(), "res://ball.tscn");
//! ```
//!
//! # Limitations
//!
//! Scripts never run: what a script would add or change is not there, and the variables it exports have
//! no defaults. Of glTF files the nodes, meshes by name, skeletons and animations by name are there, as
//! the engine's importer names them; import scripts are not run.

mod builtin;
mod codes;
mod config;
mod control;
mod effective;
mod file;
mod flatten;
mod gltf;
mod instance;
mod listing;
mod members;
mod paths;
mod place;
mod project;
mod scripts;
mod tree;
mod typed;
mod uid;
mod write;

pub use codes::*;
pub use config::Config;
pub use effective::{Effective, Held, Origin};
pub use file::{Made, SceneFile};
pub use flatten::Flattened;
pub use gltf::PICTURE;
pub use instance::Limits;
pub use listing::ListedNode;
pub use paths::{Holder, Lost, Reached};
pub use place::{Placed, Places};
pub use project::{Autoload, FileId, GodotProject, NotLoaded, Resolved};
pub use scripts::{Declared, Names};
pub use tree::{NodeId, SceneTree, Setting, State, TreeConnection};
pub use uid::Uid;
pub use write::{Change, How, NotSet};
