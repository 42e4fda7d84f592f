//! A folder of its own for each test, and what a program does in it.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// Nothing that is waited for takes longer, on any machine.
const PATIENCE: Duration = Duration::from_secs(300);

/// A folder with scripts and inputs; all temporary files of the program go there too.
pub struct Folder {
    folder: TempDir,
}

/// One finished run of the program.
pub struct Finished {
    pub status: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Folder {
    pub fn new() -> Self {
        let place = Folder { folder: TempDir::new().expect("a temporary folder") };
        fs::create_dir(place.path("tmp")).expect("made");
        place
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn write(&self, name: &str, text: &str) -> PathBuf {
        fs::write(self.path(name), text).expect("written");
        self.path(name)
    }

    pub fn script(&self, name: &str, body: &str) -> PathBuf {
        let path = self.write(name, &format!("#!/bin/sh\n{body}\n"));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("made executable");
        path
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|e| panic!("no {name}: {e}"))
    }

    pub fn exists(&self, name: &str) -> bool {
        self.path(name).exists()
    }

    /// Has a command run in the folder, untouched by what the user of this machine has.
    pub fn confine(&self, command: &mut Command) {
        command
            .current_dir(self.folder.path())
            .env("TMPDIR", self.path("tmp"))
            .env("XDG_DATA_HOME", self.path("data"))
            .env("XDG_STATE_HOME", self.path("state"))
            .env("HERE", self.folder.path())
            .env_remove("PYTHONPATH")
            .env_remove("PYTHONHASHSEED")
            .env_remove("REDUCE_TREE_PLUGINS")
            .env_remove("REDUCE_TREE_TABLES");
    }

    /// Whether the program left temporary files.
    pub fn is_clean(&self) -> bool {
        fs::read_dir(self.path("tmp")).expect("there").count() == 0
            && fs::read_dir(self.folder.path()).expect("there").all(|entry| {
                let name = entry.expect("an entry").file_name();
                !name.to_string_lossy().starts_with(".reduce-tree")
            })
    }

    /// The processes that have this file of the folder among their arguments.
    pub fn users(&self, name: &str) -> Vec<u32> {
        let wanted = self.path(name);
        let uses = |process: u32| {
            fs::read(format!("/proc/{process}/cmdline")).is_ok_and(|words| {
                words.split(|&b| b == 0).any(|word| Path::new(&*String::from_utf8_lossy(word)) == wanted)
            })
        };
        let all = fs::read_dir("/proc").expect("there").flatten();
        all.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).filter(|&process| uses(process)).collect()
    }
}

/// Waits until something is so. It has to become so.
#[track_caller]
pub fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let since = Instant::now();
    while !is_so() {
        assert!(since.elapsed() < PATIENCE, "waited in vain for this: {what}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// Runs a command to its end.
pub fn finished(command: &mut Command) -> Finished {
    let output = command.output().expect("the program starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Finished { status: output.status.code(), stdout: text(&output.stdout), stderr: text(&output.stderr) }
}

/// Sends a signal, such as `-KILL`.
pub fn kill(process: u32, signal: &str) {
    assert!(Command::new("kill").args([signal, "--", &process.to_string()]).status().expect("kill runs").success());
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
