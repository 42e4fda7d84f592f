//! How much is said of a run, and where its numbers go.

use std::path::PathBuf;

use clap::Args;

/// What is said, and what is written besides the result.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct ReportingArguments {
    /// Writes the numbers of the run
    #[arg(long, value_name = "FILE.json")]
    pub stats: Option<PathBuf>,

    /// Says nothing unless something is wrong
    #[arg(short, long)]
    pub quiet: bool,

    /// Says every success, and at the end what each pass did
    #[arg(short, long, conflicts_with = "quiet")]
    pub verbose: bool,
}
