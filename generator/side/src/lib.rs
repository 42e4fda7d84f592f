//! The side of a generator, in Rust: it records choices and the scopes that they are made in, and has a run follow a trace,
//! as `generator/PROTOCOL.md` describes. The crate `reduce-tree-choices` is made of it, for generators in Rust, and so is the
//! preload library, for any native program.

mod align;
mod members;
mod rounds;
mod side;
mod trace;

#[cfg(test)]
mod tests;

pub use members::{Members, Numbers, Unlabelled};
pub use side::{Kind, Opened, Side, SiteNumber};
pub use trace::FollowedError;

/// The first word of a trace.
const HEADER: &str = "reduce-tree-trace";
/// The version of the protocol.
const VERSION: &str = "1";
/// `unit` gives multiples of 1/`UNITS`.
pub const UNITS: u64 = 1 << 53;
