//! Doing a plan, all or nothing.

use std::fmt;

use proscenio_source::{Edit, Span, apply};
use proscenio_vfs::{Vfs, VfsError, path};
use serde_json::{Value, json};
use sha1::{Digest, Sha1};

use super::Plan;

/// The file in the root of a project that says what is being done; it is there only while that lasts.
pub const JOURNAL: &str = ".proscenio-journal.json";

/// Why a plan was not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// An earlier change was not completed: [`recover`] does that.
    Unfinished,
    /// A file is not as it was when the plan was made; nothing was changed.
    Changed(String),
    /// A file could not be written; everything is as it was before.
    TakenBack(VfsError),
    /// A file could not be written, and not everything could be taken back: [`recover`] completes it.
    Halfway(VfsError),
    /// The journal is damaged, or a file is neither as before the change nor as behind it.
    Unknown(String),
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unfinished => f.write_str("an earlier change was not completed; run `proscenio recover`"),
            Self::Changed(path) => write!(f, "{path} has changed meanwhile; nothing was done"),
            Self::TakenBack(error) => write!(f, "{error}; everything is as it was"),
            Self::Halfway(error) => write!(f, "{error}; run `proscenio recover` to complete the change"),
            Self::Unknown(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for Stopped {}

/// What [`recover`] completed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recovered {
    /// Moves that were still to be made.
    pub moves: usize,
    /// Files that were still to be made or written.
    pub changes: usize,
}

/// One file in the journal.
struct Entry {
    path: String,
    before: String,
    after: String,
    edits: Vec<Edit>,
}

/// The journal: paths are measured from the root.
struct Journal {
    /// New files with their bytes.
    created: Vec<(String, Vec<u8>)>,
    moves: Vec<(String, String)>,
    entries: Vec<Entry>,
}

/// Does what a plan says: the journal first, then moves, then files, each whole or not at all. When one of them
/// fails, what was done is taken back.
///
/// # Errors
/// When not everything was done; [`Stopped`] says what that means for the files.
pub fn commit(files: &dyn Vfs, root: &str, plan: &Plan) -> Result<(), Stopped> {
    let place = path::join(root, JOURNAL);
    if files.kind(&place).is_some() {
        return Err(Stopped::Unfinished);
    }
    for change in &plan.changes {
        if files.read(&change.path).ok().as_ref() != Some(&change.before) {
            return Err(Stopped::Changed(change.path.clone()));
        }
    }
    if let Some((path, _)) = plan.created.iter().find(|(path, _)| files.kind(path).is_some()) {
        return Err(Stopped::Changed(path.clone()));
    }
    // One file alone is written whole or not at all.
    if let ([], [], [change]) = (&plan.created[..], &plan.moves[..], &plan.changes[..]) {
        return files.write(&change.to, &change.after).map_err(Stopped::TakenBack);
    }
    files.write(&place, Journal::of(plan, root).text().as_bytes()).map_err(Stopped::TakenBack)?;
    match forward(files, plan) {
        // Everything is as planned; a journal that stays says so when it is read.
        Ok(()) => files.remove(&place).map_err(Stopped::Halfway),
        Err(error) => Err(match backward(files, plan, &place) {
            Ok(()) => Stopped::TakenBack(error),
            Err(_) => Stopped::Halfway(error),
        }),
    }
}

fn forward(files: &dyn Vfs, plan: &Plan) -> Result<(), VfsError> {
    for (path, bytes) in &plan.created {
        files.write(path, bytes)?;
    }
    for (from, to) in &plan.moves {
        files.rename(from, to)?;
    }
    for change in &plan.changes {
        files.write(&change.to, &change.after)?;
    }
    Ok(())
}

fn backward(files: &dyn Vfs, plan: &Plan, place: &str) -> Result<(), VfsError> {
    for change in &plan.changes {
        if files.read(&change.to).ok().as_ref() == Some(&change.after) {
            files.write(&change.to, &change.before)?;
        }
    }
    for (from, to) in plan.moves.iter().rev() {
        if files.kind(from).is_none() && files.kind(to).is_some() {
            files.rename(to, from)?;
        }
    }
    for (path, bytes) in &plan.created {
        if files.read(path).ok().as_ref() == Some(bytes) {
            files.remove(path)?;
        }
    }
    files.remove(place)
}

/// Completes a change that was interrupted; `None` when there is none.
///
/// # Errors
/// When a file cannot be written, or is neither as before the change nor as behind it; the journal stays then.
pub fn recover(files: &dyn Vfs, root: &str) -> Result<Option<Recovered>, Stopped> {
    let place = path::join(root, JOURNAL);
    let Ok(bytes) = files.read(&place) else { return Ok(None) };
    let damaged = || Stopped::Unknown(format!("{place} is damaged"));
    let journal = Journal::read(&bytes).ok_or_else(damaged)?;
    let mut done = Recovered::default();
    for (inner, bytes) in &journal.created {
        let path = path::join(root, inner);
        match files.read(&path) {
            Ok(there) if there == *bytes => {}
            Ok(_) => {
                return Err(Stopped::Unknown(format!("{path} is there, and is not what was to be made")));
            }
            Err(_) => {
                files.write(&path, bytes).map_err(Stopped::Halfway)?;
                done.changes += 1;
            }
        }
    }
    for (from, to) in &journal.moves {
        let (from, to) = (path::join(root, from), path::join(root, to));
        match (files.kind(&from).is_some(), files.kind(&to).is_some()) {
            (true, false) => {
                files.rename(&from, &to).map_err(Stopped::Halfway)?;
                done.moves += 1;
            }
            (false, true) => {}
            (true, true) => return Err(Stopped::Unknown(format!("{from} and {to} are both there"))),
            (false, false) => return Err(Stopped::Unknown(format!("neither {from} nor {to} is there"))),
        }
    }
    for entry in &journal.entries {
        let path = path::join(root, &entry.path);
        let now = files.read(&path).map_err(Stopped::Halfway)?;
        let hash = hash(&now);
        if hash == entry.after {
            continue;
        }
        let after = apply(&now, &entry.edits)
            .ok()
            .filter(|after| hash == entry.before && self::hash(after) == entry.after);
        let Some(after) = after else {
            return Err(Stopped::Unknown(format!("{path} is neither as before the change nor as behind it")));
        };
        files.write(&path, &after).map_err(Stopped::Halfway)?;
        done.changes += 1;
    }
    files.remove(&place).map_err(Stopped::Halfway)?;
    Ok(Some(done))
}

fn hash(bytes: &[u8]) -> String {
    hex(&Sha1::digest(bytes))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let digits = text.as_bytes();
    let pairs = digits.chunks(2).map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok());
    digits.len().is_multiple_of(2).then(|| pairs.collect()).flatten()
}

impl Journal {
    fn of(plan: &Plan, root: &str) -> Self {
        let inner = |path: &str| {
            let rest = path.strip_prefix(root).unwrap_or(path);
            rest.trim_start_matches('/').to_owned()
        };
        let moves = plan.moves.iter().map(|(from, to)| (inner(from), inner(to))).collect();
        let entries = plan.changes.iter().map(|change| Entry {
            path: inner(&change.to),
            before: hash(&change.before),
            after: hash(&change.after),
            edits: change.edits.clone(),
        });
        let created = plan.created.iter().map(|(path, bytes)| (inner(path), bytes.clone())).collect();
        Self { created, moves, entries: entries.collect() }
    }

    fn text(&self) -> String {
        let entries = self.entries.iter().map(|entry| {
            let edits =
                entry.edits.iter().map(|edit| json!([edit.span.start(), edit.span.end(), hex(&edit.text)]));
            json!({
                "path": entry.path,
                "before": entry.before,
                "after": entry.after,
                "edits": edits.collect::<Vec<_>>(),
            })
        });
        let created: Vec<Value> =
            self.created.iter().map(|(path, bytes)| json!([path, hex(bytes)])).collect();
        let entries: Vec<Value> = entries.collect();
        json!({"version": 1, "created": created, "moves": self.moves, "changes": entries}).to_string()
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        let value: Value = serde_json::from_slice(bytes).ok()?;
        if value.get("version")? != &json!(1) {
            return None;
        }
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let moves = value
            .get("moves")?
            .as_array()?
            .iter()
            .map(|pair| Some((text(pair.get(0)?)?, text(pair.get(1)?)?)));
        let number = |value: Option<&Value>| u32::try_from(value?.as_u64()?).ok();
        let edit = |edit: &Value| {
            let span = Span::new(number(edit.get(0))?, number(edit.get(1))?);
            Some(Edit::replace(span, unhex(edit.get(2)?.as_str()?)?))
        };
        let entries = value.get("changes")?.as_array()?.iter().map(|entry| {
            Some(Entry {
                path: text(entry.get("path")?)?,
                before: text(entry.get("before")?)?,
                after: text(entry.get("after")?)?,
                edits: entry.get("edits")?.as_array()?.iter().map(edit).collect::<Option<Vec<_>>>()?,
            })
        });
        // Journals of before had none.
        let created = value.get("created").and_then(Value::as_array).into_iter().flatten();
        let created = created.map(|pair| Some((text(pair.get(0)?)?, unhex(pair.get(1)?.as_str()?)?)));
        Some(Self {
            created: created.collect::<Option<_>>()?,
            moves: moves.collect::<Option<_>>()?,
            entries: entries.collect::<Option<_>>()?,
        })
    }
}
