//! The engine's easings: how a value goes from one key to the next.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// How a value goes from one key to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ease {
    /// Straight.
    #[default]
    Linear,
    /// Not at all: the value jumps at the next key.
    Hold,
    /// Slow at an end, by a curve.
    Curved(End, Curve),
}

/// Which end of the way is slow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// The start.
    In,
    /// The end.
    Out,
    /// Both.
    InOut,
}

/// The curve of an easing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Curve {
    /// t².
    Quad,
    /// t³.
    Cubic,
    /// t⁴.
    Quart,
    /// t⁵.
    Quint,
    /// A quarter of a cosine.
    Sine,
    /// A power of two.
    Expo,
    /// A quarter of a circle.
    Circ,
    /// Beyond the end and back.
    Back,
    /// A spring.
    Elastic,
    /// A ball on the floor.
    Bounce,
}

const ENDS: [(&str, End); 3] = [("easeInOut", End::InOut), ("easeIn", End::In), ("easeOut", End::Out)];
const CURVES: [(&str, Curve); 10] = [
    ("Quad", Curve::Quad),
    ("Cubic", Curve::Cubic),
    ("Quart", Curve::Quart),
    ("Quint", Curve::Quint),
    ("Sine", Curve::Sine),
    ("Expo", Curve::Expo),
    ("Circ", Curve::Circ),
    ("Back", Curve::Back),
    ("Elastic", Curve::Elastic),
    ("Bounce", Curve::Bounce),
];

impl Ease {
    /// Every easing: `linear`, `hold`, then the curves.
    pub fn all() -> impl Iterator<Item = Self> {
        let curved = CURVES
            .iter()
            .flat_map(|(_, curve)| [End::In, End::Out, End::InOut].map(|end| Self::Curved(end, *curve)));
        [Self::Linear, Self::Hold].into_iter().chain(curved)
    }

    /// The easing of a name, such as `easeInOutQuad`; names are case-sensitive.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "linear" => Some(Self::Linear),
            "hold" => Some(Self::Hold),
            _ => ENDS.iter().find_map(|(prefix, end)| {
                let rest = name.strip_prefix(prefix)?;
                let (_, curve) = CURVES.iter().find(|(word, _)| *word == rest)?;
                Some(Self::Curved(*end, *curve))
            }),
        }
    }

    /// The name.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::Linear => "linear".to_owned(),
            Self::Hold => "hold".to_owned(),
            Self::Curved(end, curve) => {
                let end = ENDS.iter().find(|(_, own)| *own == end).map_or("", |(word, _)| word);
                let curve = CURVES.iter().find(|(_, own)| *own == curve).map_or("", |(word, _)| word);
                format!("{end}{curve}")
            }
        }
    }

    /// How far along the value is when the share `t` of the time has passed, 0 to 1. Ends are exact; `t`
    /// outside is taken for the nearer end.
    #[must_use]
    pub fn at(self, t: f64) -> f64 {
        // NaN is taken for the start.
        let t = if t > 0.0 { t.min(1.0) } else { 0.0 };
        match self {
            Self::Linear => t,
            Self::Hold => f64::from(u8::from(t >= 1.0)),
            Self::Curved(_, _) if t == 0.0 || t == 1.0 => t,
            Self::Curved(End::In, curve) => ease_in(curve, t),
            Self::Curved(End::Out, curve) => ease_out(curve, t),
            Self::Curved(End::InOut, curve) => ease_in_out(curve, t),
        }
    }
}

const BACK: f64 = 1.701_58;

fn ease_in(curve: Curve, t: f64) -> f64 {
    match curve {
        Curve::Quad => t.powi(2),
        Curve::Cubic => t.powi(3),
        Curve::Quart => t.powi(4),
        Curve::Quint => t.powi(5),
        Curve::Sine => 1.0 - (t * FRAC_PI_2).cos(),
        Curve::Expo => (10.0 * t - 10.0).exp2(),
        Curve::Circ => 1.0 - (1.0 - t * t).sqrt(),
        Curve::Back => (BACK + 1.0) * t.powi(3) - BACK * t * t,
        Curve::Elastic => -(10.0 * t - 10.0).exp2() * ((10.0 * t - 10.75) * TAU / 3.0).sin(),
        Curve::Bounce => 1.0 - bounce_out(1.0 - t),
    }
}

fn ease_out(curve: Curve, t: f64) -> f64 {
    match curve {
        Curve::Sine => (t * FRAC_PI_2).sin(),
        Curve::Elastic => (-10.0 * t).exp2() * ((10.0 * t - 0.75) * TAU / 3.0).sin() + 1.0,
        Curve::Bounce => bounce_out(t),
        Curve::Back => 1.0 + (BACK + 1.0) * (t - 1.0).powi(3) + BACK * (t - 1.0).powi(2),
        _ => 1.0 - ease_in(curve, 1.0 - t),
    }
}

fn ease_in_out(curve: Curve, t: f64) -> f64 {
    let first = t < 0.5;
    match curve {
        Curve::Sine => (1.0 - (PI * t).cos()) / 2.0,
        Curve::Back => {
            let k = BACK * 1.525;
            if first {
                let t = 2.0 * t;
                t * t * ((k + 1.0) * t - k) / 2.0
            } else {
                let t = 2.0 * t - 2.0;
                (t * t * ((k + 1.0) * t + k) + 2.0) / 2.0
            }
        }
        Curve::Elastic => {
            let wave = ((20.0 * t - 11.125) * TAU / 4.5).sin();
            if first {
                -(20.0 * t - 10.0).exp2() * wave / 2.0
            } else {
                (10.0 - 20.0 * t).exp2() * wave / 2.0 + 1.0
            }
        }
        _ if first => ease_in(curve, 2.0 * t) / 2.0,
        _ => 1.0 - ease_in(curve, 2.0 - 2.0 * t) / 2.0,
    }
}

fn bounce_out(t: f64) -> f64 {
    const STRENGTH: f64 = 7.5625;
    const STEP: f64 = 2.75;
    let (t, up) = if t < 1.0 / STEP {
        (t, 0.0)
    } else if t < 2.0 / STEP {
        (t - 1.5 / STEP, 0.75)
    } else if t < 2.5 / STEP {
        (t - 2.25 / STEP, 0.9375)
    } else {
        (t - 2.625 / STEP, 0.984_375)
    };
    STRENGTH * t * t + up
}

#[cfg(test)]
mod tests {
    use super::Ease;

    #[test]
    fn every_easing_has_a_name_and_exact_ends() {
        assert_eq!(Ease::all().count(), 32);
        for ease in Ease::all() {
            assert_eq!(Ease::from_name(&ease.name()), Some(ease));
            assert_eq!((ease.at(0.0), ease.at(1.0), ease.at(-1.0), ease.at(2.0)), (0.0, 1.0, 0.0, 1.0));
            assert_eq!(ease.at(f64::NAN), 0.0);
        }
        assert_eq!(Ease::from_name("easeinquad"), None);
    }

    #[test]
    fn easings_follow_the_formulas() {
        for (name, t, value) in [
            ("easeInQuad", 0.5, 0.25),
            ("easeOutQuad", 0.5, 0.75),
            ("easeInOutQuad", 0.25, 0.125),
            ("easeInOutCubic", 0.75, 1.0 - 0.5 * 0.125),
            ("easeInQuint", 0.5, 0.031_25),
            ("easeInSine", 1.0 / 3.0, 1.0 - (std::f64::consts::PI / 6.0).cos()),
            ("easeInOutSine", 0.5, 0.5),
            ("easeInExpo", 0.5, 0.031_25),
            ("easeOutExpo", 0.5, 0.968_75),
            ("easeInOutExpo", 0.25, 0.015_625),
            ("easeInCirc", 0.6, 0.2),
            ("easeOutCirc", 0.4, 0.8),
            ("easeInBack", 0.5, -0.087_697_5),
            ("easeOutBack", 0.5, 1.087_697_5),
            ("easeInOutBack", 0.25, 0.5 * 0.25 * (3.594_909_5 * 0.5 - 2.594_909_5)),
            ("easeInOutElastic", 0.25, -0.015_625 * ((-6.125_f64) * std::f64::consts::TAU / 4.5).sin()),
            ("easeOutBounce", 0.5, 0.765_625),
            ("easeInBounce", 0.5, 0.234_375),
            ("easeOutBounce", 1.0 / 2.75, 1.0),
            ("hold", 0.999, 0.0),
            ("linear", 0.25, 0.25),
        ] {
            let got = Ease::from_name(name).unwrap().at(t);
            assert!((got - value).abs() < 1e-9, "{name} at {t}: {got}, expected {value}");
        }
    }

    #[test]
    fn the_two_halves_meet_in_the_middle() {
        for ease in Ease::all().filter(|ease| ease.name().starts_with("easeInOut")) {
            assert!((ease.at(0.5) - 0.5).abs() < 1e-9, "{}", ease.name());
            assert!((ease.at(0.5 - 1e-12) - 0.5).abs() < 1e-6, "{}", ease.name());
        }
    }
}
