//! `reduce-generator replay`: makes a reduced input again.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use clap::Parser;
use reduce_command_line::exit::{ExitStatus, Failure};
use reduce_command_line::input::LARGEST_FILE;
use reduce_command_line::interruption::interruption;
use reduce_core::oracle::Supervisor;
use reduce_core::session::BestFile;
use reduce_core::trace::{Alignment, CommandGenerator, Generator, GeneratorCommand, Replay};

use crate::kept::Kept;
use crate::python::traced;

/// Makes a reduced input again, from the trace that a reduction kept.
#[derive(Debug, Parser)]
#[command(
    name = "reduce-generator replay",
    max_term_width = 120,
    after_help = "Exit status:\n  0  the input is written\n  2  wrong usage\n  5  a file cannot be read or written\n  8  the generator does not follow the trace: it has changed"
)]
pub struct ReplayArguments {
    /// The trace
    pub trace: PathBuf,

    /// Where the input goes [default: the standard output]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Does what the command line says.
pub fn run(arguments: &ReplayArguments) -> Result<ExitStatus, Failure> {
    let kept = Kept::read(&arguments.trace)?;
    let supervisor = Arc::new(Supervisor::new(LARGEST_FILE));
    let traced = traced(&kept.generator, &supervisor)?;
    let command = GeneratorCommand {
        words: traced.words.clone(),
        environment: traced.environment.clone(),
        // A program that has a side of its own does not need another.
        preload: traced.preload.clone().filter(|_| kept.trace.is_of_stacks()),
        // There is one replay.
        replayer: None,
        name: arguments.output.as_ref().and_then(|path| path.file_name()).unwrap_or("input".as_ref()).to_owned(),
        folder: kept.folder,
        time: None,
    };
    let generator = CommandGenerator::of_trace(command, supervisor, Some(interruption()?));
    let followed = generator.replay(&kept.trace, Alignment::Halt);
    let output = match followed.map_err(Failure::with(ExitStatus::Generator))? {
        Replay::Done(execution) => execution.output,
        Replay::Infeasible(_) => {
            let message = "the generator does not follow the trace: it is not the one that was reduced, or has changed";
            return Err(Failure::new(ExitStatus::Generator, message));
        }
        Replay::Failed(how) => return Err(Failure::new(ExitStatus::Generator, format!("the generator fails: {how}"))),
    };
    let written = |e: io::Error| Failure::new(ExitStatus::File, format!("cannot write the input: {e}"));
    match &arguments.output {
        None => io::stdout().write_all(&output).map_err(written)?,
        Some(path) => {
            let file = BestFile::new(path, path).map_err(Failure::with(ExitStatus::File))?;
            file.finish(&output).map_err(Failure::with(ExitStatus::File))?;
        }
    }
    Ok(ExitStatus::Reduced)
}
