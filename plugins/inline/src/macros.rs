//! A macro's text in the places that use it.

use std::collections::HashSet;

use reduce_tree_names::{Access, Binding, Kind, Occurrence};
use reduce_tree_plugin::Node;

use crate::call::Call;
use crate::inliner::uses_in;
use crate::program::Program;
use crate::rewrite::{Proposal, Rewrite};

/// One of several uses may bring so many tokens more, since the macro stays.
const SMALL: isize = 2;

/// All macros of C that are defined once.
pub fn proposals(program: &Program<'_>) -> Vec<Proposal> {
    let directives = program.source.nodes().filter(|node| node.kind() == "preproc_call");
    let undefined: HashSet<&[u8]> =
        directives.filter_map(|node| node.child("argument")).map(|name| name.text().trim_ascii()).collect();
    let mut found = Vec::new();
    for (place, binding) in program.names.bindings().iter().enumerate() {
        let is_ours = binding.kind == Kind::Macro && !program.is_recursive(place);
        if let Some(expansion) = Macro::of(program, binding)
            && is_ours
            && !undefined.contains(binding.name.as_bytes())
        {
            let all: Vec<&Occurrence<'_>> = binding.uses.iter().collect();
            found.extend(expansion.inlined(&all, true));
            if all.len() > 1 {
                let each = all.iter().filter_map(|one| expansion.inlined(&[*one], false));
                found.extend(each.filter(|one| one.growth <= SMALL));
            }
        }
    }
    found
}

struct Macro<'p, 'a> {
    program: &'p Program<'a>,
    definition: Node<'a>,
    value: Option<Node<'a>>,
    /// None if it is used without arguments.
    parameters: Option<Vec<Node<'a>>>,
}

impl<'p, 'a> Macro<'p, 'a> {
    fn of(program: &'p Program<'a>, binding: &Binding<'a>) -> Option<Self> {
        let [declaration] = binding.declarations.as_slice() else { return None };
        let definition = declaration.node;
        let value = definition.child("value");
        let list = definition.child("parameters");
        let takes_rest = list.is_some_and(|list| list.children().any(|child| child.text() == b"..."));
        let joins_tokens = list.is_some() && value.is_some_and(|value| value.text().contains(&b'#'));
        let parameters = list.map(|list| list.parts().collect());
        (!takes_rest && !joins_tokens).then_some(Macro { program, definition, value, parameters })
    }

    /// Expands some uses, after which the macro is gone, or not.
    fn inlined(&self, uses: &[&Occurrence<'a>], is_gone: bool) -> Option<Proposal> {
        let program = self.program;
        let mut rewrite = Rewrite::new(program.language, program.text);
        let mut places: Vec<(&Occurrence<'a>, Option<Call<'a>>)> = Vec::new();
        for using in uses {
            let asks = |node: &Node<'_>| matches!(node.kind(), "preproc_ifdef" | "preproc_defined");
            let is_joined = program.bytes(0..using.range.start).trim_ascii_end().ends_with(b"#");
            if using.node.parent().is_some_and(|parent| asks(&parent)) || is_joined {
                return None;
            }
            let call = match self.parameters {
                None => None,
                Some(_) => Some(Call::of(using.node).filter(|_| using.access == Access::Call)?),
            };
            places.push((using, call));
        }
        // A call in an argument of another comes before that one.
        places.sort_by_key(|(_, call)| call.as_ref().map(|call| call.node.range().len()));
        for (using, call) in places {
            let range = call.as_ref().map_or(using.range.clone(), |call| call.node.range());
            let text = self.expansion(&rewrite, call.as_ref())?;
            rewrite.replace(range, text);
        }
        if is_gone {
            rewrite.remove(self.definition);
        }
        (!uses.is_empty()).then(|| rewrite.proposal()).flatten()
    }

    fn expansion(&self, rewrite: &Rewrite<'a>, call: Option<&Call<'a>>) -> Option<Vec<u8>> {
        let Some(value) = self.value else { return Some(Vec::new()) };
        let mut body = Rewrite::new(self.program.language, self.program.text);
        if let (Some(parameters), Some(call)) = (&self.parameters, call) {
            if parameters.len() != call.arguments.len() {
                return None;
            }
            for (&parameter, argument) in parameters.iter().zip(&call.arguments) {
                for using in uses_in(self.program, parameter, self.definition) {
                    body.replace(using.range, rewrite.text(argument.range()));
                }
            }
        }
        Some(body.text(value.range().start..value.range().start + code(value.text()).len()))
    }
}

/// The text of a macro without the comment at its end.
fn code(value: &[u8]) -> &[u8] {
    let has_string = value.iter().any(|b| matches!(b, b'"' | b'\''));
    let comment = value.windows(2).position(|pair| pair == b"//").filter(|_| !has_string);
    value[..comment.unwrap_or(value.len())].trim_ascii_end()
}
