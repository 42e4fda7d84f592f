//! Rows and columns of a text, for the points that the parser wants with an edit.

use std::sync::OnceLock;

use tree_sitter::Point;

/// Where the lines of one text begin, from the moment somebody asks.
#[derive(Debug, Default)]
pub(super) struct Lines {
    starts: OnceLock<Vec<u32>>,
}

impl Lines {
    /// The point of a byte of that text.
    pub(super) fn point(&self, text: &[u8], byte: usize) -> Point {
        let starts = self.starts.get_or_init(|| {
            let behind_breaks = text.iter().enumerate().filter(|&(_, &b)| b == b'\n').map(|(at, _)| at as u32 + 1);
            std::iter::once(0).chain(behind_breaks).collect()
        });
        let row = starts.partition_point(|&start| start as usize <= byte) - 1;
        Point::new(row, byte - starts[row] as usize)
    }
}

/// The point behind a text that begins at a point.
pub(super) fn advance(start: Point, text: &[u8]) -> Point {
    match text.iter().rposition(|&b| b == b'\n') {
        None => Point::new(start.row, start.column + text.len()),
        Some(last) => {
            let rows = text.iter().filter(|&&b| b == b'\n').count();
            Point::new(start.row + rows, text.len() - last - 1)
        }
    }
}
