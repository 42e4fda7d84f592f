//! What each algorithm of the papers promises, by what it makes of a program.

mod paper_examples;
mod run;
