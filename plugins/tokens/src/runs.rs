//! Runs of tokens go.

use std::collections::HashSet;
use std::ops::Range;

use reduce_tree_plugin::{About, Edits, Kind, List, Source, chunks};

use crate::MOST_RUNS;
use crate::token::{Class, Token, fuse, tokens};

/// The longest of the runs that begin anywhere.
const LONGEST: usize = 8;

/// Takes out all tokens, halves, quarters, ... single ones; what is in brackets, with them or without them; brackets
/// alone; and runs of a few tokens that begin anywhere.
pub struct TokenRuns;

impl List for TokenRuns {
    const ABOUT: About = About {
        name: c"token-runs",
        description: c"takes out halves, quarters, ... single tokens, brackets, and short runs that begin anywhere",
        languages: None,
        kind: Kind::Polishes,
    };

    fn list(source: Source<'_>) -> Result<Vec<Edits>, String> {
        let tokens = tokens(source);
        let text = source.text();
        let runs = runs(text, &tokens);
        let is_bytes = source.language() == "bytes";
        let without = |(run, other): Run| {
            let parts = [run, other].into_iter().filter(|part| !part.is_empty());
            parts.fold(Edits::new(), |edits, part| {
                let (range, gap) = if is_bytes {
                    // Blanks are bytes like any other.
                    (tokens[part.start].range.start..tokens[part.end - 1].range.end, Vec::new())
                } else {
                    removal(text, &tokens, part)
                };
                edits.replace(range, gap)
            })
        };
        Ok(runs.into_iter().map(without).collect())
    }
}

/// Tokens that go together, by their places; the second range is empty but for two brackets.
type Run = (Range<usize>, Range<usize>);

/// The runs, level by level: each level as a whole or not at all.
fn runs(text: &[u8], tokens: &[Token]) -> Vec<Run> {
    let single = |run: Range<usize>| (run.clone(), run.end..run.end);
    let mut out: Vec<Run> =
        chunks(&[tokens.len()], MOST_RUNS).into_iter().map(|chunk| single(chunk.elements)).collect();
    let pairs = pairs(text, tokens);
    let filled = || pairs.iter().filter(|(open, close)| close - open > 1);
    let mut levels: Vec<Vec<Run>> = vec![
        filled().map(|&(open, close)| single(open + 1..close)).collect(),
        pairs.iter().map(|&(open, close)| single(open..close + 1)).collect(),
        filled().map(|&(open, close)| (open..open + 1, close..close + 1)).collect(),
    ];
    levels.extend((2..=LONGEST.min(tokens.len())).rev().map(|length| {
        let starts = 0..=tokens.len() - length;
        starts.map(|start| single(start..start + length)).collect()
    }));
    let mut known: HashSet<Run> = out.iter().cloned().collect();
    for mut level in levels {
        level.retain(|run| known.insert(run.clone()));
        if out.len() + level.len() > MOST_RUNS {
            break;
        }
        out.append(&mut level);
    }
    out
}

/// Brackets that belong together, by the place of their token.
fn pairs(text: &[u8], tokens: &[Token]) -> Vec<(usize, usize)> {
    let mut open: Vec<(usize, u8)> = Vec::new();
    let mut out = Vec::new();
    for (place, token) in tokens.iter().enumerate().filter(|(_, token)| token.class == Class::Sign) {
        match text[token.range.clone()] {
            [b'('] => open.push((place, b')')),
            [b'['] => open.push((place, b']')),
            [.., b'{'] => open.push((place, b'}')),
            [bracket @ (b')' | b']' | b'}')] => {
                if let Some(at) = open.iter().rposition(|(_, closing)| *closing == bracket) {
                    out.push((open[at].0, place));
                    open.truncate(at);
                }
            }
            _ => {}
        }
    }
    out.sort_unstable();
    out
}

/// What is replaced when a run of tokens goes, and by which blanks. What stood at the beginning of a line leaves its
/// indentation to what follows on the line; what filled lines goes with them.
fn removal(text: &[u8], tokens: &[Token], run: Range<usize>) -> (Range<usize>, Vec<u8>) {
    let (start, end) = (tokens[run.start].range.start, tokens[run.end - 1].range.end);
    let before = run.start.checked_sub(1).map(|place| tokens[place].range.clone());
    let behind = tokens.get(run.end).map(|token| token.range.clone());
    let from = before.as_ref().map_or(0, |token| token.end);
    let to = behind.as_ref().map_or(text.len(), |token| token.start);
    let (left, right) = (&text[from..start], &text[end..to]);
    let starts_line = before.is_none() || left.contains(&b'\n');
    let ends_line = behind.is_none() || right.contains(&b'\n');
    let gap: Vec<u8> = match (starts_line, ends_line) {
        (true, true) => {
            let lines = left.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
            let indentation = right.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
            [&left[..lines], &right[indentation..]].concat()
        }
        (true, false) => left.into(),
        (false, true) => right.into(),
        (false, false) => if left.is_empty() { right } else { left }.into(),
    };
    let would_fuse =
        gap.is_empty() && before.zip(behind).is_some_and(|(before, behind)| fuse(&text[before], &text[behind]));
    (from..to, if would_fuse { b" ".into() } else { gap })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text without the tokens that are among these words; every other word is a token.
    fn without(text: &str, words: &[&str]) -> String {
        let mut tokens = Vec::new();
        for word in text.split_ascii_whitespace() {
            let start = tokens.last().map_or(0, |token: &Token| token.range.end);
            let start = start + text[start..].find(word).expect("there");
            tokens.push(Token { range: start..start + word.len(), class: Class::Word });
        }
        let is_in = |token: &Token| words.contains(&&text[token.range.clone()]);
        let first = tokens.iter().position(is_in).expect("there");
        let (range, gap) = removal(text.as_bytes(), &tokens, first..first + words.len());
        format!("{}{}{}", &text[..range.start], String::from_utf8_lossy(&gap), &text[range.end..])
    }

    #[test]
    fn lines_and_indentation_stay_right() {
        let text = "a :\n    b c\n    d\ne";
        assert_eq!(without(text, &["b", "c"]), "a :\n    d\ne", "lines go as a whole");
        assert_eq!(without(text, &["b"]), "a :\n    c\n    d\ne", "indentation stays");
        assert_eq!(without(text, &["c"]), "a :\n    b\n    d\ne", "so do line ends");
        assert_eq!(without(text, &["d"]), "a :\n    b c\ne");
        assert_eq!(without(text, &["a", ":"]), "    b c\n    d\ne", "and what follows keeps its own");
        assert_eq!(without(text, &["e"]), "a :\n    b c\n    d\n");
        assert_eq!(without("a b c", &["b"]), "a c");
    }
}
