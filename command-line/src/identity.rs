//! What verdicts depend on: which session is the one of a command line.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use reduce_core::session::Identity;

use crate::input::Input;
use crate::limits::LimitArguments;
use crate::test::TestArguments;

/// Programs larger than this are known by size and time instead of their content.
const READ: u64 = 4 << 20;

/// What verdicts depend on: the input with its name, the script or the command with the files that its words name, the
/// same of the conditions before it, what is expected, and every limit but those of time. (Tests that time out are told
/// apart in the journal.)
pub fn of_test(test: &TestArguments, limits: &LimitArguments, input: &Input) -> Identity {
    let told = TestArguments { files: Vec::new(), ..test.clone() };
    let limits = LimitArguments { timeout: None, max_tests: None, max_time: None, ..limits.clone() };
    let name = input.path.file_name().unwrap_or_default();
    let identity = Identity::new().with(&input.text).with(name.as_bytes());
    let identity = identity.with(format!("{told:?} {limits:?}").as_bytes());
    let identity = test.property.words_of_lines().fold(identity, with_file);
    if test.command.is_empty() {
        test.files.first().into_iter().fold(identity, |identity, test| with_file(identity, test))
    } else {
        with_files_of(identity, &test.command)
    }
}

/// Adds the files that the words of a command name, its program among them.
pub fn with_files_of(identity: Identity, command: &[OsString]) -> Identity {
    let Some((program, words)) = command.split_first() else { return identity };
    let files = std::iter::once(located(program)).chain(words.iter().map(PathBuf::from));
    files.fold(identity, |identity, file| with_file(identity, &file))
}

/// Adds a file, if it is one.
fn with_file(identity: Identity, path: &Path) -> Identity {
    let (Ok(path), Ok(metadata)) = (path.canonicalize(), path.metadata()) else { return identity };
    if !metadata.is_file() {
        return identity;
    }
    let identity = identity.with(path.as_os_str().as_bytes());
    let content = if metadata.len() <= READ { fs::read(&path).ok() } else { None };
    let changed = || format!("{} {} {}", metadata.len(), metadata.mtime(), metadata.mtime_nsec()).into_bytes();
    identity.with(&content.unwrap_or_else(changed))
}

/// Where a program is: as it is called, or else in `PATH`.
fn located(program: &OsStr) -> PathBuf {
    let folders = std::env::var_os("PATH").filter(|_| !program.as_bytes().contains(&b'/')).unwrap_or_default();
    let found = std::env::split_paths(&folders).map(|folder| folder.join(program)).find(|path| path.is_file());
    found.unwrap_or_else(|| program.into())
}
