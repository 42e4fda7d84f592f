//! The files that a run writes: none of them may be one that it reads, or another one that it writes.

use reduce_command_line::exit::Failure;
use reduce_command_line::places::{Source, is_same, names, refuse, sources};
use reduce_command_line::test::TestArguments;

use crate::arguments::Arguments;

/// Sees that what a run writes overwrites nothing that its command line names: not the generator, not the test, nothing
/// else.
///
/// # Errors
/// A failure that says which two files are one.
pub fn check(arguments: &Arguments, test: &TestArguments) -> Result<(), Failure> {
    let mut known = sources(test, &arguments.language, &arguments.plugins);
    for word in &arguments.generator {
        let files = names(word).map(|path| Source { path: path.to_owned(), what: "a file of the generator's command" });
        known.extend(files);
    }
    let trace = arguments.output.trace();
    let stats = arguments.output.reporting.stats.as_deref();
    let written = [
        ("result (-o)", "the result", Some(&*arguments.output.output)),
        ("trace (--trace)", "the trace", Some(&*trace)),
        ("statistics (--stats)", "the statistics", stats),
    ];
    for (writer, what, path) in written {
        let Some(path) = path else { continue };
        if let Some(source) = known.iter().find(|source| is_same(path, &source.path)) {
            return refuse(writer, path, source.what, "name another file");
        }
        known.push(Source { path: path.to_owned(), what });
    }
    Ok(())
}
