//! Git's index follows moved files, as with `git mv`: what was staged of a file stays staged under its new name.

use std::io::Write;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// What git's index says of the files that will be moved, line for line; empty without git or outside of a repository.
pub(super) fn entries(root: &str, moves: &[(String, String)]) -> Vec<u8> {
    let mut git = Command::new("git");
    git.args(["ls-files", "--stage", "--full-name", "-z", "--"])
        .args(moves.iter().map(|(from, _)| from))
        .current_dir(root);
    git.stderr(Stdio::null())
        .output()
        .ok()
        .filter(|out| out.status.success())
        .map(|out| out.stdout)
        .unwrap_or_default()
}

/// The bytes that a path below the root had in the last commit.
pub(super) fn committed(root: &str, path: &str) -> Option<Vec<u8>> {
    let mut git = Command::new("git");
    git.args(["show", &format!("HEAD:./{path}")]).current_dir(root).stderr(Stdio::null());
    git.output().ok().filter(|out| out.status.success()).map(|out| out.stdout)
}

/// Gives the entries their new names.
pub(super) fn follow(root: &str, moves: &[(String, String)], known: &[u8]) -> Result<()> {
    if known.is_empty() {
        return Ok(());
    }
    let out = Command::new("git").args(["rev-parse", "--show-toplevel"]).current_dir(root).output()?;
    let top = String::from_utf8_lossy(&out.stdout).trim_end_matches('\n').to_owned();
    let mut lines = Vec::new();
    for entry in known.split(|byte| *byte == 0).filter(|entry| !entry.is_empty()) {
        let entry = String::from_utf8_lossy(entry);
        let Some((mode, path)) = entry.split_once('\t') else { continue };
        let place = format!("{top}/{path}");
        let new = moves.iter().find_map(|(from, to)| {
            let rest = place.strip_prefix(from.as_str())?;
            (rest.is_empty() || rest.starts_with('/')).then(|| format!("{to}{rest}"))
        });
        let Some(new) =
            new.as_deref().and_then(|new| new.strip_prefix(&top)).map(|new| new.trim_start_matches('/'))
        else {
            continue;
        };
        lines.extend_from_slice(
            format!("0 0000000000000000000000000000000000000000\t{path}\0{mode}\t{new}\0").as_bytes(),
        );
    }
    let mut git = Command::new("git")
        .args(["update-index", "-z", "--index-info"])
        .current_dir(&top)
        .stdin(Stdio::piped())
        .spawn()
        .context("starting git")?;
    if let Some(mut input) = git.stdin.take() {
        input.write_all(&lines)?;
    }
    if !git.wait()?.success() {
        bail!("git update-index failed");
    }
    Ok(())
}
