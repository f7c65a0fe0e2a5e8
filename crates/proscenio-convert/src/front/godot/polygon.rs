//! `Polygon2D`.

use glam::{Affine2, Vec2};
use proscenio_godot::Value;
use proscenio_scene::{Component, FlatMesh};

use super::Importer;
use super::props::Props;
use super::sprite::Canvas;
use crate::polygon::{triangulate_between, triangulate_flat};

/// Corners of one polygon; cutting ears off more takes too long.
const MOST_CORNERS: usize = 20_000;

impl Importer<'_> {
    /// The component of a `Polygon2D`. Bones do not bend it.
    pub(super) fn polygon_2d(&mut self, props: &Props, canvas: Canvas) -> Option<Component> {
        let mut corners = points(props, "polygon");
        let around = surrounding(props, &corners);
        let offset = Vec2::from_array(props.vector2("offset"));
        let inside = corners.len();
        corners.extend(around.iter().flatten());
        let texture = self.texture(props, "texture", true);
        let picture = texture.as_ref().map(|texture| self.picture_size(texture.image));
        let shown = texture.map(|texture| self.shown(&texture, props.generation(), canvas));
        let own = points(props, "uv");
        let of_picture = texture_place(props);
        let uvs = match picture {
            None => Vec::new(),
            Some(size) => {
                let from = if own.len() == corners.len() { &own } else { &corners };
                from.iter().map(|uv| of_picture.transform_point2(*uv) / size).collect()
            }
        };
        let color = props.stored_color("color");
        let colors = match props.set("vertex_colors") {
            Some((Value::PackedColorArray(list), _)) if list.len() == corners.len() => list,
            _ => vec![color; corners.len()],
        };
        let inner = props.count("internal_vertex_count") as usize;
        let outline = corners.len().saturating_sub(inner);
        let indices = match around {
            Some(outer) => {
                let (inner, outer) = (inside as u32, outer.len() as u32);
                // The corners around come last in the lists.
                let place = |at: u32| if at < outer { inner + at } else { at - outer };
                let cut = triangulate_between(&corners[inside..], &corners[..inside.min(MOST_CORNERS)]);
                cut.into_iter().map(place).collect()
            }
            None => self.cut(props, &corners, outline),
        };
        if indices.is_empty() {
            return None;
        }
        Some(Component::FlatMesh(FlatMesh {
            texture: shown,
            points: corners.iter().map(|corner| *corner + offset).collect(),
            uvs,
            colors,
            indices,
            tint: props.color("self_modulate"),
            blend: canvas.blend,
            z: canvas.z as f32,
            ..FlatMesh::default()
        }))
    }

    /// The triangles: those of its own outlines, else of the corners before the inner ones.
    fn cut(&mut self, props: &Props, corners: &[Vec2], outline: usize) -> Vec<u32> {
        let lists = props.set("polygons").map(|(value, _)| value);
        let lists = lists.as_ref().and_then(Value::as_array).unwrap_or_default();
        if lists.is_empty() {
            return triangulate_flat(&corners[..outline.min(MOST_CORNERS)]);
        }
        let mut indices = Vec::new();
        for list in lists {
            let Value::PackedInt32Array(numbers) = list else { continue };
            let inside = |number: &i32| usize::try_from(*number).ok().filter(|at| *at < corners.len());
            let named: Vec<usize> = numbers.iter().filter_map(inside).take(MOST_CORNERS).collect();
            let own: Vec<Vec2> = named.iter().map(|at| corners[*at]).collect();
            indices.extend(triangulate_flat(&own).into_iter().map(|at| named[at as usize] as u32));
        }
        indices
    }
}

/// The corners of the rectangle whose rest is shown instead of the polygon.
fn surrounding(props: &Props, corners: &[Vec2]) -> Option<[Vec2; 4]> {
    let (flag, border) = [("invert_enabled", "invert_border"), ("invert_enable", "invert_border")]
        .into_iter()
        .find(|(flag, _)| props.has(flag))?;
    if !props.flag(flag) || corners.is_empty() {
        return None;
    }
    let border = Vec2::splat(props.number(border).max(0.0));
    let low = corners.iter().copied().fold(Vec2::INFINITY, Vec2::min) - border;
    let high = corners.iter().copied().fold(Vec2::NEG_INFINITY, Vec2::max) + border;
    Some([low, Vec2::new(high.x, low.y), high, Vec2::new(low.x, high.y)])
}

/// From the numbers of corners to texels: turned and moved, then scaled.
fn texture_place(props: &Props) -> Affine2 {
    let degrees = ["texture_rotation_degrees"].iter().find(|name| props.has(name));
    let angle = match degrees {
        Some(name) if !props.has("texture_rotation") => props.number(name).to_radians(),
        _ => props.number("texture_rotation"),
    };
    let moved = Affine2::from_angle_translation(angle, Vec2::from_array(props.vector2("texture_offset")));
    Affine2::from_scale(Vec2::from_array(props.vector2("texture_scale"))) * moved
}

/// A list of points that a property holds.
pub(super) fn points(props: &Props, name: &str) -> Vec<Vec2> {
    match props.set(name) {
        Some((Value::PackedVector2Array(list), _)) => list.into_iter().map(Vec2::from_array).collect(),
        _ => Vec::new(),
    }
}
