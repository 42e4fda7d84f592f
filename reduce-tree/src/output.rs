//! Where the result of a command line goes.

use std::path::PathBuf;
use std::sync::Arc;

use reduce_core::session::Identity;

use crate::arguments::Arguments;
use crate::exit::Failure;
use crate::input::Input;
use reduce_command_line::output::Output;
use reduce_command_line::resume::Resumption;

/// The place that the command line names, or else the one of this session's earlier runs, or else a new one beside the
/// input. `in_place` is what an earlier run has made of the input in its own place. That one can write there is made sure
/// of.
pub fn choose(
    arguments: &Arguments,
    input: &Input,
    resumption: &Resumption,
    in_place: Option<Arc<[u8]>>,
    search: &Identity,
) -> Result<Output, Failure> {
    let journal = resumption.journal.as_ref();
    if arguments.output.in_place || arguments.output.output.is_some() {
        return Output::at(named(arguments, input), input, in_place, journal);
    }
    Output::beside(input, resumption.place(search).as_deref(), journal)
}

/// Where the result goes by the command line, if nothing is there yet.
pub fn named(arguments: &Arguments, input: &Input) -> PathBuf {
    let output = &arguments.output;
    if output.in_place { input.path.clone() } else { output.output.clone().unwrap_or_else(|| input.reduced()) }
}
