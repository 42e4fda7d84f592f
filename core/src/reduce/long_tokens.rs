//! Long tokens become shorter: comments, strings, names, whatever the parser does not look into.
//!
//! A token is cut into a few pieces, a list minimizer finds those that are needed, and what is left is cut again, more
//! finely each time. Tokens with the same text are one: a name stays one name.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::join::try_texts_together;
use super::search::Search;
use crate::language::{Document, Patch};
use crate::minimize::{Joined, Kept, ListTest, Minimizer};
use crate::session::{Stop, Together, first_configuration, joined_configurations};
use crate::tree::NodeId;

/// Shorter tokens are left alone here.
const LONG: usize = 64;
/// Bytes of a character of UTF-8 at most.
const LONGEST_CHARACTER: usize = 4;
/// Into so many pieces a token is cut.
const PIECES: usize = 16;
/// How likely a piece is to be needed before anything is known.
const NEEDED: f64 = 0.1;
/// Once more than this share of a token's pieces is needed, finer pieces would be mostly needed, too.
const DENSE: f64 = 0.75;

/// Shortens every long token of at least so many bytes, the longest first. Whether any became shorter.
///
/// # Errors
/// [`Stop`] when the reduction has to end now.
pub fn shorten(search: &mut Search, minimizer: Option<Minimizer>, least: usize) -> Result<bool, Stop> {
    search.enter("long tokens");
    let mut seen: FxHashSet<Vec<u8>> = FxHashSet::default();
    let rank = search.rank().clone();
    while let Some(token) = longest(search.document(), least.max(LONG), &seen) {
        let left = shorten_one(search, minimizer, token)?;
        seen.insert(left);
    }
    Ok(*search.rank() != rank)
}

/// The text of the longest token of at least so many bytes that was not seen.
fn longest(document: &Document, least: usize, seen: &FxHashSet<Vec<u8>>) -> Option<Vec<u8>> {
    let tokens = document.tree().nodes().filter(|&node| document.tree().is_token(node));
    let texts = tokens.map(|node| document.node_text(node));
    let long = texts.filter(|text| text.len() >= least && !seen.contains(*text));
    long.max_by_key(|text| text.len()).map(<[u8]>::to_vec)
}

/// Shortens all tokens with this text; gives what is left of it.
fn shorten_one(search: &mut Search, minimizer: Option<Minimizer>, mut token: Vec<u8>) -> Result<Vec<u8>, Stop> {
    let mut length = token.len().div_ceil(PIECES);
    loop {
        let base = search.document().clone();
        let pieces = cut(&token, length);
        let places = places(&base, &token);
        let count = pieces.len();
        let worth: Vec<usize> = pieces.iter().map(Vec::len).collect();
        let mut test = Cut { search, base, places, pieces };
        let kept = match minimizer {
            Some(minimizer) => minimizer.minimize(&worth, &mut test)?,
            None => Minimizer::minimize_given(&worth, &vec![NEEDED; count], &vec![0; count], &mut test)?,
        };
        let left = joined(&test.pieces, &kept);
        let is_dense = kept.len() as f64 > DENSE * count as f64;
        token = left;
        if length == 1 || is_dense || token.len() < 2 {
            return Ok(token);
        }
        length = token.len().div_ceil(PIECES).min(length.div_ceil(2));
    }
}

/// The tokens with this text.
fn places(document: &Document, token: &[u8]) -> Vec<NodeId> {
    let tree = document.tree();
    tree.nodes().filter(|&node| tree.is_token(node) && document.node_text(node) == token).collect()
}

/// Pieces of about so many bytes. No character of UTF-8 is cut.
fn cut(token: &[u8], length: usize) -> Vec<Vec<u8>> {
    let is_inside = |byte: u8| byte & 0b1100_0000 == 0b1000_0000;
    let mut pieces: Vec<Vec<u8>> = Vec::new();
    let mut rest = token;
    while !rest.is_empty() {
        let mut end = length.min(rest.len());
        end += rest[end..].iter().take(LONGEST_CHARACTER - 1).take_while(|&&byte| is_inside(byte)).count();
        let (piece, behind) = rest.split_at(end);
        pieces.push(piece.to_vec());
        rest = behind;
    }
    pieces
}

/// The pieces of a token as a list.
struct Cut<'s, 'a> {
    search: &'s mut Search<'a>,
    base: Document,
    places: Vec<NodeId>,
    pieces: Vec<Vec<u8>>,
}

impl Cut<'_, '_> {
    /// The document with these pieces alone of the token, wherever that stands.
    fn text(base: &Document, places: &[NodeId], pieces: &[Vec<u8>], kept: &[usize]) -> Arc<[u8]> {
        let left = joined(pieces, kept);
        let patch = |&node: &NodeId| Patch { range: base.tree().range(node), text: left.clone() };
        Arc::from(Patch::apply(base.text(), &places.iter().map(patch).collect::<Vec<_>>()))
    }
}

impl ListTest for Cut<'_, '_> {
    type Stop = Stop;

    fn first(&mut self, configurations: &mut dyn Iterator<Item = Kept>) -> Result<Option<(usize, Kept)>, Stop> {
        let Cut { search, base, places, pieces } = self;
        let make = |kept: &[usize]| Cut::text(base, places, pieces, kept);
        let cleanly = search.knowledge().sieves_by_parse();
        first_configuration(configurations, pieces.len(), make, |texts| search.try_texts(cleanly, texts))
    }

    fn first_joined(&mut self, configurations: &mut dyn Iterator<Item = Kept>) -> Result<Option<Joined>, Stop> {
        let Cut { search, base, places, pieces } = self;
        let make = |kept: &[usize]| Cut::text(base, places, pieces, kept);
        let cleanly = search.knowledge().sieves_by_parse();
        let found = joined_configurations(configurations, pieces.len(), make, |texts, join| {
            try_texts_together(search, cleanly, texts, join)
        })?;
        Ok(found.map(|(Together { winners, failed }, kept)| Joined { winners, failed, kept }))
    }
}

/// The text of the pieces that are kept.
fn joined(pieces: &[Vec<u8>], kept: &[usize]) -> Vec<u8> {
    kept.iter().flat_map(|&piece| &pieces[piece]).copied().collect()
}

#[cfg(test)]
mod tests {
    use bstr::ByteSlice;

    use super::*;
    use crate::knowledge::{Filter, Knowledge, Tables};
    use crate::language::Language;
    use crate::session::Session;

    #[test]
    fn pieces_that_can_go_in_one_round_go_together() {
        let long = (0..64).map(|i| format!("{i:04}")).collect::<Vec<_>>().concat();
        let language = Language::named("javascript").expect("built in");
        let knowledge = Knowledge::new(language.clone(), Tables::default(), Filter::Ranked);
        let steps = |joins| {
            let test = |text: &[u8]| [&b"0003"[..], b"0031", b"0058", b"f("].iter().all(|part| text.contains_str(part));
            let session = Session::new(Arc::new(test)).jobs(8).joining(joins);
            let mut search = Search::new(&knowledge, language.parse(format!("f(\"{long}\");").into_bytes()), &session);
            assert!(shorten(&mut search, None, 0).expect("nothing stops it"));
            assert!(search.document().text().len() < 24, "{:?}", search.document().text());
            session.statistics().history.len()
        };
        let (joined, single) = (steps(true), steps(false));
        assert!(joined < single, "{joined} and {single} steps");
    }

    #[test]
    fn no_character_is_cut_and_nothing_is_lost() {
        let text = "aé€😀".repeat(9);
        let pieces = cut(text.as_bytes(), 4);
        assert_eq!(pieces.concat(), text.as_bytes());
        assert!(pieces.iter().all(|piece| std::str::from_utf8(piece).is_ok()));
        assert_eq!(cut(&[0x80; 40], 2).concat(), [0x80; 40], "bytes that are no text are cut all the same");
        assert!(cut(&[0x80; 40], 2).len() > 4);
    }
}
