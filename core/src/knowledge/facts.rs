//! Facts of the grammar itself: what its `node-types.json` says.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::language::node_types::{self, TypeRef};
use crate::tree::{Context, KindId, Symbols};

/// How many children an edge may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arity {
    /// At least one.
    pub required: bool,
    /// More than one may stand there: a quantified node's list (Perses).
    pub multiple: bool,
}

/// Whether the grammar lets a kind stand in a context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admits {
    /// It does.
    Yes,
    /// It does not.
    No,
    /// The grammar's description does not speak of this context.
    Silent,
}

/// The facts of one grammar.
#[derive(Debug, Default)]
pub struct GrammarFacts {
    arities: FxHashMap<Context, Arity>,
    types: FxHashMap<Context, FxHashSet<KindId>>,
    /// Kinds that have at least one required field.
    fielded: FxHashSet<KindId>,
    /// Kinds with one edge or lists alone that are no alternative to others and do not hold each other.
    groups: FxHashSet<KindId>,
}

impl GrammarFacts {
    /// Reads `node-types.json`. Kinds and edges that the symbols do not have are left out: nothing is of such a kind.
    ///
    /// # Errors
    /// The JSON parser's message when the text is not in that format.
    pub fn read(text: &str, symbols: &Symbols) -> Result<Self, serde_json::Error> {
        let nodes = node_types::read(text)?;
        let subtypes: FxHashMap<&str, &[TypeRef]> = nodes
            .iter()
            .filter(|node| !node.subtypes.is_empty())
            .map(|node| (node.name.as_str(), node.subtypes.as_slice()))
            .collect();
        let alternatives: FxHashSet<&str> = subtypes.values().copied().flatten().map(|one| one.name.as_str()).collect();
        let mut facts = GrammarFacts::default();
        for node in nodes.iter().filter(|node| node.named) {
            let Some(parent) = symbols.kind(&node.name) else { continue };
            let edges: Vec<bool> = node.fields.values().chain(&node.children).map(|edge| edge.multiple).collect();
            let holds_lists = edges.len() == 1 || !edges.is_empty() && edges.iter().all(|&multiple| multiple);
            if holds_lists && !alternatives.contains(node.name.as_str()) {
                facts.groups.insert(parent);
            }
            if node.fields.values().any(|field| field.required) {
                facts.fielded.insert(parent);
            }
            let fields = node.fields.iter().filter_map(|(name, edge)| Some((symbols.edge(name)?, edge)));
            let children = node.children.iter().map(|edge| (Symbols::CHILD, edge));
            for (edge, description) in fields.chain(children) {
                let context = Context { parent, edge };
                let arity = Arity { required: description.required, multiple: description.multiple };
                facts.arities.insert(context, arity);
                let types = facts.types.entry(context).or_default();
                expand(&description.types, &subtypes, symbols, types);
            }
        }
        facts.groups = facts.groups.iter().copied().filter(|&kind| !facts.holds_itself(kind)).collect();
        Ok(facts)
    }

    /// Whether a kind that only groups may stand below itself with nothing but others that only group in between.
    fn holds_itself(&self, kind: KindId) -> bool {
        let mut seen = FxHashSet::default();
        let mut below = vec![kind];
        while let Some(holder) = below.pop() {
            let held = self.types.iter().filter(|(context, _)| context.parent == holder).flat_map(|(_, kinds)| kinds);
            below.extend(held.copied().filter(|held| self.groups.contains(held) && seen.insert(*held)));
        }
        seen.contains(&kind)
    }

    /// How many children the edge may have; none where the grammar does not say.
    pub fn arity(&self, context: Context) -> Option<Arity> {
        self.arities.get(&context).copied()
    }

    /// Whether the kind may stand there.
    pub fn admits(&self, context: Context, kind: KindId) -> Admits {
        match self.types.get(&context) {
            None => Admits::Silent,
            Some(types) if types.contains(&kind) => Admits::Yes,
            Some(_) => Admits::No,
        }
    }

    /// Whether nodes of the kind have fields that must be there.
    pub fn needs_fields(&self, kind: KindId) -> bool {
        self.fielded.contains(&kind)
    }

    /// Whether nodes of the kind only hold others together: their children stand on one edge or in lists, no supertype has
    /// the kind among others that could stand in its place, and it does not hold itself.
    pub fn only_groups(&self, kind: KindId) -> bool {
        self.groups.contains(&kind)
    }

    /// Every kind that may stand there.
    pub fn kinds_in(&self, context: Context) -> impl Iterator<Item = KindId> + '_ {
        self.types.get(&context).into_iter().flatten().copied()
    }
}

/// Adds the kinds of a list of types, a supertype giving all its subtypes, and each supertype once: those of a file from
/// somewhere may go round in circles.
fn expand(types: &[TypeRef], subtypes: &FxHashMap<&str, &[TypeRef]>, symbols: &Symbols, out: &mut FxHashSet<KindId>) {
    let mut seen = FxHashSet::default();
    let mut lists = vec![types];
    while let Some(list) = lists.pop() {
        for one in list {
            if one.named && seen.insert(one.name.as_str()) {
                lists.extend(subtypes.get(one.name.as_str()));
            }
            let kind = if one.named { symbols.kind(&one.name) } else { symbols.kind(&format!("\"{}\"", one.name)) };
            out.extend(kind);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;

    #[test]
    fn the_grammar_says_what_may_stand_where() {
        let language = Language::named("javascript").expect("built in");
        let symbols = language.symbols();
        let facts = GrammarFacts::read(language.node_types(), symbols).expect("valid");
        let at = |parent: &str, edge: &str| Context {
            parent: symbols.kind(parent).expect("kind"),
            edge: symbols.edge(edge).expect("edge"),
        };
        let kind = |name: &str| symbols.kind(name).expect("kind");
        assert_eq!(facts.admits(at("if_statement", "consequence"), kind("statement_block")), Admits::Yes);
        assert_eq!(facts.admits(at("if_statement", "consequence"), kind("identifier")), Admits::No);
        assert_eq!(facts.admits(at("binary_expression", "left"), kind("identifier")), Admits::Yes);
        let elements = facts.arity(at("array", "child")).expect("said");
        assert!(elements.multiple && !elements.required);
        let condition = facts.arity(at("if_statement", "condition")).expect("said");
        assert!(condition.required && !condition.multiple);
    }

    #[test]
    fn supertypes_that_go_round_in_circles_are_read() {
        let language = Language::named("json").expect("built in");
        let text = r#"[{"type": "a", "named": true, "subtypes": [{"type": "b", "named": true}]},
            {"type": "b", "named": true, "subtypes": [{"type": "a", "named": true}, {"type": "null", "named": true}]},
            {"type": "array", "named": true, "children":
                {"multiple": true, "required": false, "types": [{"type": "a", "named": true}]}}]"#;
        let facts = GrammarFacts::read(text, language.symbols()).expect("valid");
        let kind = |name| language.symbols().kind(name).expect("a kind");
        let elements = Context { parent: kind("array"), edge: Symbols::CHILD };
        assert_eq!(facts.kinds_in(elements).collect::<Vec<_>>(), [kind("null")]);
    }
}
