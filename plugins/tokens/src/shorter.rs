//! Characters of tokens go.

use std::collections::HashSet;
use std::ops::Range;

use reduce_tree_plugin::{About, Edits, Kind, List, Source, chunks};

use crate::MOST;
use crate::token::{Class, Token, is_name, tokens};
use crate::words::words;

/// List minimization over the characters of each token: of a name in all its places at once and in each alone, of a
/// number, an operator (`===` to `==`), a text. Something of a token is always left.
pub struct ShorterTokens;

impl List for ShorterTokens {
    const ABOUT: About = About {
        name: c"shorter-tokens",
        description: c"takes halves, quarters, ... single characters out of a token",
        languages: None,
        kind: Kind::Polishes,
    };

    fn list(source: Source<'_>) -> Result<Vec<Edits>, String> {
        let text = source.text();
        let tokens = tokens(source);
        let words = words(source, &tokens);
        let mut items: Vec<Item> =
            words.iter().map(|word| Item { places: word.places.clone(), class: Class::Word }).collect();
        let repeated = words.iter().filter(|word| word.places.len() > 1).flat_map(|word| &word.places);
        items.extend(repeated.map(|place| Item { places: Vec::from([place.clone()]), class: Class::Word }));
        let others = tokens.iter().filter(|token| matches!(token.class, Class::Sign | Class::Number | Class::Text));
        items.extend(others.map(|Token { range, class }| Item { places: Vec::from([range.clone()]), class: *class }));

        let lengths: Vec<usize> = items.iter().map(|item| characters(&text[item.places[0].clone()]).count()).collect();
        let mut out = Vec::new();
        let mut known: HashSet<(usize, Vec<u8>)> = HashSet::new();
        for chunk in chunks(&lengths, MOST) {
            let item = &items[chunk.list];
            let old = &text[item.places[0].clone()];
            let mut characters = characters(old).skip(chunk.elements.start);
            let start = characters.next().unwrap_or(old.len());
            let gone = start..characters.nth(chunk.elements.len() - 1).unwrap_or(old.len());
            let new = [&old[..gone.start], &old[gone.end..]].concat();
            if item.may_be(&new) && known.insert((chunk.list, new)) {
                let shorter = |edits: Edits, place: &Range<usize>| {
                    edits.replace(place.start + gone.start..place.start + gone.end, "")
                };
                out.push(item.places.iter().fold(Edits::new(), shorter));
            }
        }
        Ok(out)
    }
}

/// A token, or all places of a name.
struct Item {
    places: Vec<Range<usize>>,
    class: Class,
}

impl Item {
    fn may_be(&self, text: &[u8]) -> bool {
        match self.class {
            Class::Word => is_name(text) || text.iter().any(|byte| b"-.:".contains(byte)),
            Class::Number => text.first().is_some_and(|byte| byte.is_ascii_digit() || *byte == b'.'),
            _ => !text.is_empty(),
        }
    }
}

/// Where the characters of a text begin; bytes of UTF-8 that go on do not.
fn characters(text: &[u8]) -> impl Iterator<Item = usize> {
    (0..text.len()).filter(|&at| at == 0 || text[at] & 0xc0 != 0x80)
}
