//! Behaviour and state, by name.

use crate::model::fields::{Fields, finite};
use crate::model::json::Json;
use crate::model::out::Out;
use crate::value::Value;

/// A behaviour.
#[derive(Clone, Debug, PartialEq)]
pub struct Script {
    /// The name it is registered under; never empty. `ref` in the file.
    pub behaviour: String,
    /// Its settings on this box, in file order.
    pub props: Vec<(String, Setting)>,
}

/// A setting of a behaviour.
#[derive(Clone, Debug, PartialEq)]
pub enum Setting {
    /// Text.
    Text(String),
    /// Yes or no.
    Bool(bool),
    /// A number.
    Number(f64),
}

impl Script {
    pub(crate) fn read(fields: &Fields<'_>) -> Option<Self> {
        let own = fields.rec("props").unwrap_or(Fields::none());
        let props = own.unique().into_iter();
        Some(Self {
            behaviour: fields.some_str("ref")?,
            props: props.filter_map(|(name, value)| Some((name.to_owned(), setting(value)?))).collect(),
        })
    }

    pub(crate) fn write(&self, out: &mut Out) {
        out.put("ref", self.behaviour.as_str());
        if !self.props.is_empty() {
            out.record("props", |out| {
                for (name, setting) in &self.props {
                    out.put(name, setting.clone());
                }
            });
        }
    }
}

fn setting(value: Value<'_>) -> Option<Setting> {
    if let Some(text) = value.as_str() {
        return Some(Setting::Text(text.into_owned()));
    }
    value.as_bool().map(Setting::Bool).or_else(|| finite(value).map(Setting::Number))
}

impl From<Setting> for Json {
    fn from(setting: Setting) -> Self {
        match setting {
            Setting::Text(text) => Self::String(text),
            Setting::Bool(truth) => Self::Bool(truth),
            Setting::Number(number) => Self::Number(number),
        }
    }
}

/// A link to a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Store {
    /// The name of the store; never empty. `ref` in the file.
    pub store: String,
}

impl Store {
    pub(crate) fn read(fields: &Fields<'_>) -> Option<Self> {
        Some(Self { store: fields.some_str("ref")? })
    }

    pub(crate) fn write(&self, out: &mut Out) {
        out.put("ref", self.store.as_str());
    }
}

/// A file of values moved in time, played by this box.
#[derive(Clone, Debug, PartialEq)]
pub struct Motion {
    /// Key of a motion asset; never empty.
    pub motion: String,
    /// Starts with the scene; not when absent.
    pub autoplay: Option<bool>,
    /// Starts over; what the file says when absent. `loop` in the file.
    pub looped: Option<bool>,
    /// 1 when absent.
    pub speed: Option<f64>,
}

impl Motion {
    pub(crate) fn read(fields: &Fields<'_>) -> Option<Self> {
        Some(Self {
            motion: fields.some_str("motion")?,
            autoplay: fields.opt_bool("autoplay"),
            looped: fields.opt_bool("loop"),
            speed: fields.opt_num("speed"),
        })
    }

    pub(crate) fn write(&self, out: &mut Out) {
        out.put("motion", self.motion.as_str());
        out.unless("autoplay", self.autoplay, false);
        out.opt("loop", self.looped);
        out.unless("speed", self.speed, 1.0);
    }
}
