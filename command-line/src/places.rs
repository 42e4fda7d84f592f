//! The files that a command line names: what a run writes may be none that it reads.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use reduce_core::knowledge::named_tables;

use crate::exit::{ExitStatus, Failure};
use crate::language::LanguageArguments;
use crate::plugins::PluginArguments;
use crate::test::TestArguments;

/// A file that a run reads, and what it is to the user.
pub struct Source {
    /// Where it is.
    pub path: PathBuf,
    /// What it is.
    pub what: &'static str,
}

/// The refusal to write to a file that is something else, too.
///
/// # Errors
/// Always.
pub fn refuse(writer: &str, path: &Path, what: &str, advice: &str) -> Result<(), Failure> {
    let message = format!("the {writer} would go to `{}`, which is {what}: {advice}", path.display());
    Err(Failure::new(ExitStatus::Usage, message))
}

/// Everything that these options name and that is to be there afterwards, apart from the input.
pub fn sources(test: &TestArguments, language: &LanguageArguments, plugins: &PluginArguments) -> Vec<Source> {
    let mut sources = Vec::new();
    let mut add = |path: &Path, what| sources.push(Source { path: path.to_owned(), what });
    if let ([test, _, ..], true) = (&test.files[..], test.command.is_empty() && !test.property.expects()) {
        add(test, "the test");
    }
    for word in &test.command {
        for name in names(word) {
            add(name, "a file of the test's command");
        }
    }
    test.property.words_of_lines().for_each(|word| add(word, "a file of a condition or test server"));
    for word in plugins.external_pass.iter().flat_map(|command| command.split_whitespace()) {
        names(OsStr::new(word)).for_each(|name| add(name, "a file of a pass"));
    }
    let tables = named_tables(language.tables.as_deref());
    let grammar = [
        (&tables, "the tables"),
        (&language.grammar, "the grammar"),
        (&language.node_types, "its node types"),
        (&language.grammar_rules, "its rules"),
    ];
    for (file, what) in grammar {
        if let Some(file) = file {
            add(file, what);
        }
    }
    plugins.plugin.iter().for_each(|file| add(file, "a plugin"));
    sources
}

/// The files that a word of a command may name: `--in=FILE` names one, too.
pub fn names(word: &OsStr) -> impl Iterator<Item = &Path> {
    let word = word.as_bytes();
    let value = word.iter().position(|&byte| byte == b'=').map(|at| &word[at + 1..]);
    [Some(word), value].into_iter().flatten().map(|name| Path::new(OsStr::from_bytes(name)))
}

/// Whether two paths lead to one file, which may have several names and be reached through links. Two that are not there
/// yet are one file if they are one name in one folder. Devices and pipes may be written to by anybody.
pub fn is_same(one: &Path, other: &Path) -> bool {
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
