//! What one file added to the counts, so that it can be taken back when two tables that both hold the file are merged.
//!
//! Only sums are kept: the least and greatest numbers and the smallest fragments come out the same however often a file
//! is seen. The encoding is canonical: the same counts always give the same bytes.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

use super::tables::{Multiplicity, Tables};
use crate::tree::{Context, EdgeId, KindId};

/// A contribution that does not read as one.
#[derive(Debug, thiserror::Error)]
#[error("a file's contribution is damaged")]
pub struct DamagedContribution;

impl Tables {
    /// The counts of these tables as bytes. Made from the tables of one file, they are the file's contribution.
    pub fn contribution(&self) -> Vec<u8> {
        let mut plain = Vec::with_capacity(4096);
        write_rows(&mut plain, self.kinds.iter().map(|(kind, &n)| (u64::from(kind.0), [n])));
        write_rows(&mut plain, self.edges.iter().map(|(&at, m)| (pack(KindId(0), at), [m.present, m.children])));
        write_rows(&mut plain, self.contexts.iter().map(|(&(kind, at), &n)| (pack(kind, at), [n])));
        write_rows(&mut plain, self.separators.iter().map(|(&(at, kind), &n)| (pack(kind, at), [n])));
        let mut packed = DeflateEncoder::new(Vec::with_capacity(plain.len() / 2), Compression::fast());
        // invariant: writing to a vector does not fail
        let _ = packed.write_all(&plain);
        packed.finish().unwrap_or_default()
    }

    /// Takes a file's contribution back out of the counts, to which it must have been added.
    ///
    /// # Errors
    /// [`DamagedContribution`] when the bytes are no contribution, or one that was never added. The tables are then in
    /// an undefined state.
    pub fn take_back(&mut self, contribution: &[u8]) -> Result<(), DamagedContribution> {
        let mut plain = Vec::new();
        DeflateDecoder::new(contribution).read_to_end(&mut plain).map_err(|_| DamagedContribution)?;
        let mut rest = plain.as_slice();
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

fn pack(kind: KindId, at: Context) -> u64 {
    u64::from(at.parent.0) << 32 | u64::from(at.edge.0) << 16 | u64::from(kind.0)
}

fn unpack(key: u64) -> (KindId, Context) {
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

    fn learn(text: &str) -> Tables {
        let mut tables = Tables::default();
        tables.observe(&Language::named("javascript").expect("built in").parse(text.as_bytes()));
        tables
    }

    #[test]
    fn a_file_that_was_counted_twice_can_be_taken_back_once() {
        let (first, second) = (learn("if (a) f(1, 2, 'x')"), learn("f(1, 2); for (;;) {}"));
        let mut whole = first.clone();
        whole.merge(&second);
        let mut twice = whole.clone();
        twice.merge(&second);
        twice.take_back(&second.contribution()).expect("it was added");
        assert_eq!(twice, whole);
    }

    #[test]
    fn what_was_never_added_cannot_be_taken_back() {
        assert!(learn("a").take_back(&learn("for (;;) {}").contribution()).is_err());
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_without_a_panic(bytes: Vec<u8>) {
            let _ = learn("f(1)").take_back(&bytes);
        }

        #[test]
        fn numbers_come_back(number: u64) {
            let mut bytes = Vec::new();
            write_number(&mut bytes, number);
            prop_assert_eq!(read_number(&mut bytes.as_slice()).expect("whole"), number);
        }
    }
}
