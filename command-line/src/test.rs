//! The property test on the command line.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::repeat::Repeats;
use crate::server::ServerArguments;

/// What is reduced, under which test.
#[derive(Clone, Debug, Args)]
pub struct TestArguments {
    /// TEST is an executable script that exits with 0 if the candidate is interesting; INPUT is the file to reduce, or a
    /// folder, or several files. With a COMMAND there is INPUT only
    #[arg(value_names = ["TEST", "INPUT"], num_args = 1.., required_unless_present = "list_passes")]
    pub files: Vec<PathBuf>,

    /// The command to run on each candidate, instead of a script; @@ is the candidate's path, also within a word
    #[arg(last = true, value_name = "COMMAND")]
    pub command: Vec<OsString>,

    /// What it asks for.
    #[command(flatten)]
    pub property: PropertyArguments,
}

/// What makes a run of the test interesting, how often it is asked, and what comes before it.
#[derive(Clone, Debug, Args)]
pub struct PropertyArguments {
    /// Interesting if COMMAND exits with this status
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(i32).range(0..=255),
        help_heading = "Interesting is (all that are given)"
    )]
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

    /// Asks the test up to N times about each text, which is interesting if K of the runs say so; N alone: all of them.
    /// auto measures how often the test errs, on INPUT and on an empty file, and takes what suits
    #[arg(long, value_name = "K/N|auto", value_parser = Repeats::parse, help_heading = "Flaky tests")]
    pub repeat: Option<Repeats>,

    /// Tests only candidates for which CMD exits with 0: a script, or a command with @@ for the candidate's path. May be
    /// given several times. auto: the language's own checker, where one is installed
    #[arg(long, value_name = "CMD|auto", help_heading = "Before the test")]
    pub valid: Vec<String>,

    /// A test that stays.
    #[command(flatten)]
    pub server: ServerArguments,

    /// The same for a quick look whether a candidate is worth the test; it comes before every --valid
    #[arg(long, value_name = "CMD", help_heading = "Before the test")]
    pub quick_test: Option<String>,
}

impl PropertyArguments {
    /// The words of the conditions and of the test server, some of which may be files.
    pub fn words_of_lines(&self) -> impl Iterator<Item = &Path> {
        let lines = self.quick_test.iter().chain(&self.valid);
        lines.flat_map(|line| line.split_whitespace()).map(Path::new).chain(self.server.words())
    }

    /// Whether anything is expected of COMMAND.
    pub fn expects(&self) -> bool {
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
