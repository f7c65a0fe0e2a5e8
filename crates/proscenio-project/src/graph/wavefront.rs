//! OBJ models: their libraries of materials, and the pictures that those name.

use proscenio_source::{Source, Span};
use proscenio_vfs::path;

use super::facts::{Facts, How, Named};

/// Words of a material in front of the name of a picture.
const PICTURES: [&str; 14] = [
    "map_Ka", "map_Kd", "map_Ks", "map_Ke", "map_Ns", "map_d", "map_Bump", "map_bump", "bump", "disp",
    "decal", "refl", "norm", "map_Pr",
];

/// The files that lines of a model or of a library name. Options stand in front of a name and begin with `-`.
pub(super) fn read(facts: &mut Facts, source: &Source) {
    let bytes = source.bytes();
    let mut start = 0;
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        let text = String::from_utf8_lossy(line);
        if let Some((name, offset)) = named(&text) {
            let from = (start + offset) as u32;
            let span = Span::new(from, from + name.len() as u32);
            let place = path::join(path::parent(&facts.path), &name.replace('\\', "/"));
            let mut named = Named::new(How::ObjPart, name, Some(span));
            named.line = source.lines().line(from);
            named.found = Some(Some(place));
            facts.named.push(named);
        }
        start += line.len();
    }
}

/// The name on a line, and where it starts.
fn named(line: &str) -> Option<(&str, usize)> {
    let (word, _) = line.trim_start().split_once([' ', '\t'])?;
    if word != "mtllib" && !PICTURES.contains(&word) {
        return None;
    }
    let begin = line.len() - line.trim_start().len() + word.len();
    let rest = line.get(begin..)?;
    // Behind options with numbers the name is the last word; without any it may hold blanks.
    let rest = match rest.contains(" -") {
        true => rest.trim_end().rsplit([' ', '\t']).next()?,
        false => rest.trim(),
    };
    let at = rest.as_ptr() as usize - line.as_ptr() as usize;
    (!rest.is_empty()).then_some((rest, at))
}

#[cfg(test)]
mod tests {
    use super::named;

    #[test]
    fn names_on_lines() {
        assert_eq!(named("mtllib a b.mtl\r\n"), Some(("a b.mtl", 7)));
        assert_eq!(named("  map_Kd -s 1 1 1 wall.png\n"), Some(("wall.png", 18)));
        assert_eq!(named("map_Kd\t..\\art\\wall.png"), Some(("..\\art\\wall.png", 7)));
        for line in ["mtllib", "mtllib  \n", "v 1 2 3", "", "Kd 1 1 1"] {
            assert_eq!(named(line), None, "{line}");
        }
    }
}
