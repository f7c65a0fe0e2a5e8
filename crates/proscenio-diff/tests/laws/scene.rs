//! nacatamalon scenes.

use std::sync::OnceLock;

use proptest::prelude::*;
use proscenio_nacatamalon::{Document, Kind, Member, Value};
use proscenio_source::{Edit, Severity, Source, Span};

use crate::{Facts, Family, Roll, laws, pick};

struct Scene;

fn parse(file: &[u8]) -> Document {
    Document::parse(Source::new(Scene::NAME, file.to_vec()))
}

fn all() -> &'static [Vec<u8>] {
    static FILES: OnceLock<Vec<Vec<u8>>> = OnceLock::new();
    FILES.get_or_init(|| {
        let mut files = vec![
            include_bytes!("../fixtures/court.scene").to_vec(),
            include_bytes!("../fixtures/court.scene").iter().copied().filter(|byte| *byte != b'\n').collect(),
        ];
        if let Some(corpus) = proscenio_corpus::corpus() {
            let found = crate::files(&corpus.join("nacatamalon"), &["scene"]);
            files.extend(found.into_iter().filter(|file| file.len() < 5000 && Scene::is_sound(file)));
        }
        files
    })
}

/// All that a value holds.
#[derive(Default)]
struct Found<'d> {
    scalars: Vec<Value<'d>>,
    objects: Vec<Value<'d>>,
    arrays: Vec<Value<'d>>,
}

fn find<'d>(value: Value<'d>, found: &mut Found<'d>) {
    match value.kind() {
        Kind::Object => found.objects.push(value),
        Kind::Array => found.arrays.push(value),
        _ => found.scalars.push(value),
    }
    value.members().for_each(|member| find(member.value, found));
    value.elements().for_each(|element| find(element, found));
}

fn member_span(member: Member<'_>) -> Span {
    member.key_span().cover(member.value.span())
}

fn spans(container: Value<'_>) -> Vec<Span> {
    container.members().map(member_span).chain(container.elements().map(|element| element.span())).collect()
}

/// Puts an item into a container, with a comma where it needs one.
fn insert(base: &[u8], container: Value<'_>, at: u32, text: &str) -> Edit {
    let spans = spans(container);
    let gap = match spans[..] {
        [] => return Edit::insert(container.span().start() + 1, text),
        [_] => {
            let lead = Span::new(container.span().start() + 1, spans[0].start());
            format!(",{}", String::from_utf8_lossy(lead.slice(base)))
        }
        [first, second, ..] => {
            String::from_utf8_lossy(Span::new(first.end(), second.start()).slice(base)).into_owned()
        }
    };
    match spans.get(at as usize % (spans.len() + 1)) {
        Some(next) => Edit::insert(next.start(), format!("{text}{gap}")),
        None => Edit::insert(spans[spans.len() - 1].end(), format!("{gap}{text}")),
    }
}

/// Takes an item out of a container with the comma that goes with it.
fn delete(container: Value<'_>, at: usize) -> Edit {
    let spans = spans(container);
    Edit::delete(match (at.checked_sub(1), spans.get(at + 1)) {
        (Some(before), _) => Span::new(spans[before].end(), spans[at].end()),
        (None, Some(next)) => Span::new(spans[at].start(), next.start()),
        (None, None) => spans[at],
    })
}

fn ids(array: Value<'_>) -> Option<Vec<String>> {
    let ids: Option<Vec<String>> =
        array.elements().map(|element| Some(element.get("id")?.as_str()?.into_owned())).collect();
    let ids = ids?;
    let different: std::collections::BTreeSet<&String> = ids.iter().collect();
    (different.len() == ids.len()).then_some(ids)
}

fn id(value: Value<'_>) -> Option<String> {
    Some(value.get("id")?.as_str()?.into_owned())
}

/// What a value says. A box is known by its id wherever it hangs; what it hangs from is a fact too.
fn facts_of(value: Value<'_>, path: &str, facts: &mut Facts) {
    for member in value.members() {
        facts_of(member.value, &format!("{path}/{}", member.name()), facts);
    }
    for element in value.elements() {
        let id = element.get("id").and_then(Value::as_str);
        let step = id.as_ref().map_or_else(|| "[]".to_owned(), |id| format!("@{id}"));
        let mut inner = format!("{path}/{step}");
        if let (Some(above), Some(id)) = (path.strip_suffix("/children"), id) {
            inner = format!("box @{id}");
            *facts.entry((format!("{inner}/below {above}"), format!("\"{id}\""))).or_default() += 1;
        }
        facts_of(element, &inner, facts);
    }
    if !matches!(value.kind(), Kind::Object | Kind::Array) {
        *facts.entry((path.to_owned(), String::from_utf8_lossy(value.bytes()).into_owned())).or_default() +=
            1;
    }
}

/// Boxes that hang from others.
fn boxes<'d>(found: &Found<'d>) -> Vec<(Value<'d>, usize)> {
    let lists = found.objects.iter().filter(|value| value.get("id").is_some_and(|id| id.as_str().is_some()));
    let lists = lists.filter_map(|value| value.get("children").filter(|list| list.is_array()));
    let items = |list: Value<'d>| {
        let with_id = |value: &Value<'_>| value.get("id").is_some_and(|id| id.as_str().is_some());
        let all: Vec<bool> = list.elements().map(|value| with_id(&value)).collect();
        (0..all.len()).filter(move |at| all[*at]).map(move |at| (list, at)).collect::<Vec<_>>()
    };
    lists.flat_map(items).collect()
}

impl Family for Scene {
    const NAME: &'static str = "case.scene";

    fn edit(base: &[u8], (kind, first, second): Roll, number: i64) -> Option<Vec<Edit>> {
        let document = parse(base);
        let mut found = Found::default();
        find(document.root()?, &mut found);
        let pair = |values: &[Value<'_>]| {
            let full: Vec<Value<'_>> =
                values.iter().copied().filter(|value| !spans(*value).is_empty()).collect();
            pick(&full, first).map(|value| (value.span(), second as usize % spans(value).len()))
        };
        let at = |span: Span| {
            found.objects.iter().chain(&found.arrays).copied().find(|value| value.span() == span)
        };
        Some(match kind % 9 {
            0..=2 => {
                let scalar = pick(&found.scalars, first)?;
                // Who has another id is another one.
                if base[..scalar.span().start() as usize].trim_ascii_end().ends_with(b"\"id\":") {
                    return None;
                }
                let is_text = scalar.kind() == Kind::String && second % 2 == 0;
                let text = if is_text { format!("\"s{number}\"") } else { number.to_string() };
                vec![Edit::replace(scalar.span(), text)]
            }
            3 => {
                let object = pick(&found.objects, first)?;
                let name = if second % 3 == 0 { number.to_string() } else { format!("m{}", second % 5) };
                if object.get(&name).is_some() {
                    return None;
                }
                vec![insert(base, object, second / 8, &format!("\"{name}\": {number}"))]
            }
            4 => {
                let array = pick(&found.arrays, first)?;
                let text = match ids(array).is_some() && array.elements().next().is_some() {
                    true => format!("{{\"id\": \"n{number}\", \"v\": {number}}}"),
                    false => number.to_string(),
                };
                vec![insert(base, array, second, &text)]
            }
            5 => {
                let (span, item) = pair(&found.objects)?;
                // An item of a list may become the twin of another, and then nobody knows which one it was.
                let in_list = |array: &Value<'_>| array.elements().any(|element| element.span() == span);
                if at(span)?.members().nth(item)?.is("id") || found.arrays.iter().any(in_list) {
                    return None;
                }
                vec![delete(at(span)?, item)]
            }
            6 => {
                let (span, item) = pair(&found.arrays)?;
                vec![delete(at(span)?, item)]
            }
            7 => {
                let (list, item) = pick(&boxes(&found), first)?;
                let moved = list.elements().nth(item)?;
                let ids: Vec<_> =
                    boxes(&found).iter().filter_map(|(list, at)| id(list.elements().nth(*at)?)).collect();
                let targets: Vec<Value<'_>> = found
                    .objects
                    .iter()
                    .filter(|value| {
                        id(**value).is_some_and(|own| ids.iter().filter(|other| **other == own).count() == 1)
                    })
                    .filter_map(|value| value.get("children").filter(|list| list.is_array()))
                    .filter(|target| target.span() != list.span() && !moved.span().contains(target.span()))
                    .collect();
                let own = id(moved)?;
                if ids.iter().filter(|other| **other == own).count() != 1 {
                    return None;
                }
                let text = String::from_utf8_lossy(moved.bytes()).into_owned();
                vec![delete(list, item), insert(base, pick(&targets, second)?, second / 7, &text)]
            }
            _ => {
                let array = pick(&found.arrays, first).filter(|array| ids(*array).is_some())?;
                let spans = spans(array);
                let one = second as usize % spans.len().max(1);
                let (one, two) = (*spans.get(one)?, *spans.get(one + 1)?);
                vec![Edit::replace(one, two.slice(base)), Edit::replace(two, one.slice(base))]
            }
        })
    }

    fn facts(file: &[u8]) -> Facts {
        let (document, mut facts) = (parse(file), Facts::new());
        for member in document.root().iter().flat_map(|root| root.members()) {
            // Open conflicts are no part of the scene.
            if !member.is(proscenio_diff::CONFLICTS) {
                facts_of(member.value, &format!("/{}", member.name()), &mut facts);
            }
        }
        facts
    }

    fn is_sound(file: &[u8]) -> bool {
        let document = parse(file);
        document.root().is_some_and(Value::is_object)
            && document.findings().iter().all(|finding| finding.severity != Severity::Error)
    }

    fn covers(conflict: &str, place: &str) -> bool {
        // A box by its id, and an item of a list without ids by its number.
        let conflict = conflict.rfind("/children/@").map_or_else(
            || conflict.to_owned(),
            |at| format!("box {}", &conflict[at + "/children/".len()..]),
        );
        let mut place = place.split('/');
        conflict.split('/').all(|step| place.next().is_some_and(|other| other == step || other == "[]"))
    }
}

laws!(of_scenes, Scene, all(), 2500);
