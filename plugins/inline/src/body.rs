//! A function's statements in the place of the statement with the call.

use std::ops::Range;

use reduce_tree_names::{Form, Occurrence};
use reduce_tree_plugin::Node;

use crate::call::Given;
use crate::function::Parameter;
use crate::inliner::{Inliner, Plan, declared, uses_in};
use crate::precedence::{Level, fitted};
use crate::program::{Language, contains};
use crate::rewrite::{Rewrite, tokens};
use crate::statement::{self, Slot, begins_line, indentation, is_alone, is_function, slot_of};

/// What the call is to its statement.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// All of it.
    Whole,
    /// What it returns.
    Returned,
    /// A part of it.
    Part,
}

impl<'a> Inliner<'_, 'a> {
    /// Puts the function's statements before the statement with the call, or in its place.
    pub(crate) fn inline_statements(&mut self, rewrite: &mut Rewrite<'a>, plan: &Plan<'a>) -> Option<()> {
        let (program, function, call) = (self.program, self.function, plan.call.node);
        let slot = slot_of(program, call)?;
        let only = slot.statement.parts().next() == Some(call);
        let role = match slot.statement.kind() {
            "expression_statement" if only => Role::Whole,
            "return_statement" if only => Role::Returned,
            _ => Role::Part,
        };
        if function.returns_early && role != Role::Returned {
            return None;
        }

        let mut body = Rewrite::new(program.language, program.text);
        self.rename(&mut body, plan)?;
        let mut pieces: Vec<Vec<u8>> = Vec::new();
        for (parameter, given) in function.parameters.iter().zip(&plan.bound) {
            if self.is_substituted(parameter, given) {
                self.substitute(&mut body, rewrite, parameter, given)?;
            } else {
                pieces.push(self.declaration(&body, rewrite, parameter, given)?);
            }
        }
        self.bind_this(&mut body, rewrite, &plan.call)?;

        let last = if role == Role::Returned { function.last } else { None };
        let moved: Vec<Node<'a>> = function.statements.iter().copied().chain(last).collect();
        if let (Some(first), Some(last)) = (moved.first(), moved.last()) {
            let mut text = self.moved(&body, first.range().start..last.range().end, &slot)?;
            let is_open = program.language == Language::JavaScript && text.ends_with(b"}") && needs_end(*last);
            text.extend(is_open.then_some(b';'));
            pieces.push(text);
        }
        match role {
            Role::Whole => {
                let (text, level) = self.result(&body);
                // A name or a literal alone does nothing.
                let does_something = function.result.is_some() && tokens(&text) > 1;
                pieces.extend(does_something.then(|| fitted(program.language, text, level, call)));
            }
            Role::Returned => {
                let falls_through = function.last.is_none() && slot.statement.next_sibling().is_some();
                match (function.last, function.result) {
                    // An arrow's value.
                    (None, Some(_)) => {
                        rewrite.put(call, self.result(&body).0, self.result(&body).1);
                        pieces.push(rewrite.text(slot.statement.range()));
                    }
                    _ => pieces.extend(falls_through.then(|| b"return".to_vec())),
                }
            }
            Role::Part => {
                let (text, level) = self.result(&body);
                rewrite.put(call, text, level);
                pieces.push(rewrite.text(slot.statement.range()));
            }
        }
        self.put_pieces(rewrite, &slot, pieces)
    }

    /// Gives new names to what the function declares if they mean something else around the call.
    fn rename(&mut self, body: &mut Rewrite<'a>, plan: &Plan<'a>) -> Option<()> {
        let (program, function) = (self.program, self.function);
        let around =
            plan.call.node.ancestors().find(|node| is_function(*node)).unwrap_or_else(|| program.source.root());
        let mentions = program.mentions_in(around.range());
        let is_inside = |range: &Range<usize>| contains_range(&function.node.range(), range);
        let both = function.parameters.iter().zip(&plan.bound);
        let substituted: Vec<_> = both
            .filter(|(parameter, given)| self.is_substituted(parameter, given))
            .filter_map(|(parameter, _)| program.names.meaning(parameter.name?))
            .collect();
        for binding in declared(self) {
            if substituted.iter().any(|gone| std::ptr::eq(*gone, binding)) {
                continue;
            }
            let is_taken = mentions.iter().any(|one| one.name == binding.name && !is_inside(&one.range));
            if is_taken || self.placed.contains(&(around, binding.name)) {
                let name = self.fresh()?;
                for occurrence in binding.occurrences().filter(|occurrence| is_inside(&occurrence.range)) {
                    body.replace(occurrence.range.clone(), renamed(occurrence, binding.name, &name)?);
                }
            } else {
                self.placed.push((around, binding.name));
            }
        }
        Some(())
    }

    /// Whether an argument comes in the parameter's places; else the parameter stays as a variable.
    fn is_substituted(&self, parameter: &Parameter<'a>, given: &Given<'a>) -> bool {
        let uses = parameter.name.map_or(0, |name| uses_in(self.program, name, self.function.node).len());
        let is_small = match given {
            Given::One(argument) => argument.tokens() == 1,
            Given::Many(arguments) => arguments.is_empty(),
            Given::Nothing => true,
        };
        (uses < 2 || is_small) && self.is_substitutable(parameter, given)
    }

    /// The declaration of a parameter as a variable.
    fn declaration(
        &self,
        body: &Rewrite<'a>,
        rewrite: &Rewrite<'a>,
        parameter: &Parameter<'a>,
        given: &Given<'a>,
    ) -> Option<Vec<u8>> {
        let language = self.program.language;
        let is_dependent = matches!(given, Given::One(argument) if contains(self.function.node, *argument));
        let (value, level) = if is_dependent { self.given(body, given) } else { self.given(rewrite, given) };
        let value = if level < Level::ELEMENT { crate::precedence::parenthesized(&value) } else { value };
        let target = match (parameter.name, parameter.node.child("left")) {
            (Some(name), _) => name,
            (None, Some(pattern)) => pattern,
            (None, None) => parameter.node,
        };
        Some(match (language, given) {
            (Language::JavaScript, Given::Nothing) if parameter.name.is_some() => {
                [b"let ", &body.text(target.range())[..], b";"].concat()
            }
            (Language::JavaScript, _) => [b"let ", &body.text(target.range())[..], b" = ", &value, b";"].concat(),
            (Language::Python, _) => [&body.text(target.range())[..], b" = ", &value].concat(),
            (Language::C, _) => {
                let declarator = parameter.node.child("declarator")?;
                if declarator.kind() == "array_declarator" {
                    return None;
                }
                [&body.text(parameter.node.range())[..], b" = ", &value].concat()
            }
        })
    }

    /// The function's statements, indented as the place is to which they come.
    fn moved(&self, body: &Rewrite<'a>, range: Range<usize>, slot: &Slot<'a>) -> Option<Vec<u8>> {
        let program = self.program;
        let text = body.text(range.clone());
        if !begins_line(program, range.start) || !text.contains(&b'\n') {
            return Some(text);
        }
        let from = indentation(program, range.start);
        let to = indentation(program, slot.statement.range().start);
        let mut tokens = self.function.node.descendants().filter(|node| node.is_token());
        if from == to {
            return Some(text);
        }
        if tokens.any(|token| token.text().contains(&b'\n')) {
            return (program.language != Language::Python).then_some(text);
        }
        Some(statement::reindented(&text, from, to))
    }

    /// Several statements come where one was.
    fn put_pieces(&self, rewrite: &mut Rewrite<'a>, slot: &Slot<'a>, mut pieces: Vec<Vec<u8>>) -> Option<()> {
        let (program, range) = (self.program, slot.statement.range());
        if pieces.is_empty() {
            statement::remove(rewrite, slot.statement);
            return Some(());
        }
        if program.language == Language::Python {
            let has_lines = pieces.iter().any(|piece| piece.contains(&b'\n'));
            let separator = if is_alone(program, slot.statement) {
                [b"\n", indentation(program, range.start)].concat()
            } else {
                let has_block = self.function.node.descendants().filter(|node| node.kind() == "block").count() > 1;
                if has_lines || has_block {
                    return None;
                }
                b"; ".to_vec()
            };
            rewrite.replace(range, pieces.join(&separator[..]));
            return Some(());
        }
        for piece in &mut pieces {
            if !piece.trim_ascii_end().ends_with(b";") && !piece.trim_ascii_end().ends_with(b"}") {
                piece.push(b';');
            }
        }
        let separator = if begins_line(program, range.start) {
            [b"\n", indentation(program, range.start)].concat()
        } else {
            b" ".to_vec()
        };
        let text = pieces.join(&separator[..]);
        let text = if slot.is_in_list { text } else { [b"{ ", &text[..], b" }"].concat() };
        rewrite.replace(range, text);
        Some(())
    }
}

fn renamed(occurrence: &Occurrence<'_>, old: &str, new: &str) -> Option<Vec<u8>> {
    match occurrence.form {
        Form::Plain => Some(new.into()),
        Form::Behind(between) => Some([old, between, new].concat().into_bytes()),
        Form::Before(_) | Form::Fixed => None,
    }
}

fn contains_range(outer: &Range<usize>, inner: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// Whether a statement needs a `;` or the end of a line, though it may end with a brace.
fn needs_end(statement: Node<'_>) -> bool {
    let kind = statement.kind();
    kind.ends_with("_declaration") && !matches!(kind, "function_declaration" | "class_declaration")
        || matches!(kind, "expression_statement" | "return_statement" | "throw_statement")
}
