//! The front ends: texts in, texts with edits out.

use std::sync::{Arc, LazyLock};

use crate::cancellation::Cancellation;
use crate::knowledge::{Filter, Knowledge, default_tables};
use crate::language::{BUILTIN, Change, Document, Edit, Language, Patch};
use crate::template::{View, with_separators};
use crate::tree::{NodeId, Tree};

/// Before the text: one byte for the language, the others for the edits.
const HEADER: usize = 8;
/// So many times the text is edited, each time in so many places at most.
const ROUNDS: usize = 3;
const EDITS: usize = 3;

/// The place of the generic language among the others.
const GENERIC: usize = 5;

static LANGUAGES: LazyLock<Vec<Knowledge>> = LazyLock::new(|| {
    let mut languages: Vec<Arc<Language>> = BUILTIN.iter().filter_map(|row| Language::named(row.name).ok()).collect();
    languages.insert(GENERIC, Language::outline());
    let knowledge = |language: Arc<Language>| {
        let tables = default_tables(&language);
        Knowledge::new(language, tables, Filter::Ranked)
    };
    languages.into_iter().map(knowledge).collect()
});

/// Parses a text and edits it a few times. The tree has to be in order, the text has to come back from it byte for
/// byte, patches have to say what changed, and the parse that goes on from the one before has to be as good as a new
/// one.
///
/// The first byte says the language (`0` is the first one of [`BUILTIN`], the one behind the last that of outlines), the
/// next seven say the edits, the rest is the text.
///
/// # Panics
/// When one of these does not hold.
pub fn front_end(data: &[u8]) {
    let Some((&[language, ref choices @ ..], text)) = data.split_first_chunk::<HEADER>() else { return };
    let knowledge = &LANGUAGES[usize::from(language.wrapping_sub(b'0')) % LANGUAGES.len()];
    let language = knowledge.language();
    let mut choices = Choices::new(choices);
    let mut document = language.parse(text);
    check(&document);
    for _ in 0..ROUNDS {
        let edits = edits(&document, &mut choices);
        let edits = with_separators(View { knowledge, document: &document }, &edits);
        let rendered = language.render(&document, &edits);
        let patches = &rendered.patches;
        assert!(patches.iter().all(|patch| patch.range.start <= patch.range.end), "{patches:?}");
        assert!(patches.is_sorted_by(|one, next| one.range.end <= next.range.start), "{patches:?}");
        assert!(Patch::apply(document.text(), patches) == rendered.text, "{patches:?}");
        let parse = language.probe(&document, patches).expect("nobody cancels it");
        let text: Arc<[u8]> = rendered.text.into();
        document = language.document(text, parse, &Cancellation::never()).expect("nobody cancels it");
        check(&document);
        let anew = language.parse(Arc::clone(document.text()));
        assert_eq!(document.trouble() == 0, anew.trouble() == 0, "{:?}", shown(&document));
        if anew.trouble() == 0 {
            assert!(same(document.tree(), anew.tree()), "{:?}", shown(&document));
        }
    }
}

fn shown(document: &Document) -> String {
    String::from_utf8_lossy(document.text()).into_owned()
}

/// A tree has to be in order, and its text has to come back.
fn check(document: &Document) {
    assert!(document.unparse() == **document.text(), "{:?}", shown(document));
    let tree = document.tree();
    assert_eq!(tree.range(tree.root()), 0..document.text().len());
    for node in tree.nodes() {
        let range = tree.range(node);
        assert!(range.start <= range.end, "{node:?} of {:?}", shown(document));
        let mut at = range.start;
        let mut weight = 0;
        for child in tree.children(node) {
            assert_eq!((tree.parent(child), tree.level(child)), (Some(node), tree.level(node) + 1));
            let inner = tree.range(child);
            assert!(at <= inner.start && inner.end <= range.end, "{child:?} of {:?}", shown(document));
            at = inner.end;
            weight += tree.weight(child);
        }
        assert!(tree.is_token(node) || weight == tree.weight(node), "{node:?} of {:?}", shown(document));
    }
}

/// Whether two trees are the same.
fn same(one: &Tree, other: &Tree) -> bool {
    let node = |tree: &Tree, n| (tree.kind(n), tree.edge(n), tree.flags(n), tree.range(n), tree.size(n));
    one.len() == other.len() && one.nodes().zip(other.nodes()).all(|(a, b)| node(one, a) == node(other, b))
}

/// Some edits of nodes none of which contains another.
fn edits(document: &Document, choices: &mut Choices) -> Vec<Edit> {
    let tree = document.tree();
    let mut edits: Vec<Edit> = Vec::new();
    for _ in 0..=choices.below(EDITS) {
        let Some(node) = tree.node_at(choices.below(tree.len())) else { continue };
        let apart = |edit: &Edit| !tree.contains(edit.node, node) && !tree.contains(node, edit.node);
        if edits.iter().all(apart) {
            edits.push(Edit { node, change: change(document, node, choices) });
        }
    }
    edits
}

fn change(document: &Document, node: NodeId, choices: &mut Choices) -> Change {
    let tree = document.tree();
    let below: Vec<NodeId> = tree.descendants(node).collect();
    match choices.below(3) {
        0 if !below.is_empty() => {
            let first = below[choices.below(below.len())];
            let others = choices.below(3);
            let run = std::iter::successors(Some(first), |&n| tree.next_sibling(n)).take(others + 1);
            Change::Hoist { first, last: run.last().unwrap_or(first), terminated: others == 2 }
        }
        // What stands elsewhere comes here, as fragments from a corpus do.
        1 => {
            let other = tree.node_at(choices.below(tree.len())).unwrap_or(node);
            Change::Put { text: document.node_text(other).into(), tokens: tree.weight(other) }
        }
        _ => Change::Delete,
    }
}

/// Numbers that follow from a few bytes (`SplitMix64`).
struct Choices(u64);

impl Choices {
    fn new(bytes: &[u8]) -> Self {
        Choices(bytes.iter().fold(0, |sum, &byte| sum << 8 | u64::from(byte)))
    }

    /// One that is less than `bound`; 0 if there is none.
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ mixed >> 31) as usize % bound.max(1)
    }
}
