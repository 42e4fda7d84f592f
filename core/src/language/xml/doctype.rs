//! The document type declaration: its name, where the rest of it is, and the declarations of its internal subset.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::{EXTRA, LITERAL, PLAIN, Walk, lexical};
use crate::tree::Symbols;

/// The entities that a document may refer to.
#[derive(Default)]
pub(super) struct Entities {
    declared: FxHashSet<String>,
    /// More may be declared in files that the document names: none is known to be missing.
    elsewhere: bool,
}

impl Entities {
    /// Whether the name may stand for something.
    pub(super) fn may_mean(&self, name: &str) -> bool {
        matches!(name, "amp" | "lt" | "gt" | "quot" | "apos")
            || self.declared.contains(name)
            || (self.elsewhere && lexical::is_name(name))
    }
}

impl Walk<'_> {
    /// `<!DOCTYPE name PUBLIC "..." "..." [ ... ]>`.
    pub(super) fn doctype(&mut self, range: Range<usize>) {
        let (kinds, edges) = (&self.front.kinds, &self.front.edges);
        let keyword = range.start..range.start + "<!DOCTYPE".len();
        let inner = lexical::trimmed(self.text, keyword.end..range.end - 1);
        self.doctyped = true;
        self.trouble += usize::from(&self.text[keyword.clone()] != "<!DOCTYPE");
        self.builder.open(kinds.doctype, edges.doctype, range.clone(), PLAIN);
        self.token(kinds.open_doctype, Symbols::TOKEN, keyword, LITERAL);

        let bytes = self.text.as_bytes();
        let name_end = bytes[inner.clone()]
            .iter()
            .position(|&b| lexical::is_blank(b) || b == b'[')
            .map_or(inner.end, |i| inner.start + i);
        self.trouble += usize::from(!lexical::is_name(&self.text[inner.start..name_end]));
        if name_end > inner.start {
            self.token(kinds.name, edges.name, inner.start..name_end, PLAIN);
        }
        let subset = outside_quotes(bytes, name_end..inner.end, b'[').unwrap_or(inner.end);
        let external = lexical::trimmed(self.text, name_end..subset);
        if !external.is_empty() {
            self.entities.elsewhere = true;
            self.trouble += usize::from(!is_external_id(&self.text[external.clone()]));
            self.token(kinds.external_id, edges.external_id, external, PLAIN);
        }
        if subset < inner.end {
            self.subset(subset..inner.end);
        }
        self.token(kinds.close, Symbols::TOKEN, range.end - 1..range.end, LITERAL);
        self.builder.close();
    }

    /// `[ ... ]`, each declaration a token.
    fn subset(&mut self, range: Range<usize>) {
        let (kinds, edges) = (&self.front.kinds, &self.front.edges);
        let text = self.text;
        self.builder.open(kinds.subset, edges.subset, range.clone(), PLAIN);
        self.token(kinds.open_subset, Symbols::TOKEN, range.start..range.start + 1, LITERAL);
        let mut at = range.start + 1;
        loop {
            let rest = lexical::trimmed(text, at..range.end);
            at = rest.start;
            let left = &text[rest.clone()];
            let found = |end: Option<usize>| end.map(|end| rest.start + end);
            let (kind, flags, end) = if left == "]" {
                self.token(kinds.close_subset, Symbols::TOKEN, rest, LITERAL);
                break;
            } else if let Some(comment) = left.strip_prefix("<!--") {
                (kinds.comment, EXTRA, found(comment.find("-->").map(|i| i + "<!---->".len())))
            } else if left.starts_with("<?") {
                (kinds.pi, PLAIN, found(left.find("?>").map(|i| i + 2)))
            } else if left.starts_with("<!") {
                let end = outside_quotes(text.as_bytes(), rest.clone(), b'>').map(|i| i + 1);
                self.declare(&text[rest.start..end.unwrap_or(rest.start)]);
                (kinds.markup, PLAIN, end)
            } else if left.starts_with('%') {
                self.entities.elsewhere = true;
                (kinds.reference, PLAIN, found(left.find(';').map(|i| i + 1)))
            } else {
                (kinds.error, PLAIN, None)
            };
            let Some(end) = end else {
                // The closing bracket is missing too, or lost in what cannot be read.
                self.error(rest);
                break;
            };
            self.token(kind, Symbols::CHILD, at..end, flags);
            at = end;
        }
        self.builder.close();
    }

    /// Notes the entity that a declaration gives a meaning; says so if the declaration is of no known sort.
    fn declare(&mut self, declaration: &str) {
        let known = ["<!ENTITY", "<!ELEMENT", "<!ATTLIST", "<!NOTATION"];
        let mut parts = declaration.split_ascii_whitespace();
        let sort = parts.next().unwrap_or("");
        let name = parts.next().unwrap_or("");
        self.trouble += usize::from(!known.contains(&sort) || name.is_empty());
        if sort == "<!ENTITY" && lexical::is_name(name) {
            self.entities.declared.insert(name.to_owned());
        }
    }
}

/// `SYSTEM "..."` or `PUBLIC "..." "..."`.
fn is_external_id(text: &str) -> bool {
    let (literals, rest) = match (text.strip_prefix("SYSTEM"), text.strip_prefix("PUBLIC")) {
        (Some(rest), _) => (1, rest),
        (_, Some(rest)) => (2, rest),
        _ => return false,
    };
    let mut rest = rest;
    for _ in 0..literals {
        let trimmed = rest.trim_ascii_start();
        let Some(quote) = trimmed.chars().next().filter(|c| matches!(c, '"' | '\'') && trimmed.len() < rest.len())
        else {
            return false;
        };
        let Some(end) = trimmed[1..].find(quote) else { return false };
        rest = &trimmed[end + 2..];
    }
    rest.trim_ascii().is_empty()
}

/// The first place of a byte in a range that lies in no quotes.
fn outside_quotes(bytes: &[u8], range: Range<usize>, wanted: u8) -> Option<usize> {
    let mut quote = None;
    for at in range {
        let byte = bytes[at];
        match quote {
            Some(open) if open == byte => quote = None,
            None if byte == wanted => return Some(at),
            None if matches!(byte, b'"' | b'\'') => quote = Some(byte),
            Some(_) | None => {}
        }
    }
    None
}
