//! The pages of finding codes in the book, written from the tables in the code.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use proscenio_convert::CODES;
use proscenio_source::CodeInfo;

const SUMMARY_START: &str = "<!-- codes: written by xtask -->\n";
const SUMMARY_END: &str = "<!-- end of codes -->";

/// What the book's pages should hold, by their path below `docs/src`.
pub fn pages(root: &Path) -> Result<BTreeMap<String, String>> {
    let mut by_name: BTreeMap<&str, &CodeInfo> = BTreeMap::new();
    for code in CODES
        .iter()
        .copied()
        .flatten()
        .chain(proscenio_check::CODES)
        .chain(proscenio_check::audit::CODES)
        .chain(proscenio_diff::CODES)
    {
        if by_name.insert(code.name, code).is_some() {
            anyhow::bail!("{} stands in two tables", code.name);
        }
    }
    let mut pages: BTreeMap<String, String> = BTreeMap::new();
    let mut index = "# Finding codes\n\n<!-- written by xtask codes -->\n\n\
        `proscenio explain CODE` prints the same.\n\n| code | severity | meaning |\n|---|---|---|\n"
        .to_owned();
    let mut contents = String::new();
    for (name, code) in &by_name {
        writeln!(index, "| [`{name}`]({name}.md) | {} | {} |", code.severity, code.summary)?;
        writeln!(contents, "  - [{name}](codes/{name}.md)")?;
        pages.insert(format!("codes/{name}.md"), page(code));
    }
    pages.insert("codes/index.md".to_owned(), index);
    pages.insert("SUMMARY.md".to_owned(), summary(root, &contents)?);
    Ok(pages)
}

fn page(code: &CodeInfo) -> String {
    let CodeInfo { name, severity, summary, help } = code;
    let mut help = help.to_string();
    if let Some(first) = help.get(..1) {
        help = first.to_uppercase() + &help[1..];
    }
    let stop = if help.ends_with(['.', '!', '?', '}']) { "" } else { "." };
    format!(
        "# {name}\n\n<!-- written by xtask codes -->\n\n{summary}\n\n**Severity:** {severity}\n\n\
         **What to do:** {help}{stop}\n"
    )
}

fn summary(root: &Path, contents: &str) -> Result<String> {
    let old = fs::read_to_string(root.join("docs/src/SUMMARY.md"))?;
    let (before, rest) = old.split_once(SUMMARY_START).context("SUMMARY.md lost its start of codes")?;
    let (_, after) = rest.split_once(SUMMARY_END).context("SUMMARY.md lost its end of codes")?;
    Ok(format!("{before}{SUMMARY_START}{contents}{SUMMARY_END}{after}"))
}

/// Writes the pages and takes away those of codes that are gone.
pub fn write(root: &Path) -> Result<()> {
    let folder = root.join("docs/src");
    if folder.join("codes").exists() {
        fs::remove_dir_all(folder.join("codes"))?;
    }
    for (name, text) in pages(root)? {
        let path = folder.join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(&path, text)?;
    }
    Ok(())
}

/// Pages that differ from what [`write()`] would write, in words.
pub fn faults(root: &Path) -> Result<Vec<String>> {
    let folder = root.join("docs/src");
    let mut faults = Vec::new();
    let pages = pages(root)?;
    for (name, text) in &pages {
        if fs::read_to_string(folder.join(name)).ok().as_ref() != Some(text) {
            faults.push(format!("docs/src/{name} is not what the tables of codes say; run xtask codes"));
        }
    }
    for page in crate::tidy::files_below(&folder.join("codes"), "md")? {
        let name = page.strip_prefix(&folder)?.to_string_lossy().replace('\\', "/");
        if !pages.contains_key(&name) {
            faults.push(format!("docs/src/{name} is about no code; run xtask codes"));
        }
    }
    Ok(faults)
}
