//! Random properties of small programs.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use reduce_core::knowledge::{Filter, Knowledge};

use super::programs::in_some_language;

/// A property of texts: it parses, these words are in it, and (for some texts, at random) it is so by chance, which no
/// order of transformations foresees.
#[derive(Clone, Debug)]
pub struct Property {
    words: Vec<String>,
    /// Texts are refused at random for this reason; 0 for none.
    whim: u64,
    original: String,
}

impl Property {
    fn of(text: &str, picks: &[Index], whim: u64) -> Self {
        let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 1).collect();
        let words = picks.iter().filter(|_| !words.is_empty()).map(|pick| (*pick.get(&words)).to_owned()).collect();
        Property { words, whim, original: text.to_owned() }
    }

    /// Whether a text has it.
    pub fn holds(&self, knowledge: &Knowledge, text: &[u8]) -> bool {
        let readable = String::from_utf8_lossy(text);
        let refused = || {
            let hash =
                text.iter().fold(self.whim, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
            self.whim > 0 && readable != self.original && (hash >> 32).is_multiple_of(3)
        };
        self.words.iter().all(|word| readable.contains(word.as_str()))
            && !refused()
            && knowledge.language().parse(text).trouble() == 0
    }
}

/// A language with a program and a property of it.
pub fn program_and_property() -> impl Strategy<Value = (&'static str, (String, Property))> {
    let whim = prop_oneof![Just(0), any::<u64>()];
    (in_some_language(), prop::collection::vec(any::<Index>(), 0..3), whim).prop_map(
        |((language, text), picks, whim)| {
            let property = Property::of(&text, &picks, whim);
            (language, (text, property))
        },
    )
}

/// Any filter.
pub fn filter() -> impl Strategy<Value = Filter> {
    select(&[Filter::Ranked, Filter::Strict, Filter::Off][..])
}
