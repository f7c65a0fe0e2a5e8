//! Numbers beyond those that make sense.

use proscenio_nacatamalon::Value;
use proscenio_nacatamalon::schema::{Field, Shape};
use proscenio_source::{Edit, Finding, Safety, Span};

use crate::walk::{self, Known};
use crate::{OUT_OF_RANGE, Rule, Subject};

pub(super) const RULE: Rule = Rule { code: &OUT_OF_RANGE, check };

/// Ranges that the tables of the format do not say, since readers take any number: the member and both ends.
const FURTHER: &[(&str, f64, f64)] = &[
    ("segments", 3.0, f64::MAX),
    ("radialSegments", 3.0, f64::MAX),
    ("tubularSegments", 3.0, f64::MAX),
    ("rings", 2.0, f64::MAX),
    ("widthSegments", 1.0, f64::MAX),
    ("depthSegments", 1.0, f64::MAX),
    ("radius", 0.0, f64::MAX),
    ("tube", 0.0, f64::MAX),
    ("width", 0.0, f64::MAX),
    ("height", 0.0, f64::MAX),
    ("depth", 0.0, f64::MAX),
    ("refDistance", 0.0, f64::MAX),
    ("maxDistance", 0.0, f64::MAX),
    ("fadeIn", 0.0, f64::MAX),
    ("fadeOut", 0.0, f64::MAX),
    ("friction", 0.0, f64::MAX),
    ("density", 0.0, f64::MAX),
    ("intensity", 0.0, f64::MAX),
];

/// Members that the engine's reader itself brings into their range, so that writing the end changes nothing.
const CLAMPED: &[&str] = &["outerVolume"];

fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let Some(scene) = subject.scene() else { return };
    walk::scene(scene, &mut |known| {
        let Known { member, field, .. } = known;
        if is_colour(&field.shape) {
            for channel in member.value.members().filter(|own| ["r", "g", "b", "a"].iter().any(|c| own.is(c)))
            {
                let name = format!("{}.{}", field.name, channel.name());
                out.extend(report(subject, &name, channel.value, (0.0, 1.0), true));
            }
            return;
        }
        if let Some(range) = range(field) {
            let clamped = CLAMPED.contains(&field.name);
            out.extend(report(subject, field.name, member.value, range, clamped));
        }
    });
}

const fn is_colour(shape: &Shape) -> bool {
    matches!(shape, Shape::Colour | Shape::Nullable(Shape::Colour))
}

fn range(field: &Field) -> Option<(f64, f64)> {
    if let Shape::Within(from, to) = field.shape {
        return Some((from, to));
    }
    let further = || {
        let number = matches!(field.shape, Shape::Number | Shape::Integer);
        let row = FURTHER.iter().find(|(name, ..)| number && *name == field.name)?;
        Some((row.1, row.2))
    };
    let (from, to) = field.range.or_else(further)?;
    // The tables allow any count from zero; a ring of fewer corners than this is no shape.
    let least = FURTHER.iter().find(|(name, ..)| *name == field.name).map_or(from, |row| row.1.max(from));
    Some((least, to))
}

fn report(
    subject: &Subject<'_>,
    name: &str,
    value: Value<'_>,
    (from, to): (f64, f64),
    clamped: bool,
) -> Option<Finding> {
    let number = value.as_f64().filter(|number| *number < from || *number > to)?;
    let span: Span = value.span();
    let message = if to == f64::MAX {
        format!("`{name}` is {number}, and at least {from} makes sense")
    } else {
        format!("`{name}` is {number}, and {from} to {to} makes sense")
    };
    let finding = OUT_OF_RANGE.finding(subject.path(), message).at(span).about(name);
    let end = if number < from { from } else { to };
    Some(if clamped && number.is_finite() {
        finding.fix(format!("write {end}"), vec![Edit::replace(span, end.to_string())], Safety::Safe)
    } else {
        finding
    })
}
