//! The command line.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser};
use reduce_core::knowledge::Filter;
use reduce_core::minimize::Minimizer;
use reduce_core::reduce::{Algorithm, Plan};

use crate::choice::ChoiceArguments;
use crate::exit::STATUSES;
use crate::language::LanguageArguments;
use crate::limits::LimitArguments;
use crate::plugins::PluginArguments;
use crate::repeat::Repeats;
use crate::resume::SessionArguments;

const EXAMPLES: &str = "Examples:
  reduce-tree ./still-fails.sh bug.js
      still-fails.sh runs in a fresh folder that holds the candidate as bug.js, and exits with 0 if it still fails.
      The candidate's path is its argument and the text is on its standard input, too.
  reduce-tree --expect-signal SEGV bug.c -- /usr/bin/sdcc @@
      No script: interesting is what crashes the command. @@ stands for the candidate's path.
  reduce-tree --same-error -j 4 -o small.py bug.py -- black @@
      Interesting is what ends in (nearly) the same error as bug.py does now.";

/// The algorithms by their names.
pub const ALGORITHMS: [(&str, Algorithm); 7] = [
    ("default", Algorithm::Default),
    ("ddmin", Algorithm::Ddmin),
    ("hdd", Algorithm::Hdd),
    ("hdd-star", Algorithm::HddStar),
    ("gtr", Algorithm::Gtr),
    ("gtr-star", Algorithm::GtrStar),
    ("perses", Algorithm::Perses),
];

const FILTERS: [(&str, Filter); 3] = [("ranked", Filter::Ranked), ("strict", Filter::Strict), ("off", Filter::Off)];

/// Shrinks a failing input to its essence: the smallest text that your test still finds interesting.
#[derive(Debug, Parser)]
#[command(
    version,
    max_term_width = 120,
    after_help = format!("{EXAMPLES}\n\n{STATUSES}"),
    override_usage = "reduce-tree [OPTIONS] TEST INPUT\n       reduce-tree [OPTIONS] --expect-... INPUT -- COMMAND [WORD | @@]..."
)]
pub struct Arguments {
    #[command(flatten)]
    pub test: TestArguments,
    #[command(flatten)]
    pub limits: LimitArguments,
    #[command(flatten)]
    pub search: SearchArguments,
    #[command(flatten)]
    pub plugins: PluginArguments,
    #[command(flatten)]
    pub choice: ChoiceArguments,
    /// Shows every pass that there is
    #[arg(long, help_heading = "Passes")]
    pub list_passes: bool,
    #[command(flatten)]
    pub language: LanguageArguments,
    #[command(flatten)]
    pub session: SessionArguments,
    #[command(flatten)]
    pub output: OutputArguments,
}

impl Arguments {
    /// Reads the command line.
    pub fn read() -> Self {
        let mut arguments = Arguments::parse();
        let TestArguments { files, command, .. } = &mut arguments.test;
        // No command begins so: `--` is there as everywhere else, for the sake of a file's name.
        if files.len() == 1 && command.len() == 1 && command[0].as_encoded_bytes().starts_with(b"-") {
            files.extend(command.drain(..).map(PathBuf::from));
        }
        arguments
    }
}

/// What is reduced, under which test.
#[derive(Clone, Debug, Args)]
pub struct TestArguments {
    /// TEST is an executable script that exits with 0 if the candidate is interesting; INPUT is the file to reduce. With
    /// a COMMAND there is INPUT only
    #[arg(value_names = ["TEST", "INPUT"], num_args = 1..=2, required_unless_present = "list_passes")]
    pub files: Vec<PathBuf>,

    /// The command to run on each candidate, instead of a script; @@ is the candidate's path, also within a word
    #[arg(last = true, value_name = "COMMAND")]
    pub command: Vec<OsString>,

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

    /// The same for a quick look whether a candidate is worth the test; it comes before every --valid
    #[arg(long, value_name = "CMD", help_heading = "Before the test")]
    pub quick_test: Option<String>,
}

impl TestArguments {
    /// The words of the conditions, some of which may be files.
    pub fn words_of_conditions(&self) -> impl Iterator<Item = &Path> {
        let lines = self.quick_test.iter().chain(&self.valid);
        lines.flat_map(|line| line.split_whitespace()).map(Path::new)
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

/// How the search goes.
#[derive(Debug, Args)]
#[command(next_help_heading = "Search")]
pub struct SearchArguments {
    #[command(flatten)]
    pub reducer: ReducerArguments,

    /// Runs up to so many tests at once; the result is the same
    #[arg(short, long, value_name = "N", default_value = "1")]
    pub jobs: NonZeroUsize,
}

/// What finds the candidates.
#[derive(Debug, Args)]
#[command(next_help_heading = "Search")]
pub struct ReducerArguments {
    /// The reducer
    #[arg(long, value_name = "NAME", default_value = "default", value_parser = choice(&ALGORITHMS))]
    pub algorithm: Algorithm,

    /// The list minimizer inside the reducer [default: what suits it]
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(Minimizer::ALL.map(Minimizer::name)).try_map(|name| name.parse::<Minimizer>()))]
    pub minimizer: Option<Minimizer>,

    /// What admits a candidate to the test. ranked: the grammar admits, learned counts order; strict: the learned
    /// tables alone admit; off: nothing is sorted out
    #[arg(long, value_name = "NAME", default_value = "ranked", value_parser = choice(&FILTERS))]
    pub filter: Filter,
}

impl ReducerArguments {
    /// What to run.
    pub fn plan(&self) -> Plan {
        Plan { algorithm: self.algorithm, minimizer: self.minimizer }
    }
}

/// Where results go and what is said.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct OutputArguments {
    /// The result, and the best so far at every moment [default: bug.reduced.js beside bug.js; bug.reduced-2.js where
    /// that is another run's]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Reduces INPUT itself; the original is kept as INPUT.orig
    #[arg(long, conflicts_with = "output")]
    pub in_place: bool,

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

/// A parser for one of some names.
fn choice<T: Copy + Send + Sync + 'static>(table: &'static [(&'static str, T)]) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(table.iter().map(|(name, _)| *name)).try_map(move |given| {
        let row = table.iter().find(|(name, _)| *name == given);
        row.map(|&(_, value)| value).ok_or("none of the names")
    })
}

fn ratio(given: &str) -> Result<f32, String> {
    given.parse().ok().filter(|ratio| (0.0..=1.0).contains(ratio)).ok_or("give a number between 0 and 1".to_owned())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn same_error_leaves_the_input_alone() {
        let arguments = Arguments::parse_from(["reduce-tree", "--same-error", "bug.js", "--", "node", "@@"]);
        assert_eq!(arguments.test.same_error, Some(0.8));
        assert_eq!(arguments.test.files, [PathBuf::from("bug.js")]);
        let arguments = Arguments::parse_from(["reduce-tree", "--same-error=0.5", "bug.js", "--", "node", "@@"]);
        assert_eq!(arguments.test.same_error, Some(0.5));
    }
}
