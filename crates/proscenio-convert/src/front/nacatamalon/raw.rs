//! Members of a value by the engine's rules: what has the wrong type has its default.

use glam::{Affine3A, EulerRot, Quat, Vec2, Vec3};
use proscenio_nacatamalon::Value;
use proscenio_scene::{FlatFields, Rgba};

use super::single;

/// An object's members, typed.
#[derive(Clone, Copy)]
pub(super) struct Raw<'a>(pub Value<'a>);

impl<'a> Raw<'a> {
    pub(super) fn get(self, name: &str) -> Option<Value<'a>> {
        self.0.get(name)
    }

    /// A finite number.
    pub(super) fn number(self, name: &str) -> Option<f64> {
        self.get(name)?.as_f64().filter(|number| number.is_finite())
    }

    pub(super) fn number_or(self, name: &str, default: f64) -> f64 {
        self.number(name).unwrap_or(default)
    }

    pub(super) fn single(self, name: &str, default: f64) -> f32 {
        single(self.number_or(name, default))
    }

    pub(super) fn flag(self, name: &str) -> Option<bool> {
        self.get(name)?.as_bool()
    }

    pub(super) fn text(self, name: &str) -> Option<String> {
        Some(self.get(name)?.as_str()?.into_owned())
    }

    /// A text that is not blank, without the blanks around it.
    pub(super) fn word(self, name: &str) -> Option<String> {
        self.text(name).map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
    }

    /// A member that is an object.
    pub(super) fn rec(self, name: &str) -> Option<Self> {
        self.get(name).filter(|value| value.is_object()).map(Raw)
    }

    /// The entries of a list; none where there is no list.
    pub(super) fn list(self, name: &str) -> impl Iterator<Item = Value<'a>> {
        let list = self.get(name).filter(|value| value.is_array());
        list.into_iter().flat_map(Value::elements)
    }

    /// A colour record of stored values.
    pub(super) fn colour(self, name: &str, default: [f32; 4]) -> Rgba {
        let mut channels = default;
        if let Some(own) = self.rec(name) {
            for (channel, name) in channels.iter_mut().zip(["r", "g", "b", "a"]) {
                if let Some(number) = own.number(name) {
                    *channel = number.clamp(0.0, 1.0) as f32;
                }
            }
        }
        Rgba::from_stored(channels)
    }

    pub(super) fn point(self, name: &str) -> Option<Vec2> {
        self.rec(name).map(|point| Vec2::new(point.single("x", 0.0), point.single("y", 0.0)))
    }

    /// Three numbers in a list.
    pub(super) fn triple(self, name: &str) -> Option<Vec3> {
        let mut numbers = self.get(name).filter(|value| value.is_array())?.elements();
        let mut next = || {
            let number = numbers.next().and_then(Value::as_f64).filter(|number| number.is_finite());
            single(number.unwrap_or(0.0))
        };
        Some(Vec3::new(next(), next(), next()))
    }

    /// The place of a flat drawing in its box.
    pub(super) fn flat_place(self) -> FlatFields {
        let Some(own) = self.rec("transform") else { return FlatFields::IDENTITY };
        FlatFields {
            position: Vec2::new(own.single("x", 0.0), own.single("y", 0.0)),
            rotation: own.single("rotation", 0.0),
            scale: Vec2::new(own.single("scaleX", 1.0), own.single("scaleY", 1.0)),
        }
    }

    /// The place of something in space in its box.
    pub(super) fn deep_place(self) -> Option<Affine3A> {
        let own = self.rec("transform")?;
        let at = Vec3::new(own.single("x", 0.0), own.single("y", 0.0), own.single("z", 0.0));
        let scale =
            Vec3::new(own.single("scaleX", 1.0), own.single("scaleY", 1.0), own.single("scaleZ", 1.0));
        let turn = Quat::from_euler(
            EulerRot::YXZ,
            own.single("rotationY", 0.0),
            own.single("rotationX", 0.0),
            own.single("rotation", 0.0),
        );
        let place = Affine3A::from_scale_rotation_translation(scale, turn, at);
        (place != Affine3A::IDENTITY).then_some(place)
    }
}
