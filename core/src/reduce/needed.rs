//! Where what is needed lies, as far as failures tell.
//!
//! A node that could not go holds something that is needed, and the whole text always does. Within such a node what is
//! needed may be anywhere, so that a node below is hit with a likelihood that is its share of it: of a thousand alike
//! elements each is needed with a likelihood of one in a thousand, but what fills nearly all of a needed node is needed
//! nearly for certain.

use crate::cancellation::Cancelled;
use crate::language::Document;
use crate::template::{BYTES_PER_TOKEN, Leaves, Template};
use crate::tree::{NodeId, Tree};

/// However likely a failure is by a node's place, it is not certain: more than one thing may be needed together, or
/// nothing of what is there.
const MOST: f64 = 0.98;
/// How likely a node is to be needed below which something is needed. It may still go as a whole: what is below may
/// have been needed only as long as the node was there.
const ABOVE: f64 = 0.9;

/// For each node of a tree how likely it is to hold something that is needed, by its place.
pub struct Needed(Vec<f32>);

impl Needed {
    /// Looks at the tree of a document of whose nodes some could not go.
    ///
    /// # Errors
    /// [`Cancelled`] when nothing is to be computed on the document any more.
    pub fn of(document: &Document, failed: impl Fn(NodeId) -> bool) -> Result<Self, Cancelled> {
        const NEEDED: f32 = -1.0;
        let tree = document.tree();
        let mut steps = document.cancellation().steps();
        let mut likelihood = vec![0.0; tree.len()];
        likelihood[0] = NEEDED;
        for node in tree.nodes().rev() {
            steps.step()?;
            let holds_needed = likelihood[node.index()] < 0.0;
            if (holds_needed || failed(node))
                && let Some(parent) = tree.parent(node)
            {
                likelihood[node.index()] = if holds_needed { 2.0 * NEEDED } else { NEEDED };
                likelihood[parent.index()] = NEEDED;
            }
        }
        // The least needed node around each node of the walk.
        let mut around: Vec<NodeId> = Vec::new();
        for node in tree.nodes() {
            while around.last().is_some_and(|&outer| !tree.contains(outer, node)) {
                around.pop();
            }
            let share = around.last().map_or(1.0, |&outer| size(tree, node) / size(tree, outer).max(1.0));
            let at = &mut likelihood[node.index()];
            if *at < 0.0 {
                around.push(node);
            }
            *at = if *at < NEEDED { share.max(ABOVE) } else { share }.min(MOST) as f32;
        }
        Ok(Needed(likelihood))
    }

    /// How likely a transformation of the node is to take away something that is needed.
    pub fn fails(&self, node: NodeId, template: &dyn Template) -> f64 {
        match template.leaves() {
            Leaves::Nothing | Leaves::Least => f64::from(self.0[node.index()]),
            // Within the node it may be anywhere.
            Leaves::Share(left) => 1.0 - left,
            Leaves::Part => 0.0,
        }
    }
}

/// Tokens, and a little for their length.
pub fn size(tree: &Tree, node: NodeId) -> f64 {
    tree.weight(node) as f64 + tree.range(node).len() as f64 / BYTES_PER_TOKEN as f64
}
