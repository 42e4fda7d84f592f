//! What a user of `reduce-tree` sees: the real binary on small inputs, under small scripts.

mod conditions;
mod contained;
mod conventions;
mod ending;
mod flaky;
mod limits;
mod output;
mod place;
mod sandbox;
mod trouble;
