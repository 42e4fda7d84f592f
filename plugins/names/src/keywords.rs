//! Arguments that name their parameter (`f(x=1)` in Python): which parameter is meant.

use std::collections::HashMap;

use reduce_tree_plugin::Node;

use crate::Groups;
use crate::binding::Kind;
use crate::table::Space;
use crate::walk::Found;

/// Makes uses of parameters of the arguments that name them, as far as it shows which function is called.
pub(crate) fn resolve<'a>(found: &mut Found<'a>, free: &mut Groups<'a>) {
    let keywords = std::mem::take(&mut found.keywords);
    if keywords.is_empty() {
        return;
    }
    let callees = Callees::new(found);
    for (name, place) in keywords {
        let callee = place.node.ancestors().find(|node| node.kind() == "call").and_then(|call| call.child("function"));
        let parameter = callee.and_then(|callee| {
            let mut functions = callees.of(found, callee).into_iter();
            functions.find_map(|function| {
                let own = found.scopes.own(found.scopes.of(function)?, Space::Value, name)?;
                (found.bindings[own].kind == Kind::Parameter).then_some(own)
            })
        });
        match parameter {
            Some(parameter) => found.bindings[parameter].uses.push(place),
            None => free.add(name, place),
        }
    }
}

/// The functions that a call may mean.
struct Callees<'a> {
    by_name: HashMap<&'a str, Vec<Node<'a>>>,
    meanings: HashMap<u32, usize>,
}

impl<'a> Callees<'a> {
    fn new(found: &Found<'a>) -> Self {
        let mut callees = Callees { by_name: HashMap::new(), meanings: HashMap::new() };
        for (place, binding) in found.bindings.iter().enumerate() {
            if matches!(binding.kind, Kind::Function | Kind::Class | Kind::Variable) {
                callees.meanings.extend(binding.occurrences().map(|occurrence| (occurrence.node.id(), place)));
            }
            if binding.kind == Kind::Function {
                let functions = binding.declarations.iter().map(|declaration| declaration.node);
                callees.by_name.entry(binding.name).or_default().extend(functions);
            }
        }
        callees
    }

    fn of(&self, found: &Found<'a>, callee: Node<'a>) -> Vec<Node<'a>> {
        if callee.kind() == "attribute" {
            let method = callee.child("attribute").and_then(|name| std::str::from_utf8(name.text()).ok());
            return method.and_then(|name| self.by_name.get(name)).cloned().unwrap_or_default();
        }
        let Some(&binding) = self.meanings.get(&callee.id()) else { return Vec::new() };
        let nodes = found.bindings[binding].declarations.iter().map(|declaration| declaration.node);
        nodes.filter_map(|node| called(found, node)).collect()
    }
}

/// The function that runs when what this node declares is called: itself, a class' `__init__`, a variable's lambda.
fn called<'a>(found: &Found<'a>, declaration: Node<'a>) -> Option<Node<'a>> {
    match declaration.kind() {
        "class_definition" => {
            let class = found.scopes.of(declaration)?;
            let constructor = found.scopes.own(class, Space::Value, "__init__")?;
            found.bindings[constructor].declarations.first().map(|declaration| declaration.node)
        }
        "assignment" => declaration.child("right").filter(|value| value.kind() == "lambda"),
        _ => Some(declaration),
    }
}
