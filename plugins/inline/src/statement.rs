//! Statements: where an expression's statement is, how one goes, how several come to stand where one stood.

use reduce_tree_plugin::Node;

use crate::program::{Language, Program};
use crate::rewrite::Rewrite;

/// A statement as a place for statements.
pub struct Slot<'a> {
    pub statement: Node<'a>,
    /// Whether it stands among others; else it is all that its parent has there.
    pub is_in_list: bool,
}

/// The statement in which an expression is evaluated once; none if it may be evaluated often, or in a function of its
/// own.
pub fn slot_of<'a>(program: &Program<'a>, expression: Node<'a>) -> Option<Slot<'a>> {
    let mut below = expression;
    for node in expression.ancestors() {
        if is_list(program.language, node) && below.is_in_list() {
            // In C, a declaration may not follow a label.
            return Some(Slot { statement: below, is_in_list: node.kind() != "case_statement" });
        }
        if is_branch(node, below) {
            return Some(Slot { statement: below, is_in_list: false });
        }
        if is_function(node) || is_repeated(node, below) {
            return None;
        }
        below = node;
    }
    None
}

/// Whether statements stand side by side in a node.
pub fn is_list(language: Language, node: Node<'_>) -> bool {
    match language {
        Language::JavaScript => {
            matches!(
                node.kind(),
                "program" | "statement_block" | "switch_case" | "switch_default" | "class_static_block"
            )
        }
        Language::Python => matches!(node.kind(), "module" | "block"),
        Language::C => matches!(node.kind(), "compound_statement" | "case_statement"),
    }
}

/// Whether a child is the one statement that its parent guards, without braces.
fn is_branch(parent: Node<'_>, child: Node<'_>) -> bool {
    let is_guarded = match parent.kind() {
        "if_statement" => child.edge() == "consequence",
        "while_statement" | "for_statement" | "for_in_statement" | "do_statement" => child.edge() == "body",
        "else_clause" => true,
        _ => false,
    };
    is_guarded && child.kind().ends_with("_statement") && !matches!(child.kind(), "compound_statement" | "if_statement")
}

/// Whether what a child holds is evaluated again and again, or at other times than its parent.
fn is_repeated(parent: Node<'_>, child: Node<'_>) -> bool {
    match parent.kind() {
        "while_statement" | "do_statement" | "elif_clause" | "for_in_clause" | "if_clause" | "field_definition"
        | "class_body" => true,
        "for_statement" => !matches!(child.edge(), "right" | "initializer"),
        kind => kind.ends_with("comprehension") || kind == "generator_expression",
    }
}

/// Whether a node has a body that runs at another time.
pub fn is_function(node: Node<'_>) -> bool {
    matches!(
        node.kind(),
        "function_declaration"
            | "function_expression"
            | "generator_function_declaration"
            | "generator_function"
            | "arrow_function"
            | "method_definition"
            | "function_definition"
            | "lambda"
    )
}

/// All below a node, without what lies in functions below it.
pub fn own_descendants<'a>(node: Node<'a>) -> Vec<Node<'a>> {
    let mut found = Vec::new();
    let mut open: Vec<Node<'a>> = vec![node];
    while let Some(node) = open.pop() {
        for child in node.children() {
            found.push(child);
            if !is_function(child) {
                open.push(child);
            }
        }
    }
    found
}

/// Takes a statement away.
pub fn remove<'a>(rewrite: &mut Rewrite<'a>, statement: Node<'a>) {
    if statement.is_in_list() {
        rewrite.remove(statement);
    } else {
        rewrite.replace(statement.range(), b";".to_vec());
    }
}

/// The blanks that begin the line of a position.
pub fn indentation<'a>(program: &Program<'a>, position: usize) -> &'a [u8] {
    let start = program.text[..position].iter().rposition(|&b| b == b'\n').map_or(0, |newline| newline + 1);
    let line = &program.text[start..];
    &line[..line.iter().take_while(|b| matches!(b, b' ' | b'\t')).count()]
}

/// Whether only blanks stand before a position in its line.
pub fn begins_line(program: &Program<'_>, position: usize) -> bool {
    let before = program.text[..position].iter().rev().find(|b| !matches!(b, b' ' | b'\t'));
    before.is_none_or(|&b| b == b'\n')
}

/// Whether a node has whole lines for itself.
pub fn is_alone(program: &Program<'_>, node: Node<'_>) -> bool {
    let behind = program.text[node.range().end..].iter().find(|b| !matches!(b, b' ' | b'\t' | b'\r'));
    begins_line(program, node.range().start) && behind.is_none_or(|&b| matches!(b, b'\n' | b'#'))
}

/// A text of several lines with another indentation. No token of it may go over lines.
pub fn reindented(text: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for (index, line) in text.split_inclusive(|&b| b == b'\n').enumerate() {
        match line.strip_prefix(from) {
            Some(rest) if index > 0 => {
                if !rest.trim_ascii().is_empty() {
                    out.extend_from_slice(to);
                }
                out.extend_from_slice(rest);
            }
            _ => out.extend_from_slice(line),
        }
    }
    out
}
