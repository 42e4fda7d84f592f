//! The Python side: it is part of this program, so that a Python generator needs nothing that is not there.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use reduce_command_line::exit::{ExitStatus, Failure};
use reduce_core::oracle::Supervisor;

use crate::native::library;

const MODULE: &str = "reduce_tree.trace";
/// Has the module replay one trace after the other.
const SERVE: &str = "--serve";

macro_rules! module {
    ($name:literal) => {
        ($name, include_str!(concat!("../python/reduce_tree/", $name)))
    };
}

/// The files of the package.
const PACKAGE: [(&str, &str); 16] = [
    module!("__init__.py"),
    module!("trace/__init__.py"),
    module!("trace/__main__.py"),
    module!("trace/draws.py"),
    module!("trace/fast.py"),
    module!("trace/hypothesis_source.py"),
    module!("trace/instrument.py"),
    module!("trace/modules.py"),
    module!("trace/numpy_source.py"),
    module!("trace/random_source.py"),
    module!("trace/reader.py"),
    module!("trace/recorder.py"),
    module!("trace/replayer.py"),
    module!("trace/server.py"),
    module!("trace/syntax.py"),
    module!("trace/system_source.py"),
];

/// A generator's command, made to record if it is a Python script.
#[derive(Debug)]
pub struct Traced {
    /// The words of the command.
    pub words: Vec<OsString>,
    /// The variables that it needs.
    pub environment: Vec<(OsString, OsString)>,
    /// What is preloaded into any other program.
    pub preload: Option<PathBuf>,
    /// The command of a process that replays one trace after the other.
    pub replayer: Option<Vec<OsString>>,
}

/// Has the command of a Python script run under the side, which goes with the supervisor; any other command is left as it
/// is.
pub fn traced(words: &[OsString], supervisor: &Supervisor) -> Result<Traced, Failure> {
    let words = words.to_vec();
    let Some(script) = script_of(&words)? else {
        return Ok(Traced { words, environment: Vec::new(), preload: library(), replayer: None });
    };
    let package = unpacked(supervisor).map_err(|e| {
        let place = std::env::temp_dir();
        let message = format!("cannot write to `{}` ({e}): make room there, or set TMPDIR", place.display());
        Failure::new(ExitStatus::File, message)
    })?;
    let mut path = package.into_os_string();
    if let Some(given) = std::env::var_os("PYTHONPATH").filter(|given| !given.is_empty()) {
        path.push(":");
        path.push(given);
    }
    let mut environment = vec![("PYTHONPATH".into(), path)];
    if std::env::var_os("PYTHONHASHSEED").is_none() {
        // Sets of strings have another order in every run otherwise.
        environment.push(("PYTHONHASHSEED".into(), "0".into()));
    }
    let module = [OsString::from("-m"), OsString::from(MODULE)];
    let replayer = Some([&words[..script], &module, &[SERVE.into()], &words[script..]].concat());
    let words = [&words[..script], &module, &words[script..]].concat();
    Ok(Traced { words, environment, preload: None, replayer })
}

/// Where in a command the Python script is that it runs, if it does.
fn script_of(words: &[OsString]) -> Result<Option<usize>, Failure> {
    let program = words.first().map(Path::new).and_then(Path::file_name).unwrap_or_default().to_string_lossy();
    let is_script = |word: &OsString| Path::new(word).extension() == Some(OsStr::new("py"));
    if !(program.starts_with("python") || program.starts_with("pypy")) {
        return Ok(None);
    }
    let Some(script) = words.iter().skip(1).position(is_script) else {
        let message =
            "give the generator as a script, `python3 gen.py`: of other commands of Python nothing is recorded";
        return Err(Failure::new(ExitStatus::Usage, message));
    };
    Ok(Some(script + 1))
}

fn unpacked(supervisor: &Supervisor) -> io::Result<PathBuf> {
    let folder = supervisor.folder("python")?;
    for (name, text) in PACKAGE {
        let path = folder.join("reduce_tree").join(name);
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::write(path, text)?;
    }
    Ok(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(command: &str) -> Vec<OsString> {
        command.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn the_script_is_found_behind_options_of_python() {
        assert_eq!(script_of(&words("/usr/bin/python3.11 -W ignore gen.py --seed 1")).ok(), Some(Some(3)));
        assert_eq!(script_of(&words("./gen --seed 1")).ok(), Some(None));
        assert!(script_of(&words("python3 -c print(1)")).is_err());
    }

    #[test]
    fn every_module_of_the_package_is_part_of_the_program() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("python/reduce_tree");
        let names = |folder: &Path| -> Vec<String> {
            let entries = fs::read_dir(folder).expect("there").map(|entry| entry.expect("an entry").file_name());
            let modules = entries.filter(|name| Path::new(name).extension() == Some(OsStr::new("py")));
            modules.map(|name| name.to_string_lossy().into_owned()).collect()
        };
        let mut there: Vec<String> = names(&folder);
        there.extend(names(&folder.join("trace")).into_iter().map(|name| format!("trace/{name}")));
        there.sort();
        let mut known = PACKAGE.map(|(name, _)| name.to_owned());
        known.sort();
        assert_eq!(there, known);
    }
}
