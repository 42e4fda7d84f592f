//! How one tree differs from another: what another process needs that has the other already.

use super::{EdgeId, KindId, Node, Tree};

/// A node as numbers.
pub(crate) type Packed = [u32; 6];

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
        let mut difference = Difference { shift: end(new).wrapping_sub(end(old)), ..Difference::default() };
        for (old, new) in old.iter().zip(new) {
            if old != new {
                if !begin_alike(old, new) {
                    break;
                }
                difference.corrected.push((difference.head as u32, new.packed()));
            }
            difference.head += 1;
        }
        let head = difference.head;
        let moved = difference.movement(old.len(), new.len());
        for (old, new_node) in old[head..].iter().rev().zip(new[head..].iter().rev()) {
            let guess = moved(old);
            if guess != *new_node {
                if !are_alike(&guess, new_node) {
                    break;
                }
                let place = new.len() - difference.tail - 1;
                difference.corrected.push((place as u32, new_node.packed()));
            }
            difference.tail += 1;
        }
        difference.middle = new[head..new.len() - difference.tail].iter().map(Node::packed).collect();
        difference
    }

    /// The new tree; none if this is no difference to that tree.
    pub(crate) fn applied(&self, old: Option<&Tree>) -> Option<Tree> {
        let old = old.map_or(&[][..], |tree| &tree.nodes);
        let first = old.len().checked_sub(self.tail).filter(|first| *first >= self.head)?;
        let length = self.head + self.middle.len() + self.tail;
        let mut nodes = Vec::with_capacity(length);
        nodes.extend_from_slice(&old[..self.head]);
        nodes.extend(self.middle.iter().map(Node::unpacked));
        nodes.extend(old[first..].iter().map(self.movement(old.len(), length)));
        for (place, node) in &self.corrected {
            *nodes.get_mut(*place as usize)? = Node::unpacked(node);
        }
        (!nodes.is_empty()).then(|| Tree::of(nodes))
    }

    /// How a node behind the change moves, between trees of so many nodes.
    fn movement(&self, old: usize, new: usize) -> impl Fn(&Node) -> Node + use<> {
        let (head, shift, places) = (self.head as u32, self.shift, (new as u32).wrapping_sub(old as u32));
        move |&node| Node {
            parent: if node.parent >= head { node.parent.wrapping_add(places) } else { node.parent },
            subtree_end: node.subtree_end.wrapping_add(places),
            start: node.start.wrapping_add(shift),
            end: node.end.wrapping_add(shift),
            ..node
        }
    }
}

/// Whether two nodes are the same but for what lies behind their beginning.
fn begin_alike(old: &Node, new: &Node) -> bool {
    let beginning = |node: &Node| (node.kind, node.edge, node.parent, node.start);
    beginning(old) == beginning(new)
}

/// Whether two nodes are the same but for those around them.
fn are_alike(one: &Node, other: &Node) -> bool {
    let itself = |node: &Node| (node.kind, node.bits, node.start, node.end);
    itself(one) == itself(other)
}

impl Node {
    fn packed(&self) -> Packed {
        let (KindId(kind), EdgeId(edge)) = (self.kind, self.edge);
        let label = u32::from(kind) | u32::from(edge) << 16;
        [label, u32::from(self.bits), self.parent, self.subtree_end, self.start, self.end]
    }

    fn unpacked(&[label, bits, parent, subtree_end, start, end]: &Packed) -> Self {
        let (kind, edge) = (KindId(label as u16), EdgeId((label >> 16) as u16));
        Node { kind, edge, parent, subtree_end, start, end, bits: bits as u8 }
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
            assert!(from_nothing.nodes == new.tree().nodes);
            for old in &documents {
                let difference = Difference::between(Some(old.tree()), new.tree());
                let applied = difference.applied(Some(old.tree())).expect("a tree");
                assert!(applied.nodes == new.tree().nodes);
                assert_eq!(applied.weight(applied.root()), new.tree().weight(new.tree().root()));
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
