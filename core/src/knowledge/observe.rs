//! Learning from one document.

use super::canonical::Names;
use super::contribution::{Contribution, pack, unpack};
use super::tables::{Multiplicity, Tables};
use crate::language::Document;
use crate::tree::{Context, EdgeId, KindId, NodeId, Symbols, Tree};

/// Fragments beyond this are no use as a minimal replacement.
const FRAGMENT_TOKENS: usize = 12;
const FRAGMENT_BYTES: usize = 64;

impl Tables {
    /// Adds what a document shows, and gives what that adds to the counts: its contribution, which
    /// [`take_back`](Self::take_back) takes. What the parser could not read teaches nothing: an error node, its parent's
    /// multiplicities and every subtree that holds one are passed over; the rest of the file counts. Of fragments, names
    /// are not learned: each is a letter.
    pub fn observe(&mut self, document: &Document, symbols: &Symbols) -> Vec<u8> {
        let tree = document.tree();
        let names = Names::of(symbols);
        let tainted = tainted(tree);
        let mut counts = Contribution::default();
        let mut family = Family::default();
        for node in tree.nodes() {
            let (flags, kind) = (tree.flags(node), tree.kind(node));
            if flags.error || flags.extra {
                continue;
            }
            if !flags.literal && (tree.is_token(node) || family.read(tree, node)) {
                *counts.kinds.entry(kind.0.into()).or_default() += 1;
                if !tree.is_token(node) {
                    family.count(kind, &mut counts);
                }
            }
            let Some(parent) = tree.parent(node).filter(|&parent| !tree.flags(parent).error) else { continue };
            let context = Context { parent: tree.kind(parent), edge: tree.edge(node) };
            if context.edge == Symbols::TOKEN {
                continue;
            }
            *counts.contexts.entry(pack(kind, context)).or_default() += 1;
            let (tokens, bytes) = (tree.weight(node), tree.range(node).len());
            let is_small = (1..=FRAGMENT_TOKENS).contains(&tokens) && bytes <= FRAGMENT_BYTES;
            if is_small && !tainted[node.index()] && self.may_keep(context, kind, tokens as u32) {
                self.offer(context, kind, tokens as u32, &names.replaced(document, node));
            }
        }
        self.add(&counts);
        counts.encode()
    }

    fn add(&mut self, counts: &Contribution) {
        for (&key, count) in &counts.kinds {
            *self.kinds.entry(unpack(key).0).or_default() += count;
        }
        for (&key, multiplicity) in &counts.edges {
            self.edges.entry(unpack(key).1).and_modify(|m| m.add(multiplicity)).or_insert(*multiplicity);
        }
        for (&key, count) in &counts.contexts {
            *self.contexts.entry(unpack(key)).or_default() += count;
        }
        for (&key, count) in &counts.separators {
            let (token, context) = unpack(key);
            *self.separators.entry((context, token)).or_default() += count;
        }
    }
}

/// The children of one node: few edges, so plain lists are the quickest. Kept from node to node for its memory.
#[derive(Default)]
struct Family {
    /// How many children stand on each edge.
    edges: Vec<(EdgeId, u32)>,
    /// Tokens between two neighbours on an edge.
    between: Vec<(EdgeId, KindId)>,
}

impl Family {
    /// Reads a node's children; false if an error is among them.
    fn read(&mut self, tree: &Tree, node: NodeId) -> bool {
        self.edges.clear();
        self.between.clear();
        let mut last = None;
        let mut between = None;
        for child in tree.children(node) {
            let flags = tree.flags(child);
            if flags.error {
                return false;
            }
            if flags.extra {
                continue;
            }
            let edge = tree.edge(child);
            match self.edges.iter_mut().find(|(known, _)| *known == edge) {
                Some((_, count)) => *count += 1,
                None => self.edges.push((edge, 1)),
            }
            if edge == Symbols::TOKEN {
                // Only a single token can separate.
                between = if between.is_none() && last.is_some() { Some(tree.kind(child)) } else { None };
            } else {
                if let (Some(token), true) = (between, last == Some(edge)) {
                    self.between.push((edge, token));
                }
                last = Some(edge);
                between = None;
            }
        }
        true
    }

    fn count(&self, parent: KindId, counts: &mut Contribution) {
        for &(edge, count) in &self.edges {
            let seen = Multiplicity { present: 1, children: count.into(), least: count, most: count };
            let key = pack(KindId(0), Context { parent, edge });
            counts.edges.entry(key).and_modify(|m| m.add(&seen)).or_insert(seen);
        }
        for &(edge, token) in &self.between {
            *counts.separators.entry(pack(token, Context { parent, edge })).or_default() += 1;
        }
    }
}

/// For every node, whether its subtree holds an error or a comment.
fn tainted(tree: &Tree) -> Vec<bool> {
    let mut tainted = vec![false; tree.len()];
    for node in tree.nodes().rev() {
        let flags = tree.flags(node);
        if flags.error || flags.extra {
            tainted[node.index()] = true;
        }
        if let (true, Some(parent)) = (tainted[node.index()], tree.parent(node)) {
            tainted[parent.index()] = true;
        }
    }
    tainted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;

    fn learn(texts: &[&str]) -> (std::sync::Arc<Language>, Tables) {
        let language = Language::named("javascript").expect("built in");
        let mut tables = Tables::default();
        for text in texts {
            tables.observe(&language.parse(text.as_bytes()), language.symbols());
        }
        (language, tables)
    }

    fn context(language: &Language, parent: &str, edge: &str) -> Context {
        let symbols = language.symbols();
        Context { parent: symbols.kind(parent).expect("kind"), edge: symbols.edge(edge).expect("edge") }
    }

    #[test]
    fn an_edge_is_mandatory_if_every_node_of_the_kind_has_it() {
        let (js, tables) = learn(&["if (a) b; else c;", "if (x) y;"]);
        assert!(tables.is_mandatory(context(&js, "if_statement", "condition")));
        assert!(tables.is_mandatory(context(&js, "if_statement", "consequence")));
        assert!(!tables.is_mandatory(context(&js, "if_statement", "alternative")));
    }

    #[test]
    fn an_edge_to_a_list_is_not_mandatory_even_if_every_node_of_the_kind_has_it() {
        let (js, tables) = learn(&["var a = 1;", "var b, c;"]);
        assert!(!tables.is_mandatory(context(&js, "variable_declaration", "child")));
        assert!(tables.is_mandatory(context(&js, "variable_declarator", "name")));
        let (js, tables) = learn(&["{ a }", "{ b }"]);
        assert!(tables.is_mandatory(context(&js, "statement_block", "token")), "its braces");
    }

    #[test]
    fn separators_and_smallest_fragments_are_learned() {
        let (js, tables) = learn(&["f(aa, bb, 1 + 2); f(q)"]);
        let argument = context(&js, "arguments", "child");
        let comma = js.symbols().kind("\",\"").expect("a comma");
        assert_eq!(tables.separators.get(&(argument, comma)), Some(&2));
        let texts: Vec<&[u8]> = tables.smallest[&argument].iter().map(|f| &*f.text).collect();
        assert_eq!(texts, [&b"a"[..], b"1 + 2"], "the smallest of each kind");
    }

    #[test]
    fn tables_of_two_halves_add_up_to_those_of_the_whole() {
        let texts = ["var a = [1, 2, 'x'];", "if (a) { b() } else c", "for (;;) {}", "f(...x, () => 0)", "if (q) w"];
        let whole = learn(&texts).1;
        for cut in 0..texts.len() {
            let (mut left, right) = (learn(&texts[..cut]).1, learn(&texts[cut..]).1);
            left.merge(&right);
            assert_eq!(left, whole);
        }
    }

    #[test]
    fn what_does_not_parse_teaches_nothing() {
        let (js, tables) = learn(&["f(1); if ( { ; g(2)"]);
        let error = js.symbols().kind("ERROR");
        assert!(!tables.edges.keys().any(|c| Some(c.parent) == error));
        assert!(!tables.contexts.keys().any(|(_, c)| Some(c.parent) == error));
    }
}
