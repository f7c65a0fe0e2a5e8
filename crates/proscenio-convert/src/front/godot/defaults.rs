//! What properties are when no file sets them, for the classes the importer understands.
//!
//! Godot 3 and 4 differ in many of these, so each has its own table. What is not listed is the zero of its
//! type: no, 0, the empty vector.

use super::files::Generation;

/// A class and its defaults, in the engine's text notation.
type Class = (&'static str, &'static [(&'static str, &'static str)]);

/// The default of a property of a class, where it is not zero.
pub(super) fn default(generation: Generation, class: &str, name: &str) -> Option<&'static str> {
    let own = generation.pick(FOUR, THREE).iter().filter(|(known, _)| *known == class);
    // What every placed node has is not repeated for each class.
    let placed = generation.pick(FOUR_NODES, THREE_NODES).iter();
    let mut all = own.chain(placed).flat_map(|(_, defaults)| *defaults);
    all.find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// Godot 4.
#[rustfmt::skip]
const FOUR: &[Class] = &[
    ("BoxMesh", &[
        ("size", "Vector3(1, 1, 1)"),
    ]),
    ("SphereMesh", &[
        ("radius", "0.5"), ("height", "1.0"), ("radial_segments", "64"), ("rings", "32"),
    ]),
    ("CylinderMesh", &[
        ("top_radius", "0.5"), ("bottom_radius", "0.5"), ("height", "2.0"), ("radial_segments", "64"),
        ("rings", "4"), ("cap_top", "true"), ("cap_bottom", "true"),
    ]),
    ("CapsuleMesh", &[
        ("radius", "0.5"), ("height", "2.0"), ("radial_segments", "64"), ("rings", "8"),
    ]),
    ("PlaneMesh", &[
        ("size", "Vector2(2, 2)"), ("orientation", "1"),
    ]),
    ("QuadMesh", &[
        ("size", "Vector2(1, 1)"), ("orientation", "2"),
    ]),
    ("PrismMesh", &[
        ("left_to_right", "0.5"), ("size", "Vector3(1, 1, 1)"),
    ]),
    ("TorusMesh", &[
        ("inner_radius", "0.5"), ("outer_radius", "1.0"), ("rings", "64"), ("ring_segments", "32"),
    ]),
    // Those of the two modes that a new polygon is not in are missing in the table of classes.
    ("CSGPolygon3D", &[
        ("spin_degrees", "360.0"), ("spin_sides", "8"), ("path_interval", "1.0"), ("path_rotation", "2"),
        ("path_continuous_u", "true"), ("path_u_distance", "1.0"),
    ]),
    ("MeshInstance3D", &[
        ("cast_shadow", "1"),
    ]),
    ("DirectionalLight3D", &[
        ("light_color", "Color(1, 1, 1, 1)"), ("light_energy", "1.0"), ("light_specular", "1.0"),
    ]),
    ("OmniLight3D", &[
        ("light_color", "Color(1, 1, 1, 1)"), ("light_energy", "1.0"), ("light_specular", "0.5"),
        ("omni_range", "5.0"), ("omni_attenuation", "1.0"),
    ]),
    ("SpotLight3D", &[
        ("light_color", "Color(1, 1, 1, 1)"), ("light_energy", "1.0"), ("light_specular", "0.5"),
        ("spot_range", "5.0"), ("spot_attenuation", "1.0"), ("spot_angle", "45.0"),
        ("spot_angle_attenuation", "1.0"),
    ]),
    ("Camera3D", &[
        ("keep_aspect", "1"), ("fov", "75.0"), ("size", "1.0"), ("near", "0.05"), ("far", "4000.0"),
    ]),
    ("Environment", &[
        ("background_color", "Color(0, 0, 0, 1)"), ("background_energy_multiplier", "1.0"),
        ("ambient_light_color", "Color(0, 0, 0, 1)"), ("ambient_light_energy", "1.0"),
        ("ambient_light_sky_contribution", "1.0"), ("tonemap_exposure", "1.0"), ("tonemap_white", "1.0"),
    ]),
    ("Sprite2D", &[
        ("centered", "true"), ("hframes", "1"), ("vframes", "1"),
    ]),
    ("CanvasLayer", &[
        ("layer", "1"), ("visible", "true"), ("scale", "Vector2(1, 1)"),
    ]),
    ("Camera2D", &[
        ("anchor_mode", "1"), ("ignore_rotation", "true"), ("enabled", "true"), ("zoom", "Vector2(1, 1)"),
    ]),
    ("StandardMaterial3D", &[
        ("alpha_hash_scale", "1.0"), ("alpha_antialiasing_edge", "0.3"), ("heightmap_min_layers", "8"),
        ("heightmap_max_layers", "32"),
        ("alpha_scissor_threshold", "0.5"), ("shading_mode", "1"), ("albedo_color", "Color(1, 1, 1, 1)"),
        ("metallic_specular", "0.5"), ("roughness", "1.0"), ("emission", "Color(0, 0, 0, 1)"),
        ("emission_energy_multiplier", "1.0"), ("normal_scale", "1.0"), ("uv1_scale", "Vector3(1, 1, 1)"),
        ("uv2_scale", "Vector3(1, 1, 1)"), ("texture_filter", "3"), ("texture_repeat", "true"),
    ]),
    ("ORMMaterial3D", &[
        ("alpha_hash_scale", "1.0"), ("alpha_antialiasing_edge", "0.3"), ("heightmap_min_layers", "8"),
        ("heightmap_max_layers", "32"),
        ("alpha_scissor_threshold", "0.5"), ("shading_mode", "1"), ("albedo_color", "Color(1, 1, 1, 1)"),
        ("emission", "Color(0, 0, 0, 1)"), ("emission_energy_multiplier", "1.0"), ("normal_scale", "1.0"),
        ("uv1_scale", "Vector3(1, 1, 1)"), ("uv2_scale", "Vector3(1, 1, 1)"), ("texture_filter", "3"),
        ("texture_repeat", "true"),
    ]),
];

/// Godot 3.
#[rustfmt::skip]
const THREE: &[Class] = &[
    ("CSGPolygon", &[
        ("spin_degrees", "360.0"), ("spin_sides", "8"), ("path_interval", "1.0"), ("path_rotation", "1"),
    ]),
    ("CubeMesh", &[
        ("size", "Vector3(2, 2, 2)"),
    ]),
    ("SphereMesh", &[
        ("radius", "1.0"), ("height", "2.0"), ("radial_segments", "64"), ("rings", "32"),
    ]),
    ("CylinderMesh", &[
        ("top_radius", "1.0"), ("bottom_radius", "1.0"), ("height", "2.0"), ("radial_segments", "64"),
        ("rings", "4"),
    ]),
    ("CapsuleMesh", &[
        ("radius", "1.0"), ("mid_height", "1.0"), ("radial_segments", "64"), ("rings", "8"),
    ]),
    ("PlaneMesh", &[
        ("size", "Vector2(2, 2)"),
    ]),
    ("QuadMesh", &[
        ("size", "Vector2(1, 1)"),
    ]),
    ("PrismMesh", &[
        ("left_to_right", "0.5"), ("size", "Vector3(2, 2, 2)"),
    ]),
    ("MeshInstance", &[
        ("cast_shadow", "1"),
    ]),
    ("DirectionalLight", &[
        ("light_color", "Color(1, 1, 1, 1)"), ("light_energy", "1.0"), ("light_specular", "0.5"),
    ]),
    ("OmniLight", &[
        ("light_color", "Color(1, 1, 1, 1)"), ("light_energy", "1.0"), ("light_specular", "0.5"),
        ("omni_range", "5.0"), ("omni_attenuation", "1.0"),
    ]),
    ("SpotLight", &[
        ("light_color", "Color(1, 1, 1, 1)"), ("light_energy", "1.0"), ("light_specular", "0.5"),
        ("spot_range", "5.0"), ("spot_attenuation", "1.0"), ("spot_angle", "45.0"),
        ("spot_angle_attenuation", "1.0"),
    ]),
    ("Camera", &[
        ("keep_aspect", "1"), ("fov", "70.0"), ("size", "1.0"), ("near", "0.05"), ("far", "100.0"),
    ]),
    ("Environment", &[
        ("background_color", "Color(0, 0, 0, 1)"), ("background_energy", "1.0"),
        ("ambient_light_color", "Color(0, 0, 0, 1)"), ("ambient_light_energy", "1.0"),
        ("ambient_light_sky_contribution", "1.0"), ("tonemap_exposure", "1.0"), ("tonemap_white", "1.0"),
    ]),
    ("Sprite", &[
        ("centered", "true"), ("hframes", "1"), ("vframes", "1"),
    ]),
    ("CanvasLayer", &[
        ("layer", "1"), ("scale", "Vector2(1, 1)"),
    ]),
    ("Camera2D", &[
        ("anchor_mode", "1"), ("zoom", "Vector2(1, 1)"),
    ]),
    ("SpatialMaterial", &[
        ("params_alpha_scissor_threshold", "0.98"), ("albedo_color", "Color(1, 1, 1, 1)"),
        ("metallic_specular", "0.5"), ("roughness", "1.0"), ("emission", "Color(0, 0, 0, 1)"),
        ("emission_energy", "1.0"), ("normal_scale", "1.0"), ("uv1_scale", "Vector3(1, 1, 1)"),
        ("uv2_scale", "Vector3(1, 1, 1)"),
    ]),
];

/// What every node of Godot 4 that is placed has.
#[rustfmt::skip]
const FOUR_NODES: &[Class] = &[
    ("Node3D", &[
        ("visible", "true"), ("sorting_use_aabb_center", "true"),
    ]),
    ("Node2D", &[
        ("modulate", "Color(1, 1, 1, 1)"), ("self_modulate", "Color(1, 1, 1, 1)"), ("z_as_relative", "true"),
        ("scale", "Vector2(1, 1)"), ("light_mask", "1"),
    ]),
];

/// What every node of Godot 3 that is placed has.
#[rustfmt::skip]
const THREE_NODES: &[Class] = &[
    ("Spatial", &[
        ("visible", "true"),
    ]),
    ("Node2D", &[
        ("modulate", "Color(1, 1, 1, 1)"), ("self_modulate", "Color(1, 1, 1, 1)"), ("z_as_relative", "true"),
        ("scale", "Vector2(1, 1)"), ("light_mask", "1"),
    ]),
];

/// Every line of the tables.
#[cfg(test)]
fn all() -> impl Iterator<Item = (Generation, &'static str, &'static str, &'static str)> {
    let tables = [
        (Generation::Four, FOUR),
        (Generation::Three, THREE),
        (Generation::Four, FOUR_NODES),
        (Generation::Three, THREE_NODES),
    ];
    tables.into_iter().flat_map(|(generation, table)| {
        let lines = table
            .iter()
            .flat_map(|(class, list)| list.iter().map(move |(name, text)| (*class, *name, *text)));
        lines.map(move |(class, name, text)| (generation, class, name, text))
    })
}

#[cfg(test)]
#[path = "defaults_tests.rs"]
mod tests;
