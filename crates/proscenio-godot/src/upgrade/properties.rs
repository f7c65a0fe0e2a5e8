//! Properties of Godot 3 classes that have another name or another value in Godot 4.

use super::values::Step::{self, *};
use super::{classes, items};
use crate::classes::Class;

/// A class of Godot 3 that declares a property, the property, its name in Godot 4, and what its value
/// becomes. Sorted.
#[rustfmt::skip]
const PROPERTIES: &[(&str, &str, &str, Step)] = &[
    ("AnimatedSprite", "frames", "sprite_frames", Same),
    ("AnimatedSprite3D", "frames", "sprite_frames", Same),
    ("Animation", "loop", "loop_mode", Whole),
    ("AnimationPlayer", "method_call_mode", "callback_mode_method", Same),
    ("AnimationPlayer", "playback_process_mode", "callback_mode_process", Same),
    ("AnimationPlayer", "playback_speed", "speed_scale", Same),
    ("AnimationTree", "process_mode", "callback_mode_process", Same),
    ("Area", "gravity_vec", "gravity_direction", Same),
    ("Area", "reverb_bus_enable", "reverb_bus_enabled", Same),
    ("Area", "space_override", "gravity_space_override", Same),
    ("Area2D", "gravity_vec", "gravity_direction", Same),
    ("Area2D", "space_override", "gravity_space_override", Same),
    ("AudioStreamPlayer3D", "unit_db", "volume_db", Same),
    ("BaseButton", "enabled_focus_mode", "focus_mode", Same),
    ("BaseButton", "group", "button_group", Same),
    ("BaseButton", "pressed", "button_pressed", Same),
    ("BoxShape", "extents", "size", Twice),
    ("Button", "align", "alignment", Same),
    ("CPUParticles", "flag_align_y", "particle_flag_align_y", Same),
    ("CPUParticles", "flag_disable_z", "particle_flag_disable_z", Same),
    ("CPUParticles", "flag_rotate_y", "particle_flag_rotate_y", Same),
    ("CPUParticles2D", "flag_align_y", "particle_flag_align_y", Same),
    ("CSGPrimitive", "invert_faces", "flip_faces", Same),
    ("Camera2D", "drag_margin_bottom", "drag_bottom_margin", Same),
    ("Camera2D", "drag_margin_h_enabled", "drag_horizontal_enabled", Same),
    ("Camera2D", "drag_margin_left", "drag_left_margin", Same),
    ("Camera2D", "drag_margin_right", "drag_right_margin", Same),
    ("Camera2D", "drag_margin_top", "drag_top_margin", Same),
    ("Camera2D", "drag_margin_v_enabled", "drag_vertical_enabled", Same),
    ("Camera2D", "offset_h", "drag_horizontal_offset", Same),
    ("Camera2D", "offset_v", "drag_vertical_offset", Same),
    ("Camera2D", "process_mode", "process_callback", Same),
    ("Camera2D", "rotating", "ignore_rotation", Not),
    ("Camera2D", "smoothing_enabled", "position_smoothing_enabled", Same),
    ("Camera2D", "smoothing_speed", "position_smoothing_speed", Same),
    ("Camera2D", "zoom", "zoom", Inverse),
    ("CanvasLayer", "follow_viewport_enable", "follow_viewport_enabled", Same),
    ("ColorPicker", "presets_enabled", "can_add_swatches", Same),
    ("ConeTwistJoint", "swing_span", "swing_span", Radians),
    ("ConeTwistJoint", "twist_span", "twist_span", Radians),
    ("Control", "focus_neighbour_bottom", "focus_neighbor_bottom", Same),
    ("Control", "focus_neighbour_left", "focus_neighbor_left", Same),
    ("Control", "focus_neighbour_right", "focus_neighbor_right", Same),
    ("Control", "focus_neighbour_top", "focus_neighbor_top", Same),
    ("Control", "hint_tooltip", "tooltip_text", Same),
    ("Control", "margin_bottom", "offset_bottom", Same),
    ("Control", "margin_left", "offset_left", Same),
    ("Control", "margin_right", "offset_right", Same),
    ("Control", "margin_top", "offset_top", Same),
    ("Control", "rect_clip_content", "clip_contents", Same),
    ("Control", "rect_min_size", "custom_minimum_size", Same),
    ("Control", "rect_pivot_offset", "pivot_offset", Same),
    ("Control", "rect_position", "position", Same),
    ("Control", "rect_rotation", "rotation", Radians),
    ("Control", "rect_scale", "scale", Same),
    ("Control", "rect_size", "size", Same),
    ("Environment", "background_energy", "background_energy_multiplier", Same),
    ("Environment", "background_mode", "background_mode", Background),
    ("Environment", "background_sky", "sky", Same),
    ("Environment", "background_sky_custom_fov", "sky_custom_fov", Same),
    ("Environment", "fog_color", "fog_light_color", Same),
    ("Environment", "fog_sun_amount", "fog_sun_scatter", Same),
    ("Environment", "glow_levels/1", "glow_levels/1", Weight),
    ("Environment", "glow_levels/2", "glow_levels/2", Weight),
    ("Environment", "glow_levels/3", "glow_levels/3", Weight),
    ("Environment", "glow_levels/4", "glow_levels/4", Weight),
    ("Environment", "glow_levels/5", "glow_levels/5", Weight),
    ("Environment", "glow_levels/6", "glow_levels/6", Weight),
    ("Environment", "glow_levels/7", "glow_levels/7", Weight),
    ("Environment", "ss_reflections_depth_tolerance", "ssr_depth_tolerance", Same),
    ("Environment", "ss_reflections_enabled", "ssr_enabled", Same),
    ("Environment", "ss_reflections_fade_in", "ssr_fade_in", Same),
    ("Environment", "ss_reflections_fade_out", "ssr_fade_out", Same),
    ("Environment", "ss_reflections_max_steps", "ssr_max_steps", Same),
    ("FileDialog", "mode", "file_mode", Same),
    ("GIProbe", "data", "data", Same),
    ("GIProbe", "extents", "size", Twice),
    ("Generic6DOFJoint", "angular_limit_x/lower_angle", "angular_limit_x/lower_angle", Radians),
    ("Generic6DOFJoint", "angular_limit_x/upper_angle", "angular_limit_x/upper_angle", Radians),
    ("Generic6DOFJoint", "angular_limit_y/lower_angle", "angular_limit_y/lower_angle", Radians),
    ("Generic6DOFJoint", "angular_limit_y/upper_angle", "angular_limit_y/upper_angle", Radians),
    ("Generic6DOFJoint", "angular_limit_z/lower_angle", "angular_limit_z/lower_angle", Radians),
    ("Generic6DOFJoint", "angular_limit_z/upper_angle", "angular_limit_z/upper_angle", Radians),
    ("GeometryInstance", "use_in_baked_light", "gi_mode", Whole),
    ("GraphNode", "offset", "position_offset", Same),
    ("HingeJoint", "angular_limit/lower", "angular_limit/lower", Radians),
    ("HingeJoint", "angular_limit/upper", "angular_limit/upper", Radians),
    ("InputEventKey", "scancode", "keycode", Key),
    ("InputEventMouseButton", "doubleclick", "double_click", Same),
    ("InputEventWithModifiers", "alt", "alt_pressed", Same),
    ("InputEventWithModifiers", "control", "ctrl_pressed", Same),
    ("InputEventWithModifiers", "meta", "meta_pressed", Same),
    ("InputEventWithModifiers", "shift", "shift_pressed", Same),
    ("Joint", "collision/exclude_nodes", "exclude_nodes_from_collision", Same),
    ("Joint", "nodes/node_a", "node_a", Same),
    ("Joint", "nodes/node_b", "node_b", Same),
    ("Joint", "solver/priority", "solver_priority", Same),
    ("KinematicBody", "collision/safe_margin", "safe_margin", Same),
    ("KinematicBody2D", "collision/safe_margin", "safe_margin", Same),
    ("Label", "align", "horizontal_alignment", Same),
    ("Label", "autowrap", "autowrap_mode", Wrap),
    ("Label", "percent_visible", "visible_ratio", Same),
    ("Label", "valign", "vertical_alignment", Same),
    ("Light2D", "mode", "blend_mode", Same),
    ("Light2D", "range_height", "height", Same),
    ("LineEdit", "align", "alignment", Same),
    ("LineEdit", "caret_blink_speed", "caret_blink_interval", Same),
    ("LineEdit", "caret_position", "caret_column", Same),
    ("LineShape2D", "d", "distance", Same),
    ("MultiMesh", "color_format", "use_colors", Truth),
    ("MultiMesh", "custom_data_format", "use_custom_data", Truth),
    ("NavigationMesh", "agent/height", "agent_height", Same),
    ("NavigationMesh", "agent/max_climb", "agent_max_climb", Same),
    ("NavigationMesh", "agent/max_slope", "agent_max_slope", Same),
    ("NavigationMesh", "agent/radius", "agent_radius", Same),
    ("NavigationMesh", "cell/height", "cell_height", Same),
    ("NavigationMesh", "cell/size", "cell_size", Same),
    ("NavigationMesh", "detail/sample_distance", "detail_sample_distance", Same),
    ("NavigationMesh", "detail/sample_max_error", "detail_sample_max_error", Same),
    ("NavigationMesh", "edge/max_error", "edge_max_error", Same),
    ("NavigationMesh", "edge/max_length", "edge_max_length", Same),
    ("NavigationMesh", "filter/filter_walkable_low_height_spans", "filter_walkable_low_height_spans", Same),
    ("NavigationMesh", "filter/ledge_spans", "filter_ledge_spans", Same),
    ("NavigationMesh", "filter/low_hanging_obstacles", "filter_low_hanging_obstacles", Same),
    ("NavigationMesh", "geometry/collision_mask", "geometry_collision_mask", Same),
    ("NavigationMesh", "geometry/parsed_geometry_type", "geometry_parsed_geometry_type", Same),
    ("NavigationMesh", "geometry/source_geometry_mode", "geometry_source_geometry_mode", Same),
    ("NavigationMesh", "geometry/source_group_name", "geometry_source_group_name", Same),
    ("NavigationMesh", "polygon/verts_per_poly", "vertices_per_polygon", Same),
    ("NavigationMesh", "region/merge_size", "region_merge_size", Same),
    ("NavigationMesh", "region/min_size", "region_min_size", Same),
    ("NavigationMesh", "sample_partition_type/sample_partition_type", "sample_partition_type", Same),
    ("NavigationMeshInstance", "navmesh", "navigation_mesh", Same),
    ("NavigationPolygonInstance", "navpoly", "navigation_polygon", Same),
    ("Node", "pause_mode", "process_mode", Pause),
    ("NoiseTexture", "as_normalmap", "as_normal_map", Same),
    ("OpenSimplexNoise", "lacunarity", "fractal_lacunarity", Same),
    ("OpenSimplexNoise", "octaves", "fractal_octaves", Same),
    ("OpenSimplexNoise", "period", "frequency", Inverse),
    ("OpenSimplexNoise", "persistence", "fractal_gain", Same),
    ("ParticlesMaterial", "flag_align_y", "particle_flag_align_y", Same),
    ("ParticlesMaterial", "flag_disable_z", "particle_flag_disable_z", Same),
    ("ParticlesMaterial", "flag_rotate_y", "particle_flag_rotate_y", Same),
    ("PathFollow", "offset", "progress", Same),
    ("PathFollow", "unit_offset", "progress_ratio", Same),
    ("PathFollow2D", "offset", "progress", Same),
    ("PathFollow2D", "rotate", "rotates", Same),
    ("PathFollow2D", "unit_offset", "progress_ratio", Same),
    ("Polygon2D", "invert_enable", "invert_enabled", Same),
    ("Popup", "popup_exclusive", "exclusive", Same),
    ("ProceduralSky", "ground_energy", "ground_energy_multiplier", Same),
    ("ProceduralSky", "sky_energy", "sky_energy_multiplier", Same),
    ("ProgressBar", "percent_visible", "show_percentage", Same),
    ("RayCast", "cast_to", "target_position", Same),
    ("RayCast2D", "cast_to", "target_position", Same),
    ("RayShape", "slips_on_slope", "slide_on_slope", Same),
    ("RayShape2D", "slips_on_slope", "slide_on_slope", Same),
    ("RectangleShape2D", "extents", "size", Twice),
    ("ReflectionProbe", "extents", "size", Twice),
    ("ReflectionProbe", "interior_ambient_color", "ambient_color", Same),
    ("ReflectionProbe", "interior_ambient_energy", "ambient_color_energy", Same),
    ("ReflectionProbe", "interior_enable", "interior", Same),
    ("RichTextLabel", "bbcode_text", "text", Same),
    ("RichTextLabel", "fit_content_height", "fit_content", Same),
    ("RichTextLabel", "percent_visible", "visible_ratio", Same),
    ("RigidBody", "contacts_reported", "max_contacts_reported", Same),
    ("RigidBody2D", "applied_force", "constant_force", Same),
    ("RigidBody2D", "applied_torque", "constant_torque", Same),
    ("RigidBody2D", "contacts_reported", "max_contacts_reported", Same),
    ("ScrollContainer", "scroll_horizontal_enabled", "horizontal_scroll_mode", Whole),
    ("ScrollContainer", "scroll_vertical_enabled", "vertical_scroll_mode", Whole),
    ("SliderJoint", "angular_limit/lower_angle", "angular_limit/lower_angle", Radians),
    ("SliderJoint", "angular_limit/upper_angle", "angular_limit/upper_angle", Radians),
    ("Spatial", "translation", "position", Same),
    ("SpatialMaterial", "clearcoat_gloss", "clearcoat_roughness", Rest),
    ("SpatialMaterial", "depth_deep_parallax", "heightmap_deep_parallax", Same),
    ("SpatialMaterial", "depth_enabled", "heightmap_enabled", Same),
    ("SpatialMaterial", "depth_flip_binormal", "heightmap_flip_binormal", Same),
    ("SpatialMaterial", "depth_flip_tangent", "heightmap_flip_tangent", Same),
    ("SpatialMaterial", "depth_max_layers", "heightmap_max_layers", Same),
    ("SpatialMaterial", "depth_min_layers", "heightmap_min_layers", Same),
    ("SpatialMaterial", "depth_scale", "heightmap_scale", Hundredfold),
    ("SpatialMaterial", "depth_texture", "heightmap_texture", Same),
    ("SpatialMaterial", "emission_energy", "emission_energy_multiplier", Same),
    ("SpatialMaterial", "flags_albedo_tex_force_srgb", "albedo_texture_force_srgb", Same),
    ("SpatialMaterial", "flags_disable_ambient_light", "disable_ambient_light", Same),
    ("SpatialMaterial", "flags_do_not_receive_shadows", "disable_receive_shadows", Same),
    ("SpatialMaterial", "flags_fixed_size", "fixed_size", Same),
    ("SpatialMaterial", "flags_no_depth_test", "no_depth_test", Same),
    ("SpatialMaterial", "flags_transparent", "transparency", Whole),
    ("SpatialMaterial", "flags_unshaded", "shading_mode", Unshaded),
    ("SpatialMaterial", "flags_use_point_size", "use_point_size", Same),
    ("SpatialMaterial", "flags_use_shadow_to_opacity", "shadow_to_opacity", Same),
    ("SpatialMaterial", "flags_vertex_lighting", "shading_mode", VertexShaded),
    ("SpatialMaterial", "flags_world_triplanar", "uv1_world_triplanar", Same),
    ("SpatialMaterial", "params_alpha_scissor_threshold", "alpha_scissor_threshold", Same),
    ("SpatialMaterial", "params_billboard_keep_scale", "billboard_keep_scale", Same),
    ("SpatialMaterial", "params_billboard_mode", "billboard_mode", Same),
    ("SpatialMaterial", "params_blend_mode", "blend_mode", Same),
    ("SpatialMaterial", "params_cull_mode", "cull_mode", Same),
    ("SpatialMaterial", "params_depth_draw_mode", "depth_draw_mode", DepthDraw),
    ("SpatialMaterial", "params_diffuse_mode", "diffuse_mode", Diffuse),
    ("SpatialMaterial", "params_grow", "grow", Same),
    ("SpatialMaterial", "params_grow_amount", "grow_amount", Same),
    ("SpatialMaterial", "params_point_size", "point_size", Same),
    ("SpatialMaterial", "params_specular_mode", "specular_mode", Specular),
    ("SpatialMaterial", "params_use_alpha_scissor", "transparency", Scissor),
    ("SpatialMaterial", "proximity_fade_enable", "proximity_fade_enabled", Same),
    ("SpatialMaterial", "transmission", "backlight", Same),
    ("SpatialMaterial", "transmission_enabled", "backlight_enabled", Same),
    ("SpatialMaterial", "transmission_texture", "backlight_texture", Same),
    ("Sprite", "region_filter_clip", "region_filter_clip_enabled", Same),
    ("StyleBoxTexture", "margin_bottom", "texture_margin_bottom", Same),
    ("StyleBoxTexture", "margin_left", "texture_margin_left", Same),
    ("StyleBoxTexture", "margin_right", "texture_margin_right", Same),
    ("StyleBoxTexture", "margin_top", "texture_margin_top", Same),
    ("TabContainer", "tab_align", "tab_alignment", Same),
    ("Tabs", "tab_align", "tab_alignment", Same),
    ("TextEdit", "caret_blink_speed", "caret_blink_interval", Same),
    ("TextEdit", "caret_block_mode", "caret_type", Whole),
    ("TextEdit", "readonly", "editable", Not),
    ("TextEdit", "smooth_scrolling", "scroll_smooth", Same),
    ("TextEdit", "v_scroll_speed", "scroll_v_scroll_speed", Same),
    ("TextEdit", "wrap_enabled", "wrap_mode", Whole),
    ("TextureButton", "expand", "ignore_texture_size", Same),
    ("TextureRect", "expand", "expand_mode", Whole),
    ("TextureRect", "stretch_mode", "stretch_mode", Stretch),
    ("Timer", "process_mode", "process_callback", Same),
    ("TouchScreenButton", "normal", "texture_normal", Same),
    ("TouchScreenButton", "pressed", "texture_pressed", Same),
    ("VehicleWheel", "suspension_travel", "suspension_travel", Hundredth),
    ("Viewport", "arvr", "use_xr", Same),
    ("Viewport", "msaa", "msaa_3d", Same),
    ("Viewport", "own_world", "own_world_3d", Same),
    ("Viewport", "shadow_atlas_quad_0", "positional_shadow_atlas_quad_0", Same),
    ("Viewport", "shadow_atlas_quad_1", "positional_shadow_atlas_quad_1", Same),
    ("Viewport", "shadow_atlas_quad_2", "positional_shadow_atlas_quad_2", Same),
    ("Viewport", "shadow_atlas_quad_3", "positional_shadow_atlas_quad_3", Same),
    ("Viewport", "shadow_atlas_size", "positional_shadow_atlas_size", Same),
    ("Viewport", "world", "world_3d", Same),
    ("VisualShaderNodeUniform", "uniform_name", "parameter_name", Same),
    ("WindowDialog", "resizable", "unresizable", Not),
    ("WindowDialog", "window_title", "title", Same),
    ("YSort", "sort_enabled", "y_sort_enabled", Same),
];

/// Beginnings of names that a class makes up.
const PREFIXES: &[(&str, &str, &str)] = &[
    ("Control", "custom_colors/", "theme_override_colors/"),
    ("Control", "custom_constants/", "theme_override_constants/"),
    ("Control", "custom_fonts/", "theme_override_fonts/"),
    ("Control", "custom_icons/", "theme_override_icons/"),
    ("Control", "custom_styles/", "theme_override_styles/"),
    ("ShaderMaterial", "shader_param/", "shader_parameter/"),
];

/// Properties of particles that became a smallest and a largest value; beside each stood `…_random`.
const RANGES: [&str; 12] = [
    "angle",
    "angular_velocity",
    "anim_offset",
    "anim_speed",
    "damping",
    "hue_variation",
    "initial_velocity",
    "linear_accel",
    "orbit_velocity",
    "radial_accel",
    "scale",
    "tangential_accel",
];

/// What becomes of a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It gets a name, and its value a step.
    Becomes(String, Step),
    /// It becomes `…_min` and `…_max`, by the random share beside it.
    Range(String),
    /// It is a part of another that is written already.
    Part,
    /// Godot 4 does without it, and nothing is lost; why.
    Gone(&'static str),
}

/// What becomes of a property of a class; nothing where it stays.
pub(super) fn fate(class: Class, name: &str) -> Option<Fate> {
    let names: Vec<&str> = class.ancestry().map(|class| class.name()).collect();
    if names.iter().any(|name| matches!(*name, "CPUParticles" | "CPUParticles2D" | "ParticlesMaterial"))
        && let Some(fate) = range(name)
    {
        return Some(fate);
    }
    for (owner, old, new) in PREFIXES {
        if let Some(rest) = name.strip_prefix(old).filter(|_| names.contains(owner)) {
            return Some(Fate::Becomes(format!("{new}{}", items::renamed(class.name(), rest)), Same));
        }
    }
    match name {
        "_import_path" if class.is_a("Node") => {
            return Some(Fate::Gone("only the importer of Godot 3 used it"));
        }
        "current" if class.is_a("Camera2D") => {
            return Some(Fate::Gone("a camera that is enabled takes the view when none has it"));
        }
        name if class.is_a("Theme") => return theme(name),
        _ => {}
    }
    names.iter().find_map(|owner| {
        let found = PROPERTIES.binary_search_by(|(class, old, ..)| (*class, *old).cmp(&(*owner, name)));
        let (_, _, new, step) = PROPERTIES[found.ok()?];
        Some(Fate::Becomes(new.to_owned(), step))
    })
}

/// `Class/kind/item` of a theme.
fn theme(name: &str) -> Option<Fate> {
    let (class, rest) = name.split_once('/')?;
    let (kind, item) = rest.split_once('/')?;
    let new = format!("{}/{kind}/{}", classes::renamed(class).unwrap_or(class), items::renamed(class, item));
    (new != name).then_some(Fate::Becomes(new, Same))
}

fn range(name: &str) -> Option<Fate> {
    // The nodes call the scale an amount.
    let (base, amount) = match name.strip_prefix("scale_amount") {
        Some(rest) => (format!("scale{rest}"), "_amount"),
        None => (name.to_owned(), ""),
    };
    if RANGES.contains(&&*base) {
        return Some(Fate::Range(format!("{base}{amount}")));
    }
    RANGES.iter().any(|range| base.strip_suffix("_random") == Some(range)).then_some(Fate::Part)
}

#[cfg(test)]
mod tests {
    use super::{Fate, PROPERTIES, fate};
    use crate::classes::ClassTable;
    use crate::upgrade::classes::{holder, renamed};

    #[test]
    fn every_property_is_one_of_its_class() {
        assert!(PROPERTIES.is_sorted_by_key(|(class, old, ..)| (*class, *old)));
        for (class, old, new, _) in PROPERTIES {
            let old_class = ClassTable::godot_3().class(class).unwrap();
            assert!(old_class.property(old).is_some(), "{class} {old}");
            let now = holder(class).or(renamed(class)).unwrap_or(class);
            let new_class = ClassTable::godot_4().class(now);
            assert!(new_class.is_none_or(|class| class.property(new).is_some()), "{class} {new}");
        }
    }

    #[test]
    fn properties_are_found_by_the_class_that_declares_them() {
        let of = |class: &str, name| fate(ClassTable::godot_3().class(class).unwrap(), name);
        let becomes = |name: &str| Some(Fate::Becomes(name.to_owned(), super::Same));
        assert_eq!(of("Label", "margin_left"), becomes("offset_left"));
        assert_eq!(of("StyleBoxTexture", "margin_left"), becomes("texture_margin_left"));
        assert_eq!(of("Button", "custom_fonts/font"), becomes("theme_override_fonts/font"));
        assert_eq!(
            of("Label", "custom_colors/font_color_shadow"),
            becomes("theme_override_colors/font_shadow_color")
        );
        assert_eq!(of("Theme", "ToolButton/styles/normal"), becomes("Button/styles/normal"));
        assert_eq!(of("Theme", "Label/fonts/font"), None);
        assert_eq!(of("Node2D", "position"), None);
        assert_eq!(of("CPUParticles", "scale_amount"), Some(Fate::Range("scale_amount".to_owned())));
        assert_eq!(of("CPUParticles2D", "angle_random"), Some(Fate::Part));
        assert_eq!(of("Node2D", "scale"), None);
    }
}
