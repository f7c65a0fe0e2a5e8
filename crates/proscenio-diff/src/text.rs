//! Merging lines, as git does, for what is no sound scene.

use std::collections::HashMap;

use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::list::{Conflict, ConflictKind, Place};
use crate::marks;
use crate::options::{Options, Strategy};

/// Whether the first line of a text ends in CR LF.
pub(crate) fn is_crlf(bytes: &[u8]) -> bool {
    memchr::memchr(b'\n', bytes).is_some_and(|at| at > 0 && bytes[at - 1] == b'\r')
}

/// Merges lines. Conflicts are marked as git marks them.
pub(crate) fn merge(texts: [&[u8]; 3], options: &Options) -> (Vec<u8>, Vec<Conflict>) {
    let mut numbers: HashMap<&[u8], u32> = HashMap::new();
    let lines = texts.map(lines);
    let mut ids: [Vec<u32>; 3] = Default::default();
    for (lines, ids) in lines.iter().zip(&mut ids) {
        for line in lines {
            let next = numbers.len() as u32;
            ids.push(*numbers.entry(line).or_insert(next));
        }
    }
    let mut merge = Merge { lines, out: Vec::new(), conflicts: Vec::new(), options };
    merge.run(&matches(&ids[0], &ids[1]), &matches(&ids[0], &ids[2]));
    (merge.out, merge.conflicts)
}

fn lines(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|byte| *byte == b'\n').collect()
}

/// For each line of the first list the line of the second that it is.
fn matches(base: &[u32], side: &[u32]) -> Vec<Option<usize>> {
    let mut matches = vec![None; base.len()];
    for op in capture_diff_slices(Algorithm::Patience, base, side) {
        if let DiffOp::Equal { old_index, new_index, len } = op {
            for step in 0..len {
                matches[old_index + step] = Some(new_index + step);
            }
        }
    }
    matches
}

struct Merge<'t, 'o> {
    lines: [Vec<&'t [u8]>; 3],
    out: Vec<u8>,
    conflicts: Vec<Conflict>,
    options: &'o Options,
}

impl Merge<'_, '_> {
    fn run(&mut self, ours: &[Option<usize>], theirs: &[Option<usize>]) {
        let mut at = [0; 3];
        let ends = [self.lines[0].len(), self.lines[1].len(), self.lines[2].len()];
        while at[0] < ends[0] || at[1] < ends[1] || at[2] < ends[2] {
            let stable = at[0] < ends[0] && ours[at[0]] == Some(at[1]) && theirs[at[0]] == Some(at[2]);
            if stable {
                self.out.extend_from_slice(self.lines[1][at[1]]);
                at = at.map(|at| at + 1);
                continue;
            }
            let next = (at[0]..ends[0]).find_map(|line| Some([line, ours[line]?, theirs[line]?]));
            let next = next.unwrap_or(ends);
            self.hunk(at, next);
            at = next;
        }
    }

    /// Merges lines of which at least one side changed some.
    fn hunk(&mut self, from: [usize; 3], to: [usize; 3]) {
        let text = |side: usize| self.lines[side][from[side]..to[side]].concat();
        let (base, ours, theirs) = (text(0), text(1), text(2));
        if ours == theirs || theirs == base {
            return self.out.extend_from_slice(&ours);
        }
        if ours == base {
            return self.out.extend_from_slice(&theirs);
        }
        match self.options.strategy {
            Strategy::Ours => return self.out.extend_from_slice(&ours),
            Strategy::Theirs => return self.out.extend_from_slice(&theirs),
            Strategy::Union => {
                self.out.extend_from_slice(&ours);
                return self.out.extend_from_slice(&theirs);
            }
            Strategy::Mark => {}
        }
        let name = format!("lines {} to {}", from[1] + 1, to[1].max(from[1] + 1));
        let conflict = Conflict {
            place: Place { what: "text", name },
            kind: ConflictKind::Text,
            base: Some(base),
            ours: Some(ours),
            theirs: Some(theirs),
        };
        let ours = conflict.ours.as_deref().unwrap_or_default();
        marks::git(ours, &conflict, &self.options.labels, &mut self.out);
        self.out.push(b'\n');
        self.conflicts.push(conflict);
    }
}

#[cfg(test)]
mod tests {
    use super::merge;
    use crate::options::{Options, Strategy};

    fn merged(base: &str, ours: &str, theirs: &str, strategy: Strategy) -> (String, usize) {
        let options = Options { strategy, ..Options::default() };
        let (text, conflicts) = merge([base.as_bytes(), ours.as_bytes(), theirs.as_bytes()], &options);
        (String::from_utf8(text).unwrap(), conflicts.len())
    }

    #[test]
    fn lines_of_both_sides_meet() {
        assert_eq!(merged("a\nb\nc\n", "A\nb\nc\n", "a\nb\nC\n", Strategy::Mark), ("A\nb\nC\n".into(), 0));
        assert_eq!(merged("a\nb\n", "b\n", "a\nb\nc", Strategy::Mark), ("b\nc".into(), 0));
    }

    #[test]
    fn one_line_of_both_sides_is_a_conflict() {
        let marked = "<<<<<<< ours\nx\n=======\ny\n>>>>>>> theirs\nb\n";
        assert_eq!(merged("a\nb\n", "x\nb\n", "y\nb\n", Strategy::Mark), (marked.into(), 1));
        assert_eq!(merged("a\nb\n", "x\nb\n", "y\nb\n", Strategy::Theirs), ("y\nb\n".into(), 0));
        assert_eq!(merged("a\nb\n", "x\nb\n", "y\nb\n", Strategy::Union), ("x\ny\nb\n".into(), 0));
    }
}
