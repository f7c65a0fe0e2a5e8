//! Words to write tables of fields with.

use super::{Default, Field, Shape, Written};

/// A member of any shape; absent unless said, written when said.
#[must_use]
pub const fn field(name: &'static str, shape: Shape, about: &'static str) -> Field {
    Field {
        name,
        shape,
        default: Default::Nothing,
        absent: "",
        unit: "",
        about,
        written: Written::IfSaid,
        required: false,
        range: None,
        needs: &[],
        old_names: &[],
    }
}

/// A number with a default, written when it is another.
#[must_use]
pub const fn number(name: &'static str, default: f64, about: &'static str) -> Field {
    field(name, Shape::Number, about).default(Default::Number(default)).if_other()
}

/// A number whose absence means what `absent` tells, written when said.
#[must_use]
pub const fn opt_number(name: &'static str, absent: &'static str, about: &'static str) -> Field {
    field(name, Shape::Number, about).absent(absent)
}

/// A whole number with a default, written when it is another.
#[must_use]
pub const fn integer(name: &'static str, default: f64, about: &'static str) -> Field {
    field(name, Shape::Integer, about).default(Default::Number(default)).if_other()
}

/// A whole number whose absence means what `absent` tells, written when said.
#[must_use]
pub const fn opt_integer(name: &'static str, absent: &'static str, about: &'static str) -> Field {
    field(name, Shape::Integer, about).absent(absent)
}

/// A truth value with a default, written when it is the other.
#[must_use]
pub const fn flag(name: &'static str, default: bool, about: &'static str) -> Field {
    field(name, Shape::Bool, about).default(Default::Bool(default)).if_other()
}

/// A truth value whose absence means what `absent` tells, written when said.
#[must_use]
pub const fn opt_flag(name: &'static str, absent: &'static str, about: &'static str) -> Field {
    field(name, Shape::Bool, about).absent(absent)
}

/// Text with a default, written when it is another.
#[must_use]
pub const fn text(name: &'static str, default: &'static str, about: &'static str) -> Field {
    field(name, Shape::Text, about).default(Default::Text(default)).if_other()
}

/// Text whose absence means what `absent` tells, written when said.
#[must_use]
pub const fn opt_text(name: &'static str, absent: &'static str, about: &'static str) -> Field {
    field(name, Shape::Text, about).absent(absent)
}

/// Key of an asset of one of these kinds, empty by default and always written.
#[must_use]
pub const fn key(name: &'static str, kinds: &'static [&'static str], about: &'static str) -> Field {
    field(name, Shape::Key(kinds), about).default(Default::Text("")).always()
}

/// Path of a file, empty by default and always written.
#[must_use]
pub const fn path(name: &'static str, about: &'static str) -> Field {
    field(name, Shape::Path, about).default(Default::Text("")).always()
}

/// One of some words, with a default, always written.
#[must_use]
pub const fn word(
    name: &'static str,
    words: &'static [&'static str],
    default: &'static str,
    about: &'static str,
) -> Field {
    field(name, Shape::Word(words), about).default(Default::Text(default)).always()
}

impl Field {
    /// With that default.
    #[must_use]
    pub const fn default(self, default: Default) -> Self {
        Self { default, ..self }
    }

    /// With these words on what absence means.
    #[must_use]
    pub const fn absent(self, absent: &'static str) -> Self {
        Self { absent, ..self }
    }

    /// Written always.
    #[must_use]
    pub const fn always(self) -> Self {
        Self { written: Written::Always, ..self }
    }

    /// Written when the file says it, default or not.
    #[must_use]
    pub const fn said(self) -> Self {
        Self { written: Written::IfSaid, ..self }
    }

    /// Written when it differs from its default.
    #[must_use]
    pub const fn if_other(self) -> Self {
        Self { written: Written::IfOther, ..self }
    }

    /// The object is not understood without it. Always written.
    #[must_use]
    pub const fn required(self) -> Self {
        Self { required: true, written: Written::Always, default: Default::Nothing, ..self }
    }

    /// Its unit.
    #[must_use]
    pub const fn unit(self, unit: &'static str) -> Self {
        Self { unit, ..self }
    }

    /// The numbers that make sense, both ends included.
    #[must_use]
    pub const fn range(self, from: f64, to: f64) -> Self {
        Self { range: Some((from, to)), ..self }
    }

    /// Counts only beside these other members with one of these values, given as JSON.
    #[must_use]
    pub const fn needs(self, needs: &'static [(&'static str, &'static [&'static str])]) -> Self {
        Self { needs, ..self }
    }

    /// Its names in earlier releases.
    #[must_use]
    pub const fn old(self, old_names: &'static [&'static str]) -> Self {
        Self { old_names, ..self }
    }
}
