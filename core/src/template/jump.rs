//! Jumps: a deep nesting loses many levels at once.

use super::substitution::brought_up;
use super::{Candidate, Leaves, Template, View};
use crate::tree::{NodeId, Tree};

/// Fewer levels than this are left to hoists, which take the levels one by one.
const LEVELS: usize = 4;

/// A node is replaced by the outermost compatible descendant that leaves half of it at most, if several levels lie in
/// between, each of which could take the node's place as well. The descendants are looked for where most of the node is:
/// in the heaviest child, its heaviest child, and so on. A nesting of a thousand levels of which few are needed so
/// shrinks in tens of tests.
pub struct Jump {
    /// From 1 on. 1: half of the node is left at most; 2: three quarters; 3: seven eighths.
    pub halvings: i32,
}

impl Jump {
    /// Lighter nodes have no levels to speak of.
    pub const LEAST_WEIGHT: usize = 16;
}

impl Template for Jump {
    fn name(&self) -> &'static str {
        match self.halvings {
            1 => "jump",
            2 => "jump by a quarter",
            _ => "jump by an eighth",
        }
    }

    fn is_at_most_one(&self) -> bool {
        true
    }

    fn leaves(&self) -> Leaves {
        Leaves::Share(1.0 - 0.5_f64.powi(self.halvings))
    }

    fn propose(&self, view: View, node: NodeId) -> Vec<Candidate> {
        let tree = view.tree();
        let Some(context) = tree.context(node) else { return Vec::new() };
        let most = tree.weight(node) - (tree.weight(node) >> self.halvings);
        let mut levels = 0;
        for below in std::iter::successors(heaviest_child(tree, node), |&n| heaviest_child(tree, n)) {
            if let Some(candidate) = brought_up(view, node, below, context) {
                levels += 1;
                if tree.weight(below) <= most {
                    return if levels < LEVELS { Vec::new() } else { vec![candidate] };
                }
            }
        }
        Vec::new()
    }
}

fn heaviest_child(tree: &Tree, node: NodeId) -> Option<NodeId> {
    tree.children(node).max_by_key(|&child| tree.weight(child))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::{Filter, Knowledge, Tables};
    use crate::language::Language;

    fn jumps(text: &str, halvings: i32) -> Vec<String> {
        let language = Language::named("javascript").expect("built in");
        let document = language.parse(text.as_bytes());
        let knowledge = Knowledge::new(language, Tables::default(), Filter::Ranked);
        let view = View { knowledge: &knowledge, document: &document };
        let node = document.tree().nodes().find(|&n| document.node_text(n).starts_with(b"(")).expect("parentheses");
        let candidates = Jump { halvings }.propose(view, node);
        let rendered = candidates.iter().map(|c| knowledge.language().render(&document, &c.edits).text);
        rendered.map(|text| String::from_utf8(text).expect("text")).collect()
    }

    #[test]
    fn half_of_a_nesting_goes_at_once() {
        let nested = |levels: usize| format!("a = {}b{}", "(".repeat(levels), ")".repeat(levels));
        assert_eq!(jumps(&nested(16), 1), [nested(8)]);
        assert_eq!(jumps(&nested(16), 2), [nested(12)]);
        assert_eq!(jumps(&nested(6), 1), [""; 0], "three levels are no deep nesting");
    }
}
