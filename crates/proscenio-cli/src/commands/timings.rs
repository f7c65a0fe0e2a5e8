//! How long drawing takes, and what it costs.

use proscenio::{Picture, RenderError, Stats};

use crate::output;

/// Says how long each step took.
pub struct Clock {
    last: std::time::Instant,
    says: bool,
}

#[allow(clippy::disallowed_methods, reason = "the command line may look at the clock")]
impl Clock {
    pub fn start(says: bool) -> Self {
        Self { last: std::time::Instant::now(), says }
    }

    pub fn say(&mut self, step: &str) {
        let now = std::time::Instant::now();
        if self.says {
            output::note(&format!("{step}: {:.0} ms", (now - self.last).as_secs_f64() * 1e3));
        }
        self.last = now;
    }
}

/// What drawing cost.
#[derive(Default)]
pub struct Cost {
    /// How long the first picture took, and all others.
    first: std::time::Duration,
    rest: std::time::Duration,
    /// How many others.
    others: u32,
    /// Of the last picture.
    stats: Stats,
}

#[allow(clippy::disallowed_methods, reason = "the command line may look at the clock")]
impl Cost {
    /// Draws, and counts what it costs.
    pub fn count(
        &mut self,
        draw: impl FnOnce() -> Result<Picture, RenderError>,
    ) -> Result<Picture, RenderError> {
        let begun = std::time::Instant::now();
        let picture = draw()?;
        let took = begun.elapsed();
        if self.first.is_zero() {
            self.first = took;
        } else {
            self.rest += took;
            self.others += 1;
        }
        self.stats = picture.stats;
        Ok(picture)
    }
}

impl std::fmt::Display for Cost {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.others > 0 {
            let each = self.rest.as_secs_f64() / f64::from(self.others);
            let (first, rate) = (self.first.as_secs_f64() * 1e3, each.recip());
            write!(f, "first picture {first:.0} ms, then {:.1} ms each, {rate:.1} per second; ", each * 1e3)?;
        }
        let Stats { draw_calls, triangles, uploads, uploaded_bytes, .. } = self.stats;
        write!(
            f,
            "{draw_calls} draw calls, {triangles} triangles, {uploads} uploads of {uploaded_bytes} bytes in the last picture"
        )
    }
}
