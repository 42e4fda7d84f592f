//! The files that a run writes: none of them may be one that it reads, or another one that it writes.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use reduce_core::knowledge::named_tables;

use crate::arguments::Arguments;
use crate::exit::{ExitStatus, Failure};

/// A file that a run reads, and what it is to the user.
struct Source {
    path: PathBuf,
    what: &'static str,
}

/// Sees that what a run writes overwrites nothing: not the input, not the test, nothing else that the command line
/// names. `output` is where the result goes, `input` is replaced only where `--in-place` says so.
///
/// # Errors
/// A failure that says which two files are one.
pub fn check(arguments: &Arguments, input: &Path, output: &Path) -> Result<(), Failure> {
    let in_place = arguments.output.in_place;
    let stats = arguments.output.stats.as_deref();
    let sources = sources(arguments);
    if !in_place && is_same(output, input) {
        let advice = "name another file, or let --in-place reduce it and keep the original";
        return refuse("result (-o)", output, "the input itself", advice);
    }
    if let Some(source) = sources.iter().find(|source| is_same(output, &source.path)) {
        let writer = if in_place { "result (--in-place)" } else { "result (-o)" };
        return refuse(writer, output, source.what, "name another file");
    }
    let Some(stats) = stats else { return Ok(()) };
    let original = crate::input::beside(input, OsStr::new(""), OsStr::new(".orig"));
    let written = [(input, "the input"), (output, "the result"), (&original, "the original that --in-place keeps")];
    let read = sources.iter().map(|source| (&*source.path, source.what));
    match written.into_iter().chain(read).find(|(path, _)| is_same(stats, path)) {
        Some((_, what)) => refuse("statistics (--stats)", stats, what, "name another file"),
        None => Ok(()),
    }
}

/// Sees that there is a place for the result where none is named.
///
/// # Errors
/// A failure when the input is a device or a pipe, which has nothing beside it and cannot be replaced.
pub fn check_input(arguments: &Arguments, input: &Path) -> Result<(), Failure> {
    let is_stream = fs::metadata(input).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir());
    // `/dev/stdin` may be a file, but what stands beside it is not the user's.
    if (is_stream || input.starts_with("/dev")) && arguments.output.output.is_none() {
        let message =
            format!("the input `{}` is a device or a pipe: say with -o where the result goes", input.display());
        return Err(Failure::new(ExitStatus::Usage, message));
    }
    Ok(())
}

fn refuse(writer: &str, path: &Path, what: &str, advice: &str) -> Result<(), Failure> {
    let message = format!("the {writer} would go to `{}`, which is {what}: {advice}", path.display());
    Err(Failure::new(ExitStatus::Usage, message))
}

/// Everything that the command line names and that is to be there afterwards, apart from the input.
fn sources(arguments: &Arguments) -> Vec<Source> {
    let mut sources = Vec::new();
    let mut add = |path: &Path, what| sources.push(Source { path: path.to_owned(), what });
    if let ([test, _], true) = (&arguments.test.files[..], arguments.test.command.is_empty()) {
        add(test, "the test");
    }
    for word in &arguments.test.command {
        for name in names(word.as_bytes()) {
            add(name, "a file of the test's command");
        }
    }
    arguments.test.property.words_of_lines().for_each(|word| add(word, "a file of a condition or test server"));
    for word in arguments.plugins.external_pass.iter().flat_map(|command| command.split_whitespace()) {
        names(word.as_bytes()).for_each(|name| add(name, "a file of a pass"));
    }
    let language = &arguments.language;
    let tables = named_tables(language.tables.as_deref());
    let grammar =
        [(&tables, "the tables"), (&language.grammar, "the grammar"), (&language.node_types, "its node types")];
    for (file, what) in grammar {
        if let Some(file) = file {
            add(file, what);
        }
    }
    arguments.plugins.plugin.iter().for_each(|file| add(file, "a plugin"));
    sources
}

/// The files that a word of a command may name: `--in=FILE` names one, too.
fn names(word: &[u8]) -> impl Iterator<Item = &Path> {
    let value = word.iter().position(|&byte| byte == b'=').map(|at| &word[at + 1..]);
    [Some(word), value].into_iter().flatten().map(|name| Path::new(OsStr::from_bytes(name)))
}

/// Whether two paths lead to one file, which may have several names and be reached through links. Two that are not there
/// yet are one file if they are one name in one folder. Devices and pipes may be written to by anybody.
fn is_same(one: &Path, other: &Path) -> bool {
    match (fs::metadata(one), fs::metadata(other)) {
        (Ok(one), Ok(other)) => one.is_file() && (one.dev(), one.ino()) == (other.dev(), other.ino()),
        (Err(_), Err(_)) => place(one).is_some_and(|one| Some(one) == place(other)),
        _ => false,
    }
}

/// The folder and the name of a file that is not there.
fn place(path: &Path) -> Option<PathBuf> {
    let path = reduce_core::session::resolved(path).ok()?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Some(folder.canonicalize().ok()?.join(path.file_name()?))
}
