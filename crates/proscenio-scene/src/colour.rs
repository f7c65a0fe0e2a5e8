//! Colours.

/// A colour in linear light with straight alpha. Channels of 1 are the brightest a picture stores; more is
/// allowed.
///
/// "Stored" values are what picture files and most colour pickers hold: encoded with the sRGB curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rgba {
    /// Red, green, blue in linear light.
    pub rgb: [f32; 3],
    /// Coverage, 0 to 1.
    pub alpha: f32,
}

impl Rgba {
    /// Opaque white.
    pub const WHITE: Self = Self::linear(1.0, 1.0, 1.0, 1.0);
    /// Opaque black.
    pub const BLACK: Self = Self::linear(0.0, 0.0, 0.0, 1.0);

    /// From channels in linear light.
    #[must_use]
    pub const fn linear(r: f32, g: f32, b: f32, alpha: f32) -> Self {
        Self { rgb: [r, g, b], alpha }
    }

    /// From stored (sRGB-encoded) channels; alpha is never encoded.
    #[must_use]
    pub fn from_stored([r, g, b, alpha]: [f32; 4]) -> Self {
        Self { rgb: [r, g, b].map(to_linear), alpha }
    }

    /// Stored (sRGB-encoded) channels and alpha.
    #[must_use]
    pub fn to_stored(self) -> [f32; 4] {
        let [r, g, b] = self.rgb.map(to_stored);
        [r, g, b, self.alpha]
    }

    /// Linear channels and alpha.
    #[must_use]
    pub fn to_linear(self) -> [f32; 4] {
        let [r, g, b] = self.rgb;
        [r, g, b, self.alpha]
    }

    /// Channel-wise product in stored values, the way 2D engines tint.
    #[must_use]
    pub fn tinted(self, by: Self) -> Self {
        let (a, b) = (self.to_stored(), by.to_stored());
        Self::from_stored([a[0] * b[0], a[1] * b[1], a[2] * b[2], a[3] * b[3]])
    }
}

impl Default for Rgba {
    fn default() -> Self {
        Self::WHITE
    }
}

/// The sRGB curve, continued beyond 1 and mirrored below 0 so that it can be undone.
fn to_linear(stored: f32) -> f32 {
    let size = stored.abs();
    let linear = if size <= 0.04045 { size / 12.92 } else { ((size + 0.055) / 1.055).powf(2.4) };
    linear.copysign(stored)
}

fn to_stored(linear: f32) -> f32 {
    let size = linear.abs();
    let stored = if size <= 0.003_130_8 { size * 12.92 } else { 1.055 * size.powf(1.0 / 2.4) - 0.055 };
    stored.copysign(linear)
}

#[cfg(test)]
mod tests {
    use super::Rgba;

    #[test]
    fn stored_values_come_back() {
        for step in -10..=30 {
            let stored = step as f32 / 10.0;
            let back = Rgba::from_stored([stored, 0.0, 1.0, 0.25]).to_stored();
            assert!((back[0] - stored).abs() < 1e-5, "{stored} {back:?}");
            assert_eq!(back[3], 0.25);
        }
    }

    #[test]
    fn middle_grey_is_a_fifth_of_the_light() {
        let grey = Rgba::from_stored([0.5, 0.5, 0.5, 1.0]).rgb[0];
        assert!((grey - 0.214_041).abs() < 1e-5);
    }

    #[test]
    fn tinting_multiplies_stored_values() {
        let half = Rgba::from_stored([0.5, 1.0, 0.5, 0.5]);
        let tinted = half.tinted(half).to_stored();
        assert!((tinted[0] - 0.25).abs() < 1e-5 && (tinted[1] - 1.0).abs() < 1e-5 && tinted[3] == 0.25);
    }
}
