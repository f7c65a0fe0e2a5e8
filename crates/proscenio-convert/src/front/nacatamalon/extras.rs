//! JSON values into extras.

use proscenio_nacatamalon::model::Json;
use proscenio_nacatamalon::{Kind, Value};
use proscenio_scene::{Extra, Extras};

/// A value kept whole. Recursion is bounded by how deep brackets are read.
pub(super) fn extra(value: Value<'_>) -> Extra {
    match value.kind() {
        Kind::Null | Kind::Damaged => Extra::Null,
        Kind::Bool => Extra::Bool(value.as_bool() == Some(true)),
        Kind::Number => number(value),
        Kind::String => Extra::Text(value.as_str().unwrap_or_default().into_owned()),
        Kind::Array => Extra::List(value.elements().map(extra).collect()),
        Kind::Object => object(value),
    }
}

/// A value of a document kept whole. Recursion is bounded by how deep brackets are read.
pub(super) fn json(value: &Json) -> Extra {
    match value {
        Json::Null => Extra::Null,
        Json::Bool(truth) => Extra::Bool(*truth),
        Json::Number(number) => whole(*number).map_or(Extra::Float(*number), Extra::Int),
        Json::Exact(text) => text.parse().map_or_else(|_| Extra::Text(text.to_string()), Extra::Int),
        Json::String(text) => Extra::Text(text.clone()),
        Json::Array(elements) => Extra::List(elements.iter().map(json).collect()),
        Json::Object(members) => {
            let mut extras = Extras::new();
            for (name, value) in members {
                extras.set(name.as_str(), json(value));
            }
            Extra::Map(extras)
        }
    }
}

/// A number without a fraction that doubles count exactly.
fn whole(number: f64) -> Option<i64> {
    const LIMIT: f64 = 9_007_199_254_740_992.0;
    (number.fract() == 0.0 && number.abs() <= LIMIT).then_some(number as i64)
}

/// Whole numbers stay whole; one beyond the doubles stays as it is spelled.
fn number(value: Value<'_>) -> Extra {
    let text = String::from_utf8_lossy(value.bytes());
    if let Ok(whole) = text.parse::<i64>() {
        return Extra::Int(whole);
    }
    match value.as_f64() {
        Some(number) if number.is_finite() => Extra::Float(number),
        _ => Extra::Text(text.into_owned()),
    }
}

fn object(value: Value<'_>) -> Extra {
    let mut extras = Extras::new();
    for member in value.members() {
        extras.set(member.name(), extra(member.value));
    }
    Extra::Map(extras)
}

/// The members of an object that are neither `known` nor null.
pub(super) fn members_except(value: Value<'_>, known: &[&str]) -> Extras {
    let mut extras = Extras::new();
    let unknown =
        value.members().filter(|member| !known.contains(&&*member.name()) && !member.value.is_null());
    for member in unknown {
        extras.set(member.name(), extra(member.value));
    }
    extras
}

#[cfg(test)]
mod tests {
    use proscenio_nacatamalon::Document;
    use proscenio_scene::Extra;
    use proscenio_source::Source;

    use super::{extra, members_except};

    #[test]
    fn values_are_kept_whole() {
        let text = r#"{"a": [1, 1.5, 1e999, null, true], "b": {"c": "ñ", "d": null}, "e": null}"#;
        let document = Document::parse(Source::new("a", text.as_bytes().to_vec()));
        let Extra::Map(map) = extra(document.root().unwrap()) else { panic!() };
        let list =
            vec![Extra::Int(1), Extra::Float(1.5), Extra::from("1e999"), Extra::Null, Extra::Bool(true)];
        assert_eq!(map.get("a"), Some(&Extra::List(list)));
        let Some(Extra::Map(inner)) = map.get("b") else { panic!() };
        assert_eq!((inner.get("c"), inner.get("d")), (Some(&Extra::from("ñ")), Some(&Extra::Null)));
        let rest = members_except(document.root().unwrap(), &["a"]);
        assert_eq!(rest.iter().map(|(name, _)| name).collect::<Vec<_>>(), ["b"]);
    }

    #[test]
    fn wide_objects_are_kept_member_by_member() {
        let members: Vec<String> = (0..20_000).map(|at| format!("\"n{at}\":{at}")).collect();
        let text = format!("{{{}}}", members.join(","));
        let document = Document::parse(Source::new("a", text.into_bytes()));
        let Extra::Map(map) = extra(document.root().unwrap()) else { panic!() };
        assert_eq!((map.len(), map.get("n19999")), (20_000, Some(&Extra::Int(19_999))));
    }
}
