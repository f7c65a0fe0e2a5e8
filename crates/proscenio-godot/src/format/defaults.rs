//! Values that say no more than the class does.

use super::sound_value;
use crate::classes::{Class, ClassTable};
use crate::document::Document;
use crate::section::{Entry, Section};
use crate::spell::Spelling;
use crate::tree::SectionKind;
use crate::value::Value;
use crate::view::{Node, SubResource};

/// The class that a section's values fall back to: none where another scene gives them, and none for
/// classes that are not the engine's.
pub(super) fn class_of(document: &Document, section: Section<'_>, spelling: Spelling) -> Option<Class> {
    let name = match section.kind() {
        SectionKind::Node if Node(section).is_instance() => return None,
        SectionKind::Node => Node(section).node_type()?,
        SectionKind::SubResource => SubResource(section).resource_type()?,
        SectionKind::Resource => document.resource_type()?,
        _ => return None,
    };
    ClassTable::of_format(spelling.format())?.class(&name)
}

/// Classes of Godot 4 that only scripts and further classes make objects of: the engine has none to take
/// defaults from.
const VIRTUAL: [&str; 25] = [
    "AnimationNodeExtension",
    "AudioEffect",
    "BaseButton",
    "BoneConstraint3D",
    "CameraAttributes",
    "CompositorEffect",
    "GeometryInstance3D",
    "JointLimitation3D",
    "Material",
    "Mesh",
    "OpenXRActionBindingModifier",
    "OpenXRIPBindingModifier",
    "PrimitiveMesh",
    "Range",
    "ScriptExtension",
    "SkeletonModifier3D",
    "SpringBoneCollision3D",
    "StyleBox",
    "Texture",
    "Texture2D",
    "Texture3D",
    "TextureLayered",
    "VideoStream",
    "VideoStreamPlayback",
    "VisualInstance3D",
];

/// Properties that a fresh object hides, so that the engine finds no default and writes them once they
/// show. Asked of Godot 4.6.3; where only some classes hide one, it is kept for all.
#[rustfmt::skip]
const HIDDEN_4: &[&str] = &[
    "clip_children", "draw_pass_2", "draw_pass_3", "draw_pass_4", "emission_color_texture",
    "emission_normal_texture", "emission_point_texture", "gain", "next_pass", "orbit_velocity_curve",
    "scale_curve_x", "scale_curve_y", "scale_curve_z", "vertical",
];

/// The same of Godot 3.2.3, where materials hide what is not enabled.
#[rustfmt::skip]
const HIDDEN_3: &[&str] = &[
    "anisotropy", "ao_light_affect", "ao_on_uv2", "ao_texture_channel", "clearcoat", "clearcoat_gloss",
    "depth_deep_parallax", "depth_flip_binormal", "depth_flip_tangent", "depth_max_layers",
    "depth_min_layers", "depth_scale", "detail_blend_mode", "detail_uv_layer",
    "distance_fade_max_distance", "distance_fade_min_distance", "emission", "emitting", "emission_box_extents",
    "emission_colors", "emission_energy", "emission_normals", "emission_on_uv2", "emission_operator",
    "emission_point_count", "emission_points", "emission_rect_extents", "emission_sphere_radius",
    "filter_enabled", "filters", "gain", "geometry/collision_mask", "geometry/source_group_name",
    "normal_scale", "orbit_velocity", "orbit_velocity_random", "params_alpha_scissor_threshold",
    "params_grow_amount", "particles_anim_h_frames", "particles_anim_loop", "particles_anim_v_frames",
    "path_continuous_u", "path_interval", "path_joined", "path_local", "path_node", "path_rotation",
    "proximity_fade_distance", "refraction_scale", "refraction_texture_channel", "rim", "rim_tint",
    "spin_degrees", "spin_sides", "subsurf_scatter_strength", "transmission", "triangles",
];

/// Whether a fresh object of the class shows the property, so that the engine knows its default. Numbered
/// properties (`frame_7/texture`) show with their count.
fn is_shown(class: Class, name: &str) -> bool {
    let godot_3 = std::ptr::eq(class.table(), ClassTable::godot_3());
    let hidden = if godot_3 { HIDDEN_3 } else { HIDDEN_4 };
    let numbered = name.contains('/') && name.bytes().any(|byte| byte.is_ascii_digit());
    !hidden.contains(&name)
        && !numbered
        && !class.is_abstract()
        && (godot_3 || !VIRTUAL.contains(&class.name()))
}

/// Whether the editor would leave the entry out when it saves.
pub(super) fn is_default(class: Class, section: Section<'_>, entry: Entry<'_>) -> bool {
    let key = entry.key();
    let Some(property) = class.property(&key) else { return false };
    if !property.stored || !is_shown(class, &key) {
        return false;
    }
    let (Some(default), Ok(value)) = (class.default_value(&key), sound_value(entry)) else { return false };
    // Godot 3 cannot tell an empty reference from a default it does not know, and writes it.
    if default == Value::Null && std::ptr::eq(class.table(), ClassTable::godot_3()) {
        return false;
    }
    let value = class.fit(&key, value);
    let equal = match (section.kind(), &value, &default) {
        // Scenes are compared loosely, because numbers in text may be off by a little.
        (SectionKind::Node, Value::Float(value), Value::Float(default)) => nearly_equal(*value, *default),
        _ => value == default,
    };
    equal && !is_pinned(section, &key)
}

/// Whether a property says no more than the class does, so that the editor would leave it out when it saves.
/// Never so where another scene gives the value, nor for classes that are not the engine's.
#[must_use]
pub fn says_default(document: &Document, section: Section<'_>, entry: Entry<'_>) -> bool {
    let Some(spelling) = Spelling::of(document) else { return false };
    class_of(document, section, spelling).is_some_and(|class| is_default(class, section, entry))
}

/// The engine's measure: five digits.
fn nearly_equal(a: f64, b: f64) -> bool {
    let (a, b) = (a as f32, b as f32);
    a == b || (a - b).abs() < (a.abs() * 1e-5).max(1e-5)
}

/// Whether the author told the editor to write a property even so.
fn is_pinned(section: Section<'_>, name: &str) -> bool {
    const PINNED: &str = "_edit_pinned_properties_";
    let list = section.property("metadata/_edit_pinned_properties_").map(Entry::value).or_else(|| {
        let metadata = section.property("__meta__")?.value();
        let entries = metadata.as_dictionary()?;
        entries.iter().find(|(key, _)| key.as_str() == Some(PINNED)).map(|(_, value)| value.clone())
    });
    list.and_then(|list| list.to_strings()).is_some_and(|names| names.iter().any(|pinned| pinned == name))
}
