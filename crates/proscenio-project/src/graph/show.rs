//! A graph as a drawing.

use super::{Graph, Target};

impl Graph {
    /// Pairs of files of which the first names the second, each once, in the order of names. `.import` and `.uid`
    /// files are left out.
    #[must_use]
    pub fn edges(&self) -> Vec<(usize, usize)> {
        let mut edges = Vec::new();
        for (from, file) in self.files.iter().enumerate().filter(|(from, _)| self.owner(*from).is_none()) {
            let targets = file.references.iter().filter_map(|reference| match reference.target {
                Target::File(to) => Some((from, to)),
                _ => None,
            });
            edges.extend(targets);
        }
        edges.sort_unstable();
        edges.dedup();
        edges
    }

    /// The graph in the language of Graphviz.
    #[must_use]
    pub fn to_dot(&self) -> String {
        let mut out = String::from("digraph project {\n  rankdir=LR;\n  node [shape=box];\n");
        for (from, to) in self.edges() {
            let (from, to) = (dot_quoted(self.name(from)), dot_quoted(self.name(to)));
            out.push_str(&format!("  {from} -> {to};\n"));
        }
        out.push_str("}\n");
        out
    }

    /// The graph in the language of Mermaid.
    #[must_use]
    pub fn to_mermaid(&self) -> String {
        let mut out = String::from("graph LR\n");
        let edges = self.edges();
        let mut files: Vec<usize> = edges.iter().flat_map(|(from, to)| [*from, *to]).collect();
        files.sort_unstable();
        files.dedup();
        for file in files {
            let name = self.name(file).replace('"', "#quot;");
            out.push_str(&format!("  f{file}[\"{name}\"]\n"));
        }
        for (from, to) in edges {
            out.push_str(&format!("  f{from} --> f{to}\n"));
        }
        out
    }
}

fn dot_quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))
}
