//! Properties that became others together: one says what several said, or several what one said.

use crate::classes::Class;
use crate::section::Section;
use crate::value::Value;

/// Old properties of a section and the new ones that say the same.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Merged {
    /// The old ones; those that the section has go.
    pub old: &'static [&'static str],
    /// The new ones.
    pub new: Vec<(&'static str, Value)>,
    /// Why, in one sentence.
    pub because: &'static str,
}

/// What of a section's properties becomes others together. A section that leaves a capsule's size to its
/// class gets it spelled: the defaults are others now.
pub(super) fn merged(class: Class, section: Section<'_>) -> Vec<Merged> {
    let value = |name: &str| section.property(name).map(|entry| entry.value());
    let number = |name: &str, default: f64| value(name).map_or(Some(default), |value| value.as_f64());
    let mut all = Vec::new();
    match class.name() {
        "CapsuleShape" => all.extend(capsule("height", number("radius", 1.0), number("height", 1.0))),
        "CapsuleShape2D" => all.extend(capsule("height", number("radius", 10.0), number("height", 20.0))),
        "CapsuleMesh" => all.extend(capsule("mid_height", number("radius", 1.0), number("mid_height", 1.0))),
        "CSGBox" => {
            let sides = ["width", "height", "depth"].map(|side| number(side, 2.0));
            if let [Some(x), Some(y), Some(z)] = sides {
                all.push(Merged {
                    old: &["width", "height", "depth"],
                    new: vec![("size", Value::Vector3([x as f32, y as f32, z as f32]))],
                    because: "a box has one size",
                });
            }
        }
        "AnimatedSprite" | "AnimatedSprite3D" => all.extend(value("playing").map(|playing| {
            let animation = value("animation").and_then(|name| name.as_str().map(str::to_owned));
            let plays = playing.as_bool() == Some(true);
            let name = Value::String(animation.unwrap_or_else(|| "default".to_owned()));
            Merged {
                old: &["playing"],
                new: if plays { vec![("autoplay", name)] } else { Vec::new() },
                because: "the animation that plays from the start has a name",
            }
        })),
        "RichTextLabel" => all.extend(value("bbcode_text").zip(value("text")).map(|(marked, plain)| {
            let marked_up = value("bbcode_enabled").is_some_and(|enabled| enabled.as_bool() == Some(true));
            Merged {
                old: &["bbcode_text", "text"],
                new: vec![("text", if marked_up { marked } else { plain })],
                because: "there is one text, with or without marks",
            }
        })),
        _ => {}
    }
    if class.is_a("RigidBody") || class.is_a("RigidBody2D") {
        all.extend(value("mode").and_then(|mode| body(mode.as_i64()?)));
        all.extend(damping("linear_damp", "linear_damp_mode", value("linear_damp")));
        all.extend(damping("angular_damp", "angular_damp_mode", value("angular_damp")));
    }
    all
}

/// `height` was the part between the round ends and is the whole.
fn capsule(height: &'static str, radius: Option<f64>, middle: Option<f64>) -> Option<Merged> {
    let (radius, middle) = (radius?, middle?);
    let old: &[&str] = if height == "height" { &["radius", "height"] } else { &["radius", "mid_height"] };
    let new = vec![("radius", Value::Float(radius)), ("height", Value::Float(middle + 2.0 * radius))];
    Some(Merged { old, new, because: "the height of a capsule has its round ends in it" })
}

/// `mode` of a body: 0 rigid, 1 static, 2 a character, 3 kinematic.
fn body(mode: i64) -> Option<Merged> {
    let frozen = |how| vec![("freeze", Value::Bool(true)), ("freeze_mode", Value::Int(how))];
    let new = match mode {
        0 => Vec::new(),
        1 => frozen(0),
        2 => vec![("lock_rotation", Value::Bool(true))],
        3 => frozen(1),
        _ => return None,
    };
    Some(Merged { old: &["mode"], new, because: "a body is frozen or locked instead of having a mode" })
}

/// -1 left the damping to the world, any other number stood instead of the world's.
fn damping(old: &'static str, mode: &'static str, value: Option<Value>) -> Option<Merged> {
    let number = value?.as_f64()?;
    let new =
        if number < 0.0 { Vec::new() } else { vec![(old, Value::Float(number)), (mode, Value::Int(1))] };
    let old: &[&str] = if old == "linear_damp" { &["linear_damp"] } else { &["angular_damp"] };
    Some(Merged { old, new, because: "damping says whether it adds to that of the world" })
}
