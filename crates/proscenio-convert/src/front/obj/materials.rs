//! Material libraries: `.mtl` files, found and read.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::Arc;

use proscenio_project::Project;
use proscenio_source::{Finding, Source, Span};
use proscenio_vfs::{find_ignoring_case, path};

use super::lines::{Line, Lines};
use super::report::Report;
use super::{Model, codes};

/// What is used of a material.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ObjMaterial {
    /// `Kd`, stored values; `None` when it is not written.
    pub diffuse: Option<[f64; 3]>,
    /// `map_Kd` without its options, as written.
    pub map: Option<String>,
    /// The file that `map` leads to.
    pub found: Option<String>,
    /// Opacity, 1 for none missing.
    pub opacity: f64,
    /// `Ns`.
    pub shininess: Option<f64>,
    /// Words of the library that say something beyond this: `Ks`, `map_Bump`.
    pub others: Vec<String>,
    /// The library it is from, and where its map is written.
    map_at: Option<(Arc<str>, Span)>,
}

/// The materials of a model by name; the first definition counts.
#[derive(Debug, Default)]
pub(crate) struct Libraries {
    by_name: HashMap<String, ObjMaterial>,
    /// Findings about libraries and the materials a model misses in them.
    pub findings: Vec<Finding>,
}

impl Libraries {
    /// Reads the libraries that a model names, and finds the images they name.
    pub fn read(model: &Model, project: &Project<'_>) -> Self {
        let mut libraries = Self::default();
        let from = project.place_of(model.source().path());
        let mut report = Report::new(model.source().path());
        for (name, span) in model.libraries() {
            let files = library_files(project, &from, name);
            if files.is_empty() {
                report.push(codes::MISSING_LIBRARY, Some(*span), || {
                    format!("there is no material library `{name}`")
                });
            }
            for file in files {
                match project.files().read(&file) {
                    Ok(bytes) => libraries.library(Source::new(file.as_str(), bytes), project),
                    Err(error) => report.push(codes::MISSING_LIBRARY, Some(*span), || error.to_string()),
                }
            }
        }
        for name in model.materials().iter().filter(|name| !libraries.by_name.contains_key(*name)) {
            report.push(codes::UNKNOWN_MATERIAL, None, || format!("no library defines `{name}`"));
        }
        libraries.findings.extend(report.finish());
        libraries
    }

    /// The material of a name.
    pub fn get(&self, name: &str) -> Option<&ObjMaterial> {
        self.by_name.get(name)
    }

    /// Adds what one file defines.
    fn library(&mut self, source: Source, project: &Project<'_>) {
        let mut report = Report::new(source.path());
        let (text, maps) = clean(&source, &mut report);
        match tobj::load_mtl_buf(&mut text.as_bytes()) {
            Ok((materials, _)) => {
                for material in materials {
                    if self.by_name.contains_key(&material.name) {
                        continue;
                    }
                    let name = material.name.clone();
                    let mut made = of_tobj(material);
                    if let Some(map) = &made.map {
                        let span = maps.get(&name).copied().unwrap_or_default();
                        made.found = find(project, source.path(), map);
                        if made.found.is_none() {
                            report.push(codes::MISSING_MAP, Some(span), || {
                                format!("there is no image `{map}`")
                            });
                        }
                        made.map_at = Some((Arc::clone(source.path()), span));
                    }
                    self.by_name.insert(name, made);
                }
            }
            Err(error) => report.push(codes::NOT_READ, None, || error.to_string()),
        }
        self.findings.extend(report.finish());
    }
}

impl ObjMaterial {
    /// A finding about its image.
    pub fn map_finding(&self, problem: &str) -> Option<Finding> {
        let (path, span) = self.map_at.as_ref()?;
        let map = self.map.as_deref().unwrap_or_default();
        Some(codes::MISSING_MAP.finding(path, format!("image `{map}`: {problem}")).at(*span))
    }
}

fn of_tobj(material: tobj::Material) -> ObjMaterial {
    let mut others: Vec<String> = material.unknown_param.keys().cloned().collect();
    let given = [
        ("Ka", material.ambient.is_some()),
        ("Ks", material.specular.is_some_and(|rgb| rgb != [0.0; 3])),
        ("map_Ka", material.ambient_texture.is_some()),
        ("map_Ks", material.specular_texture.is_some()),
        ("map_Bump", material.normal_texture.is_some()),
        ("map_Ns", material.shininess_texture.is_some()),
        ("map_d", material.dissolve_texture.is_some()),
    ];
    others.extend(given.iter().filter(|(_, given)| *given).map(|(name, _)| (*name).to_owned()));
    // Transparency, the other way round.
    let through = material.unknown_param.get("Tr").and_then(|value| value.parse::<f64>().ok());
    others.retain(|word| word != "Tr");
    others.sort();
    ObjMaterial {
        diffuse: material.diffuse,
        map: material
            .diffuse_texture
            .map(|map| without_options(&map).to_owned())
            .filter(|map| !map.is_empty()),
        found: None,
        opacity: material.dissolve.or(through.map(|through| 1.0 - through)).unwrap_or(1.0).clamp(0.0, 1.0),
        shininess: material.shininess,
        others,
        map_at: None,
    }
}

/// The libraries a statement names: one file, blanks in its name included, or several.
fn library_files(project: &Project<'_>, from: &str, names: &str) -> Vec<String> {
    if let Some(whole) = find(project, from, names) {
        return vec![whole];
    }
    names.split_whitespace().filter_map(|name| find(project, from, name)).collect()
}

/// The file that a model or library names: from its own folder, letter case aside; when it is not there, one of the
/// same name beside. Exporters write the paths of their own machine.
fn find(project: &Project<'_>, from: &str, reference: &str) -> Option<String> {
    let reference = reference.replace('\\', "/");
    let from = project.place_of(from);
    let folder = path::parent(&from);
    let name = path::file_name(&reference);
    if name.is_empty() {
        return None;
    }
    let files = project.files();
    find_ignoring_case(files, &path::join(folder, &reference))
        .or_else(|| find_ignoring_case(files, &path::join(folder, name)))
}

/// A map's file name without the options before it: `-s 1 1 1 -bm 0.5 wall.png`.
fn without_options(map: &str) -> &str {
    let mut rest = map.trim();
    while let Some(option) = rest.strip_prefix('-') {
        let (word, after) = option.split_once(char::is_whitespace).unwrap_or((option, ""));
        let (least, most) = match word {
            "blendu" | "blendv" | "cc" | "clamp" | "imfchan" | "texres" | "bm" | "boost" | "type" => (1, 1),
            "mm" => (2, 2),
            "o" | "s" | "t" => (1, 3),
            _ => break,
        };
        rest = after.trim_start();
        for at in 0..most {
            let (word, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            if at >= least && word.parse::<f64>().is_err() {
                break;
            }
            rest = after.trim_start();
        }
    }
    rest
}

/// The text for the reader, which refuses a whole file for one bad line, and where each material's map is written.
fn clean(source: &Source, report: &mut Report) -> (String, HashMap<String, Span>) {
    let mut out = String::with_capacity(source.bytes().len());
    let mut maps = HashMap::new();
    let mut material = None;
    for line in Lines::new(source.bytes()) {
        let text = proscenio_espresso3d::text(line.text.trim_ascii());
        let word = text.split_whitespace().next().unwrap_or_default();
        let rest = text[word.len()..].trim();
        let sound = match word {
            "newmtl" => {
                material = (!rest.is_empty()).then(|| rest.to_owned());
                material.is_some()
            }
            "Ka" | "Kd" | "Ks" => numbers(&line) >= 3,
            "Ns" | "Ni" | "d" | "Tr" => numbers(&line) >= 1,
            "illum" => rest.parse::<u8>().is_ok(),
            _ if word.starts_with("map_") || word == "bump" => !rest.is_empty(),
            _ => true,
        };
        if !sound {
            let line_text: String = text.chars().take(60).collect();
            report.push(codes::BAD_MATERIAL, Some(line.span), || format!("`{line_text}` is left out"));
            continue;
        }
        if word == "map_Kd"
            && let Some(material) = &material
        {
            maps.entry(material.clone()).or_insert(line.span);
        }
        // Colours by a spectrum or in XYZ have words in front of their numbers and are left to nobody.
        let _ = writeln!(out, "{word} {rest}");
    }
    (out, maps)
}

/// How many finite numbers follow the first word.
fn numbers(line: &Line<'_>) -> usize {
    let finite = |word: &&[u8]| {
        std::str::from_utf8(word).ok().and_then(|text| text.parse::<f64>().ok()).is_some_and(f64::is_finite)
    };
    line.words().skip(1).take_while(finite).count()
}

#[cfg(test)]
mod tests {
    use super::without_options;

    #[test]
    fn options_of_maps_are_passed_over() {
        for (written, name) in [
            ("wall.png", "wall.png"),
            ("-s 1 1 1 brick wall.png", "brick wall.png"),
            ("-o 0.5 wall.png", "wall.png"),
            ("-bm 2 -clamp on -mm 0 1 a.png", "a.png"),
            ("-weird a.png", "-weird a.png"),
            ("-clamp on", ""),
        ] {
            assert_eq!(without_options(written), name);
        }
    }
}
