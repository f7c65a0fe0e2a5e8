//! `Label3D`: lines of letters that stand in space, as a square with a picture of them.

use glam::{Affine2, Vec2};
use proscenio_run::font::{GlyphId, HeightFit};
use proscenio_scene::{
    AlphaMode, Billboard, Component, Cull, Image, Material, Mesh, MeshInstance, Pixels, ShadingRule, Surface,
    TextureRef, Wrap,
};
use resvg::tiny_skia::{Color, FillRule, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, Transform};

use super::super::Importer;
use super::super::material::surface_filter;
use super::super::props::Props;
use super::super::texture::Import;
use super::text::{Breaks, MOST_LINES, Opened, Stacked, Way, Words};

/// Side of a picture at most, texels.
const MOST: f32 = 8192.0;

/// Texels of a picture at most.
const MOST_TEXELS: f32 = 16_777_216.0;

/// Letters as they stand: edges in pixels, down from the node.
struct Outlines {
    /// Of each letter.
    edges: Vec<Vec<[Vec2; 2]>>,
    low: Vec2,
    high: Vec2,
}

impl Outlines {
    /// Lines about the node as the engine puts them.
    fn of(words: &Words, width: f32) -> Option<Self> {
        let opened = Opened::new([&words.letters]);
        let (fonts, spans) = (opened.fonts(), words.spans());
        let mut lines = fonts.lines(&words.text, &spans, width, words.breaks);
        lines.truncate(MOST_LINES);
        let ([ascent, _], height) = words.heights(&fonts);
        let step = height + words.spacing;
        let all = lines.len() as f32 * step - words.spacing;
        let mut edges = Vec::new();
        for (at, range) in lines.into_iter().enumerate() {
            let line = fonts.line(&words.text, &spans, range, words.way);
            let begin =
                Vec2::new(-line.width * words.align.x, ascent + at as f32 * step - all * words.align.y);
            for letter in &line.letters {
                let Some(face) = fonts.get(letter.font).map(|font| font.face()) else { continue };
                let scale = letter.size / face.units();
                let pen = begin + Vec2::from_array(letter.at);
                let place = Affine2::from_scale_angle_translation(Vec2::new(scale, -scale), 0.0, pen);
                let fit = HeightFit::new(face, letter.size);
                edges.push(face.edges(GlyphId(letter.glyph), place, fit));
            }
        }
        let points = || edges.iter().flatten().flatten().filter(|point| point.is_finite());
        let low = points().copied().reduce(Vec2::min)?;
        let high = points().copied().reduce(Vec2::max)?;
        Some(Self { edges, low, high })
    }

    /// The outlines, moved.
    fn path(&self, by: Vec2) -> Option<Path> {
        let mut path = PathBuilder::new();
        for letter in &self.edges {
            let mut at = None;
            for [from, to] in letter.iter().filter(|edge| edge.iter().all(|point| point.is_finite())) {
                if at != Some(*from) {
                    path.move_to(from.x + by.x, from.y + by.y);
                }
                path.line_to(to.x + by.x, to.y + by.y);
                at = Some(*to);
            }
        }
        path.finish()
    }
}

fn paint([r, g, b, alpha]: [f32; 4]) -> Paint<'static> {
    let part = |channel: f32| if channel > 0.0 { channel.min(1.0) } else { 0.0 };
    let mut paint = Paint::default();
    paint.set_color(Color::from_rgba(part(r), part(g), part(b), part(alpha)).unwrap_or(Color::BLACK));
    paint
}

impl Importer<'_> {
    /// The component of a `Label3D`; nothing without letters.
    pub(in super::super) fn label_in_space(&mut self, props: &Props) -> Option<Component> {
        let words = self.standing_words(props);
        let letters = Outlines::of(&words, props.number("width"))?;
        // Engine behaviour: the outline goes out by a quarter of its size.
        let outline = (props.number("outline_size") / 4.0).clamp(0.0, 256.0);
        let (low, high) = ((letters.low - outline - 1.0).floor(), (letters.high + outline + 1.0).ceil());
        let size = high - low;
        if size.max_element() > MOST || size.x * size.y > MOST_TEXELS {
            return None;
        }
        let mut pixmap = Pixmap::new(size.x as u32, size.y as u32)?;
        let path = letters.path(-low)?;
        if outline > 0.0 {
            let paint = paint(props.stored_color("outline_modulate"));
            let stroke = Stroke { width: 2.0 * outline, line_join: LineJoin::Round, ..Stroke::default() };
            pixmap.fill_path(&path, &paint, FillRule::Winding, Transform::identity(), None);
            pixmap.stroke_path(&path, &paint, &stroke, Transform::identity(), None);
        }
        pixmap.fill_path(&path, &paint(words.color), FillRule::Winding, Transform::identity(), None);
        let straight = pixmap.pixels().iter().map(|pixel| pixel.demultiply());
        let texels = straight.flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()]);
        let image = self.scene.images.add(Image {
            name: "Label3D".to_owned(),
            path: None,
            size: Some([pixmap.width(), pixmap.height()]),
            pixels: Pixels::Rgba8(texels.collect::<Vec<u8>>().into()),
        });
        let surface = self.standing_text(props, TextureRef::new(image), [low, high]);
        let mesh = Mesh { name: "Label3D".to_owned(), surfaces: vec![surface], ..Mesh::default() };
        let mesh = self.scene.meshes.add(mesh);
        let cast_shadow = self.casts_shadow(props);
        Some(Component::Mesh(MeshInstance { cast_shadow, ..MeshInstance::new(mesh) }))
    }

    fn standing_words(&mut self, props: &Props) -> Words {
        let named = props.set("font").map(|(value, place)| (value, place.clone()));
        let own = named.and_then(|(value, place)| self.letters(&value, &place, 0));
        let mut text = props.text("text").replace('\r', "");
        if props.flag("uppercase") {
            text = text.to_uppercase();
        }
        let share = |number: i64| match number {
            0 => 0.0,
            2 => 1.0,
            _ => 0.5,
        };
        Words {
            text,
            letters: own.unwrap_or_else(|| self.own_font()),
            size: props.number("font_size").clamp(1.0, 1024.0),
            color: props.stored_color("modulate"),
            spacing: props.number("line_spacing"),
            fills: false,
            stacked: Stacked::default(),
            overrun: 0,
            window: [0, usize::MAX],
            breaks: match props.int("autowrap_mode") {
                0 => Breaks::Never,
                1 => Breaks::Anywhere,
                _ => Breaks::Words,
            },
            align: Vec2::new(
                share(props.int("horizontal_alignment")),
                // Filled texts begin at the top.
                if props.int("vertical_alignment") == 3 {
                    0.0
                } else {
                    share(props.int("vertical_alignment"))
                },
            ),
            way: match props.int("text_direction") {
                1 => Way::Right,
                2 => Way::Left,
                _ => Way::Auto,
            },
            shadow: None,
            outline: None,
            shown: usize::MAX,
        }
    }

    fn standing_text(&mut self, props: &Props, texture: TextureRef, [low, high]: [Vec2; 2]) -> Surface {
        // Pictures of letters have no smaller sizes.
        let import = Import { mipmaps: false, smooth: true, repeat: false, fills_edges: false };
        let texture = TextureRef {
            filter: import.filter(surface_filter(props.int("texture_filter"))),
            wrap_u: Wrap::Clamp,
            wrap_v: Wrap::Clamp,
            ..texture
        };
        let material = Material {
            shading: if props.flag("shaded") { ShadingRule::LinearPbr } else { ShadingRule::LinearUnlit },
            base_texture: Some(texture),
            alpha: match props.int("alpha_cut") {
                1 => AlphaMode::Cutoff(props.number("alpha_scissor_threshold")),
                _ => AlphaMode::Blend,
            },
            cull: if props.flag("double_sided") { Cull::None } else { Cull::Back },
            billboard: Billboard::numbered(props.int("billboard"), true),
            ..Material::default()
        };
        let pixel = props.number("pixel_size");
        let offset = Vec2::from_array(props.vector2("offset"));
        let place = |x: f32, y: f32| [(x + offset.x) * pixel, (offset.y - y) * pixel, 0.0];
        Surface {
            positions: vec![
                place(low.x, high.y),
                place(high.x, high.y),
                place(high.x, low.y),
                place(low.x, low.y),
            ],
            normals: vec![[0.0, 0.0, 1.0]; 4],
            uvs: vec![[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0]],
            indices: vec![0, 1, 2, 0, 2, 3],
            material: Some(self.scene.materials.add(material)),
            ..Surface::default()
        }
    }
}
