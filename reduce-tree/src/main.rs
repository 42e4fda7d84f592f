//! `reduce-tree`: shrinks a failing input to its essence under an interestingness test.

mod arguments;
mod check;
mod exit;
mod input;
mod pass;
mod plugins;
mod progress;
mod report;
mod run;
mod serve;

use std::process::ExitCode;

use clap::Parser;

use arguments::Arguments;
use pass::PassArguments;
use serve::ServeArguments;

fn main() -> ExitCode {
    let mut words = std::env::args_os();
    let program = words.next();
    // The first word chooses; a script of that name is called as ./pass.
    let done = match words.next() {
        Some(word) if word == "pass" => pass::run(&PassArguments::parse_from(program.into_iter().chain(words))),
        Some(word) if word == "serve" => serve::run(&ServeArguments::parse_from(program.into_iter().chain(words))),
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
