//! What the shipped passes do: the examples of their READMEs by the real program, and what holds for every instance.

mod called;
mod rename;
mod swap_siblings;
