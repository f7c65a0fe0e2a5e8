//! Findings as people read them: the place in the file with a caret under it.

use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};

use crate::{Finding, Severity, Source, Span};

/// Whether the text may hold terminal colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Text alone.
    Plain,
    /// ANSI colour sequences.
    Coloured,
}

/// Characters of a line shown on either side of the place; packed arrays make lines of megabytes.
const MARGIN: u32 = 60;

/// One finding with the lines it is about, ending in a line end.
///
/// `source` is the file the finding is about, or `None` when its text is not at hand (a binary file);
/// then the place is left out.
#[must_use]
pub fn render(finding: &Finding, source: Option<&Source>, style: Style) -> String {
    let title = match &finding.subject {
        Some(subject) => format!("{} ({subject})", finding.message),
        None => finding.message.clone(),
    };
    let level = match finding.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Info => Level::INFO,
    };
    let excerpts: Vec<(Excerpt, Option<&str>)> = places(finding, source);
    let mut group = level
        .primary_title(&title)
        .id(finding.code)
        .elements(Vec::<Snippet<'_, annotate_snippets::Annotation<'_>>>::new());
    for (excerpt, label) in &excerpts {
        let kind = if label.is_some() { AnnotationKind::Context } else { AnnotationKind::Primary };
        group = group.element(
            Snippet::source(&excerpt.text)
                .path(&*finding.path)
                .line_start(excerpt.line as usize)
                .annotation(kind.span(excerpt.span.range()).label(*label)),
        );
    }
    if excerpts.is_empty() {
        group = group.element(Origin::path(&*finding.path));
    }
    if let Some(help) = &finding.help {
        group = group.element(Level::HELP.message(help));
    }
    if let Some(fix) = &finding.fix {
        group = group.element(Level::NOTE.message(format!("fix: {}", fix.title)));
    }
    let renderer = match style {
        Style::Plain => Renderer::plain(),
        Style::Coloured => Renderer::styled(),
    };
    let mut text = renderer.render(&[group]);
    text.push('\n');
    for (excerpt, _) in &excerpts {
        text = excerpt.with_true_column(&finding.path, text);
    }
    text
}

/// A short piece of a file and where the place lies in it.
struct Excerpt {
    text: String,
    line: u32,
    span: Span,
    /// The column of the place in its line, of which the text may be a piece.
    column: u32,
}

impl Excerpt {
    /// The printer counts columns from the start of what it is given; this puts the line's own there.
    fn with_true_column(&self, path: &str, text: String) -> String {
        let before = self.text.get(..self.span.start() as usize).unwrap_or_default();
        let printed = before.chars().count() as u32 + 1;
        if printed == self.column {
            return text;
        }
        let place = format!("{path}:{}:", self.line);
        let wrong = format!("{place}{printed}");
        // Another place of the line may begin with the same digits.
        let ends = |at: usize| !text[at + wrong.len()..].starts_with(|next: char| next.is_ascii_digit());
        match text.match_indices(&wrong).map(|(at, _)| at).find(|at| ends(*at)) {
            Some(at) => format!("{}{place}{}{}", &text[..at], self.column, &text[at + wrong.len()..]),
            None => text,
        }
    }
}

fn places<'a>(finding: &'a Finding, source: Option<&Source>) -> Vec<(Excerpt, Option<&'a str>)> {
    let Some(source) = source else { return Vec::new() };
    let own = finding.span.map(|span| (excerpt(source, span), None));
    let related = finding
        .related
        .iter()
        .filter(|other| other.path.as_ref().is_none_or(|path| path == source.path()))
        .map(|other| (excerpt(source, other.span), Some(other.message.as_str())));
    own.into_iter().chain(related).collect()
}

/// The first line of a span, cut to what fits on a screen.
fn excerpt(source: &Source, span: Span) -> Excerpt {
    let bytes = source.bytes();
    let start = span.start().min(source.len());
    let line = source.lines().line(start);
    let whole = source.lines().line_span(bytes, line);
    let first = window_start(bytes, start.saturating_sub(MARGIN).max(whole.start()), start);
    let last = start.saturating_add(2 * MARGIN).min(whole.end());
    let before = lossy(Span::new(first, start).slice(bytes));
    let marked_end = span.end().clamp(start, last);
    let marked = lossy(Span::new(start, marked_end).slice(bytes));
    let after = lossy(Span::new(marked_end, last).slice(bytes));
    let text = format!("{before}{marked}{after}");
    let at = before.len() as u32;
    let end = (at + marked.trim_end_matches(['\n', '\r']).len() as u32).max(at);
    Excerpt { text, line, span: Span::new(at, end), column: source.line_col(start).column }
}

/// Moves a cut out of the middle of a character.
fn window_start(bytes: &[u8], mut at: u32, stop: u32) -> u32 {
    while at < stop && bytes[at as usize] & 0xC0 == 0x80 {
        at += 1;
    }
    at
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::{Style, render};
    use crate::{Finding, Source, Span};

    #[test]
    fn a_finding_shows_its_place_and_help() {
        let source = Source::new("a.tscn", b"[gd_scene]\n\n[node nam=\"x\"]\n".to_vec());
        let finding = Finding::error("godot/missing-name", source.path(), "a node without a name")
            .at(Span::new(18, 21))
            .help("write name=\"…\"");
        insta::assert_snapshot!(render(&finding, Some(&source), Style::Plain));
    }

    #[test]
    fn a_long_line_is_cut() {
        let source =
            Source::new("a.tres", [vec![b'1'; 100_000], b"?".to_vec(), vec![b'2'; 100_000]].concat());
        let finding = Finding::warning("godot/x", source.path(), "odd").at(Span::new(100_000, 100_001));
        let text = render(&finding, Some(&source), Style::Plain);
        assert!(text.len() < 1000, "{text}");
        assert!(text.contains('?') && text.contains('^'), "{text}");
        assert!(text.contains("a.tres:1:100001"), "{text}");
        assert!(!text.contains(":61"), "{text}");
        assert!(render(&finding, Some(&source), Style::Coloured).contains(":1:100001"));
    }

    #[test]
    fn a_place_in_broken_utf8_does_not_panic() {
        let source = Source::new("a", vec![0xC3, 0xA9, 0xA9, 0xFF, b'x', b'\n']);
        for start in 0..7 {
            for end in start..7 {
                let finding = Finding::error("x/y", source.path(), "odd").at(Span::new(start, end));
                assert!(render(&finding, Some(&source), Style::Plain).contains("odd"));
            }
        }
    }
}
