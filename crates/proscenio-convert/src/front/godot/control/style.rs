//! `StyleBox`es: borders and backgrounds of controls.

use glam::Vec2;
use proscenio_godot::Value;
use proscenio_run::layout::Rect;
use proscenio_scene::{Component, Flat, FlatMesh, NineSlice, SliceFill, TextureRef, Wrap};

use super::super::sprite::Canvas;
use super::super::texture::Texture;
use super::rounded::{Rounded, ring};

/// A border with a background.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct StyleBox {
    /// Between the edge and the content: left, top, right, bottom.
    pub margins: [f32; 4],
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq)]
enum Kind {
    Empty,
    Flat(Box<FlatBox>),
    Texture(Box<TextureBox>),
    Line(LineBox),
}

#[derive(Clone, Debug, PartialEq)]
struct FlatBox {
    color: [f32; 4],
    center: bool,
    border: [f32; 4],
    border_color: [f32; 4],
    blend: bool,
    /// Top-left, top-right, bottom-right, bottom-left.
    radii: [f32; 4],
    detail: u32,
    expand: [f32; 4],
    shadow: Option<(f32, Vec2, [f32; 4])>,
    smooth: Option<f32>,
}

#[derive(Clone, Debug, PartialEq)]
struct TextureBox {
    texture: Texture,
    picture: Vec2,
    region: Option<[f32; 4]>,
    borders: [f32; 4],
    expand: [f32; 4],
    fill: [SliceFill; 2],
    color: [f32; 4],
    center: bool,
}

#[derive(Clone, Debug, PartialEq)]
struct LineBox {
    color: [f32; 4],
    grow: [f32; 2],
    thickness: f32,
    vertical: bool,
}

/// How what is drawn joins the rest.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Ink {
    pub canvas: Canvas,
    /// Multiplies the stored colours.
    pub tint: [f32; 4],
}

const SIDES: [&str; 4] = ["left", "top", "right", "bottom"];

impl StyleBox {
    /// Nothing at all.
    pub const EMPTY: Self = Self { margins: [0.0; 4], kind: Kind::Empty };

    /// A style of a class by its properties.
    pub fn read(class: &str, of: impl Fn(&str) -> Option<Value>, texture: Option<(Texture, Vec2)>) -> Self {
        let number = |key: &str, otherwise: f32| {
            of(key).and_then(|value| value.as_f64()).map_or(otherwise, |number| number as f32)
        };
        let flag =
            |key: &str, otherwise: bool| of(key).and_then(|value| value.as_bool()).unwrap_or(otherwise);
        let color =
            |key: &str, otherwise: [f32; 4]| of(key).and_then(|value| value.as_color()).unwrap_or(otherwise);
        let sides = |prefix: &str| SIDES.map(|side| number(&format!("{prefix}_{side}"), 0.0));
        let (kind, own) = match class {
            "StyleBoxFlat" => {
                let border = sides("border_width");
                let corners = ["top_left", "top_right", "bottom_right", "bottom_left"];
                let radii = corners.map(|corner| number(&format!("corner_radius_{corner}"), 0.0).max(0.0));
                let size = number("shadow_size", 0.0);
                let offset = of("shadow_offset").and_then(|value| value.as_vector2()).unwrap_or_default();
                let round = radii.iter().any(|radius| *radius > 0.0);
                let flat = FlatBox {
                    color: color("bg_color", [0.6, 0.6, 0.6, 1.0]),
                    center: flag("draw_center", true),
                    border,
                    border_color: color("border_color", [0.8, 0.8, 0.8, 1.0]),
                    blend: flag("border_blend", false),
                    radii,
                    detail: number("corner_detail", 8.0).clamp(1.0, 64.0) as u32,
                    expand: sides("expand_margin"),
                    shadow: (size > 0.0).then(|| {
                        (size, Vec2::from_array(offset), color("shadow_color", [0.0, 0.0, 0.0, 0.6]))
                    }),
                    smooth: (round && flag("anti_aliasing", true))
                        .then(|| number("anti_aliasing_size", 1.0).clamp(0.01, 10.0)),
                };
                (Kind::Flat(Box::new(flat)), border)
            }
            "StyleBoxTexture" => {
                let borders = sides("texture_margin");
                // Godot 3 calls them by another name.
                let borders = if borders == [0.0; 4] { sides("margin") } else { borders };
                let fill = |key: &str| match number(key, 0.0) as i64 {
                    1 => SliceFill::Tile,
                    2 => SliceFill::TileFit,
                    _ => SliceFill::Stretch,
                };
                let region = match of("region_rect") {
                    Some(Value::Rect2(rect)) if rect[2] > 0.0 && rect[3] > 0.0 => Some(rect),
                    _ => None,
                };
                match texture {
                    Some((texture, picture)) => {
                        let drawn = TextureBox {
                            texture,
                            picture,
                            region,
                            borders,
                            expand: sides("expand_margin"),
                            fill: [fill("axis_stretch_horizontal"), fill("axis_stretch_vertical")],
                            color: color("modulate_color", [1.0; 4]),
                            center: flag("draw_center", true),
                        };
                        (Kind::Texture(Box::new(drawn)), borders)
                    }
                    None => (Kind::Empty, borders),
                }
            }
            "StyleBoxLine" => {
                let thickness = number("thickness", 1.0);
                let vertical = flag("vertical", false);
                let line = LineBox {
                    color: color("color", [0.0, 0.0, 0.0, 1.0]),
                    grow: [number("grow_begin", 1.0), number("grow_end", 1.0)],
                    thickness,
                    vertical,
                };
                let half = thickness / 2.0;
                let own = if vertical { [half, 0.0, half, 0.0] } else { [0.0, half, 0.0, half] };
                (Kind::Line(line), own)
            }
            _ => (Kind::Empty, [0.0; 4]),
        };
        let set = SIDES.map(|side| number(&format!("content_margin_{side}"), -1.0));
        let margins = std::array::from_fn(|side| if set[side] >= 0.0 { set[side] } else { own[side] });
        Self { margins, kind }
    }

    /// What the margins take.
    pub fn least(&self) -> Vec2 {
        let [left, top, right, bottom] = self.margins;
        Vec2::new(left + right, top + bottom)
    }

    /// Upside down.
    pub fn mirrored(&self) -> Self {
        let mut turned = self.clone();
        turned.margins.swap(1, 3);
        if let Kind::Flat(flat) = &mut turned.kind {
            flat.radii.reverse();
            flat.border.swap(1, 3);
            flat.expand.swap(1, 3);
        }
        turned
    }

    /// With another colour of its background, where it has one.
    pub fn colored(&self, color: [f32; 4]) -> Self {
        let mut changed = self.clone();
        if let Kind::Flat(flat) = &mut changed.kind {
            flat.color = color;
        }
        changed
    }

    /// The stored colour of its background.
    pub fn background(&self) -> Option<[f32; 4]> {
        match &self.kind {
            Kind::Flat(flat) => Some(flat.color),
            _ => None,
        }
    }

    /// Draws it over a rectangle.
    pub fn draw(&self, rect: Rect, ink: Ink, out: &mut Vec<Component>) {
        match &self.kind {
            Kind::Empty => {}
            Kind::Flat(flat) => flat.draw(rect, ink, out),
            Kind::Texture(texture) => texture.draw(rect, ink, out),
            Kind::Line(line) => line.draw(rect, ink, out),
        }
    }
}

/// A rectangle with more on each side.
fn grown(rect: Rect, [left, top, right, bottom]: [f32; 4]) -> Rect {
    Rect { at: rect.at - Vec2::new(left, top), size: rect.size + Vec2::new(left + right, top + bottom) }
}

impl Ink {
    /// A mesh with a number of triangles, to be filled.
    fn mesh(self) -> FlatMesh {
        FlatMesh { blend: self.canvas.blend, z: self.canvas.z as f32, ..FlatMesh::default() }
    }

    fn colored(self, color: [f32; 4]) -> [f32; 4] {
        std::array::from_fn(|channel| color[channel] * self.tint[channel])
    }

    /// A rectangle of one colour.
    pub fn fill(self, rect: Rect, color: [f32; 4], out: &mut Vec<Component>) {
        let corners = [Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y].map(|corner| rect.at + corner * rect.size);
        self.polygon(&corners, color, out);
    }

    /// A convex polygon of one colour.
    pub fn polygon(self, corners: &[Vec2], color: [f32; 4], out: &mut Vec<Component>) {
        let color = self.colored(color);
        if color[3] <= 0.0 || corners.len() < 3 {
            return;
        }
        let mut mesh = self.mesh();
        mesh.colors = vec![color; corners.len()];
        mesh.indices = (2..corners.len() as u32).flat_map(|at| [0, at - 1, at]).collect();
        mesh.points = corners.to_vec();
        out.push(Component::FlatMesh(mesh));
    }
}

impl FlatBox {
    fn draw(&self, rect: Rect, ink: Ink, out: &mut Vec<Component>) {
        let rect = grown(rect, self.expand);
        if !(rect.size.min_element() > 0.0 && rect.size.is_finite()) {
            return;
        }
        let mut mesh = ink.mesh();
        let outer = Rounded::new(rect, self.radii, self.detail);
        if let Some((size, offset, color)) = self.shadow {
            let color = ink.colored(color);
            let clear = [color[0], color[1], color[2], 0.0];
            let under = outer.moved(offset);
            under.fill(&mut mesh, color);
            ring(&mut mesh, &under.grown([size; 4]), &under, [clear, color]);
        }
        let (fill, edge) = (ink.colored(self.color), ink.colored(self.border_color));
        let has_border = self.border.iter().any(|width| *width > 0.0);
        let inner = outer.grown(self.border.map(|width| -width.max(0.0)));
        let half = self.smooth.map_or(0.0, |size| size * 0.5);
        let clear = |color: [f32; 4]| [color[0], color[1], color[2], 0.0];
        let soft = |shape: &Rounded, by: f32| shape.grown([by; 4]);
        if self.center && fill[3] > 0.0 {
            let under = if has_border { &inner } else { &outer };
            soft(under, -half).fill(&mut mesh, fill);
            if half > 0.0 {
                ring(&mut mesh, &soft(under, half), &soft(under, -half), [clear(fill), fill]);
            }
        }
        if has_border && edge[3] > 0.0 {
            let inside = if self.blend { fill } else { edge };
            // Sides without a border have no edge of it either.
            let sides = self.border.map(|width| if width > 0.0 { half } else { -half });
            let (outside, within) = (soft(&outer, -half), inner.grown(sides));
            ring(&mut mesh, &outside, &within, [edge, inside]);
            if half > 0.0 {
                ring(&mut mesh, &outer.grown(sides), &outside, [clear(edge), edge]);
                if !self.blend {
                    ring(&mut mesh, &within, &soft(&inner, -half), [edge, clear(edge)]);
                }
            }
        }
        if !mesh.indices.is_empty() {
            out.push(Component::FlatMesh(mesh));
        }
    }
}

impl TextureBox {
    fn draw(&self, rect: Rect, ink: Ink, out: &mut Vec<Component>) {
        let rect = grown(rect, self.expand);
        let slice = nine(&self.texture, self.picture, self.region, self.borders, self.fill, rect, ink);
        let tint = ink.colored(self.color);
        let _ = self.center;
        out.push(Component::NineSlice(NineSlice { tint: proscenio_scene::Rgba::from_stored(tint), ..slice }));
    }
}

/// A picture in nine parts over a rectangle.
pub(super) fn nine(
    texture: &Texture,
    picture: Vec2,
    region: Option<[f32; 4]>,
    borders: [f32; 4],
    fill: [SliceFill; 2],
    rect: Rect,
    ink: Ink,
) -> NineSlice {
    let whole = texture.size(picture);
    let [x, y, width, height] = region.unwrap_or([0.0, 0.0, whole.x, whole.y]);
    let source = [Vec2::new(x, y), Vec2::new(width, height)];
    let part = texture.part(picture, source, source);
    let (uv_min, uv_max) = part.map_or((Vec2::ZERO, Vec2::ONE), |part| (part.uv_min, part.uv_max));
    NineSlice {
        guard: false,
        texture: Some(TextureRef {
            filter: texture.import.filter(ink.canvas.filter),
            wrap_u: Wrap::Clamp,
            wrap_v: Wrap::Clamp,
            ..TextureRef::new(texture.image)
        }),
        local: Flat::Matrix(glam::Affine2::from_translation(rect.at)),
        size: rect.size,
        anchor: Vec2::ZERO,
        source: source[1],
        uv_min,
        uv_max,
        borders,
        fill,
        tint: proscenio_scene::Rgba::from_stored(ink.tint),
        blend: ink.canvas.blend,
        z: ink.canvas.z as f32,
        parallax: Vec2::ONE,
        visible: true,
    }
}

impl LineBox {
    fn draw(&self, rect: Rect, ink: Ink, out: &mut Vec<Component>) {
        let (along, across) = if self.vertical { (1, 0) } else { (0, 1) };
        let mut line = rect;
        line.at[along] -= self.grow[0];
        line.size[along] += self.grow[0] + self.grow[1];
        line.at[across] += ((rect.size[across] - self.thickness) / 2.0).floor();
        line.size[across] = self.thickness;
        ink.fill(line, self.color, out);
    }
}
