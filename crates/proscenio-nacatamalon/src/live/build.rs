//! Building a scene from its document, in the engine's order.

use std::sync::Arc;

use proscenio_source::{CodeInfo, Finding};
use rustc_hash::{FxHashMap, FxHashSet};

use super::assets::{AllThere, Assets, Loaded, screen};
use super::scripts::{self, Run, Scripts, Settings};
use super::uses::{Wanted, knobs, uses};
use super::{
    BODY_NOWHERE, BUILT_IN_FONT, BoxId, LeftOut, LiveScene, MISSING_ASSET, MODEL_PIECE_MISSING, NO_SUCH_MASK,
    PANEL_WITHOUT_PICTURE, PICTURE_KEY_TAKEN, PartId, Place, RESERVED_UNIFORM, SCRIPT_UNREGISTERED,
    SECOND_CAMERA_2D, SECOND_CAMERA_3D, SECOND_FOG, SECOND_LIGHT, ShownPiece, State, WORLD_NOT_ROOT, flat,
};
use crate::model::{AssetSource, ComponentData, ComponentKind, Mesh, Recipe, SceneDoc};

/// What building is told.
#[derive(Default)]
pub struct BuildOptions<'o> {
    /// The behaviours; none without it, and each is missed.
    pub scripts: Option<&'o mut Scripts>,
    /// Which of them run.
    pub run: Run,
    /// What is known of the files; all are there without it.
    pub assets: Option<&'o dyn Assets>,
    /// Where ids of new boxes come from: see [`LiveScene::fresh_id`].
    pub seed: u64,
}

impl std::fmt::Debug for BuildOptions<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut shown = f.debug_struct("BuildOptions");
        shown.field("scripts", &self.scripts).field("run", &self.run).field("seed", &self.seed).finish()
    }
}

/// Builds a document's scene. Never fails: what is missing is left out and told, with `label` as the file.
///
/// First the assets are asked for, then the pictures of sprite-textures are made, then box by box, parents
/// before children: the box, its sprite-texture, its other components in file order, its scripts in file
/// order. Masks find their shapes when everything stands.
pub fn scene_from_doc(
    doc: &SceneDoc,
    label: &str,
    options: &mut BuildOptions<'_>,
) -> (LiveScene, Vec<Finding>) {
    let base = SceneDoc { nodes: Vec::new(), ..doc.clone() };
    let label: Arc<str> = label.into();
    let scene = LiveScene {
        label,
        base,
        boxes: Vec::new(),
        loaded: Vec::new(),
        serial: 0,
        built: 0,
        seed: options.seed,
    };
    let mut none = Scripts::new();
    let mut builder = Builder {
        doc,
        scene,
        findings: Vec::new(),
        keys: FxHashMap::default(),
        assets: options.assets.unwrap_or(&AllThere),
        scripts: options.scripts.as_deref_mut().unwrap_or(&mut none),
        run: options.run,
        recipes: FxHashMap::default(),
        slots: FxHashMap::default(),
        told_pieces: FxHashSet::default(),
    };
    builder.load();
    builder.pictures();
    builder.boxes();
    builder.masks();
    (builder.scene, builder.findings)
}

struct Builder<'d, 'o> {
    doc: &'d SceneDoc,
    scene: LiveScene,
    findings: Vec<Finding>,
    /// The keys that are there, by kind.
    keys: FxHashMap<Wanted, FxHashSet<&'d str>>,
    assets: &'o dyn Assets,
    scripts: &'o mut Scripts,
    run: Run,
    /// The recipes of geometry keys: the first, but of those from model files the last.
    recipes: FxHashMap<&'d str, &'d Recipe>,
    /// What stands where only one of a kind can be: by its box or its view, and by name where that counts.
    slots: FxHashMap<(BoxId, ComponentKind, String), PartId>,
    /// Geometry keys whose piece is missing, each told once.
    told_pieces: FxHashSet<String>,
}

impl<'d> Builder<'d, '_> {
    fn tell(&mut self, code: &CodeInfo, part: Option<PartId>, message: String) {
        let site = part.and_then(|part| self.scene.part(part)).map(|part| part.component.site.span);
        let finding = code.finding(&self.scene.label, message);
        self.findings.push(site.map_or_else(|| finding.clone(), |span| finding.clone().at(span)));
    }

    /// Asks for the files of the manifest. The first entry of a kind and key counts; of shapes from model
    /// files the last.
    fn load(&mut self) {
        let mut places: FxHashMap<(&str, &str), usize> = FxHashMap::default();
        for asset in &self.doc.assets {
            let Some(kind) = Wanted::of(&asset.source) else { continue };
            let word = asset.source.type_name();
            let path = match &asset.source {
                AssetSource::File { src, .. }
                | AssetSource::BitmapFont { json: src, .. }
                | AssetSource::Font { src, .. }
                | AssetSource::Geometry(Recipe::Gltf { src, .. }) => src.as_str(),
                AssetSource::Geometry(_) | AssetSource::Unknown { .. } => "",
            };
            if !path.is_empty() && !self.assets.has(word, path) {
                continue;
            }
            self.keys.entry(kind).or_default().insert(&asset.key);
            if let AssetSource::Geometry(recipe) = &asset.source {
                let known = self.recipes.entry(&asset.key).or_insert(recipe);
                if matches!(recipe, Recipe::Gltf { .. }) {
                    *known = recipe;
                }
            }
            let loaded = &mut self.scene.loaded;
            match places.get(&(word, asset.key.as_str())) {
                Some(at) if kind == Wanted::Geometry && !path.is_empty() => {
                    path.clone_into(&mut loaded[*at].path);
                }
                Some(_) => {}
                None => {
                    places.insert((word, &asset.key), loaded.len());
                    loaded.push(Loaded { kind: word, key: asset.key.clone(), path: path.to_owned() });
                }
            }
        }
    }

    fn has(&self, kind: Wanted, key: &str) -> bool {
        kind == Wanted::Font && key == BUILT_IN_FONT
            || self.keys.get(&kind).is_some_and(|keys| keys.contains(key))
    }

    /// Enters the pictures that the scene itself makes among the textures.
    fn pictures(&mut self) {
        for component in self.doc.nodes.iter().flat_map(|node| &node.components) {
            let ComponentData::SpriteTexture(picture) = &component.data else { continue };
            if !self.keys.entry(Wanted::Texture).or_default().insert(&picture.key) {
                let message =
                    format!("the picture of `{}` has a key that is taken: `{}`", component.id, picture.key);
                let finding = PICTURE_KEY_TAKEN.finding(&self.scene.label, message);
                self.findings.push(finding.at(component.site.span));
            }
        }
    }

    /// The document lists parents before children, so a parent's scripts have run before a child is built.
    fn boxes(&mut self) {
        let mut stands: Vec<Option<BoxId>> = Vec::with_capacity(self.doc.nodes.len());
        for node in &self.doc.nodes {
            let parent = node.parent.map(|parent| stands.get(parent.index()).copied().flatten());
            // A script may have removed the parent.
            let parent = match parent {
                None => None,
                Some(parent) => match parent.filter(|parent| self.scene.get(*parent).is_some()) {
                    None => {
                        stands.push(None);
                        continue;
                    }
                    some => some,
                },
            };
            let id = self.scene.push_box(parent, node.clone(), false);
            if let Some(parent) = parent {
                self.scene.set_place(parent, id, Place::Last);
            }
            stands.push(Some(id));
            let parts: Vec<PartId> =
                node.components.iter().filter_map(|part| self.scene.add_part(id, part.clone())).collect();
            self.components(&parts);
        }
    }

    fn components(&mut self, parts: &[PartId]) {
        let kind_of = |scene: &LiveScene, part: PartId| scene.part(part).map(|part| part.component.kind);
        let in_turn = |kind: ComponentKind| match kind {
            ComponentKind::SpriteTexture => 0,
            ComponentKind::Script => 2,
            _ => 1,
        };
        for turn in 0..3 {
            for part in parts {
                // A script may have removed the box.
                let Some(kind) = kind_of(&self.scene, *part) else { continue };
                if in_turn(kind) == turn {
                    self.component(*part);
                }
            }
        }
    }

    fn component(&mut self, id: PartId) {
        let Some(part) = self.scene.part(id) else { return };
        let data = part.component.data.clone();
        self.reserved(id, &data);
        if !self.can_stand(id, &data) {
            return self.leave_out(id, LeftOut::Missing);
        }
        if !self.takes_slot(id, &data) {
            return self.leave_out(id, LeftOut::Second);
        }
        self.scene.mark_built(id);
        match &data {
            ComponentData::Store(store) => {
                let owner = self.scene.get(id.owner).map(|own| own.node.id.clone()).unwrap_or_default();
                if let Some(part) = self.scene.part_mut(id) {
                    part.id = format!("{owner}:store:{}", store.store);
                }
            }
            ComponentData::Mesh(mesh) => self.piece(id, mesh),
            ComponentData::PhysicsWorld2d(_) | ComponentData::PhysicsWorld3d(_)
                if id.owner != self.scene.root() =>
            {
                let name = self.name(id.owner);
                self.tell(
                    &WORLD_NOT_ROOT,
                    Some(id),
                    format!("`{name}` is not the root and has a physics world"),
                );
            }
            ComponentData::PhysicsBody2d(_) => self.body(id, false),
            ComponentData::PhysicsBody3d(_) => self.body(id, true),
            ComponentData::Script(script) => self.script(id, &script.behaviour, &script.props),
            _ => {}
        }
    }

    fn name(&self, id: BoxId) -> String {
        self.scene.get(id).map(|own| own.node.name.to_string()).unwrap_or_default()
    }

    fn leave_out(&mut self, id: PartId, why: LeftOut) {
        if let Some(part) = self.scene.part_mut(id) {
            part.state = State::LeftOut(why);
        }
    }

    /// Tells of missing assets; whether the component can do without them.
    fn can_stand(&mut self, id: PartId, data: &ComponentData) -> bool {
        // A model file brings its own surface along.
        let of_file = matches!(data, ComponentData::Mesh(mesh)
            if matches!(self.recipes.get(mesh.geometry.as_str()), Some(Recipe::Gltf { .. })));
        let first = match data {
            ComponentData::Mesh(mesh) => Some(mesh.geometry.as_str()),
            ComponentData::Text(text) => Some(text.font.as_str()),
            ComponentData::Particles(own) => Some(own.emitter.effect.as_str()),
            ComponentData::Particles3d(own) => Some(own.emitter.effect.as_str()),
            ComponentData::Tilemap(own) => Some(own.map.as_str()),
            _ => None,
        };
        if first == Some("") {
            return false;
        }
        let mut found = 0;
        for wanted in uses(data) {
            // A map that is not listed may be a path.
            let file_has_it = of_file && wanted.kind == Wanted::Texture && !is_map(data, wanted.key);
            if file_has_it || wanted.kind == Wanted::Tilemap || self.has(wanted.kind, wanted.key) {
                found += 1;
                continue;
            }
            let (kind, key) = (wanted.kind.describe(), wanted.key);
            let name = self.name(id.owner);
            let part = self.scene.part(id).map_or("", |part| part.component.kind.as_str()).to_owned();
            self.tell(
                &MISSING_ASSET,
                Some(id),
                format!("a {part} on `{name}` wants the {kind} `{key}`, which is not listed"),
            );
            let needs = match wanted.kind {
                Wanted::Geometry | Wanted::Font | Wanted::Particles | Wanted::Song | Wanted::Motion => true,
                Wanted::Audio => matches!(data, ComponentData::Sound(_)),
                _ => false,
            };
            if needs {
                return false;
            }
        }
        match data {
            ComponentData::Music(_) => found > 0,
            ComponentData::NineSlice(panel) => {
                let keys = [(Wanted::Texture, &panel.texture), (Wanted::Atlas, &panel.atlas)];
                let has = keys.iter().any(|(kind, key)| key.as_ref().is_some_and(|key| self.has(*kind, key)));
                if !has {
                    let name = self.name(id.owner);
                    self.tell(
                        &PANEL_WITHOUT_PICTURE,
                        Some(id),
                        format!("a panel on `{name}` has no picture"),
                    );
                }
                has
            }
            _ => true,
        }
    }

    fn reserved(&mut self, id: PartId, data: &ComponentData) {
        let names: Vec<String> = knobs(data)
            .into_iter()
            .flatten()
            .filter(|(name, _)| name == "time" || name == "resolution")
            .map(|(name, _)| name.clone())
            .collect();
        for name in names {
            self.tell(&RESERVED_UNIFORM, Some(id), format!("the engine itself fills in the knob `{name}`"));
        }
    }

    /// Makes room where only one of a kind can be; whether the component may come to be.
    fn takes_slot(&mut self, id: PartId, data: &ComponentData) -> bool {
        let kind = data.kind();
        if kind.belongs_to_view() {
            return self.takes_view(id, kind);
        }
        // Two links to one store are one.
        if let ComponentData::Store(store) = data {
            return self.slots.insert((id.owner, kind, store.store.clone()), id).is_none();
        }
        if !kind.stands_alone() {
            return true;
        }
        let Some(earlier) = self.slots.insert((id.owner, kind, String::new()), id) else { return true };
        self.leave_out(earlier, LeftOut::Replaced);
        if kind == ComponentKind::Light {
            let message =
                format!("`{}` has a second light, which takes the first one's place", self.name(id.owner));
            self.tell(&SECOND_LIGHT, Some(id), message);
        }
        true
    }

    fn takes_view(&mut self, id: PartId, kind: ComponentKind) -> bool {
        let view = self.scene.view_of(id.owner);
        let slot = (view, kind, String::new());
        let earlier = self.slots.get(&slot).copied().filter(|earlier| self.scene.part(*earlier).is_some());
        let Some(earlier) = earlier else {
            self.slots.insert(slot, id);
            return true;
        };
        let (code, replaces) = match kind {
            ComponentKind::Camera2d => (&SECOND_CAMERA_2D, true),
            ComponentKind::Camera3d => (&SECOND_CAMERA_3D, false),
            _ => (&SECOND_FOG, false),
        };
        let what = if replaces { "takes the first one's place" } else { "is passed over" };
        let name = self.name(view);
        self.tell(
            code,
            Some(id),
            format!("the view of `{name}` has a second {}, which {what}", kind.as_str()),
        );
        if replaces {
            self.slots.insert(slot, id);
            self.leave_out(earlier, LeftOut::Replaced);
        } else {
            // The engine passes the second one over, but not its id.
            let new = self.scene.part(id).map(|part| part.id.clone());
            if let (Some(part), Some(new)) = (self.scene.part_mut(earlier), new) {
                part.id = new;
            }
        }
        replaces
    }

    /// The piece of a model file that a mesh shows.
    fn piece(&mut self, id: PartId, mesh: &Mesh) {
        let Some(Recipe::Gltf { src, node, occurrence }) = self.recipes.get(mesh.geometry.as_str()).copied()
        else {
            return;
        };
        let Some(pieces) = self.assets.pieces(src) else { return };
        let mut named = pieces.iter().enumerate().filter(|(_, piece)| match node {
            Some(node) => piece.name == *node,
            None => true,
        });
        // Counted among those of the name; without a name the first one is meant.
        let nth = if node.is_some() { occurrence.unwrap_or(0.0) as usize } else { 0 };
        if let Some((index, piece)) = named.nth(nth) {
            let [r, g, b, a] = piece.base_colour;
            let tint = [screen(r), screen(g), screen(b), a];
            if let Some(part) = self.scene.part_mut(id) {
                part.piece = Some(ShownPiece { name: piece.name.clone(), index, tint });
            }
            return;
        }
        if self.told_pieces.insert(mesh.geometry.clone()) {
            let names: Vec<String> = pieces.iter().map(|piece| format!("\"{}\"", piece.name)).collect();
            let wanted = node
                .as_ref()
                .map_or_else(|| "the first piece".to_owned(), |node| format!("the piece \"{node}\""));
            let wanted = if nth > 0 { format!("{wanted} number {nth}") } else { wanted };
            let has = if names.is_empty() {
                "it has none".to_owned()
            } else {
                format!("it has {}", names.join(", "))
            };
            self.tell(&MODEL_PIECE_MISSING, Some(id), format!("the model `{src}` lacks {wanted}; {has}"));
        }
    }

    /// A body stands where its box does, else where the first thing it draws does.
    fn body(&mut self, id: PartId, deep: bool) {
        let Some(own) = self.scene.get(id.owner) else { return };
        let first = own.parts.iter().map(|part| &part.component.data).find(|data| data.kind().is_drawn());
        let drawn = first.is_some_and(|data| match data {
            ComponentData::Mesh(mesh) => mesh.place.is_some(),
            ComponentData::Particles3d(emitter) => !deep && emitter.place.is_some(),
            data => !deep && flat::own_place(data).is_some(),
        });
        if own.node.transform.is_none() && !drawn {
            let name = self.name(id.owner);
            self.tell(&BODY_NOWHERE, Some(id), format!("`{name}` has a body and no place"));
        }
    }

    fn script(&mut self, id: PartId, name: &str, said: &Settings) {
        let Some(behaviour) = self.scripts.make(name) else {
            if let Some(part) = self.scene.part_mut(id) {
                part.settings.clone_from(said);
            }
            if self.scripts.tells(name) {
                self.tell(&SCRIPT_UNREGISTERED, Some(id), format!("no behaviour is registered as `{name}`"));
            }
            return;
        };
        let settings = scripts::resolved(behaviour.declared(), said);
        if let Some(part) = self.scene.part_mut(id) {
            part.settings.clone_from(&settings);
        }
        if self.run == Run::All || behaviour.is_tool() {
            self.scripts.start(&mut self.scene, id, behaviour, &settings);
        }
    }

    fn masks(&mut self) {
        let mut shapes: FxHashMap<String, BoxId> = FxHashMap::default();
        for id in self.scene.boxes() {
            if let Some(own) = self.scene.get(id) {
                shapes.entry(own.node.id.to_string()).or_insert(id);
            }
        }
        let masks: Vec<(PartId, String)> = self
            .scene
            .built()
            .filter_map(|(id, part)| match &part.component.data {
                ComponentData::Mask(mask) => Some((id, mask.by.clone()?)),
                _ => None,
            })
            .collect();
        for (id, by) in masks {
            match shapes.get(&by) {
                Some(shape) => {
                    if let Some(part) = self.scene.part_mut(id) {
                        part.shape = Some(*shape);
                    }
                }
                None => {
                    let name = self.name(id.owner);
                    self.tell(
                        &NO_SUCH_MASK,
                        Some(id),
                        format!("the mask of `{name}` has the shape of the box `{by}`, which is not there"),
                    );
                }
            }
        }
    }
}

/// Whether a model's material reads a texture by a name of its own, which no file brings along.
fn is_map(data: &ComponentData, key: &str) -> bool {
    match data {
        ComponentData::Mesh(mesh) => mesh.material.maps.iter().any(|map| map.texture == key),
        _ => false,
    }
}

impl ComponentKind {
    /// Whether it belongs to the nearest view upwards, wherever it stands.
    pub(super) const fn belongs_to_view(self) -> bool {
        matches!(self, Self::Camera2d | Self::Camera3d | Self::Fog)
    }

    /// Whether a later one on the same box takes the place of an earlier one.
    const fn stands_alone(self) -> bool {
        matches!(
            self,
            Self::Light
                | Self::PhysicsBody2d
                | Self::PhysicsBody3d
                | Self::PhysicsWorld2d
                | Self::PhysicsWorld3d
                | Self::ParticleCollider2d
                | Self::ParticleCollider3d
                | Self::AudioListener
                | Self::SpriteTexture
                | Self::Mask
                | Self::Filter
        )
    }

    /// Whether it is something to see.
    pub(super) const fn is_drawn(self) -> bool {
        matches!(
            self,
            Self::Sprite
                | Self::NineSlice
                | Self::Text
                | Self::Shapes
                | Self::Mesh
                | Self::Tilemap
                | Self::Particles
                | Self::Particles3d
        )
    }
}
