//! The ways in which something that uses a name goes.

use reduce_tree_names::Declaration;
use reduce_tree_plugin::Node;

use crate::grammar::Grammar;
use crate::plan::{Plan, outermost};

/// What goes with the uses of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// The statements that they stand in go.
    Statements,
    /// The least goes that can go: an argument, an operand, an assignment.
    Least,
    /// As before, but what was assigned stays if it calls something.
    KeepCalls,
    /// They only become simple: a number or the simplest type takes the place of each.
    Simplest,
}

/// Edges of what makes no sense without the rest: names, and the heads of loops.
const NEVER_KEPT: [&str; 10] =
    ["attribute", "property", "field", "name", "key", "alias", "declarator", "initializer", "increment", "update"];

/// Takes places out of a text in one way.
pub(crate) struct Taking<'g> {
    pub grammar: &'g Grammar,
    pub way: Way,
    /// Where the places begin, in order: what holds another of them is not kept.
    pub places: Vec<usize>,
}

impl Taking<'_> {
    /// Takes out what stands for the whole use at this name: the call of a function, the member of an object.
    pub(crate) fn take_use<'a>(&self, plan: &mut Plan<'a>, name: Node<'a>, has_value: bool) {
        let whole = self.whole_use(name);
        match self.way {
            Way::Statements => self.take_statement(plan, whole),
            Way::Simplest if has_value => self.simplify(plan, whole),
            _ => self.take(plan, whole),
        }
    }

    /// Takes out what declares this name.
    pub(crate) fn take_declaration<'a>(&self, plan: &mut Plan<'a>, declaration: &Declaration<'a>) {
        let (name, whole) = (declaration.name.node, declaration.node);
        let is_alone = name == whole || name.parent() == Some(whole);
        let is_statement = |node: Node| node.parent().is_some_and(|parent| self.grammar.is_block(parent.kind()));
        if !is_alone && is_pattern(name, whole) {
            self.take(plan, name);
        } else if is_tagged(whole) && !is_statement(whole) {
            // A tag is no more than a name where the type has another use.
            plan.remove(name);
        } else if self.way == Way::KeepCalls
            && let Some((_, value)) = self.assigned(whole)
            && self.calls_something(value)
            && let Some(statement) = only_part_of(whole)
        {
            plan.lift(statement, value, value);
        } else {
            self.take(plan, whole);
        }
    }

    /// Takes out the least that can go with a node.
    pub(crate) fn take<'a>(&self, plan: &mut Plan<'a>, node: Node<'a>) {
        let mut node = outermost(node, self.grammar);
        while let Some(parent) = node.parent() {
            let is_fixed = self.grammar.is_fixed(parent.kind()) || node.edge() == "condition";
            if !is_fixed && (node.is_in_list() || !node.is_mandatory()) {
                return plan.remove(node);
            }
            if let Some(kept) = self.kept(parent, node) {
                return plan.lift(parent, kept, kept);
            }
            node = outermost(parent, self.grammar);
        }
    }

    /// The statement goes in which a node stands.
    fn take_statement<'a>(&self, plan: &mut Plan<'a>, node: Node<'a>) {
        let is_statement =
            |node: &Node| node.parent().is_some_and(|parent| self.grammar.is_block(parent.kind())) && node.is_in_list();
        match std::iter::once(node).chain(node.ancestors()).find(is_statement) {
            // The label stays for those who jump there.
            Some(statement) if statement.kind() == "labeled_statement" => match statement.parts().last() {
                Some(labelled) => plan.put(labelled, ";"),
                None => plan.remove(statement),
            },
            Some(statement) => plan.remove(statement),
            None => self.take(plan, node),
        }
    }

    fn simplify<'a>(&self, plan: &mut Plan<'a>, node: Node<'a>) {
        if node.may_be(self.grammar.number) {
            plan.put(node, "0");
        } else if let Some(simplest) = self.grammar.simplest_type.filter(|_| node.edge() == "type") {
            plan.put(node, simplest);
        } else {
            self.take(plan, node);
        }
    }

    /// What of the parent can stay in its place when the node goes: the other operand, the body, what was assigned.
    fn kept<'a>(&self, parent: Node<'a>, node: Node<'a>) -> Option<Node<'a>> {
        let may_stay = |part: &Node| {
            let is_clean = is_braced(*part) || !self.has_places(*part);
            *part != node && is_clean && !NEVER_KEPT.contains(&part.edge()) && parent.may_be(part.kind())
        };
        let others: Vec<Node> = parent.parts().filter(may_stay).collect();
        let is_assigned = self.assigned(parent).is_some_and(|(target, _)| target == node);
        let is_statement = outermost(parent, self.grammar) != parent;
        let keeps = self.way == Way::KeepCalls && others.iter().any(|value| self.calls_something(*value));
        // An assignment goes as a whole where it is a statement; elsewhere its value is needed.
        if is_assigned && is_statement && !keeps {
            return None;
        }
        others.into_iter().max_by_key(|part| part.tokens())
    }

    /// What a node assigns, and to what.
    fn assigned<'a>(&self, node: Node<'a>) -> Option<(Node<'a>, Node<'a>)> {
        let (target, value) = self.grammar.assignment(node.kind())?;
        Some((node.child(target)?, node.child(value)?))
    }

    fn calls_something(&self, node: Node) -> bool {
        let is_call = |node: &Node| self.grammar.calls.iter().any(|(kind, _)| *kind == node.kind());
        is_call(&node) || node.descendants().any(|node| is_call(&node))
    }

    fn has_places(&self, node: Node) -> bool {
        let range = node.range();
        let first = self.places.partition_point(|&place| place < range.start);
        self.places.get(first).is_some_and(|&place| place < range.end)
    }

    /// The call whose callee this is; the member expression of a member's name; else the name itself.
    fn whole_use<'a>(&self, name: Node<'a>) -> Node<'a> {
        let of_member = |parent: &Node| {
            matches!(
                (parent.kind(), name.edge()),
                ("member_expression" | "field_definition", "property")
                    | ("field_expression" | "selector_expression" | "field_access", "field")
                    | ("attribute", "attribute")
                    | ("pair" | "pair_pattern", "key")
                    | (
                        "method_definition"
                            | "keyword_argument"
                            | "struct_specifier"
                            | "union_specifier"
                            | "enum_specifier",
                        "name"
                    )
            )
        };
        let used = name.parent().filter(of_member).unwrap_or(name);
        call_of(self.grammar, used).unwrap_or(used)
    }
}

/// The call that calls what this node stands for.
pub(crate) fn call_of<'a>(grammar: &Grammar, callee: Node<'a>) -> Option<Node<'a>> {
    let parent = callee.parent()?;
    if parent.kind() == "parenthesized_expression" {
        return call_of(grammar, parent);
    }
    grammar.calls.iter().any(|call| *call == (parent.kind(), callee.edge())).then_some(parent)
}

/// The statement that consists of a declaration alone.
fn only_part_of(declaration: Node<'_>) -> Option<Node<'_>> {
    let statement = declaration.parent()?;
    let declarators = statement.parts().filter(|part| part.edge() == declaration.edge());
    (statement.is_in_list() && declarators.count() == 1).then_some(statement)
}

/// Whether a node is a block whose statements can go without the block.
fn is_braced(node: Node) -> bool {
    matches!(node.kind(), "statement_block" | "compound_statement")
        || (node.kind() == "block" && node.text().starts_with(b"{"))
}

/// Whether a node is a type with a tag.
fn is_tagged(node: Node) -> bool {
    matches!(node.kind(), "struct_specifier" | "union_specifier" | "enum_specifier")
}

/// Whether a name is one of several that a pattern may declare.
fn is_pattern(name: Node, whole: Node) -> bool {
    let between = name.ancestors().take_while(|node| *node != whole);
    between.chain([whole]).any(|node| {
        matches!(
            node.kind(),
            "object_pattern"
                | "array_pattern"
                | "pattern_list"
                | "tuple_pattern"
                | "list_pattern"
                | "tuple"
                | "slice_pattern"
        )
    })
}
