//! What a function is: its parameters, its statements, what it returns.

use reduce_tree_plugin::Node;

use crate::program::{Language, Program};
use crate::statement::{is_function, own_descendants};

/// A function that can be put in the place of its calls.
pub struct Function<'a> {
    /// All of it.
    pub node: Node<'a>,
    pub parameters: Vec<Parameter<'a>>,
    /// The statements, without the `return` at the end.
    pub statements: Vec<Node<'a>>,
    /// What it gives back at its end.
    pub result: Option<Node<'a>>,
    /// The `return` at the end.
    pub last: Option<Node<'a>>,
    /// Whether it may return before its end.
    pub returns_early: bool,
}

/// A parameter.
pub struct Parameter<'a> {
    /// All of it.
    pub node: Node<'a>,
    /// Its name; none for a pattern.
    pub name: Option<Node<'a>>,
    /// What it is if no argument is given.
    pub default: Option<Node<'a>>,
    /// Whether it takes all arguments that are left.
    pub takes_rest: bool,
}

impl<'a> Function<'a> {
    /// Reads a node that defines a function; none if it is none, or one whose calls are more than its body (a generator,
    /// say).
    pub fn of(program: &Program<'a>, node: Node<'a>) -> Option<Self> {
        let is_plain = is_function(node)
            && !node.kind().starts_with("generator")
            && !node
                .children()
                .any(|child| child.is_literal() && matches!(child.text(), b"async" | b"*" | b"get" | b"set"));
        if !is_plain {
            return None;
        }
        let body = node.child("body")?;
        let parameters = parameters(program.language, node)?;
        let mut function =
            Function { node, parameters, statements: Vec::new(), result: None, last: None, returns_early: false };
        if !matches!(body.kind(), "statement_block" | "block" | "compound_statement") {
            function.result = Some(body);
            return own(program.language, body).then_some(function);
        }
        function.statements = body.parts().skip_while(|statement| says_nothing(*statement)).collect();
        function.last = function.statements.pop_if(|last| last.kind() == "return_statement");
        function.result = function.last.and_then(|last| last.parts().next());
        let returns = own_descendants(body).iter().filter(|node| node.kind() == "return_statement").count();
        function.returns_early = returns > usize::from(function.last.is_some());
        own(program.language, body).then_some(function)
    }
}

/// Whether a statement is a text for readers or the compiler.
fn says_nothing(statement: Node<'_>) -> bool {
    let string = statement.first_child().filter(|_| statement.kind() == "expression_statement");
    string.is_some_and(|string| string.kind() == "string") || statement.kind() == "comment"
}

/// Whether nothing in a body means the function itself.
fn own(language: Language, body: Node<'_>) -> bool {
    let is_bound = |node: &Node<'_>| match language {
        Language::JavaScript => {
            matches!(node.kind(), "super" | "meta_property" | "yield_expression" | "await_expression")
                || (node.kind() == "identifier" && node.text() == b"arguments")
        }
        Language::Python => matches!(node.kind(), "yield" | "await" | "global_statement" | "nonlocal_statement"),
        Language::C => {
            matches!(node.kind(), "labeled_statement" | "goto_statement") || node.kind().starts_with("preproc")
        }
    };
    !std::iter::once(body).chain(own_descendants(body)).any(|node| is_bound(&node))
}

fn parameters(language: Language, function: Node<'_>) -> Option<Vec<Parameter<'_>>> {
    if language == Language::C {
        return c_parameters(function);
    }
    if let Some(only) = function.child("parameter") {
        return Some(vec![Parameter { node: only, name: Some(only), default: None, takes_rest: false }]);
    }
    // A `lambda` without parameters has no node for them.
    let Some(list) = function.child("parameters") else { return Some(Vec::new()) };
    list.parts().map(parameter).collect()
}

fn parameter(node: Node<'_>) -> Option<Parameter<'_>> {
    let named = |name| Parameter { node, name, default: None, takes_rest: false };
    Some(match node.kind() {
        "identifier" => named(Some(node)),
        "object_pattern" | "array_pattern" => named(None),
        "typed_parameter" => {
            let name = node.parts().next().filter(|name| name.kind() == "identifier")?;
            named(Some(name))
        }
        "assignment_pattern" => {
            let left = node.child("left")?;
            let name = (left.kind() == "identifier").then_some(left);
            Parameter { default: node.child("right"), ..named(name) }
        }
        "default_parameter" | "typed_default_parameter" => {
            Parameter { default: node.child("value"), ..named(node.child("name")) }
        }
        "rest_pattern" | "list_splat_pattern" => {
            let name = node.parts().next().filter(|name| name.kind() == "identifier")?;
            Parameter { takes_rest: true, ..named(Some(name)) }
        }
        _ => return None,
    })
}

fn c_parameters(function: Node<'_>) -> Option<Vec<Parameter<'_>>> {
    let mut declarator = function.child("declarator")?;
    while declarator.kind() == "pointer_declarator" {
        declarator = declarator.child("declarator")?;
    }
    let list = declarator.child("parameters")?;
    let mut parameters = Vec::new();
    for node in list.parts() {
        let declared = node.child("declarator");
        if node.kind() != "parameter_declaration" {
            return None;
        }
        match declared {
            None if node.text() == b"void" => {}
            None => parameters.push(Parameter { node, name: None, default: None, takes_rest: false }),
            Some(declared) => {
                let mut inner = declared;
                while inner.kind() != "identifier" {
                    inner = inner.child("declarator").or_else(|| inner.parts().next())?;
                }
                parameters.push(Parameter { node, name: Some(inner), default: None, takes_rest: false });
            }
        }
    }
    Some(parameters)
}
