//! Maps: sectors with their geometry, portals with their links, placed actors and particle systems.

use std::collections::HashMap;
use std::sync::Arc;

use proscenio_espresso3d as e3d;
use proscenio_scene::glam::{Affine3A, Vec3};
use proscenio_scene::{
    Component, Extras, Identity, Node, NodeId, Origin, Other, Placement, Portal, PortalKind, Sector,
};
use proscenio_source::Span;

use super::geometry::Gathered;
use super::placement::placement;
use super::{Importer, codes, counted, instance, text_of};

/// Portal nodes of a sector by id.
type Portals<'a> = HashMap<&'a [u8], NodeId>;

/// The nodes of a map's sectors and of their portals, by id. The first of two equal ids counts.
#[derive(Default)]
struct Places<'a> {
    sectors: HashMap<&'a [u8], (NodeId, Portals<'a>)>,
    /// Portals whose links are set when all sectors are there.
    waiting: Vec<(NodeId, e3d::Portal<'a>)>,
}

impl Importer<'_> {
    /// Adds a map's sectors below the root.
    pub(super) fn map(&mut self, document: &e3d::Document) {
        let from = Arc::clone(document.source().path());
        let mut gathered = Gathered::default();
        let mut places = Places::default();
        self.read_sets(document);
        // Actors are there before the map is loaded, so their texture sets count for it too.
        self.open_actors(document);
        for sector in document.sectors() {
            let name = text_of(sector.id());
            self.enter(Some(sector));
            let mut node = self.node(&name, "SECTOR", sector.span(), &from);
            node.components.push(Component::Sector(Sector { name: name.clone() }));
            let bones = HashMap::new();
            let mesh = self.mesh(&name, sector.triangles(), &from, &bones, &mut gathered);
            if let Some(mut mesh) = mesh {
                self.light(&mut mesh, Affine3A::IDENTITY);
                let mesh = self.scene.meshes.add(mesh);
                node.components.push(Component::Mesh(instance(mesh)));
            }
            let node = self.scene.add_child(self.scene.root, node);
            let portals = self.portals(sector, node, &from, &mut places);
            if let Some(id) = sector.id() {
                places.sectors.entry(id.bytes()).or_insert((node, portals));
            }
            self.placed(sector, node, &from);
        }
        self.link(&places);
        self.report_gathered(&gathered, &from);
        self.report_particle_systems(document, &from);
    }

    fn node(&self, name: &str, kind: &str, span: Span, from: &Arc<str>) -> Node {
        Node {
            identity: Identity { key: name.to_owned(), kind: kind.to_owned(), unique_id: None },
            origin: Some(Origin { path: Arc::clone(from), bytes: (span.start(), span.end()) }),
            ..Node::new(name)
        }
    }

    fn portals<'a>(
        &mut self,
        sector: e3d::Sector<'a>,
        parent: NodeId,
        from: &Arc<str>,
        places: &mut Places<'a>,
    ) -> Portals<'a> {
        let mut by_id = HashMap::new();
        for portal in sector.portals() {
            let name = text_of(portal.id());
            let mut node = self.node(&name, "PORTAL", portal.span(), from);
            let corners =
                portal.corners().map(|corners| corners.map(|c| Vec3::from_array(c.map(|v| v as f32))));
            let link_names = (text_of(portal.link_sector()), text_of(portal.link_portal()));
            node.components.push(match corners.filter(|corners| corners.iter().all(|c| c.is_finite())) {
                Some(corners) => Component::Portal(Portal {
                    name: name.clone(),
                    kind: match portal.portal_type() {
                        e3d::PortalType::Fast => PortalKind::Fast,
                        e3d::PortalType::Accurate => PortalKind::Accurate,
                    },
                    corners,
                    sector: None,
                    portal: None,
                    link_names,
                }),
                None => {
                    let message = format!("portal `{name}` has no usable corners");
                    self.report(&codes::LEFT_OUT, from, Some(portal.span()), message);
                    let mut extras = Extras::new();
                    extras.set("link_sector", link_names.0);
                    extras.set("link_portal", link_names.1);
                    Component::Other(Other { kind: "PORTAL".to_owned(), extras })
                }
            });
            let node = self.scene.add_child(parent, node);
            places.waiting.push((node, portal));
            if let Some(id) = portal.id() {
                by_id.entry(id.bytes()).or_insert(node);
            }
        }
        by_id
    }

    fn link(&mut self, places: &Places<'_>) {
        for (node, written) in &places.waiting {
            let target = written.link_sector().and_then(|id| places.sectors.get(id.bytes()));
            for component in &mut self.scene.nodes[*node].components {
                if let (Component::Portal(portal), Some((sector, portals))) = (component, target) {
                    portal.sector = Some(*sector);
                    portal.portal = written.link_portal().and_then(|id| portals.get(id.bytes()).copied());
                }
            }
        }
    }

    /// Actors and particle systems of a sector.
    fn placed(&mut self, sector: e3d::Sector<'_>, parent: NodeId, from: &Arc<str>) {
        for actor in sector.actors() {
            let name = text_of(actor.name());
            let id = actor.id().map_or_else(|| name.clone(), |id| id.text().into_owned());
            let mut node = self.node(&id, "ACTOR", actor.span(), from);
            node.placement = self.place(actor.pose(), actor.span(), &format!("actor `{id}`"), from);
            node.extras.set("registered_name", name.clone());
            let node = self.scene.add_child(parent, node);
            if !self.place_registered(&name, node, actor.span(), from) {
                let marker = self.marker();
                let components = &mut self.scene.nodes[node].components;
                components.push(other("ACTOR", &name));
                components.extend(marker);
            }
        }
        for system in sector.particle_systems() {
            let name = text_of(system.name());
            let mut node = self.node(&name, "PARTICLESYSTEM", system.span(), from);
            let what = format!("particle system `{name}`");
            node.placement = self.place(system.pose(), system.span(), &what, from);
            let drawn = self.particle_system(&name, from, system.span());
            self.undrawn += u32::from(drawn.is_none());
            node.components.push(other("PARTICLESYSTEM", &name));
            node.components.extend(drawn.or_else(|| self.marker()));
            self.scene.add_child(parent, node);
        }
    }

    fn place(&mut self, pose: e3d::Pose, span: Span, what: &str, from: &Arc<str>) -> Placement {
        let (placed, defaulted) = placement(pose);
        if defaulted {
            let message = format!("the pose of {what} is not complete");
            self.report(&codes::DEFAULT_POSE, from, Some(span), message);
        }
        Placement::space(placed)
    }

    fn report_particle_systems(&mut self, document: &e3d::Document, from: &Arc<str>) {
        let mut systems = document.sectors().flat_map(|sector| sector.particle_systems());
        let undrawn = systems.find(|system| self.systems.get(&text_of(system.name())) == Some(&None));
        if let Some(first) = undrawn {
            let systems = counted(self.undrawn, "particle system");
            let message = format!("{systems} kept as nodes without a picture");
            self.report(&codes::KEPT_ASIDE, from, Some(first.span()), message);
        }
    }
}

/// Something that a program would have registered under a name.
fn other(kind: &str, name: &str) -> Component {
    let mut extras = Extras::new();
    extras.set("registered_name", name);
    Component::Other(Other { kind: kind.to_owned(), extras })
}
