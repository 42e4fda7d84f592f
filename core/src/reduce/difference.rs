//! How one text became another.

use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::language::Patch;

/// Patches that make the new text of the old one, in order: whole lines are compared first, then what the changed ones
/// have in common at both ends.
pub fn difference(old: &[u8], new: &[u8]) -> Vec<Patch> {
    let (before, after) = (Lines::of(old), Lines::of(new));
    let ops = capture_diff_slices(Algorithm::Myers, &before.lines, &after.lines);
    let changed = ops.iter().filter(|op| !matches!(op, DiffOp::Equal { .. }));
    changed
        .map(|op| {
            let (start, end) = (before.starts[op.old_range().start], before.starts[op.old_range().end]);
            let brought = &new[after.starts[op.new_range().start]..after.starts[op.new_range().end]];
            let Patch { range, text } = Patch::between(&old[start..end], brought);
            Patch { range: start + range.start..start + range.end, text }
        })
        .collect()
}

struct Lines<'a> {
    lines: Vec<&'a [u8]>,
    /// Where each begins, and where the last one ends.
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    fn of(text: &'a [u8]) -> Self {
        let lines: Vec<&[u8]> = text.split_inclusive(|&b| b == b'\n').collect();
        let mut starts = vec![0];
        starts.extend(lines.iter().scan(0, |end, line| {
            *end += line.len();
            Some(*end)
        }));
        Lines { lines, starts }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_patches_make_the_new_text(old in "[ab\n]{0,30}", new in "[ab\n]{0,30}") {
            let patches = difference(old.as_bytes(), new.as_bytes());
            prop_assert_eq!(Patch::apply(old.as_bytes(), &patches), new.as_bytes());
        }
    }
}
