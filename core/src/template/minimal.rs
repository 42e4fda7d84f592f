//! Minimal replacement: a node that may not go becomes the smallest thing that the corpus has in its place.

use std::cmp::Ordering;
use std::sync::Arc;

use super::{Candidate, Leaves, Template, View};
use crate::knowledge::Fragment;
use crate::language::{Change, Edit};
use crate::tree::NodeId;

/// Replaces a node by the smallest subtree learned in its context: `0`, `a`, `""`, `{}`, `pass`.
pub struct MinimalReplacement;

impl Template for MinimalReplacement {
    fn name(&self) -> &'static str {
        "minimal replacement"
    }

    fn is_at_most_one(&self) -> bool {
        true
    }

    fn leaves(&self) -> Leaves {
        Leaves::Least
    }

    fn propose(&self, view: View, node: NodeId) -> Vec<Candidate> {
        fragments(view, node).take(1).map(|fragment| replacement(node, fragment)).collect()
    }
}

/// Replaces a node by the smallest subtrees of other kinds, as far as they are smaller and no longer: where `0` has not
/// served, `{}` or `""` may. The shortest first; of equally long ones, what is seen there most often.
pub struct OtherKinds;

/// So many kinds are tried for a node.
const KINDS: usize = 4;

impl Template for OtherKinds {
    fn name(&self) -> &'static str {
        "other kinds"
    }

    fn is_at_most_one(&self) -> bool {
        false
    }

    fn leaves(&self) -> Leaves {
        Leaves::Least
    }

    fn propose(&self, view: View, node: NodeId) -> Vec<Candidate> {
        let tree = view.tree();
        let Some(context) = tree.context(node).filter(|_| !tree.flags(node).extra) else { return Vec::new() };
        let (tokens, text) = (tree.weight(node), view.document.node_text(node));
        let mut fragments = view.knowledge.stand_ins(context);
        // Fewer tokens may be more bytes: `undefined` for `{}` is no gain for who has to read it.
        fragments.retain(|fragment| is_smaller(fragment, tokens, text) && fragment.text.len() <= text.len());
        fragments.sort_by_key(|fragment| fragment.text.len());
        fragments.into_iter().take(KINDS).map(|fragment| replacement(node, fragment)).collect()
    }
}

/// Whether a fragment is smaller than a node of so many tokens and this text.
fn is_smaller(fragment: &Fragment, tokens: usize, text: &[u8]) -> bool {
    let smaller = (fragment.tokens as usize).cmp(&tokens).then(fragment.text.len().cmp(&text.len()));
    smaller.then_with(|| (*fragment.text).cmp(text)) == Ordering::Less
}

/// The fragments that may stand in the node's place and are smaller than what is there, smallest first.
fn fragments(view: View<'_>, node: NodeId) -> impl Iterator<Item = &Fragment> {
    let tree = view.tree();
    let context = tree.context(node).filter(|_| !tree.flags(node).extra);
    let (tokens, text) = (tree.weight(node), view.document.node_text(node));
    let known = context.map_or(&[][..], |context| view.knowledge.smallest(context));
    known.iter().filter(move |fragment| {
        is_smaller(fragment, tokens, text)
            && context.is_some_and(|context| view.knowledge.may_stand(fragment.kind, context))
    })
}

fn replacement(node: NodeId, fragment: &Fragment) -> Candidate {
    let text = Arc::from(&*fragment.text);
    Candidate::of(Edit { node, change: Change::Put { text, tokens: fragment.tokens as usize } })
}
