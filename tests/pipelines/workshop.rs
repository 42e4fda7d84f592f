//! A folder with a C file and a test script, and shell commands in it.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// The input's name, in READMEs too.
pub const INPUT: &str = "bug.c";

/// A folder that holds `bug.c` and `test.sh`.
pub struct Workshop {
    folder: TempDir,
    input: &'static str,
}

impl Workshop {
    pub fn new(input: &'static str, test: &str) -> Self {
        let workshop = Workshop { folder: TempDir::new().expect("a temporary folder"), input };
        workshop.restore();
        workshop.script("test.sh", test);
        workshop
    }

    /// The original input again.
    pub fn restore(&self) {
        fs::write(self.path(INPUT), self.input).expect("written");
    }

    pub fn script(&self, name: &str, body: &str) {
        fs::write(self.path(name), format!("#!/bin/sh\n{body}\n")).expect("written");
        fs::set_permissions(self.path(name), fs::Permissions::from_mode(0o755)).expect("made executable");
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|e| panic!("no {name}: {e}"))
    }

    /// Runs shell commands that have to succeed, with `reduce-tree` in `PATH`, and gives what they wrote.
    #[track_caller]
    pub fn run(&self, commands: &str) -> String {
        let program = Path::new(env!("CARGO_BIN_EXE_reduce-tree")).parent().expect("a folder");
        let path = std::env::var("PATH").expect("set");
        let output = Command::new("bash")
            .args(["-euc", &format!("exec 2>&1\n{commands}")])
            .current_dir(self.folder.path())
            .env("PATH", format!("{}:{path}", program.display()))
            .env("XDG_DATA_HOME", self.path("data"))
            .env("XDG_STATE_HOME", self.path("state"))
            .env_remove("REDUCE_TREE_TABLES")
            .env_remove("REDUCE_TREE_PLUGINS")
            .stdin(Stdio::null())
            .output()
            .expect("bash starts");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{:?}\n{commands}\n{said}", output.status.code());
        said
    }

    /// The file is interesting by `test.sh`, and smaller than the input.
    #[track_caller]
    pub fn is_reduced(&self, name: &str) {
        let text = self.read(name);
        assert!(non_blank(&text) < non_blank(self.input), "{text}");
        let candidate = TempDir::new().expect("a temporary folder");
        fs::write(candidate.path().join(INPUT), &text).expect("written");
        let tested = Command::new(self.path("test.sh")).current_dir(candidate.path()).status().expect("it starts");
        assert!(tested.success(), "not interesting:\n{text}");
    }
}

/// Characters that are not blank.
pub fn non_blank(text: &str) -> usize {
    text.chars().filter(|character| !character.is_whitespace()).count()
}

/// The blocks of commands in a README of `pipelines/`, with this repository where it says `/path/to/reduce-tree`.
pub fn commands(readme: &str) -> Vec<String> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let text = fs::read_to_string(format!("{root}/pipelines/{readme}")).expect("a README");
    let blocks = text.split("```sh\n").skip(1);
    let blocks: Vec<String> = blocks
        .map(|block| block.split("```").next().unwrap_or_default().replace("/path/to/reduce-tree", root))
        .collect();
    assert!(!blocks.is_empty(), "{readme} shows commands");
    blocks
}
