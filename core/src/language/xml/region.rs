//! Whether a well-formed document stays so under patches, from the places alone that they change.
//!
//! What comes after a tag, a comment or the like is read alike whatever came before, as long as the same elements are
//! open. So a run of siblings between two such places can be judged by itself: if what became of it is well-formed
//! content, all around it is as well-formed as it was. If it is not, the whole may be well-formed all the same (an end
//! tag moved), and the whole has to be read.

use std::borrow::Cow;
use std::ops::Range;

use super::{Xml, lexical};
use crate::cancellation::{Cancellation, Cancelled};
use crate::language::Patch;
use crate::tree::{NodeId, Tree};

impl Xml {
    /// Whether the document is well-formed still under patches of its text, as far as the regions around them tell: if
    /// not, the whole has to be asked. `tree` is the tree of the text, which is well-formed.
    pub(in crate::language) fn stays_clean(
        &self,
        (text, tree): (&[u8], &Tree),
        patches: &[Patch],
        cancellation: &Cancellation,
    ) -> Result<bool, Cancelled> {
        let mut regions: Vec<(Range<usize>, Range<usize>)> = Vec::new();
        let mut steps = cancellation.steps();
        for (place, patch) in patches.iter().enumerate() {
            steps.step()?;
            let Some(region) = self.region(tree, &patch.range) else { return Ok(false) };
            let mut known = (region, place..place + 1);
            // Regions are runs of siblings: two that overlap lie within each other or in one parent. Those that only
            // touch may come to one text.
            while let Some((last, members)) = regions.pop_if(|(last, _)| last.end >= known.0.start) {
                known = (last.start.min(known.0.start)..last.end.max(known.0.end), members.start..known.1.end);
            }
            regions.push(known);
        }
        for (region, members) in regions {
            if !self.is_content(&text[region.clone()], region.start, &patches[members], cancellation)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The run of siblings that a range touches, with the text on either side, in the innermost element that holds the
    /// range between its tags: from the end of the last markup before it to the beginning of the first behind it. The
    /// tags of the element count.
    fn region(&self, tree: &Tree, range: &Range<usize>) -> Option<Range<usize>> {
        let innermost = tree.last_from(range.start);
        let mut around = std::iter::once(innermost).chain(tree.ancestors(innermost));
        let element = around.find(|&node| {
            let content = self.content(tree, node);
            content.is_some_and(|content| content.start <= range.start && range.end <= content.end)
        })?;
        let is_text = |node: &NodeId| tree.kind(*node) == self.kinds.text;
        let mut left = child_from(tree, element, range.start)?;
        if is_text(&left) || tree.range(left).end > range.start {
            let before = std::iter::successors(tree.previous_sibling(left), |&n| tree.previous_sibling(n));
            left = before.into_iter().find(|n| !is_text(n))?;
        }
        let within = child_from(tree, element, range.end.checked_sub(1)?)?;
        let behind = std::iter::successors(tree.next_sibling(within), |&n| tree.next_sibling(n));
        let right = behind.into_iter().find(|n| !is_text(n))?;
        Some(tree.range(left).end..tree.range(right).start)
    }

    /// The bytes between the tags of a node, if it is an element that has both.
    fn content(&self, tree: &Tree, node: NodeId) -> Option<Range<usize>> {
        if tree.kind(node) != self.kinds.element {
            return None;
        }
        let open = tree.children(node).find(|&n| tree.kind(n) == self.kinds.close)?;
        let last = tree.node_at(node.index() + tree.size(node) - 1)?;
        let ends = tree.kind(last) == self.kinds.end_tag && tree.parent(last) == Some(node);
        ends.then(|| tree.range(open).end..tree.range(last).start)
    }

    /// Whether a part of a text is well-formed content under patches of the text.
    fn is_content(
        &self,
        part: &[u8],
        start: usize,
        patches: &[Patch],
        cancellation: &Cancellation,
    ) -> Result<bool, Cancelled> {
        let moved = |patch: &Patch| Patch {
            range: patch.range.start - start..patch.range.end - start,
            text: patch.text.clone(),
        };
        let patches: Vec<Patch> = patches.iter().map(moved).collect();
        let wrapped = [b"<x>", &*Patch::apply(part, &patches), b"</x>"].concat();
        Ok(matches!(lexical::readable(&wrapped), Cow::Borrowed(_)) && self.read(&wrapped, cancellation)?.1 == 0)
    }
}

/// The last child of a node that begins at this byte or before it, if that lies in the node.
fn child_from(tree: &Tree, node: NodeId, byte: usize) -> Option<NodeId> {
    let last = tree.last_from(byte);
    std::iter::once(last).chain(tree.ancestors(last)).find(|&n| tree.parent(n) == Some(node))
}
