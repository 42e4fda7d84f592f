//! The front end over quick-xml: documents, elements, attributes and words of text as a labelled tree.
//!
//! | node | children |
//! | --- | --- |
//! | `document` | `declaration`, `doctype`, the `root` element, comments and processing instructions |
//! | `element` | `<`, its name, attributes, `>` or `/>`, its content, the end tag as one token |
//! | `attribute` | its name, `=`, its value |
//! | `value`, `text`, `cdata` | their words, so that they can be shortened; `&amp;` and the like are tokens of their own |
//!
//! Content stands on one edge whatever element holds it, so an element can give way to any descendant or to its own
//! content and the text stays well-formed. The end tag is a literal of the element: no edit touches it alone.
//! Namespaces, blanks and line ends are kept as written. Blank text between tags is trivia.

mod doctype;
mod lexical;
mod region;
mod tag;

use std::borrow::Cow;
use std::ops::Range;

use quick_xml::Reader;
use quick_xml::events::Event;
use rustc_hash::FxHashMap;

use self::doctype::Entities;
use crate::cancellation::{Cancellation, Cancelled};
use crate::tree::{EdgeId, KindId, NodeFlags, Symbols, Tree, TreeBuilder};

/// What `Language::node_types` says of XML, in the format of tree-sitter's grammars.
pub(super) const NODE_TYPES: &str = include_str!("node-types.json");

macro_rules! numbers {
    ($name:ident: $number:ty, $add:ident { $($field:ident = $text:literal),* $(,)? }) => {
        struct $name { $($field: $number),* }
        impl $name {
            fn new(symbols: &mut Symbols) -> Self {
                $name { $($field: symbols.$add($text)),* }
            }
        }
    };
}

numbers!(Kinds: KindId, add_kind {
    document = "document",
    declaration = "declaration",
    doctype = "doctype",
    external_id = "external_id",
    subset = "internal_subset",
    markup = "markup_declaration",
    element = "element",
    attribute = "attribute",
    name = "name",
    value = "value",
    text = "text",
    cdata = "cdata",
    word = "word",
    reference = "reference",
    comment = "comment",
    pi = "processing_instruction",
    error = "ERROR",
    open = "\"<\"",
    close = "\">\"",
    close_empty = "\"/>\"",
    end_tag = "\"</>\"",
    equals = "\"=\"",
    double_quote = "\"\"\"",
    single_quote = "\"'\"",
    open_declaration = "\"<?xml\"",
    close_declaration = "\"?>\"",
    open_doctype = "\"<!DOCTYPE\"",
    open_subset = "\"[\"",
    close_subset = "\"]\"",
    open_cdata = "\"<![CDATA[\"",
    close_cdata = "\"]]>\"",
});

numbers!(Edges: EdgeId, add_edge {
    declaration = "declaration",
    doctype = "doctype",
    root = "root",
    external_id = "external_id",
    subset = "internal_subset",
    name = "name",
    attribute = "attribute",
    value = "value",
});

/// The XML front end.
pub(super) struct Xml {
    kinds: Kinds,
    edges: Edges,
}

impl Xml {
    /// Adds the kinds and edges of XML to the symbols.
    pub(super) fn new(symbols: &mut Symbols) -> Self {
        Xml { kinds: Kinds::new(symbols), edges: Edges::new(symbols) }
    }

    /// The tree of a text and the number of places at which it is not well-formed. What cannot be read becomes error
    /// nodes.
    pub(super) fn read(&self, bytes: &[u8], cancellation: &Cancellation) -> Result<(Tree, usize), Cancelled> {
        let text = lexical::readable(bytes);
        let mut walk = Walk::new(self, &text);
        walk.document(cancellation)?;
        // A text that is not in UTF-8 must say so.
        walk.trouble += usize::from(matches!(text, Cow::Owned(_)) && !walk.recoded);
        let tree = walk.builder.finish().unwrap_or_else(|| unreachable!("the walk opens the root first"));
        Ok((tree, walk.trouble))
    }
}

/// One pass over a text, event by event.
struct Walk<'t> {
    front: &'t Xml,
    text: &'t str,
    builder: TreeBuilder,
    trouble: usize,
    /// The names of the elements that are open, outermost first, and how often each is among them.
    open: Vec<&'t str>,
    open_counts: FxHashMap<&'t str, usize>,
    /// The declaration names an encoding other than UTF-8.
    recoded: bool,
    rooted: bool,
    doctyped: bool,
    entities: Entities,
}

const PLAIN: NodeFlags = NodeFlags { literal: false, extra: false, error: false };
const LITERAL: NodeFlags = NodeFlags { literal: true, ..PLAIN };
const EXTRA: NodeFlags = NodeFlags { extra: true, ..PLAIN };
const ERROR: NodeFlags = NodeFlags { error: true, ..PLAIN };

impl<'t> Walk<'t> {
    fn new(front: &'t Xml, text: &'t str) -> Self {
        let builder = TreeBuilder::with_capacity(text.len() / 6 + 1);
        Walk {
            front,
            text,
            builder,
            trouble: 0,
            open: Vec::new(),
            open_counts: FxHashMap::default(),
            recoded: false,
            rooted: false,
            doctyped: false,
            entities: Entities::default(),
        }
    }

    fn document(&mut self, cancellation: &Cancellation) -> Result<(), Cancelled> {
        let text = self.text;
        self.builder.open(self.front.kinds.document, Symbols::CHILD, 0..text.len(), PLAIN);
        self.trouble += lexical::forbidden_characters(text);
        let base = if text.starts_with(lexical::BYTE_ORDER_MARK) { lexical::BYTE_ORDER_MARK.len_utf8() } else { 0 };
        if base > 0 {
            // It may go as comments do.
            self.token(self.front.kinds.comment, Symbols::CHILD, 0..base, EXTRA);
        }
        let mut reader = Reader::from_str(&text[base..]);
        // What the reader would refuse is judged here, where it can become a node.
        let config = reader.config_mut();
        config.allow_dangling_amp = true;
        config.allow_unmatched_ends = true;
        config.check_end_names = false;
        // Text and references come in pieces: a run of them is one text.
        let mut run = base..base;
        let mut steps = cancellation.steps();
        loop {
            steps.step()?;
            let start = base + reader.buffer_position() as usize;
            let event = reader.read_event();
            let range = start..base + reader.buffer_position() as usize;
            if let Ok(Event::Text(_) | Event::GeneralRef(_)) = event {
                run.end = range.end;
                continue;
            }
            self.text_run(run);
            run = range.end..range.end;
            match event {
                Ok(Event::Start(_)) => self.start_tag(range, false),
                Ok(Event::Empty(_)) => self.start_tag(range, true),
                Ok(Event::End(_)) => self.end_tag(range),
                Ok(Event::CData(_)) if !self.open.is_empty() => self.cdata(range),
                Ok(Event::Comment(_)) => self.comment(range),
                Ok(Event::Decl(_)) if start == base => self.declaration(range),
                Ok(Event::PI(_)) => self.instruction(range),
                Ok(Event::DocType(_)) if !self.doctyped && !self.rooted => self.doctype(range),
                Ok(Event::CData(_) | Event::Decl(_) | Event::DocType(_)) => self.error(range),
                Ok(Event::Eof) => break,
                Ok(Event::Text(_) | Event::GeneralRef(_)) => unreachable!("gathered above"),
                Err(_) => {
                    // No element reaches into the blanks at the end, so what is in one does not either.
                    self.error(lexical::trimmed(text, start..text.len()));
                    break;
                }
            }
        }
        self.trouble += self.open.len() + usize::from(!self.rooted);
        while self.open.pop().is_some() {
            self.end_element(lexical::trimmed(text, 0..text.len()).end);
        }
        Ok(())
    }

    fn end_element(&mut self, at: usize) {
        self.builder.end_at(at);
        self.builder.close();
    }

    /// An end tag closes the nearest element of its name; elements between that have no end tag are trouble.
    fn end_tag(&mut self, range: Range<usize>) {
        let name = self.text[range.start + 2..range.end - 1].trim_ascii_end();
        if self.open_counts.get(name).is_none_or(|&count| count == 0) {
            self.error(range);
            return;
        }
        while let Some(open) = self.open.pop() {
            if let Some(count) = self.open_counts.get_mut(open) {
                *count -= 1;
            }
            if open == name {
                self.token(self.front.kinds.end_tag, Symbols::TOKEN, range.clone(), LITERAL);
                self.end_element(range.end);
                return;
            }
            self.trouble += 1;
            self.end_element(range.start);
        }
    }

    /// A run of text and references; blank runs are trivia.
    fn text_run(&mut self, run: Range<usize>) {
        let run = lexical::trimmed(self.text, run);
        if run.is_empty() {
            return;
        }
        if self.open.is_empty() {
            self.error(run);
            return;
        }
        self.trouble += self.text[run.clone()].matches("]]>").count();
        self.builder.open(self.front.kinds.text, Symbols::CHILD, run.clone(), PLAIN);
        self.words(run, true);
        self.builder.close();
    }

    /// The words of a text, between blanks, on the edge of children; where references are read, each is a token.
    fn words(&mut self, range: Range<usize>, references: bool) {
        for word in lexical::words(self.text, range, references) {
            let text = &self.text[word.clone()];
            let entity = if references { text.strip_prefix('&') } else { None };
            let error = entity.is_some_and(|entity| !self.is_reference(entity));
            self.trouble += usize::from(error);
            let kind = if entity.is_some() { self.front.kinds.reference } else { self.front.kinds.word };
            self.token(kind, Symbols::CHILD, word, NodeFlags { error, ..PLAIN });
        }
    }

    /// Whether what follows an ampersand is a reference that means something here.
    fn is_reference(&self, entity: &str) -> bool {
        let Some(name) = entity.strip_suffix(';') else { return false };
        match name.strip_prefix('#') {
            Some(number) => lexical::is_character_number(number),
            None => self.entities.may_mean(name),
        }
    }

    fn cdata(&mut self, range: Range<usize>) {
        let kinds = &self.front.kinds;
        let inner = range.start + "<![CDATA[".len()..range.end - "]]>".len();
        self.builder.open(kinds.cdata, Symbols::CHILD, range.clone(), PLAIN);
        self.token(kinds.open_cdata, Symbols::TOKEN, range.start..inner.start, LITERAL);
        self.words(inner.clone(), false);
        self.token(kinds.close_cdata, Symbols::TOKEN, inner.end..range.end, LITERAL);
        self.builder.close();
    }

    fn comment(&mut self, range: Range<usize>) {
        let inner = &self.text[range.start + "<!--".len()..range.end - "-->".len()];
        self.trouble += usize::from(inner.contains("--") || inner.ends_with('-'));
        self.token(self.front.kinds.comment, Symbols::CHILD, range, EXTRA);
    }

    fn instruction(&mut self, range: Range<usize>) {
        let inner = &self.text[range.start + 2..range.end - 2];
        let target = inner.split_ascii_whitespace().next().unwrap_or("");
        let blank_first = inner.starts_with(|c: char| c.is_ascii_whitespace());
        let reserved = target.eq_ignore_ascii_case("xml");
        self.trouble += usize::from(blank_first || reserved || !lexical::is_name(target));
        self.token(self.front.kinds.pi, Symbols::CHILD, range, PLAIN);
    }

    fn token(&mut self, kind: KindId, edge: EdgeId, range: Range<usize>, flags: NodeFlags) {
        self.builder.open(kind, edge, range, flags);
        self.builder.close();
    }

    /// Text that has no business where it is: a place of trouble, with its words as tokens.
    fn error(&mut self, range: Range<usize>) {
        self.trouble += 1;
        self.builder.open(self.front.kinds.error, Symbols::CHILD, range.clone(), ERROR);
        for word in lexical::words(self.text, range, false) {
            self.token(self.front.kinds.word, Symbols::CHILD, word, ERROR);
        }
        self.builder.close();
    }
}

#[cfg(test)]
mod tests;
