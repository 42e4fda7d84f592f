//! How the children of a node are put together, by the grammar's own rules: what of them may be there or not, what may be
//! there any number of times, and what is parted by separators. (The quantified nodes of Perses: Sun et al., Perses:
//! Syntax-Guided Program Reduction, 2018.) `node-types.json` has none of that: it flattens a rule to a set of edges.

mod matching;
mod pieces;
mod program;

use rustc_hash::FxHashMap;

use crate::language::grammar_json::Grammar;
use crate::tree::{KindId, NodeId, Symbols, Tree};
use matching::Matched;
use pieces::Pieces;
use program::Program;

/// How often something may stand in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    /// Once or not at all.
    Optional,
    /// Any number of times (Kleene star).
    Star,
    /// At least once (Kleene plus).
    Plus,
    /// At least once, with a separator between two.
    Separated,
}

/// A quantified part of a node: what stands there, each a run of the node's children without comments. Separators belong
/// to none of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// How often it may stand there.
    pub quantifier: Quantifier,
    /// What does, in order.
    pub items: Vec<Vec<NodeId>>,
}

/// The rules of a grammar, one program for each kind of node.
#[derive(Debug, Default)]
pub struct Structure {
    programs: FxHashMap<KindId, Program>,
}

impl Structure {
    /// Prepares the rules of a grammar. Kinds whose rules are recursive without a node in between, or beyond all bounds,
    /// have none.
    pub(crate) fn of(grammar: &Grammar, symbols: &Symbols) -> Self {
        let pieces = Pieces::new(grammar, symbols).by_kind();
        Structure {
            programs: pieces.into_iter().filter_map(|(kind, piece)| Some((kind, Program::of(&piece)?))).collect(),
        }
    }

    /// Whether there is a rule for nodes of the kind.
    pub fn has_rule(&self, kind: KindId) -> bool {
        self.programs.contains_key(&kind)
    }

    /// The quantified parts of a node, an outer one before those within it, none empty. None if the grammar has no rule
    /// for the node or it does not follow it, as around errors.
    pub fn parts(&self, tree: &Tree, node: NodeId) -> Option<Vec<Part>> {
        let program = self.programs.get(&tree.kind(node))?;
        let children: Vec<NodeId> = tree.children(node).filter(|&n| !tree.flags(n).extra).collect();
        if children.is_empty() || children.iter().any(|&n| tree.flags(n).error) {
            return None;
        }
        let kinds: Vec<KindId> = children.iter().map(|&n| tree.kind(n)).collect();
        let parts = program.parts(&kinds)?;
        let nodes = |Matched { quantifier, items }| Part {
            quantifier,
            items: items.into_iter().map(|item| children[item].to_vec()).collect(),
        };
        Some(parts.into_iter().map(nodes).collect())
    }
}

#[cfg(test)]
mod tests;
