//! Blanks and line ends between tokens go.

use std::ops::Range;

use reduce_tree_plugin::{About, Edits, Kind, List, Source, chunks};

use crate::MOST;
use crate::token::{Class, Token, fuse, tokens};

/// Makes the gaps between tokens as small as they can be: all, halves, quarters, ... single ones. A gap is tidied, so
/// that a blank or a line end is left where something has to part the tokens or where there was a line end; or lines
/// are joined. In a language of indentation the lines keep theirs, and all of it becomes a blank for each block. In text
/// of no language a gap may go whatever it parts, or become one blank, or a line end and one blank.
pub struct Blanks;

impl List for Blanks {
    const ABOUT: About = About {
        name: c"blanks",
        description: c"drops blanks and line ends that need not be",
        languages: None,
        kind: Kind::Polishes,
    };

    fn list(source: Source<'_>) -> Result<Vec<Edits>, String> {
        let tokens = tokens(source);
        let gaps = gaps(source, &tokens);
        let smaller = |new: fn(&Gap) -> Option<Vec<u8>>| {
            let changed = gaps.iter().filter_map(move |gap| new(gap).map(|new| (gap.range.clone(), new)));
            changed.filter(|(range, new)| new.len() < range.len()).collect::<Vec<_>>()
        };
        let mut lists = Vec::from([smaller(|gap| Some(gap.tidied())), smaller(Gap::joined)]);
        if source.language() == "text" {
            // Nobody knows what blanks mean there.
            lists.extend([smaller(Gap::gone), smaller(Gap::spaced), smaller(Gap::indented)]);
        }
        let replaced = |edits: Edits, (range, new): &(Range<usize>, Vec<u8>)| edits.replace(range.clone(), new.clone());
        let mut out: Vec<Edits> = Vec::new();
        let indentation = smaller(Gap::shallow);
        if !indentation.is_empty() {
            out.push(indentation.iter().fold(Edits::new(), replaced));
        }
        for chunk in chunks(&lists.iter().map(Vec::len).collect::<Vec<_>>(), MOST) {
            out.push(lists[chunk.list][chunk.elements].iter().fold(Edits::new(), replaced));
        }
        Ok(out)
    }
}

/// What stands between two tokens, or at the ends of the text.
struct Gap {
    range: Range<usize>,
    /// Something has to part the tokens.
    parts: bool,
    /// It has a line end.
    breaks: bool,
    /// The line end means something: at the end of the text, after a line comment, in C's preprocessor, between
    /// statements of Python (the one of `if a: b` can do without).
    needs_break: bool,
    /// The indentation that the next line has, where that means something, and the number of blocks that it is in.
    indentation: Option<(Vec<u8>, usize)>,
}

impl Gap {
    fn tidied(&self) -> Vec<u8> {
        match &self.indentation {
            Some((indentation, _)) => [b"\n", &indentation[..]].concat(),
            None if self.breaks => b"\n".into(),
            None => self.blank(),
        }
    }

    fn joined(&self) -> Option<Vec<u8>> {
        (self.breaks && !self.needs_break).then(|| self.blank())
    }

    fn shallow(&self) -> Option<Vec<u8>> {
        let (_, blocks) = self.indentation.as_ref()?;
        Some([b"\n", &b" ".repeat(*blocks)[..]].concat())
    }

    fn gone(&self) -> Option<Vec<u8>> {
        (!self.needs_break).then(Vec::new)
    }

    fn spaced(&self) -> Option<Vec<u8>> {
        (!self.needs_break).then(|| b" ".into())
    }

    fn indented(&self) -> Option<Vec<u8>> {
        self.breaks.then(|| b"\n ".into())
    }

    fn blank(&self) -> Vec<u8> {
        if self.parts { b" ".into() } else { Vec::new() }
    }
}

fn gaps(source: Source<'_>, tokens: &[Token]) -> Vec<Gap> {
    let text = source.text();
    let (is_python, is_xml) = (source.language() == "python", source.language() == "xml");
    let blocks = if is_python { blocks(source, tokens) } else { Vec::new() };
    let mut depth = 0usize;
    let mut out = Vec::new();
    for place in 0..=tokens.len() {
        let before = place.checked_sub(1).map(|place| &text[tokens[place].range.clone()]);
        let behind = tokens.get(place).map(|token| &text[token.range.clone()]);
        match before {
            Some(b"(" | b"[" | b"{") => depth += 1,
            Some(b")" | b"]" | b"}") => depth = depth.saturating_sub(1),
            _ => {}
        }
        let start = place.checked_sub(1).map_or(0, |place| tokens[place].range.end);
        let end = tokens.get(place).map_or(text.len(), |token| token.range.start);
        let gap = &text[start..end];
        if gap.is_empty() || !gap.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let breaks = gap.contains(&b'\n');
        let parts = before.zip(behind).is_some_and(|(before, behind)| {
            // `a="b"c="d"` is no list of attributes.
            fuse(before, behind) || (is_xml && before != b"<" && tokens[place].class == Class::Word)
        });
        let is_line = is_python && breaks && depth == 0 && before.is_some() && behind.is_some();
        let indentation = gap.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        out.push(Gap {
            range: start..end,
            parts,
            breaks: breaks && before.is_some(),
            needs_break: before.is_some_and(|before| before.starts_with(b"//") || before.starts_with(b"#"))
                || behind.is_some_and(|behind| behind.starts_with(b"#"))
                || line_of(text, start).trim_ascii_start().starts_with(b"#")
                || (is_line && before != Some(b":"))
                || behind.is_none(),
            indentation: is_line.then(|| (gap[indentation..].into(), blocks[place])),
        });
    }
    out
}

/// The line on which a position is, up to there.
fn line_of(text: &[u8], position: usize) -> &[u8] {
    let start = text[..position].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    &text[start..position]
}

/// How many blocks each token is in.
fn blocks(source: Source<'_>, tokens: &[Token]) -> Vec<usize> {
    let mut out = Vec::with_capacity(tokens.len());
    let mut open: Vec<usize> = Vec::new();
    for node in source.nodes() {
        let range = node.range();
        open.retain(|end| range.start < *end);
        if node.is_token() && tokens.get(out.len()).is_some_and(|token| token.range == range) {
            out.push(open.len());
        } else if node.kind() == "block" {
            open.push(range.end);
        }
    }
    out.resize(tokens.len(), 0);
    out
}
