//! Where plugins are built and called.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// The repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A folder with plugins and texts.
pub struct Bench(TempDir);

/// What a call came to.
#[derive(Debug, PartialEq, Eq)]
pub struct Called {
    /// The exit status.
    pub status: Option<i32>,
    /// The new text, or the number.
    pub out: String,
    /// What else was said.
    pub said: String,
}

impl Bench {
    /// An empty folder.
    pub fn new() -> Self {
        Bench(tempfile::tempdir().expect("a folder"))
    }

    /// A file in the folder.
    pub fn file(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::write(&path, text).expect("a file");
        path
    }

    /// A plugin of C, by the command of the README, with every warning an error.
    pub fn compile(&self, source: &Path) -> PathBuf {
        let name = Path::new(source.file_stem().expect("a name")).with_extension("so");
        let library = self.0.path().join(name);
        let compiler = Command::new("cc")
            .args([
                "-Wall",
                "-Wextra",
                "-Werror",
                "-std=c11",
                "-shared",
                "-fPIC",
                "-Iplugins/include",
                "-Itests/plugins",
            ])
            .args(["-Iplugins/examples".as_ref(), "-o".as_ref(), library.as_os_str(), source.as_os_str()])
            .current_dir(root())
            .output()
            .expect("a C compiler: install gcc");
        assert!(compiler.status.success(), "{}", String::from_utf8_lossy(&compiler.stderr));
        library
    }

    /// A plugin of C that is written in a test.
    pub fn compile_text(&self, name: &str, text: &str) -> PathBuf {
        self.compile(&self.file(&format!("{name}.c"), text))
    }

    /// Calls a pass: `reduce-tree pass ARGUMENTS FILE --plugin PLUGIN`.
    pub fn pass(&self, plugin: &Path, arguments: &[&str], file: &str, text: &str) -> Called {
        let file = self.file(file, text);
        let mut words: Vec<&OsStr> = vec!["pass".as_ref()];
        words.extend(arguments.iter().map(OsStr::new));
        words.extend([file.as_os_str(), "--plugin".as_ref(), plugin.as_os_str()]);
        let ran = Command::new(env!("CARGO_BIN_EXE_reduce-tree")).args(words).output().expect("it starts");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
        Called { status: ran.status.code(), out: text(ran.stdout), said: text(ran.stderr) }
    }

    /// What an instance makes of a text.
    #[track_caller]
    pub fn instance(&self, plugin: &Path, pass: &str, instance: usize, file: &str, text: &str) -> String {
        let called = self.pass(plugin, &[pass, &instance.to_string()], file, text);
        assert_eq!(called.status, Some(0), "{}", called.said);
        called.out
    }
}

/// A plugin that is an example of the SDK, by the command of the README.
pub fn example(name: &str) -> PathBuf {
    let program = Path::new(env!("CARGO_BIN_EXE_reduce-tree"));
    let folder = program.parent().expect("a folder");
    let profile = match folder.file_name().and_then(OsStr::to_str) {
        Some("debug") | None => "dev",
        Some(profile) => profile,
    };
    let built = Command::new(env!("CARGO"))
        .args([
            "build",
            "--offline",
            "-p",
            "reduce-tree-plugin",
            "--example",
            name,
            "--profile",
            profile,
            "--target-dir",
        ])
        .arg(folder.parent().expect("the target folder"))
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    folder.join("examples").join(format!("lib{name}.so"))
}
