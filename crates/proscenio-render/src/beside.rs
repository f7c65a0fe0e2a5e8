//! Pictures beside each other, and what two of them differ in.

use crate::Picture;
use crate::compare::SizesDiffer;

/// Where two pictures of one size differ.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// Pixels of which any of the four numbers differs.
    pub changed: u64,
    /// The greatest difference of a number, 0 to 255.
    pub greatest: u8,
    /// Differing pixels from dark to bright red by how much they differ, the others in faint grey as the first picture
    /// has them.
    pub picture: Picture,
}

/// What two pictures differ in, pixel by pixel, alpha included.
///
/// # Errors
/// [`SizesDiffer`] when they are not of the same size.
pub fn difference(a: &Picture, b: &Picture) -> Result<Difference, SizesDiffer> {
    if a.size != b.size || a.rgba.len() != b.rgba.len() {
        return Err(SizesDiffer { a: a.size, b: b.size });
    }
    let (mut changed, mut greatest) = (0, 0);
    let mut rgba = Vec::with_capacity(a.rgba.len());
    for (one, two) in a.rgba.chunks_exact(4).zip(b.rgba.chunks_exact(4)) {
        let most = one.iter().zip(two).map(|(one, two)| one.abs_diff(*two)).max().unwrap_or(0);
        greatest = greatest.max(most);
        if most > 0 {
            changed += 1;
            // The least difference is still seen.
            rgba.extend([96 + (u16::from(most) * 159 / 255) as u8, most / 3, most / 3, 255]);
        } else {
            let sum: u32 = one.iter().take(3).map(|part| u32::from(*part)).sum();
            let grey = (sum * u32::from(one[3]) / (3 * 255 * 4)) as u8;
            rgba.extend([grey, grey, grey, 255]);
        }
    }
    Ok(Difference { changed, greatest, picture: Picture::new(a.size, rgba) })
}

/// Pictures from left to right, their tops in one line, with so many black pixels between them; what is below a lower
/// one is black too.
#[must_use]
pub fn beside(pictures: &[&Picture], gap: u32) -> Picture {
    let widths: u32 = pictures.iter().map(|picture| picture.size[0]).sum();
    let width = widths + gap * (pictures.len() as u32).saturating_sub(1);
    let height = pictures.iter().map(|picture| picture.size[1]).max().unwrap_or(0);
    let mut whole = Picture::new([width, height], [0, 0, 0, 255].repeat(width as usize * height as usize));
    let mut left = 0;
    for picture in pictures {
        put(&mut whole, picture, [left, 0]);
        left += picture.size[0] + gap;
    }
    whole
}

/// Puts a picture on another one with its top-left corner at a pixel; what does not fit is cut.
pub fn put(onto: &mut Picture, picture: &Picture, [left, top]: [u32; 2]) {
    let stride = onto.size[0] as usize * 4;
    let wide = picture.size[0].min(onto.size[0].saturating_sub(left)) as usize * 4;
    if stride == 0 || wide == 0 {
        return;
    }
    let rows = onto.rgba.chunks_exact_mut(stride).skip(top as usize);
    for (row, line) in rows.zip(picture.rgba.chunks_exact(picture.size[0] as usize * 4)) {
        let from = left as usize * 4;
        if let (Some(to), Some(line)) = (row.get_mut(from..from + wide), line.get(..wide)) {
            to.copy_from_slice(line);
        }
    }
}

/// The picture so many times smaller: each pixel is the mean of a square of so many pixels to a side, weighted by how
/// opaque they are. What is left over at the right and below is cut; one row or column stays one.
#[must_use]
pub fn shrunk(picture: &Picture, step: u32) -> Picture {
    let step = step.max(1);
    let [width, height] = picture.size.map(|side| (side / step).max(1));
    let row = (picture.size[0] as usize * 4).max(4);
    let mut rgba = Vec::with_capacity(width as usize * height as usize * 4);
    for y in 0..height {
        for x in 0..width {
            let (mut color, mut alpha, mut count) = ([0_u32; 3], 0_u32, 0_u32);
            let left = (x * step) as usize;
            let lines = picture.rgba.chunks_exact(row).skip((y * step) as usize).take(step as usize);
            for line in lines {
                for pixel in line.chunks_exact(4).skip(left).take(step as usize) {
                    let [red, green, blue, opacity] = [0, 1, 2, 3].map(|at: usize| u32::from(pixel[at]));
                    for (sum, part) in color.iter_mut().zip([red, green, blue]) {
                        *sum += part * opacity;
                    }
                    (alpha, count) = (alpha + opacity, count + 1);
                }
            }
            rgba.extend(color.map(|sum| (sum / alpha.max(1)) as u8));
            rgba.push((alpha / count.max(1)) as u8);
        }
    }
    Picture::new([width, height], rgba)
}

#[cfg(test)]
mod tests {
    use super::{beside, difference, put, shrunk};
    use crate::Picture;

    fn grey(size: [u32; 2], value: u8) -> Picture {
        Picture::new(size, [value, value, value, 255].repeat((size[0] * size[1]) as usize))
    }

    #[test]
    fn every_pixel_that_differs_is_counted_and_seen() {
        let a = grey([4, 2], 100);
        let mut b = a.clone();
        (b.rgba[0], b.rgba[7], b.rgba[8]) = (101, 0, 255);
        let found = difference(&a, &b).unwrap();
        assert_eq!((found.changed, found.greatest), (3, 255));
        assert_eq!(found.picture.pixel(0, 0), Some([96, 0, 0, 255]));
        assert_eq!(found.picture.pixel(1, 0), Some([255, 85, 85, 255]));
        assert_eq!(found.picture.pixel(0, 1), Some([25, 25, 25, 255]));
        assert_eq!(difference(&a, &a).unwrap().changed, 0);
        assert!(difference(&a, &grey([2, 4], 100)).is_err());
    }

    #[test]
    fn smaller_pictures_are_means_of_squares() {
        // Columns in turn white and see-through: the colour of what cannot be seen does not count.
        let stripes = Picture::new([5, 2], [[255; 4], [0; 4]].concat().repeat(5));
        let small = shrunk(&stripes, 2);
        assert_eq!((small.size, small.pixel(1, 0)), ([2, 1], Some([255, 255, 255, 127])));
        assert_eq!(shrunk(&stripes, 9).size, [1, 1]);
        assert_eq!(shrunk(&stripes, 1), stripes);
    }

    #[test]
    fn pictures_stand_beside_each_other_and_are_cut() {
        let both = beside(&[&grey([2, 1], 10), &grey([1, 2], 20)], 1);
        assert_eq!(both.size, [4, 2]);
        let reds: Vec<u8> = both.rgba.chunks(4).map(|pixel| pixel[0]).collect();
        assert_eq!(reds, [10, 10, 0, 20, 0, 0, 0, 20]);
        let mut small = grey([2, 2], 0);
        put(&mut small, &grey([3, 3], 7), [1, 1]);
        put(&mut small, &grey([3, 3], 9), [5, 5]);
        assert_eq!(small.rgba.chunks(4).map(|pixel| pixel[0]).collect::<Vec<_>>(), [0, 0, 0, 7]);
        assert_eq!(beside(&[], 3).size, [0, 0]);
    }
}
