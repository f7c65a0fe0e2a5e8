//! Animations and skeletons beside the engine's numbers: every track of the animation probes at 41 times, bones,
//! and nodes that follow bones. Prints a table, and fails below the figures in it.
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "tests read files, fail by panicking and print the table"
)]

mod bones;
mod families;
mod samples;
mod support;
