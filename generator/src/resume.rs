//! Which session is the one of a command line of `reduce-generator`.

use std::fmt::Write;
use std::path::PathBuf;

use reduce_command_line::exit::Failure;
use reduce_command_line::identity;
use reduce_command_line::input::Input;
use reduce_command_line::resume::Resumption;
use reduce_command_line::test::TestArguments;
use reduce_core::session::{Identity, Subject};
use reduce_core::trace::Trace;

use crate::arguments::Arguments;
use crate::kept::shown;

/// What steers the search: its settings, what comes after it, and this version of the program.
pub fn search_of(arguments: &Arguments) -> Identity {
    let Arguments { search, language, plugins, choice, generator_timeout, .. } = arguments;
    let mut options =
        format!("{:?} {:?} {} {generator_timeout:?}", search.strategy, search.trace_reduction, search.minimizer);
    if let Some(jobs) = search.jobs.steering() {
        let _ = write!(options, " joining {jobs}");
    }
    if search.then_reduce {
        let _ = write!(options, " then {plugins:?} {choice:?}");
    }
    let options = format!("{options} {language:?}");
    Identity::new().with(env!("CARGO_PKG_VERSION").as_bytes()).with(options.as_bytes())
}

/// Opens the session of this command line. It is one of the generator, with the files that its command names, of the run
/// that was recorded, and of the test.
pub fn open(
    arguments: &Arguments,
    test: &TestArguments,
    generated: &Input,
    trace: &Trace,
    language: &str,
) -> Result<Resumption, Failure> {
    let Some(shelf) = arguments.session.shelf() else { return Ok(Resumption::default()) };
    let identity = identity::of_test(test, &arguments.limits, generated).with(b"generated");
    let identity = arguments.generator.iter().fold(identity, |identity, word| identity.with(word.as_encoded_bytes()));
    let identity = identity::with_files_of(identity, &arguments.generator).with(trace.to_text().as_bytes());
    let subject = Subject {
        identity,
        time_limit: arguments.limits.timeout,
        input: PathBuf::from(shown(&arguments.generator)),
        language: language.to_owned(),
        bytes: generated.text.len(),
    };
    arguments.session.open(&shelf, &subject)
}
