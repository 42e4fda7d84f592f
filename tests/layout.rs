//! What is left of a text after an edit is what the edited tree says: on a text of every language, whatever the grammar
//! lets go goes, whatever may take its place does, and where the result parses, its tokens are those that stayed, one by
//! one.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;
use reduce_core::knowledge::{Filter, Knowledge, Tables};
use reduce_core::language::{BUILTIN, Document, Edit, Language};
use reduce_core::template::{View, with_separators};
use reduce_core::tree::{NodeId, Tree};

/// Of the descendants that may stand in a node's place so many are tried.
const HOISTED: usize = 3;

fn samples() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/samples");
    let mut samples: Vec<PathBuf> = folder.read_dir().expect("a folder").flatten().map(|entry| entry.path()).collect();
    samples.sort();
    samples
}

fn language_of(path: &Path) -> Arc<Language> {
    let language = Language::of_path(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    language.unwrap_or_else(|| panic!("{} has a name that says nothing", path.display()))
}

/// The words of all tokens: what a grammar has as one token may be several words, as in a text.
fn words(document: &Document, nodes: impl Iterator<Item = NodeId>) -> Vec<String> {
    let tree = document.tree();
    let texts =
        nodes.filter(|&n| tree.is_token(n)).map(|n| String::from_utf8_lossy(document.node_text(n)).into_owned());
    texts.flat_map(|text| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>()).collect()
}

/// Whether two lists of words say the same. A grammar may read what stood in brackets as text, and `>>` as one word or
/// two; but letters of two words, or the same operator twice, must not have come together. Where words that touch are
/// one, nothing is said of where they part.
fn same(language: &Language, expected: &[String], found: &[String]) -> bool {
    if expected == found {
        return true;
    }
    let borders = |words: &[String]| {
        let ends = words.iter().scan(0, |at, word| {
            *at += word.len();
            Some(*at)
        });
        ends.collect::<BTreeSet<usize>>()
    };
    let text = expected.concat();
    let lost = &borders(expected) - &borders(found);
    let fuses = |&at: &usize| {
        let (left, right) = (text.as_bytes()[at - 1], text.as_bytes()[at]);
        let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        (is_word(left) && is_word(right)) || (left == right && b"+-*/<=&|".contains(&left))
    };
    text == found.concat() && (language.layout().glued || !lost.iter().any(fuses))
}

struct Checked<'a> {
    knowledge: &'a Knowledge,
    document: &'a Document,
    clean: usize,
    wrong: Vec<String>,
}

impl Checked<'_> {
    /// Edits the document; where the result parses, the tokens have to be those expected.
    fn check(&mut self, edits: &[Edit], expected: &[String], what: &str) {
        let language = self.knowledge.language();
        let rendered = language.render(self.document, edits);
        let result = language.parse(&rendered.text[..]);
        if result.trouble() > self.document.trouble() {
            return;
        }
        self.clean += 1;
        let found = words(&result, result.tree().nodes());
        if rendered.fillers == 0 && !same(language, expected, &found) {
            let at = expected.iter().zip(&found).position(|(a, b)| a != b).unwrap_or(expected.len().min(found.len()));
            let around = |tokens: &[String]| tokens[at.saturating_sub(3)..tokens.len().min(at + 3)].join("␣");
            self.wrong.push(format!("{what}: expected {}, found {}", around(expected), around(&found)));
        }
    }
}

fn is_below(tree: &Tree, node: NodeId, gone: &[NodeId]) -> bool {
    gone.iter().any(|&outer| outer == node || tree.contains(outer, node))
}

/// Deletes every node that may go, and hoists what may stand in its place.
fn checked(language: &Arc<Language>, text: &[u8]) -> (usize, Vec<String>) {
    let knowledge = Knowledge::new(Arc::clone(language), Tables::default(), Filter::Ranked);
    let document = language.parse(text);
    let tree = document.tree();
    let view = View { knowledge: &knowledge, document: &document };
    let mut checked = Checked { knowledge: &knowledge, document: &document, clean: 0, wrong: Vec::new() };
    for node in tree.nodes().filter(|&n| n != tree.root()) {
        let shown = format!(
            "{} {:?}",
            language.symbols().kind_name(tree.kind(node)),
            String::from_utf8_lossy(document.node_text(node))
        );
        if knowledge.may_go(tree, node) {
            let edits = with_separators(view, &[Edit::delete(node)]);
            let gone: Vec<NodeId> = edits.iter().map(|edit| edit.node).collect();
            let expected = words(&document, tree.nodes().filter(|&n| !is_below(tree, n, &gone)));
            checked.check(&edits, &expected, &format!("without {shown}"));
        }
        let Some(context) = tree.context(node) else { continue };
        let fitting = |&below: &NodeId| knowledge.may_stand(tree.kind(below), context) && !tree.flags(below).literal;
        for below in tree.descendants(node).filter(fitting).take(HOISTED) {
            let stays = |n: NodeId| below == n || tree.contains(below, n) || !(n == node || tree.contains(node, n));
            let expected = words(&document, tree.nodes().filter(|&n| stays(n)));
            let by = String::from_utf8_lossy(document.node_text(below)).into_owned();
            checked.check(&[Edit::hoist(node, below)], &expected, &format!("{by:?} for {shown}"));
        }
    }
    (checked.clean, checked.wrong)
}

#[test]
fn there_is_a_sample_of_every_language_and_it_parses() {
    let mut known: BTreeSet<String> = BTreeSet::new();
    let mut broken: BTreeMap<String, String> = BTreeMap::new();
    for path in samples() {
        let language = language_of(&path);
        let text = std::fs::read(&path).expect("readable");
        let document = language.parse(&text[..]);
        assert!(document.unparse() == text, "{} is not given back byte for byte", path.display());
        let tree = document.tree();
        if let Some(wrong) = tree.nodes().find(|&n| tree.flags(n).error) {
            let range = tree.range(wrong);
            let until = text.len().min(range.start + 60);
            broken.insert(language.name().to_owned(), String::from_utf8_lossy(&text[range.start..until]).into_owned());
        }
        known.insert(language.name().to_owned());
    }
    assert!(broken.is_empty(), "samples that do not parse cleanly: {broken:#?}");
    for row in BUILTIN.iter().filter(|row| row.has_grammar()) {
        assert!(known.contains(row.name), "there is no text of {} in tests/samples", row.name);
    }
}

#[test]
fn what_stays_after_an_edit_stays_token_by_token() {
    let results: Vec<_> = samples()
        .par_iter()
        .map(|path| {
            let language = language_of(path);
            let (clean, wrong) = checked(&language, &std::fs::read(path).expect("readable"));
            (language.name().to_owned(), clean, wrong)
        })
        .collect();
    for (name, clean, wrong) in &results {
        assert!(*clean > 10, "{name}: nearly nothing can go");
        eprintln!("{name}: {clean} edits, {} wrong", wrong.len());
        for one in wrong.iter().take(12) {
            eprintln!("    {}", one.replace('\n', "⏎"));
        }
    }
    let wrong: usize = results.iter().map(|result| result.2.len()).sum();
    assert_eq!(wrong, 0);
}

#[test]
fn what_the_grammars_say_of_their_nodes_is_of_use() {
    for row in BUILTIN.iter().filter(|row| row.has_grammar()) {
        let language = Language::named(row.name).expect("built in");
        let knowledge = Knowledge::new(Arc::clone(&language), Tables::default(), Filter::Ranked);
        let path = samples().into_iter().find(|path| language_of(path).name() == row.name);
        let document = language.parse(std::fs::read(path.expect("a sample")).expect("readable"));
        let tree = document.tree();
        let inner = || tree.nodes().filter(|&n| !tree.is_token(n) && n != tree.root());
        let stay = inner().filter(|&n| !knowledge.may_go(tree, n)).count();
        let lists = inner().filter(|&n| tree.context(n).is_some_and(|context| knowledge.is_list(context))).count();
        // Any part of a document may go.
        let is_data = matches!(row.name, "xml" | "html" | "css" | "toml" | "yaml" | "json");
        assert!((stay > 0 || is_data) && lists > 0, "{}: {stay} nodes have to stay, {lists} are in lists", row.name);
    }
}
