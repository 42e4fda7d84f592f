//! What the shipped passes do: the examples of their READMEs by the real program, and what holds for every instance.

mod called;
mod constant_to_one;
mod examples;
mod inline;
mod rename;
mod swap_siblings;
mod texts;
mod tokens;
mod unused;
mod unwrap;
