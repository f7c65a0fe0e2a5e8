//! What a surface in linear light has beyond glTF's model, as named numbers for the extras.

use proscenio_scene::{AlphaMode, Extra, Extras, Finish, Material};

use super::extra::{number, object};

/// What there is of a material's finish, by name; empty for plain ones.
pub(super) fn kept(material: &Material) -> Extras {
    let finish = &material.finish;
    let plain = Finish::default();
    let numbers = |list: &[f32]| Extra::List(list.iter().copied().map(number).collect());
    let flag = |differs: bool| differs.then_some(Extra::Bool(true));
    let text = |differs: bool, value: String| differs.then_some(Extra::Text(value.to_lowercase()));
    let planes = |set: usize| {
        finish.planes[set].map(|planes| {
            Extra::Map(object([
                ("world", Extra::Bool(planes.world)),
                ("sharpness", number(planes.sharpness)),
                ("scale", numbers(&planes.scale.to_array())),
                ("offset", numbers(&planes.offset.to_array())),
            ]))
        })
    };
    let entries = [
        ("grow", (finish.grow != 0.0).then(|| number(finish.grow))),
        ("planes", planes(0)),
        ("planes2", planes(1)),
        ("rim", finish.rim.map(|rim| numbers(&[rim.amount, rim.tint]))),
        ("coat", finish.coat.map(|coat| numbers(&[coat.amount, coat.roughness]))),
        ("folds_on_lights", finish.folds.map(|folds| number(folds.on_lights))),
        ("detail", finish.detail.map(|detail| Extra::Text(format!("{:?}", detail.blend).to_lowercase()))),
        ("backlight", finish.backlight.map(|light| numbers(&light.color))),
        ("height", finish.height.map(|height| number(height.scale))),
        ("near_fade", finish.near_fade.map(number)),
        ("far_fade", finish.far_fade.map(|fade| numbers(&fade.range))),
        (
            "alpha",
            match material.alpha {
                AlphaMode::Holes(grains) => Some(Extra::Map(object([("holes", number(grains))]))),
                AlphaMode::BlendHiding => Some(Extra::from("blend_hiding")),
                _ => None,
            },
        ),
        ("fixed_size", flag(finish.fixed_size)),
        ("over_nearer", flag(!finish.hidden_by_nearer)),
        ("hides", text(finish.hides != plain.hides, format!("{:?}", finish.hides))),
        ("priority", (finish.priority != 0).then_some(Extra::Int(finish.priority.into()))),
        ("diffuse", text(finish.diffuse != plain.diffuse, format!("{:?}", finish.diffuse))),
        ("highlight", text(finish.highlight != plain.highlight, format!("{:?}", finish.highlight))),
        ("lit_at_corners", flag(finish.lit_at_corners)),
        ("without_ambient", flag(finish.without_ambient)),
        ("mirrors_in_darkness", flag(finish.mirrors_in_darkness)),
        ("without_fog", flag(finish.without_fog)),
        ("next", flag(finish.next.is_some())),
    ];
    object(entries.into_iter().filter_map(|(name, value)| Some((name, value?))))
}

/// The names of what changes how the surface itself looks; where it stands among others is not one of it.
pub(super) fn seen(kept: &Extras) -> Vec<&str> {
    const PLACE: [&str; 4] = ["priority", "over_nearer", "hides", "fixed_size"];
    kept.iter().map(|(name, _)| name).filter(|name| !PLACE.contains(name)).collect()
}
