//! A folder of its own for each test, and runs of the program in it.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Output};

use tempfile::TempDir;

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

/// A folder with generators and scripts; all temporary files of the program go there too.
pub struct Place {
    folder: TempDir,
}

/// One finished run of the program.
pub struct Finished {
    pub status: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Place {
    /// With `gen.py` and `test.sh`.
    pub fn new(generator: &str, test: &str) -> Self {
        let place = Place { folder: TempDir::new().expect("a temporary folder") };
        fs::create_dir(place.path("tmp")).expect("made");
        place.write("gen.py", generator);
        place.write("test.sh", &format!("#!/bin/sh\n{test}\n"));
        fs::set_permissions(place.path("test.sh"), fs::Permissions::from_mode(0o755)).expect("made executable");
        place
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("written");
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|e| panic!("no {name}: {e}"))
    }

    /// The program with these arguments, words of a shell.
    pub fn run(&self, arguments: &str) -> Finished {
        let program = env!("CARGO_BIN_EXE_reduce-generator");
        self.shell(&format!("'{program}' {arguments}"))
    }

    /// A command of a shell in the folder.
    pub fn shell(&self, command: &str) -> Finished {
        let mut shell = Command::new("/bin/sh");
        shell
            .args(["-c", command])
            .current_dir(self.folder.path())
            .env("TMPDIR", self.path("tmp"))
            .env("HERE", self.folder.path());
        shell.env_remove("PYTHONPATH").env_remove("PYTHONHASHSEED");
        let Output { status, stdout, stderr } = shell.output().expect("a shell");
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        assert_eq!(fs::read_dir(self.path("tmp")).expect("there").count(), 0, "no temporary file stays");
        Finished { status: status.code(), stdout: text(stdout), stderr: text(stderr) }
    }
}

impl Finished {
    /// The run ended with this status and says all of these things.
    #[track_caller]
    pub fn ends(&self, status: i32, says: &[&str]) {
        assert_eq!(self.status, Some(status), "{}", self.stderr);
        for word in says {
            assert!(self.stderr.contains(word), "no `{word}` in:\n{}", self.stderr);
        }
        assert!(!self.stderr.contains("panicked"), "{}", self.stderr);
    }
}
