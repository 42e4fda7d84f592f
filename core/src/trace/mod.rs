//! Reducing the execution of a generator instead of its output: Ren et al., Validity-Preserving Delta Debugging via
//! Generator (GReduce), 2024.
//!
//! A generator is run with its random choices recorded, which gives a [`Trace`]. [`Parts`] of it, iterations and
//! conditional blocks that a choice decides, are left out, the generator replays the rest, and what it generates then is
//! tested. So every candidate is a text that the generator can make. The format of traces, and what replaying means, is
//! described in `generator/PROTOCOL.md`; this module is the reducer's half of it.

mod command;
mod contract;
mod event;
mod execution;
mod format;
mod hoist;
mod lineage;
mod lower;
mod members;
mod parts;
mod promise;
mod reduction;
mod replayer;
mod search;
mod undrawn;

#[cfg(test)]
mod tests;

pub use command::{CommandGenerator, GeneratorCommand, GeneratorError};
pub use event::{Draw, Ending, Event, Site, SiteKind, Trace, Value};
pub use execution::{Alignment, Execution, Generator, Replay};
pub use format::TraceError;
pub use parts::{Part, Parts};
pub use reduction::{Order, Plan, reduce};
pub use search::{Replays, Search, Strategy};
