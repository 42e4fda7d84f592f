//! A variable's value in the place of its uses.

use reduce_tree_names::{Access, Binding, Kind, Occurrence};
use reduce_tree_plugin::Node;

use crate::inliner::{is_address, write};
use crate::precedence::Level;
use crate::program::{Language, Program};
use crate::rewrite::{Proposal, Rewrite, tokens};
use crate::statement;

/// A place where a variable gets a value.
#[derive(Clone, Copy)]
struct Assignment<'a> {
    /// None if it is only declared.
    value: Option<Node<'a>>,
    /// What goes with it.
    whole: Node<'a>,
}

/// A value that is put in several places keeps them from growing by more than this, each.
const SMALL: usize = 2;

/// Everything that can be done with variables.
pub fn proposals(program: &Program<'_>) -> Vec<Proposal> {
    let mut found = Vec::new();
    for (place, binding) in program.names.bindings().iter().enumerate() {
        let is_ours = !binding.is_shared && !binding.is_member && binding.declarations.len() == 1;
        match binding.kind {
            Kind::Variable if is_ours => {
                let is_recursive = program.is_recursive(place);
                if let Some(variable) = Variable::of(program, binding) {
                    found.extend(variable.proposals(is_recursive));
                }
            }
            Kind::Function | Kind::Class if is_ours && !program.is_recursive(place) => {
                found.extend(as_value(program, binding));
            }
            _ => {}
        }
    }
    found
}

struct Variable<'p, 'a> {
    program: &'p Program<'a>,
    binding: &'p Binding<'a>,
    declaration: Assignment<'a>,
    /// All places where it gets a value, in order.
    assignments: Vec<Assignment<'a>>,
    reads: Vec<&'p Occurrence<'a>>,
    /// Whether all that happens to it is understood: it gets values by statements of their own, and is read.
    is_plain: bool,
}

impl<'p, 'a> Variable<'p, 'a> {
    fn of(program: &'p Program<'a>, binding: &'p Binding<'a>) -> Option<Self> {
        let declared = binding.declarations.first()?;
        let declaration = declaration(program.language, declared.name.node, declared.node)?;
        let mut assignments: Vec<Assignment<'a>> = declaration.value.map(|_| declaration).into_iter().collect();
        let mut reads = Vec::new();
        let mut is_plain = true;
        for using in &binding.uses {
            match using.access {
                Access::Read | Access::Call if !is_address(using.node) && !is_tag(using.node) => reads.push(using),
                Access::Write => match assignment(using.node) {
                    Some(assignment) => assignments.push(assignment),
                    None => is_plain = false,
                },
                _ => is_plain = false,
            }
        }
        Some(Variable { program, binding, declaration, assignments, reads, is_plain })
    }

    fn proposals(&self, is_recursive: bool) -> Vec<Proposal> {
        let mut found = Vec::new();
        match self.assignments.as_slice() {
            [only] if self.is_plain && !is_recursive && !self.reads.is_empty() => {
                let all: Vec<_> = self.reads.iter().map(|read| (*read, *only)).collect();
                found.extend(self.inlined(&all, &[*only, self.declaration]));
                if all.len() > 1 {
                    found.extend(all.iter().filter_map(|one| self.inlined(std::slice::from_ref(one), &[])));
                }
            }
            [first, _, ..] if self.is_plain && !is_recursive => found.extend(self.by_place(*first)),
            _ => {}
        }
        let is_copied = !(self.is_plain && self.assignments.len() == 1);
        found.extend(self.declaration.value.filter(|_| is_copied).and_then(|value| self.merged(value)));
        found
    }

    /// Several values: each read gets the one before it; then all assignments go, or one of them.
    fn by_place(&self, first: Assignment<'a>) -> Vec<Proposal> {
        let before = |read: &Occurrence<'a>| {
            let earlier = self.assignments.iter().filter(|one| one.whole.range().end <= read.range.start);
            earlier.max_by_key(|one| one.whole.range().start).copied()
        };
        let is_before = |read: &&Occurrence<'a>| read.range.start < first.whole.range().end;
        if self.reads.iter().any(is_before) {
            return Vec::new();
        }
        let pairs: Vec<_> = self.reads.iter().filter_map(|read| Some((*read, before(read)?))).collect();
        if pairs.is_empty() {
            return Vec::new();
        }
        let mut gone = self.assignments.clone();
        gone.push(self.declaration);
        let mut found: Vec<Proposal> = self.inlined(&pairs, &gone).into_iter().collect();
        for one in &self.assignments {
            let served: Vec<_> = pairs.iter().filter(|(_, from)| from.whole == one.whole).copied().collect();
            found.extend(if served.is_empty() { None } else { self.inlined(&served, &[*one]) });
        }
        found
    }

    /// Puts values in the places of reads, and takes assignments away. Without any to take away it must not grow.
    fn inlined(&self, pairs: &[(&Occurrence<'a>, Assignment<'a>)], gone: &[Assignment<'a>]) -> Option<Proposal> {
        let program = self.program;
        let mut rewrite = Rewrite::new(program.language, program.text);
        for (read, from) in pairs {
            let value = from.value.filter(|value| is_expression(*value))?;
            if !program.keeps_meaning(value.range(), value, read.node) {
                return None;
            }
            let (text, level) = rewrite.expression(value);
            if gone.is_empty() && tokens(&text) > SMALL {
                return None;
            }
            write(&mut rewrite, read, &text, level)?;
        }
        self.remove(&mut rewrite, gone)?;
        rewrite.proposal()
    }

    fn remove(&self, rewrite: &mut Rewrite<'a>, gone: &[Assignment<'a>]) -> Option<()> {
        let declares_more = gone.len() < self.assignments.len();
        for (index, one) in gone.iter().enumerate() {
            if gone[..index].iter().any(|other| other.whole == one.whole) {
                continue;
            }
            if one.whole != self.declaration.whole || self.program.language == Language::Python {
                statement::remove(rewrite, one.whole);
            } else if declares_more {
                // The name stays declared.
                rewrite.replace(declarator(*one)?.range().end..one.whole.range().end, Vec::new());
            } else {
                remove_declarator(rewrite, one.whole)?;
            }
        }
        Some(())
    }

    /// A copy of another variable becomes that one.
    fn merged(&self, value: Node<'a>) -> Option<Proposal> {
        let program = self.program;
        let original = program.names.meaning(value).filter(|_| value.kind() == "identifier")?;
        if std::ptr::eq(original, self.binding) || !matches!(original.kind, Kind::Variable | Kind::Parameter) {
            return None;
        }
        // From the copy on they could differ.
        let copied = value.range().start;
        if original.occurrences().any(|using| using.range.start > copied) {
            return None;
        }
        let mut rewrite = Rewrite::new(program.language, program.text);
        for using in &self.binding.uses {
            if !program.keeps_meaning(value.range(), value, using.node) || using.access == Access::Mention {
                return None;
            }
            write(&mut rewrite, using, value.text(), Level::PRIMARY)?;
        }
        if program.language == Language::Python {
            statement::remove(&mut rewrite, self.declaration.whole);
        } else {
            remove_declarator(&mut rewrite, self.declaration.whole)?;
        }
        rewrite.proposal()
    }
}

/// A function or class that is used once as a value becomes that value.
fn as_value(program: &Program<'_>, binding: &Binding<'_>) -> Option<Proposal> {
    let [using] = binding.uses.as_slice() else { return None };
    let declaration = binding.declarations.first()?;
    let whole = declaration.node;
    let is_called_plainly = using.access == Access::Call && using.node.edge() == "function";
    let is_value = matches!(using.access, Access::Read | Access::Call) && !is_called_plainly && !is_tag(using.node);
    if program.language != Language::JavaScript
        || !is_value
        || !matches!(whole.kind(), "function_declaration" | "class_declaration")
        || !program.keeps_meaning(whole.range(), whole, using.node)
    {
        return None;
    }
    let (range, name) = (whole.range(), declaration.name.range.clone());
    let head = program.bytes(range.start..name.start);
    let rest = program.bytes(name.end..range.end);
    let text = if rest.starts_with(b"(") {
        [head.trim_ascii_end(), rest].concat()
    } else {
        [head, rest.trim_ascii_start()].concat()
    };
    let mut rewrite = Rewrite::new(program.language, program.text);
    write(&mut rewrite, using, &text, Level::PRIMARY)?;
    statement::remove(&mut rewrite, whole);
    rewrite.proposal()
}

/// How a variable is declared.
fn declaration<'a>(language: Language, name: Node<'a>, whole: Node<'a>) -> Option<Assignment<'a>> {
    match (language, whole.kind()) {
        (Language::JavaScript, "variable_declarator") => {
            let is_plain = whole.child("name") == Some(name);
            is_plain.then(|| Assignment { value: whole.child("value"), whole })
        }
        (Language::Python, "assignment") => assignment(name),
        (Language::C, "init_declarator") => {
            Some(Assignment { value: whole.child("value"), whole }).filter(|_| is_simple(whole.child("declarator")))
        }
        (Language::C, _) => is_simple(Some(whole)).then_some(Assignment { value: None, whole }),
        _ => None,
    }
}

/// Whether a declarator declares no more than a variable or a pointer.
fn is_simple(declarator: Option<Node<'_>>) -> bool {
    let innermost = std::iter::successors(declarator, |node| {
        node.child("declarator").filter(|_| matches!(node.kind(), "pointer_declarator" | "array_declarator"))
    });
    innermost.last().is_some_and(|node| node.kind() == "identifier")
}

/// The statement that assigns to a name, if it does nothing else.
fn assignment(name: Node<'_>) -> Option<Assignment<'_>> {
    let node = name.parent().filter(|parent| parent.child("left") == Some(name))?;
    let is_assignment = match node.kind() {
        "assignment" => true,
        "assignment_expression" => node.children().any(|child| child.text() == b"="),
        _ => false,
    };
    let whole = node.parent().filter(|parent| is_assignment && parent.kind() == "expression_statement")?;
    let value = node.child("right").filter(|value| value.kind() != "assignment");
    value.map(|value| Assignment { value: Some(value), whole })
}

/// Whether a value can stand in other places than behind `=`.
fn is_expression(value: Node<'_>) -> bool {
    !matches!(value.kind(), "initializer_list" | "yield" | "yield_expression")
}

/// Whether a name stands for an element of a page.
fn is_tag(name: Node<'_>) -> bool {
    name.parent().is_some_and(|parent| parent.kind().starts_with("jsx_") && parent.kind().ends_with("_element"))
}

/// What declares the name, without its value.
fn declarator(assignment: Assignment<'_>) -> Option<Node<'_>> {
    assignment.whole.child("name").or_else(|| assignment.whole.child("declarator"))
}

/// Takes a declarator away, and the declaration if it is the only one.
pub fn remove_declarator<'a>(rewrite: &mut Rewrite<'a>, declarator: Node<'a>) -> Option<()> {
    let statement = declarator.parent()?;
    let is_declarator = |node: &Node<'_>| node.edge() == "declarator" || node.kind() == "variable_declarator";
    if statement.children().filter(is_declarator).count() > 1 {
        rewrite.remove(declarator);
        return Some(());
    }
    // What the type defines is needed by others too.
    if statement.child("type").is_some_and(|kind| kind.child("body").is_some()) {
        return None;
    }
    statement::remove(rewrite, statement);
    Some(())
}
