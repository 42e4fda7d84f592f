//! What a user of `reduce-tree` sees: the real binary on small inputs, under small scripts.

mod conventions;
mod ending;
mod kill;
mod output;
mod place;
mod session;
mod trouble;
