//! The measuring behind the project's figures; one subcommand per measurement.

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
    /// wddmin against ddmin on synthetic lists (WDD paper, Section IV-D)
    Simulation(simulation::Arguments),
}

fn main() -> ExitCode {
    let measured = match Arguments::parse().measurement {
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
