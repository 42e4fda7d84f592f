//! TypeScript: what it has beyond JavaScript, which is mostly types. A type goes with the `:` before it.

use crate::row::{Row, lift, lift_in, omit, put, remove, turn, write};

/// The table.
pub const ROWS: &[Row] = &[
    // Types around something.
    omit("variable_declarator required_parameter optional_parameter property_signature catch_clause", "type"),
    omit("public_field_definition index_signature parenthesized_expression construct_signature", "type"),
    omit("function_declaration function_expression arrow_function generator_function_declaration", "return_type"),
    omit(
        "method_definition method_signature abstract_method_signature function_signature call_signature",
        "return_type",
    ),
    omit("generator_function", "return_type"),
    remove(
        "function_declaration function_expression arrow_function method_definition class_declaration",
        "type_parameters",
    ),
    remove("abstract_class_declaration class interface_declaration type_alias_declaration", "type_parameters"),
    remove("method_signature function_signature call_signature function_type constructor_type", "type_parameters"),
    remove("call_expression new_expression extends_clause generic_type instantiation_expression", "type_arguments"),
    lift("as_expression satisfies_expression non_null_expression", "*"),
    lift("type_assertion instantiation_expression", "*"),
    omit("type_parameter", "constraint"),
    omit("type_parameter", "value"),
    put("type_annotation", "*", "0"),
    // Types in types.
    lift("union_type intersection_type array_type parenthesized_type readonly_type tuple_type lookup_type", "*"),
    lift("optional_type rest_type index_type_query literal_type conditional_type type_query flow_maybe_type", "*"),
    lift("infer_type template_literal_type", "*"),
    lift("template_type", "*"),
    lift("generic_type", "type_arguments/*"),
    lift("generic_type nested_type_identifier", "name"),
    lift("function_type constructor_type", "return_type"),
    lift("constructor_type", "type"),
    lift("object_type interface_body", "*/type/*"),
    lift("type_predicate", "type"),
    lift("mapped_type_clause", "type"),
    put("object_type function_type union_type generic_type conditional_type tuple_type predefined_type", "", "any"),
    // Declarations.
    remove(
        "required_parameter optional_parameter public_field_definition method_definition",
        ".accessibility_modifier",
    ),
    remove("method_signature abstract_method_signature property_signature", ".accessibility_modifier"),
    remove("public_field_definition method_definition required_parameter", ".override_modifier"),
    remove("public_field_definition property_signature required_parameter index_signature", "'readonly'"),
    remove("public_field_definition", "'static'"),
    remove("public_field_definition", "'declare'"),
    remove("abstract_class_declaration", "'abstract'"),
    remove("enum_declaration", "'const'"),
    remove("public_field_definition property_signature method_signature optional_parameter", "'?'"),
    remove("import_specifier export_specifier import_statement export_statement", "'type'"),
    lift("ambient_declaration", "child"),
    lift_in("required_parameter optional_parameter", "", "pattern"),
    lift("internal_module module", "body/**"),
    lift("expression_statement", ".internal_module/body/**"),
    remove("class_declaration abstract_class_declaration", "decorator*"),
    remove("class_heritage", ".implements_clause"),
    remove("class_heritage", ".extends_clause"),
    remove("class_declaration abstract_class_declaration", ".class_heritage"),
    omit("interface_declaration", ".extends_type_clause"),
    lift("class_declaration abstract_class_declaration", "body/.public_field_definition*/value"),
    turn("abstract_class_declaration", "", "class $name $body"),
    write("interface_declaration", "", "type $name = $body"),
    write("enum_declaration", "", "let $name: any;"),
];
