//! Chores of the repository: `cargo run -p xtask -- CHORE`.

mod classes;

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    match arguments.next().as_deref() {
        Some("classes") => classes::run(arguments.next()),
        other => anyhow::bail!("unknown chore {other:?}\n\n{USAGE}"),
    }
}

const USAGE: &str = "\
classes [FOLDER]   make the class tables of proscenio-godot from the facts in FOLDER (../shared/data)";
