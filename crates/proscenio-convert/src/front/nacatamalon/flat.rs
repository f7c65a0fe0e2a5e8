//! Sprites, texts and shapes.

use glam::Vec2;
use proscenio_nacatamalon::files::shader::ShaderFamily;
use proscenio_nacatamalon::model::{self as doc, Colour, Flat as DocFlat, Form, Point, Radius, Tile};
use proscenio_scene::{
    BlendMode, Extras, Filter, Flat, FlatFields, ImageId, Rgba, ShaderId, Shape, ShapeKind, Shapes, Sprite,
    SpriteRun, Stroke, TextAlign, TextBox, TextureRef, Tiling, Wrap,
};
use proscenio_source::Span;

use super::atlas::Window;
use super::codes;
use super::shaders::Use;
use super::{Importer, place, single};

/// Members of a sprite that the model's sprite says.
pub(super) const SPRITE_FIELDS: &[&str] = &[
    "type",
    "id",
    "transform",
    "width",
    "height",
    "tint",
    "anchor",
    "uvOffset",
    "uvScale",
    "flipX",
    "flipY",
    "smooth",
    "blend",
    "parallax",
    "pivot",
    "tileOffset",
    "visible",
    "zIndex",
];
/// Members of a text that the model's text box says, or holds in its own extras.
pub(super) const TEXT_FIELDS: &[&str] = &[
    "type",
    "id",
    "transform",
    "text",
    "style",
    "tint",
    "anchor",
    "smooth",
    "blend",
    "parallax",
    "visible",
    "zIndex",
];
/// Members of shapes that the model's shapes say.
pub(super) const SHAPES_FIELDS: &[&str] =
    &["type", "id", "transform", "shapes", "tint", "parallax", "visible", "zIndex"];

/// Pixels of a picture that is missing, so that the place where it should be is seen.
const MISSING_SIZE: [u32; 2] = [32, 32];

/// What a sprite shows: a picture, its size, and the part of it.
struct Shown {
    image: Option<ImageId>,
    size: [u32; 2],
    window: Window,
    run: Option<SpriteRun>,
}

impl Importer<'_> {
    pub(super) fn sprite(&mut self, own: &doc::Sprite, span: Span) -> Sprite {
        let shown = self.shown(own, span);
        let natural = |axis: usize| shown.size[axis] as f32 * shown.window.1[axis];
        let size = Vec2::new(
            own.width.map_or_else(|| natural(0), single),
            own.height.map_or_else(|| natural(1), single),
        );
        let anchor = point(own.flat.anchor.as_deref().copied(), Vec2::splat(0.5));
        let (mut uv_min, mut uv_max) = {
            let (offset, scale) = (Vec2::from(shown.window.0), Vec2::from(shown.window.1));
            (offset, offset + scale)
        };
        let flips = [own.flip_x == Some(true), own.flip_y == Some(true)];
        for axis in (0..2).filter(|axis| flips[*axis]) {
            (uv_min[axis], uv_max[axis]) = (uv_max[axis], uv_min[axis]);
        }
        let tile = self.tiling(own, &shown, span);
        let filter = self.filter(own.flat.smooth);
        let texture =
            |image| TextureRef { filter, wrap_u: Wrap::Clamp, wrap_v: Wrap::Clamp, ..TextureRef::new(image) };
        Sprite {
            local: Flat::Fields(pivoted(
                place::flat(own.flat.place.as_deref().copied()),
                own.flat.pivot.as_deref().copied().map(|pivot| point(Some(pivot), anchor)),
                anchor,
                size,
            )),
            position: -anchor * size,
            uv_min,
            uv_max,
            uv_guard: true,
            tile,
            run: shown.run.map(|run| flipped(run, flips)),
            visible: own.flat.visible != Some(false),
            tint: rgba(own.flat.tint),
            blend: if own.flat.additive { BlendMode::Add } else { BlendMode::Mix },
            z: z(own.flat.z_index),
            parallax: point(own.flat.parallax.as_deref().copied(), Vec2::ONE),
            ..Sprite::new(shown.image.map(texture), size)
        }
    }

    /// The picture of a sprite: its own, or that of its sheet.
    fn shown(&mut self, own: &doc::Sprite, span: Span) -> Shown {
        let sheet = own.atlas().and_then(|key| self.sheet(key, span));
        let image = match &sheet {
            Some(sheet) => Some(sheet.image),
            None => self.picture(own.texture.as_deref().unwrap_or_default(), span),
        };
        let size = image.map_or([0, 0], |image| self.scene.images[image].size.unwrap_or(MISSING_SIZE));
        let mut window: Window = ([0.0, 0.0], [1.0, 1.0]);
        let mut runs = None;
        if let Some(sheet) = sheet {
            let frame = own.frame().unwrap_or(0.0);
            match sheet.atlas.window(frame, size) {
                Some(frame) => window = frame,
                None => self.no_frame(frame, own.atlas().unwrap_or_default(), span),
            }
            let run = own.animation().and_then(|run| Some((run.autoplay.as_deref()?, run.speed)));
            if let Some((name, speed)) = run {
                let found = sheet.atlas.runs_from(name, size);
                runs = found.map(|runs| SpriteRun { runs: runs.into(), speed });
                if let Some(first) = runs.as_ref().and_then(|run| run.frame(0.0)) {
                    window = (first.min.into(), (first.max - first.min).into());
                }
            }
        }
        // Numbers of the sprite itself win over the sheet's.
        if own.cut().uv_offset.is_some() || own.cut().uv_scale.is_some() {
            runs = None;
        }
        if let Some(offset) = own.cut().uv_offset {
            window.0 = [single(offset.x), single(offset.y)];
        }
        if let Some(scale) = own.cut().uv_scale {
            window.1 = [single(scale.x), single(scale.y)];
        }
        Shown { image, size, window, run: runs }
    }

    pub(super) fn no_frame(&mut self, frame: f64, key: &str, span: Span) {
        let message = format!("the atlas \"{key}\" has no frame {frame}");
        let finding = codes::NO_SUCH_FRAME.finding(self.path(), message).at(span);
        self.say_once(&format!("{key} {frame}"), finding);
    }

    /// How the shown part repeats: each copy as large as it is in texels.
    fn tiling(&mut self, own: &doc::Sprite, shown: &Shown, span: Span) -> Option<Tiling> {
        match own.cut().tile {
            None | Some(Tile::Flag(false)) => return None,
            Some(Tile::Flag(true)) => {}
            Some(Tile::Pair(_)) => {
                self.keep("tile as a pair of numbers", span);
                return None;
            }
        }
        let texels = Vec2::new(shown.size[0] as f32, shown.size[1] as f32);
        let copy = texels * Vec2::from(shown.window.1).abs();
        (copy.min_element() > 0.0).then(|| Tiling { copy, offset: point(own.cut().tile_offset, Vec2::ZERO) })
    }

    /// How texels are mixed: as the drawing says, else the project. There are no smaller copies.
    pub(super) fn filter(&self, smooth: Option<bool>) -> Filter {
        if smooth.unwrap_or(self.settings.smooth) { Filter::Linear } else { Filter::Nearest }
    }

    /// The shader of something flat.
    pub(super) fn flat_shader(&mut self, flat: &DocFlat, span: Span) -> Option<ShaderId> {
        self.shader_of(flat.material.as_deref(), flat.uniforms.as_deref(), flat.smooth, span)
    }

    /// The shader of a flat material, with numbers of the drawing's own.
    pub(super) fn shader_of(
        &mut self,
        material: Option<&doc::FlatMaterial>,
        own: Option<&doc::Uniforms>,
        smooth: Option<bool>,
        span: Span,
    ) -> Option<ShaderId> {
        let material = material?;
        let family = ShaderFamily::Sprite2d;
        let used = Use { shader: &material.shader, maps: &material.maps, own, smooth, family };
        self.shader(&used, span)
    }

    pub(super) fn text(&mut self, own: &doc::Text, span: Span) -> Option<TextBox> {
        let font = self.font(&own.font, span)?;
        let style = &own.style;
        let number = |given: Option<f64>| given.map_or(0.0, single);
        Some(TextBox {
            local: Flat::Fields(place::flat(own.flat.place.as_deref().copied())),
            font_size: number(style.font_size),
            align: match style.align {
                Some(doc::Align::Center) => TextAlign::Center,
                Some(doc::Align::Right) => TextAlign::Right,
                Some(doc::Align::Left) | None => TextAlign::Left,
            },
            letter_spacing: number(style.letter_spacing),
            line_spacing: number(style.line_spacing),
            max_width: number(style.max_width),
            anchor: point(own.flat.anchor.as_deref().copied(), Vec2::ZERO),
            tint: rgba(own.flat.tint),
            filter: self.filter(own.flat.smooth),
            blend: if own.flat.additive { BlendMode::Add } else { BlendMode::Mix },
            z: z(own.flat.z_index),
            parallax: point(own.flat.parallax.as_deref().copied(), Vec2::ONE),
            visible: own.flat.visible != Some(false),
            ..TextBox::new(own.text.to_string(), Some(font))
        })
    }

    pub(super) fn shapes(own: &doc::Shapes) -> Shapes {
        Shapes {
            local: Flat::Fields(place::flat(own.place)),
            visible: own.visible != Some(false),
            shapes: own.shapes.iter().map(shape).collect(),
            tint: rgba(own.tint),
            z: z(own.z_index),
            parallax: point(own.parallax, Vec2::ONE),
        }
    }
}

/// The painting order.
pub(super) fn z(z_index: Option<f64>) -> f32 {
    z_index.map_or(0.0, single)
}

/// The frames of a run mirrored as the sprite is.
fn flipped(run: SpriteRun, flips: [bool; 2]) -> SpriteRun {
    if flips == [false; 2] {
        return run;
    }
    let mut runs = run.runs.to_vec();
    for rect in runs.iter_mut().flat_map(|run| &mut run.frames) {
        for axis in (0..2).filter(|axis| flips[*axis]) {
            (rect.min[axis], rect.max[axis]) = (rect.max[axis], rect.min[axis]);
        }
    }
    SpriteRun { runs: runs.into(), ..run }
}

/// A place moved so that turning and growing leave the pivot where it is.
pub(super) fn pivoted(place: FlatFields, pivot: Option<Vec2>, anchor: Vec2, size: Vec2) -> FlatFields {
    let Some(pivot) = pivot else { return place };
    let arm = (pivot - anchor) * size;
    let turned = Vec2::from_angle(place.rotation).rotate(arm * place.scale);
    FlatFields { position: place.position + arm - turned, ..place }
}

fn point(given: Option<Point>, default: Vec2) -> Vec2 {
    given.map_or(default, |point| Vec2::new(single(point.x), single(point.y)))
}

/// A stored colour of a file.
pub(super) fn rgba(colour: Colour) -> Rgba {
    Rgba::from_stored([colour.r, colour.g, colour.b, colour.a].map(single))
}

fn shape(own: &doc::Shape) -> Shape {
    Shape {
        kind: kind(&own.form),
        fill: own.fill.map(rgba),
        stroke: own.stroke.as_ref().map(stroke),
        visible: own.visible != Some(false),
    }
}

fn stroke(own: &doc::Stroke) -> Stroke {
    let mut extras = Extras::new();
    for (name, word) in [("join", &own.join), ("cap", &own.cap), ("align", &own.align)] {
        if let Some(word) = word {
            extras.set(name, word.as_str());
        }
    }
    Stroke { width: own.width.map_or(1.0, single), color: own.colour.map_or(Rgba::WHITE, rgba), extras }
}

fn kind(form: &Form) -> ShapeKind {
    let vec = |x: f64, y: f64| Vec2::new(single(x), single(y));
    let corners = |points: &[Point]| points.iter().map(|point| vec(point.x, point.y)).collect();
    match form {
        Form::Rect { x, y, width, height, radius, rotation } => ShapeKind::Rect {
            position: vec(*x, *y),
            size: vec(*width, *height),
            radii: radii(*radius, *width, *height),
            rotation: rotation.map_or(0.0, single),
        },
        Form::Circle { x, y, radius, arc: part } => ShapeKind::Ellipse {
            center: vec(*x, *y),
            radii: vec(*radius, *radius),
            rotation: 0.0,
            arc: arc(part),
            segments: segments(part),
        },
        Form::Ellipse { x, y, radius_x, radius_y, rotation, arc: part } => ShapeKind::Ellipse {
            center: vec(*x, *y),
            radii: vec(*radius_x, *radius_y),
            rotation: rotation.map_or(0.0, single),
            arc: arc(part),
            segments: segments(part),
        },
        Form::Polygon { points } => ShapeKind::Polygon { points: corners(points) },
        Form::Line { points, closed } => {
            ShapeKind::Line { points: corners(points), closed: *closed == Some(true) }
        }
    }
}

/// Corner radii, none beyond half the shorter side.
fn radii(radius: Option<Radius>, width: f64, height: f64) -> [f32; 4] {
    let most = (width.abs().min(height.abs()) / 2.0).max(0.0);
    let each = match radius {
        None => [0.0; 4],
        Some(Radius::All(all)) => [all; 4],
        Some(Radius::Each(each)) => each,
    };
    each.map(|radius| single(radius.clamp(0.0, most)))
}

fn arc(part: &doc::Arc) -> (f32, f32) {
    (part.start.map_or(0.0, single), part.end.map_or(std::f32::consts::TAU, single))
}

/// How many chords; more than anyone sees are not made.
fn segments(part: &doc::Arc) -> Option<u32> {
    part.segments.map(|count| (count as u32).clamp(1, 16_384))
}
