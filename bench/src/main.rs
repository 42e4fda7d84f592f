//! The measuring behind the project's figures; one subcommand per measurement.

mod candidates;
mod learning;
mod simulation;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

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
    /// Learning a corpus against parsing it alone
    Learning(learning::Arguments),
    /// wddmin against ddmin on synthetic lists (WDD paper, Section IV-D)
    Simulation(simulation::Arguments),
}

fn main() -> ExitCode {
    let measured = match Arguments::parse().measurement {
        Measurement::Candidates(arguments) => candidates::run(&arguments),
        Measurement::Learning(arguments) => learning::run(&arguments),
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
