//! Marks.
