//! The generator that is a command.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::BufReader;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bstr::ByteSlice;

use super::event::{Ending, Trace};
use super::execution::{Alignment, Execution, Generator, Replay};
use super::format::TraceError;
use super::replayer::Replayer;
use crate::oracle::scratch::Held;
use crate::oracle::{Bounds, End, Ended, Halt, Limit, Order, Supervisor, TestError, Until};
use crate::session::{Spent, Stop};

/// The variable that names the file to record to.
const RECORD: &str = "REDUCE_TREE_RECORD";
/// The variable that names the trace to follow.
const REPLAY: &str = "REDUCE_TREE_REPLAY";
/// What a library that is preloaded is told instead: the program may have a side of its own.
const PRELOAD_RECORD: &str = "REDUCE_TREE_PRELOAD_RECORD";
const PRELOAD_REPLAY: &str = "REDUCE_TREE_PRELOAD_REPLAY";
const PRELOAD: &str = "LD_PRELOAD";
/// The word that stands for the path of the generated file.
const PLACE: &str = "@@";
/// The trace of a library that is preloaded.
const PRELOADED: &str = "recorded-by-preload";
/// Bytes of output that a generator may write.
const LARGEST: u64 = 256 << 20;
/// The recorded run gets so much time when the user sets no limit.
const FIRST_LIMIT: Duration = Duration::from_secs(300);
/// The default limit of replays is not below this.
const LEAST_LIMIT: Duration = Duration::from_secs(5);
/// Lines of what the generator says that a message repeats.
const TAIL: usize = 5;

/// How a generator is started.
#[derive(Clone, Debug)]
pub struct GeneratorCommand {
    /// The program and its words. It writes the input to its standard output or, if there is an `@@` in its words, to
    /// the file of which that is the path.
    pub words: Vec<OsString>,
    /// Variables that it gets besides those of this process.
    pub environment: Vec<(OsString, OsString)>,
    /// A library that records what a program does which has no side of its own.
    pub preload: Option<PathBuf>,
    /// The program and words of a process that has the generator ready and replays one trace after the other, if there is
    /// one.
    pub replayer: Option<Vec<OsString>>,
    /// The name of the generated file.
    pub name: OsString,
    /// Where it runs.
    pub folder: PathBuf,
    /// The time that one run may take.
    pub time: Option<Duration>,
}

/// Why a generator cannot be reduced; what to do about it.
#[derive(Debug, thiserror::Error)]
pub enum GeneratorError {
    /// It does not run at all.
    #[error("cannot run the generator `{0}` ({1}): see whether it runs by hand")]
    Unstartable(String, std::io::Error),
    /// It fails by itself.
    #[error("the generator fails: it {0}")]
    Fails(String),
    /// It takes too long.
    #[error(
        "the generator has not ended after {0} s: give it more time with --generator-timeout, or see whether it ends"
    )]
    Endless(f64),
    /// There is no side in it.
    #[error("the generator records nothing")]
    NoSide,
    /// It has ended past its side.
    #[error(
        "the generator ends without ending its trace: before it calls a function that ends the process, its side has to be \
         told; or there is no room for the trace in the folder of temporary files (TMPDIR)"
    )]
    Unfinished,
    /// The trace is none.
    #[error(transparent)]
    Trace(#[from] TraceError),
    /// The process that replays does not.
    #[error("the generator cannot be replayed: {0}")]
    Unreplayable(TestError),
    /// Nothing can be reduced.
    #[error("the generator made no choice that was recorded: its choices have to go through its side's functions")]
    NoChoice,
    /// Nothing was generated.
    #[error("the generator wrote nothing: it has to write the input to its standard output, or to the file @@")]
    NoOutput,
    /// Replays differ.
    #[error(
        "the generator is not deterministic under replay: {0}. Look for what else it depends on: the time, the order of a \
         set (PYTHONHASHSEED=0), threads, files, addresses"
    )]
    NotDeterministic(String),
    /// The user wants it to end.
    #[error("interrupted before the reduction began: nothing is written")]
    Interrupted,
}

/// A generator that was recorded, and replays.
pub struct CommandGenerator {
    command: GeneratorCommand,
    supervisor: Arc<Supervisor>,
    replayer: Option<Replayer>,
    status: i32,
    time: Duration,
    halt: Option<Arc<Halt>>,
    deadline: Option<Instant>,
}

/// What a run left behind.
struct Ran {
    end: End,
    output: Vec<u8>,
    said: Vec<u8>,
    /// None: it has not begun one.
    trace: Option<Result<Trace, TraceError>>,
    /// Whether the trace is of the program's own side.
    own: bool,
}

impl CommandGenerator {
    /// Runs the generator, recorded, and replays it once, to see that both give the same.
    ///
    /// # Errors
    /// [`GeneratorError`] when it cannot be reduced.
    pub fn record(
        command: GeneratorCommand,
        supervisor: Arc<Supervisor>,
        halt: Option<Arc<Halt>>,
        deadline: Option<Instant>,
    ) -> Result<(Self, Execution), GeneratorError> {
        let mut generator = Self::new(command, supervisor, halt, deadline);
        let started = Instant::now();
        let ran = generator.run_alone(None)?;
        generator.status = match ran.end {
            End::Exit(status) => status,
            End::Signal(signal) => {
                return Err(GeneratorError::Fails(format!("is killed by signal {signal}{}", tail(&ran.said))));
            }
            End::TimedOut => return Err(GeneratorError::Endless(generator.time.as_secs_f64())),
            End::OverLimit(limit) => {
                return Err(GeneratorError::Fails(format!("{}: have it generate less", beyond(limit))));
            }
            End::GivenUp | End::Unanswered => return Err(GeneratorError::Interrupted),
        };
        let trace = ran.trace.transpose()?;
        let reason = match &trace {
            None => Some(GeneratorError::NoSide),
            Some(trace) if trace.draws() == 0 => Some(GeneratorError::NoChoice),
            Some(_) if ran.output.is_empty() => Some(GeneratorError::NoOutput),
            Some(trace) if trace.ending == Ending::Broken => Some(GeneratorError::Unfinished),
            Some(_) => None,
        };
        let trace = match (trace, reason) {
            (Some(trace), None) => trace,
            (_, Some(_)) if generator.status != 0 => {
                let how = format!("exits with status {}{}", generator.status, tail(&ran.said));
                return Err(GeneratorError::Fails(how));
            }
            (_, reason) => return Err(reason.unwrap_or(GeneratorError::NoSide)),
        };
        if ran.own {
            generator.command.preload = None;
        }
        generator.time = generator.command.time.unwrap_or_else(|| LEAST_LIMIT.max(started.elapsed() * 10));
        let execution = Execution { output: ran.output.into(), trace };
        generator.replayer = generator.replayer()?;
        generator.confirm(&execution)?;
        Ok((generator, execution))
    }

    /// A generator whose trace is there already.
    pub fn of_trace(command: GeneratorCommand, supervisor: Arc<Supervisor>, halt: Option<Arc<Halt>>) -> Self {
        Self::new(command, supervisor, halt, None)
    }

    fn new(
        command: GeneratorCommand,
        supervisor: Arc<Supervisor>,
        halt: Option<Arc<Halt>>,
        deadline: Option<Instant>,
    ) -> Self {
        let time = command.time.unwrap_or(FIRST_LIMIT);
        CommandGenerator { command, supervisor, replayer: None, status: 0, time, halt, deadline }
    }

    /// Whether an execution's trace leads to its output in a process of its own; none if that cannot be seen any more.
    pub fn makes_again(&self, execution: &Execution) -> Option<bool> {
        let ran = self.run_alone(Some(execution.trace.to_replay(Alignment::Halt))).ok()?;
        if ran.end == End::GivenUp {
            return None;
        }
        let is_whole = matches!(ran.trace, Some(Ok(Trace { ending: Ending::Complete, .. })));
        Some(is_whole && ran.end == End::Exit(self.status) && ran.output == *execution.output)
    }

    fn confirm(&self, execution: &Execution) -> Result<(), GeneratorError> {
        let again = self.follow(execution.trace.to_replay(Alignment::Halt))?;
        let differs = |how: &str| Err(GeneratorError::NotDeterministic(how.to_owned()));
        match (again.end, again.trace) {
            (End::GivenUp, _) => Err(GeneratorError::Interrupted),
            (_, Some(Ok(Trace { ending: Ending::GivenUp(line), .. }))) => {
                let event = execution.trace.event_of_line(line);
                differs(&format!("with the same choices it goes another way{}", place(execution, event)))
            }
            (End::TimedOut, _) => Err(GeneratorError::Endless(self.time.as_secs_f64())),
            (end, _) if end != End::Exit(self.status) => {
                differs(&format!("with the same choices {}{}", how(end), tail(&again.said)))
            }
            _ if again.output != *execution.output => differs("with the same choices it generates something else"),
            _ => Ok(()),
        }
    }

    /// Has the generator follow a trace, in the process that replays if there is one.
    fn follow(&self, trace: String) -> Result<Ran, GeneratorError> {
        self.run(Some(trace), self.replayer.as_ref())
    }

    /// Runs the generator once, in a process of its own. With a trace it follows that.
    fn run_alone(&self, followed: Option<String>) -> Result<Ran, GeneratorError> {
        self.run(followed, None)
    }

    fn run(&self, followed: Option<String>, replayer: Option<&Replayer>) -> Result<Ran, GeneratorError> {
        let replays = followed.is_some();
        let unstartable = |e| GeneratorError::Unstartable(shown(&self.command), e);
        let scratch = self.supervisor.scratch().map_err(unstartable)?;
        let text = followed.unwrap_or_default();
        let place = scratch.holding(OsStr::new("followed"), text.as_bytes()).map_err(unstartable)?;
        let generated = place.folder().join(&self.command.name);
        let halts: Vec<&Halt> = self.halt.as_deref().into_iter().collect();
        let until = Until { deadline: self.deadline, halts: &halts, rank: 0 };
        let ended = match replayer {
            Some(replayer) => replayer.replay(&generated, self.time, &until).map_err(GeneratorError::Unreplayable)?,
            None => self.supervisor.run(self.order(&place, replays), &until).map_err(unstartable)?,
        };
        let Ended { end, stdout, stderr, .. } = ended;
        let output = match end {
            End::Exit(_) if self.writes_file() => fs::read(generated).unwrap_or_default(),
            _ => stdout,
        };
        let [own, preloaded] = ["recorded", PRELOADED].map(|name| File::open(place.folder().join(name)).ok());
        let is_own = own.is_some();
        // What was killed may have left a trace of any length.
        let file = own.or(preloaded).filter(|_| matches!(end, End::Exit(_)));
        let trace = file.map(|file| Trace::read(BufReader::new(file)));
        Ok(Ran { end, output, said: stderr, trace, own: is_own })
    }

    fn writes_file(&self) -> bool {
        self.command.words.iter().any(|word| word.as_bytes().contains_str(PLACE))
    }

    /// The process that replays, if there is one.
    fn replayer(&self) -> Result<Option<Replayer>, GeneratorError> {
        let Some(words) = &self.command.replayer else { return Ok(None) };
        let words = [&["env".into()], &self.surroundings()[..], words].concat();
        let replayer = Replayer::new(&words, Arc::clone(&self.supervisor)).map_err(GeneratorError::Unreplayable)?;
        Ok(Some(replayer))
    }

    /// The words with which `env` begins: where the generator runs, and its variables. What starts processes for us has our
    /// environment.
    fn surroundings(&self) -> Vec<OsString> {
        let mut words: Vec<OsString> = vec!["-C".into(), self.command.folder.clone().into()];
        words.extend(self.command.environment.iter().map(|(name, value)| variable(name, value)));
        words
    }

    /// What is started.
    fn order(&self, place: &Held, replays: bool) -> Order {
        let mut words = self.surroundings();
        words.push(variable(OsStr::new(RECORD), place.folder().join("recorded").as_os_str()));
        if replays {
            words.push(variable(OsStr::new(REPLAY), place.file().as_os_str()));
        }
        if let Some(library) = &self.command.preload {
            let mut libraries = library.clone().into_os_string();
            if let Some(others) = std::env::var_os(PRELOAD).filter(|others| !others.is_empty()) {
                libraries.push(":");
                libraries.push(others);
            }
            words.push(variable(OsStr::new(PRELOAD), &libraries));
            words.push(variable(OsStr::new(PRELOAD_RECORD), place.folder().join(PRELOADED).as_os_str()));
            if replays {
                words.push(variable(OsStr::new(PRELOAD_REPLAY), place.file().as_os_str()));
            }
        }
        let generated = place.folder().join(&self.command.name);
        let path = generated.as_os_str().as_bytes();
        words.extend(self.command.words.iter().map(|word| OsString::from_vec(word.as_bytes().replace(PLACE, path))));
        Order {
            program: "env".into(),
            words,
            folder: Some(place.folder().to_owned()),
            input: Some("/dev/null".into()),
            kept: Some(LARGEST),
            time: Some(self.time),
            bounds: Bounds { output: Some(LARGEST), ..Bounds::usual() },
            ..Order::default()
        }
    }
}

impl Generator for CommandGenerator {
    fn replay(&self, trace: &Trace, alignment: Alignment) -> Result<Replay, Stop> {
        let ran = self.follow(trace.to_replay(alignment)).map_err(|error| TestError(error.to_string()))?;
        Ok(match (ran.end, ran.trace) {
            (End::GivenUp, _) if self.halt.as_ref().is_some_and(|halt| halt.is_raised()) => {
                return Err(Stop::Interrupted);
            }
            (End::GivenUp, _) => return Err(Stop::Budget(Spent::Time)),
            (End::Exit(_), Some(Ok(Trace { ending: Ending::GivenUp(line), .. }))) => {
                Replay::Infeasible(trace.event_of_line(line))
            }
            (End::Exit(status), Some(Ok(trace))) if status == self.status && trace.ending == Ending::Complete => {
                Replay::Done(Execution { output: ran.output.into(), trace })
            }
            (end, _) => Replay::Failed(format!("{}{}", how(end), tail(&ran.said))),
        })
    }
}

/// A word for `env`.
fn variable(name: &OsStr, value: &OsStr) -> OsString {
    let mut word = name.to_owned();
    word.push("=");
    word.push(value);
    word
}

/// How a run ended, for a message.
fn how(end: End) -> String {
    match end {
        End::Exit(status) => format!("it exits with status {status}"),
        End::Signal(signal) => format!("it is killed by signal {signal}"),
        End::TimedOut | End::GivenUp => "it takes too long".to_owned(),
        End::OverLimit(limit) => format!("it {}", beyond(limit)),
        End::Unanswered => "it says nothing".to_owned(),
    }
}

/// Which of its bounds a generator went beyond, for a message.
fn beyond(limit: Limit) -> String {
    match limit {
        Limit::Memory => "uses more than half of the machine's memory".to_owned(),
        Limit::Processes => "starts more than 1,000 processes".to_owned(),
        Limit::Output => format!("writes more than {} MB", LARGEST >> 20),
        Limit::Disk => "writes more than 1 GB of files, with its trace".to_owned(),
    }
}

/// Where in the program an event is, for a message.
fn place(execution: &Execution, event: Option<usize>) -> String {
    use super::event::Event::{Decided, Draw, Enter, Leave, Next};
    let site = match event.and_then(|event| execution.trace.events.get(event)) {
        Some(Enter(site) | Leave(site) | Next(site, _)) => Some(site),
        Some(Draw(draw)) => Some(&draw.site),
        Some(Decided(_)) | None => None,
    };
    site.and_then(|site| execution.trace.sites.get(site)).map_or(String::new(), |site| format!(" (at {})", site.place))
}

fn shown(command: &GeneratorCommand) -> String {
    command.words.first().map_or_else(String::new, |word| word.to_string_lossy().into_owned())
}

/// The last lines of what a generator said, to be put behind what it did.
fn tail(said: &[u8]) -> String {
    let said = String::from_utf8_lossy(said);
    let lines: Vec<&str> = said.trim_end().lines().collect();
    let last = lines[lines.len().saturating_sub(TAIL)..].iter();
    last.fold(String::new(), |text, line| text + "\n  | " + &line.chars().take(400).collect::<String>())
}
