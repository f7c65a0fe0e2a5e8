//! `proscenio git`: the merge driver, the text that git compares, and setting both up.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use proscenio::{DiskTree, Document, Source, Vfs, diff};

use crate::args::git::{DriverArgs, Git, InstallArgs, TextconvArgs};
use crate::{Outcome, input, output};

/// Does what the subcommand says.
pub fn run(command: &Git) -> Result<Outcome> {
    match command {
        Git::Install(args) => install(args),
        Git::MergeDriver(args) => merge_driver(args),
        Git::Textconv(args) => textconv(args),
    }
}

/// Endings of files that are merged and shown.
const MERGED: [&str; 8] = ["tscn", "tres", "escn", "scn", "res", "scene", "e3m", "e3a"];

/// What stands in .gitattributes around the lines that are ours.
const FIRST_LINE: &str = "# proscenio: scene files are merged and shown item by item";

/// The settings, by name. Each asks first whether the program is there; where it is not, git's own way is gone.
fn settings(program: &Path) -> Vec<(&'static str, String)> {
    let program = quoted(&input::slashes(&program.to_string_lossy()));
    let either = |ours: &str, else_: &str| {
        format!(
            "if test -x {program}; then {program} {ours}; \
             elif command -v proscenio >/dev/null 2>&1; then proscenio {ours}; else {else_}; fi"
        )
    };
    // git puts the file's name behind this.
    let textconv = format!("f() {{ {}; }}; f", either("git textconv \"$1\"", "cat \"$1\""));
    let tool = "mergetool \"$BASE\" \"$LOCAL\" \"$REMOTE\" \"$MERGED\"";
    vec![
        ("merge.proscenio.name", "scene files, item by item".to_owned()),
        (
            "merge.proscenio.driver",
            // git does not merge binary files and says so with a high number; to a driver that is no conflict.
            either(
                "git merge-driver %O %A %B %P",
                "git merge-file -L ours -L base -L theirs %A %O %B || exit 1",
            ),
        ),
        ("diff.proscenio.textconv", textconv),
        ("diff.proscenio.cachetextconv", "false".to_owned()),
        ("difftool.proscenio.cmd", either("diff \"$LOCAL\" \"$REMOTE\"", "diff \"$LOCAL\" \"$REMOTE\"")),
        ("mergetool.proscenio.cmd", either(tool, "exit 1")),
        ("mergetool.proscenio.trustExitCode", "true".to_owned()),
    ]
}

/// A word for the shell.
fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', "'\\''"))
}

fn install(args: &InstallArgs) -> Result<Outcome> {
    let program = std::env::current_exe().context("finding this program")?;
    let scope = if args.global { "--global" } else { "--local" };
    if !args.global {
        git(&args.folder, &["rev-parse", "--git-dir"]).with_context(|| {
            format!("{} is in no git repository; run `git init` there, or use --global", args.folder)
        })?;
    }
    if args.uninstall {
        for section in ["merge.proscenio", "diff.proscenio", "difftool.proscenio", "mergetool.proscenio"] {
            // A section that is not there is as good as gone.
            let _ = git(&args.folder, &["config", scope, "--remove-section", section]);
        }
    } else {
        for (name, value) in settings(&program) {
            git(&args.folder, &["config", scope, name, &value])?;
        }
    }
    if !args.global {
        let root = git(&args.folder, &["rev-parse", "--show-toplevel"])?;
        attributes(&PathBuf::from(root).join(".gitattributes"), args.uninstall)?;
    }
    let done = if args.uninstall { "taken out again" } else { "set up" };
    output::note(&format!("merge driver, textconv, difftool and mergetool `proscenio` {done}"));
    Ok(Outcome::Fine)
}

/// Writes our lines into .gitattributes, or takes them out; all other lines stay.
fn attributes(file: &Path, uninstall: bool) -> Result<()> {
    let name = file.to_string_lossy().into_owned();
    let old = if file.is_file() { DiskTree.read(&name)? } else { Vec::new() };
    let old = String::from_utf8(old).with_context(|| format!("{name} is no UTF-8 text"))?;
    let merged = MERGED.iter().map(|ending| format!("*.{ending} merge=proscenio diff=proscenio"));
    let ours: Vec<String> = merged.collect();
    let is_ours = |line: &str| line == FIRST_LINE || ours.iter().any(|other| other == line);
    let has_all = ours.iter().all(|line| old.lines().any(|other| other == line));
    if has_all && !uninstall {
        return Ok(());
    }
    let mut text: String = old.split_inclusive('\n').filter(|line| !is_ours(line.trim_end())).collect();
    if !uninstall {
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text.push_str(FIRST_LINE);
        text.push('\n');
        ours.iter().for_each(|line| text.extend([line, "\n"]));
    }
    if text != old {
        DiskTree.write(&name, text.as_bytes()).with_context(|| format!("writing {name}"))?;
    }
    Ok(())
}

/// Runs git and gives what it printed.
pub fn git(folder: &str, arguments: &[&str]) -> Result<String> {
    let output = Command::new("git").arg("-C").arg(folder).args(arguments).output().context("running git")?;
    if !output.status.success() {
        bail!("git {}: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned())
}

fn merge_driver(args: &DriverArgs) -> Result<Outcome> {
    let name = args.path.clone().unwrap_or_else(|| args.ours.clone());
    let source = |file: &str| -> Result<Source> { Ok(Source::new(name.as_str(), input::bytes(file)?)) };
    let (base, ours, theirs) = (source(&args.base)?, source(&args.ours)?, source(&args.theirs)?);
    let merged = diff::merge(&base, &ours, &theirs, &diff::Options::default());
    DiskTree.write(&args.ours, &merged.bytes).with_context(|| format!("writing {}", args.ours))?;
    for finding in &merged.findings {
        output::warn(finding, None);
    }
    for conflict in &merged.conflicts {
        let about = super::merge::about(conflict);
        anstream::eprintln!("conflict in {name}: {} {}: {about}", conflict.place.what, conflict.place.name);
    }
    Ok(if merged.conflicts.is_empty() { Outcome::Fine } else { Outcome::Findings })
}

/// A line for each thing that a file says, so that a line of `git diff` tells where it stands.
fn textconv(args: &TextconvArgs) -> Result<Outcome> {
    let bytes = input::bytes(&args.file)?;
    let mut out = output::stdout();
    match Document::parse(&args.file, bytes) {
        Some(document) => out.write_all(diff::lines(&document).as_bytes())?,
        None => out.write_all(&input::bytes(&args.file)?)?,
    }
    Ok(Outcome::Fine)
}
