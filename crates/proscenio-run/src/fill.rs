//! Lines as wide as they can be: blanks, words and joined letters are pulled apart, as Godot does.

use crate::set::{SetLetter, SetLine, Typefaces};
use crate::words;

/// What joined letters are pulled apart with.
const STRETCH: char = '\u{640}';

/// Of an Arabic word, behind which letter it is stretched: the byte of the letter before the stretch.
fn stretched(word: &[(usize, char)]) -> Option<usize> {
    let last = word.len().checked_sub(1)?;
    let joins = |letter: char| arabic(letter) && !ends(letter);
    let mut best: Option<(u8, usize)> = None;
    for (at, (byte, letter)) in word.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|before| word.get(before));
        let rank = match *letter {
            STRETCH => Some((1, *byte)),
            // Behind the teeth of these.
            '\u{633}'..='\u{636}' if at < last => Some((2, *byte)),
            other => before.filter(|(_, letter)| joins(*letter)).and_then(|(before, _)| {
                let rank = match other {
                    '\u{629}' | '\u{62F}' | '\u{630}' => 3,
                    '\u{62D}' if at == last => 3,
                    '\u{627}' | '\u{622}' | '\u{623}' | '\u{625}' | '\u{637}' | '\u{638}' | '\u{644}'
                    | '\u{643}' | '\u{6A9}' | '\u{6AF}'
                        if at == last =>
                    {
                        4
                    }
                    '\u{631}' | '\u{632}' | '\u{64A}' | '\u{649}' | '\u{6CC}' if at == last && at > 1 => 5,
                    '\u{648}' | '\u{639}' | '\u{63A}' | '\u{642}' | '\u{641}' if at == last => 6,
                    _ => return None,
                };
                Some((rank, *before))
            }),
        };
        if let Some(rank) = rank
            && best.is_none_or(|best| rank.0 <= best.0)
        {
            best = Some(rank);
        }
    }
    best.map(|(_, byte)| byte)
}

const fn arabic(letter: char) -> bool {
    matches!(letter as u32, 0x0620..=0x064A | 0x066E..=0x06D3 | 0x0750..=0x077F)
}

/// Whether a letter does not join the one behind it.
const fn ends(letter: char) -> bool {
    matches!(
        letter as u32,
        0x0621..=0x0625 | 0x0627 | 0x0629 | 0x062F..=0x0632 | 0x0648 | 0x0649 | 0x0671..=0x0677 | 0x0688..=0x0699
            | 0x06C0 | 0x06C3..=0x06CB | 0x06CF | 0x06D2 | 0x06D3
    )
}

/// The part of a text that a line has, and the byte where it begins.
fn part<'t>(text: &'t str, line: &SetLine) -> (usize, &'t str) {
    let bytes = || line.letters.iter().map(|letter| letter.byte);
    let (Some(from), Some(to)) = (bytes().min(), bytes().max()) else { return (0, "") };
    let end = text.get(to..).and_then(|rest| rest.chars().next()).map_or(to, |last| to + last.len_utf8());
    (from, text.get(from..end).unwrap_or_default())
}

/// The bytes behind which joined letters of a text are pulled apart, one for each word at most.
fn stretches(text: &str) -> Vec<usize> {
    let mut found = Vec::new();
    let mut word: Vec<(usize, char)> = Vec::new();
    for (byte, letter) in text.char_indices().chain([(text.len(), ' ')]) {
        if arabic(letter) {
            word.push((byte, letter));
        } else {
            found.extend(stretched(&word));
            word.clear();
        }
    }
    found
}

impl Typefaces<'_, '_> {
    /// Pulls a line of a text apart until it has a width, pixels; one that is as wide already stays.
    pub fn fill(&self, text: &str, line: &mut SetLine, width: f32) {
        self.stretch(text, line, width);
        let free = width - line.width;
        if !(free > 0.0 && free.is_finite()) {
            return;
        }
        let (from, own) = part(text, line);
        let borders = words::borders(own);
        let blank = |letter: &SetLetter| {
            text.get(letter.byte..).and_then(|rest| rest.chars().next()).is_some_and(char::is_whitespace)
        };
        // Whether room comes behind a letter: it is a blank, or the next one begins a word without one.
        let room: Vec<bool> = (0..line.letters.len())
            .map(|at| {
                let (one, next) = (&line.letters[at], line.letters.get(at + 1));
                let border = |next: &SetLetter| {
                    let byte = next.byte - from;
                    next.byte != one.byte && borders.binary_search(&byte).is_ok() && !blank(one)
                };
                next.is_some() && (blank(one) || next.is_some_and(border))
            })
            .collect();
        let count = room.iter().filter(|room| **room).count() as f32;
        if count == 0.0 {
            return;
        }
        let (mut moved, mut owed) = (0.0, 0.0);
        for (letter, room) in line.letters.iter_mut().zip(room) {
            letter.at[0] += moved;
            if room {
                // Blanks are whole pixels wide; what is left of one goes to the next.
                let own = if blank(letter) { letter.advance } else { 0.0 };
                let wanted = own + free / count + owed;
                let more = wanted.round() - own;
                owed = wanted - wanted.round();
                letter.advance += more;
                moved += more;
            }
        }
        line.width += moved;
    }

    /// Pulls joined letters apart by as many whole strokes as there is room for.
    fn stretch(&self, text: &str, line: &mut SetLine, width: f32) {
        let (from, own) = part(text, line);
        let places = stretches(own);
        if places.is_empty() || !(width > line.width && width.is_finite()) {
            return;
        }
        let share = (width - line.width) / places.len() as f32;
        let mut letters = Vec::with_capacity(line.letters.len());
        let mut moved = 0.0;
        for letter in std::mem::take(&mut line.letters) {
            let stroke = places.binary_search(&(letter.byte - from)).ok().and_then(|_| {
                let face = self.get(letter.font)?.face();
                let glyph = face.has(STRETCH).then(|| face.glyph(STRETCH))?;
                Some((glyph.0, face.advance(glyph) * letter.size / face.units()))
            });
            // What follows in the text stands left of it.
            if let Some((glyph, advance)) = stroke.filter(|(_, advance)| *advance > 0.0) {
                let count = (share / advance).floor().clamp(0.0, 1000.0) as usize;
                for number in 0..count {
                    let at = [letter.at[0] + moved + number as f32 * advance, 0.0];
                    letters.push(SetLetter { glyph, at, advance, ..letter });
                }
                moved += count as f32 * advance;
            }
            letters.push(SetLetter { at: [letter.at[0] + moved, letter.at[1]], ..letter });
        }
        line.letters = letters;
        line.width += moved;
    }
}

#[cfg(test)]
mod tests {
    use super::stretches;
    use crate::set::{Span, Typeface, Typefaces, Way};

    #[test]
    fn lines_are_pulled_apart_at_their_blanks() {
        let face = Typeface::open(crate::OPEN_SANS).unwrap();
        let fonts = Typefaces::new(vec![vec![&face]]);
        let text = "a b cd";
        let spans = [Span { end: text.len(), font: 0, size: 16.0 }];
        let mut line = fonts.line(text, &spans, 0..text.len(), Way::Auto);
        let before = line.clone();
        fonts.fill(text, &mut line, before.width + 21.0);
        assert!((line.width - before.width - 21.0).abs() < 1.0, "{}", line.width);
        assert_eq!(line.letters[0].at, before.letters[0].at);
        assert!(line.letters[2].at[0] - before.letters[2].at[0] > 9.0);
        let full = line.clone();
        fonts.fill(text, &mut line, 3.0);
        assert_eq!(line, full);
    }

    #[test]
    fn each_word_is_stretched_at_one_place() {
        // As Godot 4.6.3 shows it: before the second last of the first, behind the first of the second.
        let text = "\u{627}\u{646}\u{62F}\u{631} \u{634}\u{648}\u{645} \u{622}\u{646}";
        assert_eq!(stretches(text), [2, 9]);
        assert!(stretches("abc").is_empty());
    }
}
