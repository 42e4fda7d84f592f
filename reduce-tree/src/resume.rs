//! Which session is the one of a command line of `reduce-tree`, also where the input was reduced in place.

use std::sync::Arc;

use reduce_core::oracle::Verdict;
use reduce_core::session::{Identity, Shelf, Subject};

use crate::arguments::Arguments;
use crate::exit::Failure;
use crate::input::Input;
use reduce_command_line::identity;
use reduce_command_line::resume::Resumption;

/// What steers the search: algorithm, filter, language, passes, and this version of the program.
pub fn search_of(arguments: &Arguments) -> Identity {
    let Arguments { search, plugins, choice, language, output, .. } = arguments;
    let jobs = search.jobs.steering();
    let style = &output.style;
    let options = format!("{:?} {plugins:?} {choice:?} {language:?} {jobs:?} {style:?}", search.reducer);
    Identity::new().with(env!("CARGO_PKG_VERSION").as_bytes()).with(options.as_bytes())
}

/// What a run finds of earlier ones.
#[derive(Default)]
pub struct Opened {
    /// The session.
    pub resumption: Resumption,
    /// With `--in-place`: what an earlier run has made of the input, which is its original again.
    pub in_place: Option<Arc<[u8]>>,
}

/// Opens the session of this command line. With `--in-place` the input may be what an earlier run has made of it: then it
/// becomes its original again.
pub fn open(arguments: &Arguments, input: &mut Input, language: &str) -> Result<Opened, Failure> {
    let Some(shelf) = arguments.session.shelf() else { return Ok(Opened::default()) };
    if let Some(opened) = of_original(arguments, input, language, &shelf) {
        return Ok(opened);
    }
    let resumption = arguments.session.open(&shelf, &subject(arguments, input, language))?;
    Ok(Opened { resumption, in_place: None })
}

/// The session of the original, if that was kept and the input is a result of this session.
fn of_original(arguments: &Arguments, input: &mut Input, language: &str, shelf: &Shelf) -> Option<Opened> {
    if !arguments.output.in_place || arguments.session.restart {
        return None;
    }
    let original = input.kept_original().filter(|original| original.text != input.text)?;
    let subject = subject(arguments, &original, language);
    if !shelf.root().join(subject.identity.to_string()).exists() {
        return None;
    }
    let journal = arguments.session.journal(shelf, &subject).ok()?;
    if journal.verdict(&input.text) != Some(Verdict::Interesting) {
        return None;
    }
    let result = std::mem::replace(input, original);
    let resumption = Resumption { journal: Some(journal), warning: None };
    Some(Opened { resumption, in_place: Some(result.text) })
}

/// What the session of an input under this command line is of.
fn subject(arguments: &Arguments, input: &Input, language: &str) -> Subject {
    Subject {
        identity: identity::of_test(&arguments.test, &arguments.limits, input),
        time_limit: arguments.limits.timeout,
        input: std::path::absolute(&input.path).unwrap_or_else(|_| input.path.clone()),
        language: language.to_owned(),
        bytes: input.text.len(),
    }
}
