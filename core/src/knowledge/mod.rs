//! What is known of a language: tables learned from a corpus, and the grammar's own facts.
//!
//! Four questions are answered here. May this node go? May this kind stand there? What is the least thing that can
//! stand there? How likely is it?

mod facts;
mod observe;
mod tables;

pub use facts::{Admits, Arity, GrammarFacts};
pub use tables::{Fragment, Multiplicity, Tables};
