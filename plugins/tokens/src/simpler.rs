//! Tokens become simpler ones.

use std::ops::Range;
use std::slice;

use reduce_tree_plugin::{About, Edits, Kind, List, Source};

use crate::MOST;
use crate::token::{Class, Token, tokens};
use crate::words::words;

/// So many simpler tokens of the text are tried for each.
const TRIED: usize = 8;

/// Words and operators that mean more than others, and what is simpler, by length and then by the alphabet.
struct Row {
    /// The languages, parted by blanks; empty for all but those that have no operators.
    languages: &'static str,
    words: &'static [&'static str],
    simpler: &'static [&'static str],
}

/// What is simpler by fewer characters alone is not in here (see `shorter-tokens`).
const SIMPLER: &[Row] = &[
    Row { languages: "javascript typescript tsx", words: &["const"], simpler: &["let", "var"] },
    Row { languages: "javascript typescript tsx", words: &["var"], simpler: &["let"] },
    Row {
        languages: "javascript typescript tsx c cpp java",
        words: &["continue", "return", "throw"],
        simpler: &["break"],
    },
    Row { languages: "javascript typescript tsx", words: &["typeof", "delete", "void"], simpler: &["-", "!"] },
    Row { languages: "javascript typescript tsx", words: &["instanceof"], simpler: &["in", "<"] },
    Row { languages: "python", words: &["elif"], simpler: &["if"] },
    Row { languages: "python", words: &["continue", "return", "break"], simpler: &["pass"] },
    Row { languages: "python", words: &["raise", "assert", "global", "nonlocal"], simpler: &["del"] },
    Row { languages: "python", words: &["not"], simpler: &["-"] },
    Row { languages: "python", words: &["and"], simpler: &["or", "+"] },
    Row { languages: "python", words: &["or", "is", "in"], simpler: &["+", "<"] },
    Row {
        languages: "c cpp",
        words: &["unsigned", "signed", "double", "float", "char", "short", "long", "_Bool", "bool"],
        simpler: &["int"],
    },
    Row { languages: "c cpp", words: &["struct", "union"], simpler: &["enum"] },
    Row {
        languages: "java",
        words: &["long", "double", "float", "byte", "short", "char", "boolean"],
        simpler: &["int"],
    },
    Row { languages: "go", words: &["continue", "return"], simpler: &["break"] },
    Row { languages: "", words: &["while"], simpler: &["if"] },
    Row { languages: "", words: &["!", "~"], simpler: &["-"] },
    Row { languages: "", words: &["<<", ">>", ">>>", "**", "//", "&&", "||", "??"], simpler: &["+", "<"] },
    Row { languages: "", words: &["==", "!=", "<=", ">=", "===", "!=="], simpler: &["+", "<"] },
    Row { languages: "", words: &["-", "/", "%", "^", "|", ">"], simpler: &["+", "*"] },
];

/// Replaces tokens by simpler ones: a name in all its places, or in one, by a simpler name that the text has; a number
/// or a text by a simpler one of the text; words and operators of the language by simpler ones.
pub struct SimplerTokens;

impl List for SimplerTokens {
    const ABOUT: About = About {
        name: c"simpler-tokens",
        description: c"replaces a token by a simpler one: a name by a shorter name of the text, const by let",
        languages: None,
        kind: Kind::Polishes,
    };

    fn list(source: Source<'_>) -> Result<Vec<Edits>, String> {
        let text = source.text();
        let tokens = tokens(source);
        let words = words(source, &tokens);
        let names = sorted(words.iter().map(|word| word.text));
        let everywhere = words.iter().map(|word| Item { places: &word.places, simpler: before(&names, word.text) });

        let repeated = words.iter().filter(|word| word.places.len() > 1);
        let mut alone: Vec<Item> = repeated
            .flat_map(|word| {
                let simpler = before(&names, word.text);
                word.places.iter().map(move |place| Item { places: slice::from_ref(place), simpler: simpler.clone() })
            })
            .collect();
        let of_class =
            |class: Class| sorted(tokens.iter().filter(|token| token.class == class).map(|t| &text[t.range.clone()]));
        let (numbers, texts) = (of_class(Class::Number), of_class(Class::Text));
        alone.extend(tokens.iter().map(|Token { range, class }| {
            let old = &text[range.clone()];
            let simpler = match class {
                Class::Number => before(&numbers, old),
                Class::Text => before(&texts, old),
                Class::Keyword | Class::Sign => of_language(source.language(), old),
                Class::Word | Class::Escape | Class::Comment => Vec::new(),
            };
            Item { places: slice::from_ref(range), simpler }
        }));
        let mut out = Vec::new();
        add(&everywhere.collect::<Vec<_>>(), &mut out);
        add(&alone, &mut out);
        Ok(out)
    }
}

/// What becomes simpler, and how.
struct Item<'a> {
    places: &'a [Range<usize>],
    /// The simplest first.
    simpler: Vec<&'a [u8]>,
}

/// Adds the first way for each item, then the second for each, and so on, as long as each is complete: names of a large
/// text are not worth a test each.
fn add(items: &[Item], out: &mut Vec<Edits>) {
    for round in 0..TRIED {
        let ways = items.iter().filter_map(|item| item.simpler.get(round).map(|new| (item.places, *new)));
        if out.len() + ways.clone().count() > MOST {
            return;
        }
        out.extend(
            ways.map(|(places, new)| {
                places.iter().fold(Edits::new(), |edits, place| edits.replace(place.clone(), new))
            }),
        );
    }
}

/// The table's simpler words or operators.
fn of_language(language: &str, old: &[u8]) -> Vec<&'static [u8]> {
    let has_none = ["json", "xml"].contains(&language);
    let serves = |row: &&Row| match row.languages {
        "" => !has_none,
        languages => languages.split(' ').any(|name| name == language),
    };
    let rows = SIMPLER.iter().filter(serves).filter(|row| row.words.iter().any(|word| word.as_bytes() == old));
    let simpler = rows.flat_map(|row| row.simpler.iter().map(|text| text.as_bytes()));
    simpler.filter(|new| (new.len(), *new) < (old.len(), old)).collect()
}

/// Each text once, the simplest first.
fn sorted<'a>(texts: impl Iterator<Item = &'a [u8]>) -> Vec<&'a [u8]> {
    let mut texts: Vec<&[u8]> = texts.collect();
    texts.sort_unstable_by_key(|text| (text.len(), *text));
    texts.dedup();
    texts
}

/// The simplest of those that are simpler than a text.
fn before<'a>(sorted: &[&'a [u8]], text: &[u8]) -> Vec<&'a [u8]> {
    let simpler = sorted.iter().take_while(|known| (known.len(), **known) < (text.len(), text));
    simpler.take(TRIED).copied().collect()
}
