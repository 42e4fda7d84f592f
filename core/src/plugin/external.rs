//! A pass that is a command.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bstr::ByteSlice;
use rustc_hash::FxHashMap;

use super::command::{PassCommand, PassCommandError, Words};
use super::contract::Watched;
use super::{About, Pass, Terms, Trouble, answer};
use crate::language::{Document, Patch};
use crate::oracle::scratch::Held;
use crate::oracle::{End, Ended, Halt, Order, Supervisor, Until};

/// Bytes kept of what a program prints when it counts.
const COUNT_OUTPUT: usize = 4096;
/// Characters of what a program says on its standard error that a message repeats.
const SHOWN: usize = 200;

/// A pass that is any program in the form of the essay: it is told the file, the command and the number, and its exit
/// status says whether there was such an instance.
///
/// Every call is a process group of its own, in an empty folder that holds the text under the input's own name. It is
/// over when the call is: nothing of it runs beside a property test.
struct ExternalPass {
    about: About,
    command: PassCommand,
    name: OsString,
    supervisor: Arc<Supervisor>,
    time_limit: Duration,
    halt: Option<Arc<Halt>>,
    end: Option<Instant>,
    opened: Option<Opened>,
}

/// A text, and what is known of it by now: a call costs a process, and the search comes back to a text that has not
/// changed.
struct Opened {
    document: Document,
    count: Option<u64>,
    applied: FxHashMap<u64, Option<Vec<Patch>>>,
}

/// The pass of a command line; `input` is the file whose name the texts get.
///
/// ```no_run
/// use std::rc::Rc;
/// use std::sync::Arc;
/// use std::time::{Duration, Instant};
///
/// use reduce_core::oracle::Supervisor;
/// use reduce_core::plugin::{Terms, external_pass};
///
/// let terms = Terms {
///     are_trusted: false,
///     time_limit: Duration::from_secs(10),
///     halt: None,
///     end: None,
///     notices: Rc::new(|notice| eprintln!("{notice}")),
///     supervisor: Arc::new(Supervisor::new(1 << 28)),
/// };
/// for command in [
///     "clang_delta:simplify-if",
///     "clang_delta --transformation=simplify-if --counter={n+1} {file}",
///     "none=3 /home/me/ones.py REPLACE_WITH_ONE {n} {in-place}",
/// ] {
///     let pass = external_pass(command, "bug.c".as_ref(), &terms)?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`PassCommandError`] when it cannot be one, above all when there is no such program or no place for files.
pub fn external_pass(command: &str, input: &Path, terms: &Terms) -> Result<Box<dyn Pass>, PassCommandError> {
    let pass = ExternalPass::new(command, input, terms)?;
    Ok(Box::new(Watched::new(pass, Rc::default(), Rc::clone(&terms.notices))))
}

impl ExternalPass {
    fn new(command: &str, input: &Path, terms: &Terms) -> Result<Self, PassCommandError> {
        let parsed = PassCommand::new(command)?;
        let supervisor = Arc::clone(&terms.supervisor);
        supervisor.scratch().map_err(|e| PassCommandError::new(command, e.to_string()))?;
        let about = About {
            plugin: "external".to_owned(),
            version: String::new(),
            name: parsed.name.clone(),
            description: parsed.shown.clone(),
            languages: Vec::new(),
            kind: parsed.kind,
        };
        let name = input.file_name().unwrap_or(OsStr::new("input")).to_owned();
        let (time_limit, halt, end) = (terms.time_limit, terms.halt.clone(), terms.end);
        Ok(ExternalPass { about, command: parsed, name, supervisor, time_limit, halt, end, opened: None })
    }

    /// The text in a folder of its own.
    fn place(&self, text: &[u8]) -> Result<Held, Trouble> {
        let held = self.supervisor.scratch().and_then(|scratch| scratch.holding(&self.name, text));
        held.map_err(|e| Trouble::Refused(format!("no place for the text: {e}")))
    }

    /// How many instances the program counts, if it does.
    fn count(&self, document: &Document) -> Result<Option<u64>, Trouble> {
        let Some(count) = &self.command.count else { return Ok(None) };
        let called = self.run(count, &self.place(document.text())?, 0, COUNT_OUTPUT)?;
        if called.status != 0 {
            return Err(Trouble::Broken(called.described()));
        }
        let number = last_number(&called.stdout);
        number.map(Some).ok_or_else(|| Trouble::Broken("it is to count, and prints no number".to_owned()))
    }

    /// What the program makes of a text.
    fn changed(&self, opened: &Opened, instance: u64) -> Result<Option<Vec<Patch>>, Trouble> {
        let text = opened.document.text();
        let (place, bound) = (self.place(text)?, answer::bound(text.len()));
        let called = self.run(&self.command.apply, &place, instance, bound)?;
        if self.command.none.contains(&called.status) {
            return Ok(None);
        }
        if !self.command.done.contains(&called.status) {
            // One instance among others is passed over. A program that does not say how many there are could go on like
            // that for ever: a shell that finds no program, an interpreter that finds no script.
            let trouble = if opened.count.is_some() { Trouble::Refused } else { Trouble::Broken };
            return Err(trouble(called.described()));
        }
        let new = if self.command.in_place { left_in(place.file(), bound)? } else { called.stdout };
        if new.len() > bound {
            return Err(Trouble::TooLarge(bound));
        }
        Ok(Some(vec![Patch::between(text, &new)]))
    }

    /// Runs a program on a text to its end.
    fn run(&self, words: &Words, place: &Held, instance: u64, most: usize) -> Result<Called, Trouble> {
        let order = Order {
            program: words.program.clone(),
            words: words.filled(place.file(), instance),
            folder: Some(place.folder().to_owned()),
            kept: Some(most as u64),
            time: Some(self.time_limit),
            ..Order::default()
        };
        let halts: Vec<&Halt> = self.halt.as_deref().into_iter().collect();
        let until = Until { deadline: self.end, halts: &halts, rank: 0 };
        let ended = self
            .supervisor
            .run(order, &until)
            .map_err(|e| Trouble::Refused(format!("`{}` cannot be run: {e}", words.program.display())))?;
        let Ended { end, stdout, stderr, .. } = ended;
        match end {
            End::Exit(status) => Ok(Called { status, stdout, stderr }),
            End::Signal(signal) => Err(Trouble::Crashed(format!("signal {signal}{}", said(&stderr, &stdout)))),
            End::TimedOut => Err(Trouble::Hung(self.time_limit)),
            End::OverLimit(_) | End::GivenUp | End::Unanswered => Err(Trouble::Interrupted),
        }
    }
}

/// A call that came to its end.
struct Called {
    status: i32,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
}

impl Called {
    fn described(&self) -> String {
        format!("exit status {}{}", self.status, said(&self.stderr, &self.stdout))
    }
}

impl Pass for ExternalPass {
    fn about(&self) -> &About {
        &self.about
    }

    fn open(&mut self, document: &Document) -> Result<Option<u64>, Trouble> {
        match &mut self.opened {
            Some(opened) if opened.document.text() == document.text() => Ok(opened.count),
            _ => {
                self.opened = None;
                let count = self.count(document)?;
                self.opened = Some(Opened { document: document.clone(), count, applied: FxHashMap::default() });
                Ok(count)
            }
        }
    }

    fn apply(&mut self, instance: u64) -> Result<Option<Vec<Patch>>, Trouble> {
        let Some(opened) = &self.opened else { return Ok(None) };
        if let Some(known) = opened.applied.get(&instance) {
            return Ok(known.clone());
        }
        let patches = self.changed(opened, instance)?;
        if let Some(opened) = &mut self.opened {
            opened.applied.insert(instance, patches.clone());
        }
        Ok(patches)
    }

    fn renew(&mut self) {
        self.opened = None;
    }
}

/// What a program left in a file; of too much, enough to see that.
fn left_in(path: &Path, bound: usize) -> Result<Vec<u8>, Trouble> {
    let unreadable = |e: io::Error| Trouble::Broken(format!("the file that it leaves cannot be read: {e}"));
    // Anything else may never end.
    if !fs::metadata(path).map_err(unreadable)?.is_file() {
        return Err(Trouble::Broken("what it leaves is no file".to_owned()));
    }
    let mut text = Vec::new();
    File::open(path).map_err(unreadable)?.take(bound as u64 + 1).read_to_end(&mut text).map_err(unreadable)?;
    Ok(text)
}

/// The last line that a program wrote to its standard error, or to its standard output if it wrote none there, to be put
/// behind what it did.
fn said(stderr: &[u8], stdout: &[u8]) -> String {
    let last = |output: &[u8]| output.trim_ascii().lines().next_back().map(<[u8]>::to_vec);
    let line = last(stderr).or_else(|| last(stdout)).unwrap_or_default();
    let line: String = String::from_utf8_lossy(&line).chars().take(SHOWN).collect();
    if line.is_empty() { line } else { format!(": {line}") }
}

/// The last number in what a program printed: `7`, or `Available transformation instances: 7`.
fn last_number(output: &[u8]) -> Option<u64> {
    let mut numbers = output.split(|byte| !byte.is_ascii_digit()).filter(|digits| !digits.is_empty());
    numbers.next_back()?.to_str().ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;
    use crate::language::Language;

    fn terms() -> Terms {
        let root = tempfile::tempdir().expect("a folder").keep();
        let supervisor = Arc::new(Supervisor::in_a_thread(&root));
        let time_limit = Duration::from_secs(100);
        Terms { are_trusted: false, time_limit, halt: None, end: None, notices: Rc::new(|_| ()), supervisor }
    }

    /// A pass by a shell script, which finds the number as `$1` and the file as `$2`.
    fn pass(settings: &str, script: &str, file: &str, terms: &Terms) -> Box<dyn Pass> {
        let command = shlex::try_join(["sh", "-c", script, "script", "{n}", file]).expect("words");
        external_pass(&format!("{settings} {command}"), "bug.js".as_ref(), terms).expect("a pass")
    }

    fn opened(pass: &mut dyn Pass, text: &str) -> Result<Option<u64>, Trouble> {
        pass.open(&Language::named("javascript").expect("known").parse(text.as_bytes()))
    }

    /// The text after the first instance.
    fn applied(mut pass: Box<dyn Pass>, text: &str) -> Result<Option<String>, Trouble> {
        opened(&mut *pass, text)?;
        let patches = pass.apply(0)?;
        Ok(patches.map(|patches| String::from_utf8(Patch::apply(text.as_bytes(), &patches)).expect("text")))
    }

    #[test]
    fn the_new_text_is_on_the_standard_output_or_in_the_file() {
        let printed = pass("", "[ \"$(ls -A)\" = bug.js ] && sed s/33/1/ $2", "{file}", &terms());
        assert_eq!(applied(printed, "x = 33;\n"), Ok(Some("x = 1;\n".to_owned())));
        let changed = pass("", "echo some chatter; sed -i s/33/1/ $2", "{in-place}", &terms());
        assert_eq!(applied(changed, "x = 33;\n"), Ok(Some("x = 1;\n".to_owned())));
    }

    #[test]
    fn exit_statuses_say_whether_there_was_such_an_instance() {
        let ending = |settings, script| applied(pass(settings, script, "{file}", &terms()), "x\n");
        assert_eq!(ending("", "exit 1"), Ok(None));
        assert_eq!(ending("done=51 none=71", "exit 71"), Ok(None));
        assert_eq!(ending("done=51", "echo y; exit 51"), Ok(Some("y\n".to_owned())));
        let error = "echo a text; echo what is wrong >&2; exit 4";
        let said = "exit status 4: what is wrong".to_owned();
        assert_eq!(ending("", error), Err(Trouble::Broken(said.clone())), "it could go on for ever");
        assert_eq!(ending("count='echo 2'", error), Err(Trouble::Refused(said)), "one of two");
    }

    #[test]
    fn the_count_is_the_last_number_that_the_program_prints() {
        let count = |script: &str| {
            let counting = format!("count='sh -c \"{script}\" count {{file}}'");
            opened(&mut *pass(&counting, "exit 1", "{file}", &terms()), "x")
        };
        assert_eq!(count("echo 2 kinds, 17 instances"), Ok(Some(17)));
        assert_eq!(count("wc -c < $1"), Ok(Some(1)));
        assert_eq!(count("echo none"), Err(Trouble::Broken("it is to count, and prints no number".to_owned())));
        assert_eq!(count("echo lost; exit 3"), Err(Trouble::Broken("exit status 3: lost".to_owned())));
        assert_eq!(opened(&mut *pass("", "exit 1", "{file}", &terms()), "x"), Ok(None));
    }

    #[test]
    fn a_text_that_has_not_changed_costs_no_second_call() {
        let calls = tempfile::NamedTempFile::new().expect("a file");
        let script = format!("echo call >> {}; sed s/33/1/ $2", calls.path().display());
        let mut pass = pass("", &script, "{file}", &terms());
        let mut apply = |text| opened(&mut *pass, text).and_then(|_| pass.apply(0)).expect("applied").expect("one");
        assert_eq!(apply("x = 33;\n"), apply("x = 33;\n"));
        assert_eq!(fs::read_to_string(calls.path()).expect("there"), "call\n");
        apply("y = 33;\n");
        assert_eq!(fs::read_to_string(calls.path()).expect("there"), "call\ncall\n");
    }

    #[test]
    fn what_does_not_behave_is_told_and_bounded() {
        let misbehaving = |script, file| applied(pass("", script, file, &terms()), "x").expect_err(script);
        assert!(matches!(misbehaving("kill -SEGV $$", "{file}"), Trouble::Crashed(_)));
        assert!(matches!(misbehaving("head -c 9000000 /dev/zero", "{file}"), Trouble::TooLarge(_)));
        assert!(matches!(misbehaving("head -c 9000000 /dev/zero > $2", "{in-place}"), Trouble::TooLarge(_)));
        assert_eq!(misbehaving("cat $2", "{file}"), Trouble::Unchanged);
        assert_eq!(misbehaving("printf '\\377'", "{file}"), Trouble::NotText);
        assert!(matches!(misbehaving("rm $2", "{in-place}"), Trouble::Broken(_)));
        assert!(matches!(misbehaving("rm $2; mkfifo $2", "{in-place}"), Trouble::Broken(_)));
        let impatient = Terms { time_limit: Duration::from_millis(50), ..terms() };
        let hanging = pass("", "sleep 1000 & sleep 1000", "{file}", &impatient);
        assert!(matches!(applied(hanging, "x"), Err(Trouble::Hung(_))));
    }

    #[test]
    fn an_interrupted_run_does_not_wait_for_the_pass() {
        let halt = Arc::new(Halt::new().expect("made"));
        halt.raise();
        let waiting = pass("", "sleep 1000", "{file}", &Terms { halt: Some(halt), ..terms() });
        assert_eq!(applied(waiting, "x"), Err(Trouble::Interrupted));
    }

    #[test]
    fn a_run_whose_time_is_over_does_not_wait_for_the_pass() {
        let waiting = pass("", "sleep 1000", "{file}", &Terms { end: Some(Instant::now()), ..terms() });
        assert_eq!(applied(waiting, "x"), Err(Trouble::Interrupted));
    }
}
