//! A function's body in the place of a call of it.

use std::ops::Range;

use reduce_tree_names::{Access, Binding, Form, Kind, Occurrence};
use reduce_tree_plugin::Node;

use crate::call::{Call, Given};
use crate::function::{Function, Parameter};
use crate::precedence::{self, Level};
use crate::program::{Language, Program, contains};
use crate::rewrite::{Rewrite, tokens};
use crate::statement::{is_function, slot_of};

/// An argument that brings no more tokens than this by standing in several places may stand there.
const LITTLE: usize = 8;

/// Puts one function in the place of its calls.
pub struct Inliner<'p, 'a> {
    pub program: &'p Program<'a>,
    pub function: &'p Function<'a>,
    /// What it declares around calls that are done: for the next call there, that needs other names.
    pub placed: Vec<(Node<'a>, &'p str)>,
    /// Names that nothing has, once one is needed.
    fresh: Option<Box<dyn Iterator<Item = String> + 'p>>,
}

/// How a call becomes the function's body.
pub struct Plan<'a> {
    pub call: Call<'a>,
    pub bound: Vec<Given<'a>>,
    /// Whether statements come in the place of the call's statement; else an expression in the place of the call.
    pub in_statements: bool,
    /// What is replaced.
    pub place: Range<usize>,
}

impl<'p, 'a> Inliner<'p, 'a> {
    pub fn new(program: &'p Program<'a>, function: &'p Function<'a>) -> Self {
        Inliner { program, function, placed: Vec::new(), fresh: None }
    }

    /// How the call can be inlined, if it can.
    pub fn plan(&self, call: Call<'a>) -> Option<Plan<'a>> {
        let (program, function) = (self.program, self.function);
        let body = function.node.child("body")?;
        if contains(function.node, call.node) && !contains(call.node, function.node)
            || !program.keeps_meaning(body.range(), function.node, call.node)
        {
            return None;
        }
        let bound = call.bind(function, program.language)?;
        let is_expression = function.statements.is_empty() && !function.returns_early && self.can_substitute(&bound);
        let slot = slot_of(program, call.node);
        let place = slot.as_ref().map(|slot| slot.statement.range());
        let is_statement = slot.is_some_and(|slot| slot.statement.parts().next() == Some(call.node));
        // A name or a literal alone does nothing as a statement.
        let is_idle = is_statement && function.result.is_none_or(|result| result.tokens() == 1);
        let in_statements = !is_expression || (place.is_some() && (is_idle || self.repeats(&bound) > LITTLE));
        let place = if in_statements { place? } else { call.node.range() };
        Some(Plan { call, bound, in_statements, place })
    }

    /// Inlines a call; none if that cannot be.
    pub fn inline(&mut self, rewrite: &mut Rewrite<'a>, plan: &Plan<'a>) -> Option<()> {
        if plan.in_statements {
            self.inline_statements(rewrite, plan)?;
        } else {
            let mut body = Rewrite::new(self.program.language, self.program.text);
            for (parameter, given) in self.function.parameters.iter().zip(&plan.bound) {
                self.substitute(&mut body, rewrite, parameter, given)?;
            }
            self.bind_this(&mut body, rewrite, &plan.call)?;
            let (text, level) = self.result(&body);
            rewrite.put(plan.call.node, text, level);
        }
        Some(())
    }

    /// What the function gives back.
    pub fn result(&self, body: &Rewrite<'a>) -> (Vec<u8>, Level) {
        let nothing = match self.program.language {
            Language::JavaScript => "undefined",
            Language::Python => "None",
            Language::C => "0",
        };
        self.function.result.map_or((nothing.into(), Level::PRIMARY), |result| body.expression(result))
    }

    /// Whether the arguments can stand for all parameters.
    fn can_substitute(&self, bound: &[Given<'a>]) -> bool {
        let mut both = self.function.parameters.iter().zip(bound);
        both.all(|(parameter, given)| self.is_substitutable(parameter, given))
    }

    /// Whether an argument can stand wherever the parameter is used.
    pub fn is_substitutable(&self, parameter: &Parameter<'a>, given: &Given<'a>) -> bool {
        let (program, function) = (self.program, self.function);
        let Some(name) = parameter.name else { return program.language == Language::C };
        let is_read = |using: &Occurrence<'a>| {
            matches!(using.access, Access::Read | Access::Call) && using.form != Form::Fixed && !is_address(using.node)
        };
        let parts: &[Node<'a>] = match given {
            Given::One(argument) => std::slice::from_ref(argument),
            Given::Many(arguments) => arguments,
            Given::Nothing => &[],
        };
        let is_seen = |using: &Occurrence<'a>| {
            let mentions = parts.iter().flat_map(|part| program.mentions_in(part.range()));
            mentions.into_iter().all(|mention| !self.is_captured(mention.name, using.node))
        };
        let is_own = |part: &Node<'a>| contains(function.node, *part);
        let depends = parts.iter().any(|part| {
            let mut mentions = program.mentions_in(part.range()).iter().filter_map(|mention| mention.binding);
            is_own(part) && mentions.any(|binding| contains(function.node, program.binding(binding).scope))
        });
        let uses = uses_in(program, name, function.node);
        !depends && uses.iter().all(|using| is_read(using) && is_seen(using))
    }

    /// Whether a name would mean something else at a place in the function: what is declared inside, but neither a
    /// parameter nor right in the function, since those are gone or renamed.
    fn is_captured(&self, name: &str, at: Node<'a>) -> bool {
        let meant = self.program.names.lookup(name, at);
        meant.is_some_and(|binding| contains(self.function.node, binding.scope) && !self.is_outermost(binding))
    }

    /// Whether a binding is declared right in the function.
    pub fn is_outermost(&self, binding: &Binding<'a>) -> bool {
        let body = self.function.node.child("body");
        binding.scope == self.function.node || Some(binding.scope) == body
    }

    /// By how many tokens arguments grow that stand in several places.
    fn repeats(&self, bound: &[Given<'a>]) -> usize {
        let both = self.function.parameters.iter().zip(bound);
        both.map(|(parameter, given)| {
            let weight = match given {
                Given::One(argument) => argument.tokens(),
                Given::Many(arguments) => arguments.iter().map(|argument| argument.tokens() + 1).sum(),
                Given::Nothing => 1,
            };
            let uses = parameter.name.map_or(0, |name| uses_in(self.program, name, self.function.node).len());
            (weight - weight.min(1)) * uses.saturating_sub(1)
        })
        .sum()
    }

    /// Writes an argument wherever the parameter is used.
    pub fn substitute(
        &self,
        body: &mut Rewrite<'a>,
        rewrite: &Rewrite<'a>,
        parameter: &Parameter<'a>,
        given: &Given<'a>,
    ) -> Option<()> {
        let Some(name) = parameter.name else { return Some(()) };
        let (text, level) = self.given(rewrite, given);
        for using in uses_in(self.program, name, self.function.node) {
            let spread = using.node.parent().filter(|spread| matches!(spread.kind(), "spread_element" | "list_splat"));
            match (given, spread) {
                (Given::Many(arguments), Some(spread)) if !arguments.is_empty() => {
                    body.replace(spread.range(), elements(rewrite, arguments));
                }
                _ => write(body, &using, &text, level)?,
            }
        }
        Some(())
    }

    /// What a parameter gets, as an expression.
    pub fn given(&self, rewrite: &Rewrite<'a>, given: &Given<'a>) -> (Vec<u8>, Level) {
        match given {
            Given::One(argument) => rewrite.expression(*argument),
            Given::Nothing => ("undefined".into(), Level::PRIMARY),
            Given::Many(arguments) => {
                let elements = elements(rewrite, arguments);
                let (open, close): (&[u8], &[u8]) = match (self.program.language, arguments.len()) {
                    (Language::Python, 1) => (b"(", b",)"),
                    (Language::Python, _) => (b"(", b")"),
                    _ => (b"[", b"]"),
                };
                ([open, &elements, close].concat(), Level::PRIMARY)
            }
        }
    }

    /// Writes the receiver wherever the function speaks of itself as `this`; none if that cannot be.
    pub fn bind_this(&self, body: &mut Rewrite<'a>, rewrite: &Rewrite<'a>, call: &Call<'a>) -> Option<()> {
        let Some(receiver) = call.receiver.filter(|_| self.program.language == Language::JavaScript) else {
            return Some(());
        };
        let own = own_this(self.function.node);
        let (text, level) = rewrite.expression(receiver);
        if own.len() > 1 && tokens(&text) > LITTLE {
            return None;
        }
        for this in own {
            let mut mentions = self.program.mentions_in(receiver.range()).iter();
            if mentions.any(|mention| self.is_captured(mention.name, this)) {
                return None;
            }
            body.put(this, text.clone(), level);
        }
        Some(())
    }

    /// A name that nothing has yet.
    pub fn fresh(&mut self) -> Option<String> {
        self.fresh.get_or_insert_with(|| Box::new(self.program.names.fresh())).next()
    }
}

/// Arguments as the elements of a list.
fn elements(rewrite: &Rewrite<'_>, arguments: &[Node<'_>]) -> Vec<u8> {
    let elements: Vec<Vec<u8>> = arguments.iter().map(|one| rewrite.text(one.range())).collect();
    elements.join(&b", "[..])
}

/// Writes an expression where a name is used; none if that cannot be.
pub fn write(rewrite: &mut Rewrite<'_>, using: &Occurrence<'_>, text: &[u8], level: Level) -> Option<()> {
    let is_in_string = using.node.ancestors().any(|node| node.kind() == "interpolation");
    if is_in_string && text.iter().any(|b| b"\"'\\\n#".contains(b)) {
        return None;
    }
    match using.form {
        Form::Plain if using.node.range() == using.range => {
            // In a replacement field, braces, colons and the like mean something else.
            let is_special = is_in_string && text.iter().any(|b| b"{:!=".contains(b));
            let level = if is_special { Level::LIST } else { level };
            rewrite.put(using.node, text.to_vec(), level);
        }
        // In the text of a macro.
        Form::Plain => {
            let whole = level == Level::PRIMARY;
            let text = if whole { text.to_vec() } else { precedence::parenthesized(text) };
            rewrite.replace(using.range.clone(), text);
        }
        Form::Behind(between) => {
            let name = using.node.text();
            let value = if level < Level::ELEMENT { precedence::parenthesized(text) } else { text.to_vec() };
            rewrite.replace(using.range.clone(), [name, between.as_bytes(), &value].concat());
        }
        Form::Before(_) | Form::Fixed => return None,
    }
    Some(())
}

/// The uses of a name within a node, arguments that name it excepted.
pub fn uses_in<'a>(program: &Program<'a>, name: Node<'a>, within: Node<'a>) -> Vec<Occurrence<'a>> {
    let uses = program.names.meaning(name).map(|binding| binding.uses.as_slice()).unwrap_or_default();
    let uses = uses.iter().filter(|using| using.access != Access::Keyword && contains(within, using.node));
    uses.cloned().collect()
}

/// Whether the address of a name is taken.
pub fn is_address(name: Node<'_>) -> bool {
    name.parent().is_some_and(|parent| {
        parent.kind() == "pointer_expression" && parent.child("operator").is_some_and(|sign| sign.text() == b"&")
    })
}

/// The places at which a function speaks of its own `this`.
fn own_this(function: Node<'_>) -> Vec<Node<'_>> {
    let mut found = Vec::new();
    let mut open: Vec<Node<'_>> = function.children().collect();
    while let Some(node) = open.pop() {
        if node.kind() == "this" {
            found.push(node);
        }
        let has_own = (is_function(node) && node.kind() != "arrow_function") || node.kind() == "class_body";
        if !has_own {
            open.extend(node.children());
        }
    }
    found
}

/// What a function declares right inside it, its parameters too.
pub fn declared<'p, 'a>(inliner: &Inliner<'p, 'a>) -> Vec<&'p Binding<'a>> {
    let program = inliner.program;
    let mentions = program.mentions_in(inliner.function.node.range()).iter();
    let mut places: Vec<usize> = mentions.filter_map(|mention| mention.binding).collect();
    places.sort_unstable();
    places.dedup();
    let bindings = places.into_iter().map(|place| program.binding(place));
    bindings
        .filter(|binding| {
            let is_itself = binding.declarations.iter().any(|declaration| declaration.node == inliner.function.node);
            inliner.is_outermost(binding) && !is_itself && !matches!(binding.kind, Kind::Label | Kind::Tag)
        })
        .collect()
}
