//! Where a new property goes among those of a section.

use std::borrow::Cow;
use std::cmp::Ordering;

use super::advice::{class_of, named_class};
use crate::classes::Class;
use crate::document::Document;
use crate::section::Section;

/// Where the engine would write a new property, as far as that is known: the number of the one that it
/// stands in front of.
pub(super) fn place_of_property(document: &Document, section: Section<'_>, key: &str) -> usize {
    let existing: Vec<Cow<'_, str>> = section.properties().map(|entry| entry.key()).collect();
    let class = class_of(document, section).or_else(|| guessed_class(document, &existing, key));
    let listed = class.is_some_and(|class| class.property(key).is_some());
    if !listed && let Some(place) = place_in_family(&existing, key) {
        return place;
    }
    match class {
        Some(class) => class.insert_place(&existing, key),
        None => existing.len(),
    }
}

/// An instance has a class that only its own scene tells; its properties tell as much as is needed here.
fn guessed_class(document: &Document, existing: &[Cow<'_, str>], key: &str) -> Option<Class> {
    let guesses = ["Node", "CanvasItem", "Control", "Node2D", "Spatial", "Node3D"];
    let known = |class: &Class| {
        let names = existing.iter().map(|name| &**name).chain([key]);
        names.filter(|name| class.property(name).is_some()).count()
    };
    guesses.iter().filter_map(|name| named_class(document, name)).max_by_key(known)
}

/// Kinds of theme overrides in the order of the engines; other names are in the order of the alphabet.
const KINDS: [&str; 12] = [
    "custom_icons",
    "custom_shaders",
    "custom_styles",
    "custom_fonts",
    "custom_colors",
    "custom_constants",
    "theme_override_colors",
    "theme_override_constants",
    "theme_override_fonts",
    "theme_override_font_sizes",
    "theme_override_icons",
    "theme_override_styles",
];

/// The place of a name with slashes among names of the same kind (`anims/run`, `popup/item_2/text`), which
/// their classes make up in the order of numbers and letters.
fn place_in_family(existing: &[Cow<'_, str>], key: &str) -> Option<usize> {
    let family = |name: &str| -> Option<(bool, String)> {
        let (first, _) = name.split_once('/')?;
        let is_theme = KINDS.contains(&first);
        Some((is_theme, if is_theme { String::new() } else { first.to_owned() }))
    };
    let own = family(key)?;
    let mut place = None;
    for (at, name) in existing.iter().enumerate() {
        if family(name).as_ref() != Some(&own) {
            continue;
        }
        if natural(name, key) == Ordering::Greater {
            return place.or(Some(at));
        }
        place = Some(at + 1);
    }
    place
}

/// Compares names part by part, numbers by their value. Parts of one numbered item count as equal, but for
/// the name or text that comes first: the rest of the order is the class's own affair.
fn natural(a: &str, b: &str) -> Ordering {
    let (whole_a, whole_b) = (a, b);
    let kind = |name: &str| KINDS.iter().position(|kind| *kind == name.split('/').next().unwrap_or_default());
    let by_kind = kind(a).cmp(&kind(b));
    if by_kind != Ordering::Equal {
        return by_kind;
    }
    for (a, b) in a.split('/').zip(b.split('/')) {
        let (text_a, number_a) = numbered(a);
        let (text_b, number_b) = numbered(b);
        match (number_a, number_b) {
            (Some(number_a), Some(number_b)) if text_a == text_b => {
                return number_a.cmp(&number_b).then_with(|| is_further(whole_a).cmp(&is_further(whole_b)));
            }
            _ if a != b => return a.cmp(b),
            _ => {}
        }
    }
    a.len().cmp(&b.len())
}

/// Whether a property of a numbered item is not the one that comes first.
fn is_further(name: &str) -> bool {
    !(name.ends_with("/text") || name.ends_with("/name"))
}

/// A part and the number at its end.
fn numbered(part: &str) -> (&str, Option<u64>) {
    let text = part.trim_end_matches(|character: char| character.is_ascii_digit());
    (text, part[text.len()..].parse().ok())
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::place_in_family;

    #[track_caller]
    fn placed(existing: &[&str], key: &str, expected: Option<usize>) {
        let existing: Vec<Cow<'_, str>> = existing.iter().map(|name| Cow::Borrowed(*name)).collect();
        assert_eq!(place_in_family(&existing, key), expected);
    }

    #[test]
    fn numbered_and_named_families_stay_in_order() {
        placed(&["anims/a", "anims/c", "x"], "anims/b", Some(1));
        placed(&["anims/a", "anims/c", "x"], "anims/d", Some(2));
        placed(&["y", "anims/b"], "anims/a", Some(1));
        placed(&["item/9/x", "item/10/x"], "item/9/y", Some(1));
        placed(&["popup/item_1/id", "popup/item_10/id"], "popup/item_2/text", Some(1));
        placed(&["popup/item_1/id", "popup/item_2/id"], "popup/item_2/text", Some(1));
        placed(&["custom_fonts/a", "custom_constants/a"], "custom_colors/z", Some(1));
        placed(&["theme_override_colors/a"], "theme_override_styles/a", Some(1));
        placed(&["a/b"], "c/d", None);
        placed(&["a/b"], "c", None);
    }
}
