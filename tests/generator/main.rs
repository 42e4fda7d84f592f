//! What a user of `reduce-generator` sees: the real binary, real generators, small tests.

mod example;
mod native;
mod numbers;
mod parts;
mod place;
mod python;
mod reduction;
mod rust;
mod session;
mod trouble;
