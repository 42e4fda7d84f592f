//! Executions of a generator, as the reducer asks for them.

use std::sync::Arc;

use super::event::Trace;
use crate::session::Stop;

/// What a side does where the run cannot be aligned with the trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Alignment {
    /// The run is given up.
    Halt,
    /// The run goes on, and is aligned again as soon as possible.
    ReAlign,
}

impl Alignment {
    /// The name in the header of a trace.
    pub fn name(self) -> &'static str {
        match self {
            Alignment::Halt => "halt",
            Alignment::ReAlign => "re-align",
        }
    }
}

/// One execution that came to its end: E ⇝ I of the paper.
#[derive(Clone, Debug)]
pub struct Execution {
    /// What was generated.
    pub output: Arc<[u8]>,
    /// What really happened.
    pub trace: Trace,
}

/// What became of a replay.
#[derive(Clone, Debug)]
pub enum Replay {
    /// The generator came to its end.
    Done(Execution),
    /// The side gave up: this event of the replayed trace could not be met, if it is one of them.
    Infeasible(Option<usize>),
    /// The generator failed or was ended; in a few words.
    Failed(String),
}

/// A generator with a side that records and replays.
pub trait Generator {
    /// Has the generator follow a trace.
    ///
    /// # Errors
    /// [`Stop`] when it cannot be run at all, or the reduction has to end now.
    fn replay(&self, trace: &Trace, alignment: Alignment) -> Result<Replay, Stop>;
}
