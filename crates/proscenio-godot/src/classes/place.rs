//! Where a property belongs among others.

use super::Class;

/// Properties that every object has, behind all of its class.
const SCRIPT: &str = "script";
const METADATA: &str = "metadata/";
const METADATA_3: &str = "__meta__";

/// Properties that a class makes up, in Godot 4 and 3; they stand behind its own and in front of those of
/// the classes that inherit it. Names with a slash need no entry where no other class inherits the maker.
const MADE_UP: [(&str, &str); 10] = [
    ("AnimationMixer", "libraries/"),
    ("Control", "custom_colors/"),
    ("Control", "custom_constants/"),
    ("Control", "custom_fonts/"),
    ("Control", "custom_icons/"),
    ("Control", "custom_shaders/"),
    ("Control", "custom_styles/"),
    ("Control", "theme_override_"),
    ("TileMap", "format"),
    ("TileMap", "tile_data"),
];

/// Where a property stands in the order in which the engine saves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// A property of the class with this place in [`Class::properties`], declared by the ancestor with
    /// this place in the line from `Object`.
    Class(usize, usize),
    Script,
    /// Godot 3 keeps metadata in front of the script's variables.
    OldMetadata,
    /// Behind everything.
    Metadata,
}

impl Class {
    /// Where the engine would write the property `new` in a section of this class that has the properties
    /// `existing`, in file order: the index to insert at.
    ///
    /// A property that is there already has its own index. Names that the class does not list (variables
    /// of scripts, `theme_override_…`) are placed in front of the metadata.
    #[must_use]
    pub fn insert_place<S: AsRef<str>>(self, existing: &[S], new: &str) -> usize {
        if let Some(place) = existing.iter().position(|name| name.as_ref() == new) {
            return place;
        }
        if new.starts_with(METADATA) {
            let later = |name: &S| name.as_ref().starts_with(METADATA) && name.as_ref() > new;
            return existing.iter().position(later).unwrap_or(existing.len());
        }
        let ranks: Vec<Option<Rank>> = existing.iter().map(|name| self.rank(name.as_ref())).collect();
        let Some(rank) = self.rank(new) else {
            let metadata = ranks.iter().position(|rank| *rank == Some(Rank::Metadata));
            return metadata.unwrap_or(existing.len());
        };
        let behind = ranks.iter().rposition(|other| other.is_some_and(|other| other <= rank));
        let place = behind.map_or(0, |last| last + 1);
        let script = ranks.contains(&Some(Rank::Script));
        match rank {
            // The class lists its own properties in front of those that it makes up.
            Rank::Class(..) => place,
            Rank::OldMetadata if script => place,
            // Names that a class makes up have a slash; those without are the script's variables.
            _ => {
                let made_up = |at: &usize| ranks[*at].is_none() && existing[*at].as_ref().contains('/');
                (place..ranks.len()).take_while(made_up).last().map_or(place, |last| last + 1)
            }
        }
    }

    fn rank(self, name: &str) -> Option<Rank> {
        match name {
            SCRIPT => return Some(Rank::Script),
            METADATA_3 if self.table().godot_3 => return Some(Rank::OldMetadata),
            _ if name.starts_with(METADATA) => return Some(Rank::Metadata),
            _ => {}
        }
        let mut line: Vec<Self> = self.ancestry().collect();
        line.reverse();
        line.iter().enumerate().rev().find_map(|(depth, class)| {
            let mut made_up = MADE_UP.iter().filter(|(maker, _)| *maker == class.name());
            let listed = class.own_properties().iter().position(|own| own.name == name);
            let place = listed.or(made_up.any(|(_, start)| name.starts_with(start)).then_some(usize::MAX))?;
            Some(Rank::Class(depth, place))
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::classes::ClassTable;

    #[track_caller]
    fn placed(class: &str, existing: &[&str], new: &str, expected: usize) {
        let class = ClassTable::godot_4().class(class).unwrap();
        assert_eq!(class.insert_place(existing, new), expected);
    }

    #[test]
    fn listed_properties_stand_in_the_order_of_their_classes() {
        let existing = ["visible", "position", "texture", "script", "speed", "metadata/a"];
        placed("Sprite2D", &existing, "unique_name_in_owner", 0);
        placed("Sprite2D", &existing, "modulate", 1);
        placed("Sprite2D", &existing, "rotation", 2);
        placed("Sprite2D", &existing, "centered", 3);
        placed("Sprite2D", &existing, "texture", 2);
        placed("Sprite2D", &existing, "z_index", 1);
        placed("Sprite2D", &[], "texture", 0);
    }

    #[test]
    fn scripts_and_metadata_stand_behind() {
        placed("Sprite2D", &["texture", "metadata/a"], "script", 1);
        placed("Sprite2D", &["texture", "script", "metadata/a"], "speed", 2);
        placed("Sprite2D", &["texture", "script", "speed"], "metadata/a", 3);
        placed("Sprite2D", &["texture", "script", "speed", "metadata/a"], "metadata/b", 4);
        placed("Sprite2D", &["texture", "metadata/b"], "metadata/a", 1);
        placed("Sprite2D", &["script", "speed"], "texture", 0);
        let sprite = ClassTable::godot_3().class("Sprite").unwrap();
        assert_eq!(sprite.insert_place(&["texture", "script", "speed"], "__meta__"), 2);
        assert_eq!(sprite.insert_place(&["texture", "__meta__", "speed"], "script"), 1);
    }

    #[test]
    fn unlisted_properties_stay_with_their_class() {
        // Overrides of the theme are made up by Control, so they stand behind its own and in front of
        // those of Label.
        let existing = ["layout_mode", "theme_override_colors/font_color", "text"];
        placed("Label", &existing, "offset_left", 1);
        placed("Label", &existing, "horizontal_alignment", 3);
        placed("Label", &["layout_mode", "theme_override_colors/font_color"], "text", 2);
        placed("Label", &["theme_override_colors/font_color"], "text", 1);
        placed("AnimationPlayer", &["libraries/"], "autoplay", 1);
        // Any other is taken to be of the class itself.
        placed("ShaderMaterial", &["shader_parameter/a"], "shader", 0);
    }
}
