//! The rules of meaning, apart from the parser: ids, references, order, the tree.

use std::borrow::Cow;

use memchr::memmem;
use proscenio_source::{Finding, Span};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::document::{Document, Kind};
use crate::findings::{self, Code};
use crate::lexer::{self, StringEnd};
use crate::section::{Entry, Section};
use crate::tree::SectionKind;
use crate::value::{Id, Reference};

impl Document {
    /// What is wrong with the meaning of the file, in file order: ids, references, sections out of order,
    /// parents, siblings. [`Self::findings`] has what is wrong with its text.
    #[must_use]
    pub fn check(&self) -> Vec<Finding> {
        let mut check = Check::new(self);
        check.header();
        check.sections();
        check.references();
        check.duplicate_properties();
        let tree = self.node_tree();
        check.findings.extend_from_slice(tree.findings());
        check.paths(&tree);
        let mut findings = check.findings;
        findings.sort_by_key(|finding| finding.span.map_or(0, Span::start));
        findings::limit(&mut findings, self.source().path());
        findings
    }

    /// Decodes every value and gives what is wrong with them, in file order, without what
    /// [`Self::findings`] tells already.
    #[must_use]
    pub fn check_values(&self) -> Vec<Finding> {
        let unclosed = [findings::UNCLOSED_STRING.name, findings::UNCLOSED_BRACKET.name];
        let told: FxHashSet<(&str, Option<Span>)> =
            self.findings().iter().map(|finding| (finding.code, finding.span)).collect();
        let attributes = self.sections().flat_map(Section::attributes);
        let properties = self.sections().flat_map(Section::properties);
        let mut findings: Vec<Finding> = attributes
            .chain(properties)
            .filter(|entry| !entry.raw().is_empty())
            .flat_map(|entry| entry.decode().1)
            .filter(|finding| !unclosed.contains(&finding.code))
            .filter(|finding| !told.contains(&(finding.code, finding.span)))
            .take(findings::LIMIT + 1)
            .collect();
        findings.sort_by_key(|finding| finding.span.map_or(0, Span::start));
        findings::limit(&mut findings, self.source().path());
        findings
    }

    /// The references to resources in a value, in order, each with its place in the file. Nothing is
    /// decoded but the references themselves.
    #[must_use]
    pub fn references_in(&self, entry: Entry<'_>) -> Vec<(Span, Reference)> {
        let raw = entry.raw();
        // Most values hold none, and this finds out at once.
        if memmem::find(raw, b"Resource").is_none() {
            return Vec::new();
        }
        let mut found = Vec::new();
        let mut at = 0;
        while let Some(byte) = raw.get(at) {
            match byte {
                b'"' => match lexer::string_end(raw, at) {
                    StringEnd::Closed(end) => at = end,
                    StringEnd::Lost(_) | StringEnd::Cut => break,
                },
                b';' => at = lexer::line_end(raw, at),
                byte if lexer::is_word(*byte) => {
                    let end = lexer::word_end(raw, at);
                    if let Some((next, reference)) = reference_at(raw, at, end) {
                        let span = Span::new(at as u32, next as u32).shifted(entry.value_span().start());
                        found.push((span, reference));
                        at = next;
                    } else {
                        at = end;
                    }
                }
                _ => at += 1,
            }
        }
        found
    }
}

/// The reference whose name stands from `start` to `end`, and the offset behind it.
fn reference_at(raw: &[u8], start: usize, end: usize) -> Option<(usize, Reference)> {
    if !matches!(&raw[start..end], b"ExtResource" | b"SubResource" | b"Resource") {
        return None;
    }
    let open = lexer::skip_blank(raw, end);
    if raw.get(open) != Some(&b'(') {
        return None;
    }
    let lexer::NestEnd::Closed(next) = lexer::nest_end(raw, open) else { return None };
    let reference = crate::value::decode(&raw[start..next]).value.as_reference().cloned()?;
    Some((next, reference))
}

/// Where each id of a kind of resource was given first.
type Ids = FxHashMap<Id, Span>;

struct Check<'d> {
    document: &'d Document,
    findings: Vec<Finding>,
    ext: Ids,
    sub: Ids,
}

impl<'d> Check<'d> {
    fn new(document: &'d Document) -> Self {
        Self { document, findings: Vec::new(), ext: Ids::default(), sub: Ids::default() }
    }

    fn tell(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.tell_with(code, span, message, None);
    }

    /// Tells something that another place helps to understand.
    fn tell_with(
        &mut self,
        code: Code,
        span: Span,
        message: impl Into<String>,
        related: Option<(Span, &str)>,
    ) {
        if self.findings.len() > findings::LIMIT {
            return;
        }
        let mut finding = code.finding(self.document.source().path(), message).at(span);
        if let Some((span, what)) = related {
            finding = finding.related(span, what);
        }
        self.findings.push(finding);
    }

    fn header(&mut self) {
        let Some(header) = self.document.header() else { return };
        match self.document.format() {
            Some(1..=4) => {}
            Some(format) => {
                let at = header.attribute("format").map_or(header.header_span(), Entry::value_span);
                let message = format!("no engine version writes format {format}; known are 1 to 4");
                self.tell(findings::UNKNOWN_FORMAT, at, message);
            }
            None => {
                let message = "the header does not say the format of the file";
                self.tell(findings::UNKNOWN_FORMAT, header.header_span(), message);
            }
        }
        if header.kind() == SectionKind::ResourceFile {
            self.needs(header, &["type"]);
        }
    }

    /// Ids, attributes that must be there, order.
    fn sections(&mut self) {
        let mut latest = (0, Span::empty(0));
        for section in self.document.sections() {
            match section.kind() {
                SectionKind::ExtResource => {
                    self.needs(section, &["type", "path", "id"]);
                    self.give_id(section, false);
                }
                SectionKind::SubResource => {
                    self.needs(section, &["type", "id"]);
                    self.give_id(section, true);
                }
                SectionKind::Node => self.needs(section, &["name"]),
                SectionKind::Connection => self.needs(section, &["signal", "from", "to", "method"]),
                SectionKind::Editable => self.needs(section, &["path"]),
                _ => {}
            }
            latest = self.order(section, latest);
        }
    }

    fn needs(&mut self, section: Section<'d>, names: &[&str]) {
        for name in names {
            if section.attribute(name).is_none() {
                // A file of Godot 4 may name an external resource by its uid alone.
                if *name == "path" && section.attribute("uid").is_some() {
                    continue;
                }
                let message = format!("`[{}]` needs the attribute `{name}`", section.tag());
                self.tell(findings::MISSING_ATTRIBUTE, section.header_span(), message);
            }
        }
    }

    fn give_id(&mut self, section: Section<'d>, sub: bool) {
        let Some(entry) = section.attribute("id") else { return };
        let text = entry.text().map(Cow::into_owned);
        let Some(id) = text.or_else(|| entry.integer().map(|number| number.to_string())) else { return };
        let ids = if sub { &mut self.sub } else { &mut self.ext };
        let first = *ids.entry(Id(id.clone())).or_insert(entry.value_span());
        if first != entry.value_span() {
            let message = format!("the id `{id}` is taken already");
            let related = Some((first, "the first one"));
            self.tell_with(findings::DUPLICATE_ID, entry.value_span(), message, related);
        }
    }

    /// The engine expects: header, external, internal resources, nodes, connections, editable paths.
    fn order(&mut self, section: Section<'d>, latest: (u8, Span)) -> (u8, Span) {
        let rank = match section.kind() {
            SectionKind::Scene | SectionKind::ResourceFile => 0,
            SectionKind::ExtResource => 1,
            SectionKind::SubResource => 2,
            SectionKind::Resource | SectionKind::Node => 3,
            SectionKind::Connection => 4,
            SectionKind::Editable => 5,
            SectionKind::Unknown => return latest,
        };
        if rank < latest.0 {
            let message = format!("`[{}]` stands too late in the file", section.tag());
            let related = Some((latest.1, "it belongs in front of this"));
            self.tell_with(findings::OUT_OF_ORDER, section.header_span(), message, related);
            return latest;
        }
        (rank, section.header_span())
    }

    fn references(&mut self) {
        for section in self.document.sections() {
            for entry in section.attributes().chain(section.properties()) {
                for (span, reference) in self.document.references_in(entry) {
                    self.reference(section, span, &reference);
                }
            }
        }
    }

    fn reference(&mut self, section: Section<'d>, span: Span, reference: &Reference) {
        let (id, kind, ids) = match reference {
            Reference::Path { .. } => return,
            Reference::Sub(id) => (id, "sub_resource", &self.sub),
            Reference::Ext(id) => (id, "ext_resource", &self.ext),
        };
        match ids.get(id) {
            None => {
                let message = format!("the file has no `[{kind}]` with the id `{}`", id.0);
                self.tell(findings::UNKNOWN_ID, span, message);
            }
            Some(given) if kind == "sub_resource" && given.start() >= section.header_span().start() => {
                let related = Some((*given, "it stands here"));
                let message = format!("the sub-resource `{}` is used in front of its own section", id.0);
                self.tell_with(findings::USED_BEFORE, span, message, related);
            }
            Some(_) => {}
        }
    }

    fn duplicate_properties(&mut self) {
        let loose: Vec<Span> = self.document.loose_properties().map(|entry| entry.span()).collect();
        if let (Some(first), Some(last)) = (loose.first(), loose.last()) {
            let message = "these properties belong to no section";
            self.tell(findings::LOOSE_PROPERTY, first.cover(*last), message);
        }
        let mut seen: FxHashMap<Cow<'d, str>, Span> = FxHashMap::default();
        for section in self.document.sections() {
            seen.clear();
            for entry in section.properties() {
                let first = *seen.entry(entry.key()).or_insert(entry.key_span());
                if first != entry.key_span() {
                    let message = format!("`{}` is set twice here; the engine keeps the last", entry.key());
                    let related = Some((first, "the first one"));
                    self.tell_with(findings::DUPLICATE_PROPERTY, entry.key_span(), message, related);
                }
            }
        }
    }

    /// Nodes that connections and editable paths name.
    fn paths(&mut self, tree: &crate::nodes::NodeTree<'_>) {
        if self.document.kind() != Kind::Scene {
            return;
        }
        for section in self.document.sections() {
            let names: &[&str] = match section.kind() {
                SectionKind::Connection => &["from", "to"],
                SectionKind::Editable => &["path"],
                _ => continue,
            };
            for entry in names.iter().filter_map(|name| section.attribute(name)) {
                let Some(path) = entry.text() else { continue };
                if tree.find(&path).is_none() && !tree.is_inside_instance(&path) {
                    let message = format!("there is no node `{path}` in this scene");
                    self.tell(findings::MISSING_NODE, entry.value_span(), message);
                }
            }
        }
    }
}
