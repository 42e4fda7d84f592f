//! Conditions that come before the test: `--quick-test`, `--valid`, and the language's own checker.

use std::ffi::OsString;
use std::sync::Arc;
use std::time::Duration;

use reduce_core::language::BUILTIN;
use reduce_core::oracle::{
    Capture, CommandTest, Condition, Expectation, Halt, Invocation, Limits, Run, Sandbox, Supervisor, TestError, Until,
    Verdict,
};

use crate::check::{described, output};
use crate::exit::{ExitStatus, Failure};
use crate::input::Input;
use crate::limits::LimitArguments;
use crate::repeat::finished;
use crate::test::PropertyArguments;

/// The option of the first condition.
pub const QUICK_TEST: &str = "--quick-test";
/// The option of the others.
pub const VALID: &str = "--valid";

/// On the original a condition may take so long when the user sets no limit.
const FIRST_LIMIT: Duration = Duration::from_secs(60);
/// A checker that nobody asked for may take so long.
const HINT_LIMIT: Duration = Duration::from_secs(2);
/// On no larger original (in bytes) is one tried that nobody asked for.
const HINT_SIZE: usize = 1 << 20;
/// On candidates it may take ten times as long as on the original, and at least this.
const LEAST_LIMIT: Duration = Duration::from_secs(5);

/// What conditions are made with.
pub struct Conditions<'a> {
    /// What they have to accept.
    pub input: &'a Input,
    /// The name of its language.
    pub language: &'a str,
    /// What runs them.
    pub supervisor: &'a Arc<Supervisor>,
    /// How long this is wanted.
    pub until: Until<'a>,
    /// What ends it.
    pub halt: &'a Halt,
    /// What a run may use.
    pub limits: &'a LimitArguments,
    /// What runs are kept in, if anything.
    pub sandbox: Option<&'a Sandbox>,
}

impl Conditions<'_> {
    /// The conditions of the command line, in the order in which they are asked. The original meets all of them.
    ///
    /// # Errors
    /// [`Failure`] when one of them cannot be run, or does not accept the original.
    pub fn of(&self, arguments: &PropertyArguments) -> Result<Vec<Condition>, Failure> {
        let quick = arguments.quick_test.iter().map(|line| self.given(QUICK_TEST, line));
        let valid = arguments.valid.iter();
        let valid = valid.map(|line| if line == "auto" { self.auto() } else { self.given(VALID, line) });
        quick.chain(valid).collect()
    }

    /// The language's own checker, as a command line, if one is installed and accepts the original. With a large one
    /// nobody wants to wait for that.
    pub fn checker(&self) -> Option<String> {
        if self.input.text.len() > HINT_SIZE {
            return None;
        }
        let accepts = |words: &&&[&str]| {
            let tried = self.tried(invocation(words), HINT_LIMIT);
            tried.is_ok_and(|(command, run)| command.judge(&run) == Some(Verdict::Interesting))
        };
        self.checkers().iter().find(accepts).map(|words| shown(words))
    }

    /// Whether any of these conditions turns the empty text away.
    ///
    /// # Errors
    /// [`Failure`] when one of them cannot be run.
    pub fn refuse_empty(&self, conditions: &[Condition]) -> Result<bool, Failure> {
        for condition in conditions {
            let met = condition.met(b"", Capture::Nothing, &self.until).map_err(Failure::with(ExitStatus::Test))?;
            finished(met.1, self.halt)?;
            if met.0 == Some(false) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The condition that an option names.
    fn given(&self, option: &str, line: &str) -> Result<Condition, Failure> {
        let name = format!("{option} {line}");
        let tried = self.tried(Invocation::line(line), self.first_limit());
        let (command, run) = tried.map_err(|e| Failure::new(ExitStatus::Test, format!("`{name}`: {e}")))?;
        let run = finished(run, self.halt)?;
        if command.judge(&run) == Some(Verdict::Interesting) {
            return Ok(Condition::new(name, self.limited(command, &run)));
        }
        Err(self.refused(&name, &run))
    }

    /// The language's own checker.
    fn auto(&self) -> Result<Condition, Failure> {
        let language = self.language;
        let mut refusal = None;
        for words in self.checkers() {
            let Ok((command, run)) = self.tried(invocation(words), self.first_limit()) else { continue };
            let name = format!("{VALID} {}", shown(words));
            let run = finished(run, self.halt)?;
            if command.judge(&run) == Some(Verdict::Interesting) {
                return Ok(Condition::new(name, self.limited(command, &run)));
            }
            refusal.get_or_insert_with(|| self.refused(&name, &run));
        }
        let programs: Vec<&str> = self.checkers().iter().filter_map(|words| words.first().copied()).collect();
        let lacking = if programs.is_empty() {
            format!("there is none known for {language}: name one, as in --valid 'check @@'")
        } else {
            format!(
                "none is installed for {language}: install {}, or name one, as in --valid 'check @@'",
                programs.join(" or ")
            )
        };
        Err(refusal
            .unwrap_or_else(|| Failure::new(ExitStatus::Usage, format!("--valid auto wants a checker; {lacking}"))))
    }

    fn checkers(&self) -> &'static [&'static [&'static str]] {
        BUILTIN.iter().find(|row| row.name == self.language).map_or(&[], |row| row.checkers)
    }

    fn first_limit(&self) -> Duration {
        self.limits.timeout.unwrap_or(FIRST_LIMIT)
    }

    /// A command, and what it does with the original within some time.
    fn tried(
        &self,
        invocation: Result<Invocation, TestError>,
        time: Duration,
    ) -> Result<(CommandTest, Run), TestError> {
        let limits = Limits { time, bounds: self.limits.bounds() };
        let meant = vec![Expectation::Exit(0)];
        let command = CommandTest::new(invocation?, &self.input.path, limits, meant, Arc::clone(self.supervisor));
        let command = if self.input.is_folder() { command.on_folders() } else { command };
        let command = self.sandbox.cloned().into_iter().fold(command, CommandTest::within);
        let run = command.run(&self.input.text, Capture::Output, &self.until)?;
        Ok((command, run))
    }

    fn limited(&self, command: CommandTest, on_original: &Run) -> CommandTest {
        let time = self.limits.timeout.unwrap_or_else(|| LEAST_LIMIT.max(on_original.took * 10));
        command.with(time, vec![Expectation::Exit(0)])
    }

    fn refused(&self, name: &str, run: &Run) -> Failure {
        let described = described(run, self.first_limit(), self.limits);
        let message = format!(
            "`{name}` does not accept the original: {described}. It has to exit with 0 for it, since every candidate has \
             to meet it; @@ stands for the candidate's path{}",
            output(run)
        );
        Failure::new(ExitStatus::NotInteresting, message)
    }
}

fn invocation(words: &[&str]) -> Result<Invocation, TestError> {
    Invocation::command(&words.iter().map(OsString::from).collect::<Vec<_>>())
}

/// A command for the eye: a program within it is left out.
fn shown(words: &[&str]) -> String {
    words.iter().map(|word| if word.contains(' ') { "..." } else { word }).collect::<Vec<_>>().join(" ")
}
