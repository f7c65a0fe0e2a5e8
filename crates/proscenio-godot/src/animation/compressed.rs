//! `_compression`: pages of bits that hold the keys of many tracks.
//!
//! A page begins with three numbers of 32 bits for each track: where its time keys begin, how many there are,
//! and where its data begin. A time key is a frame (16 bits) and, in 16 more, a place in the data (12 bits, in
//! steps of four bytes) and how many keys stand there, less one (4 bits). The data of a time key are its first
//! value (16 bits for each number), 4 bits for each number's width and 4 for that of frames, then bits: for each
//! further key the frames since the one before, and the signed change of every number that changes at all.
//! Everything is little endian. (Asked of Godot 4.6.)

use super::keys::{Curve, Keys};
use super::{TrackKind, keys};
use crate::Value;

/// The decoded dictionary.
#[derive(Debug)]
pub(super) struct Compression {
    fps: f64,
    /// Corner and size of the box that the numbers of each track are shares of.
    bounds: Vec<[f32; 6]>,
    pages: Vec<Page>,
}

#[derive(Debug)]
struct Page {
    /// Seconds.
    start: f64,
    data: Vec<u8>,
}

/// Numbers of a key, each a share of its range.
type Shares<const N: usize> = [u16; N];

const DAMAGED: &str = "its compressed keys are not where the page says";

impl Compression {
    pub fn read(value: Value) -> Result<Self, &'static str> {
        let number = |name: &str| keys::member(&value, name).and_then(Value::as_f64);
        if number("format_version") != Some(1.0) {
            return Err("compressed tracks of a version that is not known");
        }
        let fps = number("fps").filter(|fps| *fps > 0.0).ok_or("compressed tracks without `fps`")?;
        let bounds = keys::member(&value, "bounds").and_then(Value::as_array);
        let bounds = bounds.ok_or("compressed tracks without `bounds`")?.iter().map(|bounds| match bounds {
            Value::Aabb(bounds) => *bounds,
            _ => [0.0; 6],
        });
        let pages = keys::member(&value, "pages").and_then(Value::as_array);
        let page = |page: &Value| {
            let start = keys::member(page, "time_offset")?.as_f64()?;
            let Value::PackedByteArray(data) = keys::member(page, "data")? else { return None };
            Some(Page { start, data: data.clone() })
        };
        let pages: Option<Vec<Page>> = pages.unwrap_or_default().iter().map(page).collect();
        let pages = pages.ok_or("a page of compressed tracks without data")?;
        if !pages.is_sorted_by(|a, b| a.start <= b.start) {
            return Err("pages of compressed tracks do not follow each other in time");
        }
        Ok(Self { fps, bounds: bounds.collect(), pages })
    }

    /// The keys of a track.
    pub fn keys(&self, track: u32, kind: &TrackKind) -> Result<Keys, &'static str> {
        let bounds = *self.bounds.get(track as usize).ok_or("there is no such compressed track")?;
        Ok(match kind {
            TrackKind::Position | TrackKind::Scale => {
                Keys::Vectors(self.curve(track)?.map(|shares: Shares<3>| within(shares, bounds)))
            }
            TrackKind::Rotation => Keys::Rotations(self.curve(track)?.map(turn)),
            TrackKind::BlendShape => Keys::Weights(self.curve(track)?.map(weight)),
            _ => return Err("a track of its type cannot be compressed"),
        })
    }

    fn curve<const N: usize>(&self, track: u32) -> Result<Curve<Shares<N>>, &'static str> {
        let mut curve = Curve::default();
        for (at, page) in self.pages.iter().enumerate() {
            let end = self.pages.get(at + 1).map(|next| next.start);
            let first = curve.times.len();
            page.read(track, self.fps, end, &mut curve)?;
            // Pages know nothing of each other: up to the next one the last key stays.
            if let (Some(last), Some(value)) = (first.checked_sub(1), curve.values.get(first).copied()) {
                let held = curve.values[last];
                if curve.times[last] < page.start {
                    curve.times.insert(first, page.start);
                    curve.values.insert(first, held);
                    if curve.times[first + 1] > page.start {
                        curve.times.insert(first + 1, page.start);
                        curve.values.insert(first + 1, value);
                    }
                }
            }
        }
        Ok(curve)
    }
}

impl Page {
    fn read<const N: usize>(
        &self,
        track: u32,
        fps: f64,
        end: Option<f64>,
        curve: &mut Curve<Shares<N>>,
    ) -> Result<(), &'static str> {
        let entry = (track as usize).checked_mul(12).ok_or(DAMAGED)?;
        let [times, count, data] = [0, 4, 8].map(|part| self.u32(entry + part));
        let (times, count, data) = (times.ok_or(DAMAGED)?, count.ok_or(DAMAGED)?, data.ok_or(DAMAGED)?);
        // Keys that lie over each other would be more than the page has bytes for.
        let mut room = self.data.len().saturating_mul(2);
        let mut before = curve.times.last().copied();
        for number in 0..count {
            let at = number.checked_mul(4).and_then(|at| times.checked_add(at)).ok_or(DAMAGED)?;
            let (frame, place) = (self.u16(at).ok_or(DAMAGED)?, self.u16(at + 2).ok_or(DAMAGED)?);
            let next = (number + 1 < count).then(|| self.u16(at + 4)).flatten();
            let mut packet = Packet::<N>::open(self, data + usize::from(place & 0xFFF) * 4, place >> 12)?;
            let mut frame = u32::from(frame);
            for key in 0..=place >> 12 {
                if key > 0 {
                    frame = frame.wrapping_add(packet.advance(self)?);
                }
                let time = f64::from(frame) / fps + self.start;
                // What runs into the next packet or page is never reached.
                let reached = next.is_none_or(|next| key == 0 || frame < u32::from(next))
                    && end.is_none_or(|end| time < end);
                if reached && before.is_none_or(|before| before <= time) {
                    before = Some(time);
                    curve.times.push(time);
                    curve.values.push(packet.value);
                }
                room = room.checked_sub(1).ok_or(DAMAGED)?;
            }
        }
        Ok(())
    }

    fn u16(&self, at: usize) -> Option<u16> {
        let bytes = self.data.get(at..at.checked_add(2)?)?;
        Some(u16::from_le_bytes([bytes[0], bytes[1]]))
    }

    fn u32(&self, at: usize) -> Option<usize> {
        let bytes = self.data.get(at..at.checked_add(4)?)?;
        Some(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]) as usize)
    }
}

/// Keys that are written as changes of the first.
struct Packet<const N: usize> {
    value: Shares<N>,
    widths: [u32; N],
    frame_width: u32,
    /// In bits from the start of the page.
    bit: usize,
}

impl<const N: usize> Packet<N> {
    /// `further` keys follow the first.
    fn open(page: &Page, start: usize, further: u16) -> Result<Self, &'static str> {
        let mut value = [0; N];
        for (at, number) in value.iter_mut().enumerate() {
            *number = page.u16(start + at * 2).ok_or(DAMAGED)?;
        }
        let header = if further == 0 { 0 } else { page.u16(start + N * 2).ok_or(DAMAGED)? };
        Ok(Self {
            value,
            widths: std::array::from_fn(|at| u32::from(header >> (at * 4) & 0xF)),
            frame_width: u32::from(header >> 12) + 1,
            bit: (start + N * 2 + 2) * 8,
        })
    }

    /// Goes to the next key; how many frames later it is.
    fn advance(&mut self, page: &Page) -> Result<u32, &'static str> {
        let frames = self.bits(page, self.frame_width)?;
        for at in 0..N {
            let width = self.widths[at];
            if width == 0 {
                continue;
            }
            let bits = self.bits(page, width + 1)?;
            let size = (bits & ((1 << width) - 1)) as u16;
            let change = if bits >> width & 1 == 1 { !size } else { size };
            self.value[at] = self.value[at].wrapping_add(change);
        }
        Ok(frames)
    }

    fn bits(&mut self, page: &Page, count: u32) -> Result<u32, &'static str> {
        let mut bits = 0;
        for at in 0..count {
            let byte = page.data.get(self.bit / 8).ok_or(DAMAGED)?;
            bits |= u32::from(byte >> (self.bit % 8) & 1) << at;
            self.bit += 1;
        }
        Ok(bits)
    }
}

fn share(number: u16) -> f32 {
    (f64::from(number) / 65535.0) as f32
}

fn within(shares: Shares<3>, [x, y, z, width, height, depth]: [f32; 6]) -> [f32; 3] {
    let [a, b, c] = shares.map(share);
    [x + a * width, y + b * height, z + c * depth]
}

/// Two numbers for an axis on an unfolded octahedron, one for a full turn.
fn turn([u, v, angle]: Shares<3>) -> [f32; 4] {
    let (fx, fy) = (share(u) * 2.0 - 1.0, share(v) * 2.0 - 1.0);
    let z = 1.0 - fx.abs() - fy.abs();
    let fold = (-z).clamp(0.0, 1.0);
    let out = |f: f32| f + if f >= 0.0 { -fold } else { fold };
    let (x, y) = (out(fx), out(fy));
    let length = (x * x + y * y + z * z).sqrt();
    let angle = share(angle) * std::f32::consts::TAU;
    let (sin, cos) = (angle * 0.5).sin_cos();
    let part = if length > 0.0 { sin / length } else { 0.0 };
    [x * part, y * part, z * part, cos]
}

/// From −8 to 8.
fn weight([number]: Shares<1>) -> f32 {
    (share(number) * 2.0 - 1.0) * 8.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One track with two time keys: at frame 0 two keys, at frame 6 one.
    fn page() -> Vec<u8> {
        let mut data: Vec<u8> = Vec::new();
        [12_u32, 2, 20].iter().for_each(|number| data.extend(number.to_le_bytes()));
        [0_u16, 1 << 12, 6, 2].iter().for_each(|number| data.extend(number.to_le_bytes()));
        // First value 100; numbers change in 4 + 1 bits, frames in 3 bits.
        [100_u16, 4 | 2 << 12].iter().for_each(|number| data.extend(number.to_le_bytes()));
        // Two frames later, minus 3: bits 010, then 2 (not 2 is minus 3) with the sign bit.
        data.extend([0b1001_0010, 0, 0, 0]);
        data.extend(200_u16.to_le_bytes());
        data
    }

    fn compression(pages: Vec<(f64, Vec<u8>)>) -> Compression {
        let pages = pages.into_iter().map(|(start, data)| Page { start, data }).collect();
        Compression { fps: 10.0, bounds: vec![[0.0; 6]], pages }
    }

    #[test]
    fn bits_are_changes_of_the_key_before() {
        let curve: Curve<Shares<1>> = compression(vec![(0.0, page())]).curve(0).unwrap();
        assert_eq!(curve.times, [0.0, 0.2, 0.6]);
        assert_eq!(curve.values, [[100], [97], [200]]);
    }

    #[test]
    fn between_pages_the_last_key_stays() {
        let curve: Curve<Shares<1>> = compression(vec![(0.0, page()), (2.0, page())]).curve(0).unwrap();
        assert_eq!(curve.times, [0.0, 0.2, 0.6, 2.0, 2.0, 2.2, 2.6]);
        assert_eq!(curve.values[2..5], [[200], [200], [100]]);
    }

    #[test]
    fn pages_that_are_cut_are_told() {
        let whole = page();
        for length in 0..whole.len() {
            let cut = compression(vec![(0.0, whole[..length].to_vec())]);
            assert!(cut.curve::<1>(0).is_err(), "{length}");
        }
        assert!(compression(vec![(0.0, whole)]).keys(7, &TrackKind::Position).is_err());
    }
}
