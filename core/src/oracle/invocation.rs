//! What is started for a property test.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, BufRead, BufReader, Read};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::PermissionsExt;
use std::path::{self, Path, PathBuf};

use bstr::ByteSlice;

use super::TestError;

/// A script, or a command with its words.
#[derive(Clone, Debug)]
pub struct Invocation {
    program: PathBuf,
    /// `@@` within a word stands for the candidate's path.
    words: Vec<OsString>,
}

impl Invocation {
    /// What in the words of a command stands for the candidate's path.
    pub const PLACE: &str = "@@";

    /// A script in C-Reduce's convention. It is given the candidate's path as its argument. A relative path is taken
    /// from the current directory, now.
    ///
    /// # Errors
    /// [`TestError`] when there is no such file, or it is not executable.
    pub fn script(test: &Path) -> Result<Self, TestError> {
        Ok(Invocation { program: program(test)?, words: vec![Self::PLACE.into()] })
    }

    /// A script that is started within the candidate, a folder, without arguments.
    ///
    /// # Errors
    /// [`TestError`] when it is no executable file.
    pub fn script_within(test: &Path) -> Result<Self, TestError> {
        Ok(Invocation { program: program(test)?, words: Vec::new() })
    }

    /// A command. Each `@@` in its words is replaced by the candidate's path; its first word is looked for in `PATH`
    /// unless it holds a slash.
    ///
    /// # Errors
    /// [`TestError`] when there are no words, or the first one names no executable file.
    pub fn command(words: &[OsString]) -> Result<Self, TestError> {
        let (first, words) =
            words.split_first().ok_or_else(|| TestError("no command: give one after `--`".to_owned()))?;
        let program = if first.as_bytes().contains(&b'/') { program(Path::new(first))? } else { first.into() };
        Ok(Invocation { program, words: words.to_vec() })
    }

    /// What a line says, split into words as a shell does: one word is a script, more are a command.
    ///
    /// # Errors
    /// [`TestError`] when a quotation mark is not closed, and as [`Invocation::script`] and [`Invocation::command`].
    pub fn line(line: &str) -> Result<Self, TestError> {
        let words: Vec<OsString> = split_words(line).map_err(TestError)?.into_iter().map(OsString::from).collect();
        match words.as_slice() {
            [] => Err(TestError("there is no command in it".to_owned())),
            [script] => Invocation::script(Path::new(script)),
            words => Invocation::command(words),
        }
    }

    /// The command of a test server. It runs in a folder of its own: so a word that names a file is made a path from the
    /// root.
    ///
    /// # Errors
    /// [`TestError`] when a quotation mark is not closed, there are no words, or the first one names no executable file.
    pub fn server(line: &str) -> Result<Self, TestError> {
        let mut words = split_words(line).map_err(TestError)?.into_iter();
        let located = |word: String| match path::absolute(&word) {
            Ok(path) if path.is_file() => path.into_os_string(),
            _ => word.into(),
        };
        let program = words.next().filter(|word| !word.is_empty());
        let program = program.ok_or_else(|| TestError("there is no command in it".to_owned()))?;
        Invocation::command(&std::iter::once(program.into()).chain(words.map(located)).collect::<Vec<_>>())
    }

    /// The program, for messages.
    pub fn program(&self) -> &Path {
        &self.program
    }

    /// Its words, of which none stands for a candidate.
    pub(super) fn fixed_words(&self) -> Vec<OsString> {
        self.words.clone()
    }

    /// Its words for a candidate.
    pub(crate) fn words(&self, candidate: &Path) -> Vec<OsString> {
        self.words.iter().map(|word| with_path(word, candidate.as_os_str())).collect()
    }
}

/// The words of a command line, split as a shell does.
pub(crate) fn split_words(line: &str) -> Result<Vec<String>, String> {
    shlex::split(line).ok_or_else(|| "a quotation mark is not closed, or a backslash is the last thing".to_owned())
}

/// Why a test, or a test server, could not be started.
pub(super) fn unstartable(what: &str, program: &Path, error: &io::Error) -> TestError {
    if error.raw_os_error().is_none() {
        return TestError(error.to_string());
    }
    let advice = match error.raw_os_error().map(rustix::io::Errno::from_raw_os_error) {
        Some(rustix::io::Errno::NOEXEC) => "its first line has to name an interpreter, such as `#!/bin/sh`",
        Some(rustix::io::Errno::NOENT) => "it, or the interpreter that its first line names, is not installed",
        Some(rustix::io::Errno::ACCESS) => "it, or the interpreter that its first line names, is not executable",
        Some(rustix::io::Errno::AGAIN | rustix::io::Errno::NOMEM) => {
            "the system has no room for another process: close some, or use fewer jobs"
        }
        _ => "see whether it runs by hand",
    };
    TestError(format!("cannot run the {what} `{}` ({error}): {advice}", program.display()))
}

/// The absolute path of a program, once it is seen to be one. A link stays one: a Python in a virtual environment, or a tool
/// that is many, goes by the name that it is called by.
fn program(path: &Path) -> Result<PathBuf, TestError> {
    let shown = path.display();
    let found = path::absolute(path).and_then(|full| fs::metadata(&full).map(|metadata| (full, metadata)));
    let (full, metadata) =
        found.map_err(|e| TestError(format!("cannot find the test `{shown}` ({e}): give the path of your script")))?;
    if !metadata.is_file() {
        return Err(TestError(format!("the test `{shown}` is not a file: give the path of your script")));
    }
    if metadata.permissions().mode() & 0o111 == 0 {
        return Err(TestError(format!("the test `{shown}` is not executable: run `chmod +x {shown}`")));
    }
    let mut line = Vec::new();
    // What cannot be read may be run all the same.
    let read = fs::File::open(&full).and_then(|file| BufReader::new(file.take(256)).read_until(b'\n', &mut line));
    if read.is_ok() && line.starts_with(b"#!") && line.ends_with(b"\r\n") {
        return Err(TestError(format!(
            "the first line of the test `{shown}` ends in a carriage return, which is taken for a part of the \
             interpreter's name: run `sed -i 's/\\r$//' {shown}`"
        )));
    }
    Ok(full)
}

fn with_path(word: &OsStr, path: &OsStr) -> OsString {
    OsString::from_vec(word.as_bytes().replace(Invocation::PLACE, path.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_takes_its_place_within_words_too() {
        let path = OsStr::new("/t/1/bug.js");
        assert_eq!(with_path(OsStr::new("@@"), path), "/t/1/bug.js");
        assert_eq!(with_path(OsStr::new("--in=@@,@@"), path), "--in=/t/1/bug.js,/t/1/bug.js");
        assert_eq!(with_path(OsStr::new("a@b"), path), "a@b");
    }

    #[test]
    fn a_command_is_called_by_the_name_that_it_was_given() {
        let folder = tempfile::TempDir::new().expect("a temporary folder");
        let [link, word] = ["link", "word"].map(|name| folder.path().join(name));
        std::os::unix::fs::symlink("/bin/sh", &link).expect("linked");
        std::os::unix::fs::symlink("/bin/sh", &word).expect("linked");
        let command = Invocation::command(&[link.clone().into()]).expect("there");
        assert_eq!(command.program(), link);
        let server = Invocation::server(&format!("{} {}", link.display(), word.display())).expect("there");
        assert_eq!((server.program(), server.fixed_words()), (link.as_path(), vec![word.into_os_string()]));
    }
}
