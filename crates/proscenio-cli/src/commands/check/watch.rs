//! Checking again and again.

use std::collections::BTreeMap;
use std::io::Write;
use std::time::{Duration, SystemTime};

use anyhow::Result;
use ignore::WalkBuilder;

use super::once;
use crate::args::check::CheckArgs;
use crate::{Outcome, output};

/// How often files are looked at.
const PAUSE: Duration = Duration::from_millis(300);

/// Checks, and checks again when a file below the paths, or beside them, changes. Ends when it is interrupted, or when
/// nobody reads its output any more.
pub(super) fn run(args: &CheckArgs) -> Result<Outcome> {
    let mut seen = files(args);
    loop {
        if let Err(error) = once(args) {
            if output::is_closed_pipe(&error) {
                return Ok(Outcome::Fine);
            }
            output::complain(&error);
        }
        writeln!(output::stdout(), "watching for changes")?;
        loop {
            std::thread::sleep(PAUSE);
            let now = files(args);
            if now != seen {
                seen = now;
                break;
            }
        }
    }
}

/// All files that are watched, with the time and length of each.
fn files(args: &CheckArgs) -> BTreeMap<std::path::PathBuf, (Option<SystemTime>, u64)> {
    let mut files = BTreeMap::new();
    for path in &args.paths {
        let walk =
            WalkBuilder::new(path).git_ignore(false).git_exclude(false).ignore(false).parents(false).build();
        for entry in walk.flatten() {
            if let Ok(data) = entry.metadata()
                && data.is_file()
            {
                files.insert(entry.into_path(), (data.modified().ok(), data.len()));
            }
        }
    }
    files
}
