//! From what a reader trips over to findings: short records while reading, sentences at the end.

use proscenio_source::{Finding, Source, Span};

use crate::code::Code;
use crate::value::text;

/// Findings of one code that are listed one by one; a file of a million bad lines gets a sum instead.
pub(crate) const LISTED_PER_CODE: u32 = 100;

/// Characters of a word that a message quotes.
const QUOTED: usize = 40;

/// One thing that is wrong at one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    pub code: Code,
    pub span: Span,
    /// The tag concerned, or empty.
    pub tag: &'static str,
    /// For lists: how many values the tag needs.
    pub expected: u8,
    /// For lists: how many there are.
    pub found: u8,
}

impl Problem {
    pub fn new(code: Code, span: Span, tag: &'static str) -> Self {
        Self { code, span, tag, expected: 0, found: 0 }
    }
}

/// The problems of one file, in the order of reading.
#[derive(Default)]
pub(crate) struct Problems {
    listed: Vec<Problem>,
    counts: Vec<u32>,
}

impl Problems {
    pub fn push(&mut self, problem: Problem) {
        let index = problem.code as usize;
        if self.counts.len() <= index {
            self.counts.resize(Code::ALL.len(), 0);
        }
        self.counts[index] += 1;
        if self.counts[index] <= LISTED_PER_CODE {
            self.listed.push(problem);
        }
    }

    /// Drops the problems whose code the caller does not want.
    pub fn retain(&mut self, keep: impl Fn(Code) -> bool) {
        self.listed.retain(|problem| keep(problem.code));
        for (code, count) in Code::ALL.iter().zip(&mut self.counts) {
            if !keep(*code) {
                *count = 0;
            }
        }
    }

    /// The findings, in the order of the file; sums of what is not listed come last.
    pub fn into_findings(self, source: &Source) -> Vec<Finding> {
        let mut listed = self.listed;
        listed.sort_by_key(|problem| problem.span.start());
        let mut findings: Vec<Finding> = listed.iter().map(|problem| finding(problem, source)).collect();
        for (code, count) in Code::ALL.iter().zip(&self.counts) {
            if *count > LISTED_PER_CODE {
                findings.push(sum(*code, *count - LISTED_PER_CODE, source));
            }
        }
        findings
    }
}

/// The finding that stands for all those not listed.
pub(crate) fn sum(code: Code, further: u32, source: &Source) -> Finding {
    sum_at(code, further, source.path())
}

/// As [`sum`], for a file that is not at hand.
pub(crate) fn sum_at(code: Code, further: u32, path: &std::sync::Arc<str>) -> Finding {
    let info = code.info();
    let message = format!("{further} further places: {}", clause(code));
    Finding::new(info.name, info.severity, path, message).help(info.help)
}

fn finding(problem: &Problem, source: &Source) -> Finding {
    let info = problem.code.info();
    Finding::new(info.name, info.severity, source.path(), message(problem, source))
        .at(problem.span)
        .help(info.help)
}

/// The summary of a code as part of a sentence.
fn clause(code: Code) -> String {
    let summary = code.info().summary.trim_end_matches('.');
    let keyword = summary.split(' ').next().is_some_and(|word| word.len() > 1 && word.to_uppercase() == word);
    match summary.chars().next() {
        Some(first) if !keyword => format!("{}{}", first.to_lowercase(), &summary[first.len_utf8()..]),
        _ => summary.to_owned(),
    }
}

/// The word at a place, cut to a length that fits a message.
pub(crate) fn quoted(source: &Source, span: Span) -> String {
    let whole = text(source.slice(Span::new(span.start(), span.end().min(span.start().saturating_add(400)))))
        .into_owned();
    // One line is enough to know the text again.
    if let Some((line, _)) = whole.split_once(['\n', '\r'])
        && line.chars().count() <= QUOTED
    {
        return format!("`{}…`", line.trim_end());
    }
    match whole.char_indices().nth(QUOTED) {
        Some((cut, _)) => format!("`{}…`", &whole[..cut]),
        None => format!("`{whole}`"),
    }
}

fn message(problem: &Problem, source: &Source) -> String {
    let Problem { code, span, tag, expected, found } = *problem;
    let word = || quoted(source, span);
    match code {
        Code::UnclosedBlock => format!("the block of {tag} is not closed"),
        Code::MissingBrace => format!("`{{` is expected after {tag}"),
        Code::MissingNumbers => format!("{tag} needs {expected} numbers, found {found}"),
        Code::BadNumber => format!("{} is no number", word()),
        Code::NotFinite => format!("{} is not a finite number", word()),
        Code::MissingId => format!("{tag} lacks its id or name"),
        Code::MissingAlias => format!("{tag} has no texture alias"),
        Code::MissingWord => format!("{tag} needs {expected} ids, found {found}"),
        Code::MissingPath => format!("{tag} has no path"),
        Code::MissingFps => "ANIMATION has no frames per second".to_owned(),
        Code::UnknownBlock => "a block that belongs to no known item".to_owned(),
        Code::MisplacedItem => format!("{} has no meaning inside {tag}", word()),
        Code::ExtraWords => format!("{} is one word too many", word()),
        Code::SurplusBrace => "this `}` closes nothing".to_owned(),
        Code::ExtraValues => format!("{tag} needs {expected} values; {} is surplus", word()),
        Code::NumberSuffix => format!("{} ends in a letter that only Java reads", word()),
        Code::UnknownWord => format!("{} means nothing here", word()),
        Code::WrongCase => format!("{} is not in upper case", word()),
        Code::UnknownPortalType => format!("{} is no portal type", word()),
        Code::AccuratePortal => "the 0.5 engine drops an ACCURATE portal".to_owned(),
        Code::RepeatedField => format!("{tag} is written a second time; this one counts"),
        Code::MissingFlag => "JAR or NOJAR is missing after the path".to_owned(),
        Code::UnknownFlag => format!("{} is neither JAR nor NOJAR", word()),
        Code::RotateSpan => format!("{} is no whole number of frames", word()),
        Code::WrongFile => format!("a file of this kind holds no {tag}"),
        Code::ReservedBlock => format!("{tag} is reserved and has no meaning"),
        Code::TransitionalBones => format!("{tag} is a spelling from before release 0.5"),
        Code::DataLayout => format!("the values of {tag} must stand on the one line after it"),
        Code::IdOnNextLine => format!("the id of {tag} is not on its line"),
        Code::BraceOnTagLine => format!("the `{{` of {tag} is on its tag's line"),
        Code::UnseenRest => format!("{} stands behind values or a `}}` on their line", word()),
        Code::CommentAsWord => format!("a comment stands where a word of {tag} must"),
        Code::LateTextureSet => "a texture set is named behind a sector or a model".to_owned(),
        Code::MissingPortalType => format!("a PORTAL has the id {} and no type", word()),
        Code::ZeroFps => format!("{} frames per second are not positive", word()),
        Code::DuplicateAlias => format!("{} is already defined", word()),
        Code::EngineDrops => format!("{} is dropped: {tag}", word()),
        Code::EngineIgnores => format!("{} means nothing in {tag}", word()),
        Code::EngineChanges => format!("{}: {tag}", word()),
        Code::EngineKeepsBroken => format!("{} is kept without {tag}", word()),
        Code::EngineStops => format!("loading stops at {}: {tag}", word()),
        Code::KeptAsComment => format!("{} is no value and becomes a comment", word()),
        _ => clause(code),
    }
}

#[cfg(test)]
mod tests {
    use proscenio_source::{Source, Span};

    use super::{LISTED_PER_CODE, Problem, Problems};
    use crate::code::Code;

    #[test]
    fn a_flood_of_problems_becomes_a_sum() {
        let source = Source::new("a.e3m", b"x".to_vec());
        let mut problems = Problems::default();
        for _ in 0..LISTED_PER_CODE + 7 {
            problems.push(Problem::new(Code::UnknownWord, Span::new(0, 1), ""));
        }
        let findings = problems.into_findings(&source);
        assert_eq!(findings.len() as u32, LISTED_PER_CODE + 1);
        assert!(findings.last().unwrap().message.starts_with("7 further places"));
    }
}
