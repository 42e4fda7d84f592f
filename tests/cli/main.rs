//! What a user of `reduce-tree` sees: the real binary on small inputs, under small scripts.

mod conventions;
mod ending;
mod names;
mod output;
mod overwriting;
mod place;
mod streams;
mod trouble;
