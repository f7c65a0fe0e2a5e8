//! `Label3D`: lines of letters that stand in space, as squares with a picture of them and one of their outline.

use glam::{Affine2, Vec2};
use proscenio_run::font::{GlyphId, HeightFit};
use proscenio_scene::{
    Billboard, Component, Cull, Finish, Image, Material, Mesh, MeshInstance, Pixels, Rgba, ShadingRule, Surface,
    TextureRef, Wrap,
};
use resvg::tiny_skia::{Color, FillRule, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, Transform};

use super::super::Importer;
use super::super::finish::{standing_alpha, standing_finish};
use super::super::material::surface_filter;
use super::super::props::Props;
use super::super::texture::Import;
use super::text::{Breaks, MOST_LINES, Opened, Way, Words};

/// Side of a picture at most, texels.
const MOST: f32 = 8192.0;

/// Texels of a picture at most.
const MOST_TEXELS: f32 = 16_777_216.0;

/// Side of the grid that a texel's coverage is counted on.
const FINE: f32 = 4.0;

/// Letters of a line: edges in pixels, down from where its first letter begins.
struct Line {
    /// Of each letter.
    edges: Vec<Vec<[Vec2; 2]>>,
    /// Where its first letter begins, pixels down from the node.
    begin: Vec2,
    /// The box of the edges.
    low: Vec2,
    high: Vec2,
}

/// A line in the picture of all lines.
struct Row {
    /// Its upper left corner there, texels.
    top: f32,
    /// Its box, pixels down from the node.
    low: Vec2,
    size: Vec2,
}

impl Line {
    /// The lines of a text, about the node as the engine puts them.
    fn all(words: &Words, width: f32) -> Vec<Self> {
        let opened = Opened::new([&words.letters]);
        let (fonts, spans) = (opened.fonts(), words.spans());
        let mut ranges = fonts.lines(&words.text, &spans, width, words.breaks);
        ranges.truncate(MOST_LINES);
        let ([ascent, _], height) = words.heights(&fonts);
        let step = height + words.spacing;
        let all = ranges.len() as f32 * step - words.spacing;
        let mut lines = Vec::new();
        for (at, range) in ranges.into_iter().enumerate() {
            let line = fonts.line(&words.text, &spans, range, words.way);
            let begin =
                Vec2::new(-line.width * words.align.x, ascent + at as f32 * step - all * words.align.y);
            let mut edges = Vec::new();
            for letter in &line.letters {
                let Some(face) = fonts.get(letter.font).map(|font| font.face()) else { continue };
                let scale = letter.size / face.units();
                let pen = Vec2::from_array(letter.at);
                let place = Affine2::from_scale_angle_translation(Vec2::new(scale, -scale), 0.0, pen);
                let fit = HeightFit::new(face, letter.size);
                edges.push(face.edges(GlyphId(letter.glyph), place, fit));
            }
            let points = || edges.iter().flatten().flatten().copied().filter(|point| point.is_finite());
            if let (Some(low), Some(high)) = (points().reduce(Vec2::min), points().reduce(Vec2::max)) {
                lines.push(Self { edges, begin, low, high });
            }
        }
        lines
    }

    /// Adds the outlines, moved.
    fn add_to(&self, path: &mut PathBuilder, by: Vec2) {
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
    }
}

/// Lines below one another in one picture, each with room for what is around its letters.
///
/// Engine behaviour: the letters of a line keep to whole texels from where it begins, wherever that is in space.
fn stacked(lines: &[Line], around: f32) -> Option<(Path, Vec<Row>, Vec2)> {
    let mut path = PathBuilder::new();
    let (mut rows, mut whole) = (Vec::new(), Vec2::ZERO);
    for line in lines {
        let (low, high) = ((line.low - around - 1.0).floor(), (line.high + around + 1.0).ceil());
        line.add_to(&mut path, Vec2::new(-low.x, whole.y - low.y));
        rows.push(Row { top: whole.y, low: line.begin + low, size: high - low });
        whole = Vec2::new(whole.x.max(high.x - low.x), whole.y + high.y - low.y);
    }
    let fits = whole.max_element() <= MOST && whole.x * whole.y <= MOST_TEXELS;
    fits.then(|| path.finish()).flatten().map(|path| (path, rows, whole))
}

/// A picture of white letters whose alpha is how much of a texel they cover, with what is `around` them, pixels.
fn mask(path: &Path, size: Vec2, around: f32) -> Option<Pixels> {
    // Coverage is counted on a finer grid where that is not too large.
    let fine = if size.x * size.y * FINE * FINE <= MOST_TEXELS { FINE } else { 1.0 };
    let [width, height, fine_texels] = [size.x as usize, size.y as usize, fine as usize];
    let mut pixmap = Pixmap::new((width * fine_texels) as u32, (height * fine_texels) as u32)?;
    let (mut paint, scale) = (Paint::default(), Transform::from_scale(fine, fine));
    paint.set_color(Color::WHITE);
    pixmap.fill_path(path, &paint, FillRule::Winding, scale, None);
    if around > 0.0 {
        let stroke = Stroke { width: 2.0 * around, line_join: LineJoin::Round, ..Stroke::default() };
        pixmap.stroke_path(path, &paint, &stroke, scale, None);
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
        let lines = Line::all(&words, props.number("width"));
        // Engine behaviour: the outline goes out by a quarter of its size.
        let outline = (props.number("outline_size") / 4.0).clamp(0.0, 256.0);
        let (path, rows, size) = stacked(&lines, outline)?;
        // The outline is under the letters, and a pixel farther away for each number of its priority.
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
            let away = finish.priority as f32;
            let material = label_material(props, TextureRef::new(image), props.color(color), finish);
            let material = self.scene.materials.add(material);
            mesh.surfaces.push(Surface { material: Some(material), ..squares(props, &rows, size, away) });
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

/// A square for each line; `away` pixels towards the reader.
fn squares(props: &Props, rows: &[Row], picture: Vec2, away: f32) -> Surface {
    let pixel = props.number("pixel_size");
    let offset = Vec2::from_array(props.vector2("offset"));
    let mut made = Surface::default();
    for row in rows {
        let first = made.positions.len() as u32;
        for (right, down) in [(0.0, 1.0), (1.0, 1.0), (1.0, 0.0), (0.0, 0.0)] {
            let corner = row.size * Vec2::new(right, down);
            let at = row.low + corner;
            made.positions.push([(at.x + offset.x) * pixel, (offset.y - at.y) * pixel, away * pixel]);
            made.normals.push([0.0, 0.0, 1.0]);
            made.uvs.push([corner.x / picture.x, (row.top + corner.y) / picture.y]);
        }
        made.indices.extend([0, 1, 2, 0, 2, 3].map(|corner| first + corner));
    }
    made
}
