//! `reduce-tree`: shrinks a failing input to its essence under an interestingness test.

mod arguments;
mod choice;
mod language;
mod pass;
mod plugins;
mod run;
mod serve;
mod stdout;

use std::process::ExitCode;

use clap::Parser;

use arguments::Arguments;
use exit::{ExitStatus, Failure};
use pass::PassArguments;
use reduce_command_line::{check, exit, input, interruption, progress, report, seconds};
use reduce_core::plugin::{HELPER_WORD, serve_as_helper};
use serve::ServeArguments;

fn main() -> ExitCode {
    let mut words = std::env::args_os();
    let program = words.next();
    // The first word chooses; a script of that name is called as ./pass.
    let done = match words.next() {
        Some(word) if word == "pass" => pass::run(&PassArguments::parse_from(program.into_iter().chain(words))),
        Some(word) if word == "serve" => serve::run(&ServeArguments::parse_from(program.into_iter().chain(words))),
        Some(word) if word == HELPER_WORD => helped(),
        _ => run::run(&Arguments::parse()),
    };
    match done {
        Ok(status) => status.into(),
        Err(failure) => {
            eprintln!("reduce-tree: {}", failure.message);
            failure.status.into()
        }
    }
}

/// Does what another run of this program says.
fn helped() -> Result<ExitStatus, Failure> {
    let served =
        serve_as_helper().map_err(|e| Failure::new(ExitStatus::Usage, format!("cannot serve as a helper: {e}")));
    served.map(|()| ExitStatus::Reduced)
}
