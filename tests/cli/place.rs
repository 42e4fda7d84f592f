//! A folder of its own for each test, and runs of the program in it.

use std::fs;
use std::ops::{Deref, Range};
use std::process::Command;

#[path = "../folder.rs"]
mod folder;

use folder::Folder;
pub use folder::{Finished, kill, until};

/// Fifty statements, of which one is the bug.
pub fn program() -> String {
    let unused = |range: Range<usize>| range.map(|i| format!("var unused{i} = {i};\n")).collect::<Vec<_>>().concat();
    unused(0..30) + "bug();\n" + &unused(30..49)
}

/// A test in the usual convention: interesting is what still calls `bug`.
pub const STILL_BUG: &str = "grep -q bug bug.js";

/// A folder in which `reduce-tree` runs.
pub struct Place {
    folder: Folder,
}

impl Deref for Place {
    type Target = Folder;

    fn deref(&self) -> &Folder {
        &self.folder
    }
}

impl Place {
    pub fn new() -> Self {
        Place { folder: Folder::new() }
    }

    /// With `bug.js` holding [`program`] and the script `test.sh`.
    pub fn with_test(body: &str) -> Self {
        let place = Place::new();
        place.write("bug.js", &program());
        place.script("test.sh", body);
        place
    }

    /// The program, in the folder, untouched by what the user of this machine has learned.
    pub fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_reduce-tree"));
        self.confine(&mut command);
        command
    }

    /// The program under a shell that sets something up first and then has it as `"$@"`.
    pub fn command_in_shell(&self, setup: &str) -> Command {
        let mut command = Command::new("/bin/bash");
        command.arg("-c").arg(format!("{setup}; exec \"$@\"")).arg("bash").arg(env!("CARGO_BIN_EXE_reduce-tree"));
        self.confine(&mut command);
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Finished {
        finished(self.command().args(arguments))
    }
}

/// Whether a process has been stopped.
pub fn is_stopped(process: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    stat.rsplit(')').next().is_some_and(|fields| fields.trim_start().starts_with('T'))
}

/// The children of a process.
pub fn children(process: u32) -> Vec<u32> {
    let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let lists = threads.map(|thread| fs::read_to_string(thread.path().join("children")).unwrap_or_default());
    lists.flat_map(|list| list.split_whitespace().filter_map(|pid| pid.parse().ok()).collect::<Vec<_>>()).collect()
}

/// Runs a command to its end. It leaves the standard output alone.
pub fn finished(command: &mut Command) -> Finished {
    let finished = folder::finished(command);
    assert!(finished.stdout.is_empty(), "standard output is left alone");
    finished
}
