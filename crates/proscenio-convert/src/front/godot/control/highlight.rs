//! `CodeHighlighter`: the colours of words, numbers, signs and regions of a line.
//!
//! # Limitations
//!
//! Regions end with their line.

use proscenio_godot::Value;

use super::super::Importer;
use super::super::props::Props;

/// Which pieces of a line have which stored colours.
#[derive(Clone, Debug, Default)]
pub(super) struct Highlighter {
    number: [f32; 4],
    symbol: [f32; 4],
    function: [f32; 4],
    member: [f32; 4],
    words: Vec<(String, [f32; 4])>,
    members: Vec<(String, [f32; 4])>,
    /// What begins and ends a region; without an end it is the rest of the line.
    regions: Vec<(String, String, [f32; 4])>,
}

fn colors_of(value: Option<&Value>) -> Vec<(String, [f32; 4])> {
    let Some(Value::Dictionary(entries)) = value else { return Vec::new() };
    let one = |(key, value): &(Value, Value)| Some((key.as_str()?.to_owned(), value.as_color()?));
    entries.iter().filter_map(one).collect()
}

impl Highlighter {
    /// Colours of a line, each with the byte behind the last that has it.
    pub fn colors(&self, line: &str, plain: [f32; 4]) -> Vec<(usize, [f32; 4])> {
        let mut colors: Vec<(usize, [f32; 4])> = Vec::new();
        let mut put = |end: usize, color: [f32; 4]| match colors.last_mut() {
            Some((last, same)) if *same == color => *last = end,
            _ => colors.push((end, color)),
        };
        let mut at = 0;
        while let Some(letter) = line.get(at..).and_then(|rest| rest.chars().next()) {
            let rest = &line[at..];
            if let Some((begin, end, color)) =
                self.regions.iter().find(|(begin, ..)| !begin.is_empty() && rest.starts_with(begin.as_str()))
            {
                let inside = &rest[begin.len()..];
                let length = match inside.find(end.as_str()).filter(|_| !end.is_empty()) {
                    Some(place) => begin.len() + place + end.len(),
                    None => rest.len(),
                };
                at += length;
                put(at, *color);
                continue;
            }
            let wordy = |letter: char| letter.is_alphanumeric() || letter == '_';
            let length = rest.find(|letter| !wordy(letter)).unwrap_or(rest.len());
            if length == 0 {
                at += letter.len_utf8();
                // Blanks and tabs are signs too, which their pictures show.
                put(at, self.symbol);
                continue;
            }
            let word = &rest[..length];
            let after = rest[length..].trim_start();
            let member = line[..at].ends_with('.');
            let own = |list: &[(String, [f32; 4])]| {
                list.iter().find(|(known, _)| known == word).map(|(_, color)| *color)
            };
            let color = if letter.is_ascii_digit() {
                self.number
            } else if let Some(color) = own(&self.words).or_else(|| own(&self.members).filter(|_| member)) {
                color
            } else if after.starts_with('(') {
                self.function
            } else if member {
                self.member
            } else {
                plain
            };
            at += length;
            put(at, color);
        }
        colors
    }
}

impl Importer<'_> {
    /// The colours of an editor's words.
    pub(super) fn highlighter(&mut self, props: &Props) -> Option<Highlighter> {
        let resource = self.named_resource(props, "syntax_highlighter")?;
        let own = Props::of(&resource);
        if own.class() != "CodeHighlighter" {
            return None;
        }
        let list = |name: &str| colors_of(own.set(name).map(|(value, _)| value).as_ref());
        let mut regions: Vec<(String, String, [f32; 4])> = list("color_regions")
            .into_iter()
            .map(|(key, color)| {
                let (begin, end) = key.split_once(' ').unwrap_or((&key, ""));
                (begin.to_owned(), end.to_owned(), color)
            })
            .collect();
        // Longer signs come first.
        regions.sort_by_key(|(begin, ..)| std::cmp::Reverse(begin.len()));
        let highlighter = Highlighter {
            number: own.stored_color("number_color"),
            symbol: own.stored_color("symbol_color"),
            function: own.stored_color("function_color"),
            member: own.stored_color("member_variable_color"),
            words: list("keyword_colors"),
            members: list("member_keyword_colors"),
            regions,
        };
        self.keep_aside(&own, &resource);
        Some(highlighter)
    }
}

#[cfg(test)]
mod tests {
    use super::Highlighter;

    #[test]
    fn words_have_their_colours() {
        let [red, green, blue, grey] = [1.0, 2.0, 3.0, 4.0].map(|one| [one; 4]);
        let highlighter = Highlighter {
            symbol: blue,
            function: green,
            words: vec![("func".to_owned(), red)],
            regions: vec![("#".to_owned(), String::new(), grey), ("\"".to_owned(), "\"".to_owned(), red)],
            ..Highlighter::default()
        };
        let plain = [0.0; 4];
        assert_eq!(
            highlighter.colors("func go(): # x", plain),
            [(4, red), (5, blue), (7, green), (11, blue), (14, grey)]
        );
        assert_eq!(highlighter.colors("a\"b\"", plain), [(1, plain), (4, red)]);
        assert!(highlighter.colors("", plain).is_empty());
    }
}
