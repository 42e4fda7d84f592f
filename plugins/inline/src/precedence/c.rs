//! Precedence in C.

use reduce_tree_plugin::Node;

use super::{Level, operand, operator};

const TERNARY: Level = Level(2);
const OR: Level = Level(3);
const UNARY: Level = Level(14);
const POSTFIX: Level = Level(15);

pub(super) fn level(node: Node<'_>) -> Level {
    match node.kind() {
        "identifier"
        | "number_literal"
        | "char_literal"
        | "string_literal"
        | "true"
        | "false"
        | "null"
        | "parenthesized_expression" => Level::PRIMARY,
        "call_expression" | "subscript_expression" | "field_expression" | "compound_literal_expression" => POSTFIX,
        "update_expression" | "unary_expression" | "pointer_expression" | "cast_expression" | "sizeof_expression" => {
            UNARY
        }
        "binary_expression" => binary(operator(node)),
        "conditional_expression" => TERNARY,
        "assignment_expression" => Level::ELEMENT,
        _ => Level::LIST,
    }
}

fn binary(operator: &[u8]) -> Level {
    match operator {
        b"||" => OR,
        b"&&" => Level(4),
        b"|" => Level(5),
        b"^" => Level(6),
        b"&" => Level(7),
        b"==" | b"!=" => Level(8),
        b"<" | b">" | b"<=" | b">=" => Level(9),
        b"<<" | b">>" => Level(10),
        b"+" | b"-" => Level(11),
        b"*" | b"/" | b"%" => Level(12),
        _ => Level::LIST,
    }
}

pub(super) fn demanded(place: Node<'_>, parent: Node<'_>) -> Level {
    match (parent.kind(), place.edge()) {
        ("parenthesized_expression" | "expression_statement" | "return_statement" | "for_statement", _)
        | ("subscript_expression", "index")
        | ("comma_expression", "right") => Level::LIST,
        ("argument_list" | "initializer_list" | "comma_expression", _)
        | ("init_declarator" | "initializer_pair", "value")
        | ("assignment_expression", "right")
        | ("conditional_expression", "consequence")
        | ("array_declarator", "size") => Level::ELEMENT,
        ("case_statement" | "enumerator", "value") | ("conditional_expression", "alternative") => TERNARY,
        ("conditional_expression", _) => OR,
        ("binary_expression", _) => operand(place, binary(operator(parent)), true),
        ("cast_expression", "value") | ("unary_expression" | "pointer_expression", _) => UNARY,
        ("call_expression", "function") | ("subscript_expression" | "field_expression", "argument") => POSTFIX,
        _ => Level::PRIMARY,
    }
}
