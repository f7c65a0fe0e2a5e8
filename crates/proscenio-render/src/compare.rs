//! How alike two pictures are where something is drawn.
//!
//! * Content SSIM: mean structural similarity over 8×8 windows at every pixel (luminance 0 to 255, K1 =
//!   0.01, K2 = 0.03), taken over the windows that are not flat in at least one of the pictures (variance
//!   of the luminance above 4). Flat background does not count.
//! * Content MAD: mean absolute difference per colour channel, 0 to 255, over the pixels those windows
//!   cover.
//! * All MAD: the same over the whole picture.
//!
//! Alpha is not looked at.

use crate::Picture;

/// Side of a window, pixels.
const WINDOW: usize = 8;
/// A window whose luminance varies less than this is flat.
const FLAT: f64 = 4.0;
const C1: f64 = (0.01 * 255.0) * (0.01 * 255.0);
const C2: f64 = (0.03 * 255.0) * (0.03 * 255.0);

/// The result of [`compare`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Likeness {
    /// Structural similarity of what is drawn: 1 when equal.
    pub ssim: f64,
    /// Mean difference of what is drawn, 0 to 255.
    pub content_mad: f64,
    /// Mean difference of everything, 0 to 255.
    pub all_mad: f64,
}

/// Why two pictures cannot be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("pictures of {}×{} and {}×{} pixels cannot be compared", a[0], a[1], b[0], b[1])]
pub struct SizesDiffer {
    /// Size of the first.
    pub a: [u32; 2],
    /// Size of the second.
    pub b: [u32; 2],
}

/// Compares two pictures of the same size.
///
/// # Errors
/// [`SizesDiffer`] when they are not of the same size.
pub fn compare(a: &Picture, b: &Picture) -> Result<Likeness, SizesDiffer> {
    if a.size != b.size || a.rgba.len() != b.rgba.len() {
        return Err(SizesDiffer { a: a.size, b: b.size });
    }
    let [width, height] = a.size.map(|side| side as usize);
    let differences: Vec<f64> = a.rgba.chunks_exact(4).zip(b.rgba.chunks_exact(4)).map(difference).collect();
    let all_mad = mean(differences.iter().copied(), differences.len());
    if width < WINDOW || height < WINDOW {
        return Ok(Likeness { ssim: 1.0, content_mad: 0.0, all_mad });
    }
    let windows = Windows::new(&luminance(a), &luminance(b), width, height);
    let mut covered = vec![false; width * height];
    let (mut similar, mut live) = (0.0, 0_usize);
    for y in 0..=height - WINDOW {
        for x in 0..=width - WINDOW {
            let Some(ssim) = windows.similarity(x, y) else { continue };
            similar += ssim;
            live += 1;
            for row in covered[y * width..].chunks_mut(width).take(WINDOW) {
                row[x..x + WINDOW].fill(true);
            }
        }
    }
    if live == 0 {
        return Ok(Likeness { ssim: 1.0, content_mad: 0.0, all_mad });
    }
    let content = covered.iter().filter(|covered| **covered).count();
    let drawn = covered.iter().zip(&differences).filter(|(covered, _)| **covered).map(|(_, d)| *d);
    Ok(Likeness { ssim: similar / live as f64, content_mad: mean(drawn, content), all_mad })
}

fn mean(values: impl Iterator<Item = f64>, count: usize) -> f64 {
    values.sum::<f64>() / count.max(1) as f64
}

/// Mean absolute difference of the three colour channels of a pixel.
fn difference((a, b): (&[u8], &[u8])) -> f64 {
    a.iter().zip(b).take(3).map(|(a, b)| f64::from(a.abs_diff(*b))).sum::<f64>() / 3.0
}

fn luminance(picture: &Picture) -> Vec<f64> {
    let weigh = |p: &[u8]| 0.299 * f64::from(p[0]) + 0.587 * f64::from(p[1]) + 0.114 * f64::from(p[2]);
    picture.rgba.chunks_exact(4).map(weigh).collect()
}

/// Sums over rectangles in constant time.
struct Sums {
    table: Vec<f64>,
    stride: usize,
}

impl Sums {
    fn new(width: usize, height: usize, value: impl Fn(usize) -> f64) -> Self {
        let stride = width + 1;
        let mut table = vec![0.0; stride * (height + 1)];
        for y in 0..height {
            let mut row = 0.0;
            for x in 0..width {
                row += value(y * width + x);
                table[(y + 1) * stride + x + 1] = table[y * stride + x + 1] + row;
            }
        }
        Self { table, stride }
    }

    /// Mean over the window with its top-left corner at a pixel.
    fn mean(&self, x: usize, y: usize) -> f64 {
        let at = |x: usize, y: usize| self.table[y * self.stride + x];
        let sum = at(x + WINDOW, y + WINDOW) - at(x + WINDOW, y) - at(x, y + WINDOW) + at(x, y);
        sum / (WINDOW * WINDOW) as f64
    }
}

/// First and second moments of both pictures.
struct Windows {
    a: Sums,
    b: Sums,
    aa: Sums,
    bb: Sums,
    ab: Sums,
}

impl Windows {
    fn new(a: &[f64], b: &[f64], width: usize, height: usize) -> Self {
        Self {
            a: Sums::new(width, height, |i| a[i]),
            b: Sums::new(width, height, |i| b[i]),
            aa: Sums::new(width, height, |i| a[i] * a[i]),
            bb: Sums::new(width, height, |i| b[i] * b[i]),
            ab: Sums::new(width, height, |i| a[i] * b[i]),
        }
    }

    /// Structural similarity of a window; `None` when it is flat in both pictures.
    fn similarity(&self, x: usize, y: usize) -> Option<f64> {
        let (a, b) = (self.a.mean(x, y), self.b.mean(x, y));
        let var_a = self.aa.mean(x, y) - a * a;
        let var_b = self.bb.mean(x, y) - b * b;
        let both = self.ab.mean(x, y) - a * b;
        let alike = (2.0 * a * b + C1) * (2.0 * both + C2) / ((a * a + b * b + C1) * (var_a + var_b + C2));
        (var_a > FLAT || var_b > FLAT).then_some(alike)
    }
}

#[cfg(test)]
mod tests {
    use super::{Likeness, compare};
    use crate::Picture;

    /// A grey picture with a box and a slope in it, moved by some pixels.
    fn drawing(dx: usize) -> Picture {
        let mut rgba = Vec::new();
        for y in 0..30_usize {
            for x in 0..40_usize {
                let inside = (10 + dx..25 + dx).contains(&x) && (8..20).contains(&y);
                let value = if inside { (120 + 5 * (x - dx) - 3 * y) as u8 } else { 60 };
                rgba.extend([value, value / 2, 200, 255]);
            }
        }
        Picture::new([40, 30], rgba)
    }

    #[test]
    fn a_picture_is_like_itself() {
        let all = compare(&drawing(0), &drawing(0)).unwrap();
        assert_eq!(all, Likeness { ssim: 1.0, content_mad: 0.0, all_mad: 0.0 });
    }

    /// The figures of the definition's reference program for the same two pictures.
    #[test]
    fn figures_are_those_of_the_definition() {
        let all = compare(&drawing(0), &drawing(1)).unwrap();
        let near = |a: f64, b: f64| (a - b).abs() < 1e-6;
        assert!(
            near(all.ssim, 0.806_413) && near(all.content_mad, 2.143_590) && near(all.all_mad, 1.393_333),
            "{all:?}"
        );
    }

    #[test]
    fn flat_pictures_have_no_content() {
        let flat = |value| Picture::new([9, 9], vec![value; 9 * 9 * 4]);
        let all = compare(&flat(10), &flat(40)).unwrap();
        assert_eq!(all, Likeness { ssim: 1.0, content_mad: 0.0, all_mad: 30.0 });
        let small = |value| Picture::new([2, 2], vec![value; 16]);
        assert_eq!(compare(&small(1), &small(2)).unwrap().all_mad, 1.0);
        assert!(compare(&flat(1), &small(1)).is_err());
    }
}
