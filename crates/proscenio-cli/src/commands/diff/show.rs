//! Differences as a tree, as JSON, as Markdown and as a page.

use std::fmt::Write as _;
use std::io::Write as _;

use anyhow::Result;
use proscenio::diff::{Change, ChangeKind};
use serde::Serialize;

use super::pictures::{MOST, Side, Sides};
use super::{FileDifference, State};
use crate::args::diff::{DiffArgs, DiffFormat};
use crate::output;

/// Prints differences. `no_driver` is why the page has no pictures.
pub fn print(files: &[FileDifference], args: &DiffArgs, no_driver: Option<&str>) -> Result<()> {
    let text = match args.format {
        DiffFormat::Json => {
            let files: Vec<JsonFile> = files.iter().map(JsonFile::new).collect();
            return output::json(&files);
        }
        DiffFormat::Text => text(files, args),
        DiffFormat::Markdown => markdown(files, args),
        DiffFormat::Html => html(files, args, no_driver),
    };
    output::stdout().write_all(text.as_bytes())?;
    Ok(())
}

/// The longest value that is printed whole.
const LONGEST: usize = 100;

/// A value on one line; a long one by its beginning, a long packed array by its length.
fn value(text: Option<&[u8]>, args: &DiffArgs) -> String {
    let text = String::from_utf8_lossy(text.unwrap_or_default()).into_owned();
    if args.full || (text.len() <= LONGEST && !text.contains('\n')) {
        return text;
    }
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.len() <= LONGEST {
        return line;
    }
    if let Some((name, numbers)) = line.split_once("Array(")
        && name
            .rsplit([' ', '='])
            .next()
            .is_some_and(|name| name.starts_with("Packed") || name.starts_with("Pool"))
    {
        let count = numbers.split(',').count();
        return format!("{name}Array(… {count} numbers …)");
    }
    let cut =
        line.char_indices().map(|(at, _)| at).take_while(|at| *at < LONGEST * 3 / 5).last().unwrap_or(0);
    format!("{}… ({} bytes)", &line[..cut], text.len())
}

/// How many numbers of two packed arrays of one length differ.
fn differing(change: &Change) -> Option<usize> {
    let numbers = |text: &Option<Vec<u8>>| -> Option<Vec<String>> {
        let text = String::from_utf8_lossy(text.as_deref()?).into_owned();
        let (name, inside) = text.split_once("Array(")?;
        (name.contains("Packed") || name.contains("Pool")).then_some(())?;
        Some(inside.trim_end_matches(')').split(',').map(|number| number.trim().to_owned()).collect())
    };
    let (old, new) = (numbers(&change.old)?, numbers(&change.new)?);
    (old.len() == new.len()).then(|| old.iter().zip(&new).filter(|(old, new)| old != new).count())
}

/// What a change says on its line, without the sign.
fn line(change: &Change, args: &DiffArgs) -> String {
    let name = &change.place.name;
    let named = |text: &Option<Vec<u8>>| {
        let text = value(text.as_deref(), args);
        // A property's text holds its name already.
        let own = name.rsplit(':').next().unwrap_or(name);
        match text.strip_prefix(own).map(str::trim_start).and_then(|rest| rest.strip_prefix(['=', ':'])) {
            Some(rest) => rest.trim_start().to_owned(),
            None => text,
        }
    };
    let title = match change.place.what {
        "property" | "member" | "attribute" | "entry" | "element" | "item" | "word" => name.clone(),
        what if what == name => name.clone(),
        what => format!("{what} {name}"),
    };
    let is_value = title == *name && change.place.what != "item";
    let title = match (&change.from, change.kind) {
        (Some(from), ChangeKind::Renamed) => format!("{title} (renamed from {from})"),
        (Some(from), _) => format!("{title} (moved from {from})"),
        (None, _) => title,
    };
    match change.kind {
        _ if !change.parts.is_empty() => title,
        ChangeKind::Added if is_value => format!("{title}: {}", named(&change.new)),
        ChangeKind::Removed if is_value => format!("{title}: {}", named(&change.old)),
        ChangeKind::Added | ChangeKind::Removed => title,
        _ if change.old.is_none() && change.new.is_none() => title,
        _ => {
            let count =
                differing(change).map(|count| format!(" ({count} numbers differ)")).unwrap_or_default();
            format!("{title}: {} -> {}{count}", named(&change.old), named(&change.new))
        }
    }
}

fn sign(kind: ChangeKind) -> char {
    match kind {
        ChangeKind::Added => '+',
        ChangeKind::Removed => '-',
        ChangeKind::Changed => '~',
        ChangeKind::Moved | ChangeKind::Renamed => '>',
        ChangeKind::Noise => '.',
    }
}

/// Calls `visit` for each change, with its depth.
fn walk<'c>(changes: &'c [Change], depth: usize, visit: &mut dyn FnMut(&'c Change, usize)) {
    for change in changes {
        visit(change, depth);
        walk(&change.parts, depth + 1, visit);
    }
}

fn state(file: &FileDifference) -> (char, &str, &[Change], usize) {
    match &file.state {
        State::Added => ('+', "added", &[], 0),
        State::Removed => ('-', "removed", &[], 0),
        State::Changed(difference) => ('~', "", &difference.changes, difference.hidden),
        State::Unreadable(_) => ('!', "cannot be compared by what it says", &[], 0),
    }
}

fn text(files: &[FileDifference], args: &DiffArgs) -> String {
    let mut out = String::new();
    for file in files {
        let (mark, about, changes, hidden) = state(file);
        let about = if about.is_empty() { String::new() } else { format!(" ({about})") };
        let _ = writeln!(out, "{mark} {}{about}", file.name);
        walk(changes, 1, &mut |change, depth| {
            let _ = writeln!(out, "{}{} {}", "  ".repeat(depth), sign(change.kind), line(change, args));
        });
        if hidden > 0 {
            let _ = writeln!(
                out,
                "  . {} without meaning, --all shows them",
                output::counted(hidden, "difference")
            );
        }
    }
    out
}

fn markdown(files: &[FileDifference], args: &DiffArgs) -> String {
    let mut out = String::new();
    for file in files {
        let (mark, about, changes, hidden) = state(file);
        let about = if about.is_empty() { String::new() } else { format!(" ({about})") };
        let _ = writeln!(out, "### `{}`{about}\n", file.name);
        if mark != '~' {
            continue;
        }
        let _ = writeln!(out, "```diff");
        walk(changes, 0, &mut |change, depth| {
            // A fence inside a value must not end the block.
            let line = line(change, args).replace("```", "'''");
            let mark = match change.kind {
                ChangeKind::Added => '+',
                ChangeKind::Removed => '-',
                ChangeKind::Changed if change.parts.is_empty() => '!',
                ChangeKind::Moved | ChangeKind::Renamed => '!',
                ChangeKind::Changed | ChangeKind::Noise => ' ',
            };
            let _ = writeln!(out, "{mark} {}{line}", "  ".repeat(depth));
        });
        let _ = writeln!(out, "```\n");
        if hidden > 0 {
            let _ = writeln!(out, "{} without meaning left out.\n", output::counted(hidden, "difference"));
        }
    }
    out
}

fn html(files: &[FileDifference], args: &DiffArgs, no_driver: Option<&str>) -> String {
    let mut out = "<!doctype html>\n<meta charset=\"utf-8\">\n<title>Differences</title>\n<style>\n\
        body { font: 14px sans-serif; margin: 2em; }\n\
        li { list-style: none; font-family: monospace; white-space: pre-wrap; }\n\
        .added { background: #dfd; }\n.removed { background: #fdd; }\n.changed { background: #ffd; }\n\
        .noise { color: #888; }\n.sides { display: flex; flex-wrap: wrap; gap: 1em; }\n\
        figure { margin: 0; }\nimg { max-width: 100%; height: auto; border: 1px solid #ccc; }\n</style>\n"
        .to_owned();
    if let Some(reason) = no_driver {
        let _ = writeln!(out, "<p>Without pictures: {}.</p>", escaped(reason));
    }
    let is_drawn = files.iter().any(|file| file.pictures.is_some());
    for file in files {
        let (_, about, changes, hidden) = state(file);
        let _ = writeln!(out, "<h2>{}</h2>", escaped(&file.name));
        if !about.is_empty() {
            let _ = writeln!(out, "<p>{about}</p>");
        }
        match &file.pictures {
            Some(sides) => figures(&mut out, &file.name, sides),
            None if is_drawn && matches!(file.state, State::Changed(_)) => {
                let _ = writeln!(out, "<p>Not drawn: the first {MOST} changed scenes are.</p>");
            }
            None => {}
        }
        let _ = writeln!(out, "<ul>");
        walk(changes, 0, &mut |change, depth| {
            let class = match change.kind {
                ChangeKind::Added => "added",
                ChangeKind::Removed => "removed",
                ChangeKind::Changed if change.parts.is_empty() => "changed",
                ChangeKind::Moved | ChangeKind::Renamed => "changed",
                ChangeKind::Changed => "",
                ChangeKind::Noise => "noise",
            };
            let indent = depth * 2;
            let line = escaped(&line(change, args));
            let _ = writeln!(out, "<li class=\"{class}\" style=\"margin-left: {indent}em\">{line}</li>");
        });
        let _ = writeln!(out, "</ul>");
        if hidden > 0 {
            let _ =
                writeln!(out, "<p>{} without meaning left out.</p>", output::counted(hidden, "difference"));
        }
    }
    out
}

/// Both sides beside each other.
fn figures(out: &mut String, name: &str, sides: &Sides) {
    let name = escaped(name);
    let _ = writeln!(out, "<div class=\"sides\">");
    for (side, title) in sides.iter().zip(["before", "after"]) {
        let _ = match side {
            Side::Picture { address, size: [width, height] } => writeln!(
                out,
                "<figure><img src=\"{address}\" alt=\"{name} {title}\" width=\"{width}\" height=\"{height}\">\
                 <figcaption>{title}</figcaption></figure>"
            ),
            Side::None(reason) => {
                writeln!(
                    out,
                    "<figure><figcaption>{title}: no picture, {}</figcaption></figure>",
                    escaped(reason)
                )
            }
        };
    }
    let _ = writeln!(out, "</div>");
    if let [Side::Picture { address: old, .. }, Side::Picture { address: new, .. }] = sides
        && old == new
    {
        let _ = writeln!(out, "<p>Both look the same.</p>");
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[derive(Serialize)]
struct JsonFile {
    file: String,
    /// `added`, `removed`, `changed` or `unreadable`.
    state: &'static str,
    changes: Vec<JsonChange>,
    /// Differences without meaning that were left out.
    hidden: usize,
}

#[derive(Serialize)]
struct JsonChange {
    what: &'static str,
    name: String,
    /// `added`, `removed`, `changed`, `moved`, `renamed` or `noise`.
    change: &'static str,
    /// What was moved or renamed: its name in the old file.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    old: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    new: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    parts: Vec<JsonChange>,
}

impl JsonFile {
    fn new(file: &FileDifference) -> Self {
        let (mark, _, changes, hidden) = state(file);
        let state = match mark {
            '+' => "added",
            '-' => "removed",
            '~' => "changed",
            _ => "unreadable",
        };
        let changes = changes.iter().map(JsonChange::new).collect();
        Self { file: file.name.clone(), state, changes, hidden }
    }
}

impl JsonChange {
    fn new(change: &Change) -> Self {
        let text =
            |text: &Option<Vec<u8>>| text.as_ref().map(|text| String::from_utf8_lossy(text).into_owned());
        Self {
            what: change.place.what,
            name: change.place.name.clone(),
            change: match change.kind {
                ChangeKind::Added => "added",
                ChangeKind::Removed => "removed",
                ChangeKind::Changed => "changed",
                ChangeKind::Moved => "moved",
                ChangeKind::Renamed => "renamed",
                ChangeKind::Noise => "noise",
            },
            from: change.from.clone(),
            old: text(&change.old),
            new: text(&change.new),
            parts: change.parts.iter().map(Self::new).collect(),
        }
    }
}
