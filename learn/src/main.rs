//! `learn` reads a corpus of example files and writes what it shows of their languages to tables, by which
//! `reduce-tree` then reduces.

mod arguments;
mod corpus;
mod curve;
mod exit;
mod interrupt;
mod learning;
mod progress;
mod show;

use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use clap::Parser;
use reduce_core::knowledge::{StoreError, merge_tables};

/// Trees come and go by the million, the parser's (in C) too: this takes a fifth off the time of the system's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

use arguments::{Arguments, Command};
use exit::Exit;

fn main() -> ExitCode {
    match run(Arguments::parse(), &mut io::stdout().lock()) {
        Ok(exit) => exit.into(),
        // Whoever reads our output has seen enough.
        Err(error) if error.downcast_ref().is_some_and(|e: &io::Error| e.kind() == ErrorKind::BrokenPipe) => {
            Exit::Done.into()
        }
        Err(error) => {
            // Nobody is left to be told when this fails.
            let _ = writeln!(io::stderr(), "learn: {error:#}");
            match error.downcast_ref() {
                None | Some(StoreError::Io { .. }) => Exit::Failed,
                Some(_) => Exit::Tables,
            }
            .into()
        }
    }
}

fn run(arguments: Arguments, out: &mut impl Write) -> anyhow::Result<Exit> {
    match arguments.command {
        None => learning::learn(&arguments.corpus, arguments.tables.as_deref(), out),
        Some(Command::Show { kind, language, tables }) => {
            show::show(&kind, language.as_deref(), tables.as_deref(), out).map(|()| Exit::Done)
        }
        Some(Command::Merge { tables, into, slim }) => {
            let tables: Vec<_> = tables.iter().map(AsRef::as_ref).collect();
            merge_tables(&tables, &into, slim)?;
            writeln!(out, "merged {} tables into {}", tables.len(), into.display())?;
            Ok(Exit::Done)
        }
        Some(Command::Curve { corpus, plot }) => curve::curve(&corpus, &plot, out).map(|()| Exit::Done),
    }
}
