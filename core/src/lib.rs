//! The library behind `learn` and `reduce-tree`.
//!
//! ```text
//! bytes --language--> tree --template x knowledge--> candidates --oracle--> accepted edit --> new bytes, tree
//!                               ^ minimize / reduce decide which candidate comes next
//! ```
//!
//! Every module is one stage of that line; arrows between modules point down only
//! (`reduce` uses `template`, `minimize`, `oracle` and `session`; `template` uses `tree` and `knowledge`;
//! `language` uses `tree`). Nothing here prints or parses arguments.

pub mod knowledge;
pub mod language;
pub mod minimize;
pub mod oracle;
pub mod reduce;
pub mod session;
pub mod template;
pub mod tree;
