//! Plugins in C that are compiled for a test.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::place::Place;

/// The plugin of `rogue.c`, compiled to do this, in a folder with a text.
pub struct Rogue {
    pub place: Place,
    pub file: PathBuf,
}

pub const TEXT: &str = "let a = 12;\n";

impl Rogue {
    /// `behaviour` is a macro of `rogue.c`; none for a plugin that behaves.
    pub fn new(behaviour: &str) -> Self {
        let place = Place::new();
        place.write("a.js", TEXT);
        let file = place.path("rogue.so");
        compile(&file, &[behaviour]);
        Rogue { place, file }
    }

    /// `reduce-tree pass` with further arguments.
    pub fn pass(&self, arguments: &[&str]) -> Answer {
        let mut command = self.place.command();
        command.env("ROGUE_MARK", self.place.path("mark"));
        answer(command.arg("pass").args(arguments).arg("--plugin").arg(&self.file))
    }
}

/// What a program wrote, and how it ended.
pub struct Answer {
    pub status: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

/// Runs a program to its end.
pub fn answer(command: &mut Command) -> Answer {
    let Output { status, stdout, stderr } = command.output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    Answer { status: status.code(), stdout: text(stdout), stderr: text(stderr) }
}

impl Answer {
    /// The program ended with this status, wrote this, and says all of these things.
    #[track_caller]
    pub fn is(&self, status: i32, stdout: &str, says: &[&str]) {
        assert_eq!((self.status, self.stdout.as_str()), (Some(status), stdout), "{}", self.stderr);
        for words in says {
            assert!(self.stderr.contains(words), "no `{words}` in:\n{}", self.stderr);
        }
        assert!(!self.stderr.contains("panicked"), "{}", self.stderr);
    }
}

/// Compiles the plugin with these macros.
pub fn compile(library: &Path, macros: &[&str]) {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (source, headers) = (here.join("../tests/plugins/rogue.c"), here.join("../plugins/include"));
    let mut command = Command::new("cc");
    command.args(["-Wall", "-Wextra", "-Werror", "-O1", "-shared", "-fPIC"]);
    command.args(macros.iter().map(|one| format!("-D{one}")));
    let status = command.arg("-I").arg(headers).arg("-o").args([library, &source]).status();
    assert!(status.expect("a C compiler").success());
}
