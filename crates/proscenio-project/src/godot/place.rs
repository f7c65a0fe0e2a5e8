//! Where nodes are: transforms composed up the tree, as the engine composes them.

use proscenio_godot::Value;

use super::tree::{NodeId, SceneTree};

/// A transform in the space of the scene's root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Placed {
    /// In space: the basis row by row (xx yx zx, xy yy zy, xz yz zz), then the origin, metres;
    /// right-handed, +Y up.
    Space([f32; 12]),
    /// In the plane: x axis, y axis, origin, pixels; +Y down.
    Plane([f32; 6]),
}

/// A transform of its own or none at all.
const SPACE: [f32; 12] = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0];

/// What kind of place a node has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Space,
    Node2d,
    Control,
    /// A canvas item that is neither, of which there is none but by extensions.
    None,
}

/// Transforms of all nodes of a tree, worked out once from the root down.
#[derive(Clone, Debug)]
pub struct Places {
    all: Vec<Option<Placed>>,
}

impl Places {
    /// The place of a node: of nodes in space, and of nodes in the plane, controls included.
    #[must_use]
    pub fn of(&self, node: NodeId) -> Option<Placed> {
        self.all.get(node.0 as usize).copied().flatten()
    }
}

impl SceneTree {
    /// The places of all nodes, composed as far as parents are of the same kind and none is `top_level`.
    #[must_use]
    pub fn places(&self) -> Places {
        let mut all = vec![None; self.len()];
        for node in self.walk() {
            let kind = self.kind(node);
            let own = match kind {
                Kind::Space => Placed::Space(self.own_space(node)),
                Kind::Node2d => Placed::Plane(self.own_plane(node)),
                Kind::Control => Placed::Plane(self.control_place(node)),
                Kind::None => continue,
            };
            let above = self.parent(node).and_then(|parent| all[parent.0 as usize]);
            let above = above.filter(|_| !self.flag(node, "top_level"));
            all[node.0 as usize] = Some(match (above, own) {
                (Some(Placed::Space(above)), Placed::Space(own)) => {
                    Placed::Space(compose_space(&above, &own))
                }
                (Some(Placed::Plane(above)), Placed::Plane(own)) => {
                    Placed::Plane(compose_plane(&above, &own))
                }
                (_, own) => own,
            });
        }
        Places { all }
    }

    pub(super) fn kind(&self, node: NodeId) -> Kind {
        let Some(class) = self.class(node) else { return Kind::None };
        // The walk up the classes ends at the first of these that it meets.
        let found = class.ancestry().find_map(|class| match class.name() {
            "Node3D" | "Spatial" => Some(Kind::Space),
            "Node2D" => Some(Kind::Node2d),
            "Control" => Some(Kind::Control),
            _ => None,
        });
        found.unwrap_or(Kind::None)
    }

    fn flag(&self, node: NodeId, property: &str) -> bool {
        self.setting(node, property).and_then(|setting| setting.entry.value().as_bool()).unwrap_or(false)
    }

    fn number(&self, node: NodeId, property: &str) -> f32 {
        self.effective(node, property).and_then(|one| one.value.as_f64()).unwrap_or(0.0) as f32
    }

    fn vector(&self, node: NodeId, property: &str, default: [f32; 2]) -> [f32; 2] {
        self.setting(node, property).and_then(|setting| setting.entry.value().as_vector2()).unwrap_or(default)
    }

    /// A node in space may be placed by `transform`, or by position, rotation and scale; the engine takes
    /// what comes last in the file, a stronger scene over a weaker.
    fn own_space(&self, node: NodeId) -> [f32; 12] {
        let Some(setting) = self.setting(node, "transform") else { return self.space_by_parts(node) };
        match setting.entry.value() {
            Value::Transform3D(numbers) => *numbers,
            _ => SPACE,
        }
    }

    fn space_by_parts(&self, node: NodeId) -> [f32; 12] {
        let vector = |property: &str| {
            self.setting(node, property).and_then(|setting| setting.entry.value().as_vector3())
        };
        let (position, rotation, scale) = (vector("position"), vector("rotation"), vector("scale"));
        let degrees = vector("rotation_degrees").map(|angles| angles.map(f32::to_radians));
        let basis = match self.setting(node, "basis").map(|setting| setting.entry.value()) {
            Some(Value::Basis(basis)) => Some(*basis),
            _ => None,
        };
        let quaternion = match self.setting(node, "quaternion").map(|setting| setting.entry.value()) {
            Some(Value::Quaternion(quaternion)) => Some(basis_of_quaternion(quaternion)),
            _ => None,
        };
        let turned = rotation.or(degrees).map(basis_of_euler).or(quaternion);
        let basis = basis.or(turned).unwrap_or([1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
        let [x, y, z] = scale.unwrap_or([1.0; 3]);
        let scales = [x, y, z, x, y, z, x, y, z];
        let mut whole = SPACE;
        for (place, (number, scale)) in whole.iter_mut().zip(basis.iter().zip(scales)) {
            *place = number * scale;
        }
        whole[9..].copy_from_slice(&position.unwrap_or([0.0; 3]));
        whole
    }

    fn own_plane(&self, node: NodeId) -> [f32; 6] {
        if let Some(Value::Transform2D(numbers)) =
            self.setting(node, "transform").map(|setting| setting.entry.value())
        {
            return numbers;
        }
        let position = self.vector(node, "position", [0.0; 2]);
        let scale = self.vector(node, "scale", [1.0; 2]);
        let turn = match self.setting(node, "rotation_degrees") {
            Some(degrees) if self.setting(node, "rotation").is_none() => {
                (degrees.entry.value().as_f64().unwrap_or(0.0) as f32).to_radians()
            }
            _ => self.number(node, "rotation"),
        };
        let skew = self.number(node, "skew");
        [
            turn.cos() * scale[0],
            turn.sin() * scale[0],
            -(turn + skew).sin() * scale[1],
            (turn + skew).cos() * scale[1],
            position[0],
            position[1],
        ]
    }
}

/// `above * own`, both with rows of the basis first.
pub(super) fn compose_space(above: &[f32; 12], own: &[f32; 12]) -> [f32; 12] {
    let mut whole = [0.0; 12];
    for row in 0..3 {
        let left = &above[row * 3..row * 3 + 3];
        for column in 0..3 {
            whole[row * 3 + column] =
                left[0] * own[column] + left[1] * own[3 + column] + left[2] * own[6 + column];
        }
        whole[9 + row] = left[0] * own[9] + left[1] * own[10] + left[2] * own[11] + above[9 + row];
    }
    whole
}

/// `above * own`, both as axes and origin.
pub(super) fn compose_plane(above: &[f32; 6], own: &[f32; 6]) -> [f32; 6] {
    let turned = |x: f32, y: f32| [above[0] * x + above[2] * y, above[1] * x + above[3] * y];
    let (x, y, origin) = (turned(own[0], own[1]), turned(own[2], own[3]), turned(own[4], own[5]));
    [x[0], x[1], y[0], y[1], origin[0] + above[4], origin[1] + above[5]]
}

/// Rows of the basis of angles in radians, turned in the engine's order Y, X, Z.
fn basis_of_euler([x, y, z]: [f32; 3]) -> [f32; 9] {
    let ((sx, cx), (sy, cy), (sz, cz)) = (x.sin_cos(), y.sin_cos(), z.sin_cos());
    [
        cy * cz + sy * sx * sz,
        cz * sy * sx - cy * sz,
        cx * sy,
        cx * sz,
        cx * cz,
        -sx,
        cy * sx * sz - cz * sy,
        cy * cz * sx + sy * sz,
        cy * cx,
    ]
}

/// Rows of the basis of a turn x, y, z, w.
pub(super) fn basis_of_quaternion([x, y, z, w]: [f32; 4]) -> [f32; 9] {
    let length = x * x + y * y + z * z + w * w;
    let double = if length > 0.0 { 2.0 / length } else { 0.0 };
    let (xs, ys, zs) = (x * double, y * double, z * double);
    let (wx, wy, wz) = (w * xs, w * ys, w * zs);
    let (xx, xy, xz) = (x * xs, x * ys, x * zs);
    let (yy, yz, zz) = (y * ys, y * zs, z * zs);
    [1.0 - (yy + zz), xy - wz, xz + wy, xy + wz, 1.0 - (xx + zz), yz - wx, xz - wy, yz + wx, 1.0 - (xx + yy)]
}
