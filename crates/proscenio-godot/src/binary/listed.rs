//! What Godot 4.6.3 lists of its resources beside what their class says. Asked of the engine.

use crate::value::{Id, Reference, Value};

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

/// Further properties that a resource does not list while another has a value, by its number.
#[rustfmt::skip]
const HIDDEN: &[(&str, &str, i64, &str)] = &[
    ("StandardMaterial3D", "shading_mode", 0,
        "metallic metallic_specular metallic_texture metallic_texture_channel roughness \
         roughness_texture roughness_texture_channel emission_enabled emission \
         emission_energy_multiplier emission_operator emission_on_uv2 emission_texture \
         normal_enabled normal_scale normal_texture bent_normal_enabled bent_normal_texture \
         rim_enabled rim rim_tint rim_texture clearcoat_enabled clearcoat clearcoat_roughness \
         clearcoat_texture anisotropy_enabled anisotropy anisotropy_flowmap ao_enabled \
         ao_light_affect ao_texture ao_on_uv2 ao_texture_channel subsurf_scatter_enabled \
         subsurf_scatter_strength subsurf_scatter_skin_mode subsurf_scatter_texture \
         subsurf_scatter_transmittance_enabled subsurf_scatter_transmittance_color \
         subsurf_scatter_transmittance_texture subsurf_scatter_transmittance_depth \
         subsurf_scatter_transmittance_boost backlight_enabled backlight backlight_texture"),
    ("StandardMaterial3D", "shading_mode", 2,
        "normal_enabled normal_scale normal_texture bent_normal_enabled bent_normal_texture \
         clearcoat_enabled clearcoat clearcoat_roughness clearcoat_texture anisotropy_enabled \
         anisotropy anisotropy_flowmap backlight_enabled backlight backlight_texture"),
    ("StandardMaterial3D", "subsurf_scatter_skin_mode", 1,
        "subsurf_scatter_transmittance_color subsurf_scatter_transmittance_texture"),
    ("ORMMaterial3D", "shading_mode", 0,
        "emission_enabled emission emission_energy_multiplier emission_operator emission_on_uv2 \
         emission_texture normal_enabled normal_scale normal_texture bent_normal_enabled \
         bent_normal_texture rim_enabled rim rim_tint rim_texture clearcoat_enabled clearcoat \
         clearcoat_roughness clearcoat_texture anisotropy_enabled anisotropy anisotropy_flowmap \
         ao_enabled ao_light_affect ao_on_uv2 subsurf_scatter_enabled subsurf_scatter_strength \
         subsurf_scatter_skin_mode subsurf_scatter_texture subsurf_scatter_transmittance_enabled \
         subsurf_scatter_transmittance_color subsurf_scatter_transmittance_texture \
         subsurf_scatter_transmittance_depth subsurf_scatter_transmittance_boost \
         backlight_enabled backlight backlight_texture"),
    ("ORMMaterial3D", "subsurf_scatter_skin_mode", 1,
        "subsurf_scatter_transmittance_color subsurf_scatter_transmittance_texture"),
];

/// What each bus of a layout has, in order. Of the first bus the class knows the defaults, so that files
/// leave these out, and their names stand in the table of strings all the same.
const BUS: [&str; 6] = ["name", "solo", "mute", "bypass_fx", "volume_db", "send"];

/// What each item of a mesh library has, in order.
const ITEM: [&str; 9] = [
    "name",
    "mesh",
    "mesh_transform",
    "mesh_cast_shadow",
    "shapes",
    "navigation_mesh",
    "navigation_mesh_transform",
    "navigation_layers",
    "preview",
];
/// Those of them that are resources.
const ITEM_RESOURCES: [&str; 3] = ["mesh", "navigation_mesh", "preview"];

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
    (
        "AudioEffectEQ6",
        &[
            "band_db/32_hz",
            "band_db/100_hz",
            "band_db/320_hz",
            "band_db/1000_hz",
            "band_db/3200_hz",
            "band_db/10000_hz",
        ],
        "script",
    ),
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
    if class == "CodeHighlighter"
        && let Value::Dictionary(entries) = value
    {
        order_regions(entries);
    }
    if let Some((_, keys)) = KEYS.iter().find(|(other, _)| *other == class) {
        order(keys, class == "SpriteFrames", value);
    }
}

/// The highlighter puts each region in front of those whose start is not longer.
fn order_regions(entries: &mut Vec<(Value, Value)>) {
    let len =
        |key: &Value| key.as_str().map_or(0, |text| text.split(' ').next().unwrap_or("").chars().count());
    let all_texts = entries.iter().all(|(key, _)| key.as_str().is_some());
    if !all_texts || entries.iter().any(|(_, value)| !matches!(value, Value::Color(_))) {
        return;
    }
    let mut regions: Vec<(Value, Value)> = Vec::with_capacity(entries.len());
    for entry in std::mem::take(entries) {
        let at = regions.iter().filter(|(key, _)| len(key) > len(&entry.0)).count();
        regions.insert(at, entry);
    }
    *entries = regions;
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

pub(super) fn holds(words: &str, word: &str) -> bool {
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

/// The lists of names that a resource leaves out because of the values that it has.
pub(super) fn hidden(class: &str, value: impl Fn(&str) -> Option<i64>) -> Vec<&'static str> {
    let of_class = HIDDEN.iter().filter(|(other, ..)| *other == class);
    of_class.filter(|(_, name, number, _)| value(name) == Some(*number)).map(|(.., names)| *names).collect()
}

/// What a resource lists because of what it has, though text leaves it out: the name, the name that it
/// stands in front of, and its value where the engine writes it. Resources that are not there are written
/// where the class knows no default.
pub(super) fn implied(class: &str, names: &[String]) -> Vec<(String, String, Option<Value>)> {
    let missing = |name: &String| !names.contains(name);
    let null = Some(no_resource());
    match class {
        "ShaderMaterial" => {
            // Only shaders of surfaces have passes.
            let passes = names.iter().position(|name| name == "render_priority");
            let behind = passes.and_then(|at| names.get(at + 1)).filter(|name| *name != "next_pass");
            behind.map(|behind| ("next_pass".to_owned(), behind.clone(), null)).into_iter().collect()
        }
        "AnimationNodeStateMachine" => {
            let ends = ["End", "Start"].into_iter().flat_map(|state| {
                let of = |part: &str| format!("states/{state}/{part}");
                // States are sorted by their names.
                let next = names.iter().find(|name| **name >= of("node") && name.starts_with("states/"));
                let next = next.or(names.iter().find(|name| *name == "transitions")).cloned();
                let next = next.unwrap_or_default();
                [(of("node"), next.clone(), null.clone()), (of("position"), next, None)]
            });
            ends.filter(|(name, ..)| missing(name)).collect()
        }
        "AudioBusLayout" => in_front("bus/0/", &BUS, names).map(|(name, at)| (name, at, None)).collect(),
        "MeshLibrary" => {
            let mut items: Vec<&str> = names.iter().filter_map(|name| Some(item(name)?.0)).collect();
            items.dedup();
            let resources = |name: &str| ITEM_RESOURCES.contains(&name);
            items
                .into_iter()
                .flat_map(|start| in_front(start, &ITEM, names))
                .filter(|(name, _)| item(name).is_some_and(|(_, name)| resources(name)))
                .map(|(name, at)| (name, at, null.clone()))
                .collect()
        }
        _ => Vec::new(),
    }
}

/// Nothing where a resource could be: the engine tells that from no value at all.
pub(super) fn no_resource() -> Value {
    Value::Reference(Box::new(Reference::Sub(Id(String::new()))))
}

/// Whether what a text says to be `null` is a resource that is not there.
pub(super) fn is_resource(class: &str, name: &str) -> bool {
    class == "Theme" && ["/fonts/", "/icons/", "/styles/"].iter().any(|kind| name.contains(kind))
}

/// `item/3/` and the rest.
fn item(name: &str) -> Option<(&str, &str)> {
    let number = name.strip_prefix("item/")?.find('/')?;
    Some(name.split_at("item/".len() + number + 1))
}

/// Of names in order, each behind `start`, those that are missing, with what each stands in front of.
fn in_front<'n>(
    start: &'n str,
    order: &'static [&'static str],
    names: &'n [String],
) -> impl Iterator<Item = (String, String)> + 'n {
    let whole = move |name: &str| format!("{start}{name}");
    let behind_all = move || {
        let last = names.iter().rposition(|name| order.iter().any(|one| *name == whole(one)));
        let at = last.map_or_else(
            || names.iter().position(|name| name.contains('/') || name == "script").unwrap_or(names.len()),
            |last| last + 1,
        );
        names.get(at).cloned().unwrap_or_default()
    };
    order.iter().enumerate().filter(move |(_, name)| !names.contains(&whole(name))).map(move |(at, name)| {
        let next = order[at + 1..].iter().map(|name| whole(name)).find(|name| names.contains(name));
        (whole(name), next.unwrap_or_else(behind_all))
    })
}

/// Whether a number of the class is kept with 64 bits.
pub(super) fn is_wide(class: &str, name: &str) -> bool {
    WIDE.iter().any(|(other, names)| *other == class && holds(names, name))
}
