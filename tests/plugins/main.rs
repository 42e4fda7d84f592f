//! What a user of plugins sees: where they are found, which passes run, and what one that does not behave costs.

// Not all of it is wanted here.
#[allow(dead_code)]
#[path = "../cli/place.rs"]
mod place;

mod behaviour;
mod choice;
mod layout;
mod process;
mod rogue;
mod run;
