//! Jumps that need something around them become one that needs nothing.
//!
//! `return` wants a function around it, `break` and `continue` a loop: as long as they stand, the function and the loop
//! have to. `throw 0` stops as they do, and stands anywhere. It is longer, so this is a pump: it pays when what is
//! around goes afterwards.

use std::collections::HashSet;

use reduce_tree_plugin::{About, Edits, Kind, List, Node, Source};

/// All jumps of a text together, all of one kind, then each.
pub struct FreeJumps;

/// The kinds of jumps of a language, and the jump that stands anywhere.
fn jumps(language: &str) -> (&'static [&'static str], &'static str) {
    match language {
        "javascript" | "typescript" | "tsx" | "cpp" => {
            (&["return_statement", "break_statement", "continue_statement"], "throw 0;")
        }
        "python" => (&["return_statement", "break_statement", "continue_statement"], "raise"),
        "java" => (&["return_statement", "break_statement", "continue_statement"], "throw null;"),
        "go" => (&["return_statement", "break_statement", "continue_statement"], "panic(0)"),
        "rust" => (&["return_expression", "break_expression", "continue_expression"], "panic!()"),
        _ => (&[], ""),
    }
}

impl List for FreeJumps {
    const ABOUT: About = About {
        name: c"free-jumps",
        description: c"replaces return, break and continue by a throw, raise or panic, which needs nothing around it",
        languages: Some(c"javascript typescript tsx python cpp java go rust"),
        kind: Kind::Pump,
    };

    fn list(source: Source<'_>) -> Result<Vec<Edits>, String> {
        let (kinds, free) = jumps(source.language());
        let all: Vec<Node<'_>> = source.nodes().filter(|node| kinds.contains(&node.kind())).collect();
        let of_kind = |kind: &str| all.iter().copied().filter(|node| node.kind() == kind).collect::<Vec<_>>();
        let groups = kinds.iter().map(|kind| of_kind(kind)).chain(all.iter().map(|&node| vec![node]));
        let mut seen = HashSet::new();
        let groups = std::iter::once(all.clone()).chain(groups).filter(|group| !group.is_empty());
        // Of a kind there may be one only, or no others.
        let distinct = groups.filter(|group| seen.insert(group.iter().map(|node| node.id()).collect::<Vec<_>>()));
        Ok(distinct.map(|group| group.into_iter().fold(Edits::new(), |edits, node| edits.put(node, free))).collect())
    }
}
