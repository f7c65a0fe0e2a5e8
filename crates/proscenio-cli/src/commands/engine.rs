//! What release 0.5 of Espresso3D keeps of a file: `--engine 0.5`.

use anyhow::{Context, Result, bail};
use proscenio::espresso3d::{
    EngineView, FileKind, Kept, WriteOptions, engine_view, write_file, write_texture_set,
};
use proscenio::{Document, Fact, FactValue, Finding};

/// What the engine keeps of a file.
pub struct Seen {
    name: String,
    kind: FileKind,
    view: EngineView,
    /// What it keeps, in the block dialect.
    pub text: Vec<u8>,
    /// Why the rest is gone.
    pub findings: Vec<Finding>,
}

/// Looks at a file as the engine does. Every texture set counts as loaded: where they are measured from was
/// the folder in which the program was started.
pub fn see(document: &Document, name: &str) -> Result<Seen> {
    let Document::Espresso3d(document) = document else {
        bail!("{name} is a file of {}; --engine 0.5 is about Espresso3D", document.family());
    };
    let view = engine_view(document, &|_| true);
    let options = WriteOptions { path: document.source().path().clone(), ..WriteOptions::default() };
    let written = match &view.kept {
        Kept::File(file) => write_file(file, &options),
        Kept::TextureSet(set) => write_texture_set(set, &options),
    };
    let findings = view.findings.iter().cloned().chain(written.losses).collect();
    Ok(Seen { name: name.to_owned(), kind: document.kind(), view, text: written.text, findings })
}

impl Seen {
    /// What the engine keeps as a document.
    pub fn document(self) -> Result<Document> {
        let ending = match self.kind {
            FileKind::Map => "e3m",
            FileKind::Actor => "e3a",
            FileKind::TextureSet => "txt",
        };
        Document::parse(&format!("{}.{ending}", self.name), self.text)
            .context("reading what the engine keeps")
    }

    /// How much the engine keeps, and what it writes to its log.
    pub fn facts(&self) -> Vec<Fact> {
        let counts = self.view.counts();
        let log = self.view.log;
        let mut facts = vec![
            Fact { label: "engine", value: FactValue::Text("Espresso3D 0.5".to_owned()) },
            Fact { label: "kind", value: FactValue::Text(self.kind.to_string()) },
        ];
        let end = if self.view.stopped { "stops with an exception" } else { "reads to the end" };
        facts.push(Fact { label: "loading", value: FactValue::Text(end.to_owned()) });
        let count = |label, count: u32| Fact { label, value: FactValue::Count(u64::from(count)) };
        facts.extend(match self.kind {
            FileKind::Map => vec![
                count("sectors", counts.sectors),
                count("triangles", counts.triangles),
                count("broken triangles", counts.broken_triangles),
                count("portals", counts.portals),
                count("actors", counts.actors),
                count("particle systems", counts.particle_systems),
            ],
            FileKind::Actor => vec![
                count("triangles", counts.triangles),
                count("broken triangles", counts.broken_triangles),
                count("bones", counts.bones),
                count("animations", counts.animations),
                count("frames", counts.frames),
                count("rotations", counts.rotate),
                count("translations", counts.translate),
            ],
            FileKind::TextureSet => vec![count("textures", counts.entries)],
        });
        facts.extend([
            count("log infos", log.infos),
            count("log warnings", log.warnings),
            count("log errors", log.errors),
        ]);
        facts
    }
}
