//! Arrangements of a row whose text is smaller.

use std::ops::Range;

use reduce_tree_plugin::Edits;

use crate::row::{Bounds, Row, Slot};

/// Which text goes to which place of a row.
pub struct Arrangement {
    /// A place, and where the text is that goes there. Places whose text stays are left out.
    moves: Vec<(Range<usize>, Range<usize>)>,
    /// The tokens of the part of the row that is arranged.
    pub weight: usize,
}

impl Arrangement {
    /// The arrangement as edits of the text.
    pub fn edits(&self, text: &[u8]) -> Edits {
        let bytes = |range: &Range<usize>| text.get(range.clone()).unwrap_or_default();
        self.moves.iter().fold(Edits::new(), |edits, (to, from)| edits.replace(to.clone(), bytes(from)))
    }
}

/// What sorting the row makes smaller: all of it, its halves, their halves, and in the end each two neighbours.
pub fn smaller(row: &Row, text: &[u8]) -> Vec<Arrangement> {
    let mut found = Vec::new();
    let mut length = row.slots.len();
    while length > 2 {
        found.extend(row.slots.chunks(length).filter(|part| part.len() > 2).filter_map(|part| sorted(part, row, text)));
        length = length.div_ceil(2);
    }
    found.extend(row.slots.windows(2).filter_map(|pair| sorted(pair, row, text)));
    found
}

/// The part of the row in order, if that makes the text smaller and leaves every token what it is.
fn sorted(part: &[Slot], row: &Row, text: &[u8]) -> Option<Arrangement> {
    let bytes = |slot: &Slot| text.get(slot.range.clone()).unwrap_or_default();
    // What follows a text counts where one begins with the other: `a, ab` comes before `ab, a`.
    let follows = part.first().and_then(|slot| text.get(slot.range.end)).copied();
    let key = |slot: &Slot| bytes(slot).iter().copied().chain(follows);
    let mut order: Vec<&Slot> = part.iter().collect();
    order.sort_by(|a, b| key(a).cmp(key(b)));

    let moved = || part.iter().zip(order.iter().copied()).filter(|(to, from)| bytes(to) != bytes(from));
    let is_smaller = arranged(part, &order, text).lt(arranged(part, &part.iter().collect::<Vec<_>>(), text));
    let fits = moved().all(|(to, from)| fits(to, from, row.bounds, text));
    let stays_apart = (0..part.len()).all(|index| stays_apart(part, &order, index, text));
    let weight = part.iter().map(|slot| slot.weight).sum();
    let ranges = || moved().map(|(to, from)| (to.range.clone(), from.range.clone())).collect();
    (is_smaller && fits && stays_apart).then(|| Arrangement { moves: ranges(), weight })
}

/// The bytes of the part with its texts in this order.
fn arranged<'a>(part: &'a [Slot], order: &'a [&'a Slot], text: &'a [u8]) -> impl Iterator<Item = u8> + 'a {
    order.iter().enumerate().flat_map(move |(index, slot)| {
        let gap = part.get(index + 1).map_or(0..0, |next| part[index].range.end..next.range.start);
        let bytes = |range: Range<usize>| text.get(range).unwrap_or_default().iter().copied();
        bytes(slot.range.clone()).chain(bytes(gap))
    })
}

/// Whether what a text needs around it is there in its new place.
fn fits(to: &Slot, from: &Slot, bounds: Bounds, text: &[u8]) -> bool {
    let of = |slot: &Slot| text.get(slot.range.clone()).unwrap_or_default();
    let (here, there) = (of(to), of(from));
    let both_alone = is_alone(&to.range, text) && is_alone(&from.range, text);
    match bounds {
        Bounds::Separated => true,
        // A directive of the preprocessor needs a line.
        Bounds::Juxtaposed if here.starts_with(b"#") || there.starts_with(b"#") => both_alone,
        Bounds::Juxtaposed => both_alone || to.ending == from.ending,
        // What has a block needs lines.
        Bounds::Lines => both_alone || !(here.contains(&b':') || there.contains(&b':')),
    }
}

/// Whether nothing else stands in the lines of a range.
fn is_alone(range: &Range<usize>, text: &[u8]) -> bool {
    let blank = |b: &u8| b.is_ascii_whitespace() && *b != b'\n';
    let before = text[..range.start].iter().rev().find(|b| !blank(b));
    let behind = text[range.end..].iter().find(|b| !blank(b));
    [before, behind].iter().all(|b| b.is_none_or(|&b| b == b'\n'))
}

/// Whether the text in this place of the part does not fuse with what stands beside it.
fn stays_apart(part: &[Slot], order: &[&Slot], index: usize, text: &[u8]) -> bool {
    let Range { start, end } = part[index].range;
    let is_gap = |range: Range<usize>| !range.is_empty();
    let left = match index.checked_sub(1) {
        Some(before) if !is_gap(part[before].range.end..start) => text.get(order[before].range.end - 1),
        _ => start.checked_sub(1).and_then(|at| text.get(at)),
    };
    let right = match part.get(index + 1) {
        Some(next) if !is_gap(end..next.range.start) => text.get(order[index + 1].range.start),
        _ => text.get(end),
    };
    let own = text.get(order[index].range.clone()).unwrap_or_default();
    let apart =
        |left: Option<&u8>, right: Option<&u8>| left.zip(right).is_none_or(|(&left, &right)| !fuse(left, right));
    apart(left, own.first()) && apart(own.last(), right)
}

/// Whether two bytes that end one token and begin the next could read as one.
fn fuse(left: u8, right: u8) -> bool {
    let word = |b: u8| b.is_ascii_alphanumeric() || b >= 0x80 || b"_$@#\\".contains(&b);
    let operator = |b: u8| b"+-*/%<>=!&|^~?:.".contains(&b);
    let quote = |b: u8| matches!(b, b'"' | b'\'' | b'`');
    (word(left) && (word(right) || quote(right)))
        || (operator(left) && operator(right))
        || (left.is_ascii_digit() && right == b'.')
        || (left == b'.' && right.is_ascii_digit())
        || (quote(left) && quote(right))
}
