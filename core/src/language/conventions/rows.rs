//! The conventions of the languages that have any here, as their commonest formatters have them.

use super::gap::Space::{Blank, Break, Kept, Tight};
use super::{Conventions, Gap, List, Others};

const USUAL: Others = Others::Usual { blank_in_braces: false };
const SPACED: Others = Others::Usual { blank_in_braces: true };

/// Parts that have a line each, without brackets and as deep as the node is.
const fn flat(kind: &'static str) -> List {
    List { kind, open: "", close: "", nests: false, unless: "", only_long: false }
}

/// Parts in braces.
const fn braces(kind: &'static str) -> List {
    List { open: "{", close: "}", nests: true, ..flat(kind) }
}

/// What comes behind a colon.
const fn clause(kind: &'static str) -> List {
    List { open: ":", nests: true, ..flat(kind) }
}

/// A row of gaps.
const fn gap(within: &'static str, left: &'static str, right: &'static str, space: super::gap::Space) -> Gap {
    Gap { within, left, right, space }
}

/// What is common to the rows: four blanks, no lists, nothing particular.
const PLAIN: Conventions = Conventions {
    indent: "    ",
    lists: &[],
    lines_end_statements: false,
    gaps: &[],
    others: USUAL,
    tight: &["."],
    functions: &[],
    mends: &[],
};

/// JavaScript.
pub const JAVASCRIPT: &Conventions = &Conventions {
    indent: "  ",
    lists: &[
        flat("program"),
        braces("statement_block"),
        braces("class_body"),
        braces("switch_body"),
        braces("class_static_block"),
        clause("switch_case"),
        clause("switch_default"),
    ],
    gaps: JAVASCRIPT_GAPS,
    others: SPACED,
    tight: JAVASCRIPT_TIGHT,
    functions: &["super", "import"],
    ..PLAIN
};

const JAVASCRIPT_TIGHT: &[&str] = &[".", "?.", "@", "${"];
const JAVASCRIPT_GAPS: &[Gap] = &[
    gap("template_substitution", "", "", Tight),
    gap("jsx_element jsx_fragment jsx_text", "", "", Kept),
    gap("jsx_opening_element jsx_self_closing_element", "<", "", Tight),
    gap("jsx_opening_element jsx_closing_element", "", ">", Tight),
    gap("jsx_closing_element", "", "", Tight),
    gap("jsx_attribute", "", "", Tight),
    gap("jsx_expression", "", "", Tight),
    gap("ternary_expression", "", ":", Blank),
    gap("ternary_expression", ":", "", Blank),
    gap("generator_function generator_function_declaration yield_expression", "", "*", Tight),
    gap("generator_function", "*", "formal_parameters", Blank),
    gap("generator_function generator_function_declaration yield_expression", "*", "", Blank),
    gap("method_definition", "*", "", Tight),
    gap("function_expression", "function", "formal_parameters", Blank),
    gap("", "", "template_string", Blank),
    gap("class_body object", "decorator", "", Blank),
];

/// TypeScript, with JSX or without.
pub const TYPESCRIPT: &Conventions = &Conventions {
    lists: &[
        flat("program"),
        braces("statement_block"),
        braces("class_body"),
        braces("switch_body"),
        braces("class_static_block"),
        braces("interface_body"),
        braces("enum_body"),
        clause("switch_case"),
        clause("switch_default"),
    ],
    gaps: &[
        gap("required_parameter optional_parameter property_signature public_field_definition", "", "?", Tight),
        gap("required_parameter optional_parameter property_signature public_field_definition", "?", "", Tight),
        gap("method_signature method_definition", "", "?", Tight),
        gap("method_signature method_definition", "?", "", Tight),
        gap("non_null_expression", "", "!", Tight),
        gap("public_field_definition variable_declarator", "", "!", Tight),
        gap("public_field_definition variable_declarator", "!", "", Tight),
        gap("conditional_type", "", ":", Blank),
        gap("type_arguments type_parameters", "", ">", Tight),
        gap("type_assertion", "", "", Tight),
        gap("array_type lookup_type index_signature", "", "[", Tight),
        gap("template_substitution", "", "", Tight),
        gap("jsx_element jsx_fragment jsx_text", "", "", Kept),
        gap("jsx_opening_element jsx_self_closing_element", "<", "", Tight),
        gap("jsx_opening_element jsx_closing_element", "", ">", Tight),
        gap("jsx_closing_element jsx_attribute jsx_expression", "", "", Tight),
        gap("ternary_expression", "", ":", Blank),
        gap("ternary_expression", ":", "", Blank),
        gap("generator_function generator_function_declaration yield_expression", "", "*", Tight),
        gap("generator_function", "*", "formal_parameters", Blank),
        gap("generator_function generator_function_declaration yield_expression", "*", "", Blank),
        gap("method_definition", "*", "", Tight),
        gap("function_expression", "function", "formal_parameters call_signature", Blank),
    ],
    ..*JAVASCRIPT
};

/// C.
pub const C: &Conventions = &Conventions {
    lists: C_LISTS,
    gaps: C_GAPS,
    tight: &[".", "->"],
    functions: C_FUNCTIONS,
    mends: &[("storage_class_specifier", "int"), ("type_qualifier", "int")],
    ..PLAIN
};

const C_LISTS: &[List] = &[
    flat("translation_unit"),
    flat("preproc_if"),
    flat("preproc_ifdef"),
    flat("preproc_else"),
    flat("preproc_elif"),
    braces("compound_statement"),
    braces("field_declaration_list"),
    braces("declaration_list"),
    clause("case_statement"),
];
const C_FUNCTIONS: &[&str] = &[
    "sizeof",
    "_Alignof",
    "alignof",
    "__alignof__",
    "typeof",
    "__typeof__",
    "__attribute__",
    "__asm__",
    "asm",
    "_Generic",
    "_Static_assert",
    "static_assert",
    "defined",
    "offsetof",
    "decltype",
    "noexcept",
    "typeid",
    "co_await",
];
const C_GAPS: &[Gap] = &[
    gap("preproc_if preproc_elif", "#if #elif", "", Blank),
    gap("preproc_ifdef", "#ifdef #ifndef", "", Blank),
    gap("preproc_function_def", "identifier", "preproc_params", Tight),
    gap("preproc_def preproc_function_def preproc_include preproc_call", "", "", Blank),
    gap("cast_expression", ")", "", Tight),
    gap("compound_literal_expression", ")", "", Tight),
    gap("conditional_expression", "", ":", Blank),
    gap("bitfield_clause", ":", "", Blank),
    gap("field_declaration", "", "bitfield_clause", Blank),
    // A function without a type reads as a call and a block.
    gap("translation_unit", "call_expression expression_statement ERROR", "compound_statement", Blank),
    gap("pointer_declarator abstract_pointer_declarator", "*", "", Tight),
    // So do those with a parameter as a type and a name in parentheses.
    gap("function_definition declaration", "type_identifier", "parenthesized_declarator", Tight),
    gap("initializer_list", "{", "", Tight),
    gap("initializer_list", "", "}", Tight),
    gap("enumerator_list", "{", "", Blank),
    gap("enumerator_list", "", "}", Blank),
    gap("subscript_designator", "", "", Tight),
    gap("field_designator", "", "", Tight),
];

/// C++.
pub const CPP: &Conventions = &Conventions {
    gaps: &[
        gap("preproc_if preproc_elif", "#if #elif", "", Blank),
        gap("preproc_ifdef", "#ifdef #ifndef", "", Blank),
        gap("preproc_function_def", "identifier", "preproc_params", Tight),
        gap("preproc_def preproc_function_def preproc_include preproc_call", "", "", Blank),
        gap("cast_expression", ")", "", Tight),
        gap("compound_literal_expression", "", "initializer_list", Tight),
        gap("conditional_expression", "", ":", Blank),
        gap("for_range_loop", "", ":", Blank),
        gap("field_initializer_list base_class_clause bitfield_clause", ":", "", Blank),
        gap("field_declaration", "", "bitfield_clause", Blank),
        gap("class_specifier struct_specifier", "", "base_class_clause", Blank),
        gap("function_definition", "", "field_initializer_list", Blank),
        gap("pointer_declarator abstract_pointer_declarator", "*", "", Tight),
        gap("reference_declarator abstract_reference_declarator", "& &&", "", Tight),
        gap("template_argument_list template_parameter_list", "<", "", Tight),
        gap("template_argument_list template_parameter_list", "", ">", Tight),
        gap("template_declaration", "template", "template_parameter_list", Blank),
        gap("lambda_expression", "lambda_capture_specifier", "", Tight),
        gap("operator_name operator_cast destructor_name", "", "", Tight),
        gap("variadic_parameter_declaration variadic_declarator parameter_pack_expansion", "...", "", Tight),
        gap("parameter_pack_expansion", "", "...", Tight),
        gap("initializer_list", "{", "", Tight),
        gap("initializer_list", "", "}", Tight),
        gap("init_declarator call_expression", "", "initializer_list", Tight),
        gap("enumerator_list", "{", "", Blank),
        gap("enumerator_list", "", "}", Blank),
        // `public:` has a line of its own.
        gap("field_declaration_list", "access_specifier", ":", Tight),
        gap("translation_unit", "call_expression", "compound_statement", Blank),
        gap("field_designator", "", "", Tight),
    ],
    tight: &[".", "->", "::", ".*", "->*"],
    mends: &[],
    ..*C
};

/// Java.
pub const JAVA: &Conventions = &Conventions {
    lists: &[
        flat("program"),
        braces("block"),
        braces("class_body"),
        braces("interface_body"),
        braces("enum_body"),
        braces("annotation_type_body"),
        braces("constructor_body"),
        braces("switch_block"),
        braces("module_body"),
        flat("enum_body_declarations"),
        clause("switch_block_statement_group"),
    ],
    gaps: &[
        gap("ternary_expression", "", ":", Blank),
        gap("enhanced_for_statement", "", ":", Blank),
        gap("cast_expression", ")", "", Blank),
        gap("type_arguments type_parameters", "<", "", Tight),
        gap("type_arguments type_parameters", "", ">", Tight),
        gap("spread_parameter", "", "...", Tight),
        gap("spread_parameter", "...", "", Blank),
        gap("method_declaration constructor_declaration", "", "type_parameters", Blank),
        gap("method_declaration constructor_declaration", "type_parameters", "", Blank),
        gap("array_creation_expression", "dimensions", "array_initializer", Blank),
        gap("annotation marker_annotation", "", "", Tight),
        gap("wildcard", "?", "", Blank),
    ],
    tight: &[".", "::"],
    functions: &["super", "this"],
    ..PLAIN
};

/// Go, as gofmt has it, but for what it aligns.
pub const GO: &Conventions = &Conventions {
    indent: "\t",
    lists: &[
        flat("source_file"),
        braces("block"),
        flat("statement_list"),
        braces("field_declaration_list"),
        braces("interface_type"),
        List { nests: false, ..braces("expression_switch_statement") },
        List { nests: false, ..braces("type_switch_statement") },
        List { nests: false, ..braces("select_statement") },
        clause("expression_case"),
        clause("type_case"),
        clause("default_case"),
        clause("communication_case"),
        List { open: "(", close: ")", nests: true, ..flat("import_spec_list") },
        List { open: "(", close: ")", nests: true, ..flat("var_spec_list") },
        List { open: "(", close: ")", nests: true, ..flat("const_declaration") },
        List { open: "(", close: ")", nests: true, ..flat("type_declaration") },
    ],
    lines_end_statements: true,
    gaps: &[
        gap("composite_literal", "", "literal_value", Tight),
        gap("method_declaration", "func", "parameter_list", Blank),
        gap(
            "function_declaration method_declaration func_literal function_type",
            "parameter_list",
            "parameter_list",
            Blank,
        ),
        gap("import_declaration const_declaration type_declaration", "", "import_spec_list (", Blank),
        gap("var_declaration", "var", "var_spec_list", Blank),
        gap("slice_expression", ":", "", Tight),
        gap("slice_type array_type map_type", "", "", Tight),
        gap("type_arguments type_parameter_list", "", "", Tight),
        gap("labeled_statement", ":", "", Break),
        gap("channel_type", "chan", "", Blank),
        gap("channel_type", "<-", "chan", Tight),
        gap("channel_type", "", "<-", Tight),
        gap("channel_type", "<-", "", Blank),
        gap("inc_statement dec_statement", "", "", Tight),
        gap("variadic_parameter_declaration", "identifier", "...", Blank),
        gap("variadic_parameter_declaration variadic_argument", "", "", Tight),
    ],
    functions: &["func", "map", "interface", "struct"],
    ..PLAIN
};

/// Rust.
pub const RUST: &Conventions = &Conventions {
    lists: &[
        flat("source_file"),
        braces("block"),
        braces("declaration_list"),
        braces("field_declaration_list"),
        braces("enum_variant_list"),
        braces("match_block"),
    ],
    gaps: &[
        // What a macro makes of blanks is its own affair.
        gap("token_tree", "", ",", Tight),
        gap("token_tree", ",", "", Blank),
        gap("token_tree token_tree_pattern token_repetition token_repetition_pattern macro_definition", "", "", Kept),
        gap("macro_invocation", "", "", Tight),
        gap("closure_parameters", "|", "", Tight),
        gap("closure_parameters", "", "|", Tight),
        gap("attribute_item inner_attribute_item", "", "", Tight),
        gap("reference_type reference_expression reference_pattern", "&", "", Tight),
        gap("pointer_type", "*", "", Tight),
        gap("type_arguments type_parameters", "<", "", Tight),
        gap("type_arguments type_parameters", "", ">", Tight),
        gap("range_expression range_pattern", "", "", Tight),
        gap("lifetime", "", "", Tight),
        gap("trait_bounds", ":", "", Blank),
        gap("generic_type_with_turbofish generic_function", "", "", Tight),
        gap("scoped_use_list scoped_identifier scoped_type_identifier", "", "", Tight),
        gap("use_list", "", "}", Tight),
        gap("use_list", "{", "", Tight),
        gap("visibility_modifier", "", "", Tight),
        gap("bracketed_type qualified_type", "<", "", Tight),
        gap("bracketed_type qualified_type", "", ">", Tight),
        gap("try_expression", "", "?", Tight),
    ],
    others: SPACED,
    tight: &[".", "::"],
    functions: &["fn"],
    ..PLAIN
};

/// Python. Its lines and their depth come from the tree, so that they mean what they did.
pub const PYTHON: &Conventions = &Conventions {
    lists: &[flat("module"), flat("decorated_definition"), List { nests: true, ..flat("block") }],
    lines_end_statements: true,
    gaps: &[
        gap("keyword_argument default_parameter", "", "", Tight),
        gap("typed_default_parameter", "", "=", Blank),
        gap("typed_default_parameter", "=", "", Blank),
        gap("slice", "", "", Tight),
        gap("print_statement", "", "", Blank),
        gap("lambda", "lambda", ":", Tight),
        gap("dictionary_splat_pattern list_splat_pattern dictionary_splat list_splat", "", "", Tight),
        gap("interpolation format_specifier type_conversion", "", "", Kept),
        gap("concatenated_string", "", "", Blank),
        gap("import_prefix dotted_name", "", "", Tight),
    ],
    tight: &[".", "@"],
    functions: &["print", "exec"],
    ..PLAIN
};

/// JSON: in one line, unless it is long.
pub const JSON: &Conventions = &Conventions {
    indent: "  ",
    lists: &[
        flat("document"),
        List { only_long: true, ..braces("object") },
        List { open: "[", close: "]", only_long: true, ..braces("array") },
    ],
    ..PLAIN
};

/// XML: elements that hold no text have a line each; between text and elements no blank comes or goes.
pub const XML: &Conventions = &Conventions {
    indent: "  ",
    lists: &[
        flat("document"),
        List { open: ">", close: "</>", nests: true, unless: "text cdata reference", ..flat("element") },
    ],
    gaps: &[
        gap("element declaration", "", "attribute", Blank),
        gap("element", "", "> />", Tight),
        gap("attribute", "", "", Tight),
    ],
    others: Others::Kept,
    ..PLAIN
};

/// HTML, likewise.
pub const HTML: &Conventions = &Conventions {
    indent: "  ",
    lists: &[
        List { unless: "text entity", ..flat("document") },
        List { open: "start_tag", close: "end_tag", nests: true, unless: "text entity", ..flat("element") },
    ],
    gaps: &[gap("start_tag self_closing_tag", "", "attribute", Blank), gap("start_tag", "", ">", Tight)],
    others: Others::Kept,
    ..PLAIN
};

/// CSS: blanks in selectors and values stay what they are.
pub const CSS: &Conventions = &Conventions {
    indent: "  ",
    lists: &[flat("stylesheet"), braces("block"), braces("keyframe_block_list")],
    gaps: &[
        gap("", "", "block keyframe_block_list", Blank),
        gap("declaration", "", ": ;", Tight),
        gap("declaration", ":", "", Blank),
        gap("declaration selectors arguments", "", ",", Tight),
        gap("declaration selectors arguments", ",", "", Blank),
    ],
    others: Others::Kept,
    ..PLAIN
};
