//! Sprites, texts and shapes.

use glam::Vec2;
use proscenio_nacatamalon::model::{
    self as doc, Colour, Component as DocComponent, Flat as DocFlat, Form, Point, Radius, Tile,
};
use proscenio_scene::{
    BlendMode, Extras, Filter, Flat, FlatFields, ImageId, Rgba, Shape, ShapeKind, Shapes, Sprite, Stroke,
    TextBox, TextureRef, Wrap,
};
use proscenio_source::Span;

use super::assets::BUILT_IN_FONT;
use super::atlas::Window;
use super::codes;
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
    "visible",
    "zIndex",
];
/// Members of a text that the model's text box says, or holds in its own extras.
pub(super) const TEXT_FIELDS: &[&str] =
    &["type", "id", "transform", "text", "font", "style", "tint", "anchor", "visible", "zIndex"];
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
}

impl Importer<'_> {
    pub(super) fn sprite(&mut self, own: &doc::Sprite, span: Span) -> Sprite {
        let shown = self.shown(own, span);
        let natural = |axis: usize| shown.size[axis] as f32 * shown.window.1[axis];
        let size = Vec2::new(
            own.width.map_or_else(|| natural(0), single),
            own.height.map_or_else(|| natural(1), single),
        );
        let anchor = point(own.flat.anchor, Vec2::splat(0.5));
        let (mut uv_min, mut uv_max, repeated) = self.window(own, &shown, size, span);
        for (flip, axis) in [(own.flip_x, 0), (own.flip_y, 1)] {
            if flip == Some(true) {
                (uv_min[axis], uv_max[axis]) = (uv_max[axis], uv_min[axis]);
            }
        }
        let wrap = if repeated { Wrap::Repeat } else { Wrap::Clamp };
        let filter = self.filter(own.flat.smooth);
        let texture = |image| TextureRef { filter, wrap_u: wrap, wrap_v: wrap, ..TextureRef::new(image) };
        self.shader(&own.flat, span);
        Sprite {
            local: Flat::Fields(pivoted(place::flat(own.flat.place), own.flat.pivot, anchor, size)),
            position: -anchor * size,
            uv_min,
            uv_max,
            uv_guard: !repeated,
            tint: rgba(own.flat.tint),
            blend: if own.flat.additive { BlendMode::Add } else { BlendMode::Mix },
            z: self.z(own.flat.z_index, span),
            parallax: point(own.flat.parallax, Vec2::ONE),
            ..Sprite::new(shown.image.map(texture), size)
        }
    }

    /// The picture of a sprite: its own, or that of its sheet.
    fn shown(&mut self, own: &doc::Sprite, span: Span) -> Shown {
        let sheet = own.atlas.as_deref().and_then(|key| self.sheet(key, span));
        let image = match &sheet {
            Some(sheet) => Some(sheet.image),
            None => self.picture(own.texture.as_deref().unwrap_or_default(), span),
        };
        let size = image.map_or([0, 0], |image| self.scene.images[image].size.unwrap_or(MISSING_SIZE));
        let mut window: Window = ([0.0, 0.0], [1.0, 1.0]);
        if let Some(sheet) = sheet {
            let run = own.animation.as_ref().and_then(|run| run.autoplay.as_deref());
            let frame = run.and_then(|run| sheet.atlas.first_of_run(run)).or(own.frame).unwrap_or(0.0);
            match sheet.atlas.window(frame, size) {
                Some(frame) => window = frame,
                None => self.no_frame(frame, own, span),
            }
            if run.is_some() {
                self.keep("running sprite animations (their first frame is shown)", span);
            }
        }
        // Numbers of the sprite itself win over the sheet's.
        if let Some(offset) = own.uv_offset {
            window.0 = [single(offset.x), single(offset.y)];
        }
        if let Some(scale) = own.uv_scale {
            window.1 = [single(scale.x), single(scale.y)];
        }
        Shown { image, size, window }
    }

    fn no_frame(&mut self, frame: f64, own: &doc::Sprite, span: Span) {
        let key = own.atlas.as_deref().unwrap_or_default();
        let message = format!("the atlas \"{key}\" has no frame {frame}");
        let finding = codes::NO_SUCH_FRAME.finding(self.path(), message).at(span);
        self.say_once(&format!("{key} {frame}"), finding);
    }

    /// Texture coordinates at the corners, and whether the picture repeats between them.
    fn window(&mut self, own: &doc::Sprite, shown: &Shown, size: Vec2, span: Span) -> (Vec2, Vec2, bool) {
        let (offset, scale) = (Vec2::from(shown.window.0), Vec2::from(shown.window.1));
        let whole = (offset, offset + scale, false);
        match own.tile {
            None | Some(Tile::Flag(false)) => return whole,
            Some(Tile::Flag(true)) => {}
            Some(Tile::Pair(_)) => {
                self.keep("tile as a pair of numbers", span);
                return whole;
            }
        }
        let copy = Vec2::new(shown.size[0] as f32, shown.size[1] as f32);
        if scale != Vec2::ONE || offset != Vec2::ZERO || copy.min_element() <= 0.0 {
            self.keep("repeated parts of pictures", span);
            return whole;
        }
        let start = -point(own.tile_offset, Vec2::ZERO) / copy;
        (start, start + size / copy, true)
    }

    /// How texels are mixed: as the drawing says, else the project. There are no smaller copies.
    pub(super) fn filter(&self, smooth: Option<bool>) -> Filter {
        if smooth.unwrap_or(self.settings.smooth) { Filter::Linear } else { Filter::Nearest }
    }

    /// The painting order; the model keeps whole numbers.
    pub(super) fn z(&mut self, z_index: Option<f64>, span: Span) -> i32 {
        let z = z_index.unwrap_or(0.0);
        if f64::from(z.floor() as i32) != z {
            self.keep("zIndex that is no whole number", span);
        }
        z.floor() as i32
    }

    fn shader(&mut self, flat: &DocFlat, span: Span) {
        if flat.material.as_ref().is_some_and(|material| super::deep::has_code(&material.shader)) {
            self.keep("shaders", span);
        }
    }

    pub(super) fn text(&mut self, own: &doc::Text, component: &DocComponent) -> TextBox {
        let span = component.site.span;
        self.shader(&own.flat, span);
        if own.flat.pivot.is_some() || own.flat.additive || own.flat.parallax.is_some() {
            self.keep("pivot, blend and parallax of texts", span);
        }
        let mut extras = Extras::new();
        if let Some(value) = self.value(component.site.value) {
            for name in ["font", "style"] {
                if let Some(value) = value.get(name) {
                    extras.set(name, super::extra(value));
                }
            }
        }
        // The engine's built-in font is eight pixels high; vector fonts start at sixteen.
        let natural = if own.font == BUILT_IN_FONT { 8.0 } else { 16.0 };
        TextBox {
            text: own.text.clone(),
            local: Flat::Fields(place::flat(own.flat.place)),
            font_size: own.style.font_size.map_or(natural, single),
            anchor: point(own.flat.anchor, Vec2::ZERO),
            tint: rgba(own.flat.tint),
            z: self.z(own.flat.z_index, span),
            extras,
        }
    }

    pub(super) fn shapes(&mut self, own: &doc::Shapes, span: Span) -> Shapes {
        Shapes {
            local: Flat::Fields(place::flat(own.place)),
            shapes: own.shapes.iter().map(shape).collect(),
            tint: rgba(own.tint),
            z: self.z(own.z_index, span),
            parallax: point(own.parallax, Vec2::ONE),
        }
    }
}

/// A place moved so that turning and growing leave the pivot where it is.
fn pivoted(place: FlatFields, pivot: Option<Point>, anchor: Vec2, size: Vec2) -> FlatFields {
    let Some(pivot) = pivot else { return place };
    let arm = (point(Some(pivot), anchor) - anchor) * size;
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
