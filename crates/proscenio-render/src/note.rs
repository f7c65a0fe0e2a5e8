//! What a picture leaves out or chose by itself.

use std::fmt;

use proscenio_scene::{ImageId, MeshId, NodeId};

/// Something the picture leaves out, or a choice the renderer made because the scene did not.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Note {
    /// The scene has meshes and no camera, so the whole of it is shown from the front, right and above.
    NoCamera,
    /// The framed scene has no light either, so one shines from behind the viewer.
    Headlight,
    /// The scene has no light; as in its engine a white sun from above shines.
    DefaultSun,
    /// A picture is not to be had; a checker is drawn.
    MissingImage {
        /// The picture.
        image: ImageId,
        /// Its name.
        name: String,
    },
    /// A picture's bytes cannot be decoded; a checker is drawn.
    UndecodableImage {
        /// The picture.
        image: ImageId,
        /// Its name.
        name: String,
        /// What the decoder says.
        reason: String,
    },
    /// A picture is larger than the driver allows and was made smaller.
    ShrunkImage {
        /// The picture.
        image: ImageId,
        /// Its name.
        name: String,
        /// Its width and height.
        size: [u32; 2],
    },
    /// Of a portal map only the sectors are drawn that are seen from the eye's own.
    Sectors {
        /// The eye's own.
        sector: String,
        /// How many are drawn.
        drawn: usize,
        /// How many there are.
        total: usize,
    },
    /// The eye stands in no sector of the portal map, so all are drawn.
    OutsideSectors {
        /// How many there are.
        total: usize,
    },
    /// There are more lights than can be drawn; the first ones in tree order shine.
    TooManyLights {
        /// How many shine.
        drawn: usize,
        /// How many do not.
        left_out: usize,
    },
    /// There are more volumes of fog than can be drawn; the first ones in tree order are.
    TooManyFogs {
        /// How many are drawn.
        drawn: usize,
        /// How many are not.
        left_out: usize,
    },
    /// The project asks for another number of samples of each pixel than is taken.
    OtherSamples {
        /// The project's.
        asked: u32,
        /// What is taken: 1 or 4; 1 in space where a processor draws and more than four lights shine.
        taken: u32,
    },
    /// Lights that should throw shadows do not.
    NoShadows {
        /// How many.
        lights: usize,
    },
    /// A material has more textures than can be looked up at once.
    TooManyTextures {
        /// The material.
        name: String,
        /// How many are left out.
        left_out: usize,
    },
    /// More masks and effects than are drawn; the rest is drawn without.
    TooManyGroups {
        /// How many are drawn.
        drawn: usize,
        /// How many are not.
        left_out: usize,
    },
    /// More lights in the plane than shine.
    TooManyFlatLights {
        /// How many shine.
        drawn: usize,
        /// How many do not.
        left_out: usize,
    },
    /// Particles that have not begun at the view's time.
    NoParticlesYet {
        /// How many emitters.
        emitters: usize,
    },
    /// Particles that are too much work; they are shown as they were at an earlier time.
    TooManyParticles {
        /// How many emitters.
        emitters: usize,
    },
    /// The driver refuses a shader; what uses it is drawn by its rule.
    BrokenShader {
        /// Its file.
        name: String,
        /// What the driver says.
        reason: String,
    },
    /// An effect that is not drawn.
    NoEffect {
        /// Its name.
        name: String,
    },
    /// A font's file cannot be read; its texts are not drawn.
    UnreadableFont {
        /// The font.
        name: String,
    },
    /// Texts are drawn as boxes of about their size.
    TextAsBox {
        /// How many.
        texts: usize,
    },
    /// A surface whose lists do not fit together is not drawn.
    BrokenSurface {
        /// The mesh.
        mesh: MeshId,
        /// Its name.
        name: String,
        /// Which of its surfaces.
        surface: usize,
    },
    /// A node is not drawn because its placement is not a number or too large for one.
    NotFinite {
        /// The node.
        node: NodeId,
        /// Its name.
        name: String,
    },
    /// A component names a mesh, material or picture that is not in the scene.
    Dangling {
        /// The node.
        node: NodeId,
        /// Its name.
        name: String,
    },
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCamera => f.write_str("no camera in the scene: the whole scene is framed"),
            Self::Headlight => f.write_str("no light in the scene: lit from behind the viewer"),
            Self::DefaultSun => f.write_str("no light in the scene: lit by the engine's default sun"),
            Self::MissingImage { name, .. } => {
                write!(f, "the image \"{name}\" is missing: drawn as a checker")
            }
            Self::UndecodableImage { name, reason, .. } => {
                write!(f, "the image \"{name}\" cannot be decoded ({reason}): drawn as a checker")
            }
            Self::ShrunkImage { name, size: [width, height], .. } => {
                write!(f, "the image \"{name}\" of {width}×{height} texels is too large: drawn smaller")
            }
            Self::Sectors { sector, drawn, total } => {
                write!(f, "the eye stands in sector \"{sector}\": {drawn} of {total} sectors are drawn")
            }
            Self::OutsideSectors { total } => {
                write!(f, "the eye stands in no sector: all {total} are drawn")
            }
            Self::TooManyLights { drawn, left_out } => {
                write!(f, "only the first {drawn} lights shine, {left_out} do not")
            }
            Self::TooManyFogs { drawn, left_out } => {
                write!(f, "only the first {drawn} volumes of fog are drawn, {left_out} are not")
            }
            Self::OtherSamples { asked, taken } => {
                write!(f, "samples of each pixel: {taken} instead of the {asked} that the project asks for")
            }
            Self::NoShadows { lights: 1 } => f.write_str("the shadows of 1 light are not drawn"),
            Self::NoShadows { lights } => write!(f, "the shadows of {lights} lights are not drawn"),
            Self::TooManyTextures { name, left_out } => {
                write!(f, "the material \"{name}\" has too many textures, {left_out} are left out")
            }
            Self::TooManyGroups { drawn, left_out } => {
                write!(f, "only the first {drawn} masks and effects are drawn, {left_out} are not")
            }
            Self::TooManyFlatLights { drawn, left_out } => {
                write!(f, "only the first {drawn} lights in the plane shine, {left_out} do not")
            }
            Self::NoParticlesYet { emitters } => {
                write!(f, "particles have not begun at time 0 (emitters: {emitters}); choose a later time")
            }
            Self::TooManyParticles { emitters } => {
                write!(
                    f,
                    "particles are shown as they were earlier, they are too many (emitters: {emitters})"
                )
            }
            Self::BrokenShader { name, reason } => {
                write!(f, "the driver refuses the shader \"{name}\" ({reason}): drawn without it")
            }
            Self::NoEffect { name } => write!(f, "the effect \"{name}\" is not drawn"),
            Self::UnreadableFont { name } => {
                write!(f, "the font \"{name}\" cannot be read: its texts are not drawn")
            }
            Self::TextAsBox { texts: 1 } => f.write_str("1 text is drawn as a box"),
            Self::TextAsBox { texts } => write!(f, "{texts} texts are drawn as boxes"),
            Self::BrokenSurface { name, surface, .. } => {
                write!(f, "surface {surface} of the mesh \"{name}\" is damaged and not drawn")
            }
            Self::NotFinite { name, .. } => {
                write!(f, "the node \"{name}\" has a placement that is not finite and is not drawn")
            }
            Self::Dangling { name, .. } => {
                write!(f, "the node \"{name}\" names something that is not in the scene")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Note;
    use proscenio_scene::ImageId;

    #[test]
    fn notes_are_sentences_about_names() {
        let note = Note::MissingImage { image: ImageId::from_index(3), name: "wall.png".into() };
        assert_eq!(note.to_string(), "the image \"wall.png\" is missing: drawn as a checker");
        assert_eq!(Note::TextAsBox { texts: 1 }.to_string(), "1 text is drawn as a box");
        assert_eq!(Note::NoShadows { lights: 2 }.to_string(), "the shadows of 2 lights are not drawn");
    }
}
