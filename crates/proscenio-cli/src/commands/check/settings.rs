//! `proscenio.toml`.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail};
use proscenio::{
    DiskTree, Document, EntryKind, Finding, PathRule, Selection, Severity, Vfs, fits, paths, settle,
};
use serde::Deserialize;

use crate::args::check::CheckArgs;
use crate::commands::explain;
use crate::input;

const NAME: &str = "proscenio.toml";

/// What the settings and the flags say together.
#[derive(Debug, Default)]
pub(super) struct Settings {
    selection: Selection,
    exclude: Vec<String>,
    /// The folder of the file; patterns are measured from it.
    folder: String,
    /// A baseline, by its whole path.
    pub baseline: Option<String>,
    /// How many bytes a resource inside a file may have.
    pub embedded_limit: Option<u32>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    check: Check,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct Check {
    #[serde(default)]
    select: Vec<String>,
    #[serde(default)]
    ignore: Vec<String>,
    #[serde(default)]
    exclude: Vec<String>,
    baseline: Option<String>,
    #[serde(rename = "embedded-limit")]
    embedded_limit: Option<u32>,
    #[serde(default)]
    severity: BTreeMap<String, Level>,
    #[serde(default)]
    paths: Vec<PathSettings>,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum Level {
    Error,
    Warning,
    Info,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PathSettings {
    path: String,
    #[serde(default)]
    ignore: Vec<String>,
}

impl Settings {
    /// Of the file that a flag names, or that lies in the folder of the first path or above it.
    pub(super) fn of(args: &CheckArgs) -> Result<Self> {
        let mut settings = match &args.config {
            Some(file) => Self::read(&input::whole(file))?,
            None => {
                let first = args.paths.iter().find(|path| *path != "-").map_or(".", String::as_str);
                // A folder's own settings count for it.
                let place = input::whole(&format!("{first}/x"));
                let found = paths::ancestors(&place).map(|folder| paths::join(folder, NAME));
                let found = found.into_iter().find(|file| DiskTree.kind(file) == Some(EntryKind::File));
                found.map_or_else(|| Ok(Self::default()), |file| Self::read(&file))?
            }
        };
        if !args.select.is_empty() {
            settings.selection.select.clone_from(&args.select);
        }
        settings.selection.ignore.extend(args.ignore.iter().cloned());
        settings.check_names()?;
        Ok(settings)
    }

    fn read(file: &str) -> Result<Self> {
        let bytes = DiskTree.read(file)?;
        let text = String::from_utf8(bytes).with_context(|| format!("{file} is no UTF-8 text"))?;
        let File { check } = toml::from_str(&text).with_context(|| file.to_owned())?;
        let severity = check.severity.into_iter().map(|(name, level)| {
            let severity = match level {
                Level::Error => Severity::Error,
                Level::Warning => Severity::Warning,
                Level::Info => Severity::Info,
            };
            (name, severity)
        });
        let folder = paths::parent(file).to_owned();
        let paths = check.paths.into_iter().map(|rule| PathRule { path: rule.path, ignore: rule.ignore });
        Ok(Self {
            selection: Selection {
                select: check.select,
                ignore: check.ignore,
                severity: severity.collect(),
                paths: paths.collect(),
            },
            exclude: check.exclude,
            embedded_limit: check.embedded_limit,
            baseline: check.baseline.map(|file| paths::join(&folder, &file)),
            folder,
        })
    }

    /// A code that does not exist settles nothing, so it is told.
    fn check_names(&self) -> Result<()> {
        let selection = &self.selection;
        let named = selection
            .select
            .iter()
            .chain(&selection.ignore)
            .chain(selection.severity.iter().map(|(name, _)| name));
        let named = named.chain(selection.paths.iter().flat_map(|rule| &rule.ignore));
        for name in named {
            let is_known =
                explain::all().any(|code| code.name == name || code.name.split('/').next() == Some(name));
            if !is_known {
                bail!("there is no code or family {name}{}", explain::suggestion(name));
            }
        }
        Ok(())
    }

    /// The path that patterns are about.
    fn inner(&self, whole: &str) -> Option<String> {
        let rest = whole.strip_prefix(self.folder.as_str())?;
        (!self.folder.is_empty()).then(|| rest.trim_start_matches('/').to_owned())
    }

    /// Whether a file is not looked at.
    pub(super) fn excludes(&self, file: &str) -> bool {
        if self.exclude.is_empty() || file == "-" {
            return false;
        }
        let inner = self.inner(&input::whole(file));
        inner.is_some_and(|inner| self.exclude.iter().any(|pattern| fits(pattern, &inner)))
    }

    /// Leaves the findings that count.
    pub(super) fn leave(&self, inner: &str, document: &Document, findings: &mut Vec<Finding>) {
        let place = self.inner(&input::whole(document.source().path()));
        self.selection.apply(place.as_deref().unwrap_or(inner), findings);
        settle(document, findings);
    }
}
