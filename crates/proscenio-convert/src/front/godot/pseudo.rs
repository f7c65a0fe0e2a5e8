//! Texts as they are with the project's pseudo-localisation, by which untranslated and cut texts are found.

use super::settings::Config;

/// Capital and small letters as the engine writes them.
const LETTERS: [&str; 52] = [
    "Å", "ß", "Ç", "Ð", "É", "F́", "Ĝ", "Ĥ", "Ĩ", "Ĵ", "ĸ", "Ł", "Ḿ", "й", "Ö", "Ṕ", "Q́", "Ř", "Ŝ", "Ŧ", "Ũ",
    "Ṽ", "Ŵ", "X́", "Ÿ", "Ž", "á", "ḅ", "ć", "d́", "é", "f́", "ǵ", "h̀", "í", "ǰ", "ḱ", "ł", "m̀", "\u{1f75}",
    "ô", "ṕ", "q́", "ŕ", "š", "ŧ", "ü", "ṽ", "ŵ", "x́", "ý", "ź",
];

/// How texts are changed.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Pseudo {
    accents: bool,
    double_vowels: bool,
    skip_placeholders: bool,
    replace: bool,
    expansion: f32,
    prefix: String,
    suffix: String,
}

impl Pseudo {
    /// What a project says; nothing when it does not use it.
    pub fn read(config: &Config<'_>) -> Option<Self> {
        let of = |name: &str| config.get("internationalization", &format!("pseudolocalization/{name}"));
        let flag =
            |name: &str, otherwise: bool| of(name).and_then(|value| value.as_bool()).unwrap_or(otherwise);
        let text = |name: &str, otherwise: &str| {
            of(name)
                .and_then(|value| Some(value.as_str()?.to_owned()))
                .unwrap_or_else(|| otherwise.to_owned())
        };
        flag("use_pseudolocalization", false).then(|| Self {
            accents: flag("replace_with_accents", true),
            double_vowels: flag("double_vowels", false),
            skip_placeholders: flag("skip_placeholders", true),
            replace: flag("override", false),
            expansion: of("expansion_ratio").and_then(|value| value.as_f64()).unwrap_or_default() as f32,
            prefix: text("prefix", "["),
            suffix: text("suffix", "]"),
        })
    }

    /// A text as the engine shows it.
    pub fn of(&self, text: &str) -> String {
        if text.is_empty() {
            return String::new();
        }
        let length = text.chars().count();
        let mut changed = String::with_capacity(2 * text.len());
        let letters: Vec<char> = text.chars().collect();
        let mut at = 0;
        while at < letters.len() {
            if self.skip_placeholders
                && let Some(end) = placeholder(&letters, at)
            {
                changed.extend(&letters[at..end]);
                at = end;
                continue;
            }
            let letter = letters[at];
            let times = if self.double_vowels && "aeiouAEIOU".contains(letter) { 2 } else { 1 };
            for _ in 0..times {
                self.letter(letter, &mut changed);
            }
            at += 1;
        }
        let more = "_".repeat((length as f32 * self.expansion / 2.0).clamp(0.0, 4096.0) as usize);
        format!("{}{more}{changed}{more}{}", self.prefix, self.suffix)
    }

    fn letter(&self, letter: char, out: &mut String) {
        if self.replace {
            out.push('*');
            return;
        }
        let number = match letter {
            'A'..='Z' => letter as usize - 'A' as usize,
            'a'..='z' => letter as usize - 'a' as usize + 26,
            _ => usize::MAX,
        };
        match LETTERS.get(number).filter(|_| self.accents) {
            Some(accented) => out.push_str(accented),
            None => out.push(letter),
        }
    }
}

/// Where a placeholder ends that begins at a letter: a percent sign and one of the signs of formats.
fn placeholder(letters: &[char], at: usize) -> Option<usize> {
    let sign = *letters.get(at + 1)?;
    (letters[at] == '%' && "sxdocCuXe%f".contains(sign)).then_some(at + 2)
}

#[cfg(test)]
mod tests {
    use super::Pseudo;

    fn pseudo() -> Pseudo {
        let (prefix, suffix) = ("[".to_owned(), "]".to_owned());
        Pseudo {
            accents: true,
            double_vowels: true,
            skip_placeholders: true,
            replace: false,
            expansion: 0.0,
            prefix,
            suffix,
        }
    }

    #[test]
    fn texts_are_those_of_the_engine() {
        // As `TranslationServer.pseudolocalize` of Godot 4.6.3 gives them.
        assert_eq!(pseudo().of("a %d of %s"), "[áá %d ôôf́ %s]");
        assert_eq!(pseudo().of(""), "");
        let long = Pseudo { expansion: 0.5, double_vowels: false, ..pseudo() };
        assert_eq!(long.of("Test"), "[_Ŧéšŧ_]");
    }
}
