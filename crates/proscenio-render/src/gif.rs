//! Pictures one after the other in a file that everything plays.

use gif::{DisposalMethod, Encoder, Frame, Repeat};

use crate::{Picture, RenderError};

/// How much the choice of colours is hurried, 1 (best) to 30.
const SPEED: i32 = 10;
/// Less alpha than this is nothing, more is everything.
const HALF: u8 = 128;

/// Pictures of one size as the bytes of a GIF file, which plays for ever. `next` makes the picture of each number, from
/// 0 on.
///
/// Each picture has at most 256 colours of its own, and what is half see-through is either there or not. A frame is
/// shown for whole hundredths of a second, so that the film as a whole keeps `fps`, which is held between 0.1 and 50:
/// faster ones are played slowly by most programs.
///
/// # Errors
/// What `next` says, and [`RenderError::Encode`] when there is no frame, one has another size than the first, or is wider
/// or higher than 65535 pixels.
pub fn animated_gif(
    frames: u32,
    fps: f64,
    mut next: impl FnMut(u32) -> Result<Picture, RenderError>,
) -> Result<Vec<u8>, RenderError> {
    if frames == 0 {
        return Err(RenderError::Encode("an animation without a frame".to_owned()));
    }
    let first = next(0)?;
    let size = first.size;
    let [width, height] = sides(size)?;
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height, &[]).map_err(failed)?;
    encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
    let mut first = Some(first);
    for number in 0..frames {
        let picture = first.take().map_or_else(|| next(number), Ok)?;
        if picture.size != size || picture.rgba.len() as u64 != 4 * u64::from(size[0]) * u64::from(size[1]) {
            let ([width, height], [w, h]) = (size, picture.size);
            return Err(RenderError::Encode(format!("a frame of {w}×{h} among those of {width}×{height}")));
        }
        encoder.write_frame(&frame([width, height], picture.rgba, delay(number, fps))).map_err(failed)?;
    }
    drop(encoder);
    Ok(bytes)
}

fn frame([width, height]: [u16; 2], mut rgba: Vec<u8>, delay: u16) -> Frame<'static> {
    let mut see_through = false;
    for pixel in rgba.chunks_exact_mut(4) {
        if pixel[3] < HALF {
            // One colour for all of them, so that none is wasted.
            pixel.fill(0);
            see_through = true;
        } else {
            pixel[3] = u8::MAX;
        }
    }
    let mut frame = Frame::from_rgba_speed(width, height, &mut rgba, SPEED);
    frame.delay = delay;
    // What is not there any more must go before the next picture comes.
    frame.dispose = if see_through { DisposalMethod::Background } else { DisposalMethod::Keep };
    frame
}

/// Hundredths of a second until the next frame.
fn delay(number: u32, fps: f64) -> u16 {
    let fps = if fps.is_finite() { fps.clamp(0.1, 50.0) } else { 1.0 };
    let at = |number: u32| (100.0 * f64::from(number) / fps).round();
    (at(number.saturating_add(1)) - at(number)) as u16
}

fn sides(size: [u32; 2]) -> Result<[u16; 2], RenderError> {
    let side = |side: u32| u16::try_from(side).ok().filter(|side| *side > 0);
    let sides = side(size[0]).zip(side(size[1]));
    let refused = || RenderError::Encode(format!("a GIF of {}×{} pixels", size[0], size[1]));
    sides.map(|(width, height)| [width, height]).ok_or_else(refused)
}

fn failed(error: gif::EncodingError) -> RenderError {
    RenderError::Encode(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::{animated_gif, delay};
    use crate::Picture;

    /// A green picture with a red pixel that walks over it, and a hole.
    fn frame(number: u32) -> Picture {
        let mut rgba = [0, 200, 0, 255].repeat(6 * 5);
        rgba[4 * (7 + number as usize)..][..4].copy_from_slice(&[200, 0, 0, 255]);
        rgba[..4].copy_from_slice(&[9, 9, 9, 3]);
        Picture::new([6, 5], rgba)
    }

    /// Few colours come back as they were, read by the decoder.
    #[test]
    fn frames_come_back() {
        let bytes = animated_gif(3, 12.5, |number| Ok(frame(number))).unwrap();
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(&bytes[..]).unwrap();
        assert_eq!((decoder.width(), decoder.height()), (6, 5));
        for number in 0..3 {
            let read = decoder.read_next_frame().unwrap().unwrap();
            let mut wanted = frame(number).rgba;
            assert_eq!((read.delay, read.buffer[3]), (8, 0));
            wanted[..4].copy_from_slice(&read.buffer[..4]);
            assert_eq!(read.buffer.to_vec(), wanted, "frame {number}");
        }
        assert!(decoder.read_next_frame().unwrap().is_none());
    }

    #[test]
    fn delays_add_up_and_what_is_no_animation_is_refused() {
        let total = |fps: f64| (0..30).map(|number| u32::from(delay(number, fps))).sum::<u32>();
        assert_eq!((total(30.0), total(20.0), total(f64::NAN), total(1000.0)), (100, 150, 3000, 60));
        assert!(animated_gif(0, 1.0, |number| Ok(frame(number))).is_err());
        let odd = |number| Ok(Picture::new([6 + number, 5], frame(0).rgba));
        assert!(animated_gif(2, 1.0, odd).is_err());
        assert!(animated_gif(1, 1.0, |_| Ok(Picture::new([70_000, 1], vec![0; 280_000]))).is_err());
    }
}
