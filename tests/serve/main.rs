//! `reduce-tree serve` as other reducers see it: the real binary in conversations by script, and under the real Shrink
//! Ray.

mod conversation;
mod peer;
mod shrinkray;
mod trouble;
