//! `reduce-generator`: shrinks the execution of a generator of test inputs, so that what comes out is an input that the
//! generator itself can make.

mod arguments;
mod kept;
mod python;
mod replay;
mod run;

use std::process::ExitCode;

use clap::Parser;

use arguments::Arguments;
use replay::ReplayArguments;

fn main() -> ExitCode {
    let mut words = std::env::args_os();
    let program = words.next();
    let done = match words.next() {
        Some(word) if word == "replay" => replay::run(&ReplayArguments::parse_from(program.into_iter().chain(words))),
        _ => run::run(&Arguments::parse()),
    };
    match done {
        Ok(status) => status.into(),
        Err(failure) => {
            eprintln!("reduce-generator: {}", failure.message);
            failure.status.into()
        }
    }
}
