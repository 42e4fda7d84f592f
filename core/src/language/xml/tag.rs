//! Start tags, the declaration, and their attributes.

use std::ops::Range;

use quick_xml::events::attributes::Attributes;

use super::{LITERAL, PLAIN, Walk, lexical};
use crate::tree::{KindId, Symbols};

impl<'t> Walk<'t> {
    /// A start tag, which opens an element, or an empty-element tag, which is one.
    pub(super) fn start_tag(&mut self, range: Range<usize>, empty: bool) {
        let (kinds, edges) = (&self.front.kinds, &self.front.edges);
        let nested = !self.open.is_empty();
        let second = !nested && self.rooted;
        self.trouble += usize::from(second);
        let edge = if nested || second { Symbols::CHILD } else { edges.root };
        self.rooted = true;
        self.builder.open(kinds.element, edge, range.clone(), if second { super::ERROR } else { PLAIN });
        self.token(kinds.open, Symbols::TOKEN, range.start..range.start + 1, LITERAL);

        let (closing, close) = if empty { ("/>", kinds.close_empty) } else { (">", kinds.close) };
        let inner = range.start + 1..range.end - closing.len();
        let content = &self.text.as_bytes()[inner.clone()];
        let name_end = content.iter().position(|&b| lexical::is_blank(b)).map_or(inner.end, |i| inner.start + i);
        let name = &self.text[inner.start..name_end];
        self.trouble += usize::from(!lexical::is_name(name));
        if !name.is_empty() {
            self.token(kinds.name, edges.name, inner.start..name_end, PLAIN);
        }
        self.attributes(name_end..inner.end);
        self.token(close, Symbols::TOKEN, inner.end..range.end, LITERAL);
        if empty {
            self.builder.close();
        } else {
            self.open.push(name);
            *self.open_counts.entry(name).or_default() += 1;
        }
    }

    /// `<?xml version="1.0" ...?>`: version, encoding and standalone in this order, the version always.
    pub(super) fn declaration(&mut self, range: Range<usize>) {
        let (kinds, edges) = (&self.front.kinds, &self.front.edges);
        let inner = range.start + "<?xml".len()..range.end - "?>".len();
        self.builder.open(kinds.declaration, edges.declaration, range.clone(), PLAIN);
        self.token(kinds.open_declaration, Symbols::TOKEN, range.start..inner.start, LITERAL);
        let text = &self.text[inner.clone()];
        self.recoded = text.contains("encoding") && !text.to_ascii_lowercase().contains("utf-8");
        let names = self.attributes(inner.clone());
        let in_order = matches!(
            names.as_slice(),
            ["version"] | ["version", "encoding" | "standalone"] | ["version", "encoding", "standalone"]
        );
        self.trouble += usize::from(!in_order);
        self.token(kinds.close_declaration, Symbols::TOKEN, inner.end..range.end, LITERAL);
        self.builder.close();
    }

    /// The attributes in a range of a tag, whose names are given back in order. What is no attribute is an error.
    fn attributes(&mut self, range: Range<usize>) -> Vec<&'t str> {
        let (kinds, edges) = (&self.front.kinds, &self.front.edges);
        let text = self.text;
        let content = &text[range.clone()];
        let place = |part: &str| range.start + (part.as_ptr().addr() - content.as_ptr().addr());
        let mut names = Vec::new();
        let mut covered = range.start;
        let mut attributes = Attributes::new(content, 0);
        for attribute in attributes.with_checks(false).flatten() {
            let std::borrow::Cow::Borrowed(value) = attribute.value else { continue };
            let name = attribute.key.0;
            let (start, value_start) = (place(name), place(value) - 1);
            let end = value_start + value.len() + 2;
            self.between(covered..start);
            self.trouble += usize::from(covered == start) + usize::from(!lexical::is_name(name));
            self.trouble += usize::from(value.contains('<'));
            self.builder.open(kinds.attribute, edges.attribute, start..end, PLAIN);
            self.token(kinds.name, edges.name, start..start + name.len(), PLAIN);
            if let Some(equals) = text[start + name.len()..value_start].find('=') {
                let at = start + name.len() + equals;
                self.token(kinds.equals, Symbols::TOKEN, at..at + 1, LITERAL);
            }
            self.value(value_start..end);
            self.builder.close();
            names.push(name);
            covered = end;
        }
        self.between(covered..range.end);
        self.trouble += duplicates(&names);
        names
    }

    /// Anything but blanks between attributes is an error.
    fn between(&mut self, range: Range<usize>) {
        let range = lexical::trimmed(self.text, range);
        if !range.is_empty() {
            self.error(range);
        }
    }

    /// A quoted value with its words.
    fn value(&mut self, range: Range<usize>) {
        let (kinds, edges) = (&self.front.kinds, &self.front.edges);
        let quote: KindId =
            if self.text.as_bytes()[range.start] == b'"' { kinds.double_quote } else { kinds.single_quote };
        self.builder.open(kinds.value, edges.value, range.clone(), PLAIN);
        self.token(quote, Symbols::TOKEN, range.start..range.start + 1, LITERAL);
        self.words(range.start + 1..range.end - 1, true);
        self.token(quote, Symbols::TOKEN, range.end - 1..range.end, LITERAL);
        self.builder.close();
    }
}

/// How many names stand there once too often.
fn duplicates(names: &[&str]) -> usize {
    let mut sorted = names.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).filter(|pair| pair[0] == pair[1]).count()
}
