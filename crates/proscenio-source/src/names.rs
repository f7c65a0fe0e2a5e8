//! Names: which ones are free, and which one was probably meant.

/// Names longer than this are not compared.
const LONGEST: usize = 200;
/// Names compared at most.
const MOST: usize = 20_000;

/// `name` with the first number that makes it free, as Godot does: `Ball`, `Ball2`, `Ball3`.
#[must_use]
pub fn free_name(name: &str, taken: impl Fn(&str) -> bool) -> String {
    let stem = name.trim_end_matches(|character: char| character.is_ascii_digit());
    let (stem, first) = match name[stem.len()..].parse::<u64>() {
        Ok(number) if !stem.is_empty() && number < u64::MAX / 2 => (stem, number + 1),
        _ => (name, 2),
    };
    (first..).map(|number| format!("{stem}{number}")).find(|name| !taken(name)).unwrap_or_default()
}

/// `did you mean …?` for the candidate nearest to `given`, when one is near at all.
///
/// Names of more than 200 bytes are not compared, nor candidates beyond the 20,000th.
#[must_use]
pub fn did_you_mean<S: AsRef<str>>(given: &str, candidates: impl IntoIterator<Item = S>) -> Option<String> {
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
    use super::{did_you_mean, free_name};

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
        let names = ["World/Player", "player-art", "World"];
        assert_eq!(did_you_mean("player-atr", names).unwrap(), "did you mean `player-art`?");
        assert_eq!(did_you_mean("Wrold", names).unwrap(), "did you mean `World`?");
        assert_eq!(did_you_mean("Enemy", names), None);
        let paths = ["Player/Camera3D", "Player/Mesh", "World"];
        assert_eq!(did_you_mean("Player/Camra3D", paths).unwrap(), "did you mean `Player/Camera3D`?");
    }
}
