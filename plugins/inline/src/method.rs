//! Methods that are known by their name alone: no other member of the program is defined by it.

use std::collections::HashMap;

use reduce_tree_plugin::{Node, Source};

use crate::call::Call;
use crate::function::Function;
use crate::named::inlined;
use crate::program::Program;
use crate::rewrite::Proposal;

/// A method that is the only one of its name.
#[derive(Clone, Copy)]
pub struct Method<'a> {
    /// Its name, where it is defined.
    pub name: Node<'a>,
    function: Node<'a>,
    /// What goes with it.
    pub whole: Node<'a>,
}

/// The methods of a program by name.
pub fn methods(source: Source<'_>) -> HashMap<&[u8], Method<'_>> {
    let mut found: HashMap<&[u8], Option<Method<'_>>> = HashMap::new();
    for method in source.nodes().filter_map(method) {
        found.entry(method.name.text()).and_modify(|other| *other = None).or_insert(Some(method));
    }
    found.into_iter().filter_map(|(name, method)| Some((name, method?))).collect()
}

fn method(node: Node<'_>) -> Option<Method<'_>> {
    let (name, function) = match node.kind() {
        "method_definition" => (node.child("name")?, node),
        "pair" => {
            let is_function = |value: &Node<'_>| matches!(value.kind(), "function_expression" | "arrow_function");
            (node.child("key")?, node.child("value").filter(is_function)?)
        }
        "function_definition" => {
            let block = node.parent().filter(|block| block.kind() == "block")?;
            block.parent().filter(|class| class.kind() == "class_definition")?;
            (node.child("name")?, node)
        }
        _ => return None,
    };
    let is_plain = matches!(name.kind(), "property_identifier" | "private_property_identifier" | "identifier");
    let is_called_by_name = name.text() != b"constructor" && !name.text().starts_with(b"__");
    (is_plain && is_called_by_name).then_some(Method { name, function, whole: node })
}

/// All methods in the places of their calls.
pub fn proposals(program: &Program<'_>) -> Vec<Proposal> {
    let mut found = Vec::new();
    for group in program.names.members() {
        let Some(method) = program.method(group.name).filter(|_| !program.is_recursive_method(group.name)) else {
            continue;
        };
        let Some(function) = Function::of(program, method.function) else { continue };
        let uses = group.uses.iter().map(|using| using.node).filter(|node| *node != method.name);
        let calls: Vec<Option<Call<'_>>> = uses.map(call).collect();
        found.extend(inlined(program, &function, &calls, &[method.whole]));
    }
    found
}

/// The call of a member of this name.
fn call(property: Node<'_>) -> Option<Call<'_>> {
    let member = property.parent().filter(|_| matches!(property.edge(), "property" | "attribute"))?;
    let object = member.child("object").filter(|object| object.kind() != "super")?;
    let is_plain = member.child("optional_chain").is_none();
    Some(Call { receiver: Some(object), ..Call::of(member).filter(|_| is_plain)? })
}
