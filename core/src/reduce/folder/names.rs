//! Names that several files share: a declaration here, its uses there.

use std::cmp::Reverse;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::Readers;
use crate::folder::Folder;
use crate::knowledge::Knowledge;
use crate::language::{Document, Edit};
use crate::template::{View, with_separators};
use crate::tree::{NodeId, Tree};

/// What is used in more places is not taken away by one candidate.
const MOST_PLACES: usize = 24;
/// So many names are tried at most, those first whose places hold most.
const MOST_NAMES: usize = 256;

/// The names that stand in more than one file.
pub(super) struct Names {
    /// Those first with which most would go.
    names: Vec<Shared>,
    /// The documents of the files that they are in.
    documents: FxHashMap<usize, Document>,
}

/// A name's nodes that would go with it: for each file, by its place.
#[derive(Default)]
struct Shared {
    files: Vec<(usize, Vec<NodeId>)>,
    bytes: usize,
}

impl Names {
    /// Those of a folder.
    pub(super) fn shared(folder: &Folder, readers: &Readers) -> Self {
        let mut names: FxHashMap<Vec<u8>, Shared> = FxHashMap::default();
        let mut documents = FxHashMap::default();
        for (place, entry) in folder.entries().iter().enumerate() {
            let Some(knowledge) = readers.knowledge(entry) else { continue };
            let document = knowledge.language().parse(Arc::clone(&entry.content));
            let tree = document.tree();
            for token in tree.nodes().filter(|&node| is_name(knowledge, tree, node)) {
                if let Some(element) = element_around(knowledge, tree, token) {
                    names.entry(document.node_text(token).to_vec()).or_default().add(place, tree, element);
                }
            }
            documents.insert(place, document);
        }
        let mut shared: Vec<(Vec<u8>, Shared)> =
            names.into_iter().filter(|(_, name)| name.files.len() > 1 && name.places() <= MOST_PLACES).collect();
        shared.sort_by(|(a, one), (b, other)| (Reverse(one.bytes), a).cmp(&(Reverse(other.bytes), b)));
        shared.truncate(MOST_NAMES);
        Names { names: shared.into_iter().map(|(_, name)| name).collect(), documents }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.names.len()
    }

    /// How many bytes would go with each.
    pub(super) fn weights(&self) -> Vec<usize> {
        self.names.iter().map(|name| name.bytes).collect()
    }

    /// The folder without some of them.
    pub(super) fn without(&self, folder: &Folder, readers: &Readers, gone: &[usize]) -> Folder {
        folder.with(|place, entry| {
            let of_file = gone.iter().flat_map(|&name| &self.names[name].files).filter(|(file, _)| *file == place);
            let mut elements: Vec<NodeId> = of_file.flat_map(|(_, elements)| elements).copied().collect();
            elements.sort_unstable();
            elements.dedup();
            if elements.is_empty() {
                return None;
            }
            let (knowledge, document) = (readers.knowledge(entry)?, self.documents.get(&place)?);
            let edits: Vec<Edit> = elements.into_iter().map(Edit::delete).collect();
            let edits = with_separators(View { knowledge, document }, &edits);
            Some(knowledge.language().render(document, &edits).text.into())
        })
    }
}

impl Shared {
    /// An element of a file with the name in it.
    fn add(&mut self, place: usize, tree: &Tree, element: NodeId) {
        match self.files.last_mut() {
            Some((file, elements)) if *file == place => {
                if elements.iter().any(|&other| tree.contains(other, element)) {
                    return;
                }
                elements.push(element);
            }
            _ => self.files.push((place, vec![element])),
        }
        self.bytes += tree.range(element).len();
    }

    fn places(&self) -> usize {
        self.files.iter().map(|(_, elements)| elements.len()).sum()
    }
}

/// Whether a token is a name, by what grammars call their kinds.
fn is_name(knowledge: &Knowledge, tree: &Tree, node: NodeId) -> bool {
    let kind = || knowledge.language().symbols().kind_name(tree.kind(node));
    tree.is_token(node) && !tree.flags(node).literal && ["identifier", "name"].iter().any(|word| kind().contains(word))
}

/// The innermost element of a list that a name stands in and that may go.
fn element_around(knowledge: &Knowledge, tree: &Tree, token: NodeId) -> Option<NodeId> {
    tree.ancestors(token).find(|&node| {
        tree.context(node).is_some_and(|context| knowledge.is_list(context)) && knowledge.may_go(tree, node)
    })
}

#[cfg(test)]
mod tests {
    use super::super::Reader;
    use super::*;
    use crate::folder::Entry;
    use crate::knowledge::{Filter, Tables};
    use crate::language::Language;

    #[test]
    fn a_function_goes_with_its_declaration_and_its_call() {
        let knowledge = |name| {
            let language = Language::named(name).expect("built in");
            Arc::new(Knowledge::new(language, Tables::default(), Filter::Ranked))
        };
        let readers =
            Readers::new(vec![Reader { knowledge: knowledge("c"), passes: Vec::new(), embedded: Vec::new() }], |_| {
                Some(0)
            });
        let folder = Folder::new(vec![
            Entry::file("a.h", &b"int f(void);\nint kept;\n"[..]),
            Entry::file("a.c", &b"int f(void) { return 1; }\n"[..]),
            Entry::file("b.c", &b"int main() { f(); return kept; }\n"[..]),
        ]);
        let names = Names::shared(&folder, &readers);
        let less: Vec<Folder> = (0..names.len()).map(|name| names.without(&folder, &readers, &[name])).collect();
        let expected = Folder::new(vec![
            Entry::file("a.h", &b"int kept;\n"[..]),
            Entry::file("a.c", &b""[..]),
            Entry::file("b.c", &b"int main() { return kept; }\n"[..]),
        ]);
        assert!(less.contains(&expected), "{less:?}");
    }
}
