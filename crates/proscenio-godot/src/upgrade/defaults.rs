//! What classes of Godot 3 did unasked and do otherwise in Godot 4.

use crate::classes::Class;
use crate::section::Section;

/// A class of Godot 3, a property by its new name, and the value that it had when nothing was said. Only
/// what changes how a scene looks, moves or plays; sizes of capsules are told with [`super::merged`].
#[rustfmt::skip]
const DEFAULTS: &[(&str, &str, &str)] = &[
    ("AnimationNodeOneShot", "fadein_time", "0.1"),
    ("AnimationNodeOneShot", "fadeout_time", "0.1"),
    ("AnimationTree", "active", "false"),
    ("AudioStreamPlayer3D", "unit_size", "1.0"),
    ("BoxShape", "size", "Vector3(2, 2, 2)"),
    ("CPUParticles", "local_coords", "true"),
    ("CPUParticles2D", "gravity", "Vector2(0, 98)"),
    ("CPUParticles2D", "local_coords", "true"),
    ("CSGCylinder", "height", "1.0"),
    ("CSGCylinder", "radius", "1.0"),
    ("CSGSphere", "radius", "1.0"),
    ("CSGTorus", "inner_radius", "2.0"),
    ("CSGTorus", "outer_radius", "3.0"),
    ("Camera", "far", "100.0"),
    ("Camera", "fov", "70.0"),
    ("CubeMesh", "size", "Vector3(2, 2, 2)"),
    ("CylinderMesh", "bottom_radius", "1.0"),
    ("CylinderMesh", "top_radius", "1.0"),
    ("CylinderShape", "radius", "1.0"),
    ("DirectionalLight", "light_specular", "0.5"),
    ("Line2D", "default_color", "Color(0.4, 0.5, 1, 1)"),
    ("OpenSimplexNoise", "fractal_octaves", "3"),
    ("OpenSimplexNoise", "frequency", "0.015625"),
    ("Particles", "local_coords", "true"),
    ("Particles2D", "local_coords", "true"),
    ("PrismMesh", "size", "Vector3(2, 2, 2)"),
    ("ProceduralSky", "ground_bottom_color", "Color(0.156863, 0.184314, 0.211765, 1)"),
    ("ProceduralSky", "ground_horizon_color", "Color(0.423529, 0.396078, 0.372549, 1)"),
    ("ProceduralSky", "sky_curve", "0.09"),
    ("ProceduralSky", "sky_horizon_color", "Color(0.839216, 0.917647, 0.980392, 1)"),
    ("ProceduralSky", "sky_top_color", "Color(0.647059, 0.839216, 0.945098, 1)"),
    ("RayCast", "enabled", "false"),
    ("RayCast2D", "enabled", "false"),
    ("ReflectionProbe", "size", "Vector3(2, 2, 2)"),
    ("SphereMesh", "height", "2.0"),
    ("SphereMesh", "radius", "1.0"),
    ("SphereShape", "radius", "1.0"),
    ("TabContainer", "tab_alignment", "1"),
    ("Tabs", "tab_alignment", "1"),
    ("ToolButton", "flat", "true"),
    ("VehicleWheel", "suspension_travel", "0.05"),
    ("VideoPlayer", "expand", "true"),
    ("WindowDialog", "visible", "false"),
    ("YSort", "y_sort_enabled", "true"),
];

/// The properties to write because a section leaves them to its class, and the class changed its mind.
/// `written` says whether the section has a property, by its new name.
pub(super) fn missing<'w>(
    class: Class,
    written: impl Fn(&str) -> bool + 'w,
) -> impl Iterator<Item = (&'static str, &'static str)> + 'w {
    let of_class = move |owner: &str| class.is_a(owner);
    let rows = DEFAULTS.iter().filter(move |(owner, name, _)| of_class(owner) && !written(name));
    rows.map(|(_, name, value)| (*name, *value))
}

/// Levels of glow, and how it looked, were others: they count where a file makes it glow.
pub(super) fn glow(section: Section<'_>) -> impl Iterator<Item = (&'static str, &'static str)> {
    const GLOW: [(&str, &str); 9] = [
        ("glow_levels/1", "0.0"),
        ("glow_levels/2", "0.0"),
        ("glow_levels/3", "1.0"),
        ("glow_levels/4", "0.0"),
        ("glow_levels/5", "1.0"),
        ("glow_levels/6", "0.0"),
        ("glow_levels/7", "0.0"),
        ("glow_intensity", "0.8"),
        ("glow_blend_mode", "2"),
    ];
    let glows = section.property("glow_enabled").is_some_and(|entry| entry.value().as_bool() == Some(true));
    GLOW.into_iter().filter(move |(name, _)| glows && section.property(name).is_none())
}

#[cfg(test)]
mod tests {
    use super::DEFAULTS;
    use crate::classes::ClassTable;
    use crate::upgrade::classes::{holder, renamed};
    use crate::value::decode;

    #[test]
    fn defaults_are_values_that_differ_from_those_of_godot_4() {
        assert!(DEFAULTS.is_sorted());
        for (old, name, value) in DEFAULTS {
            assert!(ClassTable::godot_3().class(old).is_some(), "{old}");
            let new = ClassTable::godot_4().class(holder(old).or(renamed(old)).unwrap_or(old)).unwrap();
            assert!(new.property(name).is_some(), "{old} {name}");
            let default = new.default_value(name);
            assert_ne!(default, Some(decode(value.as_bytes()).value), "{old} {name}");
        }
    }
}
