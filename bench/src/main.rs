//! The measuring behind the project's figures; one subcommand per measurement.

mod candidates;
mod executions;
mod flakiness;
mod learning;
mod plugins;
mod simulation;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use reduce_core::oracle::{SUPERVISOR_WORD, serve_as_supervisor};
use reduce_core::plugin::{HELPER_WORD, serve_as_helper};

#[derive(Parser)]
#[command(about = "Measures what the README reports")]
struct Arguments {
    #[command(subcommand)]
    measurement: Measurement,
}

#[derive(Subcommand)]
enum Measurement {
    /// Candidates per second of the search itself
    Candidates(candidates::Arguments),
    /// What each run of ddmin does within a reduction, a line of JSON for each
    Executions(executions::Arguments),
    /// Reductions under a test that errs
    Flakiness(flakiness::Arguments),
    /// Learning a corpus against parsing it alone
    Learning(learning::Arguments),
    /// Calls of a plugin in a helper process against calls in this process
    Plugins(plugins::Arguments),
    /// wddmin against ddmin on synthetic lists (WDD paper, Section IV-D)
    Simulation(simulation::Arguments),
}

fn main() -> ExitCode {
    let served = match std::env::args_os().nth(1) {
        Some(word) if word == HELPER_WORD => Some(serve_as_helper()),
        Some(word) if word == SUPERVISOR_WORD => Some(serve_as_supervisor(u64::MAX)),
        _ => None,
    };
    if let Some(served) = served {
        return if served.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    let measured = match Arguments::parse().measurement {
        Measurement::Candidates(arguments) => candidates::run(&arguments),
        Measurement::Executions(arguments) => executions::run(&arguments),
        Measurement::Flakiness(arguments) => flakiness::run(&arguments),
        Measurement::Learning(arguments) => learning::run(&arguments),
        Measurement::Plugins(arguments) => plugins::run(&arguments),
        Measurement::Simulation(arguments) => simulation::run(&arguments),
    };
    match measured {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bench: {error:#}");
            ExitCode::FAILURE
        }
    }
}
