//! A folder of its own for each test, and runs of `reduce-generator` in it.

use std::ops::Deref;
use std::process::Command;

#[path = "../folder.rs"]
mod folder;

use folder::Folder;
pub use folder::{Finished, finished, kill, until};

/// The generator of the GReduce paper's motivating example (Listing 1).
pub const PASSWORDS: &str = r#"
import random, sys
from string import ascii_lowercase

def gen(seed):
    random.seed(seed)
    w = ""
    n = random.choice(range(20))
    for i in range(n):
        w += random.choice(ascii_lowercase)
    w += "\n"
    return w + w

sys.stdout.write(gen(int(sys.argv[1])))
"#;

/// Its property: two equal lines with a `c` in them.
pub const BUGGY: &str =
    r#"[ "$(wc -l <"$1")" = 2 ] && [ "$(sed -n 1p "$1")" = "$(sed -n 2p "$1")" ] && grep -q c "$1""#;

/// A folder in which `reduce-generator` runs.
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
    /// With `gen.py` and `test.sh`.
    pub fn new(generator: &str, test: &str) -> Self {
        let place = Place { folder: Folder::new() };
        place.write("gen.py", generator);
        place.script("test.sh", test);
        place
    }

    /// The program with these arguments, words of a shell.
    pub fn run(&self, arguments: &str) -> Finished {
        let finished = self.shell(&format!("'{}' {arguments}", env!("CARGO_BIN_EXE_reduce-generator")));
        assert!(self.is_clean(), "no temporary file stays");
        finished
    }

    /// The program with these arguments, to be started.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_reduce-generator"));
        self.confine(command.args(arguments));
        command
    }

    /// A command of a shell in the folder.
    pub fn shell(&self, command: &str) -> Finished {
        let mut shell = Command::new("/bin/sh");
        self.confine(shell.args(["-c", command]));
        finished(&mut shell)
    }
}
