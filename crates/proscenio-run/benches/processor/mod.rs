//! Processor time for Criterion: what a bench takes of a core, however busy the machine is.

use criterion::measurement::{Measurement, ValueFormatter, WallTime};
use std::time::{Duration, Instant};

/// The time that the thread was on a core, where the kernel tells it (Linux); else the time that passed.
pub struct ProcessorTime;

/// A moment by both clocks.
pub struct Moment {
    on_core: Option<Duration>,
    passed: Instant,
}

impl Moment {
    #[allow(clippy::disallowed_methods, reason = "benches stand at the edge")]
    fn now() -> Self {
        let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
        let spent = told.and_then(|text| text.split(' ').next()?.parse().ok());
        Self { on_core: spent.map(Duration::from_nanos), passed: Instant::now() }
    }
}

impl Measurement for ProcessorTime {
    type Intermediate = Moment;
    type Value = Duration;

    fn start(&self) -> Moment {
        Moment::now()
    }

    fn end(&self, start: Moment) -> Duration {
        let now = Moment::now();
        match (start.on_core, now.on_core) {
            (Some(before), Some(after)) => after.saturating_sub(before).max(Duration::from_nanos(1)),
            _ => now.passed - start.passed,
        }
    }

    fn add(&self, a: &Duration, b: &Duration) -> Duration {
        *a + *b
    }

    fn zero(&self) -> Duration {
        Duration::ZERO
    }

    fn to_f64(&self, value: &Duration) -> f64 {
        WallTime.to_f64(value)
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        // What passes on a core is written as what passes on a clock.
        const WALL: WallTime = WallTime;
        WALL.formatter()
    }
}

/// A Criterion that measures so. The kernel counts in steps of some milliseconds, so samples are few and long.
pub fn criterion() -> criterion::Criterion<ProcessorTime> {
    criterion::Criterion::default()
        .with_measurement(ProcessorTime)
        .sample_size(10)
        .measurement_time(Duration::from_secs(5))
}
