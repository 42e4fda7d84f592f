//! Functions that are called where they are written.

use reduce_tree_plugin::Node;

use crate::call::Call;
use crate::function::Function;
use crate::named::inlined;
use crate::program::Program;
use crate::rewrite::Proposal;

/// All functions that are written as what is called.
pub fn proposals(program: &Program<'_>) -> Vec<Proposal> {
    let functions = program.source.nodes().filter(|node| {
        matches!(node.kind(), "function_expression" | "arrow_function" | "lambda")
            && matches!(node.edge(), "function" | "child" | "object")
    });
    let mut found = Vec::new();
    for node in functions {
        let Some(call) = call_of(node) else { continue };
        let Some(function) = Function::of(program, node) else { continue };
        let name = node.child("name").and_then(|name| program.names.meaning(name));
        if name.is_none_or(|binding| binding.uses.is_empty()) {
            found.extend(inlined(program, &function, &[Some(call)], &[]));
        }
    }
    found
}

/// The call of a function right where it is: `f(a)` or `f.call(this, a)`.
fn call_of(function: Node<'_>) -> Option<Call<'_>> {
    if let Some(call) = Call::of(function) {
        return Some(call);
    }
    let mut callee = function;
    while let Some(around) = callee.parent().filter(|around| around.kind() == "parenthesized_expression") {
        callee = around;
    }
    let member = callee.parent().filter(|parent| parent.kind() == "member_expression" && callee.edge() == "object")?;
    let property = member.child("property").filter(|property| property.text() == b"call")?;
    let mut call = Call::of(member).filter(|_| property.edge() == "property")?;
    if !call.arguments.is_empty() {
        let this = call.arguments.remove(0);
        call.receiver = (this.kind() != "this").then_some(this);
    }
    Some(call)
}
