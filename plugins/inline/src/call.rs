//! Calls: what is called, and which argument goes to which parameter.

use reduce_tree_plugin::Node;

use crate::function::{Function, Parameter};
use crate::program::Language;

/// A call of a function, as far as it can be inlined.
#[derive(Clone)]
pub struct Call<'a> {
    pub node: Node<'a>,
    pub arguments: Vec<Node<'a>>,
    /// What `this` or the first parameter is.
    pub receiver: Option<Node<'a>>,
}

/// What a parameter gets.
pub enum Given<'a> {
    One(Node<'a>),
    /// The rest of the arguments.
    Many(Vec<Node<'a>>),
    Nothing,
}

impl<'a> Call<'a> {
    /// The call of what stands at a node; none if it is not called, or not plainly.
    pub fn of(callee: Node<'a>) -> Option<Self> {
        let mut callee = callee;
        while let Some(around) = callee.parent().filter(|around| around.kind() == "parenthesized_expression") {
            callee = around;
        }
        let node = callee.parent().filter(|_| callee.edge() == "function")?;
        let is_call = matches!(node.kind(), "call_expression" | "call");
        let list = node.child("arguments").filter(|_| is_call)?;
        let is_plain = matches!(list.kind(), "arguments" | "argument_list") && node.child("optional_chain").is_none();
        is_plain.then(|| Call { node, arguments: list.parts().collect(), receiver: None })
    }

    /// What each parameter of a function gets; none if that depends on the run, or does not fit.
    pub fn bind(&self, function: &Function<'a>, language: Language) -> Option<Vec<Given<'a>>> {
        let mut positional: Vec<Node<'a>> = Vec::new();
        let mut named: Vec<Node<'a>> = Vec::new();
        if language == Language::Python {
            positional.extend(self.receiver);
        }
        for &argument in &self.arguments {
            match argument.kind() {
                "spread_element" | "list_splat" | "dictionary_splat" | "compound_statement" => return None,
                "keyword_argument" => named.push(argument),
                _ => positional.push(argument),
            }
        }
        let mut positional = positional.into_iter();
        let mut bound = Vec::new();
        for parameter in &function.parameters {
            let by_name = named.iter().position(|argument| names(*argument, parameter));
            bound.push(match by_name {
                _ if parameter.takes_rest => Given::Many(positional.by_ref().collect()),
                Some(at) => Given::One(named.swap_remove(at).child("value")?),
                None => match positional.next().or(parameter.default) {
                    Some(argument) => Given::One(argument),
                    None if language == Language::JavaScript => Given::Nothing,
                    None => return None,
                },
            });
        }
        let all_taken = positional.next().is_none() || language == Language::JavaScript;
        (named.is_empty() && all_taken).then_some(bound)
    }
}

/// Whether an argument names a parameter.
fn names(argument: Node<'_>, parameter: &Parameter<'_>) -> bool {
    let name = argument.child("name").map(Node::text);
    name.is_some() && name == parameter.name.map(Node::text)
}
