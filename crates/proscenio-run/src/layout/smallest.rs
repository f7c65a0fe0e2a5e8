//! How small controls can be.

use proscenio_scene::glam::Vec2;

use super::{Kind, Layout};

impl Layout {
    /// The smallest sizes of all controls; children come after their parents.
    pub(super) fn measure(&mut self) {
        self.smallest = vec![Vec2::ZERO; self.controls.len()];
        for number in (0..self.controls.len()).rev() {
            let inner = self.inner(number);
            let control = &self.controls[number];
            self.smallest[number] = control.custom.max(control.content).max(inner);
        }
    }

    /// What the children of a control need.
    fn inner(&self, number: usize) -> Vec2 {
        let control = &self.controls[number];
        if matches!(control.kind, Kind::Free) {
            return Vec2::ZERO;
        }
        let shown = self.shown(number);
        let sizes: Vec<Vec2> = shown.iter().map(|child| self.smallest(*child)).collect();
        let largest = sizes.iter().copied().fold(Vec2::ZERO, Vec2::max);
        let gaps = sizes.len().saturating_sub(1) as f32;
        let framed = |[left, top, right, bottom]: [f32; 4]| Vec2::new(left + right, top + bottom);
        match &control.kind {
            Kind::Free => Vec2::ZERO,
            Kind::Row { gap, .. } => {
                let width: f32 = sizes.iter().map(|size| size.x).sum();
                Vec2::new(width + gaps * gap, largest.y)
            }
            Kind::Column { gap, .. } => {
                let height: f32 = sizes.iter().map(|size| size.y).sum();
                Vec2::new(largest.x, height + gaps * gap)
            }
            Kind::Stack { border, gap } => {
                let height: f32 = sizes.iter().map(|size| size.y).sum();
                Vec2::new(largest.x, height + gaps * gap) + framed(*border)
            }
            Kind::Grid { columns, gap } => {
                let (widths, heights) = tracks(&sizes, (*columns).max(1));
                let sum = |list: &[f32], gap: f32| {
                    list.iter().sum::<f32>() + gap * list.len().saturating_sub(1) as f32
                };
                Vec2::new(sum(&widths, gap.x), sum(&heights, gap.y))
            }
            Kind::Inside { border } | Kind::Tabs { border, .. } => largest + framed(*border),
            Kind::Center { top_left } => {
                if *top_left {
                    Vec2::ZERO
                } else {
                    largest
                }
            }
            Kind::FlowRows { .. } | Kind::FlowColumns { .. } => self.flow_least(number, &shown, largest),
            Kind::Split { vertical, gap, .. } => {
                let gap = if sizes.len() > 1 { *gap } else { 0.0 };
                let sum: Vec2 = sizes.iter().take(2).copied().sum();
                if *vertical { Vec2::new(largest.x, sum.y + gap) } else { Vec2::new(sum.x + gap, largest.y) }
            }
            Kind::Aspect { .. } => largest,
            Kind::Scroll { border, free, bar, always, .. } => {
                let mut least = Vec2::ZERO;
                for axis in 0..2 {
                    if !free[axis] {
                        least[axis] = largest[axis];
                    }
                    if always[1 - axis] {
                        least[axis] += bar;
                    }
                }
                least + framed(*border)
            }
        }
    }

    /// One side is that of the largest child; the other what the last arrangement took.
    fn flow_least(&self, number: usize, shown: &[usize], largest: Vec2) -> Vec2 {
        let control = &self.controls[number];
        let rows = matches!(control.kind, Kind::FlowRows { .. });
        let (along, across) = if rows { (0, 1) } else { (1, 0) };
        let mut least = Vec2::ZERO;
        least[along] = largest[along];
        let room = self.last.get(number).map_or(0.0, |size| size[along]);
        let lines = self.flow_lines(control, shown, room);
        let gap = match control.kind {
            Kind::FlowRows { gap, .. } | Kind::FlowColumns { gap, .. } => gap,
            _ => Vec2::ZERO,
        };
        let sum: f32 = lines.iter().map(|line| line.1).sum();
        least[across] = sum + gap[across] * lines.len().saturating_sub(1) as f32;
        if room <= 0.0 {
            least[across] = largest[across];
        }
        least
    }
}

/// The widths of columns and heights of rows of children in a grid.
pub(super) fn tracks(sizes: &[Vec2], columns: usize) -> (Vec<f32>, Vec<f32>) {
    let mut widths = vec![0.0_f32; columns.min(sizes.len())];
    let mut heights = vec![0.0_f32; sizes.len().div_ceil(columns)];
    for (number, size) in sizes.iter().enumerate() {
        let (column, row) = (number % columns, number / columns);
        widths[column] = widths[column].max(size.x);
        heights[row] = heights[row].max(size.y);
    }
    (widths, heights)
}
