//! C.

use crate::row::{Row, cut, lift, lift_in, put, remove, unwrap_struct, write};

/// The table.
pub const ROWS: &[Row] = &[
    // Statements.
    lift("compound_statement", "**"),
    lift("compound_statement", "*"),
    lift("if_statement", "consequence"),
    lift("if_statement", "alternative/*"),
    lift("if_statement", "condition/*"),
    cut("if_statement", "condition", "alternative/*/condition"),
    remove("if_statement", "alternative"),
    // Blocks that something held together, one after the other.
    write("if_statement", "", "$consequence $alternative/*"),
    lift("while_statement do_statement for_statement", "body"),
    lift("while_statement do_statement for_statement", ".compound_statement/**"),
    lift("while_statement do_statement", "condition/*"),
    lift("for_statement", "initializer"),
    lift("for_statement", "condition"),
    lift("for_statement", "update"),
    lift("switch_statement", "condition/*"),
    lift("switch_statement", "body/**"),
    lift("switch_statement", "body/.case_statement*/child**"),
    lift("case_statement", "child**"),
    lift("labeled_statement attributed_statement return_statement", "child"),
    // Expressions.
    lift("parenthesized_expression initializer_list extension_expression generic_expression concatenated_string", "*"),
    lift("parenthesized_expression", ".compound_statement/.expression_statement*/*"),
    lift("cast_expression compound_literal_expression initializer_pair sizeof_expression", "value"),
    lift("compound_literal_expression", "value/*"),
    write("sizeof_expression alignof_expression offsetof_expression", "", "1"),
    lift("comma_expression binary_expression assignment_expression", "left"),
    lift("comma_expression binary_expression assignment_expression", "right"),
    lift("conditional_expression", "consequence"),
    lift("conditional_expression", "alternative"),
    lift("conditional_expression", "condition"),
    lift("field_expression subscript_expression pointer_expression unary_expression update_expression", "argument"),
    lift("field_expression", "field"),
    lift("subscript_expression", "index"),
    lift("call_expression", "function"),
    lift("call_expression", "arguments/*"),
    // Declarations.
    remove("storage_class_specifier type_qualifier attribute_specifier attribute_declaration", ""),
    remove("ms_declspec_modifier ms_call_modifier alignas_qualifier bitfield_clause", ""),
    lift("attributed_declarator parenthesized_declarator", "*"),
    lift("init_declarator pointer_declarator array_declarator", "declarator"),
    lift_in("declaration field_declaration type_definition", ".function_declarator*", "declarator"),
    remove("array_declarator", "size"),
    put("function_declarator", "parameters", "()"),
    write("function_definition", "", "$type $declarator;"),
    remove("type_definition", "'typedef'"),
    lift("declaration", ".init_declarator*/value"),
    // Types.
    lift("struct_specifier union_specifier", "body/.field_declaration*/type"),
    remove("struct_specifier union_specifier enum_specifier", "body"),
    unwrap_struct("struct_specifier union_specifier"),
    put("struct_specifier union_specifier enum_specifier sized_type_specifier macro_type_specifier", "", "int"),
    put("declaration parameter_declaration field_declaration function_definition type_descriptor", "type", "int"),
    lift("linkage_specification", "body"),
    lift("linkage_specification", "body/**"),
    // The preprocessor.
    lift("preproc_if preproc_ifdef", "child**"),
    lift("preproc_if preproc_ifdef", "alternative/child**"),
    lift("preproc_if preproc_ifdef", "alternative/alternative/child**"),
    remove("preproc_if preproc_ifdef preproc_elif preproc_elifdef", "alternative"),
];
