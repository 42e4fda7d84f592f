//! The pass `swap-siblings`: siblings and operands change places where that makes the text come earlier in the order
//! of texts.
//!
//! Only the texts of the elements move; what stands between them (separators, blanks, indentation) stays. So the new
//! text is as long as the old one, and an instance is one whose text is *bytewise smaller*. There are only so many
//! arrangements of the same bytes, hence the pass runs out.

mod arrangement;
mod row;

use std::cmp::Reverse;

use reduce_tree_plugin::{About, Edits, Kind, Pass, Source, plugin};

use arrangement::Arrangement;

struct SwapSiblings(Vec<Arrangement>);

impl Pass for SwapSiblings {
    const ABOUT: About = About {
        name: c"swap-siblings",
        description: c"puts elements of a list, statements, attributes and operands into a simpler order",
        languages: None,
        kind: Kind::Polishes,
    };

    fn open(source: Source<'_>) -> Result<Self, String> {
        let mut found: Vec<Arrangement> =
            row::rows(source).iter().flat_map(|row| arrangement::smaller(row, source.text())).collect();
        // Whole lists before their neighbours, and what weighs much before what weighs little.
        found.sort_by_key(|arrangement| Reverse(arrangement.weight));
        Ok(SwapSiblings(found))
    }

    fn count(&self) -> Option<usize> {
        Some(self.0.len())
    }

    fn apply(&self, source: Source<'_>, instance: usize) -> Result<Option<Edits>, String> {
        Ok(self.0.get(instance).map(|arrangement| arrangement.edits(source.text())))
    }
}

plugin!(c"swap-siblings", [SwapSiblings]);
