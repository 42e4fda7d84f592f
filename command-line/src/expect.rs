//! What is to be expected of a command's run.

use clap::Args;

/// What makes the run of a command interesting.
#[derive(Debug, Args)]
pub struct ExpectArguments {
    /// Interesting if COMMAND exits with this status
    #[arg(long, value_name = "N", help_heading = "Interesting is (all that are given)")]
    pub expect_exit: Option<i32>,

    /// Interesting if COMMAND is killed by this signal (SEGV, ABRT, ...)
    #[arg(long, value_name = "NAME", help_heading = "Interesting is (all that are given)")]
    pub expect_signal: Option<String>,

    /// Interesting if COMMAND's standard output matches
    #[arg(long, value_name = "REGEX", help_heading = "Interesting is (all that are given)")]
    pub expect_stdout: Option<String>,

    /// Interesting if COMMAND's standard error matches
    #[arg(long, value_name = "REGEX", help_heading = "Interesting is (all that are given)")]
    pub expect_stderr: Option<String>,

    /// Interesting if COMMAND's exit status is the original's and its error text is at least so similar to the
    /// original's (between 0 and 1)
    #[arg(
        long,
        value_name = "RATIO",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "0.8",
        value_parser = ratio,
        help_heading = "Interesting is (all that are given)"
    )]
    pub same_error: Option<f32>,
}

impl ExpectArguments {
    /// Whether anything is expected.
    pub fn any(&self) -> bool {
        self.expect_exit.is_some()
            || self.expect_signal.is_some()
            || self.expect_stdout.is_some()
            || self.expect_stderr.is_some()
            || self.same_error.is_some()
    }
}

fn ratio(given: &str) -> Result<f32, String> {
    given.parse().ok().filter(|ratio| (0.0..=1.0).contains(ratio)).ok_or("give a number between 0 and 1".to_owned())
}
