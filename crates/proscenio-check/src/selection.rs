//! Which findings are wanted: codes and families, severities, per path; and what comments in a file settle.

use memchr::memmem;
use proscenio_project::Document;
use proscenio_source::{Finding, Severity, Source};

/// What of all findings counts. The default wants everything as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// Codes or families (`godot`) that are wanted; empty for all.
    pub select: Vec<String>,
    /// Codes or families that are not, also among those that are selected.
    pub ignore: Vec<String>,
    /// Codes or families with another severity; the last that fits counts.
    pub severity: Vec<(String, Severity)>,
    /// What is ignored beyond that in files whose path fits.
    pub paths: Vec<PathRule>,
}

/// What is ignored in some files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathRule {
    /// A pattern as of [`fits`], measured from the project's root.
    pub path: String,
    /// Codes or families; empty for all.
    pub ignore: Vec<String>,
}

impl Selection {
    /// Leaves the findings of a file that count, with their severities. `path` is measured from the project's root.
    pub fn apply(&self, path: &str, findings: &mut Vec<Finding>) {
        findings.retain_mut(|finding| {
            let named = |list: &[String]| list.iter().any(|name| is_of(finding.code, name));
            let wanted = self.select.is_empty() || named(&self.select);
            let settled = self
                .paths
                .iter()
                .any(|rule| fits(&rule.path, path) && (rule.ignore.is_empty() || named(&rule.ignore)));
            if !wanted || settled || named(&self.ignore) {
                return false;
            }
            let severity = self.severity.iter().rev().find(|(name, _)| is_of(finding.code, name));
            finding.severity = severity.map_or(finding.severity, |(_, severity)| *severity);
            true
        });
    }
}

/// Whether a code is this one, or of this family.
fn is_of(code: &str, name: &str) -> bool {
    code == name || code.strip_prefix(name).is_some_and(|rest| rest.starts_with('/'))
}

/// Whether a path fits a pattern: `*` stands for any part of a name, `?` for one letter, `**` for any folders; a
/// pattern that ends at a folder fits everything in it.
#[must_use]
pub fn fits(pattern: &str, path: &str) -> bool {
    let pattern: Vec<&str> = pattern.split('/').filter(|part| !part.is_empty()).collect();
    let path: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    // The last place of `**` and how much of the path it took: enough to go back to, as with `*` in a name.
    let (mut at, mut name, mut star) = (0, 0, None);
    while name < path.len() {
        match pattern.get(at) {
            None if at > 0 && star.is_none() => return true,
            Some(&"**") => {
                star = Some((at, name));
                at += 1;
            }
            Some(part) if name_fits(part, path[name]) => {
                at += 1;
                name += 1;
            }
            _ => match star {
                Some((place, taken)) => {
                    at = place + 1;
                    name = taken + 1;
                    star = Some((place, name));
                }
                None => return false,
            },
        }
    }
    pattern.get(at..).unwrap_or_default().iter().all(|part| *part == "**")
}

fn name_fits(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    let (mut at, mut letter, mut star) = (0, 0, None);
    while letter < name.len() {
        match pattern.get(at) {
            Some('*') => {
                star = Some((at, letter));
                at += 1;
            }
            Some(wanted) if *wanted == '?' || *wanted == name[letter] => {
                at += 1;
                letter += 1;
            }
            _ => match star {
                Some((place, taken)) => {
                    at = place + 1;
                    letter = taken + 1;
                    star = Some((place, letter));
                }
                None => return false,
            },
        }
    }
    pattern.get(at..).unwrap_or_default().iter().all(|char| *char == '*')
}

const MARK: &[u8] = b"proscenio: ignore";

/// Takes away what comments of the file settle: `; proscenio: ignore CODE, CODE` (Espresso3D: `#`) at the end of the
/// line of a finding or in a line of its own above it, `; proscenio: ignore-file CODE` anywhere. Without codes all
/// findings are meant. The JSON of nacatamalon has no comments.
pub fn settle(document: &Document, findings: &mut Vec<Finding>) {
    let comment = match document {
        Document::Godot(_) => b';',
        Document::Espresso3d(_) => b'#',
        Document::Nacatamalon(_) => return,
    };
    let source = document.source();
    let notes: Vec<Note> =
        memmem::find_iter(source.bytes(), MARK).filter_map(|at| Note::read(source, at, comment)).collect();
    if notes.is_empty() {
        return;
    }
    findings.retain(|finding| {
        let line = finding.span.map(|span| source.lines().line(span.start()));
        !notes.iter().any(|note| note.settles(finding.code, line))
    });
}

/// A comment that settles findings.
struct Note {
    /// The line that is meant; `None` for the whole file.
    line: Option<u32>,
    codes: Vec<String>,
}

impl Note {
    fn read(source: &Source, at: usize, comment: u8) -> Option<Self> {
        let bytes = source.bytes();
        let line = source.lines().line(at as u32);
        let whole = source.lines().line_span(bytes, line);
        let before = &bytes[whole.start() as usize..at];
        let mark = before.iter().rposition(|byte| *byte == comment)?;
        if !before[mark + 1..].iter().all(u8::is_ascii_whitespace) {
            return None;
        }
        let rest = String::from_utf8_lossy(&bytes[at + MARK.len()..whole.end() as usize]).into_owned();
        let (file, rest) = rest.strip_prefix("-file").map_or((false, rest.as_str()), |rest| (true, rest));
        let codes = rest
            .split([',', ' '])
            .map(str::trim)
            .filter(|code| !code.is_empty())
            .map(str::to_owned)
            .collect();
        let alone = before[..mark].iter().all(u8::is_ascii_whitespace);
        Some(Self { line: (!file).then_some(if alone { line + 1 } else { line }), codes })
    }

    fn settles(&self, code: &str, line: Option<u32>) -> bool {
        let here = self.line.is_none() || self.line == line;
        here && (self.codes.is_empty() || self.codes.iter().any(|name| is_of(code, name)))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proscenio_project::Document;
    use proscenio_source::{Finding, Severity};

    use super::{PathRule, Selection, fits, settle};

    #[test]
    fn patterns() {
        for (pattern, path) in [
            ("a/**", "a/b/c"),
            ("**/c", "a/b/c"),
            ("*.tscn", "x.tscn"),
            ("a", "a/b"),
            ("a/*/c?", "a/bb/cd"),
            ("**", "a"),
            ("a/**/d", "a/d"),
            ("**/x/**", "a/x/b"),
        ] {
            assert!(fits(pattern, path), "{pattern} {path}");
        }
        for (pattern, path) in [
            ("a/**", "b/c"),
            ("*.tscn", "a/x.tscn"),
            ("a/b", "a"),
            ("a*", "b"),
            ("a/?", "a/bc"),
            ("**/x", "a/xy"),
            ("", "a"),
        ] {
            assert!(!fits(pattern, path), "{pattern} {path}");
        }
        assert!(!fits(&"**/a*a*".repeat(30), &"a/aaaa/".repeat(300)));
    }

    fn findings() -> Vec<Finding> {
        let path: Arc<str> = "a.tscn".into();
        ["godot/a", "godot/b", "espresso3d/a"]
            .into_iter()
            .map(|code| Finding::warning(code, &path, "m"))
            .collect()
    }

    fn left(selection: &Selection, path: &str) -> Vec<(&'static str, Severity)> {
        let mut findings = findings();
        selection.apply(path, &mut findings);
        findings.iter().map(|finding| (finding.code, finding.severity)).collect()
    }

    #[test]
    fn what_is_wanted_is_left() {
        let one = Selection {
            select: vec!["godot".into()],
            ignore: vec!["godot/b".into()],
            severity: vec![("godot".into(), Severity::Error)],
            ..Selection::default()
        };
        assert_eq!(left(&one, "x"), [("godot/a", Severity::Error)]);
        let by_path = PathRule { path: "old/**".into(), ignore: vec!["espresso3d".into()] };
        let paths = Selection { paths: vec![by_path], ..Selection::default() };
        assert_eq!((left(&paths, "old/x").len(), left(&paths, "x").len()), (2, 3));
        assert_eq!(left(&Selection::default(), "x").len(), 3);
        let none = Selection { select: vec!["god".into()], ..Selection::default() };
        assert!(left(&none, "x").is_empty());
    }

    #[test]
    fn comments_settle_findings() {
        let left = |text: &str| {
            let document = Document::parse("a.tscn", text.into()).unwrap();
            let mut found = document.check();
            settle(&document, &mut found);
            found.iter().map(|finding| finding.code).collect::<Vec<_>>()
        };
        let bad = "[gd_scene format=3]\n\n[nodes name=\"A\"]\n";
        assert_eq!(left(bad).len(), 1);
        let code = left(bad)[0];
        let with = |comment: &str| format!("[gd_scene format=3]\n{comment}\n[nodes name=\"A\"]\n");
        assert!(left(&with("; proscenio: ignore")).is_empty());
        assert!(left(&with(&format!("; proscenio: ignore {code}"))).is_empty());
        assert!(left(&with("; proscenio: ignore godot")).is_empty());
        assert_eq!(left(&with("; proscenio: ignore espresso3d")).len(), 1);
        assert_eq!(left(&with("; say proscenio: ignore")).len(), 1);
        assert!(left(&format!("{bad}; proscenio: ignore-file {code}\n")).is_empty());
        assert!(left("[gd_scene format=3]\n[nodes name=\"A\"] ; proscenio: ignore\n").is_empty());
        assert_eq!(left(&format!("; proscenio: ignore\n{bad}")).len(), 1);
    }
}
