//! What a scene from strangers could do: code in it, and ways out of it.

use proscenio_godot::{Document, Entry, Section, SectionKind, edit};
use proscenio_source::{EditRefusal, Finding, Span};

use crate::fits;

proscenio_source::codes! {
    "audit";
    SCRIPT = "script", Error,
        "The file brings a script along, or names one.",
        "read the script, or take it out with `proscenio strip-scripts`; it runs as soon as the scene is used";
    OBJECT = "object", Error,
        "A value makes an object or calls a function when it is read.",
        "take the value out: `Object(…)` and `Callable(…)` have no place in files from strangers";
    EXPRESSION = "expression", Warning,
        "An expression that the engine evaluates.",
        "read it: an expression can call any method of the nodes that it reaches";
    METHOD_TRACK = "method-track", Warning,
        "An animation that calls methods.",
        "read which methods it calls, with which arguments";
    CALL = "call", Warning,
        "A signal that calls a method of the engine with arguments of the file.",
        "read what is called; arguments come from `binds`";
    OUTSIDE = "outside", Error,
        "The file names a resource that is not on the list of those that are allowed.",
        "allow its folder with --allow, or take it out";
    LIMIT = "limit", Error,
        "The file is larger, deeper or longer than what is allowed.",
        "raise the limit if the file is meant to be so";
}

/// What is allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowed {
    /// Patterns ([`fits`]) of paths from the project's root that may be named; empty for all below `res://`.
    pub paths: Vec<String>,
    /// Bytes of the file.
    pub bytes: u32,
    /// Sections of the file.
    pub sections: usize,
    /// Nodes in nodes, and brackets in brackets.
    pub depth: usize,
}

impl Default for Allowed {
    fn default() -> Self {
        Self { paths: Vec::new(), bytes: 16 << 20, sections: 100_000, depth: 128 }
    }
}

/// Everything of a Godot file that runs code or leads out of it, in file order.
#[must_use]
pub fn audit(document: &Document, allowed: &Allowed) -> Vec<Finding> {
    let mut auditor = Auditor { document, allowed, found: Vec::new() };
    auditor.limits();
    for section in document.sections() {
        auditor.section(section);
    }
    auditor.found.sort_by_key(|finding| finding.span.map_or(0, Span::start));
    auditor.found
}

struct Auditor<'a> {
    document: &'a Document,
    allowed: &'a Allowed,
    found: Vec<Finding>,
}

impl Auditor<'_> {
    fn tell(&mut self, code: &proscenio_source::CodeInfo, span: Span, message: String) {
        self.found.push(code.finding(self.document.source().path(), message).at(span));
    }

    fn limits(&mut self) {
        let (bytes, sections) = (self.document.source().len(), self.document.sections().len());
        let top = Span::empty(0);
        if bytes > self.allowed.bytes {
            self.tell(&LIMIT, top, format!("{bytes} bytes are more than {}", self.allowed.bytes));
        }
        if sections > self.allowed.sections {
            self.tell(&LIMIT, top, format!("{sections} sections are more than {}", self.allowed.sections));
        }
    }

    fn section(&mut self, section: Section<'_>) {
        let text = |name: &str| section.attribute(name).and_then(|entry| entry.text()).unwrap_or_default();
        match section.kind() {
            SectionKind::ExtResource => self.external(section, &text("path"), &text("type")),
            SectionKind::SubResource | SectionKind::ResourceFile if is_script(&text("type"), "") => {
                self.tell(&SCRIPT, section.header_span(), format!("a script in the file, `{}`", text("id")));
            }
            SectionKind::Node => {
                let depth = text("parent").split('/').count();
                if depth > self.allowed.depth {
                    self.tell(&LIMIT, section.header_span(), format!("a node {depth} deep"));
                }
            }
            SectionKind::Connection if section.attribute("binds").is_some() => {
                self.tell(
                    &CALL,
                    section.header_span(),
                    format!("`{}` is called with arguments of the file", text("method")),
                );
            }
            _ => {}
        }
        for entry in section.attributes().chain(section.properties()) {
            self.entry(entry);
        }
    }

    fn external(&mut self, section: Section<'_>, path: &str, class: &str) {
        if is_script(class, path) {
            self.tell(&SCRIPT, section.header_span(), format!("the script `{path}`"));
        }
        let inner = path.strip_prefix("res://");
        let climbs = path.split('/').any(|name| name == "..");
        let fits_one = |inner: &str| {
            self.allowed.paths.is_empty() || self.allowed.paths.iter().any(|pattern| fits(pattern, inner))
        };
        // Without a path the uid alone leads somewhere, and nobody can say where.
        if climbs || !inner.is_some_and(fits_one) {
            self.tell(&OUTSIDE, section.header_span(), format!("`{path}` is not among the allowed paths"));
        }
    }

    fn entry(&mut self, entry: Entry<'_>) {
        let key = entry.key();
        let span = entry.value_span();
        if (key == "advance_expression" || key == "expression")
            && entry.text().is_some_and(|text| !text.is_empty())
        {
            self.tell(&EXPRESSION, span, format!("`{key}` is evaluated"));
        }
        if key.starts_with("tracks/")
            && key.ends_with("/type")
            && entry.text().is_some_and(|text| text == "method")
        {
            self.tell(&METHOD_TRACK, span, format!("`{key}` calls methods"));
        }
        if key == "script/source" {
            self.tell(&SCRIPT, span, "the text of a script".to_owned());
        }
        let (calls, depth) = constructors(self.document.slice(span));
        for at in calls {
            let start = span.start() + at;
            self.tell(
                &OBJECT,
                Span::new(start, span.end()),
                format!("`{key}` makes an object or names a function"),
            );
        }
        if depth > self.allowed.depth {
            self.tell(&LIMIT, span, format!("`{key}` nests {depth} deep"));
        }
    }
}

fn is_script(class: &str, path: &str) -> bool {
    let lower = path.to_ascii_lowercase();
    matches!(
        class,
        "Script"
            | "GDScript"
            | "CSharpScript"
            | "NativeScript"
            | "PluginScript"
            | "VisualScript"
            | "GDExtension"
            | "GDNativeLibrary"
    ) || [".gd", ".gdc", ".gde", ".cs", ".gdns", ".gdextension", ".vs"]
        .iter()
        .any(|ending| lower.ends_with(ending))
}

/// Where a value's text makes objects or names functions, strings left out, and how deep its brackets are.
fn constructors(text: &[u8]) -> (Vec<u32>, usize) {
    let (mut found, mut at, mut depth, mut deepest) = (Vec::new(), 0, 0_usize, 0);
    while let Some(&byte) = text.get(at) {
        match byte {
            b'"' => {
                at += 1;
                while let Some(&inner) = text.get(at).filter(|byte| **byte != b'"') {
                    at += if inner == b'\\' { 2 } else { 1 };
                }
            }
            b'(' | b'[' | b'{' => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b'O' | b'C' | b'S' => {
                let begins = at == 0 || !text[at - 1].is_ascii_alphanumeric() && text[at - 1] != b'_';
                let rest = &text[at..];
                let calls =
                    [&b"Object("[..], b"Callable(", b"Signal("].iter().any(|name| rest.starts_with(name));
                let empty = rest.starts_with(b"Callable()") || rest.starts_with(b"Signal()");
                if begins && calls && !empty {
                    found.push(at as u32);
                }
            }
            _ => {}
        }
        at += 1;
    }
    (found, deepest)
}

/// The document without its scripts: those that it brings along and those that it names, with the properties that
/// hold them. How many went.
///
/// # Errors
/// When the file is damaged.
pub fn strip_scripts(document: &Document) -> Result<(Document, usize), EditRefusal> {
    let mut now = document.clone();
    let mut gone = 0;
    // What a script alone used may be one too; it goes with it.
    loop {
        let ids = scripts(&now);
        if ids.is_empty() {
            break;
        }
        let wanted: Vec<&str> = ids.iter().map(String::as_str).collect();
        let edits = edit::remove_resources(&now, &wanted, edit::Users::Unset, &edit::Options::default())?;
        let next = edits.apply(&now);
        if next.source().bytes() == now.source().bytes() {
            break;
        }
        now = next;
        gone += ids.len();
    }
    Ok((now, gone))
}

/// The scripts that a file names and those that it holds, as `remove_resources` names them.
fn scripts(document: &Document) -> Vec<String> {
    let externals = document.ext_resources().filter(|resource| {
        is_script(&resource.resource_type().unwrap_or_default(), &resource.path().unwrap_or_default())
    });
    let own = document
        .sub_resources()
        .filter(|resource| is_script(&resource.resource_type().unwrap_or_default(), ""));
    let externals = externals.filter_map(|resource| Some(format!("ext:{}", resource.id()?.0)));
    externals.chain(own.filter_map(|resource| Some(format!("sub:{}", resource.id()?.0)))).collect()
}

#[cfg(test)]
mod tests {
    use proscenio_godot::Document;
    use proscenio_source::Source;

    use super::{Allowed, audit, strip_scripts};

    const SCENE: &str = "[gd_scene format=3]\n\n[ext_resource type=\"Script\" path=\"res://a.gd\" id=\"1\"]\n[ext_resource type=\"Texture2D\" path=\"res://art/a.png\" id=\"2\"]\n[ext_resource type=\"Texture2D\" path=\"user://a.png\" id=\"3\"]\n\n[sub_resource type=\"GDScript\" id=\"4\"]\nscript/source = \"extends Node\"\n\n[sub_resource type=\"Animation\" id=\"5\"]\ntracks/0/type = \"method\"\n\n[sub_resource type=\"AnimationNodeStateMachineTransition\" id=\"6\"]\nadvance_expression = \"free()\"\n\n[node name=\"A\" type=\"Sprite2D\"]\nscript = ExtResource(\"1\")\ntexture = ExtResource(\"2\")\nmetadata/a = [Object(Node,\"script\":SubResource(\"4\")), \"Object(\", Callable()]\n\n[node name=\"B\" type=\"Node\" parent=\".\"]\nscript = SubResource(\"4\")\n\n[connection signal=\"ready\" from=\".\" to=\".\" method=\"queue_free\" binds=[1]]\n";

    fn document(text: &str) -> Document {
        Document::parse(Source::new("a.tscn", text.into()))
    }

    fn codes(text: &str, allowed: &Allowed) -> Vec<&'static str> {
        audit(&document(text), allowed)
            .iter()
            .map(|finding| finding.code.trim_start_matches("audit/"))
            .collect()
    }

    #[test]
    fn everything_that_runs_is_told() {
        let all = ["script", "outside", "script", "script", "method-track", "expression", "object", "call"];
        assert_eq!(codes(SCENE, &Allowed::default()), all);
        assert!(
            codes(
                "[gd_scene format=3]\n\n[node name=\"A\" type=\"Node\"]\ntext = \"Object(Callable(\"\n",
                &Allowed::default()
            )
            .is_empty()
        );
    }

    #[test]
    fn limits_and_allowed_paths() {
        let allowed = Allowed { paths: vec!["sound/**".into()], bytes: 10, sections: 1, depth: 1 };
        let found = codes(SCENE, &allowed);
        assert_eq!(found.iter().filter(|code| **code == "outside").count(), 3);
        assert!(found.iter().filter(|code| **code == "limit").count() >= 3);
        let climbing =
            "[gd_scene format=3]\n\n[ext_resource type=\"Texture2D\" path=\"res://../a.png\" id=\"1\"]\n";
        assert_eq!(codes(climbing, &Allowed::default()), ["outside"]);
    }

    #[test]
    fn scripts_go_with_what_holds_them() {
        let (after, gone) = strip_scripts(&document(SCENE)).unwrap();
        assert_eq!(gone, 2);
        let text = String::from_utf8(after.to_bytes()).unwrap();
        assert!(
            !text.contains("a.gd") && !text.contains("extends Node") && !text.contains("script = "),
            "{text}"
        );
        assert!(text.contains("texture = ExtResource(\"2\")"));
        let left = audit(&after, &Allowed::default());
        assert!(left.iter().all(|finding| finding.code != "audit/script"));
        assert_eq!(strip_scripts(&after).unwrap().1, 0);
    }
}
