//! `reduce-tree`: shrinks a failing input to its essence under an interestingness test.

mod arguments;
mod grammar;
mod memory;
mod output;
mod pass;
mod places;
mod reading;
mod resume;
mod run;
mod serve;
mod sessions;
mod stdout;
mod style;
mod tree;

use std::path::Path;
use std::process::ExitCode;

use clap::Parser;

use arguments::Arguments;
use exit::ended;
use grammar::GrammarArguments;
use pass::PassArguments;
use reduce_command_line::supervised::{helped, supervised};
use reduce_command_line::{
    check, exit, input, interruption, language, limits, passes, plugins, progress, report, stderr, test,
};
use reduce_core::oracle::SUPERVISOR_WORD;
use reduce_core::plugin::HELPER_WORD;
use serve::ServeArguments;
use sessions::SessionsArguments;
use tree::TreeArguments;

fn main() -> ExitCode {
    memory::give_back_large_pieces();
    if std::env::var_os("TMPDIR").is_some_and(|folder| folder.is_empty()) {
        // An empty variable says nothing, to programs of the shell at least. Only the first call counts.
        let _ = tempfile::env::override_temp_dir(Path::new("/tmp"));
    }
    let mut words = std::env::args_os();
    let program = words.next();
    // The first word chooses; a script of that name is called as ./pass.
    let done = match words.next() {
        Some(word) if word == "pass" => pass::run(&PassArguments::parse_from(program.into_iter().chain(words))),
        Some(word) if word == "serve" => serve::run(&ServeArguments::parse_from(program.into_iter().chain(words))),
        Some(word) if word == "grammar" => grammar::run(GrammarArguments::parse_from(program.into_iter().chain(words))),
        Some(word) if word == "tree" => tree::run(&TreeArguments::parse_from(program.into_iter().chain(words))),
        Some(word) if word == "sessions" => {
            sessions::run(&SessionsArguments::parse_from(program.into_iter().chain(words)))
        }
        Some(word) if word == HELPER_WORD => helped(),
        Some(word) if word == SUPERVISOR_WORD => supervised(words.next()),
        _ => run::run(&Arguments::read()),
    };
    ended("reduce-tree", done)
}
