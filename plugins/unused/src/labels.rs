//! Labels, and the jumps to them.

use reduce_tree_names::Binding;

use crate::instances::Instances;
use crate::plan::Plan;
use crate::way::{Taking, Way};

/// A label goes, and its statement stays; jumps to it go, or lose their label where they can be without.
pub(crate) fn add<'a>(instances: &mut Instances<'_, 'a>, binding: &Binding<'a>) {
    let taking = Taking { grammar: instances.grammar, way: Way::Least, places: Vec::new() };
    for keeps_jumps in [false, true] {
        let mut plan = Plan::default();
        for declaration in &binding.declarations {
            let children = declaration.node.children();
            for token in children.take_while(|child| child.is_literal() || child.edge() == "label") {
                plan.remove(token);
            }
        }
        for jump in binding.uses.iter().map(|using| using.node) {
            match jump.parent() {
                Some(statement) if !keeps_jumps || statement.kind() == "goto_statement" => {
                    taking.take(&mut plan, statement);
                }
                _ => plan.remove(jump),
            }
        }
        instances.add(plan, &taking, binding.uses.is_empty());
    }
}
