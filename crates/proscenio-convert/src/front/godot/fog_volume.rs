//! Fog that fills space: `volumetric_fog_…` of an `Environment`, and `FogVolume`.

use glam::Vec3;
use proscenio_scene::{Component, FogShape, FogVolume, VolumetricFog};

use super::Importer;
use super::codes::NOT_DRAWN;
use super::environment::times;
use super::files::{Generation, Target};
use super::props::Props;

/// The fog of an environment of Godot 4; Godot 3 has none.
pub(super) fn volumetric_fog(props: &Props) -> Option<VolumetricFog> {
    if props.generation() == Generation::Three || !props.flag("volumetric_fog_enabled") {
        return None;
    }
    Some(VolumetricFog {
        density: props.number("volumetric_fog_density"),
        albedo: props.color("volumetric_fog_albedo"),
        emission: times(
            props.color("volumetric_fog_emission"),
            props.number("volumetric_fog_emission_energy"),
        ),
        anisotropy: props.number("volumetric_fog_anisotropy"),
        length: props.number("volumetric_fog_length"),
        spread: props.number("volumetric_fog_detail_spread"),
        ambient: props.number("volumetric_fog_ambient_inject") * props.number("ambient_light_energy"),
        ambient_color: props.color("ambient_light_color"),
        sky_share: props.number("ambient_light_sky_contribution"),
        over_sky: props.number("volumetric_fog_sky_affect"),
        settling: if props.flag("volumetric_fog_temporal_reprojection_enabled") {
            props.number("volumetric_fog_temporal_reprojection_amount")
        } else {
            0.0
        },
    })
}

impl Importer<'_> {
    /// The component of a `FogVolume`; nothing without a material that says what fog it is.
    pub(super) fn fog_volume(&mut self, props: &Props) -> Option<Component> {
        let (value, place) = props.set("material")?;
        let place = place.clone();
        let entry = place.section().and_then(|section| section.property("material"));
        let span = entry.map(|entry| entry.value_span());
        let Target::Resource(resource) = self.follow(&place.file, &value, span)? else { return None };
        if resource.class() != "FogMaterial" {
            let message = format!("fog made by a {} is not drawn", resource.class());
            let path = place.file.document.source().path();
            self.findings.push(NOT_DRAWN.finding(path, message).at_maybe(span));
            self.keep_resource(&resource);
            return None;
        }
        let material = Props::of(&resource);
        let fog = FogVolume {
            shape: match props.int("shape") {
                0 => FogShape::Ellipsoid,
                1 => FogShape::Cone,
                2 => FogShape::Cylinder,
                4 => FogShape::World,
                _ => FogShape::Box,
            },
            size: Vec3::from_array(props.vector3("size")),
            density: material.number("density"),
            albedo: material.color("albedo"),
            emission: material.color("emission"),
            height_falloff: material.number("height_falloff"),
            edge_fade: material.number("edge_fade"),
        };
        material.consume(&["resource_name"]);
        self.keep_aside(&material, &resource);
        Some(Component::FogVolume(fog))
    }
}
