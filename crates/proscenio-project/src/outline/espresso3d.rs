//! Outlines of Espresso3D files.

use proscenio_espresso3d::{Document, FileKind, Model, Pose, Sector, Word};

use proscenio_source::Span;

use super::{Facts, Item};

pub(super) fn outline(document: &Document) -> Vec<Item> {
    let mut items = Vec::new();
    for set in document.texture_sets() {
        let notes = if set.in_jar() { vec!["JAR".to_owned()] } else { Vec::new() };
        items.push(Item {
            name: word(set.path()),
            kind: "TEXTURESET".into(),
            notes,
            span: Some(set.span()),
            depth: 0,
        });
    }
    document.sectors().for_each(|sector| outline_sector(sector, &mut items));
    document.models().for_each(|model| outline_model(model, &mut items));
    for entry in document.entries() {
        let notes = entry.path().map(|path| path.text().into_owned()).into_iter().collect();
        let name = entry.alias().text().into_owned();
        items.push(Item { name, kind: "texture".into(), notes, span: Some(entry.span()), depth: 0 });
    }
    items
}

fn outline_sector(sector: Sector<'_>, items: &mut Vec<Item>) {
    let triangles = format!("{} triangles", sector.triangles().count());
    items.push(item(0, word(sector.id()), "SECTOR", vec![triangles], sector.span()));
    for portal in sector.portals() {
        let way = format!("to {}/{}", word(portal.link_sector()), word(portal.link_portal()));
        items.push(item(1, word(portal.id()), "PORTAL", vec![word(portal.type_word()), way], portal.span()));
    }
    for actor in sector.actors() {
        let notes = [Some(format!("copy of {}", word(actor.name()))), place(actor.pose())];
        items.push(item(1, word(actor.id()), "ACTOR", notes.into_iter().flatten().collect(), actor.span()));
    }
    for system in sector.particle_systems() {
        let notes = place(system.pose()).into_iter().collect();
        items.push(item(1, word(system.name()), "PARTICLESYSTEM", notes, system.span()));
    }
}

fn outline_model(model: Model<'_>, items: &mut Vec<Item>) {
    let triangles = format!("{} triangles", model.triangles().count());
    items.push(item(0, word(model.name()), "MODEL", vec![triangles], model.span()));
    for bone in model.bones() {
        let notes = bone.parent().map(|parent| format!("below {}", parent.text())).into_iter().collect();
        items.push(item(1, word(bone.id()), "BONE", notes, bone.span()));
    }
    for animation in model.animations() {
        let notes = vec![format!("{} frames", animation.frames().count())];
        items.push(item(1, word(animation.id()), "ANIMATION", notes, animation.span()));
    }
}

pub(super) fn facts(document: &Document, facts: &mut Facts) {
    let counts = document.counts();
    match document.kind() {
        FileKind::Map => facts.text("kind", "map"),
        FileKind::Actor => facts.text("kind", "actor"),
        FileKind::TextureSet => facts.text("kind", "texture set"),
    }
    if document.kind() != FileKind::TextureSet {
        facts.text("dialect", document.dialect().to_string());
    }
    facts.some("sectors", counts.sectors as usize);
    facts.some("models", counts.models as usize);
    facts.some("triangles", counts.triangles as usize);
    facts.some("portals", counts.portals as usize);
    facts.some("actors", counts.actors as usize);
    facts.some("particle systems", counts.particle_systems as usize);
    facts.some("bones", counts.bones as usize);
    facts.some("animations", counts.animations as usize);
    facts.some("frames", counts.frames as usize);
    facts.some("textures", counts.entries as usize);
    facts.names("texture sets", document.texture_sets().map(|set| word(set.path())));
}

fn item(depth: u32, name: String, kind: &str, notes: Vec<String>, span: Span) -> Item {
    Item { depth, name, kind: kind.to_owned(), notes, span: Some(span) }
}

fn word(word: Option<Word<'_>>) -> String {
    word.map_or_else(String::new, |word| word.text().into_owned())
}

fn place(pose: Pose) -> Option<String> {
    pose.position.map(|[x, y, z]| format!("at {x} {y} {z}"))
}
