//! How a file is named from where it will be.

use proscenio_vfs::path;

use crate::graph::{How, Named};

/// Where the namer and the named are, before and afterwards; and the root, which stays.
#[derive(Clone, Copy, Debug)]
pub(super) struct Places<'p> {
    pub root: &'p str,
    pub from: &'p str,
    pub new_from: &'p str,
    pub target: &'p str,
    pub new_target: &'p str,
}

impl Places<'_> {
    /// The new text of a reference. The old one where that stays right; `None` where no text would do.
    pub(super) fn respelled(&self, named: &Named) -> Option<String> {
        if self.from == self.new_from && self.target == self.new_target {
            return Some(named.text.clone());
        }
        match named.how {
            How::Class | How::AutoloadName => Some(named.text.clone()),
            How::Actor => Some(self.actor(&named.text)),
            How::ObjPart => Some(self.beside(&named.text)),
            How::TextureSet | How::Image => self.loose(&named.text),
            How::Asset => self.asset(&named.text),
            _ => self.godot(&named.text, named.file_part()),
        }
    }

    /// Paths of Godot: `res://…`, or beside the file, or from the root. What stands behind the file is kept.
    fn godot(&self, text: &str, file: &str) -> Option<String> {
        if text.starts_with("uid://") {
            return Some(text.to_owned());
        }
        if let Some(inner) = text.strip_prefix("res://") {
            if self.target == self.new_target {
                return Some(text.to_owned());
            }
            let (old, new) = (below(self.target, self.root)?, below(self.new_target, self.root)?);
            // A path that is written in another way than cleanly is written anew.
            let rest = inner.strip_prefix(old).or_else(|| (path::clean(inner) == old).then_some(""))?;
            return Some(format!("res://{new}{rest}"));
        }
        if path::join(path::parent(self.from), file) == self.target {
            let rest = &text[file.len()..];
            let plain = relative(path::parent(self.from), self.target);
            let new = relative(path::parent(self.new_from), self.new_target);
            let dot = if text.starts_with("./") && !new.starts_with("..") { "./" } else { "" };
            // A path with needless steps that stays right is left as it is, unless a move made it so.
            if file != plain && path::join(path::parent(self.new_from), file) == self.new_target {
                return Some(text.to_owned());
            }
            return Some(format!("{dot}{new}{rest}"));
        }
        let slash = if text.starts_with('/') { "/" } else { "" };
        let rest = text.trim_start_matches('/').strip_prefix(below(self.target, self.root)?)?;
        Some(format!("{slash}{}{rest}", below(self.new_target, self.root)?))
    }

    /// Paths of nacatamalon: from the root or its `public` folder, or beside the file.
    fn asset(&self, text: &str) -> Option<String> {
        let inner = text.trim_start_matches('/');
        let slash = if text.starts_with('/') { "/" } else { "" };
        let public = path::join(self.root, "public");
        for base in [self.root, &public] {
            if path::join(base, inner) == self.target {
                let bases = [base, &public, self.root];
                let new = bases.iter().find_map(|base| below(self.new_target, base))?;
                return Some(format!("{slash}{new}"));
            }
        }
        if path::join(path::parent(self.from), text) == self.target {
            let plain = relative(path::parent(self.from), self.target);
            if text != plain && path::join(path::parent(self.new_from), text) == self.new_target {
                return Some(text.to_owned());
            }
            return Some(relative(path::parent(self.new_from), self.new_target));
        }
        None
    }

    /// Paths of Espresso3D: from any folder above, `\` or `/`, letter case without meaning.
    fn loose(&self, text: &str) -> Option<String> {
        let norm = text.replace('\\', "/");
        let wanted = norm.trim_start_matches('/');
        let above = |file| std::iter::once(self.root).chain(path::ancestors(file));
        let finds = |base: &str, target: &str| path::join(base, wanted).eq_ignore_ascii_case(target);
        let style = |new: String| {
            let slash = if norm.starts_with('/') { "/" } else { "" };
            let new = format!("{slash}{new}");
            if text.contains('\\') { new.replace('/', "\\") } else { new }
        };
        let Some(base) = above(self.from).find(|base| finds(base, self.target)) else {
            // Only the name was right.
            let (old, new) = (path::file_name(self.target), path::file_name(self.new_target));
            let kept = &text[..text.len().checked_sub(old.len())?];
            return Some(if old == new { text.to_owned() } else { format!("{kept}{new}") });
        };
        if above(self.new_from).any(|base| finds(base, self.new_target)) {
            return Some(text.to_owned());
        }
        let bases = [base, self.root];
        let new = bases.iter().filter(|base| above(self.new_from).any(|above| above == **base));
        new.into_iter().find_map(|base| below(self.new_target, base)).map(|new| style(new.to_owned()))
    }

    /// Parts of OBJ models: from the folder of the file, with `/` or `\\`.
    fn beside(&self, text: &str) -> String {
        let norm = text.replace('\\', "/");
        if path::join(path::parent(self.new_from), &norm) == self.new_target {
            return text.to_owned();
        }
        let new = relative(path::parent(self.new_from), self.new_target);
        if text.contains('\\') { new.replace('/', "\\") } else { new }
    }

    /// Actors are named by their file's name; others may be registered by a program.
    fn actor(&self, text: &str) -> String {
        let (old, new) = (path::stem(self.target), path::stem(self.new_target));
        if old == new || !text.eq_ignore_ascii_case(old) { text.to_owned() } else { new.to_owned() }
    }
}

/// A path measured from a folder that it lies in.
pub(super) fn below<'p>(path: &'p str, folder: &str) -> Option<&'p str> {
    match folder {
        "" => Some(path),
        "/" => path.strip_prefix('/'),
        folder => path.strip_prefix(folder)?.strip_prefix('/'),
    }
}

/// A path measured from a folder, with `..` where it lies elsewhere.
pub(super) fn relative(folder: &str, path: &str) -> String {
    let steps =
        |path: &str| path.split('/').filter(|step| !step.is_empty()).map(str::to_owned).collect::<Vec<_>>();
    let (folder, path) = (steps(folder), steps(path));
    let same = folder.iter().zip(&path).take_while(|(one, other)| one == other).count();
    let up = folder.len() - same;
    let down = path.get(same..).unwrap_or_default();
    std::iter::repeat_n("..", up).chain(down.iter().map(String::as_str)).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::{Places, relative};

    fn places<'p>(from: [&'p str; 2], target: [&'p str; 2]) -> Places<'p> {
        Places { root: "/p", from: from[0], new_from: from[1], target: target[0], new_target: target[1] }
    }

    #[test]
    fn paths_of_godot() {
        let both = places(["/p/a/x.gd"; 2], ["/p/a/y.tscn", "/p/b/z.tscn"]);
        let spelled = |text: &str| both.godot(text, text.split("::").next().unwrap());
        assert_eq!(spelled("res://a/y.tscn::3").as_deref(), Some("res://b/z.tscn::3"));
        assert_eq!(spelled("y.tscn").as_deref(), Some("../b/z.tscn"));
        assert_eq!(spelled("a/y.tscn").as_deref(), Some("b/z.tscn"));
        assert_eq!(spelled("uid://x").as_deref(), Some("uid://x"));
        let folder = places(["/p/x.gd"; 2], ["/p/levels", "/p/maps/all"]);
        assert_eq!(
            folder.godot("res://levels/level_%d.tscn", "").as_deref(),
            Some("res://maps/all/level_%d.tscn")
        );
        let namer = places(["/p/a/x.gd", "/p/b/x.gd"], ["/p/a/y.tscn"; 2]);
        assert_eq!(namer.godot("./y.tscn", "./y.tscn").as_deref(), Some("../a/y.tscn"));
        assert_eq!(namer.godot("res://a/y.tscn", "res://a/y.tscn").as_deref(), Some("res://a/y.tscn"));
    }

    #[test]
    fn paths_of_the_others() {
        let set = places(["/p/maps/a.e3m"; 2], ["/p/media/Set.txt", "/p/art/new.txt"]);
        assert_eq!(set.loose("MEDIA\\set.txt").as_deref(), Some("art\\new.txt"));
        assert_eq!(set.loose("/media/set.txt").as_deref(), Some("/art/new.txt"));
        assert_eq!(set.loose("c:\\x\\set.txt").as_deref(), Some("c:\\x\\new.txt"));
        let asset = places(["/p/a.scene"; 2], ["/p/public/art/a.png", "/p/public/img/b.png"]);
        assert_eq!(asset.asset("/art/a.png").as_deref(), Some("/img/b.png"));
        assert_eq!(asset.asset("art/a.png").as_deref(), Some("img/b.png"));
        assert_eq!(asset.actor("A"), "b");
    }

    #[test]
    fn relative_paths() {
        assert_eq!(relative("/p/a", "/p/b/c"), "../b/c");
        assert_eq!(relative("a", "a/b"), "b");
        assert_eq!(relative("", "a/b"), "a/b");
    }
}
