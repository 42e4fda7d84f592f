//! Edits that belong together, of nodes that may lie inside each other.

use std::collections::BTreeMap;

use reduce_tree_plugin::{Edits, Node};

use crate::grammar::Grammar;
use crate::way::{Taking, Way};

/// What happens to a node.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Action {
    /// It goes.
    Remove,
    /// One or more siblings below it, by their ids, take its place.
    Lift(u32, u32),
    /// A text takes its place.
    Put(String),
}

/// What happens to which nodes.
#[derive(Clone, Default)]
pub(crate) struct Plan<'a>(BTreeMap<u32, Step<'a>>);

#[derive(Clone)]
struct Step<'a> {
    node: Node<'a>,
    action: Action,
    lifted: Option<(Node<'a>, Node<'a>)>,
}

impl<'a> Plan<'a> {
    pub(crate) fn remove(&mut self, node: Node<'a>) {
        self.0.insert(node.id(), Step { node, action: Action::Remove, lifted: None });
    }

    /// Lifts what is below the node in its place, unless something happens to the node already.
    pub(crate) fn lift(&mut self, node: Node<'a>, first: Node<'a>, last: Node<'a>) {
        let action = Action::Lift(first.id(), last.id());
        self.0.entry(node.id()).or_insert(Step { node, action, lifted: Some((first, last)) });
    }

    /// Puts a text in the node's place, unless something happens to the node already.
    pub(crate) fn put(&mut self, node: Node<'a>, text: &str) {
        let action = Action::Put(text.to_owned());
        self.0.entry(node.id()).or_insert(Step { node, action, lifted: None });
    }

    /// Takes over what another plan does.
    pub(crate) fn add(&mut self, more: Plan<'a>) {
        self.0.extend(more.0);
    }

    /// The nodes that go.
    pub(crate) fn removed(&self) -> impl Iterator<Item = Node<'a>> {
        self.0.values().filter(|step| step.action == Action::Remove).map(|step| step.node)
    }

    /// Takes nodes along that cannot be without what goes: `var` without a variable. What lies inside something that
    /// goes or gives way is left to that.
    pub(crate) fn settled(mut self, grammar: &'static Grammar) -> Self {
        let taking = Taking { grammar, way: Way::Least, places: Vec::new() };
        self.spread();
        loop {
            self.drop_inner();
            let emptied: Vec<Node> = self.emptied(grammar);
            if emptied.is_empty() {
                return self;
            }
            for node in emptied {
                match node.parent() {
                    // The semicolon of `for (var x;;)` is the declaration's own.
                    Some(parent) if parent.kind() == "for_statement" => self.put(node, ";"),
                    _ => taking.take(&mut self, node),
                }
            }
        }
    }

    /// Where something happens inside a block that is lifted, what stands around the block goes instead.
    fn spread(&mut self) {
        let lifted: Vec<(Node, Node)> = self.0.values().filter_map(|step| Some((step.node, step.lifted?.0))).collect();
        for (node, kept) in lifted {
            let inside = |step: &Step| step.node.range().start < kept.range().end;
            let is_touched = self.0.range(kept.id() + 1..).next().is_some_and(|(_, step)| inside(step));
            if is_touched && kept.parent() == Some(node) {
                self.0.remove(&node.id());
                for around in node.children().filter(|child| *child != kept) {
                    self.remove(around);
                }
            }
        }
    }

    fn drop_inner(&mut self) {
        // They come in preorder: what begins before the last one ends lies inside it.
        let mut until = 0;
        self.0.retain(|_, step| {
            let range = step.node.range();
            let is_inside = range.start < until;
            until = until.max(range.end);
            !is_inside
        });
    }

    /// The nodes of which all has gone that they cannot be without.
    fn emptied(&self, grammar: &Grammar) -> Vec<Node<'a>> {
        let is_removed = |node: &Node| self.0.get(&node.id()).is_some_and(|step| step.action == Action::Remove);
        let mut parents: Vec<Node> = self.removed().filter_map(Node::parent).collect();
        parents.dedup();
        parents.retain(|parent| {
            grammar.needs_of(parent.kind()).any(|edge| {
                let mut needed = parent.parts().filter(|part| edge == "*" || part.edge() == edge).peekable();
                needed.peek().is_some() && needed.all(|part| is_removed(&part))
            })
        });
        parents
    }

    /// The tokens that go.
    pub(crate) fn tokens(&self) -> usize {
        let gone = |step: &Step| {
            let kept = match &step.action {
                Action::Remove => 0,
                Action::Lift(..) => step.lifted.map_or(0, |(first, last)| run(first, last).map(Node::tokens).sum()),
                Action::Put(_) => 1,
            };
            step.node.tokens().saturating_sub(kept)
        };
        self.0.values().map(gone).sum()
    }

    /// What distinguishes it from other plans.
    pub(crate) fn signature(&self) -> Vec<(u32, Action)> {
        self.0.values().map(|step| (step.node.id(), step.action.clone())).collect()
    }

    /// The edits.
    pub(crate) fn edits(&self) -> Edits {
        self.0.values().fold(Edits::new(), |edits, Step { node, action, lifted }| match (action, lifted) {
            (Action::Put(text), _) => edits.put(*node, text.as_str()),
            (Action::Lift(..), Some((first, last))) => edits.lift(*node, *first, *last),
            _ => edits.remove(*node),
        })
    }
}

/// The siblings from the first to the last.
fn run<'a>(first: Node<'a>, last: Node<'a>) -> impl Iterator<Item = Node<'a>> {
    std::iter::successors(Some(first), |node| node.next_sibling()).take_while(move |node| node.id() <= last.id())
}

/// The outermost node that goes when this one goes.
pub(crate) fn outermost<'a>(node: Node<'a>, grammar: &Grammar) -> Node<'a> {
    let mut outermost = node;
    while let Some(parent) = outermost.parent().filter(|parent| is_wrapper(*parent, outermost, grammar)) {
        outermost = parent;
    }
    outermost
}

fn is_wrapper(parent: Node, child: Node, grammar: &Grammar) -> bool {
    grammar.wraps(parent.kind(), child.edge())
}
