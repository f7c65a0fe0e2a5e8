//! Which name was probably meant.

/// Names longer than this are not compared.
const LONGEST: usize = 200;
/// Findings of one rule that are worth a comparison with every name.
pub(crate) const WORTH: usize = 50;
/// Names compared at most.
const MOST: usize = 5_000;

/// `did you mean …?` for the candidate nearest to a name, when one is near at all.
pub(crate) fn did_you_mean<'n>(given: &str, names: impl IntoIterator<Item = &'n str>) -> Option<String> {
    if given.len() > LONGEST {
        return None;
    }
    let near = |name: &'n str| {
        let allowed = (given.len().max(name.len()) / 3).max(1);
        let distance = strsim::damerau_levenshtein(given, name);
        (distance <= allowed).then_some((distance, name))
    };
    let names = names.into_iter().take(MOST);
    let names = names.filter(|name| !name.is_empty() && name.len() <= LONGEST && *name != given);
    let (_, name) = names.filter_map(near).min_by_key(|(distance, _)| *distance)?;
    Some(format!("did you mean `{name}`?"))
}

#[cfg(test)]
mod tests {
    use super::did_you_mean;

    #[test]
    fn only_near_names_are_suggested() {
        assert_eq!(did_you_mean("heor", ["tree", "hero"]).as_deref(), Some("did you mean `hero`?"));
        assert_eq!(did_you_mean("heor", ["castle", ""]), None);
    }
}
