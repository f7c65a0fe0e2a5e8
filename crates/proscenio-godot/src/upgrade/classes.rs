//! Classes of Godot 3 that have another name in Godot 4.

/// Old and new names, sorted by the old. Where Godot 4 split a class, the name is that of the part that
/// does what the old class did in most scenes.
#[rustfmt::skip]
const CLASSES: &[(&str, &str)] = &[
    ("ARVRAnchor", "XRAnchor3D"),
    ("ARVRCamera", "XRCamera3D"),
    ("ARVRController", "XRController3D"),
    ("ARVROrigin", "XROrigin3D"),
    ("AStar", "AStar3D"),
    ("AnimatedSprite", "AnimatedSprite2D"),
    ("Area", "Area3D"),
    ("AudioStreamOGGVorbis", "AudioStreamOggVorbis"),
    ("AudioStreamRandomPitch", "AudioStreamRandomizer"),
    ("AudioStreamSample", "AudioStreamWAV"),
    ("BakedLightmap", "LightmapGI"),
    ("BakedLightmapData", "LightmapGIData"),
    ("BitmapFont", "FontFile"),
    ("BoneAttachment", "BoneAttachment3D"),
    ("BoxShape", "BoxShape3D"),
    ("CPUParticles", "CPUParticles3D"),
    ("CSGBox", "CSGBox3D"),
    ("CSGCombiner", "CSGCombiner3D"),
    ("CSGCylinder", "CSGCylinder3D"),
    ("CSGMesh", "CSGMesh3D"),
    ("CSGPolygon", "CSGPolygon3D"),
    ("CSGPrimitive", "CSGPrimitive3D"),
    ("CSGShape", "CSGShape3D"),
    ("CSGSphere", "CSGSphere3D"),
    ("CSGTorus", "CSGTorus3D"),
    ("Camera", "Camera3D"),
    ("CapsuleShape", "CapsuleShape3D"),
    ("ClippedCamera", "Camera3D"),
    ("CollisionObject", "CollisionObject3D"),
    ("CollisionPolygon", "CollisionPolygon3D"),
    ("CollisionShape", "CollisionShape3D"),
    ("ConcavePolygonShape", "ConcavePolygonShape3D"),
    ("ConeTwistJoint", "ConeTwistJoint3D"),
    ("ConvexPolygonShape", "ConvexPolygonShape3D"),
    ("CubeMap", "Cubemap"),
    ("CubeMesh", "BoxMesh"),
    ("CylinderShape", "CylinderShape3D"),
    ("DirectionalLight", "DirectionalLight3D"),
    ("DynamicFont", "FontFile"),
    ("DynamicFontData", "FontFile"),
    ("GIProbe", "VoxelGI"),
    ("GIProbeData", "VoxelGIData"),
    ("Generic6DOFJoint", "Generic6DOFJoint3D"),
    ("GeometryInstance", "GeometryInstance3D"),
    ("GradientTexture", "GradientTexture1D"),
    ("HeightMapShape", "HeightMapShape3D"),
    ("HingeJoint", "HingeJoint3D"),
    ("ImmediateGeometry", "MeshInstance3D"),
    ("InterpolatedCamera", "Camera3D"),
    ("Joint", "Joint3D"),
    ("KinematicBody", "CharacterBody3D"),
    ("KinematicBody2D", "CharacterBody2D"),
    ("Light", "Light3D"),
    ("Light2D", "PointLight2D"),
    ("LineShape2D", "WorldBoundaryShape2D"),
    ("Listener", "AudioListener3D"),
    ("MeshInstance", "MeshInstance3D"),
    ("MultiMeshInstance", "MultiMeshInstance3D"),
    ("NavigationMeshInstance", "NavigationRegion3D"),
    ("NavigationPolygonInstance", "NavigationRegion2D"),
    ("NoiseTexture", "NoiseTexture2D"),
    ("OmniLight", "OmniLight3D"),
    ("OpenSimplexNoise", "FastNoiseLite"),
    ("PHashTranslation", "OptimizedTranslation"),
    ("PanoramaSky", "Sky"),
    ("Particles", "GPUParticles3D"),
    ("Particles2D", "GPUParticles2D"),
    ("ParticlesMaterial", "ParticleProcessMaterial"),
    ("Path", "Path3D"),
    ("PathFollow", "PathFollow3D"),
    ("PhysicalBone", "PhysicalBone3D"),
    ("PhysicsBody", "PhysicsBody3D"),
    ("PinJoint", "PinJoint3D"),
    ("PlaneShape", "WorldBoundaryShape3D"),
    ("PopupDialog", "PopupPanel"),
    ("Position2D", "Marker2D"),
    ("Position3D", "Marker3D"),
    ("ProceduralSky", "Sky"),
    ("RayCast", "RayCast3D"),
    ("RayShape", "SeparationRayShape3D"),
    ("RayShape2D", "SeparationRayShape2D"),
    ("Reference", "RefCounted"),
    ("RemoteTransform", "RemoteTransform3D"),
    ("RigidBody", "RigidBody3D"),
    ("Shape", "Shape3D"),
    ("ShortCut", "Shortcut"),
    ("Skeleton", "Skeleton3D"),
    ("SkeletonIK", "SkeletonIK3D"),
    ("SliderJoint", "SliderJoint3D"),
    ("SoftBody", "SoftBody3D"),
    ("Spatial", "Node3D"),
    ("SpatialMaterial", "StandardMaterial3D"),
    ("SphereShape", "SphereShape3D"),
    ("SpotLight", "SpotLight3D"),
    ("SpringArm", "SpringArm3D"),
    ("Sprite", "Sprite2D"),
    ("StaticBody", "StaticBody3D"),
    ("StreamTexture", "CompressedTexture2D"),
    ("Tabs", "TabBar"),
    ("Texture", "Texture2D"),
    ("TextureArray", "Texture2DArray"),
    ("TextureProgress", "TextureProgressBar"),
    ("ToolButton", "Button"),
    ("VehicleBody", "VehicleBody3D"),
    ("VehicleWheel", "VehicleWheel3D"),
    ("VideoPlayer", "VideoStreamPlayer"),
    ("ViewportContainer", "SubViewportContainer"),
    ("VisibilityEnabler", "VisibleOnScreenEnabler3D"),
    ("VisibilityEnabler2D", "VisibleOnScreenEnabler2D"),
    ("VisibilityNotifier", "VisibleOnScreenNotifier3D"),
    ("VisibilityNotifier2D", "VisibleOnScreenNotifier2D"),
    ("VisualInstance", "VisualInstance3D"),
    ("VisualShaderNodeBooleanUniform", "VisualShaderNodeBooleanParameter"),
    ("VisualShaderNodeColorUniform", "VisualShaderNodeColorParameter"),
    ("VisualShaderNodeCubeMap", "VisualShaderNodeCubemap"),
    ("VisualShaderNodeScalarConstant", "VisualShaderNodeFloatConstant"),
    ("VisualShaderNodeScalarFunc", "VisualShaderNodeFloatFunc"),
    ("VisualShaderNodeScalarOp", "VisualShaderNodeFloatOp"),
    ("VisualShaderNodeScalarUniform", "VisualShaderNodeFloatParameter"),
    ("VisualShaderNodeTextureUniform", "VisualShaderNodeTexture2DParameter"),
    ("VisualShaderNodeTransformMult", "VisualShaderNodeTransformOp"),
    ("VisualShaderNodeTransformUniform", "VisualShaderNodeTransformParameter"),
    ("VisualShaderNodeVec3Uniform", "VisualShaderNodeVec3Parameter"),
    ("WindowDialog", "Window"),
    ("World", "World3D"),
    ("YSort", "Node2D"),
];

/// The name of a class in Godot 4; nothing where it is the same, or gone.
pub(super) fn renamed(class: &str) -> Option<&'static str> {
    // The abstract class kept the name.
    if class == "Viewport" {
        return Some("SubViewport");
    }
    CLASSES.binary_search_by(|(old, _)| (*old).cmp(class)).ok().map(|place| CLASSES[place].1)
}

/// The class that has the properties now, where the old class was taken apart: skies hold a material.
pub(super) fn holder(class: &str) -> Option<&'static str> {
    match class {
        "PanoramaSky" => Some("PanoramaSkyMaterial"),
        "ProceduralSky" => Some("ProceduralSkyMaterial"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{CLASSES, renamed};
    use crate::classes::ClassTable;

    #[test]
    fn old_names_are_old_and_new_names_are_new() {
        assert!(CLASSES.is_sorted());
        for (old, new) in CLASSES {
            assert!(ClassTable::godot_3().class(old).is_some(), "{old}");
            assert!(ClassTable::godot_4().class(new).is_some(), "{new}");
            assert_eq!(renamed(old), Some(*new));
        }
        assert_eq!(renamed("Node2D"), None);
    }
}
