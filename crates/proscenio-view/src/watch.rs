//! Whether files changed.

use std::collections::BTreeMap;

/// What a file looked like from outside: when it was changed, in whatever unit, and its length in bytes.
pub type Stamp = (u128, u64);

/// Where stamps come from.
pub trait Stamps: Send + Sync {
    /// The stamp of a file; `None` when there is none.
    fn stamp(&self, path: &str) -> Option<Stamp>;
}

/// Files that are looked at again and again.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    seen: BTreeMap<String, Option<Stamp>>,
    /// What differed when it was last looked at.
    unsettled: BTreeMap<String, Option<Stamp>>,
}

impl Watch {
    /// Begins with the files as they are now.
    #[must_use]
    pub fn new(files: &[String], stamps: &dyn Stamps) -> Self {
        let seen = files.iter().map(|file| (file.clone(), stamps.stamp(file))).collect();
        Self { seen, unsettled: BTreeMap::new() }
    }

    /// Whether a file changed, appeared or went since the beginning or since this last said so, and is still since the
    /// last look: a file that is being written is waited for.
    pub fn changed(&mut self, stamps: &dyn Stamps) -> bool {
        let mut now = BTreeMap::new();
        for (file, seen) in &self.seen {
            let stamp = stamps.stamp(file);
            if stamp != *seen {
                now.insert(file.clone(), stamp);
            }
        }
        let settled = !now.is_empty() && now == self.unsettled;
        if settled {
            self.seen.append(&mut now);
            self.unsettled.clear();
        } else {
            self.unsettled = now;
        }
        settled
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    struct Disk(Mutex<BTreeMap<String, Stamp>>);

    impl Stamps for Disk {
        fn stamp(&self, path: &str) -> Option<Stamp> {
            self.0.lock().unwrap().get(path).copied()
        }
    }

    #[test]
    fn a_change_is_told_once_and_when_it_has_settled() {
        let disk = Disk(Mutex::new([("a".to_owned(), (1, 10))].into()));
        let set = |name: &str, stamp: Stamp| disk.0.lock().unwrap().insert(name.to_owned(), stamp);
        let mut watch = Watch::new(&["a".to_owned(), "b".to_owned()], &disk);
        assert!(!watch.changed(&disk));
        set("a", (2, 10));
        assert!(!watch.changed(&disk), "it may still be written");
        set("a", (3, 12));
        assert!(!watch.changed(&disk));
        assert!(watch.changed(&disk));
        assert!(!watch.changed(&disk));
        set("b", (1, 1));
        assert!([watch.changed(&disk), watch.changed(&disk), watch.changed(&disk)] == [false, true, false]);
        disk.0.lock().unwrap().remove("a");
        assert!([watch.changed(&disk), watch.changed(&disk)] == [false, true], "gone is a change too");
    }
}
