//! Branches whose condition is a literal: the one that is taken comes in the place of all.

use reduce_tree_plugin::{Edits, Node};

use crate::precedence::{fitted, level};
use crate::program::Program;
use crate::rewrite::Proposal;

/// All branches that are decided.
pub fn proposals(program: &Program<'_>) -> Vec<Proposal> {
    program.source.nodes().filter_map(|node| decided(program, node)).collect()
}

fn decided(program: &Program<'_>, node: Node<'_>) -> Option<Proposal> {
    match node.kind() {
        "if_statement" => {
            let holds = truth(node.child("condition")?)?;
            let taken = if holds { node.child("consequence") } else { node.child("alternative") };
            let Some(taken) = taken else { return gone(node) };
            let is_statement = node.is_in_list();
            match taken.kind() {
                "elif_clause" => None,
                "else_clause" => lifted(node, taken.child("body").or_else(|| taken.parts().next())?, is_statement),
                _ => lifted(node, taken, is_statement),
            }
        }
        "while_statement" => gone(node).filter(|_| node.child("condition").and_then(truth) == Some(false)),
        "ternary_expression" | "conditional_expression" => {
            let [first, second, third] = node.parts().collect::<Vec<_>>()[..] else { return None };
            let is_python = node.child("condition").is_none();
            let (condition, yes) = if is_python { (second, first) } else { (first, second) };
            replaced(program, node, if truth(condition)? { yes } else { third })
        }
        "binary_expression" | "boolean_operator" => {
            let (left, right) = (node.child("left")?, node.child("right")?);
            let left_is_taken = match node.child("operator")?.text() {
                b"&&" | b"and" => !truth(left)?,
                b"||" | b"or" => truth(left)?,
                _ => return None,
            };
            replaced(program, node, if left_is_taken { left } else { right })
        }
        _ => None,
    }
}

/// Whether a literal counts as true.
fn truth(condition: Node<'_>) -> Option<bool> {
    match condition.kind() {
        "parenthesized_expression" => truth(condition.parts().next()?),
        "true" => Some(true),
        "false" | "null" | "none" | "undefined" => Some(false),
        "number" | "integer" | "number_literal" => match condition.text() {
            b"0" => Some(false),
            text => text.iter().all(u8::is_ascii_digit).then_some(true),
        },
        _ => None,
    }
}

fn gone(node: Node<'_>) -> Option<Proposal> {
    let growth = -node.tokens().cast_signed();
    node.is_in_list().then(|| Proposal { edits: Edits::new().remove(node), growth, bytes: 0 })
}

/// A branch comes in the place of the statement, without its braces if that can be.
fn lifted(node: Node<'_>, branch: Node<'_>, is_statement: bool) -> Option<Proposal> {
    let is_block = matches!(branch.kind(), "statement_block" | "block" | "compound_statement");
    let declares = branch.parts().any(|one| one.kind() == "lexical_declaration" || one.kind() == "declaration");
    let (first, last) = if is_block && is_statement && !declares {
        let Some(first) = branch.parts().next() else { return gone(node) };
        (first, branch.parts().last()?)
    } else {
        (branch, branch)
    };
    let kept: usize = branch.tokens();
    let growth = kept.cast_signed() - node.tokens().cast_signed();
    Some(Proposal { edits: Edits::new().lift(node, first, last), growth, bytes: branch.range().len() })
}

/// An operand comes in the place of the expression and of its parentheses.
fn replaced(program: &Program<'_>, node: Node<'_>, by: Node<'_>) -> Option<Proposal> {
    let is_operand = |around: &Node<'_>| {
        let owner = around.parent().map(Node::kind).unwrap_or_default();
        around.kind() == "parenthesized_expression"
            && (!owner.ends_with("_statement") || matches!(owner, "expression_statement" | "return_statement"))
    };
    let node = std::iter::successors(Some(node), |node| node.parent().filter(is_operand)).last()?;
    let text = fitted(program.language, by.text().to_vec(), level(program.language, by), node);
    let (growth, bytes) = (by.tokens().cast_signed() - node.tokens().cast_signed(), text.len());
    Some(Proposal { edits: Edits::new().put(node, text), growth, bytes })
}
