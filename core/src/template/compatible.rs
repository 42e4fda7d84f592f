//! Replacement by compatible descendants, bounded as in the released Perses.

use std::cmp::Reverse;
use std::collections::VecDeque;

use super::substitution::{fits, spliced};
use super::{Candidate, Leaves, Template, View};
use crate::language::Edit;
use crate::tree::NodeId;

/// A node is replaced by a descendant that may stand in its place, at most [`DEPTH`] levels below; in a list, also by the
/// list of a descendant at most [`LIST_DEPTH`] levels below (Sun et al., Perses, Section 4.2, and the limits of their tool).
/// Of the nearest [`MOST`], the smallest first, so that the first to succeed is the smallest of those that do.
pub struct CompatibleDescendants;

/// The most levels down to a descendant.
const DEPTH: usize = 5;
/// The most levels down to the elements of a list.
const LIST_DEPTH: usize = 3;
/// The most candidates for a node.
const MOST: usize = 100;

impl Template for CompatibleDescendants {
    fn name(&self) -> &'static str {
        "replacement by compatible descendant"
    }

    fn is_at_most_one(&self) -> bool {
        false
    }

    fn leaves(&self) -> Leaves {
        Leaves::Part
    }

    fn propose(&self, view: View, node: NodeId) -> Vec<Candidate> {
        let tree = view.tree();
        let Some(context) = tree.context(node) else { return Vec::new() };
        let (mut lists, mut single) = (Vec::new(), Vec::new());
        let mut near = VecDeque::from([(node, 0)]);
        while let Some((holder, depth)) = near.pop_front() {
            if depth < LIST_DEPTH {
                lists.extend(spliced(view, node, holder, context));
            }
            for below in tree.children(holder) {
                if single.len() < MOST && fits(view, below, context) {
                    single.push(Candidate::of(Edit::hoist(node, below)));
                }
                if depth + 1 < DEPTH && !tree.is_token(below) {
                    near.push_back((below, depth + 1));
                }
            }
        }
        lists.extend(single);
        lists.retain(|candidate| candidate.gain(tree) > 0);
        lists.truncate(MOST);
        lists.sort_by_cached_key(|candidate| Reverse(candidate.gain(tree)));
        lists
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::{Filter, Knowledge, Tables};
    use crate::language::Language;

    fn replacements(text: &str) -> Vec<String> {
        let language = Language::named("javascript").expect("built in");
        let document = language.parse(text.as_bytes());
        let knowledge = Knowledge::new(language, Tables::default(), Filter::Ranked);
        let view = View { knowledge: &knowledge, document: &document };
        let node = document.tree().nodes().find(|&n| document.node_text(n).starts_with(b"(")).expect("parentheses");
        let candidates = CompatibleDescendants.propose(view, node);
        let rendered = candidates.iter().map(|c| knowledge.language().render(&document, &c.edits).text);
        rendered.map(|text| String::from_utf8(text).expect("text")).collect()
    }

    #[test]
    fn the_nearest_five_levels_are_tried_the_smallest_first() {
        let nested = |levels: usize| format!("a = {}b{}", "(".repeat(levels), ")".repeat(levels));
        assert_eq!(replacements(&nested(9)), [4, 5, 6, 7, 8].map(nested));
        assert_eq!(replacements(&nested(2)), ["a = b", "a = (b)"]);
    }

    #[test]
    fn of_many_no_more_than_a_hundred_are_tried() {
        let sum = (0..100).map(|n| format!("f(x{n}, y{n})")).collect::<Vec<_>>().join(", ");
        assert_eq!(replacements(&format!("a = ({sum})")).len(), 100);
    }
}
