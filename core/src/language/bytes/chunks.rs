//! Where one sort of data ends and another begins: runs of one byte, strings, and data by its entropy.

use std::ops::Range;

/// So many equal bytes in a row are a run.
const RUN: usize = 8;
/// So many printable characters in a row are a string.
const STRING: usize = 6;
/// Data is looked at in windows of so many bytes.
const WINDOW: usize = 64;
/// More different bytes in a window are those of compressed data, at most so many those of a table.
const RANDOM: usize = 44;
const SPARSE: usize = 16;

/// What a stretch of bytes is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Run,
    String,
    Data,
}

/// The chunks of a file, in order and without gaps.
pub(super) fn chunks(bytes: &[u8]) -> Vec<Range<usize>> {
    let mut chunks: Vec<Range<usize>> = Vec::new();
    let mut data = 0;
    let mut at = 0;
    while at < bytes.len() {
        let (sort, end) = stretch(bytes, at);
        if sort != Sort::Data {
            split(bytes, data..at, &mut chunks);
            chunks.push(at..end);
            data = end;
        }
        at = end;
    }
    split(bytes, data..bytes.len(), &mut chunks);
    chunks
}

/// What begins at a place, and where it ends. A string ends with the NUL or line end behind it.
fn stretch(bytes: &[u8], at: usize) -> (Sort, usize) {
    let rest = &bytes[at..];
    let run = rest.iter().take_while(|&&byte| byte == rest[0]).count();
    if run >= RUN {
        return (Sort::Run, at + run);
    }
    let is_printable = |byte: &&u8| byte.is_ascii_graphic() || matches!(byte, b' ' | b'\t');
    let string = rest.iter().take_while(is_printable).count();
    if string >= STRING {
        return (Sort::String, at + string + usize::from(matches!(rest.get(string), Some(0 | b'\n'))));
    }
    // What is too short to be either is looked at once.
    (Sort::Data, at + run.max(string).max(1))
}

/// Adds data, parted where its entropy changes.
fn split(bytes: &[u8], data: Range<usize>, chunks: &mut Vec<Range<usize>>) {
    let mut start = data.start;
    let mut before = None;
    for window in data.clone().step_by(WINDOW) {
        let level = level(&bytes[window..data.end.min(window + WINDOW)]);
        // The rest of the data is too short to say.
        let is_whole = window + WINDOW <= data.end;
        if is_whole && before.is_some_and(|before| before != level) {
            chunks.push(start..window);
            start = window;
        }
        before = if is_whole { Some(level) } else { before };
    }
    if start < data.end {
        chunks.push(start..data.end);
    }
}

/// How many different bytes there are, roughly: a table, anything, compressed data.
fn level(window: &[u8]) -> u8 {
    let mut seen = [false; 256];
    for &byte in window {
        seen[usize::from(byte)] = true;
    }
    match seen.iter().filter(|&&is_seen| is_seen).count() {
        0..=SPARSE => 0,
        count if count > RANDOM => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_and_strings_are_chunks() {
        let bytes = [&b"\x7f\x01"[..], &[0; 20], b"/lib/ld.so\0\x02\x03abc\x04"].concat();
        let found = chunks(&bytes);
        let texts: Vec<&[u8]> = found.iter().map(|range| &bytes[range.clone()]).collect();
        assert_eq!(texts, [&b"\x7f\x01"[..], &[0; 20], b"/lib/ld.so\0", b"\x02\x03abc\x04"]);
    }

    #[test]
    fn data_is_parted_where_its_entropy_changes() {
        let table: Vec<u8> = (0..512_u32).map(|i| (i % 7) as u8).collect();
        let random: Vec<u8> = (0..512_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 11) as u8 | 0x80).collect();
        let found = chunks(&[&table[..], &random, &table].concat());
        assert_eq!(found, [0..512, 512..1024, 1024..1536]);
    }
}
