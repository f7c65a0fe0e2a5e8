//! Which sectors an eye sees.

use proscenio_scene::glam::DVec3;
use proscenio_scene::{NodeId, PortalKind, Scene, WorldPlacements};

use super::map::PortalMap;
use super::view::{Plane, ViewVolume, clip, normal_of};

/// What an eye sees of a map.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// The sectors, each once, in the order they were met: the eye's own first.
    pub sectors: Vec<SeenSector>,
    /// Every doorway that lets sight through, once for each way there.
    pub windows: Vec<Window>,
    /// `false` when the map has so many ways to look through it that the search was cut short: then every sector that
    /// can be reached from where it stopped counts as seen.
    pub complete: bool,
}

/// A sector that is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeenSector {
    /// Its number in the [`PortalMap`].
    pub sector: usize,
    /// How many doorways lie between it and the eye, on the way that was found first.
    pub depth: u32,
    /// Into [`Seen::windows`]: the doorway through which it was found; `None` for the eye's own sector and for those of
    /// a search that was cut short.
    pub window: Option<usize>,
}

/// The part of a doorway through which a sector is seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Window {
    /// The portal's node.
    pub portal: NodeId,
    /// The number of the sector seen through it.
    pub sector: usize,
    /// How the portal hides.
    pub kind: PortalKind,
    /// The seen part, in the world, in order around it.
    pub corners: Vec<DVec3>,
    /// Whether the eye stands in the doorway, so that more than the corners is seen through it.
    pub stands_in: bool,
    /// Into [`Seen::windows`]: the window through which the doorway itself is seen; `None` from the eye's own sector.
    pub from: Option<usize>,
    /// Whether the corners are all that is seen through the doorway: of a bent one they are a half at most.
    pub whole: bool,
}

impl Window {
    /// Whether what is drawn of the sector behind is cut to the corners.
    fn cuts(&self) -> bool {
        self.kind == PortalKind::Accurate && self.whole && !self.stands_in
    }
}

/// A sector on the way that is looked along.
struct Step {
    sector: usize,
    /// The window it is seen through.
    window: Option<usize>,
    /// The next of its portals.
    next: usize,
    /// Sides of its window, from here to the end of the list of the step after.
    sides: usize,
    /// Only what lies behind the doorway it was entered by.
    behind: Option<Plane>,
}

impl PortalMap {
    /// What an eye in a sector sees.
    ///
    /// A sector is seen when a straight line leads from the eye through doorways to it, inside the picture and before the
    /// far plane. Walls, actors and triangles hide nothing: a portal map's rooms are entered through doorways alone. Both
    /// kinds of portal narrow the view; how much of a seen sector is drawn is the renderer's matter.
    ///
    /// The search follows every way of doorways that sight can take, never through a sector twice. It is cut short after
    /// 1000 ways and 16 for each sector, which real maps do not come near.
    ///
    /// # Panics
    /// When there is no sector of that number.
    #[must_use]
    pub fn seen(&self, view: &ViewVolume, start: usize) -> Seen {
        self.seen_within(view, start, self.sectors.len().saturating_mul(16).saturating_add(1000))
    }

    /// As [`PortalMap::seen`], with the number of windows after which the search is cut short.
    ///
    /// # Panics
    /// When there is no sector of that number.
    #[must_use]
    pub fn seen_within(&self, view: &ViewVolume, start: usize, most: usize) -> Seen {
        let mut search = Search {
            map: self,
            view,
            seen: Seen { sectors: Vec::new(), windows: Vec::new(), complete: true },
            met: vec![false; self.sectors.len()],
            on_way: vec![false; self.sectors.len()],
            sides: view.sides.clone(),
            way: Vec::new(),
            spare: Vec::new(),
        };
        search.meet(start, None);
        search.enter(start, None, 0, None);
        while let Some(step) = search.way.last_mut() {
            let portal = step.next;
            let sector = step.sector;
            step.next += 1;
            if portal >= self.sectors[sector].portals.end {
                search.leave();
            } else if search.seen.windows.len() >= most {
                search.give_up();
                break;
            } else {
                search.look_through(portal);
            }
        }
        search.seen
    }
}

struct Search<'a> {
    map: &'a PortalMap,
    view: &'a ViewVolume,
    seen: Seen,
    met: Vec<bool>,
    on_way: Vec<bool>,
    /// The windows of all steps, one after the other.
    sides: Vec<Plane>,
    way: Vec<Step>,
    spare: Vec<DVec3>,
}

impl Search<'_> {
    fn meet(&mut self, sector: usize, window: Option<usize>) {
        if !std::mem::replace(&mut self.met[sector], true) {
            let depth = self.way.len() as u32;
            self.seen.sectors.push(SeenSector { sector, depth, window });
        }
    }

    fn enter(&mut self, sector: usize, window: Option<usize>, sides: usize, behind: Option<Plane>) {
        self.on_way[sector] = true;
        let next = self.map.sectors[sector].portals.start;
        self.way.push(Step { sector, window, next, sides, behind });
    }

    fn leave(&mut self) {
        if let Some(step) = self.way.pop() {
            self.on_way[step.sector] = false;
            // A step that shares its window with the one before has none of its own.
            if self.way.last().is_some_and(|before| before.sides < step.sides) {
                self.sides.truncate(step.sides);
            }
        }
    }

    /// Looks from the last step of the way through one of its portals, and goes on there when something is seen.
    fn look_through(&mut self, portal: usize) {
        let entry = &self.map.portals[portal];
        let Some(target) = entry.target else { return };
        // Sight that comes back into a sector sees nothing there that it did not see from the first window, which holds
        // the later one.
        if self.on_way[target] {
            return;
        }
        let Some((from, behind)) = self.way.last().map(|step| (step.sides, step.behind)) else { return };
        for mut corners in entry.pieces() {
            if self.view.stands_in(&corners) {
                let window = self.see(portal, target, corners, true);
                self.enter(target, Some(window), from, None);
                return;
            }
            let planes = self.sides[from..].iter().chain(&self.view.depths).chain(behind.as_ref());
            for plane in planes {
                clip(&mut corners, plane, &mut self.spare);
            }
            if corners.len() < 3 || normal_of(&corners).is_none() {
                continue;
            }
            let Some(behind) = self.view.behind(&corners) else { continue };
            let sides = self.sides.len();
            self.view.window(&corners, &mut self.sides);
            // What is left is so narrow that it has no inside.
            if self.sides.len() < sides + 3 {
                self.sides.truncate(sides);
                continue;
            }
            let window = self.see(portal, target, corners, false);
            if entry.flat {
                self.enter(target, Some(window), sides, Some(behind));
            } else {
                // Both halves of a bent doorway see the same sector: what is behind them is looked at through the whole
                // window of this sector, which sees more and misses nothing.
                self.sides.truncate(sides);
                self.enter(target, Some(window), from, None);
            }
            return;
        }
    }

    fn see(&mut self, portal: usize, sector: usize, corners: Vec<DVec3>, stands_in: bool) -> usize {
        let entry = &self.map.portals[portal];
        let (kind, whole) = (entry.kind, entry.flat);
        let from = self.way.last().and_then(|step| step.window);
        self.seen.windows.push(Window { portal: entry.node, sector, kind, corners, stands_in, from, whole });
        let window = self.seen.windows.len() - 1;
        self.meet(sector, Some(window));
        window
    }

    /// Counts all that can be reached from the way as seen.
    fn give_up(&mut self) {
        self.seen.complete = false;
        let mut waiting: Vec<usize> = self.way.iter().map(|step| step.sector).collect();
        let mut reached = vec![false; self.met.len()];
        waiting.iter().for_each(|sector| reached[*sector] = true);
        while let Some(sector) = waiting.pop() {
            self.meet(sector, None);
            for target in self.map.portals_of(sector).filter_map(|(_, portal)| portal.target) {
                if !std::mem::replace(&mut reached[target], true) {
                    waiting.push(target);
                }
            }
        }
    }
}

impl Seen {
    /// For each of [`Seen::sectors`] the windows that what is drawn of it is cut to, into [`Seen::windows`]; none for a
    /// sector that is drawn whole.
    ///
    /// What is seen through an [`Accurate`](PortalKind::Accurate) doorway is cut to it, and so is what is seen through
    /// further doorways behind it. A sector that is seen in another way too is cut to all of its windows together, or
    /// not at all when no accurate doorway lies on that way. A doorway that the eye stands in and one that is not flat
    /// cut nothing.
    #[must_use]
    pub fn cuts(&self) -> Vec<Vec<usize>> {
        // The nearest cutting window on the way to each; a window comes after the one it is seen through.
        let mut nearest: Vec<Option<usize>> = Vec::with_capacity(self.windows.len());
        for (number, window) in self.windows.iter().enumerate() {
            let before = window.from.and_then(|from| nearest[from]);
            nearest.push(if window.cuts() { Some(number) } else { before });
        }
        let highest = self.sectors.iter().map(|seen| seen.sector).max().unwrap_or(0);
        // `None` for a sector that some way shows whole.
        let mut cuts: Vec<Option<Vec<usize>>> = vec![Some(Vec::new()); highest + 1];
        for (window, cut) in self.windows.iter().zip(&nearest) {
            match (&mut cuts[window.sector], cut) {
                (Some(list), Some(cut)) => list.push(*cut),
                (None, _) => {}
                (whole, None) => *whole = None,
            }
        }
        for list in cuts.iter_mut().flatten() {
            list.sort_unstable();
            list.dedup();
        }
        let listed = self.sectors.iter().map(|seen| match seen.window {
            Some(_) if self.complete => cuts[seen.sector].take().unwrap_or_default(),
            _ => Vec::new(),
        });
        listed.collect()
    }
}

/// For each node of a scene, whether it stands in a sector that is not seen; what stands in no sector is seen.
#[must_use]
pub fn hidden_nodes(scene: &Scene, map: &PortalMap, seen: &Seen) -> Vec<bool> {
    let mut shown = vec![false; map.sector_count()];
    seen.sectors.iter().for_each(|sector| shown[sector.sector] = true);
    let hidden = |node| map.sector_of_node(node).is_some_and(|sector| !shown[sector]);
    scene.nodes.iter().map(|(node, _)| hidden(node)).collect()
}

/// The map of a scene and what an eye in it sees, for callers that have neither.
impl Seen {
    /// What an eye sees that stands at a node, or in the sector that is there; `None` when the scene has no sectors or
    /// the eye is in none of them.
    #[must_use]
    pub fn from_node(
        scene: &Scene,
        world: &WorldPlacements,
        view: &ViewVolume,
        node: Option<NodeId>,
    ) -> Option<(PortalMap, Self)> {
        let map = PortalMap::new(scene, world)?;
        let by_tree = node.and_then(|node| map.sector_of_node(node));
        let sector = by_tree.or_else(|| Some(map.locate(scene, world, view.eye()?)?.sector))?;
        let seen = map.seen(view, sector);
        Some((map, seen))
    }
}
