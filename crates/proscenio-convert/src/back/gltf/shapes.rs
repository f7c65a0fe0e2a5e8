//! Flat shapes: each fill and each stroke is a primitive of one colour.

use glam::{Affine2, Vec2};
use lyon_tessellation::geometry_builder::{BuffersBuilder, VertexBuffers};
use lyon_tessellation::math::point;
use lyon_tessellation::{
    FillOptions, FillTessellator, FillVertex, LineCap, LineJoin, StrokeOptions, StrokeTessellator,
    StrokeVertex,
};
use proscenio_scene::{BlendMode, Extra, NodeId, Rgba, Shape, Shapes, Stroke};

use super::json::Primitive;
use super::nodes::tinted;
use super::outline::{Outline, outline};
use super::writer::Writer;

/// Outlines with more points are left out: tangled ones cost their square.
const POINTS_MAX: usize = 4096;
/// Coordinates beyond this many pixels are left out: single numbers cannot tell neighbours apart there.
const PIXELS_MAX: f32 = 1e6;

/// Triangles in the plane.
type Triangles = VertexBuffers<Vec2, u32>;

impl Writer<'_> {
    /// All visible shapes of a component, as one mesh.
    pub fn write_shapes(&mut self, id: NodeId, number: usize, shapes: &Shapes) {
        self.report_parallax(id, shapes.parallax);
        let inside = self.inside(id, shapes.local);
        let tint = tinted(self.tints[id.index()], shapes.tint);
        let mut primitives = Vec::new();
        for (index, shape) in shapes.shapes.iter().enumerate().filter(|(_, shape)| shape.visible) {
            let outline = outline(&shape.kind);
            if !is_reasonable(&outline) {
                self.lose_on(
                    "gltf/shape",
                    id,
                    format!("shape {index} has too many or too distant points; left out"),
                );
                continue;
            }
            for (piece, drawn) in self.pieces(id, shape, &outline) {
                let depth = self.paint.depth(id, number, index * 2 + usize::from(piece.is_stroke));
                primitives.extend(self.shape_primitive(id, &drawn, inside, depth, tinted(piece.color, tint)));
            }
        }
        if !primitives.is_empty() {
            self.add_flat(id, primitives, "shapes");
        }
    }

    /// The triangles of a shape's inside and of its outline.
    fn pieces(&mut self, id: NodeId, shape: &Shape, outline: &Outline) -> Vec<(Piece, Triangles)> {
        let mut pieces = Vec::new();
        let mut failed = false;
        if let Some(color) = shape.fill.filter(|_| outline.filled && outline.points.len() > 2) {
            match fill(outline) {
                Some(drawn) => pieces.push((Piece { color, is_stroke: false }, drawn)),
                None => failed = true,
            }
        }
        if let Some(line) = shape.stroke.as_ref().filter(|line| line.width > 0.0 && line.width < PIXELS_MAX) {
            if matches!(line.extras.get("align"), Some(Extra::Text(align)) if align != "center") {
                self.lose_on(
                    "gltf/stroke",
                    id,
                    "an outline beside the shape's edge is drawn along its middle",
                );
            }
            match stroke(outline, line) {
                Some(drawn) => pieces.push((Piece { color: line.color, is_stroke: true }, drawn)),
                None => failed = true,
            }
        }
        if failed {
            self.lose_on("gltf/shape", id, "a shape could not be cut into triangles; left out");
        }
        pieces
    }

    fn shape_primitive(
        &mut self,
        id: NodeId,
        drawn: &Triangles,
        inside: Affine2,
        depth: f32,
        color: Rgba,
    ) -> Option<Primitive> {
        let points: Vec<Vec2> = drawn.vertices.iter().map(|point| inside.transform_point2(*point)).collect();
        if !points.iter().all(|point| point.is_finite()) {
            self.lose_on("gltf/shape", id, "a shape is drawn beyond what numbers can say; left out");
            return None;
        }
        if drawn.indices.is_empty() {
            return None;
        }
        let mut primitive = self.flat_primitive(&points, &drawn.indices, depth);
        primitive.material = Some(self.flat_material(id, None, color, BlendMode::Mix));
        Some(primitive)
    }
}

/// What a piece of a shape is drawn with.
struct Piece {
    color: Rgba,
    is_stroke: bool,
}

fn is_reasonable(outline: &Outline) -> bool {
    let near = |point: &Vec2| point.is_finite() && point.abs().max_element() <= PIXELS_MAX;
    outline.points.len() <= POINTS_MAX && outline.points.iter().all(near)
}

fn fill(outline: &Outline) -> Option<Triangles> {
    let mut drawn = Triangles::new();
    let mut collect = BuffersBuilder::new(&mut drawn, |vertex: FillVertex<'_>| {
        Vec2::from_array(vertex.position().to_array())
    });
    let mut tessellator = FillTessellator::new();
    let options = FillOptions::non_zero();
    let mut path = tessellator.builder(&options, &mut collect);
    let (first, rest) = outline.points.split_first()?;
    path.begin(point(first.x, first.y));
    rest.iter().for_each(|next| {
        path.line_to(point(next.x, next.y));
    });
    path.end(true);
    path.build().ok()?;
    Some(drawn)
}

fn stroke(outline: &Outline, line: &Stroke) -> Option<Triangles> {
    let mut points = outline.points.clone();
    // The stroker wants a direction between any two points.
    points.dedup_by(|a, b| a.distance_squared(*b) < 1e-12);
    if outline.closed && points.len() > 1 && points[0].distance_squared(points[points.len() - 1]) < 1e-12 {
        points.pop();
    }
    let (first, rest) = points.split_first().filter(|(_, rest)| !rest.is_empty())?;
    let mut drawn = Triangles::new();
    let mut collect = BuffersBuilder::new(&mut drawn, |vertex: StrokeVertex<'_, '_>| {
        Vec2::from_array(vertex.position().to_array())
    });
    let options = stroke_options(line);
    let mut tessellator = StrokeTessellator::new();
    let mut path = tessellator.builder(&options, &mut collect);
    path.begin(point(first.x, first.y));
    rest.iter().for_each(|next| {
        path.line_to(point(next.x, next.y));
    });
    path.end(outline.closed);
    path.build().ok()?;
    Some(drawn)
}

fn stroke_options(line: &Stroke) -> StrokeOptions {
    let word = |name: &str| match line.extras.get(name) {
        Some(Extra::Text(word)) => word.as_str(),
        _ => "",
    };
    let join = match word("join") {
        "round" => LineJoin::Round,
        "bevel" => LineJoin::Bevel,
        _ => LineJoin::Miter,
    };
    let cap = match word("cap") {
        "round" => LineCap::Round,
        "square" => LineCap::Square,
        _ => LineCap::Butt,
    };
    StrokeOptions::default().with_line_width(line.width).with_line_join(join).with_line_cap(cap)
}

#[cfg(test)]
mod tests {
    use super::{Triangles, fill, stroke};
    use crate::back::gltf::outline::Outline;
    use glam::Vec2;
    use proscenio_scene::{Extras, Rgba, Stroke};

    fn area(drawn: &Triangles) -> f32 {
        let corner = |index: u32| drawn.vertices[index as usize];
        let triangles = drawn.indices.chunks_exact(3).map(|t| [corner(t[0]), corner(t[1]), corner(t[2])]);
        triangles.map(|[a, b, c]| (b - a).perp_dot(c - a).abs() / 2.0).sum()
    }

    fn outline(points: &[[f32; 2]], closed: bool) -> Outline {
        Outline { points: points.iter().map(|p| Vec2::from_array(*p)).collect(), closed, filled: closed }
    }

    #[test]
    fn hollows_are_not_filled() {
        let arrow = outline(&[[0.0, 0.0], [10.0, 10.0], [0.0, 20.0], [4.0, 10.0]], true);
        assert!((area(&fill(&arrow).unwrap()) - 60.0).abs() < 1e-3);
    }

    #[test]
    fn strokes_are_as_wide_as_they_say() {
        let line = Stroke { width: 2.0, color: Rgba::WHITE, extras: Extras::new() };
        let straight = outline(&[[0.0, 0.0], [0.0, 0.0], [5.0, 0.0]], false);
        assert!((area(&stroke(&straight, &line).unwrap()) - 10.0).abs() < 1e-3);
        let square = outline(&[[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0], [0.0, 0.0]], true);
        assert!((area(&stroke(&square, &line).unwrap()) - 80.0).abs() < 1e-2);
        assert!(stroke(&outline(&[[1.0, 1.0]], false), &line).is_none());
    }
}
