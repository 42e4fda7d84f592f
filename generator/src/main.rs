//! `reduce-generator`: shrinks the execution of a generator of test inputs, so that what comes out is an input that the
//! generator itself can make.

mod arguments;
mod kept;
mod native;
mod numbers;
mod places;
mod python;
mod replay;
mod resume;
mod run;
mod then_reduce;

use std::process::ExitCode;

use clap::Parser;

use arguments::Arguments;
use reduce_command_line::exit::ended;
use reduce_command_line::supervised::{helped, supervised};
use reduce_core::oracle::SUPERVISOR_WORD;
use reduce_core::plugin::HELPER_WORD;
use replay::ReplayArguments;

fn main() -> ExitCode {
    let mut words = std::env::args_os();
    let program = words.next();
    let done = match words.next() {
        Some(word) if word == "replay" => replay::run(&ReplayArguments::parse_from(program.into_iter().chain(words))),
        Some(word) if word == SUPERVISOR_WORD => supervised(words.next()),
        Some(word) if word == HELPER_WORD => helped(),
        _ => run::run(&Arguments::parse()),
    };
    ended("reduce-generator", done)
}
