//! Maps: ids, portals and their links, placements.

use std::collections::HashMap;

use super::{Report, difference, length, pose, shape, triangle, unique};
use crate::Kind;
use crate::code::Code;
use crate::document::Document;
use crate::view::{Portal, Sector, Word};

const OTHER_SIDE: &str = "the other side is here";

type Portals<'a> = HashMap<&'a [u8], Portal<'a>>;

pub(super) fn check(document: &Document, report: &mut Report<'_>) {
    let mut ids = HashMap::new();
    let mut sectors: HashMap<&[u8], Portals<'_>> = HashMap::new();
    for sector in document.sectors() {
        unique(&mut ids, sector.id(), "sector", report);
        let portals = sector_items(sector, report);
        if let Some(id) = sector.id() {
            // A second sector of the name is reported; links are judged by the first.
            sectors.entry(id.bytes()).or_insert(portals);
        }
    }
    for sector in document.sectors() {
        for portal in sector.portals() {
            link(sector, portal, &sectors, report);
        }
    }
    unreachable(document, report);
}

/// Sectors to which no way through portals leads from the first. Each sector is visited once.
fn unreachable(document: &Document, report: &mut Report<'_>) {
    let sectors: Vec<Sector<'_>> = document.sectors().collect();
    let mut places: HashMap<&[u8], usize> = HashMap::new();
    for (place, sector) in sectors.iter().enumerate() {
        if let Some(id) = sector.id() {
            places.entry(id.bytes()).or_insert(place);
        }
    }
    let mut reached = vec![false; sectors.len()];
    let mut next: Vec<usize> = (0..sectors.len().min(1)).collect();
    while let Some(place) = next.pop() {
        if std::mem::replace(&mut reached[place], true) {
            continue;
        }
        let links = sectors[place].portals().filter_map(|portal| portal.link_sector());
        next.extend(links.filter_map(|to| places.get(to.bytes()).copied()));
    }
    for (sector, _) in sectors.iter().zip(&reached).filter(|(_, reached)| !**reached) {
        // One without an id, or with a taken one, is reported already.
        let Some(id) = sector.id().filter(|id| places.get(id.bytes()).is_some_and(|place| !reached[*place]))
        else {
            continue;
        };
        report.push(Code::UnreachableSector, id.span(), || {
            format!("no way through portals leads from the first sector to `{}`", id.text())
        });
    }
}

fn sector_items<'a>(sector: Sector<'a>, report: &mut Report<'_>) -> Portals<'a> {
    for each in sector.triangles() {
        triangle(each, report);
    }
    let mut ids = HashMap::new();
    for actor in sector.actors() {
        unique(&mut ids, actor.id(), "actor", report);
        pose(actor.pose(), actor.item(), "ACTOR", report);
    }
    for system in sector.particle_systems() {
        pose(system.pose(), system.item(), "PARTICLESYSTEM", report);
    }
    let mut ids = HashMap::new();
    let mut portals = Portals::new();
    for portal in sector.portals() {
        unique(&mut ids, portal.id(), "portal", report);
        if let Some(id) = portal.id() {
            portals.entry(id.bytes()).or_insert(portal);
        }
        shape::check(portal, report);
        let in_block = portal.item().field(Kind::List).is_none();
        for (kind, field) in [(Kind::Vertices, "VERTICES"), (Kind::PortalLink, "PORTALLINK")] {
            if in_block && portal.item().field(kind).is_none() {
                report.push(Code::MissingField, portal.span(), || format!("a PORTAL without {field}"));
            }
        }
    }
    portals
}

/// Whether a portal leads anywhere, and back.
fn link<'a>(
    sector: Sector<'a>,
    portal: Portal<'a>,
    sectors: &HashMap<&'a [u8], Portals<'a>>,
    report: &mut Report<'_>,
) {
    let (Some(to_sector), Some(to_portal)) = (portal.link_sector(), portal.link_portal()) else { return };
    let Some(portals) = sectors.get(to_sector.bytes()) else {
        let message = format!("there is no sector `{}`", to_sector.text());
        let names = sectors.keys().map(|name| crate::value::text(name));
        report.unknown(Code::UnknownSector, to_sector.span(), &to_sector.text(), names, message);
        return;
    };
    let Some(other) = portals.get(to_portal.bytes()) else {
        let message = format!("sector `{}` has no portal `{}`", to_sector.text(), to_portal.text());
        let names = portals.keys().map(|name| crate::value::text(name));
        report.unknown(Code::UnknownPortal, to_portal.span(), &to_portal.text(), names, message);
        return;
    };
    let same = |a: Option<Word<'_>>, b: Option<Word<'_>>| matches!((a, b), (Some(a), Some(b)) if a.bytes() == b.bytes());
    if !same(other.link_sector(), sector.id()) || !same(other.link_portal(), portal.id()) {
        report.push_with(Code::OneWayPortal, portal.span(), (other.span(), OTHER_SIDE), || {
            format!("portal `{}` of sector `{}` does not lead back here", to_portal.text(), to_sector.text())
        });
    }
    if let (Some(a), Some(b)) = (portal.corners(), other.corners())
        && !same_corners(a, b)
    {
        report.push_with(Code::PortalCorners, portal.span(), (other.span(), OTHER_SIDE), || {
            "the two sides of the doorway have different corners".to_owned()
        });
    }
}

/// Whether both quads have the same corners in any order: which way a portal faces means nothing.
fn same_corners(a: [[f64; 3]; 4], b: [[f64; 3]; 4]) -> bool {
    let size = length(difference(a[0], a[2])).max(length(difference(b[0], b[2])));
    let found =
        |p: [f64; 3], quad: [[f64; 3]; 4]| quad.iter().any(|q| length(difference(p, *q)) <= size * 1e-6);
    a.iter().all(|p| found(*p, b)) && b.iter().all(|p| found(*p, a))
}
