//! What a project decides about drawing as a whole.

/// How pictures are drawn, beyond what is in them. The default is what engines do when nothing is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rendering {
    /// Samples of each pixel in space: 1, 2, 4 or 8. Godot: `msaa_3d`; nacatamalon: `msaa`.
    pub space_samples: u32,
    /// Samples of each pixel in the plane: 1, 2, 4 or 8. Godot: `msaa_2d`; nacatamalon: `msaa`.
    pub plane_samples: u32,
    /// Whether edges in space are smoothed by looking at the finished light (Godot: `screen_space_aa` 1, FXAA).
    pub smooth_edges: bool,
    /// Whether the plane is drawn in linear light that may be brighter than white (Godot: `hdr_2d`).
    pub linear_plane: bool,
    /// Whether the levels of [`crate::Glow`] are enlarged smoothly (Godot: `rendering/environment/glow/upscale_mode` 1).
    pub smooth_glow: bool,
}

impl Default for Rendering {
    fn default() -> Self {
        Self {
            space_samples: 1,
            plane_samples: 1,
            smooth_edges: false,
            linear_plane: false,
            smooth_glow: true,
        }
    }
}
