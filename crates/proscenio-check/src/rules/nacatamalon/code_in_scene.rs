//! Materials that carry the text of their shader.

use proscenio_nacatamalon::model::{ComponentData, FlatMaterial, Shader};
use proscenio_source::Finding;

use crate::subject::{components, span_of_text};
use crate::{CODE_IN_SCENE, Rule, Subject};

pub(super) const RULE: Rule = Rule { code: &CODE_IN_SCENE, check };

fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let Some(scene) = subject.scene() else { return };
    for (node, component) in components(scene) {
        for shader in shaders(&component.data) {
            let hooks = [&shader.fragment, &shader.fragment_glsl, &shader.vertex, &shader.vertex_glsl];
            let mut code = hooks.into_iter().flatten().filter(|code| !code.trim().is_empty());
            let Some(code) = code.next() else { continue };
            let message =
                format!("the material of a {} on `{}` carries its code", component.kind.as_str(), node.name);
            let finding = CODE_IN_SCENE.finding(subject.path(), message);
            out.push(finding.at(span_of_text(scene, component, code)).about(node.name.as_str()));
        }
    }
}

fn shaders(data: &ComponentData) -> Vec<&Shader> {
    fn flat(material: Option<&FlatMaterial>) -> Vec<&Shader> {
        material.map(|own| &own.shader).into_iter().collect()
    }
    match data {
        ComponentData::Sprite(own) => flat(own.flat.material.as_deref()),
        ComponentData::NineSlice(own) => flat(own.flat.material.as_deref()),
        ComponentData::Text(own) => flat(own.flat.material.as_deref()),
        ComponentData::Mesh(own) => vec![&own.material.shader],
        ComponentData::Tilemap(own) => {
            own.layers.iter().flat_map(|layer| flat(layer.material.as_deref())).collect()
        }
        _ => Vec::new(),
    }
}
