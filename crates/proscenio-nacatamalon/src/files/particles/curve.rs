//! Colour and size over a particle's life.

use crate::files::json::Members;
use crate::files::particles::Particles;
use crate::model::Colour;

/// Curves are tables of one sample more than this.
pub const CURVE_STEPS: usize = 32;

/// A colour at a share of a particle's life.
#[derive(Clone, Debug, PartialEq)]
pub struct ColourStop {
    /// Share of the life, 0 to 1.
    pub t: f64,
    /// The colour; its opacity is the stop's.
    pub colour: Colour,
    /// Members the format does not know.
    pub extra: Members,
}

/// A size at a share of a particle's life.
#[derive(Clone, Debug, PartialEq)]
pub struct ScaleStop {
    /// Share of the life, 0 to 1.
    pub t: f64,
    /// Times the size at birth.
    pub scale: f64,
    /// Members the format does not know.
    pub extra: Members,
}

impl ColourStop {
    /// White of an opacity.
    #[must_use]
    pub const fn white(t: f64, alpha: f64) -> Self {
        Self { t, colour: Colour { a: alpha, ..Colour::WHITE }, extra: Vec::new() }
    }
}

impl ScaleStop {
    /// A size.
    #[must_use]
    pub const fn new(t: f64, scale: f64) -> Self {
        Self { t, scale, extra: Vec::new() }
    }
}

impl Particles {
    /// The colour at a share of a particle's life: straight lines between the stops, the first and last
    /// colour outside; two stops at one time are a hard edge.
    #[must_use]
    pub fn colour_at(&self, t: f64) -> Colour {
        let stops = &self.colour_over_life;
        let (from, to, share) = around(stops.len(), t, |at| stops[at].t);
        let (Some(a), Some(b)) = (stops.get(from), stops.get(to)) else { return Colour::WHITE };
        let mix = |a: f64, b: f64| a + (b - a) * share;
        Colour {
            r: mix(a.colour.r, b.colour.r),
            g: mix(a.colour.g, b.colour.g),
            b: mix(a.colour.b, b.colour.b),
            a: mix(a.colour.a, b.colour.a),
        }
    }

    /// The size, as a share of the size at birth, at a share of a particle's life.
    #[must_use]
    pub fn scale_at(&self, t: f64) -> f64 {
        let stops = &self.size_over_life;
        let (from, to, share) = around(stops.len(), t, |at| stops[at].t);
        let (Some(a), Some(b)) = (stops.get(from), stops.get(to)) else { return 1.0 };
        a.scale + (b.scale - a.scale) * share
    }

    /// The colours the engine draws with: one for each thirty-second of a life, and one for its end. A
    /// particle shows the one of `round(32 · age / life)`.
    #[must_use]
    pub fn colour_table(&self) -> [Colour; CURVE_STEPS + 1] {
        std::array::from_fn(|step| self.colour_at(step as f64 / CURVE_STEPS as f64))
    }

    /// As [`Self::colour_table`] for the size.
    #[must_use]
    pub fn scale_table(&self) -> [f64; CURVE_STEPS + 1] {
        std::array::from_fn(|step| self.scale_at(step as f64 / CURVE_STEPS as f64))
    }
}

/// The stops around a time, and how far it is from the first to the second.
fn around(len: usize, t: f64, time: impl Fn(usize) -> f64) -> (usize, usize, f64) {
    let after = (0..len).position(|at| time(at) > t).unwrap_or(len);
    match (after.checked_sub(1), after) {
        (None, _) => (0, 0, 0.0),
        (Some(last), after) if after == len => (last, last, 0.0),
        (Some(from), to) => (from, to, (t - time(from)) / (time(to) - time(from))),
    }
}

/// A colour as `.particles` and `.palette` files write it: `#rgb`, `#rrggbb`, `#rrggbbaa`, a CSS name or a
/// CSS colour function. `None` for anything else.
#[must_use]
pub fn parse_colour(text: &str) -> Option<Colour> {
    let text = text.trim();
    // The library also reads digits without their mark, which CSS does not.
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let names = text.bytes().all(|byte| byte.is_ascii_alphabetic());
    if digits && !names {
        return None;
    }
    let [r, g, b, a] =
        csscolorparser::parse(text).ok()?.to_array().map(|channel| f64::from(channel).clamp(0.0, 1.0));
    Some(Colour { r: tidy(r), g: tidy(g), b: tidy(b), a: tidy(a) })
}

/// Channels come in single precision; those of 255 steps are given back exactly.
fn tidy(channel: f64) -> f64 {
    let steps = (channel * 255.0).round();
    if (steps / 255.0 - channel).abs() < 1e-6 { steps / 255.0 } else { (channel * 1e6).round() / 1e6 }
}
