//! Tools as processes, with the time and memory they take.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// What runs beside ours.
pub struct Tools {
    /// The program, where there is one.
    pub gdmerge: Option<String>,
}

/// A program that merges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    Proscenio,
    Gdmerge,
    Git,
}

impl Tool {
    pub const ALL: [Self; 3] = [Self::Proscenio, Self::Gdmerge, Self::Git];

    pub fn name(self) -> &'static str {
        match self {
            Self::Proscenio => "proscenio",
            Self::Gdmerge => "gdmerge 0.3.6",
            Self::Git => "git merge-file",
        }
    }
}

/// What a process did.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// Exit code 0.
    pub clean: bool,
    pub bytes: Vec<u8>,
    pub wall: Duration,
    /// Processor time, in steps of 10 ms.
    pub processor: Duration,
    /// The most memory it held, in MiB.
    pub peak: f64,
}

impl Tools {
    /// The command of a tool that merges `base.tscn`, `ours.tscn` and `theirs.tscn` of a folder into `out.tscn` or
    /// to standard output; nothing for a tool that is not there.
    fn merge_command(&self, tool: Tool) -> Option<Command> {
        let mut command = match tool {
            Tool::Proscenio => {
                let mut command = Command::new(std::env::current_exe().unwrap());
                command.args(["merge", "base.tscn", "ours.tscn", "theirs.tscn", "out.tscn"]);
                command
            }
            Tool::Gdmerge => {
                let mut command = Command::new(self.gdmerge.as_ref()?);
                command.args(["merge", "--base", "base.tscn", "--ours", "ours.tscn", "--theirs"]);
                command.args(["theirs.tscn", "--output", "out.tscn"]);
                command
            }
            Tool::Git => {
                let mut command = Command::new("git");
                command.args(["merge-file", "-p", "ours.tscn", "base.tscn", "theirs.tscn"]);
                command
            }
        };
        command.stderr(Stdio::null());
        Some(command)
    }

    /// Merges three files in a folder.
    pub fn merge(&self, tool: Tool, folder: &Path, files: [&[u8]; 3]) -> Option<Outcome> {
        for (name, bytes) in ["base.tscn", "ours.tscn", "theirs.tscn"].into_iter().zip(files) {
            std::fs::write(folder.join(name), bytes).unwrap();
        }
        let _ = std::fs::remove_file(folder.join("out.tscn"));
        let mut command = self.merge_command(tool)?;
        if tool == Tool::Git {
            command.stdout(std::fs::File::create(folder.join("out.tscn")).unwrap());
        } else {
            command.stdout(Stdio::null());
        }
        let mut outcome = watched(command.current_dir(folder));
        outcome.bytes = std::fs::read(folder.join("out.tscn")).unwrap_or_default();
        Some(outcome)
    }

    /// Compares `base.tscn` and `ours.tscn` of a folder.
    pub fn diff(&self, tool: Tool, folder: &Path) -> Option<Outcome> {
        let mut command = match tool {
            Tool::Proscenio => Command::new(std::env::current_exe().unwrap()),
            Tool::Gdmerge => Command::new(self.gdmerge.as_ref()?),
            Tool::Git => Command::new("git"),
        };
        if tool == Tool::Git {
            command.args(["diff", "--no-index", "base.tscn", "ours.tscn"]);
        } else {
            command.args(["diff", "base.tscn", "ours.tscn"]);
        }
        Some(watched(command.current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null())))
    }
}

/// Runs a command and looks at what the system tells of it until it ends.
fn watched(command: &mut Command) -> Outcome {
    let start = Instant::now();
    let mut child = command.spawn().unwrap();
    let mut outcome = Outcome::default();
    let status = loop {
        look(&child, &mut outcome);
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        std::thread::sleep(Duration::from_micros(300));
    };
    outcome.wall = start.elapsed();
    outcome.clean = status.success();
    outcome
}

/// Peak memory and processor time so far, as Linux tells them.
fn look(child: &Child, outcome: &mut Outcome) {
    let of = |file: &str| std::fs::read_to_string(format!("/proc/{}/{file}", child.id())).unwrap_or_default();
    let status = of("status");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    if let Some(kilobytes) = peak.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok()) {
        outcome.peak = outcome.peak.max(kilobytes / 1024.0);
    }
    // Behind the name, which may hold anything: the state, and eleven more up to user and system time.
    let stat = of("stat");
    let fields: Vec<&str> = stat.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|field| field.parse::<u64>().ok()).unwrap_or(0);
    let spent = Duration::from_millis(10 * (ticks(11) + ticks(12)));
    outcome.processor = outcome.processor.max(spent);
}
