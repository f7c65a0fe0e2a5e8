//! Which name was probably meant.

/// Findings of one rule that are worth a comparison with every name.
pub(crate) const WORTH: usize = 50;

/// `did you mean …?` for the candidate nearest to a name, when one is near at all.
pub(crate) fn did_you_mean<'n>(given: &str, names: impl IntoIterator<Item = &'n str>) -> Option<String> {
    proscenio_source::did_you_mean(given, names.into_iter().filter(|name| *name != given))
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
