//! Espresso3D maps and actors of all dialects.

use std::sync::OnceLock;

use proptest::prelude::*;
use proscenio_espresso3d::{Document, FileKind, Kind, NodeIndex};
use proscenio_source::{Edit, Severity, Source, Span};

use crate::{Facts, Family, Roll, laws, pick};

struct Map;
struct Actor;

fn parse(file: &[u8], kind: FileKind) -> Document {
    let name = if kind == FileKind::Map { Map::NAME } else { Actor::NAME };
    Document::parse(Source::new(name, file.to_vec()), kind)
}

fn is_sound(file: &[u8], kind: FileKind) -> bool {
    parse(file, kind).findings().iter().all(|finding| finding.severity != Severity::Error)
}

fn maps() -> &'static [Vec<u8>] {
    static FILES: OnceLock<Vec<Vec<u8>>> = OnceLock::new();
    FILES.get_or_init(|| {
        let own = [&include_bytes!("../fixtures/yard.e3m")[..], include_bytes!("../fixtures/lines.e3m")];
        with_corpus(own.map(<[u8]>::to_vec).to_vec(), "e3m", FileKind::Map)
    })
}

fn actors() -> &'static [Vec<u8>] {
    static FILES: OnceLock<Vec<Vec<u8>>> = OnceLock::new();
    FILES.get_or_init(|| {
        with_corpus(vec![include_bytes!("../fixtures/crane.e3a").to_vec()], "e3a", FileKind::Actor)
    })
}

fn with_corpus(mut files: Vec<Vec<u8>>, ending: &str, kind: FileKind) -> Vec<Vec<u8>> {
    if let Some(corpus) = proscenio_corpus::corpus() {
        let found = crate::files(&corpus.join("e3d"), &[ending]);
        files.extend(found.into_iter().filter(|file| file.len() < 4500 && is_sound(file, kind)));
    }
    files
}

/// Items that can be copied and deleted.
const ITEMS: [Kind; 8] = [
    Kind::Sector,
    Kind::Triangle,
    Kind::Portal,
    Kind::Actor,
    Kind::ParticleSystem,
    Kind::Bone,
    Kind::Animation,
    Kind::Frame,
];

/// Items with their parents, in file order.
fn nodes(document: &Document) -> Vec<(NodeIndex, NodeIndex)> {
    fn below(document: &Document, at: NodeIndex, all: &mut Vec<(NodeIndex, NodeIndex)>) {
        for (index, _) in document.tree().children(at) {
            all.push((index, at));
            below(document, index, all);
        }
    }
    let mut all = Vec::new();
    below(document, document.tree().root(), &mut all);
    all
}

fn kind(document: &Document, index: NodeIndex) -> Kind {
    document.tree().node(index).kind()
}

/// The numbers in the leaves of a part of a file.
fn numbers(document: &Document, within: Span) -> Vec<Span> {
    let mut found = Vec::new();
    for (index, _) in nodes(document) {
        let node = document.tree().node(index);
        let fields = [
            Kind::Vertices,
            Kind::Texture,
            Kind::Detail0,
            Kind::Position,
            Kind::Forward,
            Kind::List,
            Kind::Rotate,
            Kind::Translate,
        ];
        if !fields.contains(&node.kind()) || !within.contains(node.span()) {
            continue;
        }
        let bytes = document.source().slice(node.span());
        let mut start = 0;
        for word in bytes.split(|byte| byte.is_ascii_whitespace() || b",;".contains(byte)) {
            if std::str::from_utf8(word).is_ok_and(|word| word.parse::<f64>().is_ok()) {
                let at = node.span().start() + start as u32;
                found.push(Span::new(at, at + word.len() as u32));
            }
            start += word.len() + 1;
        }
    }
    found
}

/// The word that names an item.
fn name(document: &Document, index: NodeIndex) -> Option<Span> {
    let mut children = document.tree().children(index);
    let is_actor = kind(document, index) == Kind::Actor;
    let wanted = |kind| kind == Kind::Id || (kind == Kind::Name && !is_actor);
    children.find(|(_, node)| wanted(node.kind())).map(|(_, node)| node.span())
}

/// An item with the line end and the blanks in front of it, and the sign that may end it.
fn with_lead(base: &[u8], span: Span) -> Span {
    let before = base[..span.start() as usize].trim_ascii_end().len() as u32;
    let ends = base[span.end() as usize..].first() == Some(&b';');
    Span::new(before, span.end() + u32::from(ends))
}

fn edit(base: &[u8], (which, first, _): Roll, number: i64, file: FileKind) -> Option<Vec<Edit>> {
    let document = parse(base, file);
    let all = nodes(&document);
    let span = |index: NodeIndex| document.tree().node(index).span();
    let items: Vec<NodeIndex> = all
        .iter()
        .map(|(index, _)| *index)
        .filter(|index| ITEMS.contains(&kind(&document, *index)))
        .collect();
    Some(match which % 7 {
        0..=2 => {
            let place = pick(&numbers(&document, Span::new(0, base.len() as u32)), first)?;
            vec![Edit::replace(place, number.to_string())]
        }
        3 | 4 => {
            let item = pick(&items, first)?;
            // The copy says things of its own, so that it is nobody's twin.
            let whole = with_lead(base, span(item));
            let start = whole.start();
            let mut own = Vec::new();
            if let Some(name) = name(&document, item) {
                own.push(Edit::replace(name, format!("n{number}")));
            }
            own.extend(
                numbers(&document, span(item)).into_iter().map(|at| Edit::replace(at, number.to_string())),
            );
            for edit in &mut own {
                edit.span = Span::new(edit.span.start() - start, edit.span.end() - start);
            }
            let copy = proscenio_source::apply(whole.slice(base), &own).ok()?;
            vec![Edit::insert(whole.end(), copy)]
        }
        5 => vec![Edit::delete(with_lead(base, span(pick(&items, first)?)))],
        _ => {
            let item = pick(&items, first)?;
            let lead = Span::new(with_lead(base, span(item)).start(), span(item).start());
            let lead = String::from_utf8_lossy(lead.slice(base)).into_owned();
            // Only where a line starts.
            lead.contains('\n')
                .then(|| vec![Edit::insert(span(item).start(), format!("# c{number}{lead}"))])?
        }
    })
}

fn facts(file: &[u8], kind: FileKind) -> Facts {
    fn below(document: &Document, at: NodeIndex, path: &str, facts: &mut Facts) {
        for (index, node) in document.tree().children(at) {
            let raw = document.text(node.span()).into_owned();
            let words = raw.split_whitespace().collect::<Vec<_>>().join(" ");
            // Who has another name is the same item: names are facts, and no steps of the way to others.
            let path = format!("{path}/{:?}", node.kind());
            let has_none = document.tree().children(index).next().is_none();
            let is_leaf = has_none && node.kind() != Kind::Model && !ITEMS.contains(&node.kind());
            // What a merge leaves open is no part of the map.
            if is_leaf && (node.kind() != Kind::Comment || words.starts_with("# c7")) {
                *facts.entry((path.clone(), words)).or_default() += 1;
            }
            below(document, index, &path, facts);
        }
    }
    let (document, mut facts) = (parse(file, kind), Facts::new());
    below(&document, document.tree().root(), "", &mut facts);
    facts
}

macro_rules! family {
    ($family:ty, $name:literal, $kind:expr) => {
        impl Family for $family {
            const NAME: &'static str = $name;

            fn edit(base: &[u8], roll: Roll, number: i64) -> Option<Vec<Edit>> {
                edit(base, roll, number, $kind)
            }

            fn facts(file: &[u8]) -> Facts {
                facts(file, $kind)
            }

            fn is_sound(file: &[u8]) -> bool {
                is_sound(file, $kind)
            }

            // Conflicts hold whole items, so their texts tell.
            fn covers(_: &str, _: &str) -> bool {
                false
            }

            // A copy elsewhere says the same but for its numbers.
            fn may_stay(_: &str) -> bool {
                true
            }
        }
    };
}

family!(Map, "case.e3m", FileKind::Map);
family!(Actor, "case.e3a", FileKind::Actor);

laws!(of_maps, Map, maps(), 1500);
laws!(of_actors, Actor, actors(), 1000);
