//! What users of plugins see, and what their authors rely on: where plugins are found, which passes run, what one that
//! does not behave costs; and plugins in C and in Rust under the real program.

// Not all of it is wanted here.
#[allow(dead_code)]
#[path = "../cli/place.rs"]
mod place;

#[path = "../json_grammar.rs"]
mod json_grammar;

mod behaviour;
mod bench;
mod choice;
mod layout;
mod process;
mod readme;
mod refused;
mod rogue;
mod run;
mod same_answers;
mod told;
mod versions;
