//! Paths as texts with `/` between names. Nothing here looks at files.

/// The path without `.`, without needless `..` and without doubled or final `/`.
/// A `..` that would leave the start of a relative path is kept; one that would leave `/` is dropped.
#[must_use]
pub fn clean(path: &str) -> String {
    let rooted = path.starts_with('/');
    let mut names: Vec<&str> = Vec::new();
    for name in path.split('/') {
        match name {
            "" | "." => {}
            ".." if names.last().is_some_and(|last| *last != "..") => {
                names.pop();
            }
            ".." if rooted => {}
            name => names.push(name),
        }
    }
    let joined = names.join("/");
    if rooted { format!("/{joined}") } else { joined }
}

/// `name` measured from `folder`; an absolute `name` stands for itself. The result is [`clean`].
#[must_use]
pub fn join(folder: &str, name: &str) -> String {
    if name.starts_with('/') || folder.is_empty() { clean(name) } else { clean(&format!("{folder}/{name}")) }
}

/// The folder a path stands in: all before its last name; empty for a single relative name.
#[must_use]
pub fn parent(path: &str) -> &str {
    match path.rfind('/') {
        Some(0) => "/",
        Some(at) => &path[..at],
        None => "",
    }
}

/// The last name of a path.
#[must_use]
pub fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The last name without its last extension.
#[must_use]
pub fn stem(path: &str) -> &str {
    let name = file_name(path);
    match name.rfind('.') {
        Some(at) if at > 0 => &name[..at],
        _ => name,
    }
}

/// The last extension of the last name, in lower case, without its dot; empty when there is none.
#[must_use]
pub fn extension(path: &str) -> String {
    let name = file_name(path);
    match name.rfind('.') {
        Some(at) if at > 0 => name[at + 1..].to_ascii_lowercase(),
        _ => String::new(),
    }
}

/// The folder of `path` and every folder above it, nearest first, as far as the text of the path goes.
pub fn ancestors(path: &str) -> impl Iterator<Item = &str> {
    let mut next = Some(path);
    std::iter::from_fn(move || {
        let here = next?;
        let folder = parent(here);
        next = (folder != here && !folder.is_empty()).then_some(folder);
        (folder != here).then_some(folder)
    })
}

#[cfg(test)]
mod tests {
    use super::{ancestors, clean, extension, join, parent, stem};

    #[test]
    fn cleaning() {
        assert_eq!(clean("a/./b//../c/"), "a/c");
        assert_eq!(clean("../a/../../b"), "../../b");
        assert_eq!(clean("/../a"), "/a");
        assert_eq!(clean("."), "");
        assert_eq!(clean("/"), "/");
    }

    #[test]
    fn joining() {
        assert_eq!(join("a/b", "../c.png"), "a/c.png");
        assert_eq!(join("a", "/c"), "/c");
        assert_eq!(join("", "c"), "c");
        assert_eq!(join("/", "c"), "/c");
    }

    #[test]
    fn names() {
        assert_eq!((stem("a/b.tar.gz"), extension("a/b.tar.GZ").as_str()), ("b.tar", "gz"));
        assert_eq!((stem(".hidden"), extension(".hidden").as_str()), (".hidden", ""));
        assert_eq!((parent("a/b"), parent("b"), parent("/b")), ("a", "", "/"));
    }

    #[test]
    fn ancestors_go_up_and_stop() {
        assert_eq!(ancestors("/a/b/c").collect::<Vec<_>>(), ["/a/b", "/a", "/"]);
        assert_eq!(ancestors("a/b/c").collect::<Vec<_>>(), ["a/b", "a", ""]);
        assert_eq!(ancestors("c").collect::<Vec<_>>(), [""]);
    }
}
