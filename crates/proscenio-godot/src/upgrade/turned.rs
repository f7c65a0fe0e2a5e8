//! Capsules lay along z in Godot 3 and stand along y in Godot 4: what holds one is turned.

use proscenio_source::Edit;

use super::scene::{Scene, sub_resource};
use super::{UPGRADE_CHECK, UPGRADED, Upgrader};
use crate::spell::Spelling;
use crate::value::{Id, Value};

/// Nodes that hold a capsule, the property, and the class of the capsule.
const HOLDERS: [(&str, &str, &str); 2] =
    [("CollisionShape", "shape", "CapsuleShape"), ("MeshInstance", "mesh", "CapsuleMesh")];

impl<'d> Upgrader<'d> {
    /// Turns the nodes of the file that hold a capsule of the file, and tells of those that cannot turn
    /// because something hangs from them.
    pub(super) fn turned(&mut self, scene: &Scene<'d>) {
        let capsules: Vec<(Id, String)> = self
            .document
            .sub_resources()
            .filter_map(|resource| Some((resource.id()?, resource.resource_type()?.into_owned())))
            .filter(|(_, class)| HOLDERS.iter().any(|(.., capsule)| capsule == class))
            .collect();
        if capsules.is_empty() {
            return;
        }
        for node in self.document.nodes() {
            let class = node.node_type();
            let holder = HOLDERS.iter().find(|(holder, ..)| class.as_deref() == Some(holder));
            let Some((_, property, capsule)) = holder else { continue };
            let Some(held) = node.property(property) else { continue };
            let held_id = sub_resource(&held.value());
            if !capsules.iter().any(|(id, class)| Some(id) == held_id.as_ref() && class == capsule) {
                continue;
            }
            if !scene.is_leaf(node.0) {
                let message =
                    "a capsule lay along z and stands along y now; turn it, and not what hangs here";
                self.tell(UPGRADE_CHECK, held.span(), message.to_owned());
                continue;
            }
            let written = node.property("transform");
            let old = match written.map(|entry| entry.value()) {
                None => [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0],
                Some(Value::Transform3D(matrix)) => *matrix,
                Some(_) => continue,
            };
            let text = Value::Transform3D(Box::new(laid_down(old))).spelled(Spelling::GODOT_4);
            match written {
                Some(entry) => {
                    self.edits.retain(|edit| edit.span != entry.value_span());
                    self.edits.push(Edit::replace(entry.value_span(), text));
                }
                None => {
                    let end = node.0.header_span().end();
                    self.edits.push(Edit::insert(end, format!("\ntransform = {text}")));
                }
            }
            let message = "a capsule lay along z and stands along y now: the node is turned";
            self.tell(UPGRADED, held.span(), message.to_owned());
        }
    }
}

/// A transform with its y axis where z was: a quarter of a turn about x in front of it.
fn laid_down(matrix: [f32; 12]) -> [f32; 12] {
    let mut turned = matrix;
    for row in [0, 3, 6] {
        turned[row + 1] = matrix[row + 2];
        turned[row + 2] = 0.0 - matrix[row + 1];
    }
    turned
}
