//! Learning from one document.

use rustc_hash::FxHashMap;

use super::tables::{Multiplicity, Tables};
use crate::language::Document;
use crate::tree::{Context, NodeId, Symbols, Tree};

/// Fragments beyond this are no use as a minimal replacement.
const FRAGMENT_TOKENS: usize = 12;
const FRAGMENT_BYTES: usize = 64;

impl Tables {
    /// Adds what a document shows. What the parser could not read teaches nothing: an error node, its parent's
    /// multiplicities and every subtree that holds one are passed over; the rest of the file counts.
    pub fn observe(&mut self, document: &Document) {
        let tree = document.tree();
        let tainted = tainted(tree);
        let mut edges: FxHashMap<Context, u32> = FxHashMap::default();
        for node in tree.nodes() {
            let flags = tree.flags(node);
            if flags.error || flags.extra {
                continue;
            }
            if !flags.literal && !tree.children(node).any(|child| tree.flags(child).error) {
                *self.kinds.entry(tree.kind(node)).or_default() += 1;
                self.count_edges(tree, node, &mut edges);
            }
            let Some(context) = tree.context(node).filter(|c| c.edge != Symbols::TOKEN) else { continue };
            *self.contexts.entry((tree.kind(node), context)).or_default() += 1;
            let (tokens, bytes) = (tree.weight(node), tree.range(node).len());
            if (1..=FRAGMENT_TOKENS).contains(&tokens) && bytes <= FRAGMENT_BYTES && !tainted[node.index()] {
                self.offer(context, tree.kind(node), tokens as u32, document.node_text(node));
            }
        }
    }

    fn count_edges(&mut self, tree: &Tree, node: NodeId, edges: &mut FxHashMap<Context, u32>) {
        edges.clear();
        let mut last = None;
        let mut between = None;
        for child in tree.children(node).filter(|&c| !tree.flags(c).extra) {
            let context = Context { parent: tree.kind(node), edge: tree.edge(child) };
            *edges.entry(context).or_default() += 1;
            if context.edge == Symbols::TOKEN {
                // Only a single token can separate.
                between = if between.is_none() && last.is_some() { Some(tree.kind(child)) } else { None };
            } else {
                if let (Some(token), true) = (between, last == Some(context.edge)) {
                    *self.separators.entry((context, token)).or_default() += 1;
                }
                last = Some(context.edge);
                between = None;
            }
        }
        for (&context, &count) in &*edges {
            let seen = Multiplicity { present: 1, children: count.into(), least: count, most: count };
            self.edges
                .entry(context)
                .and_modify(|m| {
                    m.present += 1;
                    m.children += u64::from(count);
                    m.least = m.least.min(count);
                    m.most = m.most.max(count);
                })
                .or_insert(seen);
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
            tables.observe(&language.parse(text.as_bytes()));
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
    fn separators_and_smallest_fragments_are_learned() {
        let (js, tables) = learn(&["f(aa, bb, 1 + 2); f(q)"]);
        let argument = context(&js, "arguments", "child");
        let comma = js.symbols().kind("\",\"").expect("a comma");
        assert_eq!(tables.separators.get(&(argument, comma)), Some(&2));
        let texts: Vec<&[u8]> = tables.smallest[&argument].iter().map(|f| &*f.text).collect();
        assert_eq!(texts, [&b"q"[..], b"1 + 2"], "the smallest of each kind");
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
        assert!(!tables.edges.keys().any(|c| Some(c.parent) == js.symbols().kind("ERROR")));
    }
}
