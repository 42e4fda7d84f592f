//! What one file added to the counts, so that it can be taken back when two tables that both hold the file are merged.
//!
//! Only sums are kept: the least and greatest numbers and the smallest fragments come out the same however often a file
//! is seen. The encoding is canonical: the same counts always give the same bytes.

use rustc_hash::FxHashMap;

use super::tables::{Multiplicity, Tables};
use crate::tree::{Context, EdgeId, KindId};

/// What one file adds to the sums, by packed keys.
#[derive(Default)]
pub(super) struct Contribution {
    pub(super) kinds: FxHashMap<u64, u64>,
    /// Here the least and the greatest number count too, though they are not written.
    pub(super) edges: FxHashMap<u64, Multiplicity>,
    pub(super) contexts: FxHashMap<u64, u64>,
    pub(super) separators: FxHashMap<u64, u64>,
}

impl Contribution {
    /// The sums as bytes, which [`Tables::take_back`] reads.
    pub(super) fn encode(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(1024);
        write_rows(&mut out, self.kinds.iter().map(|(&key, &n)| (key, [n])));
        write_rows(&mut out, self.edges.iter().map(|(&key, m)| (key, [m.present, m.children])));
        write_rows(&mut out, self.contexts.iter().map(|(&key, &n)| (key, [n])));
        write_rows(&mut out, self.separators.iter().map(|(&key, &n)| (key, [n])));
        out
    }
}

/// A contribution that does not read as one.
#[derive(Debug, thiserror::Error)]
#[error("a file's contribution is damaged")]
pub struct DamagedContribution;

impl Tables {
    /// Takes a file's contribution back out of the counts, to which it must have been added.
    ///
    /// # Errors
    /// [`DamagedContribution`] when the bytes are no contribution, or one that was never added. The tables are then in
    /// an undefined state.
    pub fn take_back(&mut self, contribution: &[u8]) -> Result<(), DamagedContribution> {
        let mut rest = contribution;
        read_rows(&mut rest, |key, [n]| less(self.kinds.get_mut(&KindId(key as u16)), n))?;
        read_rows(&mut rest, |key, [present, children]| {
            let edge = self.edges.get_mut(&unpack(key).1);
            let Multiplicity { present: p, children: c, .. } = edge.ok_or(DamagedContribution)?;
            less(Some(p), present)?;
            less(Some(c), children)
        })?;
        read_rows(&mut rest, |key, [n]| less(self.contexts.get_mut(&unpack(key)), n))?;
        read_rows(&mut rest, |key, [n]| {
            let (kind, at) = unpack(key);
            less(self.separators.get_mut(&(at, kind)), n)
        })?;
        if rest.is_empty() { Ok(()) } else { Err(DamagedContribution) }
    }
}

fn less(count: Option<&mut u64>, by: u64) -> Result<(), DamagedContribution> {
    let count = count.ok_or(DamagedContribution)?;
    *count = count.checked_sub(by).ok_or(DamagedContribution)?;
    Ok(())
}

/// The key of a row: a kind in a context.
pub(super) fn pack(kind: KindId, at: Context) -> u64 {
    u64::from(at.parent.0) << 32 | u64::from(at.edge.0) << 16 | u64::from(kind.0)
}

/// What [`pack`] packed.
pub(super) fn unpack(key: u64) -> (KindId, Context) {
    (KindId(key as u16), Context { parent: KindId((key >> 32) as u16), edge: EdgeId((key >> 16) as u16) })
}

/// Writes the number of rows, then the rows by key, each key as its distance to the one before.
fn write_rows<const N: usize>(out: &mut Vec<u8>, rows: impl Iterator<Item = (u64, [u64; N])>) {
    let mut rows: Vec<_> = rows.collect();
    rows.sort_unstable();
    write_number(out, rows.len() as u64);
    let mut before = 0;
    for (key, counts) in rows {
        write_number(out, key - before);
        before = key;
        for count in counts {
            write_number(out, count);
        }
    }
}

fn read_rows<const N: usize>(
    bytes: &mut &[u8],
    mut row: impl FnMut(u64, [u64; N]) -> Result<(), DamagedContribution>,
) -> Result<(), DamagedContribution> {
    let mut key = 0u64;
    for _ in 0..read_number(bytes)? {
        key = key.checked_add(read_number(bytes)?).ok_or(DamagedContribution)?;
        let mut counts = [0; N];
        for count in &mut counts {
            *count = read_number(bytes)?;
        }
        row(key, counts)?;
    }
    Ok(())
}

/// Seven bits a byte, the lowest first; the top bit says that more follow (LEB128).
fn write_number(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn read_number(bytes: &mut &[u8]) -> Result<u64, DamagedContribution> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first().ok_or(DamagedContribution)?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Ok(number);
        }
    }
    Err(DamagedContribution)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::language::Language;

    fn learn(text: &str) -> (Tables, Vec<u8>) {
        let mut tables = Tables::default();
        let language = Language::named("javascript").expect("built in");
        let contribution = tables.observe(&language.parse(text.as_bytes()), language.symbols());
        (tables, contribution)
    }

    #[test]
    fn a_file_that_was_counted_twice_can_be_taken_back_once() {
        let (mut whole, _) = learn("if (a) f(1, 2, 'x')");
        let (second, contribution) = learn("f(1, 2); for (;;) {}");
        whole.merge(&second);
        let mut twice = whole.clone();
        twice.merge(&second);
        twice.take_back(&contribution).expect("it was added");
        assert_eq!(twice, whole);
    }

    #[test]
    fn what_was_never_added_cannot_be_taken_back() {
        assert!(learn("a").0.take_back(&learn("for (;;) {}").1).is_err());
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_without_a_panic(bytes: Vec<u8>) {
            let _ = learn("f(1)").0.take_back(&bytes);
        }

        #[test]
        fn numbers_come_back(number: u64) {
            let mut bytes = Vec::new();
            write_number(&mut bytes, number);
            prop_assert_eq!(read_number(&mut bytes.as_slice()).expect("whole"), number);
        }
    }
}
