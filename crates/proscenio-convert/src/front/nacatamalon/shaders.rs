//! Shader files and shader code: read, set, and checked by the compiler that draws them.

use std::fmt::Write as _;

use proscenio_nacatamalon::Document;
use proscenio_nacatamalon::files::graph::Graph;
use proscenio_nacatamalon::files::shader::{Half, Parameter, ShaderFamily, ShaderText, maps_used};
use proscenio_nacatamalon::model::{self as doc, FileKind, Uniform, Uniforms};
use proscenio_scene::{Shader, ShaderId, ShaderNumber, TextureRef};
use proscenio_source::{Finding, Source, Span};

use super::{Importer, codes, single};

/// The hooks of a file, and what it declares.
#[derive(Clone)]
pub(super) struct Code {
    name: String,
    half: Half,
    parameters: Vec<Parameter>,
}

/// What a shader is used with.
pub(super) struct Use<'d> {
    pub shader: &'d doc::Shader,
    pub maps: &'d [doc::Map],
    /// Numbers set for the drawing itself.
    pub own: Option<&'d Uniforms>,
    pub smooth: Option<bool>,
    pub family: ShaderFamily,
}

impl Importer<'_> {
    /// The shader of a material; `None` when it has none, or one that cannot be run, which is told.
    pub(super) fn shader(&mut self, used: &Use<'_>, span: Span) -> Option<ShaderId> {
        if !super::deep::has_code(used.shader) {
            return None;
        }
        let code = self.code(used, span)?;
        let source = [code.half.effect.as_deref(), code.half.vertex.as_deref()];
        let names = maps_used(&source.map(Option::unwrap_or_default).join("\n"))
            .into_iter()
            .map(str::to_owned)
            .collect::<Vec<_>>();
        let maps = names.into_iter().map(|name| {
            let map = used.maps.iter().find(|map| map.name == name);
            let texture = map.and_then(|map| self.shader_map(map, used.smooth, span));
            (name, texture)
        });
        let maps: Vec<_> = maps.collect();
        let numbers = code.parameters.iter().map(|parameter| {
            let sets = [used.own, used.shader.uniforms.as_ref()];
            let said = sets.into_iter().flatten().find_map(|set| {
                let (_, value) = set.iter().find(|(name, _)| *name == parameter.name)?;
                fitting(value, parameter.kind.lanes())
            });
            let value = said.unwrap_or_else(|| parameter.value.clone());
            ShaderNumber { name: parameter.name.clone(), value: value.into_iter().map(single).collect() }
        });
        let shader = Shader {
            name: code.name,
            effect: code.half.effect,
            vertex: code.half.vertex,
            numbers: numbers.collect(),
            maps,
        };
        let known = self.scene.shaders.iter().find(|(_, known)| **known == shader).map(|(id, _)| id);
        Some(known.unwrap_or_else(|| self.scene.shaders.add(shader)))
    }

    fn shader_map(&mut self, map: &doc::Map, smooth: Option<bool>, span: Span) -> Option<TextureRef> {
        let image = self.picture(&map.texture, span)?;
        let (u, v) = map.wrap.map_or((doc::WrapMode::Repeat, doc::WrapMode::Repeat), doc::Wrap::axes);
        let filter = self.filter(map.smooth.or(smooth));
        let (wrap_u, wrap_v) = (super::deep::wrap(u), super::deep::wrap(v));
        Some(TextureRef { filter, wrap_u, wrap_v, ..TextureRef::new(image) })
    }

    /// The hooks of a material: those of its file, else those that stand in the scene.
    fn code(&mut self, used: &Use<'_>, span: Span) -> Option<Code> {
        let Some(key) = used.shader.effect.as_deref() else {
            let half = Half { effect: used.shader.fragment.clone(), vertex: used.shader.vertex.clone() };
            // GLSL alone cannot be run.
            if half.effect.is_none() && half.vertex.is_none() {
                self.keep("shaders without WGSL", span);
                return None;
            }
            let numbers = used.shader.uniforms.iter().flatten();
            let parameters = numbers.filter_map(|(name, value)| declared(name, value)).collect();
            let code = Code { name: used.shader.name.clone().unwrap_or_default(), half, parameters };
            return self.checked(code, used.family, None, span);
        };
        let known = (key.to_owned(), used.family);
        if let Some(code) = self.assets.shaders.get(&known) {
            return code.clone();
        }
        let code = self.shader_file(key, used.family, span);
        self.assets.shaders.insert(known, code.clone());
        code
    }

    fn shader_file(&mut self, key: &str, family: ShaderFamily, span: Span) -> Option<Code> {
        let (src, entry) = self.file(FileKind::Shader, key, span)?;
        let (path, bytes) = self.read_file(&src, entry)?;
        let document = Document::parse(Source::new(path.clone(), bytes));
        let (code, own, refused, findings) = if path.ends_with(".shader") {
            let read = Graph::read(&document);
            let compiled = read.file.compile()?;
            let half = Half { effect: compiled.effect, vertex: compiled.vertex };
            let code = Code { name: path, half, parameters: compiled.parameters };
            (code, read.file.target, read.refused, read.findings)
        } else {
            let read = ShaderText::read(&document);
            let code = Code { name: path, half: read.file.wgsl, parameters: read.file.parameters };
            (code, read.file.family, read.refused, read.findings)
        };
        self.findings.extend(findings);
        if refused || (code.half.effect.is_none() && code.half.vertex.is_none()) {
            return None;
        }
        if own != family {
            let message = format!("the shader is for {}, not for {}", own.as_str(), family.as_str());
            let finding = codes::SHADER_FAMILY.finding(self.path(), message).at(span);
            self.findings.push(finding);
            return None;
        }
        self.checked(code, family, Some(document.source()), span)
    }

    /// Code that the compiler takes; else what it says, at the place in the file.
    fn checked(
        &mut self,
        code: Code,
        family: ShaderFamily,
        file: Option<&Source>,
        span: Span,
    ) -> Option<Code> {
        for hook in [&code.half.effect, &code.half.vertex].into_iter().flatten() {
            let before = before(family, &code.parameters, &maps_used(hook));
            let Err((message, at)) = compile(&before, hook) else { continue };
            let finding = self.broken(&message, file, hook, at, span);
            self.findings.push(finding);
            return None;
        }
        Some(code)
    }

    /// A finding where the line of a hook stands in its file.
    fn broken(
        &self,
        message: &str,
        file: Option<&Source>,
        hook: &str,
        at: Option<usize>,
        span: Span,
    ) -> Finding {
        let message = format!("the shader does not compile: {message}");
        let Some(file) = file else { return codes::SHADER_BROKEN.finding(self.path(), message).at(span) };
        let finding = codes::SHADER_BROKEN.finding(file.path(), message);
        let place = at.and_then(|at| {
            let start = hook.get(..at)?.rfind('\n').map_or(0, |end| end + 1);
            let line = hook.get(start..)?.lines().next()?;
            let text = String::from_utf8_lossy(file.bytes());
            Some(text.find(line)? + (at - start))
        });
        finding.at(place.map_or(Span::new(0, 0), |place| Span::new(place as u32, place as u32 + 1)))
    }
}

/// As many numbers as a parameter holds.
fn fitting(value: &Uniform, lanes: usize) -> Option<Vec<f64>> {
    match value {
        Uniform::Number(number) => (lanes == 1).then(|| vec![*number]),
        Uniform::Vector(list) => (list.len() == lanes).then(|| list.clone()),
    }
}

/// A parameter by the shape of its value.
fn declared(name: &str, value: &Uniform) -> Option<Parameter> {
    let value = match value {
        Uniform::Number(number) => vec![*number],
        Uniform::Vector(list) => list.clone(),
    };
    let kind = proscenio_nacatamalon::files::shader::ParameterType::of_lanes(value.len())?;
    Some(Parameter { name: name.to_owned(), kind, value })
}

/// What the engine puts in front of a hook, as far as names and types go.
fn before(family: ShaderFamily, parameters: &[Parameter], maps: &[&str]) -> String {
    let mut text = "struct Mu { time: f32, resolution: vec2f".to_owned();
    // Writing to a string cannot fail.
    for parameter in parameters {
        let _ = write!(text, ", {}: {}", parameter.name, parameter.kind.as_str());
    }
    text.push_str(" }\n@group(0) @binding(0) var<uniform> mu: Mu;\n");
    text.push_str("fn sampleTexture(uv: vec2f) -> vec4f { return vec4f(uv, 0.0, 1.0); }\n");
    for map in maps {
        let _ = writeln!(text, "fn sampleMap_{map}(uv: vec2f) -> vec4f {{ return vec4f(uv, 0.0, 1.0); }}");
    }
    if family == ShaderFamily::Mesh3d {
        text.push_str(
            "struct FragContext { uv: vec2f, normal: vec3f, worldPos: vec3f, light: vec3f, shine: vec3f, \
             emissive: vec3f, viewDir: vec3f, color: vec4f }\n\
             struct VertContext { normal: vec3f, uv: vec2f, color: vec4f }\n\
             fn envUv(ctx: FragContext) -> vec2f { return ctx.uv; }\n",
        );
    }
    text
}

/// What the compiler has against a hook, and where in it.
fn compile(before: &str, hook: &str) -> Result<(), (String, Option<usize>)> {
    let source = format!("{before}{hook}");
    let place = |offset: u32| (offset as usize).checked_sub(before.len());
    let module = naga::front::wgsl::parse_str(&source).map_err(|error| {
        let at = error.location(&source).and_then(|location| place(location.offset));
        (error.message().to_owned(), at)
    })?;
    let flags = naga::valid::ValidationFlags::all();
    let mut validator = naga::valid::Validator::new(flags, naga::valid::Capabilities::empty());
    validator.validate(&module).map(|_| ()).map_err(|error| {
        let at = error.location(&source).and_then(|location| place(location.offset));
        let mut message = error.to_string();
        let mut inner: Option<&dyn std::error::Error> = std::error::Error::source(&error);
        while let Some(why) = inner {
            message = why.to_string();
            inner = why.source();
        }
        (message, at)
    })
}
