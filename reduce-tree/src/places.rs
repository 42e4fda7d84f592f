//! The files that a run writes: none of them may be one that it reads, or another one that it writes.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use crate::arguments::Arguments;
use crate::exit::{ExitStatus, Failure};
use crate::input::{Input, STANDARD};
use reduce_command_line::places::{is_same, refuse, sources};

/// Sees that what a run writes overwrites nothing: not the input, not the test, nothing else that the command line
/// names. `output` is where the result goes, `input` is replaced only where `--in-place` says so.
///
/// # Errors
/// A failure that says which two files are one.
pub fn check(arguments: &Arguments, input: &Path, output: &Path) -> Result<(), Failure> {
    let in_place = arguments.output.in_place;
    let stats = arguments.output.reporting.stats.as_deref();
    let sources = sources(&arguments.test, &arguments.language, &arguments.plugins);
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

/// Sees that a folder is not reduced in a way that is for files.
///
/// # Errors
/// A failure that says what to do instead.
pub fn check_folder(arguments: &Arguments, input: &Input) -> Result<(), Failure> {
    let wrong = |message: &str| Err(Failure::new(ExitStatus::Usage, message));
    if arguments.output.in_place {
        return wrong(
            "a folder is not reduced in place, where it has files that are no part of the input: name another with -o",
        );
    }
    let Some(output) = &arguments.output.output else { return Ok(()) };
    let place = reduce_core::session::resolved(output).and_then(std::path::absolute).unwrap_or_else(|_| output.clone());
    if place.starts_with(&input.path) || input.path.starts_with(&place) {
        let message = format!(
            "the result (-o) would go to `{}`, which is in the input or the other way round: name a folder elsewhere",
            output.display()
        );
        return wrong(&message);
    }
    Ok(())
}

/// Sees that there is a place for the result where none is named.
///
/// # Errors
/// A failure when the input is a device or a pipe, which has nothing beside it and cannot be replaced.
pub fn check_input(arguments: &Arguments, input: &Path) -> Result<(), Failure> {
    if input == Path::new(STANDARD) {
        if arguments.output.in_place {
            let message = "the standard input cannot be replaced: name a file for the result with -o, or let it go to \
                           the standard output";
            return Err(Failure::new(ExitStatus::Usage, message));
        }
        return Ok(());
    }
    let is_stream = fs::metadata(input).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir());
    // `/dev/stdin` may be a file, but what stands beside it is not the user's.
    if (is_stream || input.starts_with("/dev")) && arguments.output.output.is_none() {
        let message =
            format!("the input `{}` is a device or a pipe: say with -o where the result goes", input.display());
        return Err(Failure::new(ExitStatus::Usage, message));
    }
    Ok(())
}
