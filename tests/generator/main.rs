//! What a user of `reduce-generator` sees: the real binary, real generators, small tests.

mod example;
mod parts;
mod place;
mod python;
mod reduction;
mod session;
mod trouble;
