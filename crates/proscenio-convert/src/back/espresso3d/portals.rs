//! Portals between rooms: where two of them share a rectangle.

use std::collections::{BTreeMap, HashMap, HashSet};

use proscenio_scene::glam::DVec3;

use crate::parts::{Part, Portal, Triangle};

/// Corners nearer than this share of the whole size are one.
const NEAR: f64 = 1e-6;

/// A corner, so that near ones are equal.
type Spot = [i64; 3];

/// A rectangle of a room: a piece of wall of two triangles, or an opening with free edges around it.
struct Rectangle {
    room: usize,
    corners: [[f64; 3]; 4],
    /// The triangles of a piece of wall.
    wall: Option<[usize; 2]>,
}

/// Makes a pair of portals for every rectangle that two rooms share, and takes the triangles out that stand in it.
/// Gives the names of those where triangles stood.
///
/// A rectangle is two triangles with a common diagonal, or an opening: a round of edges with a triangle on one side
/// only, with four corners at right angles. Both rooms must have the same four corners, to a millionth of the whole
/// size. Where two rooms share an opening, pieces of wall between them stay walls. The 0.5 engine draws what is behind a portal and tests movement against it, so a wall left standing there would
/// hide the one and stop the other. Takes time linear in the number of triangles.
pub(crate) fn find(rooms: &mut [&mut Part]) -> Vec<String> {
    let unit = unit(rooms);
    let mut by_corners: BTreeMap<[Spot; 4], Vec<Rectangle>> = BTreeMap::new();
    for (room, part) in rooms.iter().enumerate() {
        for rectangle in rectangles(room, &part.triangles, unit) {
            let mut key = rectangle.corners.map(|corner| spot(corner, unit));
            key.sort_unstable();
            let known = by_corners.entry(key).or_default();
            if known.iter().all(|other| other.room != room) {
                known.push(rectangle);
            }
        }
    }
    let mut pairs: Vec<(Rectangle, Rectangle)> = by_corners
        .into_values()
        .filter_map(|mut shared| {
            // A third room at the same place has nowhere to lead to.
            let second = (shared.len() >= 2).then(|| shared.swap_remove(1))?;
            shared.into_iter().next().map(|first| (first, second))
        })
        .collect();
    pairs.sort_by_key(|(first, second)| (first.room, second.room));
    // Rooms that share an opening are joined by it, and the walls around it, which stand back to back, stay.
    let is_opening = |(first, second): &(Rectangle, Rectangle)| first.wall.is_none() || second.wall.is_none();
    let joined: HashSet<(usize, usize)> = pairs
        .iter()
        .filter(|pair| is_opening(pair))
        .map(|(first, second)| (first.room, second.room))
        .collect();
    pairs.retain(|pair| is_opening(pair) || !joined.contains(&(pair.0.room, pair.1.room)));
    let mut opened = Vec::new();
    let mut doomed: Vec<HashSet<usize>> = vec![HashSet::new(); rooms.len()];
    let mut ids: Vec<HashSet<String>> =
        rooms.iter().map(|room| room.portals.iter().map(|portal| portal.id.clone()).collect()).collect();
    for (first, second) in &pairs {
        let corners = upright(first.corners);
        let names = [first.room, second.room].map(|room| rooms[room].name.clone());
        let own = [
            free(&mut ids[first.room], format!("to_{}", names[1])),
            free(&mut ids[second.room], format!("to_{}", names[0])),
        ];
        for (side, rectangle) in [first, second].into_iter().enumerate() {
            let other = 1 - side;
            let link = (names[other].clone(), own[other].clone());
            rooms[rectangle.room].portals.push(Portal { id: own[side].clone(), link, corners });
            if let Some(wall) = rectangle.wall {
                doomed[rectangle.room].extend(wall);
            }
        }
        if first.wall.is_some() || second.wall.is_some() {
            opened.push(format!("{}/{}", names[0], own[0]));
        }
    }
    for (room, doomed) in rooms.iter_mut().zip(doomed) {
        let mut at = 0;
        room.triangles.retain(|_| {
            at += 1;
            !doomed.contains(&(at - 1))
        });
    }
    opened
}

/// The two ends that the name of a portal object says: `portal_SECTOR_ID__SECTOR_ID`. Sectors are known names, the
/// longest that fits.
pub(crate) fn split_name(name: &str, is_sector: &dyn Fn(&str) -> bool) -> Option<[(String, String); 2]> {
    let ends = name.strip_prefix("portal_")?;
    ends.match_indices("__").find_map(|(at, _)| {
        let (first, second) = (end(&ends[..at], is_sector)?, end(&ends[at + 2..], is_sector)?);
        Some([first, second])
    })
}

/// The name of the object that stands for a portal and the one behind it.
pub(crate) fn object_name(sector: &str, id: &str, (other, other_id): (&str, &str)) -> String {
    format!("portal_{sector}_{id}__{other}_{other_id}")
}

fn end(text: &str, is_sector: &dyn Fn(&str) -> bool) -> Option<(String, String)> {
    let split = text.rmatch_indices('_').find(|(at, _)| *at + 1 < text.len() && is_sector(&text[..*at]))?;
    Some((text[..split.0].to_owned(), text[split.0 + 1..].to_owned()))
}

/// The corners of two triangles with a common edge, in order around both.
pub(crate) fn common_quad(first: &[[f64; 3]], second: &[[f64; 3]]) -> Option<[[f64; 3]; 4]> {
    let (first, second) = (<[_; 3]>::try_from(first).ok()?, <[_; 3]>::try_from(second).ok()?);
    let alone = |of: &[[f64; 3]; 3], other: &[[f64; 3]; 3]| {
        let mut alone = (0..3).filter(|at| !other.contains(&of[*at]));
        alone.next().filter(|_| alone.next().is_none())
    };
    let (tip, far) = (alone(&first, &second)?, alone(&second, &first)?);
    Some([first[tip], first[(tip + 1) % 3], second[far], first[(tip + 2) % 3]])
}

fn free(taken: &mut HashSet<String>, name: String) -> String {
    let mut free = name.clone();
    let mut number = 2;
    while !taken.insert(free.clone()) {
        free = format!("{name}_{number}");
        number += 1;
    }
    free
}

/// Side of the grid that near corners meet on.
fn unit(rooms: &[&mut Part]) -> f64 {
    let corners = rooms.iter().flat_map(|room| &room.triangles).flat_map(|triangle| triangle.corners);
    let size = corners.flatten().map(f64::abs).filter(|value| value.is_finite()).fold(0.0, f64::max);
    if size > 0.0 { size * NEAR } else { 1.0 }
}

fn spot(corner: [f64; 3], unit: f64) -> Spot {
    corner.map(|value| (value / unit).round() as i64)
}

fn rectangles(room: usize, triangles: &[Triangle], unit: f64) -> Vec<Rectangle> {
    let mut edges: HashMap<(Spot, Spot), Edge> = HashMap::new();
    for (number, triangle) in triangles.iter().enumerate() {
        for at in 0..3 {
            let (a, b) = (triangle.corners[at], triangle.corners[(at + 1) % 3]);
            let (from, to) = (spot(a, unit), spot(b, unit));
            let key = if from <= to { (from, to) } else { (to, from) };
            let edge = edges.entry(key).or_default();
            edge.count += 1;
            if edge.count <= 2 {
                edge.triangles[edge.count as usize - 1] = number;
            }
            edge.ends = (a, b);
        }
    }
    let mut found = Vec::new();
    for edge in edges.values().filter(|edge| edge.count == 2) {
        let [first, second] = edge.triangles;
        let corners = common_quad(&triangles[first].corners, &triangles[second].corners);
        if let Some(corners) = corners.filter(is_rectangle) {
            found.push(Rectangle { room, corners, wall: Some([first, second]) });
        }
    }
    for corners in openings(&edges, unit) {
        found.push(Rectangle { room, corners, wall: None });
    }
    // The table has no order of its own.
    found.sort_by_key(|rectangle| rectangle.wall);
    found
}

#[derive(Default)]
struct Edge {
    count: u32,
    triangles: [usize; 2],
    /// In the direction of the triangle met last.
    ends: ([f64; 3], [f64; 3]),
}

/// Rounds of free edges that are rectangles. Where rounds touch in a corner none is taken: which belongs to which is
/// not certain.
fn openings(edges: &HashMap<(Spot, Spot), Edge>, unit: f64) -> Vec<[[f64; 3]; 4]> {
    let mut next: BTreeMap<Spot, ([f64; 3], Spot)> = BTreeMap::new();
    let mut torn: HashSet<Spot> = HashSet::new();
    for edge in edges.values().filter(|edge| edge.count == 1) {
        let (from, to) = (spot(edge.ends.0, unit), spot(edge.ends.1, unit));
        if next.insert(from, (edge.ends.0, to)).is_some() {
            torn.insert(from);
        }
    }
    let mut done: HashSet<Spot> = HashSet::new();
    let mut found = Vec::new();
    for start in next.keys() {
        let mut round = Vec::new();
        let mut at = *start;
        while let Some((corner, to)) = next.get(&at) {
            if !done.insert(at) {
                break;
            }
            round.push((*corner, torn.contains(&at)));
            at = *to;
        }
        if at == *start && !round.is_empty() && round.iter().all(|(_, torn)| !torn) {
            let corners: Vec<[f64; 3]> = round.into_iter().map(|(corner, _)| corner).collect();
            found.extend(four_corners(&corners).filter(is_rectangle));
        }
    }
    found
}

/// A round without the corners that stand on a straight line, when four are left.
fn four_corners(round: &[[f64; 3]]) -> Option<[[f64; 3]; 4]> {
    let count = round.len();
    let at = |index: usize| DVec3::from_array(round[index % count]);
    let turns = |index: usize| {
        let (before, after) = (at(index) - at(index + count - 1), at(index + 1) - at(index));
        before.cross(after).length() > NEAR * before.length() * after.length()
    };
    let mut corners = (0..count).filter(|index| turns(*index)).map(|index| round[index]);
    let four = [corners.next()?, corners.next()?, corners.next()?, corners.next()?];
    corners.next().is_none().then_some(four)
}

/// Whether four corners in order make a rectangle.
fn is_rectangle(corners: &[[f64; 3]; 4]) -> bool {
    let [a, b, c, d] = corners.map(DVec3::from_array);
    let (along, up) = (b - a, d - a);
    let size = along.length().max(up.length());
    let near = 1e-5;
    size > 0.0
        && (a + c - b - d).length() <= near * size
        && along.dot(up).abs() <= near * along.length() * up.length()
        && along.length().min(up.length()) > near * size
}

/// The corners as the family's samples write them: lower left, upper left, upper right, lower right.
fn upright(corners: [[f64; 3]; 4]) -> [[f64; 3]; 4] {
    let rise = |at: usize| corners[(at + 1) % 4][1] - corners[at][1];
    let first = (0..4).max_by(|a, b| rise(*a).total_cmp(&rise(*b))).unwrap_or(0);
    std::array::from_fn(|at| corners[(first + at) % 4])
}

#[cfg(test)]
mod tests {
    use super::{common_quad, find, object_name, split_name};
    use crate::parts::{Part, Triangle};

    fn triangle(corners: [[f64; 3]; 3]) -> Triangle {
        Triangle { corners, uvs: [[0.0; 2]; 3], material: 0 }
    }

    /// A strip of walls between heights 0 and 3 along z = 0 (or turned), cut at x = 1 and 2; the middle one is left out
    /// where it is a door.
    fn room(name: &str, door: bool, turned: bool, offset: f64) -> Part {
        let mut triangles = Vec::new();
        for step in 0..3 {
            if step == 1 && door {
                continue;
            }
            let (a, b) = (f64::from(step), f64::from(step) + 1.0);
            let corners = [[a, 0.0, offset], [b, 0.0, offset], [b, 3.0, offset], [a, 3.0, offset]];
            let mut pair = vec![
                triangle([corners[0], corners[1], corners[2]]),
                triangle([corners[0], corners[2], corners[3]]),
            ];
            if turned {
                pair = vec![
                    triangle([corners[1], corners[0], corners[3]]),
                    triangle([corners[1], corners[3], corners[2]]),
                ];
            }
            triangles.extend(pair);
        }
        Part { name: name.to_owned(), triangles, ..Part::default() }
    }

    #[test]
    fn shared_walls_become_portals_and_are_taken_out() {
        let (mut hall, mut cellar) = (room("hall", false, false, 0.0), room("cellar", false, true, 0.0));
        cellar.triangles.truncate(4);
        let opened = find(&mut [&mut hall, &mut cellar]);
        assert_eq!(opened, ["hall/to_cellar", "hall/to_cellar_2"]);
        assert_eq!((hall.triangles.len(), cellar.triangles.len()), (2, 0));
        assert_eq!(hall.portals[0].link, ("cellar".to_owned(), "to_hall".to_owned()));
        assert_eq!(cellar.portals[0].link, ("hall".to_owned(), "to_cellar".to_owned()));
        for (here, there) in hall.portals.iter().zip(&cellar.portals) {
            assert_eq!(here.corners, there.corners);
            assert!(here.corners[1][1] > here.corners[0][1], "upwards first: {:?}", here.corners);
        }
    }

    #[test]
    fn rooms_apart_share_nothing() {
        let (mut hall, mut cellar) = (room("hall", false, false, 0.0), room("cellar", false, true, 0.5));
        assert!(find(&mut [&mut hall, &mut cellar]).is_empty());
        assert_eq!((hall.portals.len(), hall.triangles.len()), (0, 6));
    }

    #[test]
    fn openings_with_free_edges_around_are_portals_too() {
        // A frame of four pieces around a square hole, in both rooms.
        let frame = |name: &str| {
            let (o, i) = (
                [[0.0, 0.0], [3.0, 0.0], [3.0, 3.0], [0.0, 3.0]],
                [[1.0, 1.0], [2.0, 1.0], [2.0, 2.0], [1.0, 2.0]],
            );
            let at = |[x, y]: [f64; 2]| [x, y, 5.0];
            let triangles = (0..4)
                .flat_map(|side| {
                    let (a, b, c, d) = (o[side], o[(side + 1) % 4], i[(side + 1) % 4], i[side]);
                    [triangle([at(a), at(b), at(c)]), triangle([at(a), at(c), at(d)])]
                })
                .collect();
            Part { name: name.to_owned(), triangles, ..Part::default() }
        };
        let (mut a, mut b) = (frame("a"), frame("b"));
        assert!(find(&mut [&mut a, &mut b]).is_empty(), "nothing stood in them");
        // The hole and the outline around the frame.
        assert_eq!((a.portals.len(), a.triangles.len()), (2, 8));
    }

    #[test]
    fn names_of_portal_objects_say_two_ends() {
        let known = |name: &str| ["hall", "hall_2", "cellar"].contains(&name);
        let name = object_name("hall_2", "door", ("cellar", "up_there"));
        let [first, second] = split_name(&name, &known).unwrap();
        assert_eq!(first, ("hall_2".to_owned(), "door".to_owned()));
        assert_eq!(second, ("cellar".to_owned(), "up_there".to_owned()));
        assert_eq!(split_name("portal_attic_a__hall_b", &known), None);
        assert_eq!(split_name("portal_hall_a", &known), None);
    }

    #[test]
    fn two_triangles_make_a_round() {
        let (a, b, c, d) = ([0.0; 3], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]);
        assert_eq!(common_quad(&[a, b, c], &[a, c, d]), Some([b, c, d, a]));
        assert_eq!(common_quad(&[a, b, c], &[a, b, c]), None);
    }
}
