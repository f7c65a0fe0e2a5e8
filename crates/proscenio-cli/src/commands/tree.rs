//! `proscenio tree`: the outline of a file.

use std::io::Write;

use anyhow::Result;
use proscenio::{ImportOptions, Item, NodeId, Outline};
use serde::Serialize;

use super::{engine, instanced, moving};
use crate::args::{Format, TreeArgs};
use crate::{Outcome, input, output};

/// Prints the tree of one file.
pub fn run(args: &TreeArgs) -> Result<Outcome> {
    if args.expand {
        if let Some(outline) = instanced::tree(args)? {
            print(&mut output::stdout(), &outline)?;
        }
        return Ok(Outcome::Fine);
    }
    if let Some(time) = args.time {
        return at(args, time);
    }
    let outline = if proscenio::obj::is_model(&args.file) {
        input::model(&args.file)?.outline()
    } else {
        let document = input::open(&args.file)?;
        match args.engine {
            Some(_) => engine::see(&document, &args.file)?.document()?.outline(),
            None => document.outline(),
        }
    };
    match args.format {
        Format::Text => print(&mut output::stdout(), &outline)?,
        Format::Json => output::json(&outline.items.iter().map(JsonItem::new).collect::<Vec<_>>())?,
    }
    Ok(Outcome::Fine)
}

/// Prints the tree with the placements of a moment.
fn at(args: &TreeArgs, time: f64) -> Result<Outcome> {
    let scene = super::render::load(&args.file, None, &ImportOptions::default())?;
    let moment = moving::at(scene, &args.animation, time)?;
    if args.format == Format::Json {
        output::json(&moving::nodes_json(&moment))?;
        return Ok(Outcome::Fine);
    }
    let scene = &moment.scene;
    let mut depths = vec![0; scene.nodes.len()];
    let item = |id: NodeId| {
        let node = &scene.nodes[id];
        let depth = node.parent.map_or(0, |parent| depths[parent.index()] + 1);
        depths[id.index()] = depth;
        let notes = moving::place_words(scene, id);
        Item { depth, name: node.name.clone(), kind: node.identity.kind.clone(), notes, span: None }
    };
    let items = scene.depth_first().map(item).collect();
    print(&mut output::stdout(), &Outline { items })?;
    Ok(Outcome::Fine)
}

/// One line of the tree as machines read it, depth first.
#[derive(Serialize)]
struct JsonItem<'a> {
    depth: u32,
    name: &'a str,
    kind: &'a str,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    notes: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<u32>,
}

impl<'a> JsonItem<'a> {
    fn new(item: &'a Item) -> Self {
        Self {
            depth: item.depth,
            name: &item.name,
            kind: &item.kind,
            notes: &item.notes,
            start: item.span.map(|span| span.start()),
            end: item.span.map(|span| span.end()),
        }
    }
}

fn print(out: &mut impl Write, outline: &Outline) -> std::io::Result<()> {
    let last = last_of_their_level(outline);
    // Whether a line still runs down at each level left of the current item.
    let mut open: Vec<bool> = Vec::new();
    for (item, last) in outline.items.iter().zip(last) {
        let depth = item.depth as usize;
        open.truncate(depth);
        for runs in open.iter().skip(1) {
            out.write_all(if *runs { "│  ".as_bytes() } else { b"   " })?;
        }
        if depth > 0 {
            out.write_all(if last { "└─ ".as_bytes() } else { "├─ ".as_bytes() })?;
        }
        open.resize(depth + 1, false);
        open[depth] = !last;
        write!(out, "{}", item.name)?;
        if !item.kind.is_empty() {
            write!(out, " ({})", item.kind)?;
        }
        if !item.notes.is_empty() {
            write!(out, "  {}", item.notes.join(", "))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// For each item, whether no later one stands beside it under the same parent.
fn last_of_their_level(outline: &Outline) -> Vec<bool> {
    let mut seen: Vec<bool> = Vec::new();
    let mut last: Vec<bool> = outline
        .items
        .iter()
        .rev()
        .map(|item| {
            let depth = item.depth as usize;
            seen.truncate(depth + 1);
            seen.resize(depth + 1, false);
            !std::mem::replace(&mut seen[depth], true)
        })
        .collect();
    last.reverse();
    last
}

#[cfg(test)]
mod tests {
    use super::print;
    use proscenio::{Item, Outline};

    #[test]
    fn lines_join_what_belongs_together() {
        let item = |depth, name: &str| Item { depth, name: name.into(), ..Item::default() };
        let items = vec![
            item(0, "a"),
            item(1, "b"),
            item(2, "c"),
            item(2, "d"),
            item(1, "e"),
            item(2, "f"),
            item(0, "g"),
        ];
        let mut text = Vec::new();
        print(&mut text, &Outline { items }).unwrap();
        let expected = "a\n├─ b\n│  ├─ c\n│  └─ d\n└─ e\n   └─ f\ng\n";
        assert_eq!(String::from_utf8(text).unwrap(), expected);
    }
}
