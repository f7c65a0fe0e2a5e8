//! `.particles` files and emitters.

use glam::DVec3;
use proscenio_nacatamalon::Value;
use proscenio_nacatamalon::model::FileKind;
use proscenio_scene::{
    BlendMode, ChildEffect, ChildTrigger, ColorStop, EffectId, Emission, EmitterScales, Filter, Flat,
    ParticleCollision, ParticleEffect, ParticleEmitter, ParticleShape, ParticleTrail, SizeStop, TextureRef,
    UvRect, Wrap,
};
use proscenio_source::Span;

use super::raw::Raw;
use super::{Importer, single};

/// Members of an emitter that the model's emitter says.
pub(super) const EMITTER_FIELDS: &[&str] = &[
    "type",
    "id",
    "transform",
    "name",
    "tint",
    "alpha",
    "autoplay",
    "seed",
    "overrides",
    "smooth",
    "visible",
    "zIndex",
];

/// Effects in effects deeper than this are not read; the root counts.
const DEPTH: usize = 3;

impl Importer<'_> {
    pub(super) fn emitter(&mut self, raw: Raw<'_>, flat: bool, span: Span) -> ParticleEmitter {
        let filter = self.filter(raw.flag("smooth"));
        let key = raw.text("effect").unwrap_or_default();
        let effect = self.effect(&key, flat, filter, span);
        let overrides = raw.rec("overrides");
        let scale = |name: &str| overrides.map_or(1.0, |own| own.number_or(name, 1.0));
        ParticleEmitter {
            name: raw.text("name").unwrap_or_default(),
            effect,
            local: if flat { Flat::Fields(raw.flat_place()) } else { Flat::IDENTITY },
            place: raw.deep_place().filter(|_| !flat),
            tint: raw.colour("tint", [1.0; 4]),
            alpha: raw.single("alpha", 1.0),
            autoplay: raw.flag("autoplay") != Some(false),
            seed: raw.number("seed").map(wrapped),
            scales: EmitterScales {
                rate: scale("rateScale"),
                size: scale("sizeScale"),
                speed: scale("speedScale"),
                life: scale("lifeScale"),
            },
            filter,
            z: raw.single("zIndex", 0.0),
            visible: raw.flag("visible") != Some(false),
        }
    }

    fn effect(&mut self, key: &str, flat: bool, filter: Filter, user: Span) -> Option<EffectId> {
        if key.is_empty() {
            return None;
        }
        let (src, span) = self.file(FileKind::Particles, key, user)?;
        let mut above = Vec::new();
        let from = self.path().to_string();
        self.effect_file(&from, &src, flat, filter, &mut above, span)
    }

    fn effect_file(
        &mut self,
        from: &str,
        src: &str,
        flat: bool,
        filter: Filter,
        above: &mut Vec<String>,
        span: Span,
    ) -> Option<EffectId> {
        let found = self.project.resolve(from, src).unwrap_or_else(|| src.to_owned());
        // A file means another thing deeper down, where its own children are not read any more.
        let known = (found, flat, filter, above.len());
        if let Some(known) = self.assets.effects.get(&known) {
            return *known;
        }
        let read = self.read_effect(from, src, flat, filter, above, span);
        self.assets.effects.insert(known, read);
        read
    }

    fn read_effect(
        &mut self,
        from: &str,
        src: &str,
        flat: bool,
        filter: Filter,
        above: &mut Vec<String>,
        span: Span,
    ) -> Option<EffectId> {
        let (path, document) = self.json_from(from, src, span)?;
        let raw = Raw(document.root()?);
        let mut effect = match read(raw, flat) {
            Ok(effect) => effect,
            Err(why) => {
                self.unread(src, why, span);
                return None;
            }
        };
        effect.name = path.rsplit('/').next().unwrap_or(&path).to_owned();
        self.dress(&mut effect, raw, &path, filter, span);
        above.push(path.clone());
        for child in raw.list("children").map(Raw) {
            match self.child(child, &path, flat, filter, above, span) {
                Ok(child) => effect.children.extend(child),
                Err(why) => {
                    self.unread(src, why, span);
                    above.pop();
                    return None;
                }
            }
        }
        above.pop();
        Some(self.scene.effects.add(effect))
    }

    /// What the particles show.
    fn dress(&mut self, effect: &mut ParticleEffect, raw: Raw<'_>, path: &str, filter: Filter, span: Span) {
        let texture =
            |image| TextureRef { filter, wrap_u: Wrap::Clamp, wrap_v: Wrap::Clamp, ..TextureRef::new(image) };
        if let Some(src) = raw.word("texture") {
            effect.texture = Some(texture(self.picture_file(&src, path, span)));
        } else if let Some(src) = raw.word("atlas") {
            let Some(sheet) = self.sheet_file(&src, path, span) else { return };
            let size = self.scene.images[sheet.image].size.unwrap_or([1, 1]);
            effect.texture = Some(texture(sheet.image));
            let windows = match (raw.number("frame"), raw.word("frame"), raw.word("anim")) {
                (Some(frame), ..) => sheet.atlas.window(frame, size).into_iter().collect(),
                (None, Some(name), _) => sheet.atlas.named(&name, size).into_iter().collect(),
                (None, None, Some(run)) => sheet.atlas.run(&run, size).map_or(Vec::new(), |(run, _)| run),
                _ => Vec::new(),
            };
            let rect = |([x, y], [w, h]): ([f32; 2], [f32; 2])| UvRect {
                min: glam::Vec2::new(x, y),
                max: glam::Vec2::new(x + w, y + h),
            };
            effect.frames = windows.into_iter().map(rect).collect();
        }
    }

    fn child(
        &mut self,
        raw: Raw<'_>,
        path: &str,
        flat: bool,
        filter: Filter,
        above: &mut Vec<String>,
        span: Span,
    ) -> Result<Option<ChildEffect>, &'static str> {
        let on = match raw.text("on").as_deref() {
            Some("birth") => ChildTrigger::Birth,
            Some("death") => ChildTrigger::Death,
            _ => return Err("a child comes \"on\" neither \"birth\" nor \"death\""),
        };
        let src = raw.word("src").ok_or("a child names no file")?;
        let found = self.project.resolve(path, &src).unwrap_or_else(|| src.clone());
        if above.len() >= DEPTH || above.contains(&found) {
            self.unread(&src, "it leads back to an effect above it, or lies too deep", span);
            return Ok(None);
        }
        let effect = self.effect_file(path, &src, flat, filter, above, span);
        let count = raw.number_or("count", 1.0).round().max(1.0) as u32;
        Ok(effect.map(|effect| ChildEffect { on, effect, count }))
    }
}

/// A seed as 32 bits, as the engine's own language cuts numbers.
fn wrapped(seed: f64) -> u32 {
    seed.trunc().rem_euclid(4_294_967_296.0) as u32
}

/// The numbers of an effect.
fn read(raw: Raw<'_>, flat: bool) -> Result<ParticleEffect, &'static str> {
    match raw.text("kind").as_deref() {
        None if flat => {}
        Some("particles2d") if flat => {}
        Some("particles3d") if !flat => {}
        Some("particles2d" | "particles3d") | None => {
            return Err("it is an effect of the other dimension");
        }
        Some(_) => return Err("its \"kind\" is not of particles"),
    }
    if raw.number("format").is_some_and(|format| format > 1.0) {
        return Err("its format is newer than 1");
    }
    let life = range(raw, "life", [0.6, 1.2]);
    if life[0] <= 0.0 {
        return Err("its shortest life is not above 0");
    }
    let emission = emission(raw)?;
    Ok(ParticleEffect {
        name: String::new(),
        flat,
        texture: None,
        frames: Vec::new(),
        max: raw.number_or("max", 100.0).round().max(1.0) as u32,
        blend: if raw.text("blend").as_deref() == Some("additive") { BlendMode::Add } else { BlendMode::Mix },
        world_space: raw.flag("worldSpace") != Some(false),
        emission,
        shape: shape(raw, flat)?,
        heading: raw.number_or("direction", -std::f64::consts::FRAC_PI_2),
        direction: direction(raw, flat)?,
        spread: raw.number_or("spread", std::f64::consts::TAU).max(0.0),
        life,
        speed: range(raw, "speed", if flat { [40.0, 90.0] } else { [1.0, 2.0] }),
        size: range(raw, "size", if flat { [4.0, 8.0] } else { [0.1, 0.25] }),
        spin: range(raw, "spin", [0.0, 0.0]),
        gravity: raw.rec("gravity").map_or(DVec3::ZERO, |own| vector(own, DVec3::ZERO)),
        damping: raw.number_or("damping", 0.0).max(0.0),
        colors: colors(raw)?,
        sizes: sizes(raw),
        collision: collision(raw)?,
        trail: raw.rec("trail").map(|own| ParticleTrail {
            length: own.number_or("length", 8.0).round().max(1.0) as u32,
            width: own.number_or("width", 1.0).max(0.0),
            fade: own.flag("fade") != Some(false),
        }),
        children: Vec::new(),
    })
}

fn vector(own: Raw<'_>, default: DVec3) -> DVec3 {
    DVec3::new(own.number_or("x", default.x), own.number_or("y", default.y), own.number_or("z", default.z))
}

fn direction(raw: Raw<'_>, flat: bool) -> Result<DVec3, &'static str> {
    if flat {
        return Ok(DVec3::Y);
    }
    let own = raw.rec("direction").map_or(DVec3::Y, |own| vector(own, DVec3::Y));
    own.try_normalize().ok_or("its direction has no length")
}

/// Two numbers or one; a reversed pair is swapped.
fn range(raw: Raw<'_>, name: &str, default: [f64; 2]) -> [f64; 2] {
    if let Some(number) = raw.number(name) {
        return [number, number];
    }
    let mut list = raw.list(name).map(|number| number.as_f64().filter(|number| number.is_finite()));
    match (list.next().flatten(), list.next().flatten()) {
        (Some(a), Some(b)) => [a.min(b), a.max(b)],
        _ => default,
    }
}

fn emission(raw: Raw<'_>) -> Result<Emission, &'static str> {
    let own = raw.rec("emission");
    let number = |name: &str| own.map_or(0.0, |own| own.number_or(name, 0.0));
    let (rate, burst) = (number("rate"), number("burst"));
    if rate < 0.0 || burst < 0.0 {
        return Err("it emits less than nothing");
    }
    Ok(Emission {
        rate,
        burst: burst.round() as u32,
        duration: number("duration").max(0.0),
        looped: own.and_then(|own| own.flag("loop")) != Some(false),
    })
}

fn shape(raw: Raw<'_>, flat: bool) -> Result<ParticleShape, &'static str> {
    let Some(own) = raw.rec("shape") else { return Ok(ParticleShape::Point) };
    let length = |name: &str| own.number_or(name, 0.0).max(0.0);
    let edge = own.flag("edge") == Some(true);
    Ok(match (own.text("kind").as_deref().unwrap_or("point"), flat) {
        ("point", _) => ParticleShape::Point,
        ("circle", true) => ParticleShape::Circle { radius: length("radius"), edge },
        ("rect", true) => ParticleShape::Rect { size: [length("width"), length("height")] },
        ("line", true) => {
            ParticleShape::Line { length: length("length"), angle: own.number_or("angle", 0.0) }
        }
        ("sphere", false) => ParticleShape::Sphere { radius: length("radius"), edge },
        ("box", false) => {
            ParticleShape::Box { size: own.triple("size").unwrap_or_default().as_dvec3().max(DVec3::ZERO) }
        }
        ("cone", false) => {
            ParticleShape::Cone { radius: length("radius"), angle: own.number_or("angle", 0.0) }
        }
        _ => return Err("its shape is of the other dimension, or not known"),
    })
}

fn colors(raw: Raw<'_>) -> Result<Vec<ColorStop>, &'static str> {
    let mut stops = Vec::new();
    for own in raw.list("colorOverLife").map(Raw) {
        let mut color = match own.text("color") {
            Some(text) => named(&text).ok_or("a colour that cannot be read")?,
            None => own.colour("color", [1.0; 4]).to_stored(),
        };
        color[3] = own.number("alpha").map_or(color[3], single);
        stops.push(ColorStop { t: own.number_or("t", 0.0).clamp(0.0, 1.0), color });
    }
    if stops.is_empty() {
        stops.push(ColorStop { t: 0.0, color: [1.0; 4] });
    }
    stops.sort_by(|a, b| a.t.total_cmp(&b.t));
    Ok(stops)
}

fn sizes(raw: Raw<'_>) -> Vec<SizeStop> {
    let stop = |own: Value<'_>| {
        let own = Raw(own);
        SizeStop { t: own.number_or("t", 0.0).clamp(0.0, 1.0), scale: own.single("scale", 1.0) }
    };
    let mut stops: Vec<SizeStop> = raw.list("sizeOverLife").map(stop).collect();
    if stops.is_empty() {
        stops.push(SizeStop { t: 0.0, scale: 1.0 });
    }
    stops.sort_by(|a, b| a.t.total_cmp(&b.t));
    stops
}

fn collision(raw: Raw<'_>) -> Result<Option<ParticleCollision>, &'static str> {
    let Some(own) = raw.rec("collision") else { return Ok(None) };
    let dies = match own.text("mode").as_deref() {
        None | Some("bounce") => false,
        Some("die") => true,
        Some(_) => return Err("its collision neither bounces nor dies"),
    };
    let share = |name: &str, default: f64| own.number_or(name, default).clamp(0.0, 1.0);
    Ok(Some(ParticleCollision { dies, bounce: share("bounce", 0.3), friction: share("friction", 0.2) }))
}

/// `#rgb`, `#rrggbb` or `#rrggbbaa` as stored values.
pub(super) fn hex(text: &str) -> Option<[f32; 4]> {
    let digits = text.trim().strip_prefix('#')?;
    let digit = |at: usize| u8::from_str_radix(digits.get(at..=at)?, 16).ok();
    let byte = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
    let channels = match digits.len() {
        3 => [digit(0)? * 17, digit(1)? * 17, digit(2)? * 17, 255],
        6 => [byte(0)?, byte(2)?, byte(4)?, 255],
        8 => [byte(0)?, byte(2)?, byte(4)?, byte(6)?],
        _ => return None,
    };
    Some(channels.map(|channel| f32::from(channel) / 255.0))
}

/// A colour as text: hexadecimal, `rgb(…)`, or one of the everyday names.
fn named(text: &str) -> Option<[f32; 4]> {
    let text = text.trim().to_ascii_lowercase();
    if let Some(color) = hex(&text) {
        return Some(color);
    }
    if let Some(inner) = text.strip_prefix("rgb").and_then(|rest| rest.strip_suffix(')')) {
        let inner = inner.trim_start_matches('a').strip_prefix('(')?;
        let parts: Vec<&str> =
            inner.split([',', ' ', '/']).map(str::trim).filter(|part| !part.is_empty()).collect();
        let channel = |part: &str, whole: f32| match part.strip_suffix('%') {
            Some(percent) => percent.parse::<f32>().ok().map(|percent| percent / 100.0),
            None => part.parse::<f32>().ok().map(|number| number / whole),
        };
        let alpha = parts.get(3).map_or(Some(1.0), |part| channel(part, 1.0))?;
        let [r, g, b] = [0, 1, 2].map(|at| parts.get(at).and_then(|part| channel(part, 255.0)));
        return Some([r?, g?, b?, alpha].map(|channel| channel.clamp(0.0, 1.0)));
    }
    const NAMES: &[(&str, &str)] = &[
        ("aqua", "#00ffff"),
        ("black", "#000000"),
        ("blue", "#0000ff"),
        ("brown", "#a52a2a"),
        ("coral", "#ff7f50"),
        ("crimson", "#dc143c"),
        ("cyan", "#00ffff"),
        ("fuchsia", "#ff00ff"),
        ("gold", "#ffd700"),
        ("gray", "#808080"),
        ("green", "#008000"),
        ("grey", "#808080"),
        ("indigo", "#4b0082"),
        ("khaki", "#f0e68c"),
        ("lavender", "#e6e6fa"),
        ("lime", "#00ff00"),
        ("magenta", "#ff00ff"),
        ("maroon", "#800000"),
        ("navy", "#000080"),
        ("olive", "#808000"),
        ("orange", "#ffa500"),
        ("orchid", "#da70d6"),
        ("pink", "#ffc0cb"),
        ("plum", "#dda0dd"),
        ("purple", "#800080"),
        ("red", "#ff0000"),
        ("salmon", "#fa8072"),
        ("silver", "#c0c0c0"),
        ("skyblue", "#87ceeb"),
        ("tan", "#d2b48c"),
        ("teal", "#008080"),
        ("tomato", "#ff6347"),
        ("transparent", "#00000000"),
        ("turquoise", "#40e0d0"),
        ("violet", "#ee82ee"),
        ("wheat", "#f5deb3"),
        ("white", "#ffffff"),
        ("yellow", "#ffff00"),
    ];
    NAMES.iter().find(|(name, _)| *name == text).and_then(|(_, color)| hex(color))
}

#[cfg(test)]
mod tests {
    use super::{named, wrapped};

    #[test]
    fn colours_are_read_as_styles_spell_them() {
        assert_eq!(named("#f00"), Some([1.0, 0.0, 0.0, 1.0]));
        assert_eq!(named("#00ff0000"), Some([0.0, 1.0, 0.0, 0.0]));
        assert_eq!(named("RGBA(0, 0, 255, 50%)"), Some([0.0, 0.0, 1.0, 0.5]));
        assert_eq!(named("White"), Some([1.0; 4]));
        assert_eq!((named("#ñññ"), named("rgb(1)"), named("no")), (None, None, None));
    }

    #[test]
    fn seeds_are_cut_to_32_bits() {
        assert_eq!([7.9, -1.0, 4_294_967_297.0].map(wrapped), [7, u32::MAX, 1]);
    }
}
