//! What happens to a whole box: masks, filters, pictures the scene paints, fog.

use glam::Vec2;
use proscenio_nacatamalon::files::cube::Cube;
use proscenio_nacatamalon::files::post::BUILT_IN;
use proscenio_nacatamalon::{Document, Value};
use proscenio_scene::{
    ColorTable, FilterChain, FlatRect, Fog, Image, Mask, MaskChannel, Picture, PictureSees, Pixels,
    ScreenEffect,
};
use proscenio_source::{Source, Span};

use super::raw::Raw;
use super::{Importer, codes, single};

/// Members of each that the model's component says.
pub(super) const MASK_FIELDS: &[&str] =
    &["type", "id", "by", "rect", "channel", "soft", "invert", "showShape", "enabled"];
pub(super) const FILTER_FIELDS: &[&str] = &["type", "id", "rect", "padding", "enabled"];
pub(super) const PICTURE_FIELDS: &[&str] =
    &["type", "id", "key", "width", "height", "background", "sees", "hide", "only"];
pub(super) const FOG_FIELDS: &[&str] =
    &["type", "id", "color", "near", "far", "distance", "height", "enabled"];

/// A colour palette has at most this many colours.
const MAX_COLORS: usize = 256;

impl Importer<'_> {
    /// A mask; which box its shape is, is found when all boxes stand.
    pub(super) fn mask(&self, raw: Raw<'_>) -> Mask {
        Mask {
            by: None,
            rect: rect(raw),
            channel: match raw.text("channel").as_deref() {
                Some("luminance") => MaskChannel::Luminance,
                _ => MaskChannel::Alpha,
            },
            soft: raw.flag("soft") == Some(true),
            invert: raw.flag("invert") == Some(true),
            show_shape: raw.flag("showShape") == Some(true),
            enabled: raw.flag("enabled") != Some(false),
        }
    }

    pub(super) fn chain(&mut self, raw: Raw<'_>, span: Span) -> FilterChain {
        FilterChain {
            effects: self.screen_effects(raw, "effects", self.path().to_string().as_str(), span),
            rect: rect(raw),
            padding: raw.number("padding").map(single),
            enabled: raw.flag("enabled") != Some(false),
        }
    }

    /// The entries of a chain that name something.
    pub(super) fn screen_effects(
        &mut self,
        raw: Raw<'_>,
        name: &str,
        from: &str,
        span: Span,
    ) -> Vec<ScreenEffect> {
        let entries: Vec<_> = raw.list(name).map(Raw).collect();
        entries.into_iter().filter_map(|entry| self.screen_effect(entry, from, span)).collect()
    }

    fn screen_effect(&mut self, raw: Raw<'_>, from: &str, span: Span) -> Option<ScreenEffect> {
        let builtin = raw.word("builtin");
        let file = raw.word("effect").or_else(|| raw.word("shader"));
        let mut effect = ScreenEffect::new(builtin.clone().or(file)?);
        effect.builtin = builtin.is_some();
        effect.enabled = raw.flag("enabled") != Some(false);
        if !effect.builtin {
            self.keep("effects from shader files", span);
        } else if !BUILT_IN.contains(&effect.name.as_str()) {
            self.keep("effects that are not known", span);
        }
        for member in ["options", "uniforms"] {
            for own in raw.rec(member).iter().flat_map(|own| own.0.members()) {
                if let Some(numbers) = numbers(&own.name(), own.value) {
                    effect.numbers.push((own.name().into_owned(), numbers));
                }
            }
        }
        if let Some(path) = raw.word("palette") {
            effect.palette = self.palette(&path, from, span);
        } else if let Some(path) = raw.word("lut") {
            effect.table = self.table(&path, from, span);
        }
        Some(effect)
    }

    fn palette(&mut self, path: &str, from: &str, span: Span) -> Vec<[f32; 3]> {
        let Some((_, document)) = self.json_from(from, path, span) else { return Vec::new() };
        let Some(root) = document.root() else { return Vec::new() };
        let colors = Raw(root).list("colors").filter_map(|color| super::effects::hex(&color.as_str()?));
        colors.map(|[r, g, b, _]| [r, g, b]).take(MAX_COLORS).collect()
    }

    fn table(&mut self, path: &str, from: &str, span: Span) -> Option<ColorTable> {
        let (_, bytes) = self.read_from(from, path, span)?;
        let read = if path.to_ascii_lowercase().ends_with(".cube") { cube(bytes) } else { strip(&bytes) };
        if read.is_none() {
            self.unread(path, "it is no table of colours", span);
        }
        read
    }

    /// The picture a box is painted into.
    pub(super) fn painted(&mut self, raw: Raw<'_>, span: Span) -> Option<Picture> {
        let key = raw.text("key").filter(|key| !key.is_empty())?;
        let side = |name: &str| raw.number_or(name, 0.0).floor().clamp(1.0, 16384.0) as u32;
        let size = [side("width"), side("height")];
        let image = self.painted_image(&key, span)?;
        self.scene.images[image].size = Some(size);
        let words = |name: &str| {
            let own = raw.rec(name);
            let list = |kind: &str| -> Vec<String> {
                let words = own.iter().flat_map(|own| own.list(kind)).filter_map(Value::as_str);
                words.map(std::borrow::Cow::into_owned).collect()
            };
            [list("tags"), list("kinds")].concat()
        };
        Some(Picture {
            image,
            size,
            background: raw.colour("background", [0.0, 0.0, 0.0, 1.0]),
            needs_camera: false,
            weighted: false,
            rendering: self.scene.rendering,
            sees: match raw.text("sees").as_deref() {
                Some("3d" | "scene") => PictureSees::Space,
                Some("world") => PictureSees::World,
                _ => PictureSees::Below,
            },
            hide: words("hide"),
            only: words("only"),
        })
    }

    fn painted_image(&mut self, key: &str, span: Span) -> Option<proscenio_scene::ImageId> {
        self.picture(key, span).filter(|image| self.scene.images[*image].pixels == Pixels::Painted)
    }

    /// A picture that a box will paint; its size is known when the box is read.
    pub(super) fn new_painted(&mut self, key: &str) -> proscenio_scene::ImageId {
        self.scene.images.add(Image {
            name: key.to_owned(),
            path: None,
            size: self.assets.painted.get(key).copied(),
            pixels: Pixels::Painted,
        })
    }

    pub(super) fn fog(&self, raw: Raw<'_>) -> Fog {
        let height = raw.rec("height").filter(|own| own.flag("enabled") != Some(false));
        Fog {
            color: raw.colour("color", [0.0, 0.0, 0.0, 1.0]),
            distance: (raw.flag("distance") != Some(false))
                .then(|| [raw.single("near", 10.0), raw.single("far", 100.0)]),
            height: height.map(|own| [own.single("top", 0.0), own.single("bottom", -10.0)]),
            enabled: raw.flag("enabled") != Some(false),
        }
    }

    /// Finds the boxes that masks name.
    pub(super) fn find_mask_shapes(&mut self) {
        for (node, at, id, span) in std::mem::take(&mut self.masks) {
            let found = self.doc.nodes.iter().position(|own| own.id == id);
            match found.and_then(|index| self.nodes.get(index)).copied() {
                Some(shape) => {
                    if let Some(proscenio_scene::Component::Mask(mask)) =
                        self.scene.nodes[node].components.get_mut(at)
                    {
                        mask.by = Some(shape);
                    }
                }
                None => {
                    let message = format!("no box has the id \"{id}\", so the mask cuts nothing");
                    self.findings.push(codes::NO_SUCH_MASK.finding(self.path(), message).at(span));
                }
            }
        }
    }
}

fn rect(raw: Raw<'_>) -> Option<FlatRect> {
    let own = raw.rec("rect")?;
    Some(FlatRect {
        position: Vec2::new(own.single("x", 0.0), own.single("y", 0.0)),
        size: Vec2::new(own.single("width", 0.0), own.single("height", 0.0)),
    })
}

/// A number or two to four of them; the words of `maskType` are numbers too.
fn numbers(name: &str, value: Value<'_>) -> Option<[f32; 4]> {
    let finite = |value: Value<'_>| value.as_f64().filter(|number| number.is_finite()).map(single);
    if let Some(number) = finite(value) {
        return Some([number, 0.0, 0.0, 0.0]);
    }
    if let (Some(word), "maskType") = (value.as_str(), name) {
        let kind = ["aperture", "slot", "shadow"].iter().position(|known| *known == word)?;
        return Some([kind as f32, 0.0, 0.0, 0.0]);
    }
    if let Some(flag) = value.as_bool() {
        return Some([f32::from(u8::from(flag)), 0.0, 0.0, 0.0]);
    }
    let list: Option<Vec<f32>> = value.is_array().then(|| value.elements().map(finite).collect())?;
    let list = list.filter(|list| (2..=4).contains(&list.len()))?;
    let mut numbers = [0.0; 4];
    numbers[..list.len()].copy_from_slice(&list);
    Some(numbers)
}

/// The table of a `.cube` file.
fn cube(bytes: Vec<u8>) -> Option<ColorTable> {
    let read = Cube::read(&Document::of_text(Source::new("", bytes)));
    let side = u32::try_from(read.file.size).ok().filter(|_| !read.refused)?;
    Some(ColorTable { side, colors: read.file.colours.into_iter().map(|own| own.map(single)).collect() })
}

/// The table of a picture of slices side by side.
fn strip(bytes: &[u8]) -> Option<ColorTable> {
    let reader = image::ImageReader::new(std::io::Cursor::new(bytes)).with_guessed_format().ok()?;
    let picture = reader.decode().ok()?.into_rgba8();
    let side = picture.height();
    if !(2..=64).contains(&side) || picture.width() != side * side {
        return None;
    }
    let number = |byte: u8| f32::from(byte) / 255.0;
    let texel = |(red, green, blue): (u32, u32, u32)| {
        let [r, g, b, _] = picture.get_pixel(blue * side + red, green).0;
        [number(r), number(g), number(b)]
    };
    let all = (0..side).flat_map(|b| (0..side).flat_map(move |g| (0..side).map(move |r| (r, g, b))));
    Some(ColorTable { side, colors: all.map(texel).collect() })
}

#[cfg(test)]
mod tests {
    use super::{cube, strip};

    #[test]
    fn tables_are_read_with_red_fastest() {
        let mut text = String::from("TITLE \"t\"\n# a remark\nLUT_3D_SIZE 2\n");
        for b in 0..2 {
            for g in 0..2 {
                for r in 0..2 {
                    text += &format!("{r} {g} {b}\n");
                }
            }
        }
        let read = cube(text.into_bytes()).unwrap();
        assert_eq!((read.side, read.colors[1], read.colors[4]), (2, [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]));
        assert_eq!(cube(b"LUT_3D_SIZE 2\n0 0 0\n".to_vec()), None);
        let picture = image::RgbaImage::from_fn(4, 2, |x, y| {
            image::Rgba([(x % 2 * 255) as u8, (y * 255) as u8, (x / 2 * 255) as u8, 255])
        });
        let mut bytes = Vec::new();
        picture.write_to(&mut std::io::Cursor::new(&mut bytes), image::ImageFormat::Png).unwrap();
        assert_eq!(strip(&bytes), Some(read));
    }
}
