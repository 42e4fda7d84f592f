//! The fuzz targets: for each place where foreign bytes come in, a function that takes any bytes and panics if something
//! that must hold does not.
//!
//! They are compiled for tests, which run each on its seeds and on random changes of these, and with the feature
//! `fuzzing`, for the long runs under libFuzzer in the folder `fuzz/`.

mod front_ends;
mod node_types;
mod tables;

#[cfg(test)]
mod changes;
#[cfg(test)]
mod short_run;

pub use front_ends::front_end;
pub use node_types::node_types;
pub use tables::tables;

pub use crate::oracle::server::fuzzing::server_lines;

pub use crate::session::fuzzing::session_journal;

pub use crate::plugin::fuzzing::{pass_command, plugin_reply, plugin_request};
