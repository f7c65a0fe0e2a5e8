//! What Godot 4.6.3 lists of its resources beside what their class says. Asked of the engine.

use crate::value::Value;

/// Properties that a fresh resource of the classes does not list, because they make no sense in its
/// state. Where a text has one, that state is another.
#[rustfmt::skip]
const UNLISTED: &[(&str, &str)] = &[
    ("AnimationNode AnimationNodeBlend3 AnimationNodeBlendSpace1D AnimationNodeBlendTree AnimationNodeExtension AnimationNodeOutput AnimationNodeStateMachine AnimationNodeSync AnimationNodeTimeScale AnimationNodeTimeSeek AnimationNodeTransition AnimationRootNode",
        "filter_enabled filters"),
    ("AnimationNodeAnimation",
        "timeline_length stretch_time_scale start_offset loop_mode filter_enabled filters"),
    ("AnimationNodeBlendSpace2D",
        "triangles filter_enabled filters"),
    ("AudioEffectBandPassFilter AudioEffectHighPassFilter AudioEffectLowPassFilter",
        "gain"),
    ("CanvasItemMaterial",
        "particles_anim_h_frames particles_anim_v_frames particles_anim_loop render_priority \
         next_pass"),
    ("CompositorEffect",
        "access_resolved_color access_resolved_depth needs_separate_specular"),
    ("FogMaterial Material PanoramaSkyMaterial PhysicalSkyMaterial PlaceholderMaterial ProceduralSkyMaterial ShaderMaterial",
        "render_priority next_pass"),
    ("InputEventKey InputEventMagnifyGesture InputEventMouseButton InputEventMouseMotion InputEventPanGesture",
        "command_or_control_autoremap"),
    ("NavigationMesh",
        "geometry_source_group_name"),
    ("ORMMaterial3D",
        "alpha_scissor_threshold alpha_hash_scale alpha_antialiasing_mode \
         alpha_antialiasing_edge metallic metallic_specular metallic_texture \
         metallic_texture_channel roughness roughness_texture roughness_texture_channel \
         emission_intensity ao_texture ao_texture_channel heightmap_min_layers \
         heightmap_max_layers particles_anim_h_frames particles_anim_v_frames \
         particles_anim_loop"),
    ("ParticleProcessMaterial",
        "emission_sphere_radius emission_box_extents emission_point_texture \
         emission_normal_texture emission_color_texture emission_point_count emission_ring_axis \
         emission_ring_height emission_ring_radius emission_ring_inner_radius \
         emission_ring_cone_angle directional_velocity_min directional_velocity_max \
         collision_friction collision_bounce sub_emitter_frequency sub_emitter_amount_at_end \
         sub_emitter_amount_at_collision sub_emitter_amount_at_start render_priority next_pass"),
    ("StandardMaterial3D",
        "alpha_scissor_threshold alpha_hash_scale alpha_antialiasing_mode \
         alpha_antialiasing_edge orm_texture emission_intensity heightmap_min_layers \
         heightmap_max_layers particles_anim_h_frames particles_anim_v_frames \
         particles_anim_loop"),
    ("VisualShader",
        "code"),
];

/// Numbered properties of which a fresh resource lists none, by how their names start.
const NUMBERED: [&str; 5] = ["blend_point_", "clip_", "stream_", "voice/3/", "voice/4/"];

/// Properties that the classes make up and always list, in front of the one that starts so (or at the end).
const LISTED: &[(&str, &[&str], &str)] = &[
    ("Animation", &["markers"], "tracks/"),
    (
        "TileSet",
        &["tile_proxies/source_level", "tile_proxies/coords_level", "tile_proxies/alternative_level"],
        "pattern_",
    ),
    ("Skin", &["bind_count"], "bind/"),
];

/// Numbers that are kept with 64 bits; all other numbers of resources have 32.
const WIDE: &[(&str, &str)] = &[
    ("AnimationNodeOneShot", "fadein_time fadeout_time autorestart_delay autorestart_random_delay"),
    ("AnimationNodeTransition", "xfade_time"),
    ("AudioStreamMP3", "bpm loop_offset"),
    ("AudioStreamOggVorbis", "bpm loop_offset"),
    ("GLTFState", "bake_fps"),
    ("FBXState", "bake_fps"),
    ("ParticleProcessMaterial", "lifetime_randomness inherit_velocity_ratio"),
];

/// The order of keys in dictionaries that the classes make up anew.
const KEYS: &[(&str, &str)] = &[
    (
        "Animation",
        "times transitions values update points handle_modes clips method args start_offset end_offset \
         stream",
    ),
    ("SpriteFrames", "name speed loop frames texture duration"),
    (
        "ArrayMesh",
        "format primitive vertex_data vertex_count attribute_data skin_data aabb uv_scale index_data \
         index_count lods bone_aabbs blend_shapes material name 2d",
    ),
    ("Image", "width height format mipmaps data"),
];

/// Brings dictionaries of the class into the order of the engine, which has no meaning, and their values
/// into the types that the engine gives them.
pub(super) fn order_keys(class: &str, value: &mut Value) {
    if let Some((_, keys)) = KEYS.iter().find(|(other, _)| *other == class) {
        order(keys, class == "SpriteFrames", value);
    }
}

fn order(keys: &str, named: bool, value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| order(keys, named, item)),
        Value::Dictionary(entries) => {
            let rank =
                |key: &Value| keys.split_ascii_whitespace().position(|word| key.as_str() == Some(word));
            if entries.iter().all(|(key, _)| rank(key).is_some()) {
                entries.sort_by_key(|(key, _)| rank(key));
            }
            for (key, value) in entries {
                match value {
                    Value::String(text) if named && key.as_str() == Some("name") => {
                        *value = Value::StringName(std::mem::take(text));
                    }
                    Value::Int(yes @ (0 | 1)) if named && key.as_str() == Some("loop") => {
                        *value = Value::Bool(*yes == 1);
                    }
                    value => order(keys, named, value),
                }
            }
        }
        _ => {}
    }
}

fn holds(words: &str, word: &str) -> bool {
    words.split_ascii_whitespace().any(|other| other == word)
}

/// Whether a resource of the class lists the property only in some states.
pub(super) fn is_unlisted(class: &str, name: &str) -> bool {
    let numbered = NUMBERED.iter().any(|start| name.starts_with(start))
        && name.bytes().any(|byte| byte.is_ascii_digit());
    numbered || UNLISTED.iter().any(|(classes, names)| holds(classes, class) && holds(names, name))
}

/// What the class makes up and always lists, and how the name starts that it stands in front of.
pub(super) fn listed(class: &str) -> Option<(&'static [&'static str], &'static str)> {
    LISTED.iter().find(|(other, ..)| *other == class).map(|(_, names, before)| (*names, *before))
}

/// Whether a number of the class is kept with 64 bits.
pub(super) fn is_wide(class: &str, name: &str) -> bool {
    WIDE.iter().any(|(other, names)| *other == class && holds(names, name))
}
