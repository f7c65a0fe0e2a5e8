//! Names: which ones a node may have, and which one was probably meant.

use super::{BAD_NAME, EditRefusal};

/// Characters that mean something in a node path.
const FORBIDDEN: [char; 7] = ['.', ':', '@', '/', '"', '%', '\0'];

/// Names longer than this are not compared.
const LONGEST: usize = 200;

/// Names compared at most.
const MOST: usize = 20_000;

/// Refuses a name that no node can have.
pub(super) fn check_node_name(name: &str) -> Result<(), EditRefusal> {
    if name.is_empty() {
        return Err(EditRefusal::new(BAD_NAME, "a node needs a name").help("give it at least one letter"));
    }
    if let Some(character) = name.chars().find(|character| FORBIDDEN.contains(character)) {
        let message = format!("a node's name cannot hold `{}`", character.escape_debug());
        let fixed: String = name.chars().filter(|character| !FORBIDDEN.contains(character)).collect();
        let help =
            if fixed.is_empty() { "use letters and digits".to_owned() } else { format!("try `{fixed}`") };
        return Err(EditRefusal::new(BAD_NAME, message).help(help));
    }
    Ok(())
}

/// Refuses a name that no signal, method or property can have.
pub(super) fn check_plain_name(name: &str, what: &str) -> Result<(), EditRefusal> {
    if name.is_empty() || name.chars().any(char::is_control) {
        let message = format!("`{}` is no name of a {what}", name.escape_debug());
        return Err(EditRefusal::new(BAD_NAME, message));
    }
    Ok(())
}

/// `name` with the first number that makes it free, as the engine does: `Ball`, `Ball2`, `Ball3`.
pub(super) fn free_name(name: &str, taken: impl Fn(&str) -> bool) -> String {
    let stem = name.trim_end_matches(|character: char| character.is_ascii_digit());
    let (stem, first) = match name[stem.len()..].parse::<u64>() {
        Ok(number) if !stem.is_empty() && number < u64::MAX / 2 => (stem, number + 1),
        _ => (name, 2),
    };
    let mut number = first;
    loop {
        let candidate = format!("{stem}{number}");
        if !taken(&candidate) {
            return candidate;
        }
        number += 1;
    }
}

/// `did you mean …?` for the candidate nearest to `given`, when one is near at all.
pub(super) fn did_you_mean<S: AsRef<str>>(
    given: &str,
    candidates: impl IntoIterator<Item = S>,
) -> Option<String> {
    if given.len() > LONGEST {
        return None;
    }
    let given: Vec<char> = given.chars().collect();
    let mut best: Option<(usize, String)> = None;
    for candidate in candidates.into_iter().take(MOST) {
        let candidate = candidate.as_ref();
        if candidate.is_empty() || candidate.len() > LONGEST {
            continue;
        }
        let other: Vec<char> = candidate.chars().collect();
        let allowed = (given.len().max(other.len()) / 3).max(1);
        let limit = best.as_ref().map_or(allowed, |(distance, _)| allowed.min(distance.saturating_sub(1)));
        if given.len().abs_diff(other.len()) > limit {
            continue;
        }
        let distance = distance(&given, &other);
        if distance <= limit && best.as_ref().is_none_or(|(least, _)| distance < *least) {
            best = Some((distance, candidate.to_owned()));
        }
    }
    best.map(|(_, candidate)| format!("did you mean `{candidate}`?"))
}

/// Letters to insert, delete, replace or swap to get from `a` to `b`.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.iter().enumerate() {
        let mut row = Vec::with_capacity(b.len() + 1);
        row.push(i + 1);
        for (j, to) in b.iter().enumerate() {
            let mut least = (last[j] + usize::from(from != to)).min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *from == b[j - 1] && a[i - 1] == *to {
                least = least.min(before[j - 1] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::{check_node_name, did_you_mean, free_name};

    #[test]
    fn names_with_path_characters_are_refused_with_a_better_one() {
        assert!(check_node_name("Ball 2 (é)").is_ok());
        for name in ["", "a/b", "a.b", "a:b", "@a", "%a", "a\"b", "."] {
            let refusal = check_node_name(name).unwrap_err();
            assert_eq!(refusal.code.name, "godot/edit-bad-name", "{name}");
        }
        assert_eq!(check_node_name("a/b").unwrap_err().help.unwrap(), "try `ab`");
    }

    #[test]
    fn free_names_count_on() {
        let taken = ["Ball", "Ball2", "Ball3", "7"];
        assert_eq!(free_name("Ball", |name| taken.contains(&name)), "Ball4");
        assert_eq!(free_name("Ball2", |name| taken.contains(&name)), "Ball4");
        assert_eq!(free_name("Cube", |name| taken.contains(&name)), "Cube2");
        assert_eq!(free_name("7", |name| taken.contains(&name)), "72");
    }

    #[test]
    fn the_nearest_name_is_suggested() {
        let names = ["Player/Camera3D", "Player/Mesh", "World"];
        assert_eq!(did_you_mean("Player/Camra3D", names).unwrap(), "did you mean `Player/Camera3D`?");
        assert_eq!(did_you_mean("Wrold", names).unwrap(), "did you mean `World`?");
        assert_eq!(did_you_mean("Enemy", names), None);
    }
}
