//! What has to be known of a language's tree to take things out of it.

/// A language's kinds of nodes, as far as it matters how they come and go.
pub(crate) struct Grammar {
    /// Nodes whose elements are statements or members of a class.
    pub blocks: &'static [&'static str],
    /// Nodes that go when the child on this edge (`*`: on any) goes.
    pub wrappers: &'static [(&'static str, &'static str)],
    /// Nodes that cannot be without any child on this edge (`*`: on any).
    pub needs_one: &'static [(&'static str, &'static str)],
    /// Nodes none of whose parts can go, although the grammar makes it look like that.
    pub fixed: &'static [&'static str],
    /// What gives a value to something: the edges of what gets it, and of the value.
    pub assignments: &'static [(&'static str, &'static str, &'static str)],
    /// What calls: the edge of what is called.
    pub calls: &'static [(&'static str, &'static str)],
    /// Lists of parameters.
    pub parameter_lists: &'static [&'static str],
    /// Elements of such lists that take no argument.
    pub no_parameters: &'static [&'static str],
    /// A number's kind.
    pub number: &'static str,
    /// The simplest type, where types are written.
    pub simplest_type: Option<&'static str>,
}

const JAVASCRIPT: Grammar = Grammar {
    blocks: &["program", "statement_block", "switch_case", "switch_default", "class_body"],
    wrappers: &[
        ("expression_statement", "*"),
        ("parenthesized_expression", "*"),
        ("await_expression", "*"),
        ("spread_element", "*"),
        ("export_statement", "*"),
        ("computed_property_name", "*"),
        ("decorator", "*"),
        ("class_heritage", "*"),
        ("template_substitution", "*"),
        ("jsx_expression", "*"),
        ("unary_expression", "*"),
        ("labeled_statement", "body"),
        ("else_clause", "*"),
        ("import_statement", "child"),
    ],
    needs_one: &[
        ("variable_declaration", "*"),
        ("lexical_declaration", "*"),
        ("named_imports", "*"),
        ("import_clause", "*"),
        ("export_clause", "*"),
        ("sequence_expression", "*"),
    ],
    fixed: &["sequence_expression"],
    assignments: &[
        ("variable_declarator", "name", "value"),
        ("assignment_expression", "left", "right"),
        ("augmented_assignment_expression", "left", "right"),
        ("assignment_pattern", "left", "right"),
    ],
    calls: &[("call_expression", "function"), ("new_expression", "constructor")],
    parameter_lists: &["formal_parameters"],
    no_parameters: &[],
    number: "number",
    simplest_type: None,
};

const PYTHON: Grammar = Grammar {
    blocks: &["module", "block"],
    wrappers: &[
        ("expression_statement", "*"),
        ("parenthesized_expression", "*"),
        ("await", "*"),
        ("type", "*"),
        ("decorator", "*"),
        ("as_pattern_target", "*"),
        ("assignment", "right"),
        ("with_item", "*"),
        ("interpolation", "*"),
        ("list_splat", "*"),
        ("dictionary_splat", "*"),
        ("decorated_definition", "definition"),
    ],
    needs_one: &[
        ("import_statement", "name"),
        ("import_from_statement", "name"),
        ("global_statement", "*"),
        ("nonlocal_statement", "*"),
        ("delete_statement", "*"),
        ("expression_list", "*"),
        ("pattern_list", "*"),
        ("with_clause", "*"),
    ],
    fixed: &[
        "list_comprehension",
        "set_comprehension",
        "dictionary_comprehension",
        "generator_expression",
        "for_in_clause",
        "comparison_operator",
        "conditional_expression",
        "assert_statement",
        "dotted_name",
        "pair",
        "as_pattern",
    ],
    assignments: &[
        ("assignment", "left", "right"),
        ("augmented_assignment", "left", "right"),
        ("named_expression", "name", "value"),
    ],
    calls: &[("call", "function")],
    parameter_lists: &["parameters", "lambda_parameters"],
    no_parameters: &["keyword_separator", "positional_separator"],
    number: "integer",
    simplest_type: None,
};

const C: Grammar = Grammar {
    blocks: &[
        "translation_unit",
        "compound_statement",
        "case_statement",
        "declaration_list",
        "preproc_if",
        "preproc_ifdef",
        "preproc_else",
        "preproc_elif",
    ],
    wrappers: &[
        ("expression_statement", "*"),
        ("parenthesized_expression", "*"),
        ("type_descriptor", "*"),
        ("field_designator", "*"),
        ("subscript_designator", "*"),
        ("sizeof_expression", "*"),
        ("enum_specifier", "body"),
        ("unary_expression", "*"),
        ("pointer_expression", "*"),
        ("labeled_statement", "child"),
        ("else_clause", "*"),
    ],
    needs_one: &[
        ("declaration", "declarator"),
        ("field_declaration", "declarator"),
        ("type_definition", "declarator"),
        ("enumerator_list", "*"),
        ("initializer_pair", "designator"),
        ("comma_expression", "*"),
    ],
    fixed: &["comma_expression", "generic_expression"],
    assignments: &[("init_declarator", "declarator", "value"), ("assignment_expression", "left", "right")],
    calls: &[("call_expression", "function")],
    parameter_lists: &["parameter_list", "preproc_params"],
    no_parameters: &[],
    number: "number_literal",
    simplest_type: Some("int"),
};

impl Grammar {
    /// What is known of a language, if anything is.
    pub(crate) fn named(language: &str) -> Option<&'static Grammar> {
        match language {
            "javascript" => Some(&JAVASCRIPT),
            "python" => Some(&PYTHON),
            "c" => Some(&C),
            _ => None,
        }
    }
}
