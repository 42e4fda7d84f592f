//! The user's formatter: a command that makes of a text what is to be in its place.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::{About, Kind, Pass, Terms, Trouble, answer};
use crate::language::{Document, Patch};
use crate::oracle::{End, Ended, Halt, Invocation, Order, Supervisor, TestError, Until};

/// What the pass is called, in statistics too.
const NAME: &str = "formatter";

/// A formatter as a pass of one instance. Where it cannot do its work, a line says so, and there is no instance.
struct Formatter {
    about: About,
    command: Invocation,
    /// It is told the file, and changes it; else it has the text on its standard input and prints the new one.
    in_place: bool,
    name: OsString,
    supervisor: Arc<Supervisor>,
    time_limit: Duration,
    halt: Option<Arc<Halt>>,
    end: Option<Instant>,
    warn: Rc<dyn Fn(&str)>,
    opened: Option<Document>,
}

/// The formatter of a command line, split into words as a shell does. `@@` in a word stands for the path of a file with
/// the text, which it is to change; without one it reads the text from its standard input and prints the new one. `input`
/// is the file whose name the texts get; `warn` hears why a text stays as it is.
///
/// # Errors
/// [`TestError`] when a quotation mark is not closed, there are no words, or the first one names no executable file.
pub fn formatter(line: &str, input: &Path, terms: &Terms, warn: Rc<dyn Fn(&str)>) -> Result<Box<dyn Pass>, TestError> {
    let about = About {
        plugin: "formatter".to_owned(),
        version: String::new(),
        name: NAME.to_owned(),
        description: line.to_owned(),
        languages: Vec::new(),
        kind: Kind::Formats,
    };
    Ok(Box::new(Formatter {
        about,
        command: Invocation::server(line)?,
        in_place: line.contains(Invocation::PLACE),
        name: input.file_name().unwrap_or(OsStr::new("input")).to_owned(),
        supervisor: Arc::clone(&terms.supervisor),
        time_limit: terms.time_limit,
        halt: terms.halt.clone(),
        end: terms.end,
        warn,
        opened: None,
    }))
}

impl Formatter {
    /// What the formatter makes of a text; else why it makes nothing of it.
    fn formatted(&self, text: &[u8]) -> Result<Vec<u8>, String> {
        let place = self.supervisor.scratch().and_then(|scratch| scratch.holding(&self.name, text));
        let place = place.map_err(|e| format!("there is no place for a copy ({e})"))?;
        let bound = answer::bound(text.len());
        let order = Order {
            program: self.command.program().to_owned(),
            words: self.command.words(place.file()),
            folder: Some(place.folder().to_owned()),
            input: (!self.in_place).then(|| place.file().to_owned()),
            kept: Some(bound as u64),
            time: Some(self.time_limit),
            ..Order::default()
        };
        let halts: Vec<&Halt> = self.halt.as_deref().into_iter().collect();
        let ran = self.supervisor.run(order, &Until { deadline: self.end, halts: &halts, rank: 0 });
        let Ended { end, stdout, stderr, .. } = ran.map_err(|e| format!("it cannot be run ({e})"))?;
        match end {
            End::Exit(0) => {}
            End::Exit(status) => return Err(format!("it ended with status {status}{}", last_line(&stderr))),
            End::Signal(signal) => return Err(format!("it ended by signal {signal}")),
            End::TimedOut => return Err(format!("it took longer than {} s", self.time_limit.as_secs_f64())),
            End::OverLimit(_) | End::GivenUp | End::Unanswered => return Err("the run ends".to_owned()),
        }
        let is_file = || fs::metadata(place.file()).is_ok_and(|metadata| metadata.is_file());
        let new = match self.in_place {
            true if is_file() => fs::read(place.file()).map_err(|e| format!("what it leaves cannot be read ({e})"))?,
            true => return Err("it leaves no file".to_owned()),
            false => stdout.clone(),
        };
        if new.is_empty() {
            return Err("it writes nothing".to_owned());
        }
        if new.len() > bound {
            return Err(format!("it writes more than {bound} bytes"));
        }
        if self.in_place && new == text && !stdout.trim_ascii().is_empty() {
            return Err("it prints something and leaves the file as it is: without @@ it is given the text on its \
                        standard input, and what it prints is taken"
                .to_owned());
        }
        Ok(new)
    }
}

impl Pass for Formatter {
    fn about(&self) -> &About {
        &self.about
    }

    fn open(&mut self, document: &Document) -> Result<Option<u64>, Trouble> {
        self.opened = Some(document.clone());
        Ok(Some(1))
    }

    fn apply(&mut self, instance: u64) -> Result<Option<Vec<Patch>>, Trouble> {
        let Some(document) = self.opened.as_ref().filter(|_| instance == 0) else { return Ok(None) };
        match self.formatted(document.text()) {
            Ok(new) => Ok((new != **document.text()).then(|| vec![Patch::between(document.text(), &new)])),
            Err(reason) => {
                (self.warn)(&format!("--formatter: {reason}; the result stays as it is without it"));
                Ok(None)
            }
        }
    }
}

/// The last line of what a program said, to be put behind what it did.
fn last_line(said: &[u8]) -> String {
    const SHOWN: usize = 200;
    let line = said.trim_ascii().rsplit(|&b| b == b'\n').next().unwrap_or_default();
    let line: String = String::from_utf8_lossy(line).chars().filter(|c| !c.is_control()).take(SHOWN).collect();
    if line.is_empty() { line } else { format!(": {line}") }
}
