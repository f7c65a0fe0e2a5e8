//! Files into statements: one line each, or several that end in `\`.

use std::borrow::Cow;

use proscenio_source::Span;

/// One statement.
pub(super) struct Line<'a> {
    /// Its text; a blank stands where lines were joined.
    pub text: Cow<'a, [u8]>,
    /// Its bytes, line ends between joined lines included.
    pub span: Span,
}

impl Line<'_> {
    /// The words, up to a comment.
    pub fn words(&self) -> impl Iterator<Item = &[u8]> {
        let words = self.text.split(|byte| byte.is_ascii_whitespace()).filter(|word| !word.is_empty());
        words.take_while(|word| word[0] != b'#')
    }

    /// What stands behind the first word, blanks around it left out. A `#` in it is part of a name.
    pub fn rest(&self) -> &[u8] {
        let text = self.text.trim_ascii();
        let end = text.iter().position(u8::is_ascii_whitespace).unwrap_or(text.len());
        text[end..].trim_ascii()
    }
}

/// The statements of a file in order; comments and empty lines are passed over.
pub(super) struct Lines<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Lines<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        let at = if bytes.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
        Self { bytes, at }
    }

    /// One line of the file without its end.
    fn physical(&mut self) -> Option<&'a [u8]> {
        let rest = self.bytes.get(self.at..).filter(|rest| !rest.is_empty())?;
        let length = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        let ends_twice = rest[length..].starts_with(b"\r\n");
        self.at = (self.at + length + 1 + usize::from(ends_twice)).min(self.bytes.len());
        Some(&rest[..length])
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        loop {
            let start = self.at;
            let first = self.physical()?;
            // A comment that ends in `\`, as paths do, does not swallow the line after it.
            if matches!(first.trim_ascii_start(), [] | [b'#', ..]) {
                continue;
            }
            let mut end = start + first.len();
            let mut text = Cow::Borrowed(first);
            while let Some(without) = text.strip_suffix(b"\\") {
                let mut joined = without.to_vec();
                let from = self.at;
                let Some(more) = self.physical() else {
                    text = Cow::Owned(joined);
                    break;
                };
                joined.push(b' ');
                joined.extend_from_slice(more);
                end = from + more.len();
                text = Cow::Owned(joined);
            }
            return Some(Line { text, span: Span::new(start as u32, end as u32) });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Lines;

    fn texts(file: &str) -> Vec<String> {
        Lines::new(file.as_bytes()).map(|line| String::from_utf8_lossy(&line.text).into_owned()).collect()
    }

    #[test]
    fn lines_end_in_every_way_and_go_on_behind_a_backslash() {
        assert_eq!(texts("a\nb\r\nc\rd"), ["a", "b", "c", "d"]);
        assert_eq!(texts("f 1 \\\r\n 2 \\\n3\ng"), ["f 1   2  3", "g"]);
        assert_eq!(texts("\u{feff}a\\"), ["a"]);
        assert_eq!(texts("# C:\\models\\\nv 1"), ["v 1"]);
        assert_eq!(texts("\n  \n#\n"), [""; 0]);
    }

    #[test]
    fn spans_cover_joined_lines() {
        let file = b"a \\\nb\nc";
        let spans: Vec<_> = Lines::new(file).map(|line| line.span.range()).collect();
        assert_eq!(spans, [0..5, 6..7]);
    }

    #[test]
    fn words_stop_at_a_comment_and_names_do_not() {
        let line = Lines::new(b"usemtl wall #2").next().unwrap();
        assert_eq!(line.words().count(), 2);
        assert_eq!(line.rest(), b"wall #2");
    }
}
