//! The vocabulary of the formats: the words a file may hold, and the kinds of things a tree is made of.

/// A word that means something to a reader of maps and actors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Keyword {
    /// `TEXTURESET`: names a texture set file.
    TextureSet,
    /// `SECTOR`: a room of a map.
    Sector,
    /// `TERRAIN`: reserved, without meaning.
    Terrain,
    /// `MODEL`: the geometry of an actor.
    Model,
    /// `TRIANGLE`.
    Triangle,
    /// `PORTAL`: a doorway to another sector.
    Portal,
    /// `ACTOR`: places a registered actor.
    Actor,
    /// `PARTICLESYSTEM`: places a registered particle system.
    ParticleSystem,
    /// `LIGHT`: reserved, without meaning.
    Light,
    /// `BONE`.
    Bone,
    /// `BONEGROUP`: bones in the transitional spelling.
    BoneGroup,
    /// `ROOTBONE`: the first bone of a group in the transitional spelling.
    RootBone,
    /// `ANIMATION`.
    Animation,
    /// `FRAME`.
    Frame,
    /// `ROTATE`.
    Rotate,
    /// `TRANSLATE`.
    Translate,
    /// `VERTICES`: corners of a triangle or a portal.
    Vertices,
    /// `TEXTURE`: texture coordinates and the alias of the image.
    Texture,
    /// `TEXTUREDETAIL0`: the second texture layer.
    Detail0,
    /// `TEXTUREDETAIL1`: the third texture layer.
    Detail1,
    /// `BONELINK`: the bone of each corner.
    BoneLink,
    /// `BONEATTACHMENT`: the bone of each corner in the transitional spelling.
    BoneAttachment,
    /// `PORTALLINK`: where a portal leads.
    PortalLink,
    /// `POSITION`.
    Position,
    /// `FORWARD`.
    Forward,
    /// `UP`.
    Up,
}

impl Keyword {
    /// Every keyword.
    pub const ALL: [Self; 26] = [
        Self::TextureSet,
        Self::Sector,
        Self::Terrain,
        Self::Model,
        Self::Triangle,
        Self::Portal,
        Self::Actor,
        Self::ParticleSystem,
        Self::Light,
        Self::Bone,
        Self::BoneGroup,
        Self::RootBone,
        Self::Animation,
        Self::Frame,
        Self::Rotate,
        Self::Translate,
        Self::Vertices,
        Self::Texture,
        Self::Detail0,
        Self::Detail1,
        Self::BoneLink,
        Self::BoneAttachment,
        Self::PortalLink,
        Self::Position,
        Self::Forward,
        Self::Up,
    ];

    /// The keyword as the engine spells it.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::TextureSet => "TEXTURESET",
            Self::Sector => "SECTOR",
            Self::Terrain => "TERRAIN",
            Self::Model => "MODEL",
            Self::Triangle => "TRIANGLE",
            Self::Portal => "PORTAL",
            Self::Actor => "ACTOR",
            Self::ParticleSystem => "PARTICLESYSTEM",
            Self::Light => "LIGHT",
            Self::Bone => "BONE",
            Self::BoneGroup => "BONEGROUP",
            Self::RootBone => "ROOTBONE",
            Self::Animation => "ANIMATION",
            Self::Frame => "FRAME",
            Self::Rotate => "ROTATE",
            Self::Translate => "TRANSLATE",
            Self::Vertices => "VERTICES",
            Self::Texture => "TEXTURE",
            Self::Detail0 => "TEXTUREDETAIL0",
            Self::Detail1 => "TEXTUREDETAIL1",
            Self::BoneLink => "BONELINK",
            Self::BoneAttachment => "BONEATTACHMENT",
            Self::PortalLink => "PORTALLINK",
            Self::Position => "POSITION",
            Self::Forward => "FORWARD",
            Self::Up => "UP",
        }
    }

    /// The keyword a word spells, letter case aside.
    #[must_use]
    pub fn find(word: &[u8]) -> Option<Self> {
        // The three words of every triangle come first; the rest is looked up by length and letters.
        match word {
            b"TRIANGLE" => return Some(Self::Triangle),
            b"VERTICES" => return Some(Self::Vertices),
            b"TEXTURE" => return Some(Self::Texture),
            _ => {}
        }
        if word.len() < 2 || word.len() > 14 || !word[0].is_ascii_alphabetic() {
            return None;
        }
        Self::ALL.into_iter().find(|keyword| keyword.text().as_bytes().eq_ignore_ascii_case(word))
    }

    /// Whether the 0.5 engine accepts this keyword of a map in any letter case.
    #[must_use]
    pub const fn any_case_in_maps(self) -> bool {
        matches!(
            self,
            Self::TextureSet
                | Self::Sector
                | Self::Terrain
                | Self::Triangle
                | Self::Actor
                | Self::Portal
                | Self::Light
                | Self::ParticleSystem
                | Self::Position
                | Self::Forward
                | Self::Up
        )
    }
}

/// A set of keywords.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Words(u32);

impl Words {
    /// No keyword at all.
    pub const NONE: Self = Self(0);

    /// The set of the given keywords.
    pub const fn of(keywords: &[Keyword]) -> Self {
        let mut bits = 0;
        let mut at = 0;
        while at < keywords.len() {
            bits |= 1 << keywords[at] as u8;
            at += 1;
        }
        Self(bits)
    }

    /// The keywords of both sets.
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether the keyword is in the set.
    pub const fn has(self, keyword: Keyword) -> bool {
        self.0 & (1 << keyword as u8) != 0
    }
}

/// What a node of the tree is.
///
/// Items and fields hold other nodes; words, lists and comments do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Kind {
    /// The whole file.
    Root,
    /// A `TEXTURESET` line: [`Kind::Path`], [`Kind::Flag`].
    TextureSet,
    /// A `SECTOR`: [`Kind::Id`] and its items.
    Sector,
    /// A `MODEL`: [`Kind::Name`] and its items.
    Model,
    /// A `TERRAIN` with its undefined content.
    Terrain,
    /// A `LIGHT` with its undefined content.
    Light,
    /// A `TRIANGLE`: fields (block), or [`Kind::List`] of 15 numbers and [`Kind::Alias`] (line).
    Triangle,
    /// A `PORTAL`: words and fields (block), or words and [`Kind::List`] of 12 numbers (line).
    Portal,
    /// An `ACTOR`: [`Kind::Name`], [`Kind::Id`], fields (block) or [`Kind::List`] of 9 numbers (line).
    Actor,
    /// A `PARTICLESYSTEM`: [`Kind::Name`], fields (block) or [`Kind::List`] of 9 numbers (line).
    ParticleSystem,
    /// A `BONE` of a model: [`Kind::Id`], [`Kind::Parent`], fields.
    Bone,
    /// A `BONEGROUP` of the transitional spelling: [`Kind::Id`] and [`Kind::GroupBone`].
    BoneGroup,
    /// A bone of a group: [`Kind::Id`], three numbers, [`Kind::Child`] words.
    GroupBone,
    /// An `ANIMATION`: [`Kind::Id`], [`Kind::Fps`], frames.
    Animation,
    /// A `FRAME`: [`Kind::Id`] and [`Kind::FrameBone`].
    Frame,
    /// The commands of one bone in one frame: [`Kind::Id`], [`Kind::Rotate`], [`Kind::Translate`].
    FrameBone,
    /// A `ROTATE` field: four numbers.
    Rotate,
    /// A `TRANSLATE` field: four numbers.
    Translate,
    /// A `VERTICES` field: 9 numbers in a triangle, 12 in a portal.
    Vertices,
    /// A `TEXTURE` field: 6 numbers and [`Kind::Alias`].
    Texture,
    /// A `TEXTUREDETAIL0` field.
    Detail0,
    /// A `TEXTUREDETAIL1` field.
    Detail1,
    /// A `BONELINK` field: three [`Kind::Id`].
    BoneLink,
    /// A `BONEATTACHMENT` field: three times [`Kind::Group`] and [`Kind::Id`].
    BoneAttachment,
    /// A `PORTALLINK` field: [`Kind::LinkSector`] and [`Kind::LinkPortal`].
    PortalLink,
    /// A `POSITION` field: three numbers.
    Position,
    /// A `FORWARD` field: three numbers.
    Forward,
    /// An `UP` field: three numbers.
    Up,
    /// The numbers of an item in the line dialect.
    List,
    /// The path of a texture set, or of an image in a texture set.
    Path,
    /// `JAR` or `NOJAR`.
    Flag,
    /// The id of an item, or of a bone that is referred to.
    Id,
    /// The registered name of an actor or particle system; the name of a model.
    Name,
    /// The alias of a texture.
    Alias,
    /// `FAST` or `ACCURATE`.
    PortalType,
    /// The sector a portal leads to.
    LinkSector,
    /// The portal a portal leads to.
    LinkPortal,
    /// The parent of a bone.
    Parent,
    /// Frames per second.
    Fps,
    /// The bone group of a corner.
    Group,
    /// A child of a bone in a group.
    Child,
    /// A line of a texture set: [`Kind::Alias`], [`Kind::Path`].
    Entry,
    /// A comment, from `#` to the end of its line (line end not included).
    Comment,
    /// Words or a block that mean nothing.
    Unknown,
}

#[cfg(test)]
mod tests {
    use super::{Keyword, Words};

    #[test]
    fn every_keyword_is_found_in_any_case() {
        for (index, keyword) in Keyword::ALL.into_iter().enumerate() {
            assert_eq!(keyword as usize, index);
            assert_eq!(Keyword::find(keyword.text().as_bytes()), Some(keyword));
            assert_eq!(Keyword::find(keyword.text().to_lowercase().as_bytes()), Some(keyword));
        }
        assert_eq!(Keyword::find(b"TRIANGLES"), None);
        assert_eq!(Keyword::find(b""), None);
    }

    #[test]
    fn sets_hold_what_they_were_given() {
        let words = Words::of(&[Keyword::Up]).and(Words::of(&[Keyword::Sector]));
        assert!(words.has(Keyword::Up) && words.has(Keyword::Sector) && !words.has(Keyword::Model));
        assert!(!Words::NONE.has(Keyword::TextureSet));
    }
}
