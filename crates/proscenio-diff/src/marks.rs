//! How conflicts stand in a file.

use proscenio_source::conflict::{Block, write_block};

use crate::list::{Conflict, ConflictKind};

/// Writes a conflict as git marks lines; `ours` is what stood there.
pub(crate) fn git(ours: &[u8], conflict: &Conflict, labels: &[String; 3], out: &mut Vec<u8>) {
    text_line(out, &format!("<<<<<<< {}", labels[1]));
    out.extend_from_slice(ours);
    text_line(out, "=======");
    out.extend_from_slice(conflict.theirs.as_deref().unwrap_or_default());
    text_line(out, &format!(">>>>>>> {}", labels[2]));
    out.pop();
}

/// Writes a conflict about an order as git marks lines: the names in both orders, in comments.
pub(crate) fn git_order(conflict: &Conflict, labels: &[String; 3], out: &mut Vec<u8>) {
    let names = |names: &Option<Vec<u8>>| -> Vec<u8> {
        let names = names.as_deref().unwrap_or_default();
        let lines = names.split(|byte| *byte == b'\n').map(|name| [b"; ", name].concat());
        lines.collect::<Vec<_>>().join(&b'\n')
    };
    if out.last().is_some_and(|byte| *byte != b'\n') {
        out.push(b'\n');
    }
    let told = Conflict { theirs: Some(names(&conflict.theirs)), ..conflict.clone() };
    git(&names(&conflict.ours), &told, labels, out);
}

fn text_line(out: &mut Vec<u8>, text: &str) {
    if out.last().is_some_and(|byte| *byte != b'\n') {
        out.push(b'\n');
    }
    out.extend_from_slice(text.as_bytes());
    out.push(b'\n');
}

/// How the line that says what happened begins, where nothing of ours stands in the file.
pub(crate) const OURS_DELETED: &str = "ours deleted it";

/// Writes a conflict as a block of comments on lines of its own, each behind `comment`.
pub(crate) fn comments(conflict: &Conflict, comment: &str, newline: &str, out: &mut Vec<u8>) {
    let at_line_start = out.last().is_none_or(|byte| *byte == b'\n');
    if !at_line_start {
        out.extend_from_slice(newline.as_bytes());
    }
    let about = match conflict.kind {
        ConflictKind::BothChanged => "both changed it; ours stands above",
        ConflictKind::BothAdded => "both added it; ours stands above",
        ConflictKind::DeletedByOurs => "ours deleted it; theirs changed or uses it",
        ConflictKind::DeletedByTheirs => "theirs deleted it; ours stands above",
        ConflictKind::Order => "both ordered them anew; ours stands",
        ConflictKind::Text => "both changed these lines; ours stands above",
    };
    let block = Block {
        what: conflict.place.what,
        name: &conflict.place.name,
        about,
        base: conflict.base.as_deref(),
        theirs: conflict.theirs.as_deref(),
    };
    write_block(&block, comment, newline, out);
}

/// Whether a mark of a conflict was written last, behind which only a new line may stand.
pub(crate) fn ends_with_mark(out: &[u8]) -> bool {
    out.ends_with(b">>>>>>> conflict")
}
