//! What files of nacatamalon and Espresso3D name, and models of every family.

use proscenio_espresso3d::FileKind;
use proscenio_nacatamalon::files::{Sidecar, SidecarKind};
use proscenio_nacatamalon::{Value, parse_scene_doc};
use proscenio_source::{Source, Span};
use proscenio_vfs::path;

use super::facts::{Facts, How, Named};
use super::godot;
use crate::espresso3d::{ActorFiles, find};
use crate::nacatamalon::{NamedFile, gltf, project_files, scene_files};
use crate::{Document, Project};

/// Buffers and pictures of a glTF model.
pub(super) fn model(facts: &mut Facts, source: &Source) {
    for (uri, span) in gltf::references(source.path(), source.bytes().to_vec()) {
        if !uri.starts_with("data:") {
            facts.named.push(lined(Named::new(How::ModelPart, uri, span.map(without_quotes)), source));
        }
    }
}

fn without_quotes(span: Span) -> Span {
    Span::new(span.start() + 1, span.end().saturating_sub(1))
}

fn lined(mut named: Named, source: &Source) -> Named {
    named.line = named.span.map_or(0, |span| source.lines().line(span.start()));
    named
}

/// A file whose family its name or its first bytes tell; other texts may name files of Godot projects.
pub(super) fn document(facts: &mut Facts, project: &Project<'_>, source: Source) {
    let place = facts.path.clone();
    match Document::parse(&place, source.bytes().to_vec()) {
        Some(Document::Nacatamalon(document)) => nacatamalon(facts, project, &document),
        Some(Document::Espresso3d(document)) => espresso3d(facts, project, &document),
        _ => godot::texts(facts, &source),
    }
}

fn nacatamalon(facts: &mut Facts, project: &Project<'_>, document: &proscenio_nacatamalon::Document) {
    let source = document.source();
    let place = facts.path.clone();
    if path::file_name(&place) == "project.json" {
        return take(facts, project_files(project).files, source);
    }
    let kind = SidecarKind::of(document);
    let Some(kind) = kind else {
        let scene = parse_scene_doc(document).0;
        return take(facts, scene_files(&scene, &place, project).files, source);
    };
    let mut pointers: Vec<(String, String)> = Vec::new();
    match Sidecar::read(document, kind).file {
        Sidecar::Atlas(atlas) => pointers.push((atlas.texture, "/texture".to_owned())),
        Sidecar::Tilemap(map) => pointers.push((map.atlas, "/atlas".to_owned())),
        Sidecar::Particles(effect) => {
            pointers.extend(effect.texture.map(|text| (text, "/texture".to_owned())));
            pointers.extend(effect.atlas.map(|text| (text, "/atlas".to_owned())));
            let children = effect.children.into_iter().enumerate();
            pointers.extend(children.map(|(at, child)| (child.src, format!("/children/{at}/src"))));
        }
        _ => {}
    }
    for (text, pointer) in pointers.into_iter().filter(|(text, _)| !text.is_empty()) {
        let value = document.root().and_then(|root| root.pointer(&pointer)).map(Value::span);
        let mut named = Named::new(How::Asset, text.as_str(), value.map(without_quotes));
        let found = if text.starts_with('/') {
            project.resolve(&place, &text)
        } else {
            Some(path::join(path::parent(&place), &text))
        };
        named.found = Some(found);
        facts.named.push(lined(named, source));
    }
}

/// What a scene itself names; what its files name is told by those.
fn take(facts: &mut Facts, files: Vec<NamedFile>, source: &Source) {
    for file in files.into_iter().filter(|file| file.parent.is_none()) {
        // A place that is no string is that of the whole component.
        let span =
            file.span.map(without_quotes).filter(|span| source.slice(*span) == file.reference.as_bytes());
        let found = match &file.place {
            crate::nacatamalon::Whereabouts::Elsewhere => continue,
            crate::nacatamalon::Whereabouts::At(path) => Some(path.clone()),
            crate::nacatamalon::Whereabouts::Missing => None,
        };
        let mut named = Named::new(How::Asset, file.reference, span);
        named.label = file.key;
        named.found = Some(found);
        facts.named.push(lined(named, source));
    }
}

fn espresso3d(facts: &mut Facts, project: &Project<'_>, document: &proscenio_espresso3d::Document) {
    let source = document.source();
    let place = facts.path.clone();
    let mut name = |how, word: proscenio_espresso3d::Word<'_>| {
        let mut named = Named::new(how, word.text(), Some(word.span()));
        named.found = Some(find(project, &place, &word.text()).map(|found| found.path));
        facts.named.push(lined(named, source));
    };
    for set in document.texture_sets().filter_map(|set| set.path()) {
        name(How::TextureSet, set);
    }
    if document.kind() == FileKind::TextureSet {
        for image in document.entries().filter_map(|entry| entry.path()) {
            name(How::Image, image);
        }
    }
    let mut actors = None;
    for actor in document.sectors().flat_map(|sector| sector.actors()).filter_map(|actor| actor.name()) {
        let actors = actors.get_or_insert_with(|| ActorFiles::near(project, &place, &[]));
        let mut named = Named::new(How::Actor, actor.text(), Some(actor.span()));
        named.found = Some(actors.get(&actor.text()).map(str::to_owned));
        facts.named.push(lined(named, source));
    }
}
