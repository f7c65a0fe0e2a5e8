//! Other paths for the resources in other files, every other byte left as it is.

use super::cursor::{Cursor, Read};
use super::read::{FLAG_SCRIPT_CLASS, FLAG_UIDS, NEWEST_FORMAT, RESERVED};

/// A plain binary file in which resources in other files have other paths: pairs of the old and the new one. Nothing
/// where the file is compressed or damaged in front of its resources, or has not all of the old paths.
#[must_use]
pub fn rename_externals(bytes: &[u8], renames: &[(&str, &str)]) -> Option<Vec<u8>> {
    let cursor = Cursor { at: super::PLAIN.len(), ..Cursor::new(bytes) };
    let mut patch = Patch {
        cursor,
        out: Vec::with_capacity(bytes.len() + 64),
        done: 0,
        renamed: vec![false; renames.len()],
    };
    if !bytes.starts_with(super::PLAIN) {
        return None;
    }
    patch.tables(renames).ok()?;
    patch.out.extend_from_slice(bytes.get(patch.done..)?);
    patch.renamed.iter().all(|done| *done).then_some(patch.out)
}

struct Patch<'b> {
    cursor: Cursor<'b>,
    out: Vec<u8>,
    /// Bytes that are in `out`, in their old or another form.
    done: usize,
    renamed: Vec<bool>,
}

impl Patch<'_> {
    fn tables(&mut self, renames: &[(&str, &str)]) -> Read<()> {
        let big_endian = self.cursor.u32()? != 0;
        self.cursor.big_endian = big_endian;
        for _ in 0..3 {
            self.cursor.u32()?;
        }
        if self.cursor.u32()? > NEWEST_FORMAT {
            return self.cursor.stop("a newer format");
        }
        self.cursor.text()?;
        self.cursor.u64()?;
        let flags = self.cursor.u32()?;
        self.cursor.u64()?;
        if flags & FLAG_SCRIPT_CLASS != 0 {
            self.cursor.text()?;
        }
        self.cursor.take(RESERVED * 4)?;
        for _ in 0..self.cursor.count(4, "strings")? {
            self.cursor.text()?;
        }
        for _ in 0..self.cursor.count(8, "external resources")? {
            self.cursor.text()?;
            self.path(renames)?;
            if flags & FLAG_UIDS != 0 {
                self.cursor.u64()?;
            }
        }
        let grown = self.out.len() as i64 - self.done as i64;
        for _ in 0..self.cursor.count(12, "resources")? {
            self.cursor.text()?;
            self.keep();
            let offset = self.cursor.u64()?.wrapping_add_signed(grown);
            self.put(&if big_endian { offset.to_be_bytes() } else { offset.to_le_bytes() });
        }
        Ok(())
    }

    /// Takes over everything up to here.
    fn keep(&mut self) {
        self.out.extend_from_slice(&self.cursor.bytes[self.done..self.cursor.at]);
        self.done = self.cursor.at;
    }

    /// Puts bytes in the place of those that were read since.
    fn put(&mut self, bytes: &[u8]) {
        self.out.extend_from_slice(bytes);
        self.done = self.cursor.at;
    }

    fn path(&mut self, renames: &[(&str, &str)]) -> Read<()> {
        let start = self.cursor.at;
        let path = self.cursor.text()?;
        let Some(at) = renames.iter().position(|(old, _)| *old == path) else { return Ok(()) };
        let end = self.cursor.at;
        self.cursor.at = start;
        self.keep();
        self.cursor.at = end;
        self.renamed[at] = true;
        let new = renames[at].1;
        let length = new.len() as u32 + 1;
        let mut text =
            if self.cursor.big_endian { length.to_be_bytes() } else { length.to_le_bytes() }.to_vec();
        text.extend_from_slice(new.as_bytes());
        text.push(0);
        self.put(&text);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proscenio_source::Source;

    use super::rename_externals;
    use crate::Document;
    use crate::binary::{Binary, WriteOptions, write};

    #[test]
    fn paths_change_and_nothing_else() {
        let text = "[gd_resource type=\"Resource\" load_steps=3 format=3]\n\n[ext_resource type=\"Script\" path=\"res://a.gd\" id=\"1_a\"]\n[ext_resource type=\"Script\" path=\"res://b.gd\" id=\"2_b\"]\n\n[sub_resource type=\"Gradient\" id=\"g\"]\noffsets = PackedFloat32Array(0, 1)\n\n[resource]\none = ExtResource(\"1_a\")\ntwo = ExtResource(\"2_b\")\nx = SubResource(\"g\")\n";
        let document = Document::parse(Source::new("a.tres", text.into()));
        for big_endian in [false, true] {
            let bytes = write(&document, &WriteOptions { big_endian, ..WriteOptions::default() }).bytes;
            let renames = [("res://b.gd", "res://folder/of/b.gd")];
            let after = rename_externals(&bytes, &renames).unwrap();
            assert_eq!(after.len(), bytes.len() + 10);
            let read = |bytes: &[u8]| Binary::parse(Source::new("a.res", bytes.to_vec())).to_text().0;
            // The id of a file is drawn from its path, so it follows.
            let (before, after_text) = (read(&bytes), read(&after));
            let id =
                |text: &str| text.split_once("b.gd\" id=\"").unwrap().1.split('"').next().unwrap().to_owned();
            let expected = before.replace("res://b.gd", "res://folder/of/b.gd");
            assert_eq!(after_text, expected.replace(&id(&before), &id(&after_text)));
            assert_eq!(rename_externals(&after, &[("res://folder/of/b.gd", "res://b.gd")]).unwrap(), bytes);
            assert_eq!(rename_externals(&bytes, &[("res://c.gd", "x")]), None);
            for end in 0..bytes.len() {
                let _ = rename_externals(&bytes[..end], &renames);
            }
        }
        assert_eq!(rename_externals(b"[gd_scene]", &[]), None);
    }
}
