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

/// What admits a transformation before it is tested.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Filter {
    /// Grammar facts and the parser admit, learned counts order.
    #[default]
    Ranked,
    /// The learned tables alone admit, as in the GTR paper.
    Strict,
    /// Everything is admitted.
    Off,
}

/// All that is known of one language, and how strictly it is used.
pub struct Knowledge {
    language: std::sync::Arc<crate::language::Language>,
}

impl Knowledge {
    /// Puts them together.
    pub fn new(language: std::sync::Arc<crate::language::Language>, _tables: Tables, _filter: Filter) -> Self {
        Knowledge { language }
    }

    /// The language.
    pub fn language(&self) -> &std::sync::Arc<crate::language::Language> {
        &self.language
    }
}
