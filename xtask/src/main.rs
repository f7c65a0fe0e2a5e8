//! Chores of the repository:
//!
//! * `cargo run -p xtask -- tidy` holds the code against ARCHITECTURE.md and the book;
//! * `cargo run -p xtask -- codes` writes the book's pages of finding codes;
//! * `cargo run -p xtask -- fields` writes the book's tables of fields and the JSON Schemas;
//! * `cargo run -p xtask -- classes [FOLDER]` writes the engines' class tables from the facts beside the
//!   project.
#![allow(clippy::disallowed_methods, clippy::print_stdout, reason = "a chore stands at the edge")]

mod classes;
mod codes;
mod fields;
mod tidy;

use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> anyhow::Result<ExitCode> {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let mut arguments = std::env::args().skip(1);
    match arguments.next().as_deref() {
        Some("tidy") => {
            let faults = tidy::faults(&root)?;
            for fault in &faults {
                println!("tidy: {fault}");
            }
            if faults.is_empty() {
                println!("tidy: all in order");
                return Ok(ExitCode::SUCCESS);
            }
            Ok(ExitCode::from(1))
        }
        Some("codes") => {
            codes::write(&root)?;
            Ok(ExitCode::SUCCESS)
        }
        Some("fields") => {
            fields::write(&root)?;
            Ok(ExitCode::SUCCESS)
        }
        Some("classes") => {
            classes::run(arguments.next())?;
            Ok(ExitCode::SUCCESS)
        }
        _ => anyhow::bail!("usage: xtask tidy | codes | fields | classes [FOLDER]"),
    }
}
