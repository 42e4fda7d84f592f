//! What is known of a language: tables learned from a corpus, and the grammar's own facts.
//!
//! Four questions are answered here. May this node go? May this kind stand there? What is the least thing that can
//! stand there? How likely is it?

mod contribution;
mod embedded;
mod facts;
mod observe;
mod store;
mod tables;

pub use contribution::DamagedContribution;
pub use embedded::{TABLES_VARIABLE, default_tables, find_tables, table_path};
pub use facts::{Admits, Arity, GrammarFacts};
pub use store::{FileHash, LearnedFile, StoreError, StoredLanguage, TableStore, file_hash, merge_tables};
pub use tables::{Fragment, Multiplicity, Tables};
