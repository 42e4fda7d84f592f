//! Command lines of passes in the form of Regehr's essay: a program that is told the file, the command and the number.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use bstr::ByteSlice;

use super::Kind;
use crate::oracle::split_words;

/// What in a word stands for the file, whose new text goes to the standard output.
const FILE: &str = "{file}";
/// What in a word stands for the file, which the program changes itself.
const IN_PLACE: &str = "{in-place}";
/// What in a word stands for the number of the instance, from 0.
const NUMBER: &str = "{n}";
/// The same for a program that counts from 1.
const NUMBER_FROM_ONE: &str = "{n+1}";

/// Beside a `bin` folder: where C-Reduce and C-Vise keep the programs that only they are to call.
const HELPER_FOLDERS: [&str; 4] = ["libexec", "lib/cvise", "lib64/cvise", "libexec/cvise"];

/// How a pass is run as a command.
///
/// It is written as words of a shell: settings first, then the program with its arguments.
///
/// ```text
/// done=51 none=71 clex rename-toks {n} {file}
/// ```
#[derive(Clone, Debug)]
pub(super) struct PassCommand {
    /// The name of the pass.
    pub(super) name: String,
    /// The program with its arguments, for people.
    pub(super) shown: String,
    /// What the pass makes of texts (`kind=`).
    pub(super) kind: Kind,
    /// The exit statuses that mean that the new text is there (`done=`).
    pub(super) done: Vec<i32>,
    /// The exit statuses that mean that there is no such instance (`none=`).
    pub(super) none: Vec<i32>,
    /// Applies an instance.
    pub(super) apply: Words,
    /// Tells how many there are (`count=`).
    pub(super) count: Option<Words>,
    /// Whether the program changes the file itself.
    pub(super) in_place: bool,
}

/// Why a command cannot be a pass: one line that says what to do.
#[derive(Debug, thiserror::Error)]
#[error("--external-pass `{command}`: {reason}")]
pub struct PassCommandError {
    command: String,
    reason: String,
}

impl PassCommandError {
    pub(super) fn new(command: &str, reason: String) -> Self {
        PassCommandError { command: command.to_owned(), reason }
    }
}

/// A program with its arguments, in which places are filled.
#[derive(Clone, Debug)]
pub(super) struct Words {
    pub(super) program: PathBuf,
    arguments: Vec<String>,
}

impl PassCommand {
    /// Understands a command line.
    pub(super) fn new(command: &str) -> Result<Self, PassCommandError> {
        parse(command).map_err(|reason| PassCommandError::new(command, reason))
    }
}

fn parse(command: &str) -> Result<PassCommand, String> {
    let mut settings = split_words(command)?;
    let mut program = settings.split_off(settings.iter().take_while(|word| setting(word).is_some()).count());
    if let [word] = &program[..]
        && let Some((given, long)) = preset(word)
    {
        // What the user sets holds against the preset.
        settings.splice(0..0, given);
        program = long;
    }
    let holds = |places: [&str; 2]| program.iter().any(|word| places.iter().any(|place| word.contains(place)));
    if !holds([FILE, IN_PLACE]) {
        return Err(format!("say where the file goes: {FILE}, or {IN_PLACE} if the program changes the file itself"));
    }
    if !holds([NUMBER, NUMBER_FROM_ONE]) {
        return Err(format!(
            "say where the number of the instance goes: {NUMBER}, or {NUMBER_FROM_ONE} to count from 1"
        ));
    }
    let in_place = holds([IN_PLACE, IN_PLACE]);
    if in_place && holds([FILE, FILE]) {
        return Err(format!("either {FILE} or {IN_PLACE}: the new text comes from one place"));
    }
    let mut parsed = PassCommand {
        name: name(&program),
        shown: program.join(" "),
        kind: Kind::Shrinks,
        done: vec![0],
        none: vec![1],
        apply: Words::new(&program)?,
        count: None,
        in_place,
    };
    for (key, value) in settings.iter().filter_map(|word| setting(word)) {
        match key {
            "done" => parsed.done = statuses(value)?,
            "none" => parsed.none = statuses(value)?,
            "count" => parsed.count = Some(Words::new(&split_words(value)?)?),
            _ => parsed.kind = kind(value)?,
        }
    }
    Ok(parsed)
}

/// The presets, settings and program: programs of C-Reduce, whose exit statuses have their own meaning.
fn preset(word: &str) -> Option<(Vec<String>, Vec<String>)> {
    let (program, command) = word.split_once(':')?;
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
    match program {
        "clang_delta" => {
            let query = format!("--query-instances={command}");
            let count = shlex::try_join(["clang_delta", &query, FILE]).ok()?;
            let transformation = format!("--transformation={command}");
            let counter = format!("--counter={NUMBER_FROM_ONE}");
            let settings = vec![format!("count={count}")];
            Some((settings, words(&["clang_delta", &transformation, &counter, FILE])))
        }
        "clex" => Some((words(&["done=51", "none=71"]), words(&["clex", command, NUMBER, FILE]))),
        _ => None,
    }
}

/// A setting before the program, like a variable before a command of a shell.
fn setting(word: &str) -> Option<(&str, &str)> {
    word.split_once('=').filter(|(key, _)| ["done", "none", "count", "kind"].contains(key))
}

fn statuses(list: &str) -> Result<Vec<i32>, String> {
    let status = |one: &str| one.parse().ok().filter(|status| (0..256).contains(status));
    let all: Option<Vec<i32>> = list.split(',').map(status).collect();
    all.ok_or_else(|| format!("`{list}`: give exit statuses, such as 0 or 1,255"))
}

fn kind(name: &str) -> Result<Kind, String> {
    match name {
        "shrinks" => Ok(Kind::Shrinks),
        "pump" => Ok(Kind::Pump),
        "polishes" => Ok(Kind::Polishes),
        "tidies" => Ok(Kind::Tidies),
        _ => Err(format!("`kind={name}`: give shrinks, pump, polishes or tidies")),
    }
}

/// The program's name and that of its command, as in `clang_delta:simplify-if`: of all words without a place in them,
/// what is behind the last slash and an option's equals sign.
fn name(program: &[String]) -> String {
    let fixed = program.iter().filter(|word| !(word.contains('{') && word.contains('}')));
    let short = fixed.map(|word| {
        let value =
            if word.starts_with('-') { word.split_once('=').map_or(&word[..], |(_, value)| value) } else { word };
        value.rsplit('/').next().unwrap_or_default()
    });
    short.collect::<Vec<_>>().join(":")
}

impl Words {
    fn new(words: &[String]) -> Result<Self, String> {
        let (program, arguments) = words.split_first().ok_or("it is empty: name a program")?;
        Ok(Words { program: find(program)?, arguments: arguments.to_vec() })
    }

    /// The arguments for this file and instance.
    pub(super) fn filled(&self, file: &Path, instance: u64) -> Vec<OsString> {
        let (number, from_one) = (instance.to_string(), instance.saturating_add(1).to_string());
        // The file last, since its path may hold anything.
        let places = [
            (NUMBER, number.as_bytes()),
            (NUMBER_FROM_ONE, from_one.as_bytes()),
            (FILE, path(file)),
            (IN_PLACE, path(file)),
        ];
        let replaced = |word: &String| {
            let filled =
                places.iter().fold(word.as_bytes().to_vec(), |word, (place, value)| word.replace(place, value));
            OsString::from_vec(filled)
        };
        self.arguments.iter().map(replaced).collect()
    }
}

fn path(file: &Path) -> &[u8] {
    file.as_os_str().as_bytes()
}

/// The absolute path of a program. A name without a slash is looked for in `PATH`, then where other reducers that are
/// in `PATH` keep their helpers.
fn find(program: &str) -> Result<PathBuf, String> {
    if program.contains('/') {
        let full = fs::canonicalize(program).map_err(|e| format!("cannot find `{program}`: {e}"))?;
        return if is_executable(&full) { Ok(full) } else { Err(format!("`{program}` is not an executable file")) };
    }
    let folders: Vec<PathBuf> = env::split_paths(env::var_os("PATH").as_deref().unwrap_or(OsStr::new(""))).collect();
    let prefixes = folders.iter().filter_map(|folder| folder.parent());
    let helpers = prefixes.flat_map(|prefix| HELPER_FOLDERS.map(|folder| prefix.join(folder)));
    let mut places = folders.iter().cloned().chain(helpers).map(|folder| folder.join(program));
    places.find(|place| place.is_absolute() && is_executable(place)).ok_or_else(|| {
        format!(
            "there is no program `{program}`: install it (clang_delta and clex come with creduce), or give its path"
        )
    })
}

fn is_executable(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(words: &Words) -> Vec<OsString> {
        words.filled(Path::new("/t/1/a{n}.c"), 4)
    }

    #[test]
    fn places_are_filled_within_words_and_in_nothing_that_fills_them() {
        let command = PassCommand::new("sh -c 'a b' --n={n},{n+1} x{file}").expect("a command");
        assert_eq!(filled(&command.apply), ["-c", "a b", "--n=4,5", "x/t/1/a{n}.c"]);
        assert_eq!((command.done, command.none, command.in_place), (vec![0], vec![1], false));
        assert!(PassCommand::new("sh {in-place} {n}").expect("a command").in_place);
    }

    #[test]
    fn settings_come_before_the_program() {
        let command = "none=1,255 kind=pump count='sh --count {file}' sh none=7 {n} {file}";
        let command = PassCommand::new(command).expect("a command");
        assert_eq!((command.none, command.kind), (vec![1, 255], Kind::Pump));
        assert_eq!(command.shown, "sh none=7 {n} {file}");
        assert_eq!(filled(&command.count.expect("counts")), ["--count", "/t/1/a{n}.c"]);
    }

    #[test]
    fn a_pass_is_named_by_its_program_and_command() {
        for (command, expected) in [
            ("/bin/sh /some/ones.py ONE {n} {file}", "sh:ones.py:ONE"),
            ("sh --transformation=simplify-if --counter={n+1} {file}", "sh:simplify-if"),
        ] {
            assert_eq!(PassCommand::new(command).expect("a command").name, expected);
        }
    }

    #[test]
    fn what_cannot_be_a_pass_is_told() {
        for (command, reason) in [
            ("", "say where the file goes"),
            ("sh {n}", "say where the file goes"),
            ("sh {file}", "say where the number of the instance goes"),
            ("sh {file} {in-place} {n}", "either {file} or {in-place}"),
            ("sh '{file} {n}", "a quotation mark is not closed"),
            ("done=yes sh {file} {n}", "`yes`: give exit statuses"),
            ("kind=nice sh {file} {n}", "give shrinks, pump, polishes or tidies"),
            ("no-such-program {file} {n}", "there is no program `no-such-program`"),
            ("/dev/null {file} {n}", "is not an executable file"),
            ("count= sh {file} {n}", "it is empty"),
        ] {
            let error = PassCommand::new(command).expect_err(command).to_string();
            assert!(error.contains(reason), "{error}");
        }
    }
}
