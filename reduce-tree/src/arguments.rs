//! The command line.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser};
use reduce_command_line::check::Property;
use reduce_command_line::choice::choice;
use reduce_command_line::expect::ExpectArguments;
use reduce_command_line::limits::LimitArguments;
use reduce_core::knowledge::Filter;
use reduce_core::minimize::Minimizer;
use reduce_core::oracle::Invocation;
use reduce_core::reduce::{Algorithm, Plan};

use crate::choice::ChoiceArguments;
use crate::exit::{ExitStatus, Failure, STATUSES};
use crate::language::LanguageArguments;
use crate::plugins::PluginArguments;

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
    pub output: OutputArguments,
}

/// What is reduced, under which test.
#[derive(Debug, Args)]
pub struct TestArguments {
    /// TEST is an executable script that exits with 0 if the candidate is interesting; INPUT is the file to reduce. With
    /// a COMMAND there is INPUT only
    #[arg(value_names = ["TEST", "INPUT"], num_args = 1..=2, required_unless_present = "list_passes")]
    pub files: Vec<PathBuf>,

    /// The command to run on each candidate, instead of a script; @@ is the candidate's path, also within a word
    #[arg(last = true, value_name = "COMMAND")]
    pub command: Vec<OsString>,

    #[command(flatten)]
    pub expect: ExpectArguments,
}

impl TestArguments {
    /// The property test.
    pub fn property(&self) -> Result<Property<'_>, Failure> {
        let invocation = if self.command.is_empty() {
            Invocation::script(&self.files[0])
        } else {
            Invocation::command(&self.command)
        };
        let invocation = invocation.map_err(Failure::with(ExitStatus::Test))?;
        Ok(Property { invocation, expected: (!self.command.is_empty()).then_some(&self.expect) })
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
    /// The result, and the best so far at every moment [default: bug.reduced.js beside bug.js]
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
        assert_eq!(arguments.test.expect.same_error, Some(0.8));
        assert_eq!(arguments.test.files, [PathBuf::from("bug.js")]);
        let arguments = Arguments::parse_from(["reduce-tree", "--same-error=0.5", "bug.js", "--", "node", "@@"]);
        assert_eq!(arguments.test.expect.same_error, Some(0.5));
    }
}
