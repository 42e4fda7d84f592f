//! Precedence in Python.

use reduce_tree_plugin::Node;

use super::{Level, operand, operator};

const TERNARY: Level = Level(2);
const OR: Level = Level(3);
const AND: Level = Level(4);
const NOT: Level = Level(5);
const COMPARISON: Level = Level(6);
const BIT_OR: Level = Level(7);
const UNARY: Level = Level(14);
const POWER: Level = Level(15);
const AWAIT: Level = Level(16);
const CALL: Level = Level(18);

pub(super) fn level(node: Node<'_>) -> Level {
    match node.kind() {
        "identifier"
        | "integer"
        | "float"
        | "string"
        | "concatenated_string"
        | "true"
        | "false"
        | "none"
        | "ellipsis"
        | "list"
        | "dictionary"
        | "set"
        | "tuple"
        | "parenthesized_expression"
        | "list_comprehension"
        | "dictionary_comprehension"
        | "set_comprehension"
        | "generator_expression" => Level::PRIMARY,
        "attribute" | "subscript" | "call" => CALL,
        "await" => AWAIT,
        "unary_operator" => UNARY,
        "binary_operator" => binary(operator(node)),
        "comparison_operator" => COMPARISON,
        "not_operator" => NOT,
        "boolean_operator" => boolean(node),
        "conditional_expression" => TERNARY,
        "lambda" => Level::ELEMENT,
        _ => Level::LIST,
    }
}

fn boolean(node: Node<'_>) -> Level {
    if operator(node) == b"and" { AND } else { OR }
}

fn binary(operator: &[u8]) -> Level {
    match operator {
        b"|" => BIT_OR,
        b"^" => Level(8),
        b"&" => Level(9),
        b"<<" | b">>" => Level(10),
        b"+" | b"-" => Level(11),
        b"*" | b"/" | b"//" | b"%" | b"@" => Level(12),
        b"**" => POWER,
        _ => Level::LIST,
    }
}

pub(super) fn demanded(place: Node<'_>, parent: Node<'_>) -> Level {
    match (parent.kind(), place.edge()) {
        ("parenthesized_expression" | "expression_statement" | "return_statement", _)
        | ("assignment" | "augmented_assignment" | "for_statement", "right") => Level::LIST,
        ("argument_list" | "list" | "tuple" | "set" | "pair" | "expression_list" | "subscript" | "slice", edge)
            if edge != "value" || parent.kind() == "pair" =>
        {
            Level::ELEMENT
        }
        ("keyword_argument" | "default_parameter" | "typed_default_parameter", "value")
        | ("if_statement" | "elif_clause" | "while_statement", "condition")
        | ("lambda" | "list_comprehension" | "set_comprehension" | "generator_expression", "body")
        | ("interpolation", "expression")
        | ("assert_statement" | "raise_statement" | "with_item" | "decorator" | "named_expression", _) => {
            Level::ELEMENT
        }
        ("conditional_expression", _) => {
            let is_last = place.next_sibling().is_none();
            if is_last { TERNARY } else { OR }
        }
        ("for_in_clause", "right") | ("if_clause", _) => OR,
        ("boolean_operator", _) => operand(place, boolean(parent), true),
        ("not_operator", _) => NOT,
        ("binary_operator", edge) => match (operator(parent), edge) {
            (b"**", "left") => AWAIT,
            (b"**", _) => UNARY,
            (operator, _) => operand(place, binary(operator), true),
        },
        ("unary_operator", _) => UNARY,
        ("attribute", "object") | ("subscript", "value") | ("call", "function") => CALL,
        ("comparison_operator" | "list_splat" | "dictionary_splat", _) => BIT_OR,
        _ => Level::PRIMARY,
    }
}
