//! Who needs whom, by names alone.
//!
//! What defines a name is needed by what uses it further on. As long as a use is there, taking the definition away
//! breaks the text more often than not; once the uses are gone, it goes. So nodes on whose names nothing depends are
//! tried first, and the rest once it has become free, in the order in which definitions are freed.
//!
//! No scopes are known here, and none have to be: this only orders what is tried.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::cancellation::Cancelled;
use crate::template::{BYTES_PER_TOKEN, View};
use crate::tree::{KindId, NodeId, Symbols, Tree};

/// How far below a node a name may stand to count as defined by it: a declarator in a declaration, a function in a
/// decorated definition.
const DEPTH: usize = 4;

/// What a grammar calls its kinds, where grammars agree by convention.
pub struct Conventions {
    /// Kinds of tokens that are names.
    names: FxHashSet<KindId>,
    /// Kinds in which a definition keeps what is its own.
    inner: FxHashSet<KindId>,
}

impl Conventions {
    /// Reads them off the names of the kinds.
    pub fn of(symbols: &Symbols) -> Self {
        let kinds = |words: &[&str]| -> FxHashSet<KindId> {
            let named = |id: &KindId| words.iter().any(|word| symbols.kind_name(*id).contains(word));
            (0..symbols.kind_count() as u16).map(KindId).filter(named).collect()
        };
        Conventions { names: kinds(&["identifier", "name"]), inner: kinds(&["parameter", "block", "body"]) }
    }
}

/// The names of a document, who uses them, and what every token is worth.
pub struct Dependence<'c> {
    /// For each token that is the first of its name: where the last of that name ends.
    last_use: FxHashMap<NodeId, usize>,
    inner: &'c FxHashSet<KindId>,
    /// The tokens that use a definition elsewhere, in order.
    uses: Vec<NodeId>,
    /// Where each token begins, in order, and the worth of all tokens before it; the total at the end.
    starts: Vec<usize>,
    worth_before: Vec<f64>,
}

impl<'c> Dependence<'c> {
    /// Looks at every name of a document. `spoken_for` says how likely it is that a name has to stay.
    ///
    /// # Errors
    /// [`Cancelled`] when nothing is to be computed on the document any more.
    pub fn of(view: View, conventions: &'c Conventions, spoken_for: impl Fn(&[u8]) -> f64) -> Result<Self, Cancelled> {
        let mut steps = view.document.cancellation().steps();
        let (tree, document) = (view.tree(), view.document);
        let tokens: Vec<NodeId> = tree.nodes().filter(|&n| tree.is_token(n) && tree.weight(n) > 0).collect();
        let mut places: FxHashMap<&[u8], Vec<NodeId>> = FxHashMap::default();
        for &token in tokens.iter().filter(|&&n| conventions.names.contains(&tree.kind(n))) {
            steps.step()?;
            places.entry(document.node_text(token)).or_default().push(token);
        }
        let last_use =
            places.values().filter_map(|places| Some((*places.first()?, tree.range(*places.last()?).end))).collect();
        let mut dependence = Dependence {
            last_use,
            inner: &conventions.inner,
            uses: Vec::new(),
            starts: Vec::new(),
            worth_before: Vec::with_capacity(tokens.len() + 1),
        };
        // For each use of a name: the definition, and what share of its worth falls to the use.
        let mut uses: FxHashMap<NodeId, (NodeId, f64)> = FxHashMap::default();
        for (name, places) in places.iter().filter(|(_, places)| places.len() > 1) {
            steps.step()?;
            let free = 1.0 - spoken_for(name);
            let Some(definition) = dependence.definition(view, places[0]).filter(|_| free > 0.0) else { continue };
            let later = places.iter().filter(|&&n| !tree.contains(definition, n));
            let count = later.clone().count();
            uses.extend(later.map(|&n| (n, (definition, free / count as f64))));
        }
        let mut sum = 0.0;
        for token in tokens {
            steps.step()?;
            dependence.starts.push(tree.range(token).start);
            dependence.worth_before.push(sum);
            sum += 1.0 + tree.range(token).len() as f64 / BYTES_PER_TOKEN as f64;
            if let Some(&(definition, share)) = uses.get(&token) {
                sum += dependence.worth(tree, definition) * share;
                dependence.uses.push(token);
            }
        }
        dependence.worth_before.push(sum);
        Ok(dependence)
    }

    /// Whether nothing behind the node uses a name that the node defines.
    pub fn is_free(&self, tree: &Tree, node: NodeId) -> bool {
        !self.is_used(tree, node, tree.range(node).end, DEPTH)
    }

    /// What is won when the node goes: its own tokens, and its share of what it uses, which may go in its wake.
    pub fn worth(&self, tree: &Tree, node: NodeId) -> f64 {
        let range = tree.range(node);
        let at = |byte: usize| {
            let token = self.starts.partition_point(|&start| start < byte);
            self.worth_before.get(token).or(self.worth_before.last()).copied().unwrap_or(0.0)
        };
        at(range.end) - at(range.start)
    }

    /// The tokens in the node that use a definition elsewhere.
    pub fn uses(&self, tree: &Tree, node: NodeId) -> &[NodeId] {
        let from = self.uses.partition_point(|&n| n < node);
        let to = self.uses.partition_point(|&n| n < node || tree.contains(node, n));
        &self.uses[from..to]
    }

    /// The list element that defines the name of this token, its first one, if the token stands where names are defined.
    fn definition(&self, view: View, first: NodeId) -> Option<NodeId> {
        let tree = view.tree();
        let mut outward = std::iter::once(first).chain(tree.ancestors(first)).take(DEPTH + 1);
        let element = outward.find(|&n| {
            self.inner.contains(&tree.kind(n))
                || tree.context(n).is_some_and(|context| view.knowledge.is_list(context) && tree.weight(n) > 1)
        })?;
        (!self.inner.contains(&tree.kind(element))).then_some(element)
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
