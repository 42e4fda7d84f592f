//! Precedence in JavaScript.

use reduce_tree_plugin::Node;

use super::{Level, is_before_dot, operand, operator};

const TERNARY: Level = Level(2);
const COALESCE: Level = Level(3);
const OR: Level = Level(4);
const BIT_OR: Level = Level(6);
const POWER: Level = Level(14);
const UNARY: Level = Level(15);
const POSTFIX: Level = Level(16);
const CALL: Level = Level(18);
const MEMBER: Level = Level(19);

pub(super) fn level(node: Node<'_>) -> Level {
    match node.kind() {
        "identifier"
        | "number"
        | "string"
        | "template_string"
        | "regex"
        | "true"
        | "false"
        | "null"
        | "undefined"
        | "this"
        | "super"
        | "array"
        | "object"
        | "parenthesized_expression"
        | "function_expression"
        | "function_declaration"
        | "generator_function"
        | "class"
        | "class_declaration"
        | "meta_property"
        | "jsx_element"
        | "jsx_self_closing_element" => Level::PRIMARY,
        "member_expression" | "subscript_expression" => MEMBER,
        "new_expression" if node.child("arguments").is_some() => MEMBER,
        "call_expression" => CALL,
        "new_expression" | "update_expression" => POSTFIX,
        "unary_expression" | "await_expression" => UNARY,
        "binary_expression" => binary(operator(node)),
        "ternary_expression" => TERNARY,
        "assignment_expression" | "augmented_assignment_expression" | "arrow_function" | "yield_expression" => {
            Level::ELEMENT
        }
        _ => Level::LIST,
    }
}

fn binary(operator: &[u8]) -> Level {
    match operator {
        b"??" => COALESCE,
        b"||" => OR,
        b"&&" => Level(5),
        b"|" => BIT_OR,
        b"^" => Level(7),
        b"&" => Level(8),
        b"==" | b"!=" | b"===" | b"!==" => Level(9),
        b"<" | b">" | b"<=" | b">=" | b"in" | b"instanceof" => Level(10),
        b"<<" | b">>" | b">>>" => Level(11),
        b"+" | b"-" => Level(12),
        b"*" | b"/" | b"%" => Level(13),
        b"**" => POWER,
        _ => Level::LIST,
    }
}

pub(super) fn demanded(place: Node<'_>, parent: Node<'_>) -> Level {
    match parent.kind() {
        "parenthesized_expression"
        | "expression_statement"
        | "return_statement"
        | "throw_statement"
        | "for_statement"
        | "sequence_expression"
        | "template_substitution"
        | "switch_case"
        | "switch_statement" => Level::LIST,
        "arguments" | "array" | "spread_element" | "yield_expression" | "computed_property_name" => Level::ELEMENT,
        "binary_expression" => match (operator(parent), place.edge()) {
            // Neither `||` nor `&&` may stand beside `??`; before `**` there is no sign.
            (b"??", _) => BIT_OR,
            (b"**", "left") => POSTFIX,
            (b"**", _) => POWER,
            (operator, _) => operand(place, binary(operator), true),
        },
        "unary_expression" | "await_expression" => UNARY,
        "update_expression" | "class_heritage" => CALL,
        parent => of_edge(parent, place.edge()),
    }
}

/// What an edge asks for where the parent has edges that ask for different things.
fn of_edge(parent: &str, edge: &str) -> Level {
    match (parent, edge) {
        ("subscript_expression", "index") | ("for_in_statement", "right") => Level::LIST,
        ("pair" | "variable_declarator" | "field_definition" | "export_statement", "value")
        | (
            "assignment_expression"
            | "augmented_assignment_expression"
            | "assignment_pattern"
            | "object_assignment_pattern",
            "right",
        )
        | ("ternary_expression", "consequence" | "alternative")
        | ("arrow_function", "body") => Level::ELEMENT,
        ("ternary_expression", _) => COALESCE,
        ("call_expression", "function") | ("member_expression" | "subscript_expression", "object") => CALL,
        ("new_expression", "constructor") => MEMBER,
        _ => Level::PRIMARY,
    }
}

/// Whether the text reads as an expression there, however tightly it binds.
pub(super) fn is_safe(text: &[u8], place: Node<'_>) -> bool {
    let begins = |word: &[u8]| text.strip_prefix(word).is_some_and(|rest| !rest.first().is_some_and(|&b| is_word(b)));
    let starts_statement = begins(b"function") || begins(b"class") || begins(b"async") || begins(b"let");
    let is_constructor = place.edge() == "constructor" && !text.starts_with(b"(");
    !(is_before_dot(text, place)
        || (is_constructor && text.contains(&b'('))
        || ((text.starts_with(b"{") || starts_statement) && begins_statement(place)))
}

/// Whether a statement begins with what stands there, or an arrow function's body.
fn begins_statement(place: Node<'_>) -> bool {
    let start = place.range().start;
    let mut path = std::iter::once(place).chain(place.ancestors()).take_while(|node| node.range().start == start);
    path.any(|node| {
        let is_of_arrow = || node.parent().is_some_and(|parent| parent.kind() == "arrow_function");
        node.kind() == "expression_statement" || (node.edge() == "body" && is_of_arrow())
    })
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}
