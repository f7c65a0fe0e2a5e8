//! What `project.json` says about drawing.

use super::codes;
use proscenio_nacatamalon::{Document, Value};
use proscenio_project::Project;
use proscenio_scene::Rgba;
use proscenio_source::{Finding, Source};
use proscenio_vfs::path;

/// The settings of a project; a scene without one is drawn with the defaults.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Settings {
    /// Width and height of the view, game pixels.
    pub size: [u32; 2],
    /// What is where nothing is drawn.
    pub background: Rgba,
    /// Whether pictures are filtered when they do not say so themselves.
    pub smooth: bool,
    /// Samples of each pixel, 1 or 4.
    pub samples: u32,
}

impl Default for Settings {
    fn default() -> Self {
        let [r, g, b] = [0x0f, 0x11, 0x19].map(|byte: u8| f32::from(byte) / 255.0);
        Self { size: [320, 224], background: Rgba::from_stored([r, g, b, 1.0]), smooth: false, samples: 1 }
    }
}

/// Where they stand.
pub(super) const FILE: &str = "project.json";
const FORMATS: [&str; 2] = ["nacatamalon-project", "nacatamal-project"];

/// Reads the project's settings; every field that makes no sense has its default.
pub(super) fn read(project: &Project<'_>, findings: &mut Vec<Finding>) -> Settings {
    let defaults = Settings::default();
    let Some(bytes) = project.read_at_root(FILE) else { return defaults };
    let root = project.root().map_or("", |(root, _)| root);
    let document = Document::parse(Source::new(path::join(root, FILE), bytes));
    findings.extend_from_slice(document.findings());
    let format = document.root().and_then(|root| root.get("format"));
    let accepted = |format: Value<'_>| format.as_str().is_some_and(|word| FORMATS.contains(&&*word));
    let Some(root) = document.root().filter(|root| root.is_object() && format.is_none_or(accepted)) else {
        let message = "the file is no nacatamalon project";
        findings.push(codes::NOT_A_PROJECT.finding(document.source().path(), message));
        return defaults;
    };
    let side = |name: &str, default: u32| {
        let number = root.get(name).and_then(Value::as_f64).map(f64::round);
        number.filter(|side| (1.0..=16384.0).contains(side)).map_or(default, |side| side as u32)
    };
    Settings {
        size: [side("width", defaults.size[0]), side("height", defaults.size[1])],
        background: root
            .get("background")
            .map_or(defaults.background, |value| colour(value, defaults.background)),
        smooth: root.get("smooth").and_then(Value::as_bool).unwrap_or(defaults.smooth),
        samples: if root.get("msaa").and_then(Value::as_f64) == Some(4.0) { 4 } else { defaults.samples },
    }
}

/// A colour record; a channel that is missing or no number is the default's.
fn colour(value: Value<'_>, default: Rgba) -> Rgba {
    let mut channels = default.to_stored();
    for (channel, name) in channels.iter_mut().zip(["r", "g", "b", "a"]) {
        let number = value.get(name).and_then(Value::as_f64).filter(|number| number.is_finite());
        if let Some(number) = number {
            *channel = number.clamp(0.0, 1.0) as f32;
        }
    }
    Rgba::from_stored(channels)
}

#[cfg(test)]
mod tests {
    use proscenio_project::Project;
    use proscenio_vfs::MemoryTree;

    use super::{Settings, read};

    fn settings(text: &str) -> (Settings, Vec<&'static str>) {
        let files = MemoryTree::from_files([("game/project.json", text)]);
        let mut findings = Vec::new();
        let settings = read(&Project::around(&files, "game/scenes/a.scene"), &mut findings);
        (settings, findings.iter().map(|finding| finding.code).collect())
    }

    #[test]
    fn fields_are_read_one_by_one() {
        let (read, findings) = settings(
            r#"{"format": "nacatamalon-project", "width": 640.4, "height": 0, "smooth": true,
                "background": {"r": 1, "g": 2, "b": "x"}}"#,
        );
        assert_eq!((read.size, read.smooth, findings.len()), ([640, 224], true, 0));
        let [r, g, b, a] = read.background.to_stored();
        assert!(
            (r - 1.0).abs() < 1e-5 && (g - 1.0).abs() < 1e-5 && (b - 25.0 / 255.0).abs() < 1e-5 && a == 1.0
        );
    }

    #[test]
    fn what_is_no_project_gives_the_defaults() {
        for text in ["[]", r#"{"format": "other", "width": 5}"#] {
            assert_eq!(settings(text), (Settings::default(), vec!["nacatamalon/not-a-project"]));
        }
        let (read, findings) = settings(r#"{"width": 5,}"#);
        assert_eq!((read.size, findings), ([5, 224], vec!["nacatamalon/json-extra-comma"]));
    }
}
