//! The rules, by family.

mod nacatamalon;

use crate::Rule;

/// Every rule.
#[must_use]
pub const fn rules() -> &'static [Rule] {
    nacatamalon::RULES
}
