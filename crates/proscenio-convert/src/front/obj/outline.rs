//! The tree of a model and what it holds, in the shape of the other families.

use proscenio_project::{Fact, FactValue, Item, Outline};
use proscenio_source::Span;

use super::{Model, Run};

impl Model {
    /// Objects with their groups below, and what they are made of.
    #[must_use]
    pub fn outline(&self) -> Outline {
        let mut items: Vec<Item> = Vec::new();
        let mut last: Option<(Option<&str>, Option<&str>)> = None;
        let mut faces = 0;
        let mut materials: Vec<&str> = Vec::new();
        for run in self.runs() {
            let names = self.names_of(run);
            if last != Some(names) {
                finish(&mut items, faces, &materials);
                faces = 0;
                materials.clear();
                self.begin(&mut items, last, names, run.span());
                last = Some(names);
            }
            faces += run.faces().count();
            if let Some(name) = self.material_of(run).filter(|name| !materials.contains(name)) {
                materials.push(name);
            }
        }
        finish(&mut items, faces, &materials);
        Outline { items }
    }

    fn begin(
        &self,
        items: &mut Vec<Item>,
        last: Option<(Option<&str>, Option<&str>)>,
        (object, group): (Option<&str>, Option<&str>),
        span: Span,
    ) {
        let item = |depth, name: &str, kind: &str| Item {
            depth,
            name: name.to_owned(),
            kind: kind.to_owned(),
            span: Some(span),
            ..Item::default()
        };
        if let Some(object) = object
            && (last.is_none_or(|(before, _)| before != Some(object)) || group.is_none())
        {
            items.push(item(0, object, "object"));
        }
        match group {
            Some(group) => items.push(item(u32::from(object.is_some()), group, "group")),
            None if object.is_none() => items.push(item(0, "faces", "no object")),
            None => {}
        }
    }

    /// The name of a run's material.
    pub(crate) fn material_of(&self, run: &Run) -> Option<&str> {
        self.materials().get(run.material()?).map(String::as_str)
    }

    /// What the model holds, the format and the size first.
    #[must_use]
    pub fn facts(&self) -> Vec<Fact> {
        let counts = self.counts();
        let count = |label, count: usize| Fact { label, value: FactValue::Count(count as u64) };
        let mut facts = vec![
            Fact { label: "format", value: FactValue::Text("Wavefront OBJ".to_owned()) },
            count("bytes", self.source().len() as usize),
            count("lines", self.source().lines().len() as usize),
            count("faces", counts.faces),
            count("triangles", counts.triangles),
        ];
        let libraries: Vec<String> = self.libraries().iter().map(|(name, _)| name.clone()).collect();
        let lists = [
            ("objects", self.objects()),
            ("groups", self.groups()),
            ("materials", self.materials()),
            ("libraries", &libraries),
        ];
        for (label, list) in lists {
            if !list.is_empty() {
                facts.push(Fact { label, value: FactValue::List(list.to_vec()) });
            }
        }
        facts.push(count("findings", self.findings().len()));
        facts
    }
}

/// Completes the item that was begun last.
fn finish(items: &mut [Item], faces: usize, materials: &[&str]) {
    let Some(item) = items.last_mut() else { return };
    item.notes.push(format!("{faces} face{}", if faces == 1 { "" } else { "s" }));
    if !materials.is_empty() {
        item.notes.push(format!("materials {}", materials.join(" ")));
    }
}
