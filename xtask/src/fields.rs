//! The book's tables of fields and the JSON Schemas, written from the tables in the code.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::Result;
use proscenio_nacatamalon::schema::{SCENE_GROUPS, Which, field_tables, json_schema};

const INTRODUCTION: &str = "# Fields of a nacatamalon scene

<!-- written by xtask fields -->

Every member of every object of a `.scene`, as the reader takes it and the writer writes it.

A value that is of another kind than told reads as if it were not there. *Written* tells when a saved document
says the member: `always`, `when said` (also when it is the default), or `when not the default`. A colour is
`{ \"r\", \"g\", \"b\", \"a\" }`, each from 0 to 1; a point is `{ \"x\", \"y\" }`. Lengths of flat things are pixels
with +y down; lengths in 3D are the scene's units with +y up, right-handed. Angles turn clockwise in the plane.

The same tables as JSON Schema, for editors that complete and check: [scene.schema.json](scene.schema.json).

";

/// What the files should hold, by their path below `docs/src`.
fn files() -> BTreeMap<String, String> {
    let page = format!("{INTRODUCTION}{}", field_tables(SCENE_GROUPS));
    let mut files = BTreeMap::from([("nacatamalon/fields.md".to_owned(), page.trim_end().to_owned() + "\n")]);
    for which in Which::ALL {
        files.insert(format!("nacatamalon/{}.schema.json", which.name()), json_schema(*which));
    }
    files
}

/// Writes the files.
pub fn write(root: &Path) -> Result<()> {
    for (name, text) in files() {
        let path = root.join("docs/src").join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(&path, text)?;
    }
    Ok(())
}

/// Files that differ from what [`write()`] would write, in words.
pub fn faults(root: &Path) -> Vec<String> {
    let differs = |(name, text): &(String, String)| {
        fs::read_to_string(root.join("docs/src").join(name)).ok().as_ref() != Some(text)
    };
    let wrong = files().into_iter().filter(differs);
    wrong.map(|(name, _)| format!("docs/src/{name} is not what the tables say; run xtask fields")).collect()
}
