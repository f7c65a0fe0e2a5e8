//! Values of no fixed kind, blended as Godot 4.6 blends the members of its Variants (asked of the engine).

use proscenio_scene::Extra;

use super::curve::{self, Between};

/// Deeper lists are those of the key before.
const DEEPEST: usize = 16;

/// The straight way: numbers are numbers, whole ones are rounded, texts go letter by letter, lists member by
/// member; two values of different kinds are the first, anything else is the nearer one.
pub(super) fn linear(from: &Extra, to: &Extra, weight: f64) -> Extra {
    blend([from, from, to, to], weight, 0, &|[_, from, to, _]| from + (to - from) * weight)
}

/// As [`linear`], numbers on the curve through four of them.
pub(super) fn cubic(values: [&Extra; 4], at: &Between) -> Extra {
    blend(values, at.weight, 0, &|numbers| curve::cubic(numbers, at))
}

fn blend(values: [&Extra; 4], weight: f64, depth: usize, number: &dyn Fn([f64; 4]) -> f64) -> Extra {
    let [_, from, to, _] = values;
    match (from, to) {
        (Extra::Int(a), Extra::Int(_)) => {
            let rounded = numbers(values).map(number).unwrap_or(*a as f64).round();
            // The cast saturates.
            Extra::Int(rounded as i64)
        }
        (Extra::Int(_) | Extra::Float(_), Extra::Int(_) | Extra::Float(_)) => {
            numbers(values).map_or_else(|| from.clone(), |all| Extra::Float(number(all)))
        }
        (Extra::Text(a), Extra::Text(b)) => Extra::Text(text(a, b, weight)),
        (Extra::List(a), Extra::List(b)) if depth < DEEPEST => {
            let lists = values.map(|value| match value {
                Extra::List(list) => list.as_slice(),
                _ => &[],
            });
            // A list that has grown goes on from the last member of the shorter one.
            let whole = if weight > 0.0 { a.len().max(b.len()) } else { a.len() };
            let member = |list: &[Extra], at: usize| list.get(at).or(list.last()).cloned();
            let blended = (0..whole).filter_map(|at| {
                let of = lists.map(|list| member(list, at));
                let (from, to) = (of[1].as_ref().or(of[2].as_ref())?, of[2].as_ref().or(of[1].as_ref())?);
                let (pre, post) = (of[0].as_ref().unwrap_or(from), of[3].as_ref().unwrap_or(to));
                Some(blend([pre, from, to, post], weight, depth + 1, number))
            });
            Extra::List(blended.collect())
        }
        _ if std::mem::discriminant(from) != std::mem::discriminant(to) => from.clone(),
        _ => {
            if weight < 0.5 {
                from.clone()
            } else {
                to.clone()
            }
        }
    }
}

fn numbers(values: [&Extra; 4]) -> Option<[f64; 4]> {
    let number = |value: &Extra| match value {
        Extra::Int(number) => Some(*number as f64),
        Extra::Float(number) => Some(*number),
        _ => None,
    };
    let (from, to) = (number(values[1])?, number(values[2])?);
    Some([number(values[0]).unwrap_or(from), from, to, number(values[3]).unwrap_or(to)])
}

/// Letters go through those between them in the order of their numbers, and the length grows or shrinks.
fn text(from: &str, to: &str, weight: f64) -> String {
    let mix = |a: f64, b: f64| (a + (b - a) * weight).round();
    let (mut a, mut b) = (from.chars(), to.chars());
    let length = mix(from.chars().count() as f64, to.chars().count() as f64) as usize;
    let letter = |_| {
        let (a, b) = (a.next(), b.next());
        let between = || {
            let number = mix(f64::from(u32::from(a?)), f64::from(u32::from(b?)));
            char::from_u32(number as u32)
        };
        between().or(a).or(b)
    };
    (0..length).map_while(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(numbers: &[i64]) -> Extra {
        Extra::List(numbers.iter().map(|number| Extra::Int(*number)).collect())
    }

    #[test]
    fn members_are_blended_as_the_engine_does() {
        // All asked of Godot 4.6.
        let known = [
            (Extra::Int(1), Extra::Int(10), 0.3, Extra::Int(4)),
            (Extra::Int(1), Extra::Float(10.5), 0.5, Extra::Float(5.75)),
            ("ab".into(), "abcdef".into(), 0.7, "abcde".into()),
            ("abcdef".into(), "x".into(), 0.4, "jbcd".into()),
            ("ab".into(), "g".into(), 0.3, "cb".into()),
            (list(&[1, 2]), list(&[3, 4, 5]), 0.3, list(&[2, 3, 3])),
            (list(&[3, 4, 5]), list(&[7]), 0.4, list(&[5, 5, 6])),
            (Extra::Bool(true), Extra::Bool(false), 0.4, Extra::Bool(true)),
            (Extra::Bool(true), Extra::Bool(false), 0.5, Extra::Bool(false)),
            (Extra::Null, Extra::Float(1.0), 0.7, Extra::Null),
            (Extra::Int(1), "abc".into(), 0.7, Extra::Int(1)),
        ];
        for (from, to, weight, wanted) in known {
            assert_eq!(linear(&from, &to, weight), wanted, "{from:?} {to:?} {weight}");
        }
    }

    #[test]
    fn depth_and_damage_do_no_harm() {
        let deep = |bottom: i64| (0..1000).fold(Extra::Int(bottom), |inner, _| Extra::List(vec![inner]));
        assert_eq!(linear(&deep(1), &deep(3), 0.4), deep(1));
        assert_eq!(linear(&list(&[]), &list(&[4]), 0.5), list(&[4]));
    }
}
