//! What is expected of a run of the command.

use std::str::FromStr;

use nix::sys::signal::Signal;
use regex::bytes::Regex;
use similar::{Algorithm, capture_diff_slices, diff_ratio};

use super::{End, Run};

/// Error texts are compared by so many bytes of their end, where the error is.
const COMPARED: usize = 8 * 1024;

/// One thing that is expected of an interesting run. A run that takes too long, or uses too much, meets none.
#[derive(Clone, Debug)]
pub enum Expectation {
    /// It ends with this exit status.
    Exit(i32),
    /// It ends by this signal, or a shell says that its command did (exit status 128 + signal).
    Signal(i32),
    /// Its standard output matches.
    Stdout(Regex),
    /// Its standard error matches.
    Stderr(Regex),
    /// It ends as another run did and its error text is similar to that run's, as GReduce compares them (Section
    /// "Evaluation": similarity 0.8). See [`Expectation::same_error`].
    SameError {
        /// How the other run ended.
        end: End,
        /// The error text of the other run.
        text: Vec<u8>,
        /// The least similarity, between 0 and 1.
        ratio: f32,
    },
}

/// Why something cannot be expected.
#[derive(Debug, thiserror::Error)]
pub enum ExpectationError {
    /// No regular expression.
    #[error("`{0}` is not a regular expression: {1}")]
    Pattern(String, String),
    /// No such signal.
    #[error("unknown signal `{0}`: use a name such as SEGV or SIGABRT, or its number")]
    Signal(String),
    /// The run that others are to resemble shows no error.
    #[error(
        "the command ends with exit status 0 and no error text on the original: there is no error that could be the same"
    )]
    NoError,
    /// The run that others are to resemble did not come to its end.
    #[error("the command does not end on the original: there is no error that could be the same")]
    NoEnd,
}

impl Expectation {
    /// Standard output matches this regular expression somewhere (`regex` crate's syntax; bytes need not be UTF-8).
    ///
    /// # Errors
    /// [`ExpectationError::Pattern`] when it is none.
    pub fn stdout(pattern: &str) -> Result<Self, ExpectationError> {
        compile(pattern).map(Expectation::Stdout)
    }

    /// Standard error matches this regular expression somewhere.
    ///
    /// # Errors
    /// [`ExpectationError::Pattern`] when it is none.
    pub fn stderr(pattern: &str) -> Result<Self, ExpectationError> {
        compile(pattern).map(Expectation::Stderr)
    }

    /// The signal of this name (`SEGV`, `SIGSEGV`, `segv`) or number.
    ///
    /// # Errors
    /// [`ExpectationError::Signal`] when there is none.
    pub fn signal(name: &str) -> Result<Self, ExpectationError> {
        let unknown = || ExpectationError::Signal(name.to_owned());
        let upper = name.to_ascii_uppercase();
        let signal = match name.parse::<i32>() {
            Ok(number) => Signal::try_from(number),
            Err(_) if upper.starts_with("SIG") => Signal::from_str(&upper),
            Err(_) => Signal::from_str(&format!("SIG{upper}")),
        };
        signal.map(|signal| Expectation::Signal(signal as i32)).map_err(|_| unknown())
    }

    /// The same error as in this run. The error text is standard error, or standard output when nothing is on the
    /// former (as with tools that print their findings).
    ///
    /// # Errors
    /// [`ExpectationError`] when the run shows no error.
    pub fn same_error(original: &Run, ratio: f32) -> Result<Self, ExpectationError> {
        match original.end {
            End::TimedOut | End::OverLimit(_) | End::GivenUp | End::Unanswered => return Err(ExpectationError::NoEnd),
            End::Exit(0) if original.stderr.trim_ascii().is_empty() => return Err(ExpectationError::NoError),
            End::Exit(_) | End::Signal(_) => {}
        }
        Ok(Expectation::SameError { end: original.end, text: error_text(original).to_vec(), ratio })
    }

    /// Whether the run's output has to be kept for it.
    pub(super) fn reads_output(&self) -> bool {
        !matches!(self, Expectation::Exit(_) | Expectation::Signal(_))
    }

    /// Whether a run is as expected.
    pub fn met(&self, run: &Run) -> bool {
        if matches!(run.end, End::TimedOut | End::OverLimit(_) | End::GivenUp | End::Unanswered) {
            return false;
        }
        match self {
            Expectation::Exit(status) => run.end == End::Exit(*status),
            Expectation::Signal(signal) => [End::Signal(*signal), End::Exit(128 + signal)].contains(&run.end),
            Expectation::Stdout(pattern) => pattern.is_match(&run.stdout),
            Expectation::Stderr(pattern) => pattern.is_match(&run.stderr),
            Expectation::SameError { end, text, ratio } => {
                run.end == *end && similarity(text, error_text(run)) >= *ratio
            }
        }
    }
}

fn compile(pattern: &str) -> Result<Regex, ExpectationError> {
    Regex::new(pattern).map_err(|e| {
        // The first lines show the place; the last one says what is wrong there.
        let reason = e.to_string().lines().last().unwrap_or_default().to_owned();
        ExpectationError::Pattern(pattern.to_owned(), reason)
    })
}

fn error_text(run: &Run) -> &[u8] {
    let text = if run.stderr.trim_ascii().is_empty() { &run.stdout } else { &run.stderr };
    let text = text.trim_ascii();
    &text[text.len().saturating_sub(COMPARED)..]
}

/// Twice the bytes in common over all bytes.
fn similarity(one: &[u8], other: &[u8]) -> f32 {
    if one == other {
        return 1.0;
    }
    diff_ratio(&capture_diff_slices(Algorithm::Myers, one, other), one.len(), other.len())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn run(end: End, stdout: &str, stderr: &str) -> Run {
        Run { end, stdout: stdout.into(), stderr: stderr.into(), took: Duration::ZERO }
    }

    #[test]
    fn a_signal_has_a_name_and_a_number() {
        for name in ["SEGV", "SIGSEGV", "sigsegv", "11"] {
            let segv = Expectation::signal(name).expect("known");
            assert!(segv.met(&run(End::Signal(11), "", "")));
            assert!(segv.met(&run(End::Exit(139), "", "")), "as a shell says it");
            assert!(!segv.met(&run(End::Exit(1), "", "")));
        }
        for name in ["SEGFAULT", "", "4711", "-1"] {
            assert!(Expectation::signal(name).is_err(), "{name}");
        }
    }

    #[test]
    fn a_pattern_that_is_none_is_told_in_one_line() {
        let error = Expectation::stderr("(a").expect_err("not closed").to_string();
        assert_eq!(error, "`(a` is not a regular expression: error: unclosed group");
    }

    #[test]
    fn the_same_error_may_differ_a_little() {
        let original = run(End::Exit(1), "", "Error: cannot read property 'kind' of undefined (line 120)");
        let same = Expectation::same_error(&original, 0.8).expect("an error");
        assert!(same.met(&original));
        assert!(same.met(&run(End::Exit(1), "noise", "Error: cannot read property 'kind' of undefined (line 3)")));
        assert!(!same.met(&run(End::Exit(1), "", "SyntaxError: unexpected token")));
        assert!(!same.met(&run(End::Exit(2), "", "Error: cannot read property 'kind' of undefined (line 120)")));
        assert!(!same.met(&run(End::Exit(1), "", "")));
    }

    #[test]
    fn without_an_error_there_is_none_to_be_the_same() {
        assert!(Expectation::same_error(&run(End::Exit(0), "fine", ""), 0.8).is_err());
        assert!(Expectation::same_error(&run(End::TimedOut, "", "so far"), 0.8).is_err());
        let findings = Expectation::same_error(&run(End::Exit(1), "bug.ts: error 7", ""), 0.8).expect("an error");
        assert!(findings.met(&run(End::Exit(1), "bug.ts: error 7", "")));
        assert!(!findings.met(&run(End::Exit(1), "nothing of the kind", "")));
    }

    #[test]
    fn what_takes_too_long_is_never_as_expected() {
        let anything = Expectation::stdout("").expect("a pattern");
        assert!(!anything.met(&run(End::TimedOut, "", "")));
    }
}
