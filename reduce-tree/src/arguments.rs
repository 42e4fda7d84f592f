//! The command line.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser};
use reduce_command_line::choice::choice;
use reduce_command_line::jobs::JobsArguments;
use reduce_command_line::passes::ChoiceArguments;
use reduce_command_line::reporting::ReportingArguments;
use reduce_command_line::resume::SessionArguments;
use reduce_core::knowledge::Filter;
use reduce_core::minimize::Minimizer;
use reduce_core::reduce::{Algorithm, Plan};

use crate::exit::STATUSES;
use crate::language::LanguageArguments;
use crate::limits::LimitArguments;
use crate::plugins::PluginArguments;
use crate::style::StyleArguments;
use crate::test::TestArguments;

const EXAMPLES: &str = "Examples:
  reduce-tree ./still-fails.sh bug.js
      still-fails.sh runs in a fresh folder that holds the candidate as bug.js, and exits with 0 if it still fails.
      The candidate's path is its argument and the text is on its standard input, too.
  reduce-tree --expect-signal SEGV bug.c -- /usr/bin/sdcc @@
      No script: interesting is what crashes the command. @@ stands for the candidate's path.
  reduce-tree --same-error -j 4 -o small.py bug.py -- black @@
      Interesting is what ends in (nearly) the same error as bug.py does now.
  reduce-tree ./still-fails.sh project
      A folder: still-fails.sh runs without arguments in a copy of it. The result is the folder project.reduced.";

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
    override_usage = "reduce-tree [OPTIONS] TEST INPUT...\n       reduce-tree [OPTIONS] --expect-... INPUT... -- COMMAND [WORD | @@]..."
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
    /// What to run, and how its result is written.
    pub fn plan(&self) -> Plan {
        let plan = self.search.reducer.plan();
        Plan { style: self.output.style.style(plan.algorithm), ..plan }
    }

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

/// How the search goes.
#[derive(Debug, Args)]
#[command(next_help_heading = "Search")]
pub struct SearchArguments {
    #[command(flatten)]
    pub reducer: ReducerArguments,

    #[command(flatten)]
    pub jobs: JobsArguments,
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

    /// Lets the files of a folder have shorter names
    #[arg(long)]
    pub rename_files: bool,

    /// What admits a candidate to the test. ranked: the grammar admits, learned counts order; strict: the learned
    /// tables alone admit; off: nothing is sorted out [default: as in the algorithm's paper, off for hdd and hdd-star,
    /// strict for gtr and gtr-star, ranked for the others]
    #[arg(long, value_name = "NAME", value_parser = choice(&FILTERS))]
    pub filter: Option<Filter>,
}

impl ReducerArguments {
    /// What to run.
    pub fn plan(&self) -> Plan {
        let (algorithm, minimizer) = (self.algorithm, self.minimizer);
        Plan { algorithm, minimizer, renames_files: self.rename_files, ..Plan::default() }
    }

    /// What admits a candidate to the test.
    pub fn filter(&self) -> Filter {
        self.filter.unwrap_or(self.algorithm.filter())
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

    #[command(flatten)]
    pub style: StyleArguments,

    #[command(flatten)]
    pub reporting: ReportingArguments,
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
        assert_eq!(arguments.test.property.same_error, Some(0.8));
        assert_eq!(arguments.test.files, [PathBuf::from("bug.js")]);
        let arguments = Arguments::parse_from(["reduce-tree", "--same-error=0.5", "bug.js", "--", "node", "@@"]);
        assert_eq!(arguments.test.property.same_error, Some(0.5));
    }
}
