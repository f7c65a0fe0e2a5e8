//! What the engines' classes have: inheritance, properties with their defaults, signals, methods, enums.
//!
//! ```
//! use proscenio_godot::classes::ClassTable;
//!
//! let sprite = ClassTable::godot_4().class("Sprite2D").unwrap();
//! assert!(sprite.is_a("CanvasItem"));
//! assert_eq!(sprite.default("centered"), Some("true"));
//! let names: Vec<&str> = sprite.properties().map(|property| property.name).collect();
//! let place = |name| names.iter().position(|other| *other == name);
//! assert!(place("position") < place("texture"));
//! ```
//!
//! The tables are part of the program, 0.8 MB for both versions. Names are found when a table is first
//! asked for; what a class has is decoded when that class is first asked.
//!
//! # Limitations
//!
//! Classes of Godot 4.6.3 and 3.2.3 as they come with the engine; classes of scripts and extensions are
//! not known. Properties that a class makes up as it goes (`tracks/0/keys`, `theme_override_…`) are not
//! listed. Signals of Godot 3 have no argument names, and its enums are missing.

mod fit;
mod place;
mod table;

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use table::{Body, Head};

/// The classes of one engine version.
pub struct ClassTable {
    version: &'static str,
    godot_3: bool,
    heads: Vec<Head>,
    by_name: FxHashMap<&'static str, u32>,
    strings: Vec<&'static str>,
    bodies: Vec<OnceLock<Body>>,
}

impl ClassTable {
    /// Godot 4.6.3.
    #[must_use]
    pub fn godot_4() -> &'static Self {
        static TABLE: OnceLock<ClassTable> = OnceLock::new();
        TABLE.get_or_init(|| table::read(include_bytes!("classes/godot-4.6.bin"), false))
    }

    /// Godot 3.2.3.
    #[must_use]
    pub fn godot_3() -> &'static Self {
        static TABLE: OnceLock<ClassTable> = OnceLock::new();
        TABLE.get_or_init(|| table::read(include_bytes!("classes/godot-3.2.bin"), true))
    }

    /// The table for a format number: 2 for Godot 3, 3 and 4 for Godot 4.
    #[must_use]
    pub fn of_format(format: i64) -> Option<&'static Self> {
        match format {
            2 => Some(Self::godot_3()),
            3 | 4 => Some(Self::godot_4()),
            _ => None,
        }
    }

    /// The engine's version, such as `4.6.3`.
    #[must_use]
    pub fn version(&self) -> &'static str {
        self.version
    }

    /// The class with a name.
    #[must_use]
    pub fn class(&'static self, name: &str) -> Option<Class> {
        self.by_name.get(name).map(|index| Class { table: self, index: *index })
    }

    /// All classes in the order of their names.
    pub fn classes(&'static self) -> impl ExactSizeIterator<Item = Class> {
        (0..self.heads.len() as u32).map(move |index| Class { table: self, index })
    }
}

impl std::fmt::Debug for ClassTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ClassTable(Godot {}, {} classes)", self.version, self.heads.len())
    }
}

/// A class of the engine.
#[derive(Clone, Copy)]
pub struct Class {
    table: &'static ClassTable,
    index: u32,
}

/// A property of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Property {
    /// Its name, as files write it.
    pub name: &'static str,
    /// The type of its values by the engine's name: `bool`, `int`, `float`, `Vector3`, `Object`, `Array`,
    /// … and `Nil` for any.
    pub value_type: &'static str,
    /// The class of the resource or node it holds, where it holds one.
    pub class: Option<&'static str>,
    /// Its default in the class that declares it, as text; nothing where the engine knows none.
    /// [`Class::default`] knows what a class further down makes of it.
    pub default: Option<&'static str>,
    /// Whether files hold it.
    pub stored: bool,
    /// Whether the editor shows it.
    pub shown: bool,
    /// The engine's number for how the editor shows it; 2 is a choice of the words in `hint_text`.
    pub hint: u32,
    /// What belongs to the hint: choices, ranges, file endings.
    pub hint_text: &'static str,
}

/// A signal of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signal {
    /// Its name.
    pub name: &'static str,
    /// The names of its arguments, where they are known.
    pub arguments: Option<Vec<&'static str>>,
}

/// An enum of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enum {
    /// Its name.
    pub name: &'static str,
    /// Names and numbers, in the order of the numbers.
    pub values: Vec<(&'static str, i64)>,
}

impl Class {
    fn head(self) -> &'static Head {
        &self.table.heads[self.index as usize]
    }

    fn body(self) -> &'static Body {
        self.table.bodies[self.index as usize].get_or_init(|| table::read_body(self.table, self.head()))
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.head().name
    }

    /// The table it is in.
    #[must_use]
    pub fn table(self) -> &'static ClassTable {
        self.table
    }

    /// The class it inherits.
    #[must_use]
    pub fn parent(self) -> Option<Self> {
        self.head().parent.map(|index| Self { table: self.table, index })
    }

    /// The class itself, its parent, and so on up to `Object`.
    pub fn ancestry(self) -> impl Iterator<Item = Self> {
        // A parent stands in the list, and chains are short; the limit guards against a damaged table.
        std::iter::successors(Some(self), |class| class.parent()).take(64)
    }

    /// Whether it is a class or inherits it.
    #[must_use]
    pub fn is_a(self, name: &str) -> bool {
        self.ancestry().any(|class| class.name() == name)
    }

    /// Whether nothing can be of this class itself.
    #[must_use]
    pub fn is_abstract(self) -> bool {
        self.head().is_abstract
    }

    /// The properties it declares itself, in the order in which files hold them.
    #[must_use]
    pub fn own_properties(self) -> &'static [Property] {
        &self.body().properties
    }

    /// Its properties, those of its ancestors first, in the order in which files hold them.
    pub fn properties(self) -> impl Iterator<Item = &'static Property> {
        let mut line: Vec<Self> = self.ancestry().collect();
        line.reverse();
        line.into_iter().flat_map(|class| class.own_properties().iter())
    }

    /// The property with a name, own or inherited.
    #[must_use]
    pub fn property(self, name: &str) -> Option<&'static Property> {
        self.ancestry().find_map(|class| class.own_properties().iter().find(|own| own.name == name))
    }

    /// The default of a property in this class, as text; nothing where the engine knows none.
    #[must_use]
    pub fn default(self, name: &str) -> Option<&'static str> {
        self.ancestry().find_map(|class| {
            let body = class.body();
            let own = body.properties.iter().find(|own| own.name == name).map(|own| own.default);
            let changed = body.defaults.iter().find(|(other, _)| *other == name);
            own.or(changed.map(|(_, default)| Some(*default)))
        })?
    }

    /// The defaults of inherited properties that it changes, as text.
    #[must_use]
    pub fn changed_defaults(self) -> &'static [(&'static str, &'static str)] {
        &self.body().defaults
    }

    /// The signals it declares itself.
    #[must_use]
    pub fn own_signals(self) -> &'static [Signal] {
        &self.body().signals
    }

    /// The signal with a name, own or inherited.
    #[must_use]
    pub fn signal(self, name: &str) -> Option<&'static Signal> {
        self.ancestry().find_map(|class| class.own_signals().iter().find(|own| own.name == name))
    }

    /// The methods it declares itself, those for scripts to fill in (`_ready`) included.
    #[must_use]
    pub fn own_methods(self) -> &'static [&'static str] {
        &self.body().methods
    }

    /// Whether it has a method, own or inherited.
    #[must_use]
    pub fn has_method(self, name: &str) -> bool {
        self.ancestry().any(|class| class.own_methods().contains(&name))
    }

    /// The enums it declares itself.
    #[must_use]
    pub fn own_enums(self) -> &'static [Enum] {
        &self.body().enums
    }
}

impl PartialEq for Class {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.table, other.table) && self.index == other.index
    }
}

impl Eq for Class {}

impl std::fmt::Debug for Class {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Class({}, Godot {})", self.name(), self.table.version)
    }
}

#[cfg(test)]
#[path = "classes/tests.rs"]
mod tests;
