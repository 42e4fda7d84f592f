//! What a user of `reduce-tree` sees: the real binary on small inputs, under small scripts.

mod conditions;
mod contained;
mod conventions;
mod ending;
mod flaky;
mod folders;
mod grammars;
mod helpers;
mod jobs;
#[path = "../json_grammar.rs"]
mod json_grammar;
mod kill;
mod languages;
mod large;
mod limits;
mod names;
mod no_grammar;
mod output;
mod overwriting;
mod place;
mod preprocessed;
mod published;
mod sandbox;
mod server;
mod session;
mod streams;
mod style;
mod trouble;
