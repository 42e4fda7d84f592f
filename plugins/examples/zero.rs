//! Replaces numbers by 0.

use reduce_tree_plugin::{About, Edits, Kind, List, Listed, Source, plugin};

/// The pass.
struct Zero;

impl List for Zero {
    const ABOUT: About = About {
        name: c"zero",
        description: c"replaces a number by 0",
        languages: Some(c"javascript json"),
        kind: Kind::Shrinks,
    };

    fn list(source: Source<'_>) -> Result<Vec<Edits>, String> {
        // A result has to differ from the text, or the pass would never run out.
        let numbers = source.nodes().filter(|node| node.kind() == "number" && node.text() != b"0");
        Ok(numbers.map(|node| Edits::new().put(node, "0")).collect())
    }
}

plugin!(c"zero", [Listed<Zero>]);
