//! What authors of plugins rely on: the real program with plugins in C and in Rust.

mod bench;
mod readme;
mod refused;
mod same_answers;
mod versions;
