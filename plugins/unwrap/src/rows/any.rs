//! Grammars loaded at run time: what kinds and edges are mostly called.

use crate::row::{Row, lift, omit, remove};

/// The table.
pub const ROWS: &[Row] = &[
    lift("block compound_statement statement_block", "**"),
    lift("block compound_statement statement_block", "*"),
    lift("parenthesized_expression expression_list array list tuple array_expression tuple_expression", "*"),
    lift("if_statement if_expression conditional_expression ternary_expression", "consequence"),
    lift("if_statement if_expression conditional_expression ternary_expression", "alternative"),
    lift("if_statement if_expression conditional_expression ternary_expression", "alternative/*"),
    lift("if_statement if_expression conditional_expression ternary_expression", "condition"),
    lift("while_statement while_expression for_statement for_expression do_statement loop_expression", "body"),
    lift("while_statement while_expression for_statement for_expression do_statement loop_expression", "body/**"),
    lift("try_statement try_expression labeled_statement", "body"),
    lift("unary_expression update_expression", "argument"),
    lift("unary_expression", "operand"),
    lift("binary_expression assignment_expression assignment", "left"),
    lift("binary_expression assignment_expression assignment", "right"),
    lift("call_expression call method_invocation", "function"),
    lift("call_expression call method_invocation", "arguments/*"),
    lift("member_expression field_expression", "object"),
    lift("cast_expression type_cast_expression", "value"),
    lift("return_statement return_expression await_expression", "*"),
    omit("function_declaration function_item method_declaration", "return_type"),
    remove("modifiers visibility_modifier", ""),
];
