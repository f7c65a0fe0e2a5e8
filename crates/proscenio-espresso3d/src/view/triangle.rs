//! Triangles, which maps and actors share.

use super::{Item, Word, view};
use crate::syntax::Kind;

view! {
    /// A triangle. Its front is the side from which its corners run counter-clockwise.
    Triangle
}

/// Texture coordinates of the three corners, and the alias of the image.
#[derive(Clone, Copy, Debug)]
pub struct Layer<'a> {
    /// U (0 left, 1 right) and V (0 bottom, 1 top) of corners A, B, C. Values outside 0..1 repeat the image.
    pub uv: [[f64; 2]; 3],
    /// The alias; `None` when it is missing, then the layer has no image.
    pub alias: Option<Word<'a>>,
}

impl<'a> Triangle<'a> {
    /// Corners A, B, C as x, y, z: world coordinates in a map, local ones in an actor. `None` when one is
    /// missing or damaged.
    #[must_use]
    pub fn vertices(self) -> Option<[[f64; 3]; 3]> {
        let numbers = self.item.field(Kind::List).or_else(|| self.item.field(Kind::Vertices))?;
        numbers.values::<9>().map(triples)
    }

    /// The texture. `None` when the coordinates are missing or damaged.
    #[must_use]
    pub fn texture(self) -> Option<Layer<'a>> {
        if let Some(list) = self.item.field(Kind::List) {
            let [_, _, _, _, _, _, _, _, _, uv @ ..] = list.values::<15>()?;
            return Some(Layer { uv: pairs(uv), alias: self.item.word(Kind::Alias) });
        }
        self.layer(Kind::Texture)
    }

    /// The second (0) and third (1) texture layer; `None` when there is none or it is damaged.
    #[must_use]
    pub fn detail(self, layer: u8) -> Option<Layer<'a>> {
        self.layer(if layer == 0 { Kind::Detail0 } else { Kind::Detail1 })
    }

    /// The bone of each corner, in either spelling; `None` when the triangle is not linked.
    #[must_use]
    pub fn bone_links(self) -> Option<[Word<'a>; 3]> {
        let field = self.item.field(Kind::BoneLink).or_else(|| self.item.field(Kind::BoneAttachment))?;
        let mut ids = field.all(Kind::Id).map(Item::as_word);
        Some([ids.next()?, ids.next()?, ids.next()?])
    }

    fn layer(self, kind: Kind) -> Option<Layer<'a>> {
        let field = self.item.field(kind)?;
        Some(Layer { uv: pairs(field.values()?), alias: field.word(Kind::Alias) })
    }
}

/// Texture coordinates out of a list of numbers.
pub(crate) fn pairs([a, b, c, d, e, f]: [f64; 6]) -> [[f64; 2]; 3] {
    [[a, b], [c, d], [e, f]]
}

/// Corners out of a list of numbers: `N` is three times `M`.
pub(crate) fn triples<const N: usize, const M: usize>(values: [f64; N]) -> [[f64; 3]; M] {
    std::array::from_fn(|at| [values[at * 3], values[at * 3 + 1], values[at * 3 + 2]])
}
