//! Where the rectangles of a user interface are: anchors, containers and smallest sizes, as Godot has them.
//!
//! Pure numbers: what a control shows and which theme it has is the caller's business; it says how small the
//! content may be. All in pixels, +Y down.
//!
//! ```
//! use proscenio_run::layout::{Control, Kind, Layout, Rect};
//! use proscenio_scene::glam::Vec2;
//!
//! let mut layout = Layout::default();
//! let column = layout.add(None, Control { kind: Kind::Column { gap: 4.0, align: 0.0 }, ..Control::default() });
//! for _ in 0..2 {
//!     layout.add(Some(column), Control { content: Vec2::new(30.0, 10.0), ..Control::default() });
//! }
//! let rects = layout.arrange(|_, _| None, &[(column, Rect::new(0.0, 0.0, 100.0, 100.0))]);
//! assert_eq!(rects[2], Rect::new(0.0, 14.0, 100.0, 10.0));
//! ```
//!
//! # Limitations
//!
//! Nothing is scrolled or dragged but by the numbers given.

mod containers;
mod smallest;

use proscenio_scene::glam::Vec2;

/// A rectangle: its top-left corner and its size.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// Top-left corner.
    pub at: Vec2,
    /// Width and height.
    pub size: Vec2,
}

impl Rect {
    /// From its four numbers.
    #[must_use]
    pub const fn new(x: f32, y: f32, width: f32, height: f32) -> Self {
        Self { at: Vec2::new(x, y), size: Vec2::new(width, height) }
    }

    /// Without a border: left, top, right, bottom; never less than nothing.
    #[must_use]
    pub fn within(self, [left, top, right, bottom]: [f32; 4]) -> Self {
        let size = self.size - Vec2::new(left + right, top + bottom);
        Self { at: self.at + Vec2::new(left, top), size: size.max(Vec2::ZERO) }
    }
}

/// Where a control grows when its smallest size is larger than what its anchors say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Grow {
    /// To the left or up.
    Begin,
    /// To the right or down.
    #[default]
    End,
    /// To both sides.
    Both,
}

/// What a control does with the room that its container gives it along one axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SizeFlags {
    /// Takes all of it.
    pub fill: bool,
    /// Asks for what is left over.
    pub expand: bool,
    /// Where it stands when it does not fill: 0 at the beginning, 0.5 in the middle, 1 at the end.
    pub place: f32,
}

impl Default for SizeFlags {
    /// Fills.
    fn default() -> Self {
        Self { fill: true, expand: false, place: 0.0 }
    }
}

impl SizeFlags {
    /// From Godot's number: 1 fill, 2 expand, 4 in the middle, 8 at the end.
    #[must_use]
    pub fn from_bits(bits: i64) -> Self {
        let place = if bits & 4 != 0 {
            0.5
        } else if bits & 8 != 0 {
            1.0
        } else {
            0.0
        };
        Self { fill: bits & 1 != 0, expand: bits & 2 != 0, place }
    }
}

/// How a control arranges what is in it.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Kind {
    /// By the anchors of its children.
    #[default]
    Free,
    /// Side by side.
    Row {
        /// Between two children.
        gap: f32,
        /// Where the children stand when none expands, 0 to 1.
        align: f32,
    },
    /// One below the other.
    Column {
        /// Between two children.
        gap: f32,
        /// Where the children stand when none expands, 0 to 1.
        align: f32,
    },
    /// In rows and columns.
    Grid {
        /// At least 1.
        columns: usize,
        /// Between two columns and two rows.
        gap: Vec2,
    },
    /// All children on top of each other, inside a border: left, top, right, bottom.
    Inside {
        /// The border.
        border: [f32; 4],
    },
    /// One below the other, inside a border: left, top, right, bottom.
    Stack {
        /// The border.
        border: [f32; 4],
        /// Between two children.
        gap: f32,
    },
    /// All children in the middle, as small as they can be.
    Center {
        /// Whether their middles stand at the top-left corner instead.
        top_left: bool,
    },
    /// Rows that break when they are full.
    FlowRows {
        /// Between children and between rows.
        gap: Vec2,
        /// Where the children of a row stand, 0 to 1.
        align: f32,
    },
    /// Columns that break when they are full.
    FlowColumns {
        /// Between columns and between children.
        gap: Vec2,
        /// Where the children of a column stand, 0 to 1.
        align: f32,
    },
    /// Two children with a handle between them.
    Split {
        /// Whether they stand one above the other.
        vertical: bool,
        /// How far the handle is from where it would be.
        offset: f32,
        /// Room of the handle.
        gap: f32,
    },
    /// Keeps the shape of its children.
    Aspect {
        /// Width over height.
        ratio: f32,
        /// 0 as wide as there is room, 1 as high, 2 whole inside, 3 covering.
        mode: u8,
        /// Where they stand when there is more room, 0 to 1.
        align: Vec2,
    },
    /// One child that may be larger, inside a border.
    Scroll {
        /// The border.
        border: [f32; 4],
        /// Which axes may be scrolled.
        free: [bool; 2],
        /// How far it is scrolled.
        scrolled: Vec2,
        /// Width of a bar; it takes room where it is needed.
        bar: f32,
        /// Whether the bar of an axis is always there.
        always: [bool; 2],
    },
    /// One child is shown, below a row of tabs.
    Tabs {
        /// Number of the shown child.
        shown: usize,
        /// The border with the tabs.
        border: [f32; 4],
    },
}

/// A control.
#[derive(Clone, Debug, PartialEq)]
pub struct Control {
    /// How it arranges its children.
    pub kind: Kind,
    /// Left, top, right, bottom side, 0 to 1 of the parent's size.
    pub anchors: [f32; 4],
    /// From these places, pixels.
    pub offsets: [f32; 4],
    /// Across and down.
    pub grow: [Grow; 2],
    /// In a container, across and down.
    pub flags: [SizeFlags; 2],
    /// Its share of what is left over, among those that expand.
    pub stretch: f32,
    /// Not smaller than this.
    pub custom: Vec2,
    /// What its own content needs.
    pub content: Vec2,
    /// Hidden ones take no room.
    pub visible: bool,
    /// Placed by the window, not by its parent.
    pub apart: bool,
    /// Whether left and right change places, for what is written from right to left.
    pub leftwards: bool,
}

impl Default for Control {
    fn default() -> Self {
        Self {
            kind: Kind::Free,
            anchors: [0.0; 4],
            offsets: [0.0; 4],
            grow: [Grow::End; 2],
            flags: [SizeFlags::default(); 2],
            stretch: 1.0,
            custom: Vec2::ZERO,
            content: Vec2::ZERO,
            visible: true,
            apart: false,
            leftwards: false,
        }
    }
}

/// A rectangle on the other side of the middle of another one.
fn mirrored(rect: Rect, within: Rect) -> Rect {
    let x = 2.0 * within.at.x + within.size.x - rect.at.x - rect.size.x;
    Rect { at: Vec2::new(x, rect.at.y), size: rect.size }
}

/// Controls in trees.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    controls: Vec<Control>,
    children: Vec<Vec<usize>>,
    smallest: Vec<Vec2>,
    /// Sizes of the last round, for what breaks its lines.
    last: Vec<Vec2>,
}

/// Rounds in which the heights of wrapped texts and the widths they get find together.
const ROUNDS: usize = 4;

impl Layout {
    /// Adds a control as the last child of another and gives its number.
    pub fn add(&mut self, parent: Option<usize>, control: Control) -> usize {
        let number = self.controls.len();
        self.controls.push(control);
        self.children.push(Vec::new());
        if let Some(children) = parent.and_then(|parent| self.children.get_mut(parent)) {
            children.push(number);
        }
        number
    }

    /// A control by its number.
    #[must_use]
    pub fn control(&self, number: usize) -> Option<&Control> {
        self.controls.get(number)
    }

    /// The smallest size of a control, as the last [`Layout::arrange`] found it.
    #[must_use]
    pub fn smallest(&self, number: usize) -> Vec2 {
        self.smallest.get(number).copied().unwrap_or_default()
    }

    /// Rectangles of all controls, in the space of the roots' rectangles. `tops` are roots with the rectangle of
    /// their parent; `content` gives what the content of a control of a width needs, where the width matters.
    pub fn arrange(
        &mut self,
        content: impl Fn(usize, f32) -> Option<Vec2>,
        tops: &[(usize, Rect)],
    ) -> Vec<Rect> {
        let mut rects = vec![Rect::default(); self.controls.len()];
        self.last = vec![Vec2::ZERO; self.controls.len()];
        for _ in 0..ROUNDS {
            self.measure();
            for (root, parent) in tops {
                let own = match self.controls.get(*root) {
                    Some(control) if matches!(control.kind, Kind::Free) || control.anchors != [0.0; 4] => {
                        self.by_anchors(*root, *parent)
                    }
                    Some(control) if control.offsets != [0.0; 4] => self.by_anchors(*root, *parent),
                    _ => *parent,
                };
                self.place(*root, own, &mut rects);
            }
            let sizes: Vec<Vec2> = rects.iter().map(|rect| rect.size).collect();
            let mut same = self.last == sizes;
            self.last = sizes;
            for (number, rect) in rects.iter().enumerate() {
                if let Some(needed) = content(number, rect.size.x)
                    && self.controls[number].content != needed
                {
                    self.controls[number].content = needed;
                    same = false;
                }
            }
            if same {
                break;
            }
        }
        rects
    }

    /// Puts a control and all below it.
    fn place(&self, root: usize, rect: Rect, rects: &mut [Rect]) {
        let mut waiting = vec![(root, rect)];
        while let Some((number, rect)) = waiting.pop() {
            if let Some(slot) = rects.get_mut(number) {
                *slot = rect;
                waiting.extend(self.children_of(number, rect));
            }
        }
    }

    /// The rectangle that the anchors of a control say, at least as large as it has to be.
    fn by_anchors(&self, number: usize, parent: Rect) -> Rect {
        let control = &self.controls[number];
        let edge = |side: usize| {
            let axis = side % 2;
            parent.at[axis] + parent.size[axis] * control.anchors[side] + control.offsets[side]
        };
        let mut rect = Rect::new(edge(0), edge(1), edge(2) - edge(0), edge(3) - edge(1));
        let least = self.smallest(number);
        for axis in 0..2 {
            let more = least[axis] - rect.size[axis];
            if more > 0.0 {
                rect.size[axis] = least[axis];
                rect.at[axis] -= match control.grow[axis] {
                    Grow::Begin => more,
                    Grow::End => 0.0,
                    Grow::Both => more * 0.5,
                };
            }
        }
        if control.leftwards { mirrored(rect, parent) } else { rect }
    }

    /// The bars of a container that scrolls, across and down: where they stand, relative to it, and which part of the
    /// whole is seen, 0 to 1; nothing for axes without one.
    #[must_use]
    pub fn bars(&self, number: usize, size: Vec2) -> [Option<(Rect, [f32; 2])>; 2] {
        let mut bars = [None; 2];
        let Some(Control { kind: Kind::Scroll { border, scrolled, bar, .. }, leftwards, .. }) =
            self.controls.get(number)
        else {
            return bars;
        };
        let inside = Rect { at: Vec2::ZERO, size }.within(*border);
        let Some((there, room, least)) = self.scroll_room(number, inside.size) else { return bars };
        for axis in 0..2 {
            if !there[axis] || least[axis] <= 0.0 {
                continue;
            }
            let mut rect = inside;
            rect.at[1 - axis] += inside.size[1 - axis] - bar;
            rect.size = Vec2::splat(*bar);
            rect.size[axis] = room[axis];
            if axis == 1 && *leftwards {
                rect = mirrored(rect, inside);
            }
            let whole = least[axis].max(room[axis]);
            let from = (scrolled[axis] / whole).clamp(0.0, 1.0);
            bars[axis] = Some((rect, [from, (from + room[axis] / whole).min(1.0)]));
        }
        bars
    }

    fn shown(&self, number: usize) -> Vec<usize> {
        let seen = |number: &usize| self.controls.get(*number).is_some_and(|one| one.visible && !one.apart);
        self.children[number].iter().copied().filter(seen).collect()
    }
}
