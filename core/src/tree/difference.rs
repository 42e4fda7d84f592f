//! How one tree differs from another: what another process needs that has the other already.

use super::{EdgeId, KindId, Node, NodeFlags, Tree};

/// A node as numbers.
pub(crate) type Packed = [u32; 7];

/// What makes one tree of another. Between trees of texts that differ in one place it is small: the nodes before that
/// place stay, those behind it move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Difference {
    /// How many nodes stay at the beginning.
    pub(crate) head: usize,
    /// The nodes between those that stay.
    pub(crate) middle: Vec<Packed>,
    /// How many nodes stay at the end, moved by as many places as there are nodes more, and by this many bytes.
    pub(crate) tail: usize,
    /// That many, in two's complement.
    pub(crate) shift: u32,
    /// Nodes among those that stay that are different after all, by their new places: above all what lies around the
    /// change.
    pub(crate) corrected: Vec<(u32, Packed)>,
}

impl Difference {
    /// What makes `new` of `old`, or of nothing.
    pub(crate) fn between(old: Option<&Tree>, new: &Tree) -> Self {
        let old = old.map_or(&[][..], |tree| &tree.nodes);
        let new = &new.nodes;
        let end = |nodes: &[Node]| nodes.first().map_or(0, |root| root.end);
        let shift = end(new).wrapping_sub(end(old));
        let head = old.iter().zip(new).take_while(|(old, new)| begins_alike(old, new)).count();
        let moved = |(old, new): &(&Node, &Node)| is_moved(old, new, shift);
        let tail = old[head..].iter().rev().zip(new[head..].iter().rev()).take_while(moved).count();
        let mut difference = Difference { head, tail, shift, ..Difference::default() };
        difference.middle = new[head..new.len() - tail].iter().map(Node::packed).collect();
        let guess = difference.kept(old);
        let places = (0..head).chain(new.len() - tail..new.len());
        let wrong = places.zip(guess).filter(|(place, guess)| new[*place] != *guess);
        difference.corrected = wrong.map(|(place, _)| (place as u32, new[place].packed())).collect();
        difference
    }

    /// The new tree; none if this is no difference to that tree.
    pub(crate) fn applied(&self, old: Option<&Tree>) -> Option<Tree> {
        let old = old.map_or(&[][..], |tree| &tree.nodes);
        if self.head.checked_add(self.tail)? > old.len() {
            return None;
        }
        let mut nodes = Vec::with_capacity(self.head + self.middle.len() + self.tail);
        let mut kept = self.kept(old);
        nodes.extend(kept.by_ref().take(self.head));
        nodes.extend(self.middle.iter().map(Node::unpacked));
        nodes.extend(kept);
        for (place, node) in &self.corrected {
            *nodes.get_mut(*place as usize)? = Node::unpacked(node);
        }
        (!nodes.is_empty()).then_some(Tree { nodes })
    }

    /// The nodes of the old tree that stay, as they are in the new one.
    fn kept<'a>(&self, old: &'a [Node]) -> impl Iterator<Item = Node> + use<'a> {
        let first = old.len() - self.tail;
        let places = ((self.head + self.middle.len()) as u32).wrapping_sub(first as u32);
        let shift = self.shift;
        let moved = move |node: &Node| Node {
            parent: if node.parent as usize >= first { node.parent.wrapping_add(places) } else { node.parent },
            subtree_end: node.subtree_end.wrapping_add(places),
            start: node.start.wrapping_add(shift),
            end: node.end.wrapping_add(shift),
            ..node.clone()
        };
        old[..self.head].iter().cloned().chain(old[first..].iter().map(moved))
    }
}

/// Whether two nodes are the same but for what lies behind their beginning.
fn begins_alike(old: &Node, new: &Node) -> bool {
    (old.kind, old.edge, old.level, old.parent, old.start) == (new.kind, new.edge, new.level, new.parent, new.start)
}

/// Whether two nodes may be the same but for the place.
fn is_moved(old: &Node, new: &Node, shift: u32) -> bool {
    (old.kind, old.edge, old.level, old.weight) == (new.kind, new.edge, new.level, new.weight)
        && (old.start.wrapping_add(shift), old.end.wrapping_add(shift)) == (new.start, new.end)
}

impl Node {
    fn packed(&self) -> Packed {
        let NodeFlags { literal, extra, error } = self.flags;
        let flags = u32::from(literal) | u32::from(extra) << 1 | u32::from(error) << 2;
        let kind = u32::from(self.kind.0) | u32::from(self.edge.0) << 16;
        let level = u32::from(self.level) | flags << 16;
        [kind, level, self.parent, self.subtree_end, self.start, self.end, self.weight]
    }

    fn unpacked(&[kind, level, parent, subtree_end, start, end, weight]: &Packed) -> Self {
        let flag = |bit: u32| level >> (16 + bit) & 1 == 1;
        Node {
            kind: KindId(kind as u16),
            edge: EdgeId((kind >> 16) as u16),
            flags: NodeFlags { literal: flag(0), extra: flag(1), error: flag(2) },
            level: level as u16,
            parent,
            subtree_end,
            start,
            end,
            weight,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;

    #[test]
    fn what_turns_one_tree_into_another_does() {
        let texts = [
            "",
            "f(1);",
            "f(1); g(2); h(3);",
            "f(1); h(3);",
            "f(1); g(2, x => { return 'ä'; }); h(3);",
            "if (a) { f(1); g(2, x => { return 'ä'; }); h(3); }",
            "{ ) f(1); // comment\n g(",
        ];
        let language = Language::named("javascript").expect("built in");
        let documents = texts.map(|text| language.parse(text.as_bytes()));
        for new in &documents {
            let from_nothing = Difference::between(None, new.tree()).applied(None).expect("a tree");
            assert_eq!(from_nothing.nodes, new.tree().nodes);
            for old in &documents {
                let difference = Difference::between(Some(old.tree()), new.tree());
                assert_eq!(difference.applied(Some(old.tree())).expect("a tree").nodes, new.tree().nodes);
            }
        }
    }

    #[test]
    fn it_is_small_where_one_place_has_changed() {
        let language = Language::named("javascript").expect("built in");
        let line = |i: usize| format!("function f{i}(a) {{ return a * {i}; }}\n");
        let whole = |lines: &[usize]| lines.iter().map(|&i| line(i)).collect::<String>();
        let all: Vec<usize> = (0..200).collect();
        let [old, new] =
            [whole(&all), whole(&[&all[..90], &all[95..]].concat())].map(|text| language.parse(text.into_bytes()));
        let Difference { middle, corrected, .. } = Difference::between(Some(old.tree()), new.tree());
        assert!(middle.len() + corrected.len() < 10, "{} {}", middle.len(), corrected.len());
    }

    #[test]
    fn a_difference_to_another_tree_gives_none() {
        let language = Language::named("json").expect("built in");
        let [long, short] = ["[1, 2, 3, 4, 5]", "1"].map(|text| language.parse(text.as_bytes()));
        let difference = Difference::between(Some(long.tree()), long.tree());
        assert!(difference.applied(Some(short.tree())).is_none());
    }
}
