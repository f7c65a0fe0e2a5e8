//! What the compiler does not check: arrows between crates, module docs, file sizes, pages of codes.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use cargo_metadata::{DependencyKind, MetadataCommand};

/// A file longer than this wants splitting.
const MAX_LINES: usize = 600;

/// Every fault of the tree, in words.
pub fn faults(root: &Path) -> Result<Vec<String>> {
    let mut faults = arrows(root)?;
    let sources = files_below(&root.join("crates"), "rs")?;
    for file in &sources {
        let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
        let name = file.strip_prefix(root).unwrap_or(file).display();
        if !text.starts_with("//!") && file.components().any(|part| part.as_os_str() == "src") {
            faults.push(format!("{name}: begins without module documentation (//!)"));
        }
        let lines = text.lines().count();
        if lines > MAX_LINES {
            faults.push(format!("{name}: {lines} lines are more than {MAX_LINES}; split it"));
        }
    }
    faults.extend(crate::codes::faults(root)?);
    faults.extend(crate::fields::faults(root));
    faults.extend(summary(root)?);
    Ok(faults)
}

/// Compares the crate table of ARCHITECTURE.md with what cargo says.
fn arrows(root: &Path) -> Result<Vec<String>> {
    let page = fs::read_to_string(root.join("ARCHITECTURE.md"))?;
    let allowed = crate_table(&page);
    let metadata = MetadataCommand::new().current_dir(root).no_deps().exec()?;
    let ours: BTreeSet<String> = metadata.packages.iter().map(|package| package.name.to_string()).collect();
    let mut faults = Vec::new();
    for package in metadata.packages.iter().filter(|package| package.name.starts_with("proscenio")) {
        let Some(may_use) = allowed.get(package.name.as_str()) else {
            faults.push(format!("ARCHITECTURE.md has no row for {}", package.name));
            continue;
        };
        let used = package.dependencies.iter().filter(|used| used.kind == DependencyKind::Normal);
        for used in used.filter(|used| ours.contains(&used.name) && !may_use.contains(&used.name)) {
            faults.push(format!("{} uses {}, which ARCHITECTURE.md does not allow", package.name, used.name));
        }
    }
    for name in allowed.keys().filter(|name| !ours.contains(*name)) {
        faults.push(format!("ARCHITECTURE.md has a row for {name}, which is no crate"));
    }
    Ok(faults)
}

/// Rows `| crate | what | may use |`, names in backticks.
fn crate_table(page: &str) -> BTreeMap<String, BTreeSet<String>> {
    let quoted =
        |cell: &str| -> Vec<String> { cell.split('`').skip(1).step_by(2).map(str::to_owned).collect() };
    page.lines()
        .filter(|line| line.starts_with("| `proscenio"))
        .filter_map(|line| {
            let cells: Vec<&str> = line.trim_matches('|').split('|').collect();
            let name = quoted(cells.first()?).into_iter().next()?;
            Some((name, quoted(cells.last()?).into_iter().collect()))
        })
        .collect()
}

/// Every page of the book is in its table of contents.
fn summary(root: &Path) -> Result<Vec<String>> {
    let folder = root.join("docs/src");
    let listed = fs::read_to_string(folder.join("SUMMARY.md"))?;
    let mut faults = Vec::new();
    for page in files_below(&folder, "md")? {
        let name = page.strip_prefix(&folder)?.to_string_lossy().replace('\\', "/");
        if name != "SUMMARY.md" && !listed.contains(&format!("({name})")) {
            faults.push(format!("docs/src/{name} is not in SUMMARY.md"));
        }
    }
    Ok(faults)
}

/// All files with an ending below a folder, sorted.
pub fn files_below(folder: &Path, extension: &str) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|found| found == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::crate_table;

    #[test]
    fn the_table_of_crates_is_read() {
        let table = crate_table(
            "x\n| `proscenio-a` | what | `proscenio-b`, `proscenio-c` |\n| `proscenio-b` | w | - |\n",
        );
        assert_eq!(table["proscenio-a"].iter().collect::<Vec<_>>(), ["proscenio-b", "proscenio-c"]);
        assert!(table["proscenio-b"].is_empty());
    }
}
