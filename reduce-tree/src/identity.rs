//! Which session is the one of this command line: whose verdicts hold here, and whose search this is.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use reduce_core::session::Identity;

use crate::arguments::Arguments;
use crate::input::Input;
use crate::limits::LimitArguments;
use crate::test::TestArguments;

/// Programs larger than this are known by size and time instead of their content.
const READ: u64 = 4 << 20;

/// What verdicts depend on: the input with its name, the script or the command with the files that its words name, the
/// same of the conditions before it, what is expected, and every limit but those of time. (Tests that time out are told
/// apart in the journal.)
pub fn of_test(arguments: &Arguments, input: &Input) -> Identity {
    let test = TestArguments { files: Vec::new(), ..arguments.test.clone() };
    let limits = LimitArguments { timeout: None, max_tests: None, max_time: None, ..arguments.limits.clone() };
    let name = input.path.file_name().unwrap_or_default();
    let identity = Identity::new().with(&input.text).with(name.as_bytes());
    let identity = identity.with(format!("{test:?} {limits:?}").as_bytes());
    let identity = arguments.test.property.words_of_lines().fold(identity, with_file);
    match arguments.test.command.split_first() {
        None => arguments.test.files.first().into_iter().fold(identity, |identity, test| with_file(identity, test)),
        Some((program, words)) => {
            let files = std::iter::once(located(program)).chain(words.iter().map(PathBuf::from));
            files.fold(identity, |identity, file| with_file(identity, &file))
        }
    }
}

/// What steers the search: algorithm, filter, language, passes, and this version of the program.
pub fn of_search(arguments: &Arguments) -> Identity {
    let Arguments { search, plugins, choice, language, .. } = arguments;
    let jobs = search.joins().then_some(search.jobs);
    let options = format!("{:?} {plugins:?} {choice:?} {language:?} {jobs:?}", search.reducer);
    Identity::new().with(env!("CARGO_PKG_VERSION").as_bytes()).with(options.as_bytes())
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
