//! The library behind `learn` and `reduce-tree`.
//!
//! ```text
//! bytes --language--> tree --template x knowledge--> candidates --oracle--> accepted edit --> new bytes, tree
//!                               ^ minimize / reduce decide which candidate comes next
//! ```
//!
//! Every module but [`cancellation`] is one stage of that line; arrows between modules point down only
//! (`reduce` uses `template`, `minimize`, `oracle` and `session`; `template` uses `tree` and `knowledge`;
//! `language` uses `tree`). Nothing here prints or parses arguments.
//!
//! A whole reduction, with a closure for a property test:
//!
//! ```
//! use std::sync::Arc;
//!
//! use reduce_core::knowledge::{Filter, Knowledge, default_tables};
//! use reduce_core::language::Language;
//! use reduce_core::reduce::{Plan, reduce};
//! use reduce_core::session::Session;
//!
//! let language = Language::named("javascript")?;
//! let tables = default_tables(&language);
//! let knowledge = Knowledge::new(language, tables, Filter::Ranked);
//! let test = |text: &[u8]| text.windows(6).any(|part| part == b"crash(");
//! let session = Session::new(Arc::new(test));
//! let document = knowledge.language().parse(&b"if (a) { crash(b, 1); } else c();"[..]);
//! reduce(&knowledge, document, &Plan::default(), &mut [], &session)?;
//! assert_eq!(session.best().as_deref(), Some(&b"crash()"[..]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod cancellation;
mod database;
pub mod folder;
#[cfg(any(test, feature = "fuzzing"))]
pub mod fuzzing;
pub mod knowledge;
pub mod language;
pub mod minimize;
pub mod oracle;
pub mod plugin;
pub mod reduce;
pub mod session;
pub mod template;
pub mod trace;
pub mod tree;
mod wire;
