//! `shapes`: figures drawn from numbers.

use proscenio_source::Span;

use crate::model::base::{Colour, FlatPlace, Point};
use crate::model::context::Context;
use crate::model::fields::{Fields, finite};
use crate::model::json::Json;
use crate::model::out::{Out, numbers};
use crate::value::Value;

/// A list of figures, drawn in order.
#[derive(Clone, Debug, PartialEq)]
pub struct Shapes {
    /// Its place in its box; the box's corner when absent.
    pub place: Option<FlatPlace>,
    /// The figures that can be drawn.
    pub shapes: Vec<Shape>,
    /// Multiplies every colour; white by default.
    pub tint: Colour,
    /// As on a sprite.
    pub parallax: Option<Point>,
    /// Drawn unless `false`.
    pub visible: Option<bool>,
    /// Drawing order in the whole scene; 0 when absent.
    pub z_index: Option<f64>,
}

/// One figure: filled first, then its outline.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// What it is.
    pub form: Form,
    /// Colour of the inside; not filled when absent.
    pub fill: Option<Colour>,
    /// The outline; none when absent.
    pub stroke: Option<Stroke>,
    /// Drawn unless `false`.
    pub visible: Option<bool>,
    /// Where it stands in the file.
    pub span: Span,
}

/// The part of a circle or an ellipse that is drawn, and how finely.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Arc {
    /// Radians from +x, clockwise; 0 when absent.
    pub start: Option<f64>,
    /// Radians from +x, clockwise; a whole turn when absent.
    pub end: Option<f64>,
    /// Straight pieces; a smooth curve when absent.
    pub segments: Option<f64>,
}

/// How round a rectangle's corners are, pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Radius {
    /// All alike.
    All(f64),
    /// Top-left, top-right, bottom-right, bottom-left.
    Each([f64; 4]),
}

/// The figures; pixels, +y down, angles clockwise in radians.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// A rectangle.
    Rect {
        /// Left edge.
        x: f64,
        /// Top edge.
        y: f64,
        /// Across.
        width: f64,
        /// Down.
        height: f64,
        /// Round corners; sharp when absent.
        radius: Option<Radius>,
        /// About its middle; 0 when absent.
        rotation: Option<f64>,
    },
    /// A circle or a slice of one.
    Circle {
        /// Middle.
        x: f64,
        /// Middle.
        y: f64,
        /// From the middle to the edge.
        radius: f64,
        /// Which part of it.
        arc: Arc,
    },
    /// An ellipse or a slice of one.
    Ellipse {
        /// Middle.
        x: f64,
        /// Middle.
        y: f64,
        /// Half its width.
        radius_x: f64,
        /// Half its height.
        radius_y: f64,
        /// About its middle; 0 when absent.
        rotation: Option<f64>,
        /// Which part of it.
        arc: Arc,
    },
    /// A closed figure of straight edges.
    Polygon {
        /// Its corners.
        points: Vec<Point>,
    },
    /// A line of straight pieces.
    Line {
        /// Its corners.
        points: Vec<Point>,
        /// Whether its end joins its start; open when absent.
        closed: Option<bool>,
    },
}

impl Form {
    /// The word of the format.
    #[must_use]
    pub const fn type_name(&self) -> &'static str {
        match self {
            Self::Rect { .. } => "rect",
            Self::Circle { .. } => "circle",
            Self::Ellipse { .. } => "ellipse",
            Self::Polygon { .. } => "polygon",
            Self::Line { .. } => "line",
        }
    }
}

/// An outline. What is absent is not documented; the drawing rules take width 1, white, `miter`, `butt`,
/// `center`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stroke {
    /// Pixels.
    pub width: Option<f64>,
    /// Its colour.
    pub colour: Option<Colour>,
    /// How corners are joined; words that are not known are kept.
    pub join: Option<String>,
    /// How open ends look; words that are not known are kept.
    pub cap: Option<String>,
    /// On which side of the edge it lies; words that are not known are kept.
    pub align: Option<String>,
}

/// A figure that cannot be drawn, and why.
pub(crate) struct Dropped {
    pub span: Span,
    pub type_name: Option<String>,
    pub why: &'static str,
}

impl Shapes {
    pub(crate) fn read(fields: &Fields<'_>, context: &mut Context) -> Self {
        let mut shapes = Vec::new();
        for value in fields.list("shapes").unwrap_or_default() {
            let own = Fields::of(value);
            match own.as_ref().map_or(Err("is no object"), |own| shape(own, value)) {
                Ok(shape) => shapes.push(shape),
                Err(why) => context.dropped.push(Dropped {
                    span: value.span(),
                    type_name: own.and_then(|own| own.opt_str("type")),
                    why,
                }),
            }
        }
        Self {
            place: FlatPlace::read(fields, "transform"),
            shapes,
            tint: fields.colour("tint", Colour::WHITE),
            parallax: fields.point("parallax", 1.0),
            visible: fields.opt_bool("visible"),
            z_index: fields.opt_num("zIndex"),
        }
    }
}

fn shape(fields: &Fields<'_>, value: Value<'_>) -> Result<Shape, &'static str> {
    Ok(Shape {
        form: form(fields)?,
        fill: fields.opt_colour("fill", Colour::WHITE),
        stroke: stroke(fields),
        visible: fields.opt_bool("visible"),
        span: value.span(),
    })
}

fn form(fields: &Fields<'_>) -> Result<Form, &'static str> {
    let need = |name: &str, why: &'static str| fields.opt_num(name).ok_or(why);
    let (x, y) = (fields.num("x", 0.0), fields.num("y", 0.0));
    let rotation = fields.opt_num("rotation");
    let kind = fields.opt_str("type").ok_or("has no type")?;
    match kind.as_str() {
        "rect" => Ok(Form::Rect {
            x,
            y,
            width: need("width", "lacks its width")?,
            height: need("height", "lacks its height")?,
            radius: radius(fields),
            rotation,
        }),
        "circle" => Ok(Form::Circle { x, y, radius: need("radius", "lacks its radius")?, arc: arc(fields) }),
        "ellipse" => Ok(Form::Ellipse {
            x,
            y,
            radius_x: need("radiusX", "lacks its radiusX")?,
            radius_y: need("radiusY", "lacks its radiusY")?,
            rotation,
            arc: arc(fields),
        }),
        "polygon" => Ok(Form::Polygon { points: points(fields)? }),
        "line" if fields.rec("stroke").is_none() => Err("lacks its stroke"),
        "line" => Ok(Form::Line { points: points(fields)?, closed: fields.opt_bool("closed") }),
        _ => Err("is of a type that is not known"),
    }
}

fn points(fields: &Fields<'_>) -> Result<Vec<Point>, &'static str> {
    let point = |value: Value<'_>| {
        let own = Fields::of(value)?;
        Some(Point { x: own.num("x", 0.0), y: own.num("y", 0.0) })
    };
    let list: Vec<Point> = fields.list("points").unwrap_or_default().into_iter().filter_map(point).collect();
    if list.is_empty() { Err("lacks its points") } else { Ok(list) }
}

fn arc(fields: &Fields<'_>) -> Arc {
    Arc { start: fields.opt_num("start"), end: fields.opt_num("end"), segments: fields.opt_num("segments") }
}

fn radius(fields: &Fields<'_>) -> Option<Radius> {
    if let Some(all) = fields.opt_num("radius") {
        return Some(Radius::All(all));
    }
    let each: Option<Vec<f64>> = fields.list("radius")?.into_iter().map(finite).collect();
    Some(Radius::Each(each?.try_into().ok()?))
}

fn stroke(fields: &Fields<'_>) -> Option<Stroke> {
    let own = fields.rec("stroke")?;
    Some(Stroke {
        width: own.opt_num("width"),
        colour: own.opt_colour("color", Colour::WHITE),
        join: own.opt_str("join"),
        cap: own.opt_str("cap"),
        align: own.opt_str("align"),
    })
}

impl Shapes {
    pub(crate) fn write(&self, out: &mut Out) {
        out.flat_place(self.place);
        out.records("shapes", &self.shapes, |out, shape| shape.write(out));
        out.put("tint", self.tint);
        out.unless("parallax", self.parallax, Point { x: 1.0, y: 1.0 });
        out.unless("visible", self.visible, true);
        out.opt("zIndex", self.z_index);
    }
}

impl Shape {
    fn write(&self, out: &mut Out) {
        out.put("type", self.form.type_name());
        self.form.write(out);
        out.opt("fill", self.fill);
        if let Some(stroke) = &self.stroke {
            out.record("stroke", |out| {
                out.opt("width", stroke.width);
                out.opt("color", stroke.colour);
                out.opt("join", stroke.join.as_deref());
                out.opt("cap", stroke.cap.as_deref());
                out.opt("align", stroke.align.as_deref());
            });
        }
        out.unless("visible", self.visible, true);
    }
}

impl Arc {
    fn write(&self, out: &mut Out) {
        out.opt("start", self.start);
        out.opt("end", self.end);
        out.opt("segments", self.segments);
    }
}

impl Form {
    fn write(&self, out: &mut Out) {
        let corners = |points: &[Point]| points.iter().map(|point| Json::from(*point)).collect::<Vec<_>>();
        match self {
            Self::Rect { x, y, width, height, radius, rotation } => {
                out.put("x", *x);
                out.put("y", *y);
                out.put("width", *width);
                out.put("height", *height);
                out.opt(
                    "radius",
                    radius.map(|radius| match radius {
                        Radius::All(all) => Json::Number(all),
                        Radius::Each(each) => numbers(&each),
                    }),
                );
                out.opt("rotation", *rotation);
            }
            Self::Circle { x, y, radius, arc } => {
                out.put("x", *x);
                out.put("y", *y);
                out.put("radius", *radius);
                arc.write(out);
            }
            Self::Ellipse { x, y, radius_x, radius_y, rotation, arc } => {
                out.put("x", *x);
                out.put("y", *y);
                out.put("radiusX", *radius_x);
                out.put("radiusY", *radius_y);
                out.opt("rotation", *rotation);
                arc.write(out);
            }
            Self::Polygon { points } => out.put("points", corners(points)),
            Self::Line { points, closed } => {
                out.put("points", corners(points));
                out.opt("closed", *closed);
            }
        }
    }
}
