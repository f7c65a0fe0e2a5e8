//! Maps and actors as text.

use std::collections::HashMap;
use std::fmt::Write;

use super::names::{Names, word};
use super::{Dialect, Options, Room, Target};
use crate::parts::{Portal, Triangle, write_number};

pub(super) fn write(
    rooms: &[Room],
    ids: &HashMap<String, String>,
    aliases: &[String],
    set: Option<&str>,
    options: &Options,
) -> String {
    let triangles: usize = rooms.iter().map(|room| room.part.triangles.len()).sum();
    let mut out = Writer {
        text: String::with_capacity(triangles * 200),
        aliases,
        line: options.dialect == Dialect::Line,
    };
    if let Some(set) = set {
        out.put(format_args!("TEXTURESET {set} NOJAR\n"));
    }
    if options.target == Target::Actor {
        out.text.push_str("MODEL\n{\n");
        for triangle in rooms.iter().flat_map(|room| &room.part.triangles) {
            out.triangle(triangle, true);
        }
        out.text.push_str("}\n");
        return out.text;
    }
    for room in rooms {
        let id = ids.get(&room.name).map_or("sector0", String::as_str);
        let between = if out.line { '\n' } else { ' ' };
        out.put(format_args!("SECTOR{between}{id}\n{{\n"));
        for triangle in &room.part.triangles {
            out.triangle(triangle, false);
        }
        let mut names = Names::default();
        for portal in &room.part.portals {
            let own = names.free(&portal.id, "portal");
            let sector = ids.get(&portal.link.0).cloned().unwrap_or_else(|| word(&portal.link.0));
            out.portal(&own, portal, &sector);
        }
        out.text.push_str("}\n");
    }
    out.text
}

struct Writer<'a> {
    text: String,
    aliases: &'a [String],
    line: bool,
}

impl Writer<'_> {
    fn put(&mut self, arguments: std::fmt::Arguments<'_>) {
        // Writing to a String cannot fail.
        let _ = self.text.write_fmt(arguments);
    }

    fn triangle(&mut self, triangle: &Triangle, actor: bool) {
        let alias = self.aliases.get(triangle.material as usize).map_or("", String::as_str);
        if self.line {
            self.text.push_str(if actor { "  TRIANGLE " } else { "  TRIANGLE\n    " });
            self.list(&triangle.corners);
            self.text.push_str(", ");
            self.list(&triangle.uvs);
            self.put(format_args!(", {alias};\n"));
            return;
        }
        self.text.push_str("  TRIANGLE\n  {\n    VERTICES\n      ");
        self.list(&triangle.corners);
        self.text.push_str(";\n    TEXTURE\n      ");
        self.list(&triangle.uvs);
        self.put(format_args!(", {alias};\n  }}\n"));
    }

    fn portal(&mut self, id: &str, portal: &Portal, sector: &str) {
        let link = word(&portal.link.1);
        if self.line {
            self.put(format_args!("  PORTAL\n    {id}, FAST, {sector}, {link}, "));
            self.list(&portal.corners);
            self.text.push('\n');
            return;
        }
        self.put(format_args!("  PORTAL FAST {id}\n  {{\n    VERTICES\n      "));
        self.list(&portal.corners);
        self.put(format_args!(";\n    PORTALLINK\n      {sector} {link};\n  }}\n"));
    }

    fn list<const N: usize>(&mut self, vectors: &[[f64; N]]) {
        for (at, vector) in vectors.iter().enumerate() {
            self.text.push_str(if at > 0 { ", " } else { "" });
            for (at, value) in vector.iter().enumerate() {
                self.text.push_str(if at > 0 { " " } else { "" });
                write_number(&mut self.text, *value);
            }
        }
    }
}
