//! A type's definition in the places that use its name.

use reduce_tree_names::{Access, Binding, Kind};
use reduce_tree_plugin::Node;

use crate::program::Program;
use crate::rewrite::{Proposal, Rewrite};
use crate::statement;

/// All names of types in C that stand for a type, or for a pointer to one.
pub fn proposals(program: &Program<'_>) -> Vec<Proposal> {
    let bindings = program.names.bindings().iter().enumerate();
    let typedefs = bindings.filter(|(place, one)| one.kind == Kind::Typedef && !program.is_recursive(*place));
    typedefs.filter_map(|(_, binding)| inlined(program, binding)).collect()
}

fn inlined<'a>(program: &Program<'a>, binding: &Binding<'a>) -> Option<Proposal> {
    let [declaration] = binding.declarations.as_slice() else { return None };
    let (name, definition) = (declaration.name.node, outermost(declaration.node)?);
    let declarators = definition.children().filter(|child| child.edge() == "declarator");
    let [declarator] = declarators.collect::<Vec<_>>()[..] else { return None };
    let stars = program.bytes(declarator.range().start..name.range().start);
    let has_more = definition
        .children()
        .skip_while(|child| *child != declarator)
        .any(|child| child != declarator && child.kind() != "\";\"" && !child.is_extra());
    if binding.uses.is_empty() || has_more || !stars.iter().all(|b| *b == b'*' || b.is_ascii_whitespace()) {
        return None;
    }

    let mut rewrite = Rewrite::new(program.language, program.text);
    let from = definition.children().find(|child| child.kind() != "\"typedef\"")?.range().start;
    let head = from..declarator.range().start;
    let kind = definition.child("type")?;
    let mut text = program.bytes(head.clone()).trim_ascii_end().to_vec();
    // A body stands once: its tag stands in the other places.
    if let Some(body) = kind.child("body").filter(|_| kind.child("name").is_some() || binding.uses.len() > 1) {
        let keyword = kind.first_child()?.text();
        let tag = kind.child("name").map_or(binding.name.as_bytes(), Node::text);
        let is_taken = |one: &Binding<'_>| one.kind == Kind::Tag && one.name == binding.name;
        if kind.child("name").is_none() && program.names.bindings().iter().any(is_taken) {
            return None;
        }
        let tagged = [keyword, b" ", tag].concat();
        let before = program.bytes(from..kind.range().start);
        text = [before, &tagged].concat();
        let body = program.bytes(body.range());
        rewrite.replace(definition.range(), [&tagged[..], b" ", body, b";"].concat());
    } else {
        statement::remove(&mut rewrite, definition);
    }
    if !stars.is_empty() {
        text = [&text[..], b" ", stars.trim_ascii()].concat();
    }
    for using in &binding.uses {
        let place = using.node.parent()?;
        let is_shared = place.children().filter(|child| child.edge() == "declarator").count() > 1;
        let is_type = matches!(using.node.kind(), "type_identifier" | "identifier") && using.access == Access::Read;
        if !is_type || (is_shared && !stars.is_empty()) || !program.keeps_meaning(head.clone(), kind, using.node) {
            return None;
        }
        rewrite.replace(using.range.clone(), text.clone());
    }
    rewrite.proposal()
}

/// The `typedef` that a declarator belongs to.
fn outermost(declarator: Node<'_>) -> Option<Node<'_>> {
    std::iter::once(declarator).chain(declarator.ancestors()).find(|node| node.kind() == "type_definition")
}
