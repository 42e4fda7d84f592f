//! What is around something goes: a block around statements, a call around an argument, `async` around nothing.
//!
//! What may be done to which kind of node is data: [`rows`] has a table for each language, [`row`] says what a row can
//! say, [`path`] how it names the parts of a node.

mod instances;
mod jumps;
mod path;
mod quotes;
mod row;
mod rows;
mod together;

use jumps::FreeJumps;
use reduce_tree_plugin::{About, Edits, Kind, List, Listed, Source, plugin};

/// What the tables say, wherever it applies.
struct Unwrap;

impl List for Unwrap {
    const ABOUT: About = About {
        name: c"unwrap",
        description: c"replaces a block by its statements, a call by an argument, a class by a function, and so on",
        languages: None,
        kind: Kind::Shrinks,
    };

    fn list(source: Source<'_>) -> Result<Vec<Edits>, String> {
        Ok(instances::all(source))
    }
}

plugin!(c"unwrap", [Listed<Unwrap>, Listed<FreeJumps>]);
