//! Every value of the corpus, decoded and written again, is the text the engine wrote.
// Tests stand at the edge: they read the corpus, print what they skip, and may panic.
#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::unwrap_used)]

mod support;

use std::collections::BTreeMap;

use proscenio_godot::spell::Spelling;
use proscenio_godot::value::decode;
use proscenio_godot::{Document, Entry};

/// The text of a value again; the line end that the engine writes behind an object belongs to the file.
fn again(raw: &[u8], spelling: Spelling) -> String {
    let mut text = decode(raw).value.spelled(spelling);
    text.truncate(text.trim_end_matches('\n').len());
    text
}

/// Values equal to their text, and the others.
fn compare(documents: &[Document]) -> (usize, Vec<String>) {
    let mut equal = 0;
    let mut different = Vec::new();
    for document in documents {
        let name = document.source().path();
        let spelling = Spelling::of(document).unwrap_or_else(|| panic!("{name} has no format"));
        for entry in document.sections().flat_map(|section| section.properties().collect::<Vec<Entry>>()) {
            let text = again(entry.raw(), spelling);
            if text.as_bytes() == entry.raw() {
                equal += 1;
            } else {
                let line = document.source().line_col(entry.value_span().start()).line;
                let old = String::from_utf8_lossy(entry.raw());
                different.push(format!(
                    "{name}:{line}: {}\n  {}\n  {}",
                    entry.key(),
                    shown(&old, &text),
                    shown(&text, &old)
                ));
            }
        }
    }
    (equal, different)
}

/// The first difference and a little around it.
fn shown(text: &str, other: &str) -> String {
    let at = text.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    let clip: Vec<u8> = text.bytes().skip(at.saturating_sub(30)).take(90).collect();
    format!("{:?}", String::from_utf8_lossy(&clip))
}

#[test]
fn values_of_godot_4_equal_their_text() {
    let Some(corpus) = support::corpus() else { return };
    let mut documents = support::documents(&corpus, "godot/demos-4");
    documents.extend(support::documents(&corpus, "probes"));
    let (equal, different) = compare(&documents);
    println!("{equal} values of {} files equal their text, {} do not", documents.len(), different.len());
    assert!(different.is_empty(), "{}", different.join("\n"));
}

#[test]
fn values_of_godot_3_equal_their_text() {
    let Some(corpus) = support::corpus() else { return };
    let documents = support::documents(&corpus, "godot/demos-3.2");
    let (equal, different) = compare(&documents);
    println!("{equal} values of {} files equal their text, {} do not", documents.len(), different.len());
    assert!(different.is_empty(), "{}", different.join("\n"));
}

/// The pieces of a value's text: strings, words and numbers, marks.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let len = match first {
            ';' => rest.find('\n').unwrap_or(rest.len()),
            '"' => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
            '(' | ')' | '[' | ']' | '{' | '}' | ',' | ':' => 1,
            _ => rest.find(|c: char| c.is_whitespace() || "()[]{},:\"".contains(c)).unwrap_or(rest.len()),
        };
        tokens.push(&rest[..len]);
        rest = rest[len..].trim_start();
    }
    tokens
}

const OLD_NAMES: [(&str, &str); 5] = [
    ("FloatArray", "PoolRealArray"),
    ("IntArray", "PoolIntArray"),
    ("Vector3Array", "PoolVector3Array"),
    ("Vector2Array", "PoolVector2Array"),
    ("ColorArray", "PoolColorArray"),
];

/// Why the exporter's text is not the engine's; nothing for what is not explained.
fn kinds(exported: &str, spelled: &str) -> Option<Vec<&'static str>> {
    let (mut old, mut new) = (tokens(exported), tokens(spelled));
    let mut kinds = Vec::new();
    if old == new {
        return Some(vec!["blanks alone"]);
    }
    if old.iter().any(|token| token.starts_with(';')) {
        kinds.push("comments inside the value");
        old.retain(|token| !token.starts_with(';'));
    }
    if old.windows(2).any(|pair| pair == [",", "]"] || pair == [",", "}"] || pair == [",", ")"]) {
        kinds.push("a comma behind the last item");
        let mut kept = Vec::new();
        for (at, token) in old.iter().enumerate() {
            let closes = old.get(at + 1).is_some_and(|next| ["]", "}", ")"].contains(next));
            if !(*token == "," && closes) {
                kept.push(*token);
            }
        }
        old = kept;
    }
    let mut named = false;
    for token in &mut old {
        if let Some((_, name)) = OLD_NAMES.iter().find(|(old, _)| old == token) {
            *token = name;
            named = true;
        }
    }
    if named {
        kinds.push("names of arrays from Godot 2");
    }
    let (mut old_sorted, mut new_sorted) = (old.clone(), new.clone());
    let number = |token: &str| token.parse::<f64>().ok();
    let by_value = |a: &&str, b: &&str| match (number(a), number(b)) {
        (Some(a), Some(b)) => a.total_cmp(&b),
        _ => a.cmp(b),
    };
    // Where entries have changed places, the same pieces are there in another order.
    if old
        .iter()
        .zip(&new)
        .any(|(a, b)| number(a).is_some() != number(b).is_some() || (number(a).is_none() && a != b))
    {
        kinds.push("order of the entries of a dictionary");
        old_sorted.sort_by(by_value);
        new_sorted.sort_by(by_value);
        (old, new) = (old_sorted, new_sorted);
    }
    if old.len() != new.len() {
        return None;
    }
    for (a, b) in old.iter().zip(&new).filter(|(a, b)| a != b) {
        let kind = match (number(a)?, number(b)?) {
            (a, b) if a == 0.0 && b == 0.0 => "zeros",
            (a, b) if a == b => "numbers with `.0` or further zeros",
            (a, b) if a as f32 == b as f32 => "digits beyond single precision",
            _ => return None,
        };
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    Some(kinds)
}

#[test]
fn values_of_exported_scenes_differ_in_known_ways() {
    let Some(corpus) = support::corpus() else { return };
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut equal, mut different) = (0, 0);
    for document in support::documents(&corpus, "godot/escn") {
        for entry in document.sections().flat_map(|section| section.properties().collect::<Vec<Entry>>()) {
            let exported = std::str::from_utf8(entry.raw()).unwrap();
            let spelled = again(entry.raw(), Spelling::Godot3);
            if exported == spelled {
                equal += 1;
                continue;
            }
            different += 1;
            let place = format!("{}: {}", document.source().path(), entry.key());
            let kinds = kinds(exported, &spelled).unwrap_or_else(|| panic!("{place}\n{exported}\n{spelled}"));
            kinds.iter().for_each(|kind| *counts.entry(kind).or_default() += 1);
            // Once written by us it stays as it is.
            assert_eq!(again(spelled.as_bytes(), Spelling::Godot3), spelled, "{place}");
        }
    }
    println!("{equal} values equal their text, {different} do not:");
    for (kind, count) in counts {
        println!("{count:5} {kind}");
    }
}
