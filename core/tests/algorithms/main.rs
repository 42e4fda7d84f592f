//! What each algorithm of the papers promises, by what it makes of a program.

mod deep;
mod equivalence;
mod executions;
mod flaky;
mod minimality;
mod paper_examples;
mod passes;
mod programs;
mod property;
mod rendering;
mod run;
mod uniform;
