//! Pictures of lines (SVG) as texels.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{ImageHrefResolver, Options, Tree};

/// Side of a picture at most, texels.
const MOST: f32 = 16_384.0;

/// Texels of a picture at most.
const MOST_TEXELS: f32 = 67_108_864.0;

/// Width, height and texels (straight alpha, stored colours) of an SVG file, `scale` times as large as it says. Nothing
/// outside the file is looked at.
///
/// # Errors
/// What is wrong, in words.
pub(crate) fn texels(bytes: &[u8], scale: f32) -> Result<([u32; 2], Vec<u8>), String> {
    let nothing = ImageHrefResolver {
        resolve_data: ImageHrefResolver::default_data_resolver(),
        resolve_string: Box::new(|_, _| None),
    };
    let options = Options { image_href_resolver: nothing, ..Options::default() };
    let tree = Tree::from_data(bytes, &options).map_err(|error| error.to_string())?;
    let scale = if scale.is_finite() && scale > 0.0 { scale } else { 1.0 };
    let side = |length: f32| (length * scale).round().clamp(1.0, MOST);
    let (width, height) = (side(tree.size().width()), side(tree.size().height()));
    if width * height > MOST_TEXELS {
        return Err(format!("{width} × {height} texels are too many"));
    }
    let mut pixmap = Pixmap::new(width as u32, height as u32).ok_or("it has no size")?;
    let stretch = Transform::from_scale(width / tree.size().width(), height / tree.size().height());
    resvg::render(&tree, stretch, &mut pixmap.as_mut());
    let straight = pixmap.pixels().iter().map(|pixel| pixel.demultiply());
    let texels =
        straight.flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()]).collect();
    Ok(([width as u32, height as u32], texels))
}

#[cfg(test)]
mod tests {
    use super::texels;

    #[test]
    fn a_square_is_scaled_and_has_straight_alpha() {
        let svg = br##"<svg xmlns="http://www.w3.org/2000/svg" width="4" height="2">
            <rect width="2" height="2" fill="#ff8000" fill-opacity="0.5"/>
            <image href="/etc/passwd" width="1" height="1"/></svg>"##;
        let (size, pixels) = texels(svg, 2.0).unwrap();
        assert_eq!((size, pixels.len()), ([8, 4], 128));
        assert_eq!((&pixels[..4], &pixels[28..32]), (&[255, 128, 0, 128][..], &[0, 0, 0, 0][..]));
    }

    #[test]
    fn damage_is_told() {
        assert!(texels(b"<svg", 1.0).is_err());
        assert!(texels(br#"<svg xmlns="http://www.w3.org/2000/svg" width="0" height="9"/>"#, 1.0).is_err());
        let huge = br#"<svg xmlns="http://www.w3.org/2000/svg" width="1e9" height="1e9"/>"#;
        assert!(texels(huge, 1.0).unwrap_err().contains("too many"));
    }
}
