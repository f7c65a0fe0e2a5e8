//! The document as the engine holds it after reading, written as one line of JSON.

use crate::model::asset::{Asset, AssetSource, Recipe};
use crate::model::base::{Colour, FlatPlace, Point, Transform, Uniform, Uniforms};
use crate::model::component::{Component, ComponentData, Mesh};
use crate::model::drawing::{Flat, Sprite, Text, Tile};
use crate::model::json::Json;
use crate::model::material::{FlatMaterial, Map, ModelMaterial, Shader, VertexSnap, Wrap};
use crate::model::read::SET_ASIDE;
use crate::model::shapes::{Arc, Form, Radius, Shape, Shapes, Stroke};
use crate::model::view::{Camera2d, Camera3d, Light, LightKind};
use crate::model::{FORMAT, Node, NodeId, SceneDoc};

pub(super) fn normalized(scene: &SceneDoc) -> String {
    let mut json = Json::new(&scene.document);
    json.object(|json| {
        json.str("format", FORMAT);
        json.num("version", 1.0);
        json.str("name", &scene.name);
        let known = scene.assets.iter().filter(|asset| !matches!(asset.source, AssetSource::Unknown { .. }));
        json.list("assets", known, Json::asset);
        json.key("root");
        json.node(scene, NodeId::ROOT);
    });
    json.text
}

impl Json<'_> {
    fn colour(&mut self, name: &str, colour: Colour) {
        self.record(name, |json| {
            json.num("r", colour.r);
            json.num("g", colour.g);
            json.num("b", colour.b);
            json.num("a", colour.a);
        });
    }

    fn point(&mut self, name: &str, point: Option<Point>) {
        if let Some(point) = point {
            self.key(name);
            self.bare_point(point);
        }
    }

    fn bare_point(&mut self, point: Point) {
        self.object(|json| {
            json.num("x", point.x);
            json.num("y", point.y);
        });
    }

    fn transform(&mut self, name: &str, place: &Transform) {
        self.record(name, |json| {
            json.num("x", place.x);
            json.num("y", place.y);
            json.num("z", place.z);
            json.num("rotation", place.rotation);
            json.num("rotationX", place.rotation_x);
            json.num("rotationY", place.rotation_y);
            json.num("scaleX", place.scale_x);
            json.num("scaleY", place.scale_y);
            json.num("scaleZ", place.scale_z);
            if let Some([x, y, z]) = place.pivot {
                json.record("pivot", |json| {
                    json.num("x", x);
                    json.num("y", y);
                    json.num("z", z);
                });
            }
        });
    }

    fn flat_place(&mut self, place: Option<FlatPlace>) {
        let Some(place) = place else { return };
        self.record("transform", |json| {
            json.num("x", place.x);
            json.num("y", place.y);
            json.num("rotation", place.rotation);
            json.num("scaleX", place.scale_x);
            json.num("scaleY", place.scale_y);
        });
    }

    fn uniforms(&mut self, uniforms: &Uniforms) {
        self.record("uniforms", |json| {
            for (name, knob) in uniforms {
                match knob {
                    Uniform::Number(number) => json.num(name, *number),
                    Uniform::Vector(list) => json.list(name, list, |json, number| json.number(*number)),
                }
            }
        });
    }

    fn asset(&mut self, asset: &Asset) {
        let head = |json: &mut Self, type_name: &str| {
            json.str("type", type_name);
            json.str("key", &asset.key);
        };
        self.object(|json| match &asset.source {
            AssetSource::File { kind, src } => {
                head(json, kind.as_str());
                json.str("src", src);
            }
            AssetSource::BitmapFont { json: measures, atlas } => {
                head(json, "bitmap-font");
                json.str("json", measures);
                json.str("atlas", atlas);
            }
            AssetSource::Font { src, size } => {
                head(json, "font");
                json.str("src", src);
                json.opt_num("size", *size);
            }
            AssetSource::Geometry(recipe) => {
                head(json, "geometry");
                json.record("source", |json| json.recipe(recipe));
            }
            AssetSource::Unknown { .. } => {}
        });
    }

    fn recipe(&mut self, recipe: &Recipe) {
        let mut numbers = |kind: &str, list: &[(&str, Option<f64>)]| {
            self.str("kind", kind);
            for (name, number) in list {
                self.opt_num(name, *number);
            }
        };
        match recipe {
            Recipe::Cube { width, height, depth } => {
                numbers("cube", &[("width", *width), ("height", *height), ("depth", *depth)]);
            }
            Recipe::Plane { width, depth, width_segments: ws, depth_segments: ds } => numbers(
                "plane",
                &[("width", *width), ("depth", *depth), ("widthSegments", *ws), ("depthSegments", *ds)],
            ),
            Recipe::Circle { radius, segments } => {
                numbers("circle", &[("radius", *radius), ("segments", *segments)]);
            }
            Recipe::UvSphere { radius, segments, rings } => {
                numbers("uvSphere", &[("radius", *radius), ("segments", *segments), ("rings", *rings)]);
            }
            Recipe::IcoSphere { radius, subdivisions } => {
                numbers("icoSphere", &[("radius", *radius), ("subdivisions", *subdivisions)]);
            }
            Recipe::Cylinder { radius, height, segments } => {
                numbers("cylinder", &[("radius", *radius), ("height", *height), ("segments", *segments)]);
            }
            Recipe::Cone { radius, height, segments } => {
                numbers("cone", &[("radius", *radius), ("height", *height), ("segments", *segments)]);
            }
            Recipe::Torus { radius, tube, radial_segments: rs, tubular_segments: ts } => numbers(
                "torus",
                &[("radius", *radius), ("tube", *tube), ("radialSegments", *rs), ("tubularSegments", *ts)],
            ),
            Recipe::Lathe { profile, segments } => {
                self.str("kind", "lathe");
                self.list("profile", profile, |json, point| json.bare_point(*point));
                self.opt_num("segments", *segments);
            }
            Recipe::Gltf { src, node, occurrence } => {
                self.str("kind", "gltf");
                self.str("src", src);
                self.opt_str("node", node.as_deref());
                self.opt_num("occurrence", *occurrence);
            }
        }
    }

    /// Recursion is bounded by the depth of brackets that are read.
    fn node(&mut self, scene: &SceneDoc, id: NodeId) {
        let node = scene.node(id);
        self.object(|json| {
            json.str("id", &node.id);
            json.str("name", &node.name);
            match &node.transform {
                Some(place) => json.transform("transform", place),
                None => json.word("transform", "null"),
            }
            json.list("components", &node.components, Json::component);
            json.list("children", &node.children, |json, child| json.node(scene, *child));
            json.rest_of_node(node);
        });
    }

    fn rest_of_node(&mut self, node: &Node) {
        if !node.data.is_empty() {
            self.list("data", &node.data, |json, entry| {
                json.object(|json| {
                    json.key("value");
                    match entry {
                        Some(value) => json.raw(*value),
                        None => json.text.push_str("null"),
                    }
                });
            });
        }
        if !node.tags.is_empty() {
            self.list("tags", &node.tags, |json, tag| json.string(tag));
        }
        self.opt_bool("visible", node.visible);
        self.opt_bool("screenSpace", node.screen_space);
        self.opt_bool("worldOffScreen", node.world_off_screen);
        if node.extra.is_empty() && node.unsupported.is_empty() {
            return;
        }
        self.record("extra", |json| {
            // A member of that name that is no list gives way to the list, as in the engine.
            let gives_way = |name: &str| name == SET_ASIDE && !node.unsupported.is_empty();
            for member in node.extra.iter().filter(|member| !gives_way(&member.name)) {
                json.key(&member.name);
                json.raw(member.value);
            }
            if !node.unsupported.is_empty() {
                json.list(SET_ASIDE, &node.unsupported, |json, value| json.raw(*value));
            }
        });
    }

    fn component(&mut self, component: &Component) {
        if component.data == ComponentData::Raw
            && let Some(value) = component.site.value
        {
            return self.raw(value);
        }
        self.object(|json| {
            json.str("type", component.kind.as_str());
            json.str("id", &component.id);
            match &component.data {
                ComponentData::Sprite(sprite) => json.sprite(sprite),
                ComponentData::Text(text) => json.text(text),
                ComponentData::Shapes(shapes) => json.shapes(shapes),
                ComponentData::Mesh(mesh) => json.mesh(mesh),
                ComponentData::Camera2d(camera) => json.camera_2d(camera),
                ComponentData::Camera3d(camera) => json.camera_3d(camera),
                ComponentData::Light(light) => json.light(light),
                ComponentData::Raw => {}
            }
        });
    }

    fn flat_head(&mut self, flat: &Flat) {
        self.colour("tint", flat.tint);
        self.point("anchor", flat.anchor);
        self.point("pivot", flat.pivot);
    }

    fn flat_tail(&mut self, flat: &Flat) {
        self.opt_bool("smooth", flat.smooth);
        if flat.additive {
            self.str("blend", "additive");
        }
        self.point("parallax", flat.parallax);
        self.opt_bool("visible", flat.visible);
        self.opt_num("zIndex", flat.z_index);
        if let Some(FlatMaterial { shader, maps }) = &flat.material {
            self.record("material", |json| {
                json.shader(shader);
                json.maps(maps);
            });
        }
        if let Some(uniforms) = &flat.uniforms {
            self.uniforms(uniforms);
        }
    }

    fn sprite(&mut self, sprite: &Sprite) {
        self.flat_place(sprite.flat.place);
        self.str_or_null("texture", sprite.texture.as_deref());
        self.opt_str("atlas", sprite.atlas.as_deref());
        self.opt_num("frame", sprite.frame);
        if let Some(run) = &sprite.animation {
            self.record("animation", |json| {
                json.str_or_null("autoplay", run.autoplay.as_deref());
                json.num("speed", run.speed);
            });
        }
        self.opt_num("width", sprite.width);
        self.opt_num("height", sprite.height);
        self.flat_head(&sprite.flat);
        self.point("uvOffset", sprite.uv_offset);
        self.point("uvScale", sprite.uv_scale);
        match sprite.tile {
            Some(Tile::Flag(truth)) => self.bool("tile", truth),
            Some(Tile::Pair(point)) => self.point("tile", Some(point)),
            None => {}
        }
        self.point("tileOffset", sprite.tile_offset);
        self.opt_bool("flipX", sprite.flip_x);
        self.opt_bool("flipY", sprite.flip_y);
        self.flat_tail(&sprite.flat);
    }

    fn text(&mut self, text: &Text) {
        self.flat_place(text.flat.place);
        self.str("text", &text.text);
        self.str("font", &text.font);
        self.record("style", |json| {
            json.opt_num("fontSize", text.style.font_size);
            json.opt_str("align", text.style.align.map(super::Align::as_str));
            json.opt_num("letterSpacing", text.style.letter_spacing);
            json.opt_num("lineSpacing", text.style.line_spacing);
            json.opt_num("maxWidth", text.style.max_width);
        });
        self.flat_head(&text.flat);
        self.flat_tail(&text.flat);
    }

    fn shapes(&mut self, shapes: &Shapes) {
        self.flat_place(shapes.place);
        self.list("shapes", &shapes.shapes, Json::shape);
        self.colour("tint", shapes.tint);
        self.point("parallax", shapes.parallax);
        self.opt_bool("visible", shapes.visible);
        self.opt_num("zIndex", shapes.z_index);
    }

    fn shape(&mut self, shape: &Shape) {
        self.object(|json| {
            json.str("type", shape.form.type_name());
            json.form(&shape.form);
            if let Some(fill) = shape.fill {
                json.colour("fill", fill);
            }
            if let Some(stroke) = &shape.stroke {
                json.stroke(stroke);
            }
            json.opt_bool("visible", shape.visible);
        });
    }

    fn form(&mut self, form: &Form) {
        let arc = |json: &mut Self, arc: &Arc| {
            json.opt_num("start", arc.start);
            json.opt_num("end", arc.end);
            json.opt_num("segments", arc.segments);
        };
        let place = |json: &mut Self, x: f64, y: f64| {
            json.num("x", x);
            json.num("y", y);
        };
        match form {
            Form::Rect { x, y, width, height, radius, rotation } => {
                place(self, *x, *y);
                self.num("width", *width);
                self.num("height", *height);
                match radius {
                    Some(Radius::All(all)) => self.num("radius", *all),
                    Some(Radius::Each(each)) => self.list("radius", each, |json, one| json.number(*one)),
                    None => {}
                }
                self.opt_num("rotation", *rotation);
            }
            Form::Circle { x, y, radius, arc: part } => {
                place(self, *x, *y);
                self.num("radius", *radius);
                arc(self, part);
            }
            Form::Ellipse { x, y, radius_x, radius_y, rotation, arc: part } => {
                place(self, *x, *y);
                self.num("radiusX", *radius_x);
                self.num("radiusY", *radius_y);
                self.opt_num("rotation", *rotation);
                arc(self, part);
            }
            Form::Polygon { points } => self.list("points", points, |json, point| json.bare_point(*point)),
            Form::Line { points, closed } => {
                self.list("points", points, |json, point| json.bare_point(*point));
                self.opt_bool("closed", *closed);
            }
        }
    }

    fn stroke(&mut self, stroke: &Stroke) {
        self.record("stroke", |json| {
            json.opt_num("width", stroke.width);
            if let Some(colour) = stroke.colour {
                json.colour("color", colour);
            }
            json.opt_str("join", stroke.join.as_deref());
            json.opt_str("cap", stroke.cap.as_deref());
            json.opt_str("align", stroke.align.as_deref());
        });
    }

    fn mesh(&mut self, mesh: &Mesh) {
        if let Some(place) = &mesh.place {
            self.transform("transform", place);
        }
        self.str("geometry", &mesh.geometry);
        self.record("material", |json| json.model_material(&mesh.material));
        if let Some(uniforms) = &mesh.uniforms {
            self.uniforms(uniforms);
        }
        self.opt_bool("visible", mesh.visible);
        self.opt_num("zIndex", mesh.z_index);
        self.opt_bool("castShadow", mesh.cast_shadow);
        self.opt_bool("alwaysDrawn", mesh.always_drawn);
        self.opt_num("boundsMargin", mesh.bounds_margin);
    }

    fn shader(&mut self, shader: &Shader) {
        self.str_or_null("name", shader.name.as_deref());
        self.str_or_null("effect", shader.effect.as_deref());
        self.str_or_null("fragment", shader.fragment.as_deref());
        self.str_or_null("fragmentGlsl", shader.fragment_glsl.as_deref());
        self.str_or_null("vertex", shader.vertex.as_deref());
        self.str_or_null("vertexGlsl", shader.vertex_glsl.as_deref());
        match &shader.uniforms {
            Some(uniforms) => self.uniforms(uniforms),
            None => self.word("uniforms", "null"),
        }
    }

    fn maps(&mut self, maps: &[Map]) {
        if maps.is_empty() {
            return;
        }
        self.record("maps", |json| {
            for map in maps {
                json.record(&map.name, |json| {
                    json.str("texture", &map.texture);
                    json.wrap(map.wrap);
                    json.opt_bool("smooth", map.smooth);
                });
            }
        });
    }

    fn wrap(&mut self, wrap: Option<Wrap>) {
        match wrap {
            Some(Wrap::Both(mode)) => self.str("wrap", mode.as_str()),
            Some(Wrap::Each { u, v }) => self.record("wrap", |json| {
                json.str("u", u.as_str());
                json.str("v", v.as_str());
            }),
            None => {}
        }
    }

    fn model_material(&mut self, material: &ModelMaterial) {
        self.shader(&material.shader);
        self.str_or_null("texture", material.texture.as_deref());
        self.colour("tint", material.tint);
        self.colour("emissive", material.emissive);
        self.colour("specular", material.specular);
        self.num("shininess", material.shininess);
        self.num("alpha", material.alpha);
        self.opt_bool("smooth", material.smooth);
        self.wrap(material.wrap);
        self.maps(&material.maps);
        match material.vertex_snap {
            Some(VertexSnap::On) => self.bool("vertexSnap", true),
            Some(VertexSnap::Rows(rows)) => self.num("vertexSnap", rows),
            None => {}
        }
        if material.affine {
            self.bool("affine", true);
        }
        self.opt_str("emissiveTexture", material.emissive_texture.as_deref());
        if let Some(occlusion) = &material.occlusion {
            self.record("occlusion", |json| {
                json.str("texture", &occlusion.texture);
                json.opt_num("strength", occlusion.strength);
                if occlusion.second_uv {
                    json.str("uv", "uv2");
                }
                json.wrap(occlusion.wrap);
            });
        }
        for (name, value) in
            [("lighting", material.lighting.as_ref().map(|look| look.value)), ("steps", material.steps)]
        {
            if let Some(value) = value {
                self.key(name);
                self.raw(value);
            }
        }
        self.opt_str("cull", material.cull.map(super::Cull::as_str));
        self.opt_num("alphaCutoff", material.alpha_cutoff);
        self.opt_bool("transparent", material.transparent);
    }

    fn camera_2d(&mut self, camera: &Camera2d) {
        self.record("transform", |json| {
            json.num("x", camera.x);
            json.num("y", camera.y);
            json.num("rotation", camera.rotation);
        });
        self.num("zoom", camera.zoom);
    }

    fn camera_3d(&mut self, camera: &Camera3d) {
        self.str("projection", camera.projection.as_str());
        self.transform("transform", &camera.transform);
        self.num("fov", camera.fov);
        self.num("near", camera.near);
        self.num("far", camera.far);
        self.num("zoom", camera.zoom);
        if camera.follow2d {
            self.bool("follow2d", true);
        }
    }

    fn light(&mut self, light: &Light) {
        let ranged = matches!(light.kind, LightKind::Point | LightKind::Spot | LightKind::Rect);
        self.str("kind", light.kind.as_str());
        self.colour("color", light.colour);
        self.num("intensity", light.intensity);
        if let Some(place) = light.place {
            self.record("transform", |json| {
                json.num("x", place.x);
                json.num("y", place.y);
                json.num("z", place.z);
                json.num("rotationX", place.rotation_x);
                json.num("rotationY", place.rotation_y);
            });
        }
        self.opt_num("ambient", (light.kind != LightKind::Ambient).then_some(light.ambient));
        self.opt_num("range", ranged.then_some(light.range));
        self.opt_num("angle", (light.kind == LightKind::Spot).then_some(light.angle));
        self.opt_num("penumbra", (light.kind == LightKind::Spot).then_some(light.penumbra));
        self.opt_num("width", (light.kind == LightKind::Rect).then_some(light.width));
        self.opt_num("height", (light.kind == LightKind::Rect).then_some(light.height));
        self.opt_bool("castShadow", light.shadow.cast);
        self.opt_num("shadowBias", light.shadow.bias);
        self.opt_num("shadowStrength", light.shadow.strength);
        self.opt_num("shadowArea", light.shadow.area);
        self.opt_num("shadowDistance", light.shadow.distance);
    }
}
