//! What parts the columns of a text, apart from commas and semicolons: a byte that stands equally often in nearly all
//! lines.

use super::Grain;

/// The bytes that may part columns: tabulators, and marks that stand between words.
const CANDIDATES: &[u8] = b"\t|:&/!~^#";
/// So many lines are looked at.
const LINES: usize = 256;
/// Fewer lines show nothing.
const LEAST_LINES: usize = 3;
/// A byte that stands once in a line parts two halves at most, which are words as well.
const LEAST_COLUMNS: usize = 3;
/// So many of a hundred lines have the same number of columns.
const ALIKE: usize = 80;

/// What parts the columns of one text.
pub(super) struct Separators([bool; CANDIDATES.len()]);

impl Separators {
    /// Finds them in the first lines that are not blank. An outline has no use for them.
    pub(super) fn of(text: &[u8], grain: Grain) -> Self {
        if grain == Grain::Outline {
            return Separators([false; CANDIDATES.len()]);
        }
        let mut counts: Vec<[usize; CANDIDATES.len()]> = Vec::new();
        let lines = text.split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
        for line in lines.take(LINES) {
            let mut of_line = [0; CANDIDATES.len()];
            for byte in line {
                if let Some(place) = CANDIDATES.iter().position(|candidate| candidate == byte) {
                    of_line[place] += 1;
                }
            }
            counts.push(of_line);
        }
        Separators(std::array::from_fn(|place| is_separator(counts.iter().map(|of_line| of_line[place]))))
    }

    /// Whether a byte is one.
    pub(super) fn contains(&self, byte: u8) -> bool {
        CANDIDATES.iter().zip(self.0).any(|(candidate, is_separator)| is_separator && *candidate == byte)
    }
}

/// Whether a byte that stands so often in each line parts columns.
fn is_separator(counts: impl Iterator<Item = usize>) -> bool {
    let mut counts: Vec<usize> = counts.collect();
    counts.sort_unstable();
    let usual = counts.get(counts.len() / 2).copied().unwrap_or_default();
    let alike = counts.iter().filter(|&&count| count == usual).count();
    usual + 1 >= LEAST_COLUMNS && counts.len() >= LEAST_LINES && alike * 100 >= counts.len() * ALIKE
}

#[cfg(test)]
mod tests {
    use super::*;

    fn separators(text: &str) -> Vec<u8> {
        let found = Separators::of(text.as_bytes(), Grain::Words);
        CANDIDATES.iter().copied().filter(|&byte| found.contains(byte)).collect()
    }

    #[test]
    fn what_stands_equally_often_in_each_line_parts_columns() {
        assert_eq!(separators("a|b|c\nd|e|f\n\ng||h\n"), b"|");
        assert_eq!(separators("root:x:0\ndaemon:x:1\nbin:x:2\n"), b":");
        assert_eq!(separators("a\tb\tc\n1\t2\t3\n4\t\t6\n"), b"\t");
        assert_eq!(separators("a: b\nc: d\ne: f\n"), b"", "two halves are words as well");
        assert_eq!(separators("a|b|c\nd\ne\nf\n"), b"");
        assert_eq!(separators("a|b|c\n"), b"");
    }
}
