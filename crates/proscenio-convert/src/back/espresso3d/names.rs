//! Names that the format can hold.

use std::collections::HashSet;

/// Names taken so far, letter case counting.
#[derive(Default)]
pub(super) struct Names {
    taken: HashSet<String>,
}

impl Names {
    /// The name as one word that nobody has yet: `m`, `m_2`.
    pub fn free(&mut self, name: &str, otherwise: &str) -> String {
        let plain = word(name);
        let plain = if plain.is_empty() { otherwise.to_owned() } else { plain };
        let mut free = plain.clone();
        let mut number = 2;
        while !self.taken.insert(free.clone()) {
            free = format!("{plain}_{number}");
            number += 1;
        }
        free
    }
}

/// A name as one word: separators, line ends, braces and a leading `#` become `_`.
pub(super) fn word(name: &str) -> String {
    let mut word: String =
        name.chars()
            .map(|c| {
                if c.is_whitespace() || c.is_control() || matches!(c, ',' | ';' | '{' | '}') {
                    '_'
                } else {
                    c
                }
            })
            .collect();
    if word.starts_with('#') {
        word.replace_range(..1, "_");
    }
    word
}

/// A path as one word, with `/` between its steps.
pub(super) fn path(path: &str) -> String {
    word(&path.replace('\\', "/"))
}

#[cfg(test)]
mod tests {
    use super::{Names, path};

    #[test]
    fn names_become_words_of_their_own() {
        let mut names = Names::default();
        let free: Vec<String> =
            ["a b", "a_b", "a;b", "#x", "", "{", "Ñ"].map(|name| names.free(name, "D")).into();
        assert_eq!(free, ["a_b", "a_b_2", "a_b_3", "_x", "D", "_", "Ñ"]);
        assert_eq!(path("a\\b c.png"), "a/b_c.png");
    }
}
