//! Several tests at once on the command line: `-j` and `--jobs-mode`.

use std::num::NonZeroUsize;

use clap::Args;
use clap::builder::PossibleValuesParser;

const MODES: [&str; 2] = ["exact", FAST];
const FAST: &str = "fast";

/// How many tests run at once, and what that is for.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Search")]
pub struct JobsArguments {
    /// Runs up to so many tests at once; the result is the same, unless --jobs-mode says otherwise
    #[arg(short = 'j', long = "jobs", id = "jobs", value_name = "N", default_value = "1")]
    pub number: NonZeroUsize,

    /// What -j is for. exact: the same result with any number of jobs; fast: successes that are found at once are joined,
    /// so that a number of jobs has a result of its own
    #[arg(long = "jobs-mode", id = "jobs_mode", value_name = "NAME", default_value = "exact", value_parser = PossibleValuesParser::new(MODES))]
    pub mode: String,
}

impl JobsArguments {
    /// Whether successes are joined.
    pub fn joins(&self) -> bool {
        self.mode == FAST
    }

    /// The number of jobs where it steers the search, which is where successes are joined.
    pub fn steering(&self) -> Option<NonZeroUsize> {
        self.joins().then_some(self.number)
    }
}
