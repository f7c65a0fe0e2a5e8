//! How containers arrange what is in them.

use proscenio_scene::glam::Vec2;

use super::smallest::tracks;
use super::{Control, Kind, Layout, Rect, SizeFlags, mirrored};

/// One piece along an axis: least length, whether it asks for more, and its share.
#[derive(Clone, Copy, Debug)]
struct Piece {
    least: f32,
    expand: bool,
    stretch: f32,
}

/// The lengths of pieces that share a length. Those that would get less than they need are taken out first.
fn share_out(pieces: &[Piece], length: f32, gap: f32) -> Vec<f32> {
    let gaps = gap * pieces.len().saturating_sub(1) as f32;
    let mut lengths: Vec<f32> = pieces.iter().map(|piece| piece.least).collect();
    let mut open: Vec<bool> = pieces.iter().map(|piece| piece.expand).collect();
    loop {
        let fixed: f32 = (0..pieces.len()).filter(|at| !open[*at]).map(|at| pieces[at].least).sum();
        let ratio: f32 = (0..pieces.len()).filter(|at| open[*at]).map(|at| pieces[at].stretch).sum();
        if !open.contains(&true) || ratio <= 0.0 {
            return lengths;
        }
        let room = (length - gaps - fixed).max(0.0);
        let mut again = false;
        // Fractions of pixels add up until they are a whole one.
        let mut owed = 0.0;
        for at in 0..pieces.len() {
            if !open[at] {
                continue;
            }
            let own = room * pieces[at].stretch / ratio;
            if own < pieces[at].least {
                open[at] = false;
                lengths[at] = pieces[at].least;
                again = true;
                break;
            }
            let whole = own.floor();
            owed += own - whole;
            lengths[at] = whole;
            if owed >= 1.0 {
                lengths[at] += 1.0;
                owed -= 1.0;
            }
        }
        if !again {
            return lengths;
        }
    }
}

/// The place of a control in the room it gets along an axis.
fn fit(flags: SizeFlags, least: f32, at: f32, room: f32) -> (f32, f32) {
    if flags.fill {
        return (at, room.max(least));
    }
    (at + ((room - least) * flags.place).floor(), least)
}

impl Layout {
    /// The rectangle of a child in the room it gets.
    fn fitted(&self, child: usize, room: Rect) -> Rect {
        let (flags, least) = (self.controls[child].flags, self.smallest(child));
        let (x, width) = fit(flags[0], least.x, room.at.x, room.size.x);
        let (y, height) = fit(flags[1], least.y, room.at.y, room.size.y);
        Rect::new(x, y, width, height)
    }

    /// The children of a control with their rectangles.
    pub(super) fn children_of(&self, number: usize, rect: Rect) -> Vec<(usize, Rect)> {
        let control = &self.controls[number];
        let children = &self.children[number];
        let shown = self.shown(number);
        let mut placed = match &control.kind {
            Kind::Free => Vec::new(),
            Kind::Row { gap, align } => self.line(&shown, rect, 0, *gap, *align),
            Kind::Column { gap, align } => self.line(&shown, rect, 1, *gap, *align),
            Kind::Stack { border, gap } => self.line(&shown, rect.within(*border), 1, *gap, 0.0),
            Kind::Grid { columns, gap } => self.grid(&shown, rect, (*columns).max(1), *gap),
            Kind::Inside { border } => {
                let inside = rect.within(*border);
                shown.iter().map(|child| (*child, self.fitted(*child, inside))).collect()
            }
            Kind::Center { top_left } => shown
                .iter()
                .map(|child| {
                    let size = self.smallest(*child);
                    let room = if *top_left { Vec2::ZERO } else { rect.size };
                    (*child, Rect { at: rect.at + ((room - size) * 0.5).floor(), size })
                })
                .collect(),
            Kind::FlowRows { gap, align } => self.flow(control, &shown, rect, 0, *gap, *align),
            Kind::FlowColumns { gap, align } => self.flow(control, &shown, rect, 1, *gap, *align),
            Kind::Split { vertical, offset, gap } => {
                self.split(&shown, rect, usize::from(*vertical), *offset, *gap)
            }
            Kind::Aspect { ratio, mode, align } => self.aspect(&shown, rect, *ratio, *mode, *align),
            Kind::Scroll { .. } => self.scroll(number, &shown, rect),
            Kind::Tabs { shown: wanted, border } => {
                let inside = rect.within(*border);
                let child = children.get(*wanted).copied();
                child.map(|child| (child, inside)).into_iter().collect()
            }
        };
        if control.leftwards {
            let middle = match &control.kind {
                Kind::Inside { border } => rect.within(*border),
                _ => rect,
            };
            placed.iter_mut().for_each(|(_, child)| *child = mirrored(*child, middle));
        }
        // What nobody arranged stands by its anchors: hidden ones too, so that they have a place.
        let mut known: Vec<usize> = placed.iter().map(|(child, _)| *child).collect();
        known.sort_unstable();
        let rest = children.iter().filter(|child| known.binary_search(child).is_err());
        let loose: Vec<(usize, Rect)> = rest.map(|child| (*child, self.by_anchors(*child, rect))).collect();
        placed.extend(loose);
        placed
    }

    fn line(&self, shown: &[usize], rect: Rect, axis: usize, gap: f32, align: f32) -> Vec<(usize, Rect)> {
        let pieces: Vec<Piece> = shown
            .iter()
            .map(|child| {
                let control = &self.controls[*child];
                Piece {
                    least: self.smallest(*child)[axis],
                    expand: control.flags[axis].expand,
                    stretch: control.stretch,
                }
            })
            .collect();
        let lengths = share_out(&pieces, rect.size[axis], gap);
        let whole: f32 = lengths.iter().sum::<f32>() + gap * lengths.len().saturating_sub(1) as f32;
        let free = rect.size[axis] - whole;
        let stretched = pieces.iter().any(|piece| piece.expand);
        let mut at = rect.at[axis];
        if !stretched && free > 0.0 {
            at += (free * align).floor();
        }
        let mut placed = Vec::with_capacity(shown.len());
        for (child, length) in shown.iter().zip(lengths) {
            let mut room = rect;
            room.at[axis] = at;
            room.size[axis] = length;
            placed.push((*child, self.fitted(*child, room)));
            at += length + gap;
        }
        placed
    }

    fn grid(&self, shown: &[usize], rect: Rect, columns: usize, gap: Vec2) -> Vec<(usize, Rect)> {
        let sizes: Vec<Vec2> = shown.iter().map(|child| self.smallest(*child)).collect();
        let (widths, heights) = tracks(&sizes, columns);
        let asks = |axis: usize, track: usize| {
            let members = shown
                .iter()
                .enumerate()
                .filter(|(number, _)| (if axis == 0 { number % columns } else { number / columns }) == track);
            members.into_iter().any(|(_, child)| self.controls[*child].flags[axis].expand)
        };
        let pieces = |list: &[f32], axis: usize| -> Vec<Piece> {
            let tracks = list.iter().enumerate();
            tracks
                .map(|(track, least)| Piece { least: *least, expand: asks(axis, track), stretch: 1.0 })
                .collect()
        };
        let widths = share_out(&pieces(&widths, 0), rect.size.x, gap.x);
        let heights = share_out(&pieces(&heights, 1), rect.size.y, gap.y);
        let mut placed = Vec::with_capacity(shown.len());
        let mut at = rect.at;
        for (number, child) in shown.iter().enumerate() {
            let (column, row) = (number % columns, number / columns);
            if column == 0 {
                at.x = rect.at.x;
                if row > 0 {
                    at.y += heights[row - 1] + gap.y;
                }
            }
            let room = Rect { at, size: Vec2::new(widths[column], heights[row]) };
            placed.push((*child, self.fitted(*child, room)));
            at.x += widths[column] + gap.x;
        }
        placed
    }

    /// The lines that children break into in a room, each with how much room it takes across.
    pub(super) fn flow_lines(&self, control: &Control, shown: &[usize], room: f32) -> Vec<(Vec<usize>, f32)> {
        let (axis, gap) = match control.kind {
            Kind::FlowRows { gap, .. } => (0, gap),
            Kind::FlowColumns { gap, .. } => (1, gap),
            _ => (0, Vec2::ZERO),
        };
        let mut lines: Vec<(Vec<usize>, f32)> = Vec::new();
        let mut used = 0.0;
        for child in shown {
            let size = self.smallest(*child);
            match lines.last_mut() {
                Some((line, across)) if used + gap[axis] + size[axis] <= room => {
                    line.push(*child);
                    *across = across.max(size[1 - axis]);
                    used += gap[axis] + size[axis];
                }
                _ => {
                    lines.push((vec![*child], size[1 - axis]));
                    used = size[axis];
                }
            }
        }
        lines
    }

    fn flow(
        &self,
        control: &Control,
        shown: &[usize],
        rect: Rect,
        axis: usize,
        gap: Vec2,
        align: f32,
    ) -> Vec<(usize, Rect)> {
        let mut placed = Vec::with_capacity(shown.len());
        let mut at = rect.at;
        for (line, across) in self.flow_lines(control, shown, rect.size[axis]) {
            let mut room = Rect { at, size: rect.size };
            room.size[1 - axis] = across;
            placed.extend(self.line(&line, room, axis, gap[axis], align));
            at[1 - axis] += across + gap[1 - axis];
        }
        placed
    }

    fn split(&self, shown: &[usize], rect: Rect, axis: usize, offset: f32, gap: f32) -> Vec<(usize, Rect)> {
        let [first, second] = match shown {
            [] => return Vec::new(),
            [only] => return vec![(*only, self.fitted(*only, rect))],
            [first, second, ..] => [*first, *second],
        };
        let least = [self.smallest(first)[axis], self.smallest(second)[axis]];
        let ask = [first, second].map(|child| self.controls[child].flags[axis].expand);
        let stretch = [first, second].map(|child| self.controls[child].stretch);
        let length = rect.size[axis];
        let middle = match ask {
            [true, true] => (length * stretch[0] / (stretch[0] + stretch[1]).max(1e-6) - gap * 0.5).floor(),
            [true, false] => length - gap,
            _ => 0.0,
        };
        let end = (length - least[1] - gap).max(least[0]);
        let own = (middle + offset).clamp(least[0], end);
        let mut rooms = [rect; 2];
        rooms[0].size[axis] = own;
        rooms[1].at[axis] += own + gap;
        rooms[1].size[axis] = length - own - gap;
        vec![(first, self.fitted(first, rooms[0])), (second, self.fitted(second, rooms[1]))]
    }

    fn aspect(&self, shown: &[usize], rect: Rect, ratio: f32, mode: u8, align: Vec2) -> Vec<(usize, Rect)> {
        let shape = Vec2::new(ratio.max(1e-6), 1.0);
        let scales = rect.size / shape;
        let one = |child: &usize| {
            let scale = match mode {
                0 => scales.x,
                1 => scales.y,
                3 => scales.max_element(),
                _ => scales.min_element(),
            };
            let size = (shape * scale).max(self.smallest(*child));
            let at = rect.at + ((rect.size - size) * align).floor();
            (*child, Rect { at, size })
        };
        shown.iter().map(one).collect()
    }

    /// Which bars a container that scrolls has, the room beside them and what its child needs.
    pub(super) fn scroll_room(&self, number: usize, inside: Vec2) -> Option<([bool; 2], Vec2, Vec2)> {
        let Kind::Scroll { free, bar, always, .. } = &self.controls[number].kind else { return None };
        let least = self.smallest(*self.shown(number).first()?);
        let mut room = inside;
        // A bar takes room from the other axis, which may make the other bar necessary.
        let mut bars = *always;
        for _ in 0..2 {
            for axis in 0..2 {
                bars[axis] |= free[axis] && least[axis] > room[axis];
            }
            room = inside - Vec2::new(f32::from(bars[1]) * bar, f32::from(bars[0]) * bar);
        }
        Some((bars, room, least))
    }

    fn scroll(&self, number: usize, shown: &[usize], rect: Rect) -> Vec<(usize, Rect)> {
        let Kind::Scroll { border, free, scrolled, .. } = &self.controls[number].kind else {
            return Vec::new();
        };
        let inside = rect.within(*border);
        let Some((_, room, least)) = self.scroll_room(number, inside.size) else { return Vec::new() };
        let Some(child) = shown.first() else { return Vec::new() };
        let flags = self.controls[*child].flags;
        let mut size = least;
        for axis in 0..2 {
            if flags[axis].expand || !free[axis] {
                size[axis] = size[axis].max(room[axis]);
            }
        }
        let mut placed = vec![(*child, Rect { at: inside.at - *scrolled, size })];
        placed.extend(shown.iter().skip(1).map(|other| {
            let size = self.smallest(*other).max(room);
            (*other, Rect { at: inside.at - *scrolled, size })
        }));
        placed
    }
}

#[cfg(test)]
mod tests {
    use super::{Piece, share_out};

    fn piece(least: f32, stretch: f32) -> Piece {
        Piece { least, expand: stretch > 0.0, stretch }
    }

    #[test]
    fn what_is_left_over_is_shared_by_stretch() {
        let lengths = share_out(&[piece(20.0, 0.0), piece(0.0, 1.0), piece(0.0, 3.0)], 128.0, 4.0);
        assert_eq!(lengths, [20.0, 25.0, 75.0]);
    }

    #[test]
    fn who_needs_more_than_its_share_gets_it() {
        let lengths = share_out(&[piece(80.0, 1.0), piece(0.0, 1.0)], 100.0, 0.0);
        assert_eq!(lengths, [80.0, 20.0]);
        assert_eq!(share_out(&[piece(80.0, 1.0), piece(70.0, 1.0)], 100.0, 0.0), [80.0, 70.0]);
    }

    #[test]
    fn fractions_of_pixels_add_up() {
        let lengths = share_out(&[piece(0.0, 1.0), piece(0.0, 1.0), piece(0.0, 1.0)], 100.0, 0.0);
        assert_eq!(lengths.iter().sum::<f32>().round(), 99.0_f32.max(lengths.iter().sum()));
        assert!(lengths.iter().all(|length| length.fract() == 0.0));
    }
}
