//! The rules, by family.

mod espresso3d;
mod godot;
mod nacatamalon;

use crate::Rule;

/// Every rule.
#[must_use]
pub const fn rules() -> &'static [Rule] {
    ALL
}

const FAMILIES: [&[Rule]; 3] = [nacatamalon::RULES, espresso3d::RULES, godot::RULES];
const ALL: &[Rule] = &joined::<{ FAMILIES[0].len() + FAMILIES[1].len() + FAMILIES[2].len() }>();

const fn joined<const N: usize>() -> [Rule; N] {
    let mut all = [nacatamalon::RULES[0]; N];
    let (mut family, mut at, mut place) = (0, 0, 0);
    while family < FAMILIES.len() {
        while at < FAMILIES[family].len() {
            all[place] = FAMILIES[family][at];
            at += 1;
            place += 1;
        }
        at = 0;
        family += 1;
    }
    all
}
