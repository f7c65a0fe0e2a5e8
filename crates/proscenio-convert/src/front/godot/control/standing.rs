//! `Label3D`: lines of letters that stand in space, as squares with a picture of them and one of their outline.

use std::collections::HashMap;

use glam::{Affine2, Vec2};
use proscenio_run::font::{GlyphId, HeightFit};
use proscenio_run::set::SetLine;
use proscenio_scene::{
    Billboard, Component, Cull, Finish, Image, Material, Mesh, MeshInstance, Pixels, Rgba, ShadingRule,
    Surface, TextureRef, Wrap,
};
use resvg::tiny_skia::{Color, FillRule, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, Transform};

use super::super::Importer;
use super::super::finish::{standing_alpha, standing_finish};
use super::super::material::surface_filter;
use super::super::props::Props;
use super::super::texture::Import;
use super::text::{Breaks, MOST_LINES, Opened, Stacked, Way, Words};

/// Side of a picture at most, texels.
const MOST: f32 = 8192.0;

/// Texels of a picture at most.
const MOST_TEXELS: f32 = 16_777_216.0;

/// Side of the grid that a texel's coverage is counted on.
const FINE: f32 = 4.0;

/// Sizes of letters above this stand at whole pixels, pixels per em (Godot 4.6).
const PARTS_OF_PIXELS: f32 = 20.0;

/// Side that rows of pictures of letters have at most when one letter is not wider, texels.
const SIDE: f32 = 1024.0;

/// A letter of some size, and where its picture is.
struct Shape {
    /// Pixels, down from where it stands.
    edges: Vec<[Vec2; 2]>,
    low: Vec2,
    high: Vec2,
    /// Upper left corner in the picture of all.
    at: Vec2,
}

impl Shape {
    /// The whole pixels of it and of what is around it.
    fn area(&self, around: f32) -> (Vec2, Vec2) {
        let low = (self.low - around - 1.0).floor();
        (low, (self.high + around + 1.0).ceil() - low)
    }
}

/// The letters of a text about a node, as the engine puts them.
#[derive(Default)]
struct Letters {
    /// Each once.
    shapes: Vec<Shape>,
    /// Into the shapes, and where it stands, pixels down from the node.
    stand: Vec<(usize, Vec2)>,
}

impl Letters {
    fn of(words: &Words, width: f32) -> Self {
        let opened = Opened::new([&words.letters]);
        let (fonts, spans) = (opened.fonts(), words.spans());
        let mut ranges = fonts.lines(&words.text, &spans, width, words.breaks);
        ranges.truncate(MOST_LINES);
        let ([ascent, _], height) = words.heights(&fonts);
        let step = height + words.spacing;
        let all = ranges.len() as f32 * step - words.spacing;
        let (mut made, mut known) = (Self::default(), HashMap::new());
        for (at, range) in ranges.into_iter().enumerate() {
            let line = fonts.line(&words.text, &spans, range, words.way);
            let (pens, width) = pens(&line, words.size);
            let begin = Vec2::new(-width * words.align.x, ascent + at as f32 * step - all * words.align.y);
            for (letter, pen) in line.letters.iter().zip(pens) {
                let Some(face) = fonts.get(letter.font).map(|font| font.face()) else { continue };
                let shape =
                    *known.entry((letter.font, letter.glyph, letter.size.to_bits())).or_insert_with(|| {
                        let scale = letter.size / face.units();
                        let place = Affine2::from_scale(Vec2::new(scale, -scale));
                        let edges =
                            face.edges(GlyphId(letter.glyph), place, HeightFit::new(face, letter.size));
                        made.add(edges)
                    });
                made.stand.extend(shape.map(|shape| (shape, begin + pen)));
            }
        }
        made
    }

    /// `None` for a letter that shows nothing.
    fn add(&mut self, edges: Vec<[Vec2; 2]>) -> Option<usize> {
        let points = || edges.iter().flatten().copied().filter(|point| point.is_finite());
        let (low, high) = (points().reduce(Vec2::min)?, points().reduce(Vec2::max)?);
        self.shapes.push(Shape { edges, low, high, at: Vec2::ZERO });
        Some(self.shapes.len() - 1)
    }

    /// Puts the pictures of all letters in rows, with room for what is around them; gives their outlines there, and
    /// the size of the whole. `None` when there is nothing to show or it is too large.
    ///
    /// Engine behaviour: a letter keeps to whole texels from where it stands, wherever that is in space.
    fn rows(&mut self, around: f32) -> Option<(Path, Vec2)> {
        let (mut path, mut at, mut row, mut whole) = (PathBuilder::new(), Vec2::ZERO, 0.0_f32, Vec2::ZERO);
        for shape in &mut self.shapes {
            let (low, size) = shape.area(around);
            if at.x > 0.0 && at.x + size.x > SIDE {
                (at, row) = (Vec2::new(0.0, at.y + row), 0.0);
            }
            shape.at = at;
            add_edges(&mut path, &shape.edges, at - low);
            row = row.max(size.y);
            at.x += size.x;
            whole = whole.max(Vec2::new(at.x, at.y + row));
        }
        let fits = whole.max_element() <= MOST && whole.x * whole.y <= MOST_TEXELS;
        fits.then(|| path.finish()).flatten().map(|path| (path, whole))
    }
}

/// Where the letters of a line stand from its begin, and how wide it is, pixels.
///
/// Engine behaviour (Godot 4.6): large letters stand at whole pixels, and what rounding leaves goes on to the next.
fn pens(line: &SetLine, size: f32) -> (Vec<Vec2>, f32) {
    let whole = size > PARTS_OF_PIXELS;
    let mut exact = 0.0;
    let mut pens = Vec::with_capacity(line.letters.len());
    for letter in &line.letters {
        let begin: f32 = if whole { (exact - 0.5_f32).ceil() } else { exact };
        pens.push(Vec2::new(begin + letter.at[0] - exact, letter.at[1]));
        exact += letter.advance;
    }
    (pens, if whole { (line.width + 0.5).floor() } else { line.width.ceil() })
}

fn add_edges(path: &mut PathBuilder, edges: &[[Vec2; 2]], by: Vec2) {
    let mut at = None;
    for [from, to] in edges.iter().filter(|edge| edge.iter().all(|point| point.is_finite())) {
        if at != Some(*from) {
            path.move_to(from.x + by.x, from.y + by.y);
        }
        path.line_to(to.x + by.x, to.y + by.y);
        at = Some(*to);
    }
}

/// A picture of white letters whose alpha is how much of a texel they cover; or of a line along their edges that goes
/// out by what is `around` them, pixels. Engine behaviour: that line leaves thick letters hollow.
fn mask(path: &Path, size: Vec2, around: f32) -> Option<Pixels> {
    // Coverage is counted on a finer grid where that is not too large.
    let fine = if size.x * size.y * FINE * FINE <= MOST_TEXELS { FINE } else { 1.0 };
    let [width, height, fine_texels] = [size.x as usize, size.y as usize, fine as usize];
    let mut pixmap = Pixmap::new((width * fine_texels) as u32, (height * fine_texels) as u32)?;
    let (mut paint, scale) = (Paint::default(), Transform::from_scale(fine, fine));
    paint.set_color(Color::WHITE);
    if around > 0.0 {
        let stroke = Stroke { width: 2.0 * around, line_join: LineJoin::Round, ..Stroke::default() };
        pixmap.stroke_path(path, &paint, &stroke, scale, None);
    } else {
        pixmap.fill_path(path, &paint, FillRule::Winding, scale, None);
    }
    let mut sums = vec![0_u32; width * height];
    for (number, pixel) in pixmap.pixels().iter().enumerate() {
        let (x, y) = (number % (width * fine_texels), number / (width * fine_texels));
        sums[y / fine_texels * width + x / fine_texels] += u32::from(pixel.alpha());
    }
    let parts = (fine_texels * fine_texels) as u32;
    // The colour is white where nothing is too, so that edges do not darken between texels.
    let texels = sums.into_iter().flat_map(|sum| [255, 255, 255, ((sum + parts / 2) / parts) as u8]);
    Some(Pixels::Rgba8(texels.collect::<Vec<u8>>().into()))
}

impl Importer<'_> {
    /// The component of a `Label3D`; nothing without letters.
    pub(in super::super) fn label_in_space(&mut self, props: &Props) -> Option<Component> {
        let words = self.standing_words(props);
        let mut letters = Letters::of(&words, props.number("width"));
        // Engine behaviour: the outline goes out by a quarter of its size.
        let outline = (props.number("outline_size") / 4.0).clamp(0.0, 256.0);
        let (path, size) = letters.rows(outline)?;
        // Engine behaviour: what hides by depth is nearer by a pixel for each number of its priority.
        let apart = props.int("alpha_cut") != 0;
        let mut layers = vec![(0.0, "modulate", "render_priority")];
        if outline > 0.0 {
            layers.insert(0, (outline, "outline_modulate", "outline_render_priority"));
        }
        let mut mesh = Mesh { name: "Label3D".to_owned(), ..Mesh::default() };
        for (around, color, priority) in layers {
            let image = self.scene.images.add(Image {
                name: "Label3D".to_owned(),
                path: None,
                size: Some([size.x as u32, size.y as u32]),
                pixels: mask(&path, size, around)?,
            });
            let finish = standing_finish(props, priority);
            let away = if apart { finish.priority as f32 } else { 0.0 };
            let material = label_material(props, TextureRef::new(image), props.color(color), finish);
            let material = self.scene.materials.add(material);
            mesh.surfaces.push(Surface {
                material: Some(material),
                ..squares(props, &letters, (outline, size), away)
            });
        }
        let mesh = self.scene.meshes.add(mesh);
        let cast_shadow = self.casts_shadow(props);
        Some(Component::Mesh(MeshInstance { cast_shadow, ..self.among_others(props, mesh) }))
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
}

fn label_material(props: &Props, texture: TextureRef, color: Rgba, finish: Finish) -> Material {
    // Pictures of letters have no smaller sizes.
    let import = Import { mipmaps: false, smooth: true, repeat: false, fills_edges: false };
    let texture = TextureRef {
        filter: import.filter(surface_filter(props.int("texture_filter"))),
        wrap_u: Wrap::Clamp,
        wrap_v: Wrap::Clamp,
        ..texture
    };
    Material {
        shading: if props.flag("shaded") { ShadingRule::LinearPbr } else { ShadingRule::LinearUnlit },
        base_color: color,
        base_texture: Some(texture),
        alpha: standing_alpha(props, true),
        cull: if props.flag("double_sided") { Cull::None } else { Cull::Back },
        billboard: Billboard::numbered(props.int("billboard"), true),
        finish,
        ..Material::default()
    }
}

/// A square for each letter; `away` pixels towards the reader. `around` is the room for the outline.
fn squares(props: &Props, letters: &Letters, (around, picture): (f32, Vec2), away: f32) -> Surface {
    let pixel = props.number("pixel_size");
    let offset = Vec2::from_array(props.vector2("offset"));
    let mut made = Surface::default();
    for (shape, pen) in &letters.stand {
        let shape = &letters.shapes[*shape];
        let (low, size) = shape.area(around);
        let first = made.positions.len() as u32;
        for (right, down) in [(0.0, 1.0), (1.0, 1.0), (1.0, 0.0), (0.0, 0.0)] {
            let corner = size * Vec2::new(right, down);
            let (at, texel) = (*pen + low + corner, shape.at + corner);
            made.positions.push([(at.x + offset.x) * pixel, (offset.y - at.y) * pixel, away * pixel]);
            made.normals.push([0.0, 0.0, 1.0]);
            made.uvs.push((texel / picture).to_array());
        }
        made.indices.extend([0, 1, 2, 0, 2, 3].map(|corner| first + corner));
    }
    made
}
