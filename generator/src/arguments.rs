//! The command line.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser};
use reduce_command_line::choice::choice;
use reduce_command_line::exit::{ExitStatus, Failure};
use reduce_command_line::jobs::JobsArguments;
use reduce_command_line::language::LanguageArguments;
use reduce_command_line::limits::LimitArguments;
use reduce_command_line::passes::ChoiceArguments;
use reduce_command_line::plugins::PluginArguments;
use reduce_command_line::reporting::ReportingArguments;
use reduce_command_line::resume::SessionArguments;
use reduce_command_line::seconds::seconds;
use reduce_command_line::test::PropertyArguments;
use reduce_core::minimize::Minimizer;
use reduce_core::trace::{Order, Strategy};

const EXAMPLES: &str = "Examples:
  reduce-generator --test ./still-fails.sh -o small.js -- python3 gen.py --seed 26524
      gen.py writes the input to its standard output; still-fails.sh exits with 0 if the file still fails.
  reduce-generator --expect-signal SEGV --run 'mycompiler -O2 @@' -o small.c -- python3 gen.py --seed 7 --out @@
      No script, and a generator that writes a file: @@ stands for the path.
  reduce-generator replay small.js.trace
      Makes the small input again.

Exit status:
  0    reduced, or already minimal, or the budget (--max-tests, --max-time) is used up
  2    wrong usage
  3    the test does not find what is generated interesting
  4    the test is flaky, and stands by no result
  5    a file cannot be read or written
  6    the test cannot be run
  8    the generator cannot be recorded or replayed
  130  interrupted; the best so far is in the output file";

const STRATEGIES: [(&str, Strategy); 3] =
    [("halt", Strategy::Halt), ("bypass", Strategy::Bypass), ("re-align", Strategy::ReAlign)];

/// The orders of trace reduction by their names.
pub const ORDERS: [(&str, Order); 3] =
    [("promise", Order::Promise), ("sequence", Order::Sequence), ("tree", Order::Tree)];

/// Shrinks the input that a generator makes by running the generator again with fewer choices: what comes out is an input
/// that the generator can make, as valid as all of them.
#[derive(Debug, Parser)]
#[command(
    version,
    max_term_width = 120,
    after_help = EXAMPLES,
    mut_arg("language", |language| language.help(
        "The input's language, by which tokens are counted [default: by the output's name; else bytes alone count]"
    )),
    override_usage = "reduce-generator [OPTIONS] --test SCRIPT -o FILE -- GENERATOR [WORD | @@]...\n       reduce-generator \
                      [OPTIONS] --expect-... --run 'COMMAND @@' -o FILE -- GENERATOR [WORD | @@]...\n       \
                      reduce-generator replay TRACE"
)]
pub struct Arguments {
    /// The command that generates the failing input: a Python script, or any program with a side that records
    #[arg(last = true, required = true, value_name = "GENERATOR")]
    pub generator: Vec<OsString>,

    #[command(flatten)]
    pub test: TestArguments,
    #[command(flatten)]
    pub limits: LimitArguments,

    /// A run of the generator that takes longer comes to nothing [default: ten times its first run, at least 5 s]
    #[arg(long, value_name = "S", value_parser = seconds, help_heading = "Limits")]
    pub generator_timeout: Option<Duration>,

    #[command(flatten)]
    pub search: SearchArguments,
    #[command(flatten)]
    pub language: LanguageArguments,
    #[command(flatten)]
    pub plugins: PluginArguments,
    #[command(flatten)]
    pub choice: ChoiceArguments,
    #[command(flatten)]
    pub session: SessionArguments,
    #[command(flatten)]
    pub output: OutputArguments,
}

/// Under which test.
#[derive(Debug, Args)]
pub struct TestArguments {
    /// An executable script that exits with 0 if its argument, a file, is interesting
    #[arg(long, value_name = "SCRIPT", required_unless_present_any = ["run", "test_server"], conflicts_with = "run")]
    pub test: Option<PathBuf>,

    /// The command to run on each input, instead of a script, with words as in a shell; @@ is the input's path
    #[arg(long, value_name = "COMMAND", conflicts_with = "test_server")]
    pub run: Option<String>,

    #[command(flatten)]
    pub property: PropertyArguments,
}

impl TestArguments {
    /// The test as `reduce-tree` would be told it, on a file of this name.
    pub fn told(&self, name: &Path) -> Result<reduce_command_line::test::TestArguments, Failure> {
        let usage = |message: &str| Failure::new(ExitStatus::Usage, format!("{message} (see reduce-generator --help)"));
        if self.property.server.test_server.is_some() {
            if self.property.expects() {
                return Err(usage("a --test-server says itself what is interesting: give no --expect-..."));
            }
            let files = self.test.iter().cloned().chain([name.to_owned()]).collect();
            let property = self.property.clone();
            return Ok(reduce_command_line::test::TestArguments { files, command: Vec::new(), property });
        }
        let (files, command) = match (&self.test, &self.run, self.property.expects()) {
            (Some(_), _, true) => {
                return Err(usage("what is to be expected is expected of a command: give it with --run"));
            }
            (_, Some(_), false) => {
                return Err(usage("say what makes the command's run interesting: --expect-exit, ..."));
            }
            (Some(script), _, false) => (vec![script.clone(), name.to_owned()], Vec::new()),
            (_, Some(command), true) => {
                let words = shlex::split(command).ok_or_else(|| usage("a quotation mark of --run is not closed"))?;
                (vec![name.to_owned()], words.into_iter().map(OsString::from).collect())
            }
            (None, None, _) => return Err(usage("give a --test, or --expect-... with --run")),
        };
        Ok(reduce_command_line::test::TestArguments { files, command, property: self.property.clone() })
    }
}

/// How the search goes.
#[derive(Debug, Args)]
#[command(next_help_heading = "Search")]
pub struct SearchArguments {
    /// What becomes of a reduced trace that the generator cannot follow: it is given up; what is around the mismatch is
    /// left out, too; the generator goes on and follows again as soon as it can
    #[arg(long, value_name = "NAME", default_value = "re-align", value_parser = choice(&STRATEGIES))]
    pub strategy: Strategy,

    /// In which order parts of the trace are tried. promise: those first that are likely to go and large; sequence: as
    /// one list; tree: level by level
    #[arg(long, value_name = "NAME", default_value = "promise", value_parser = choice(&ORDERS))]
    pub trace_reduction: Order,

    /// The list minimizer
    #[arg(long, value_name = "NAME", default_value = "wprobdd", value_parser = PossibleValuesParser::new(Minimizer::ALL.map(Minimizer::name)).try_map(|name| name.parse::<Minimizer>()))]
    pub minimizer: Minimizer,

    /// Has the default schedule of `reduce-tree`, with its passes, go on with the result under the same test. What it makes
    /// of it need not be an input that the generator can make; what --valid says is asked of it
    #[arg(long)]
    pub then_reduce: bool,

    #[command(flatten)]
    pub jobs: JobsArguments,
}

/// Where results go and what is said.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct OutputArguments {
    /// The result, and the best so far at every moment
    #[arg(short, long, value_name = "FILE", required = true)]
    pub output: PathBuf,

    /// The reduced trace, by which the result can be made again [default: FILE.trace]
    #[arg(long, value_name = "TRACE")]
    pub trace: Option<PathBuf>,

    #[command(flatten)]
    pub reporting: ReportingArguments,
}

impl OutputArguments {
    /// Where the reduced trace is kept.
    pub fn trace(&self) -> PathBuf {
        self.trace.clone().unwrap_or_else(|| {
            let mut path = self.output.clone().into_os_string();
            path.push(".trace");
            path.into()
        })
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }
}
