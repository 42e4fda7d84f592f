//! The names of a text, with every place where each stands.

use std::collections::HashMap;
use std::ops::Range;

use reduce_tree_plugin::Source;

use crate::token::{Class, Token};

/// A name and its places.
pub struct Word<'a> {
    /// The name.
    pub text: &'a [u8],
    /// Where it stands, in order.
    pub places: Vec<Range<usize>>,
}

/// The names in the order of their first places. In XML the name in an end tag is one too.
pub fn words<'a>(source: Source<'a>, tokens: &[Token]) -> Vec<Word<'a>> {
    let text = source.text();
    let mut known: HashMap<&[u8], usize> = HashMap::new();
    let mut out: Vec<Word<'a>> = Vec::new();
    for token in tokens {
        let in_end_tag = text[token.range.clone()].starts_with(b"</") && text[token.range.clone()].ends_with(b">");
        let range = match token.class {
            Class::Word => token.range.clone(),
            Class::Sign if in_end_tag && token.range.len() > 3 => {
                let name = text[token.range.start + 2..token.range.end - 1].trim_ascii_end();
                token.range.start + 2..token.range.start + 2 + name.len()
            }
            _ => continue,
        };
        let name = &text[range.clone()];
        let place = *known.entry(name).or_insert_with(|| {
            out.push(Word { text: name, places: Vec::new() });
            out.len() - 1
        });
        out[place].places.push(range);
    }
    out
}
