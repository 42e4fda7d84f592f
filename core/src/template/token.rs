//! Tokens that the grammar can do without: a `;` at the end, `async`, a trailing comma, the parentheses of `new a()`.

use super::{Candidate, Leaves, Template, View};
use crate::language::Edit;
use crate::tree::NodeId;

/// A literal token goes if the text parses without it.
pub struct OptionalToken;

impl Template for OptionalToken {
    fn name(&self) -> &'static str {
        "optional token"
    }

    fn is_at_most_one(&self) -> bool {
        true
    }

    fn leaves(&self) -> Leaves {
        Leaves::Nothing
    }

    fn propose(&self, view: View, node: NodeId) -> Vec<Candidate> {
        let tree = view.tree();
        let candidate = Candidate::of(Edit::delete(node));
        let literal = tree.is_token(node) && tree.flags(node).literal && tree.weight(node) > 0;
        if literal && view.knowledge.sieves_by_parse() && view.parses(&candidate) {
            vec![candidate]
        } else {
            Vec::new()
        }
    }
}
