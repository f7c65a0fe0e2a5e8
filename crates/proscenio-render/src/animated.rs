//! Pictures one after the other in one file.

use png::{BitDepth, BlendOp, ColorType, Compression, DisposeOp, Encoder};

use crate::{Picture, RenderError};

/// Pictures of one size as the bytes of an animated PNG file, which plays for ever. `next` makes the picture of each
/// number, from 0 on; of each later one only the part that changed is stored.
///
/// A frame is shown for `1 / fps` seconds, to a thousandth of a frame per second; `fps` is held between 0.1 and 1000.
/// Programs that do not know animations show the first picture.
///
/// # Errors
/// What `next` says, and [`RenderError::Encode`] when there is no frame, one has another size than the first, or bytes
/// that do not fit it.
pub fn animated_png(
    frames: u32,
    fps: f64,
    mut next: impl FnMut(u32) -> Result<Picture, RenderError>,
) -> Result<Vec<u8>, RenderError> {
    if frames == 0 {
        return Err(RenderError::Encode("an animation without a frame".to_owned()));
    }
    let mut shown = next(0)?;
    let [width, height] = shown.size;
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height);
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::High);
    encoder.set_animated(frames, 0).map_err(failed)?;
    let (numerator, denominator) = delay(fps);
    encoder.set_frame_delay(numerator, denominator).map_err(failed)?;
    encoder.set_blend_op(BlendOp::Source).map_err(failed)?;
    encoder.set_dispose_op(DisposeOp::None).map_err(failed)?;
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(&shown.rgba).map_err(failed)?;
    for number in 1..frames {
        let picture = next(number)?;
        if picture.size != shown.size || picture.rgba.len() != shown.rgba.len() {
            let ([width, height], [w, h]) = (shown.size, picture.size);
            return Err(RenderError::Encode(format!("a frame of {w}×{h} among those of {width}×{height}")));
        }
        let [left, top, right, bottom] = changed(&shown, &picture);
        writer.reset_frame_position().map_err(failed)?;
        writer.set_frame_dimension(right - left, bottom - top).map_err(failed)?;
        writer.set_frame_position(left, top).map_err(failed)?;
        let stride = width as usize * 4;
        let rows = picture.rgba.chunks_exact(stride).skip(top as usize).take((bottom - top) as usize);
        let part: Vec<u8> =
            rows.flat_map(|row| &row[left as usize * 4..right as usize * 4]).copied().collect();
        writer.write_image_data(&part).map_err(failed)?;
        shown = picture;
    }
    writer.finish().map_err(failed)?;
    Ok(bytes)
}

fn failed(error: png::EncodingError) -> RenderError {
    RenderError::Encode(error.to_string())
}

/// Seconds of a frame as a fraction of 16-bit numbers.
fn delay(fps: f64) -> (u16, u16) {
    let fps = if fps.is_finite() { fps.clamp(0.1, 1000.0) } else { 1.0 };
    if fps.fract() == 0.0 {
        (1, fps as u16)
    } else if fps < 60.0 {
        (1000, (fps * 1000.0).round() as u16)
    } else {
        (10, (fps * 10.0).round() as u16)
    }
}

/// Left, top, right and bottom of what differs; one pixel when nothing does.
fn changed(before: &Picture, after: &Picture) -> [u32; 4] {
    let width = before.size[0] as usize;
    let (mut low, mut high) = ([u32::MAX; 2], [0; 2]);
    let rows = before.rgba.chunks_exact(width * 4).zip(after.rgba.chunks_exact(width * 4));
    for (y, (old, new)) in rows.enumerate().filter(|(_, (old, new))| old != new) {
        let differs = |x: &usize| old[x * 4..x * 4 + 4] != new[x * 4..x * 4 + 4];
        let (first, last) = ((0..width).find(differs), (0..width).rev().find(differs));
        low = [low[0].min(first.unwrap_or(0) as u32), low[1].min(y as u32)];
        high = [high[0].max(last.unwrap_or(0) as u32 + 1), y as u32 + 1];
    }
    if high[1] == 0 { [0, 0, 1, 1] } else { [low[0], low[1], high[0], high[1]] }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(number: u32) -> Picture {
        let mut rgba = vec![10; 4 * 6 * 5];
        if number > 0 {
            let at = 4 * (6 * number as usize + 2);
            rgba[at..at + 4].copy_from_slice(&[200, 0, 0, 255]);
        }
        Picture::new([6, 5], rgba)
    }

    /// Read back by the decoder and laid over each other, the parts are the pictures.
    #[test]
    fn frames_come_back() {
        let bytes = animated_png(4, 12.5, |number| Ok(frame(number.min(2)))).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap();
        assert_eq!(reader.info().animation_control().unwrap().num_frames, 4);
        let mut canvas = vec![0; 4 * 6 * 5];
        let mut part = vec![0; canvas.len()];
        for number in 0..4 {
            reader.next_frame(&mut part).unwrap();
            let control = *reader.info().frame_control().unwrap();
            assert_eq!((control.delay_num, control.delay_den), (1000, 12500));
            for y in 0..control.height as usize {
                let width = control.width as usize * 4;
                let to = ((control.y_offset as usize + y) * 6 + control.x_offset as usize) * 4;
                canvas[to..to + width].copy_from_slice(&part[y * width..(y + 1) * width]);
            }
            assert_eq!(canvas, frame(number.min(2)).rgba, "frame {number}");
        }
        assert_eq!(changed(&frame(1), &frame(2)), [2, 1, 3, 3]);
    }

    #[test]
    fn what_is_no_animation_is_refused() {
        assert!(animated_png(0, 1.0, |number| Ok(frame(number))).is_err());
        let odd = |number| Ok(Picture { size: [6 + number, 5], ..frame(0) });
        assert!(animated_png(2, 1.0, odd).is_err());
        assert_eq!((delay(25.0), delay(f64::NAN), delay(0.0)), ((1, 25), (1, 1), (1000, 100)));
    }
}
