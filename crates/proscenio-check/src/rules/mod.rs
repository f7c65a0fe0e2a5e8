//! The rules, by family.

mod espresso3d;
mod nacatamalon;

use crate::Rule;

/// Every rule.
#[must_use]
pub const fn rules() -> &'static [Rule] {
    ALL
}

const ALL: &[Rule] = &joined::<{ nacatamalon::RULES.len() + espresso3d::RULES.len() }>();

const fn joined<const N: usize>() -> [Rule; N] {
    let mut all = [nacatamalon::RULES[0]; N];
    let mut at = 0;
    while at < N {
        let first = nacatamalon::RULES.len();
        all[at] = if at < first { nacatamalon::RULES[at] } else { espresso3d::RULES[at - first] };
        at += 1;
    }
    all
}
