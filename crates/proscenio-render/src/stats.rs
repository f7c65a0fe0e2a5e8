//! What a picture costs.

/// What was done for one picture, the pictures it shows included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Draw calls of meshes and flat drawings; shadows count too, filling the whole picture (sky, tone curve, effects)
    /// does not.
    pub draw_calls: u32,
    /// Triangles of these calls, an instance counting as often as it is drawn.
    pub triangles: u64,
    /// Surfaces at their places that could be seen.
    pub surfaces: u32,
    /// Surfaces that the eye could not see; they are drawn for shadows alone.
    pub hidden: u32,
    /// Buffers and textures sent to the device. None, when nothing has changed since the picture before.
    pub uploads: u32,
    /// Bytes of these.
    pub uploaded_bytes: u64,
    /// Textures that are shown.
    pub textures: u32,
}
