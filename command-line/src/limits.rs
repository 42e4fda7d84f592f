//! What a run may use, on the command line.

use std::time::Duration;

use clap::Args;

use crate::seconds::seconds;

/// What a test and the whole run may use.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
pub struct LimitArguments {
    /// A test that takes longer says no [default: ten times its first run, at least 5 s]
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub timeout: Option<Duration>,

    /// Address space of each process of a test
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..=1 << 30))]
    pub memory_limit: Option<u64>,

    /// Ends after so many runs of the test, those of the initial check included
    #[arg(long, value_name = "N")]
    pub max_tests: Option<u64>,

    /// Ends after so many seconds
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub max_time: Option<Duration>,
}
