//! From the tables to the instances of one text.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use reduce_tree_plugin::{Edits, Node, Source};

use crate::path::{Run, follow};
use crate::quotes::requoted;
use crate::row::{Action, Row};
use crate::rows;
use crate::together::{stripped, without, without_struct};

/// The instances of a text: node by node, the outer ones first, for each in the order of the table.
pub fn all(source: Source<'_>) -> Vec<Edits> {
    let mut by_kind: HashMap<&str, Vec<&Row>> = HashMap::new();
    for row in rows::of(source.language()).iter().copied().flatten() {
        for kind in row.kinds.split(' ') {
            by_kind.entry(kind).or_default().push(row);
        }
    }
    let mut finder = Finder { source, seen: HashSet::new(), out: Vec::new() };
    for node in source.nodes() {
        for row in by_kind.get(node.kind()).into_iter().flatten() {
            finder.apply(&row.action, node);
        }
    }
    finder.out
}

/// A place and what takes it. Two rows may come to the same.
type Change = (Range<usize>, Vec<u8>);

struct Finder<'a> {
    source: Source<'a>,
    seen: HashSet<Change>,
    out: Vec<Edits>,
}

impl<'a> Finder<'a> {
    fn apply(&mut self, action: &Action, node: Node<'a>) {
        match *action {
            Action::Lift { place, from } => {
                for place in follow(place, node) {
                    for run in follow(from, place.first) {
                        self.lift(place.first, run);
                    }
                }
            }
            Action::Remove(part) => {
                for part in follow(part, node) {
                    let edits = without(Edits::new(), part.first, self.source.text());
                    self.add((part.range(), Vec::new()), edits);
                }
            }
            Action::Omit(part) => {
                for part in follow(part, node) {
                    self.add((part.range(), Vec::new()), Edits::new().remove(part.first));
                }
            }
            Action::Put(part, text) => {
                for part in follow(part, node).into_iter().filter(|part| text.len() < part.range().len()) {
                    self.add((part.range(), text.into()), Edits::new().put(part.first, text));
                }
            }
            Action::Write { each, text } => self.write(node, each, text, node.range().len()),
            Action::Turn { each, text } => self.write(node, each, text, usize::MAX),
            Action::Cut(from, to) => {
                if let (Some(from), Some(to)) = (follow(from, node).first(), follow(to, node).first()) {
                    let range = from.range().start..to.range().start;
                    self.add((range.clone(), Vec::new()), Edits::new().replace(range, ""));
                }
            }
            Action::Strip { token, below } => {
                for token in follow(token, node) {
                    self.out.push(stripped(node, token.first, below, self.source.text()));
                }
            }
            Action::UnwrapStruct => self.out.extend(without_struct(self.source, node)),
            Action::Requote => self.out.extend(requoted(node)),
        }
    }

    fn lift(&mut self, place: Node<'a>, run: Run<'a>) {
        let brought = &self.source.text()[run.range()];
        // An expression that becomes a statement gets its end back.
        let is_same = |text: &[u8]| text.trim_ascii_end() == brought;
        let text = place.text();
        if is_same(text) || text.strip_suffix(b";").is_some_and(is_same) || !fits(run.first, place) {
            return;
        }
        self.add((place.range(), brought.to_vec()), Edits::new().lift(place, run.first, run.last));
    }

    /// Writes the node anew, once for each part, in fewer bytes than so many.
    fn write(&mut self, node: Node<'a>, each: &str, template: &str, bytes: usize) {
        for part in follow(each, node) {
            if let Some(text) =
                self.filled(template, node, part).filter(|text| text.len() < bytes && *text != node.text())
            {
                self.add((node.range(), text.clone()), Edits::new().put(node, text));
            }
        }
    }

    /// A template with its parts filled in; none if the text has not all of them.
    fn filled(&self, template: &str, node: Node<'a>, part: Run<'a>) -> Option<Vec<u8>> {
        let mut pieces = template.split('$');
        let mut out: Vec<u8> = pieces.next()?.into();
        for piece in pieces {
            let (below, piece) = piece.strip_prefix('^').map_or((part, piece), |piece| (Run::of(node), piece));
            let length = piece.find(|c: char| !(c.is_ascii_alphanumeric() || "_/*".contains(c))).unwrap_or(piece.len());
            let (path, rest) = piece.split_at(length);
            let found = if path.is_empty() { below } else { *follow(path, below.first).first()? };
            out.extend_from_slice(&self.source.text()[found.range()]);
            out.extend_from_slice(rest.as_bytes());
        }
        Some(out)
    }

    fn add(&mut self, change: Change, edits: Edits) {
        if !change.0.is_empty() && self.seen.insert(change) {
            self.out.push(edits);
        }
    }
}

/// Whether something may take a place: as it is, or made a statement of its own.
fn fits(node: Node<'_>, place: Node<'_>) -> bool {
    place.may_be(node.kind()) || place.may_be("expression_statement") || place.parent().is_none_or(Node::is_wrong)
}
