//! Files that are named in others: in imports, in lists of sources, in settings.

use std::collections::BTreeMap;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::Arc;

use bstr::ByteSlice;
use rustc_hash::FxHashMap;

use super::entries;
use crate::folder::{Entry, Folder};
use crate::knowledge::{Filter, Knowledge, Tables};
use crate::language::{Document, Edit, Language, Patch};
use crate::template::{View, with_separators};
use crate::tree::NodeId;

/// What names a file goes by itself, or with so many of the things around it: a line, an element of a list and so on.
pub(super) const AROUND: usize = 4;
/// A file that is named oftener has no mentions that could go together.
const MOST_MENTIONS: usize = 64;
/// Words one of which stands in a line that names a file without its extension.
const OF_IMPORTS: &[&str] =
    &["import", "include", "require", "from", "use", "using", "mod", "package", "source", "load", "export"];

/// Which files of a folder are named where in others.
pub(super) struct Mentions {
    folder: Folder,
    /// The files that others name, by their places.
    pub named: Vec<usize>,
    /// The files that name others.
    naming: Vec<Naming>,
    knowledge: Knowledge,
}

/// A file that names others.
struct Naming {
    place: usize,
    document: Document,
    /// Which of the named files is named at which byte.
    found: Vec<(usize, usize)>,
}

impl Mentions {
    /// Looks for the names of all files in all others.
    pub(super) fn of(folder: &Folder) -> Self {
        let knowledge = Knowledge::new(Language::outline(), Tables::default(), Filter::Ranked);
        let mut found: BTreeMap<usize, Vec<(usize, usize)>> = BTreeMap::new();
        let mut named = Vec::new();
        let files = || folder.entries().iter().enumerate().filter(|(_, entry)| entry.is_file());
        for (place, entry) in files() {
            let others = files().filter(|(other, _)| *other != place);
            let places: Vec<(usize, usize)> = others
                .flat_map(|(other, text)| mentions(&text.content, entry).into_iter().map(move |byte| (other, byte)))
                .collect();
            if (1..=MOST_MENTIONS).contains(&places.len()) {
                for (other, byte) in places {
                    found.entry(other).or_default().push((named.len(), byte));
                }
                named.push(place);
            }
        }
        let document = |place: usize| knowledge.language().parse(Arc::clone(&folder.entries()[place].content));
        let naming =
            found.into_iter().map(|(place, found)| Naming { place, document: document(place), found }).collect();
        Mentions { folder: folder.clone(), named, naming, knowledge }
    }

    /// The folder without some of the named files, and without their paths elsewhere and so many levels of what is around
    /// these.
    /// They are told by their places in `named`, in order.
    pub(super) fn without(&self, gone: &[usize], levels: usize) -> Folder {
        let mut changed: FxHashMap<usize, Arc<[u8]>> = FxHashMap::default();
        for Naming { place, document, found } in &self.naming {
            let mut bytes: Vec<usize> =
                found.iter().filter(|(named, _)| gone.binary_search(named).is_ok()).map(|(_, byte)| *byte).collect();
            bytes.sort_unstable();
            if bytes.is_empty() {
                continue;
            }
            let text = match levels.checked_sub(1) {
                None => without_words(document.text(), &bytes),
                Some(levels) => {
                    let nodes = bytes.iter().filter_map(|&byte| node_around(document, byte, levels));
                    let edits: Vec<Edit> = nodes.map(Edit::delete).collect();
                    let edits = with_separators(View { knowledge: &self.knowledge, document }, &edits);
                    self.knowledge.language().render(document, &edits).text
                }
            };
            changed.insert(*place, text.into());
        }
        let folder = self.folder.with(|place, _| changed.get(&place).cloned());
        entries::without_entries(&folder, gone.iter().map(|&named| self.named[named]).collect())
    }
}

/// Where a text names a file: by its whole name, or without the extension in a line of an import.
pub(super) fn mentions(text: &[u8], named: &Entry) -> Vec<usize> {
    let name = named.name();
    let stem = Path::new(&name).with_extension("");
    let whole = text.find_iter(name.as_bytes()).filter(|&at| is_word(text, at, name.len()));
    let stem = stem.as_os_str().as_bytes();
    let imported = text.find_iter(stem).filter(|&at| is_word(text, at, stem.len()) && is_import(line_at(text, at)));
    let mut all: Vec<usize> = whole.chain(imported).collect();
    all.sort_unstable();
    all.dedup();
    all
}

fn is_word(text: &[u8], at: usize, length: usize) -> bool {
    let continues = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    !continues(at.checked_sub(1).and_then(|before| text.get(before))) && !continues(text.get(at + length))
}

fn line_at(text: &[u8], at: usize) -> &[u8] {
    let start = text[..at].rfind_byte(b'\n').map_or(0, |end| end + 1);
    let end = text[at..].find_byte(b'\n').map_or(text.len(), |end| at + end);
    &text[start..end]
}

fn is_import(line: &[u8]) -> bool {
    OF_IMPORTS.iter().any(|word| line.find_iter(word).any(|at| is_word(line, at, word.len())))
}

/// A text without the paths that these bytes are in, each with the blanks before it.
fn without_words(text: &[u8], bytes: &[usize]) -> Vec<u8> {
    let is_of_path = |byte: &u8| byte.is_ascii_alphanumeric() || b"_./-+@~%".contains(byte) || *byte >= 0x80;
    let mut patches: Vec<Patch> = Vec::new();
    for &byte in bytes {
        let before = text[..byte].iter().rev().take_while(|byte| is_of_path(byte)).count();
        let length = text[byte..].iter().take_while(|byte| is_of_path(byte)).count();
        let start = byte - before;
        let blanks = text[..start].iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let range = start - blanks..byte + length;
        if patches.last().is_none_or(|last| last.range.end <= range.start) {
            patches.push(Patch { range, text: Vec::new() });
        }
    }
    Patch::apply(text, &patches)
}

/// The node so many levels around the token that is at a byte; the whole text is none.
fn node_around(document: &Document, byte: usize, levels: usize) -> Option<NodeId> {
    let tree = document.tree();
    let token = tree.nodes().filter(|&node| tree.is_token(node)).find(|&node| tree.range(node).contains(&byte))?;
    std::iter::once(token).chain(tree.ancestors(token)).take_while(|&node| node != tree.root()).take(levels + 1).last()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(files: &[(&str, &str)]) -> Folder {
        Folder::new(files.iter().map(|(path, text)| Entry::file(path, text.as_bytes())).collect())
    }

    /// What becomes of a folder when the file of this name goes with more or less of what names it.
    fn without(folder: &Folder, name: &str) -> Vec<Folder> {
        let mentions = Mentions::of(folder);
        let is_it = |&named: &usize| folder.entries()[mentions.named[named]].path.ends_with(name);
        let gone: Vec<usize> = (0..mentions.named.len()).filter(is_it).collect();
        if gone.is_empty() { Vec::new() } else { (0..AROUND).map(|levels| mentions.without(&gone, levels)).collect() }
    }

    #[test]
    fn a_file_goes_with_the_line_that_includes_it() {
        let whole = folder(&[("a.c", "#include \"list.h\"\nint a;\n"), ("lib/list.h", "int list;\n")]);
        assert!(without(&whole, "list.h").contains(&folder(&[("a.c", "int a;\n")])));
        assert!(without(&whole, "a.c").is_empty(), "nothing names it");
    }

    #[test]
    fn an_import_names_a_file_without_its_extension_and_other_words_do_not() {
        let whole = folder(&[("a.py", "from .util import x\nutil = 1\n"), ("util.py", "x = 1\n")]);
        assert!(without(&whole, "util.py").contains(&folder(&[("a.py", "util = 1\n")])));
    }

    #[test]
    fn a_path_in_a_list_of_words_goes_alone() {
        let whole = folder(&[("Makefile", "SRC = src/a.c src/b.c src/c.c\n"), ("src/b.c", "b")]);
        assert_eq!(without(&whole, "b.c")[0], folder(&[("Makefile", "SRC = src/a.c src/c.c\n")]));
    }

    #[test]
    fn an_element_of_a_list_goes_with_the_file_it_names() {
        let whole = folder(&[("a.ts", "a"), ("b.ts", "b"), ("list.json", "{\"files\": [\"a.ts\", \"b.ts\"]}\n")]);
        let less = folder(&[("a.ts", "a"), ("list.json", "{\"files\": [\"a.ts\"]}\n")]);
        assert!(without(&whole, "b.ts").contains(&less), "{:?}", without(&whole, "b.ts"));
    }

    #[test]
    fn paths_of_several_files_in_one_line_go_together() {
        let whole = folder(&[("Makefile", "SRC = b.c a.c\n"), ("a.c", "a"), ("b.c", "b")]);
        let mentions = Mentions::of(&whole);
        assert_eq!(mentions.without(&[0, 1], 0), folder(&[("Makefile", "SRC =\n")]));
    }
}
