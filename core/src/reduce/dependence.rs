//! Who needs whom, by names alone.
//!
//! What defines a name is needed by what uses it further on. As long as a use is there, taking the definition away
//! breaks the text more often than not; once the uses are gone, it goes. So nodes on whose names nothing depends are
//! tried first, and the rest once it has become free, in the order in which definitions are freed.
//!
//! No scopes are known here, and none have to be: this only orders what is tried.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::language::Document;
use crate::tree::{KindId, NodeId, Symbols, Tree};

/// How far below a node a name may stand to count as defined by it: a declarator in a declaration, a function in a
/// decorated definition.
const DEPTH: usize = 4;

/// The names of a document, and where they stand.
pub struct Dependence {
    /// For each token that is the first of its name: where the last of that name ends.
    last_use: FxHashMap<NodeId, usize>,
    inner: FxHashSet<KindId>,
}

impl Dependence {
    /// Looks at every name of a document.
    pub fn of(document: &Document, symbols: &Symbols) -> Self {
        let tree = document.tree();
        let kinds = |words: &[&str]| -> FxHashSet<KindId> {
            let named = |id: &KindId| words.iter().any(|word| symbols.kind_name(*id).contains(word));
            (0..symbols.kind_count() as u16).map(KindId).filter(named).collect()
        };
        // Grammars name these kinds so by convention.
        let (names, inner) = (kinds(&["identifier", "name"]), kinds(&["parameter", "block", "body"]));
        let mut first: FxHashMap<&[u8], NodeId> = FxHashMap::default();
        let mut last_use = FxHashMap::default();
        for token in tree.nodes().filter(|&n| tree.is_token(n) && names.contains(&tree.kind(n))) {
            let first = *first.entry(document.node_text(token)).or_insert(token);
            last_use.insert(first, tree.range(token).end);
        }
        Dependence { last_use, inner }
    }

    /// Whether nothing behind the node uses a name that the node defines.
    pub fn is_free(&self, tree: &Tree, node: NodeId) -> bool {
        !self.is_used(tree, node, tree.range(node).end, DEPTH)
    }

    fn is_used(&self, tree: &Tree, node: NodeId, end: usize, depth: usize) -> bool {
        if tree.is_token(node) {
            return self.last_use.get(&node).is_some_and(|&last| last > end);
        }
        depth > 0
            && tree
                .children(node)
                .filter(|&child| !self.inner.contains(&tree.kind(child)))
                .any(|child| self.is_used(tree, child, end, depth - 1))
    }
}
