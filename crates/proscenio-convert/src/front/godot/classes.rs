//! Which world a class of nodes lives in.
//!
//! Only a node that is placed in space hands its placement to children in space, and likewise in the
//! plane: a plain `Node` between them breaks the chain. So the importer must know the world of every
//! class, also of those it does not draw.

/// Where the nodes of a class are placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum World {
    /// `Node3D` (`Spatial`) and its heirs.
    Space,
    /// `CanvasItem` and its heirs.
    Plane,
    /// `CanvasLayer`: the ground under a plane of its own.
    Layer,
    /// Nowhere.
    None,
}

/// The world of a class. Classes nobody knows (of extensions, of newer engines) go by their suffix, which
/// the engine uses strictly.
pub(super) fn world(class: &str) -> World {
    if matches!(class, "CanvasLayer" | "ParallaxBackground") {
        return World::Layer;
    }
    if matches!(class, "NavigationAgent2D" | "NavigationAgent3D") {
        return World::None;
    }
    if class.ends_with("3D") || SPACE.binary_search(&class).is_ok() {
        return World::Space;
    }
    if class.ends_with("2D") || PLANE.binary_search(&class).is_ok() {
        return World::Plane;
    }
    World::None
}

/// Classes in space without the suffix, of Godot 3 and 4, sorted.
const SPACE: &[&str] = &[
    "ARVRAnchor",
    "ARVRCamera",
    "ARVRController",
    "ARVROrigin",
    "Area",
    "BakedLightmap",
    "BoneAttachment",
    "CPUParticles",
    "CSGBox",
    "CSGCombiner",
    "CSGCylinder",
    "CSGMesh",
    "CSGPolygon",
    "CSGPrimitive",
    "CSGShape",
    "CSGSphere",
    "CSGTorus",
    "Camera",
    "ClippedCamera",
    "CollisionObject",
    "CollisionPolygon",
    "CollisionShape",
    "ConeTwistJoint",
    "Decal",
    "DirectionalLight",
    "FogVolume",
    "GIProbe",
    "Generic6DOFJoint",
    "GeometryInstance",
    "GridMap",
    "HingeJoint",
    "ImmediateGeometry",
    "InterpolatedCamera",
    "Joint",
    "KinematicBody",
    "Light",
    "LightmapGI",
    "LightmapProbe",
    "Listener",
    "MeshInstance",
    "MultiMeshInstance",
    "Navigation",
    "NavigationMeshInstance",
    "OmniLight",
    "OpenXRCompositionLayer",
    "OpenXRCompositionLayerCylinder",
    "OpenXRCompositionLayerEquirect",
    "OpenXRCompositionLayerQuad",
    "OpenXRHand",
    "OpenXRRenderModel",
    "OpenXRRenderModelManager",
    "OpenXRVisibilityMask",
    "Particles",
    "Path",
    "PathFollow",
    "PhysicalBone",
    "PhysicsBody",
    "PinJoint",
    "ProximityGroup",
    "RayCast",
    "ReflectionProbe",
    "RemoteTransform",
    "RigidBody",
    "RootMotionView",
    "Skeleton",
    "SliderJoint",
    "SoftBody",
    "Spatial",
    "SpotLight",
    "SpringArm",
    "StaticBody",
    "VehicleBody",
    "VehicleWheel",
    "VisibilityEnabler",
    "VisibilityNotifier",
    "VisualInstance",
    "VoxelGI",
];

/// Classes in the plane without the suffix, of Godot 3 and 4, sorted.
const PLANE: &[&str] = &[
    "AcceptDialog",
    "AnimatedSprite",
    "AspectRatioContainer",
    "BackBufferCopy",
    "BaseButton",
    "BoxContainer",
    "Button",
    "CanvasGroup",
    "CanvasItem",
    "CanvasModulate",
    "CenterContainer",
    "CheckBox",
    "CheckButton",
    "CodeEdit",
    "ColorPicker",
    "ColorPickerButton",
    "ColorRect",
    "ConfirmationDialog",
    "Container",
    "Control",
    "FileDialog",
    "FileSystemDock",
    "FlowContainer",
    "FoldableContainer",
    "GraphEdit",
    "GraphElement",
    "GraphFrame",
    "GraphNode",
    "GridContainer",
    "HBoxContainer",
    "HFlowContainer",
    "HScrollBar",
    "HSeparator",
    "HSlider",
    "HSplitContainer",
    "ItemList",
    "Label",
    "LineEdit",
    "LinkButton",
    "MarginContainer",
    "MenuBar",
    "MenuButton",
    "NavigationPolygonInstance",
    "NinePatchRect",
    "OptionButton",
    "Panel",
    "PanelContainer",
    "ParallaxLayer",
    "Popup",
    "PopupDialog",
    "PopupMenu",
    "PopupPanel",
    "ProgressBar",
    "Range",
    "ReferenceRect",
    "RichTextLabel",
    "ScriptCreateDialog",
    "ScriptEditor",
    "ScrollBar",
    "ScrollContainer",
    "Separator",
    "Slider",
    "SpinBox",
    "SplitContainer",
    "Sprite",
    "SubViewportContainer",
    "TabBar",
    "TabContainer",
    "Tabs",
    "TextEdit",
    "TextureButton",
    "TextureProgress",
    "TextureProgressBar",
    "TextureRect",
    "TileMap",
    "TileMapLayer",
    "ToolButton",
    "TouchScreenButton",
    "Tree",
    "VBoxContainer",
    "VFlowContainer",
    "VScrollBar",
    "VSeparator",
    "VSlider",
    "VSplitContainer",
    "VideoPlayer",
    "VideoStreamPlayer",
    "ViewportContainer",
    "WindowDialog",
    "YSort",
];

#[cfg(test)]
mod tests {
    use super::{PLANE, SPACE, World, world};

    #[test]
    fn the_lists_are_sorted() {
        assert!(SPACE.is_sorted() && PLANE.is_sorted());
    }

    #[test]
    fn classes_of_both_engines_are_known() {
        assert_eq!(world("MeshInstance3D"), World::Space);
        assert_eq!(world("Spatial"), World::Space);
        assert_eq!(world("TextureRect"), World::Plane);
        assert_eq!(world("Sprite2D"), World::Plane);
        assert_eq!(world("CanvasLayer"), World::Layer);
        assert_eq!(world("Timer"), World::None);
        assert_eq!(world("NavigationAgent3D"), World::None);
        assert_eq!(world(""), World::None);
    }
}
