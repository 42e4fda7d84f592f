//! `reduce-tree`: shrinks a failing input to its essence under an interestingness test.

mod arguments;
mod check;
mod exit;
mod input;
mod progress;
mod report;
mod run;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    match run::run(&arguments::Arguments::parse()) {
        Ok(status) => status.into(),
        Err(failure) => {
            eprintln!("reduce-tree: {}", failure.message);
            failure.status.into()
        }
    }
}
