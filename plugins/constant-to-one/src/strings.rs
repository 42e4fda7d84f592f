//! Strings, templates, characters, texts and values of attributes: shorter ones.

use std::ops::Range;

use reduce_tree_plugin::{About, Edits, Kind, List, Source, chunks};

use crate::MOST;
use crate::units::units;

/// List minimization over the units of each string: all of them go, half of them, a quarter, one.
pub struct ShorterStrings;

impl List for ShorterStrings {
    const ABOUT: About = About {
        name: c"shorten-strings",
        description: c"takes all, halves, quarters, ... single characters out of a string",
        languages: None,
        kind: Kind::Shrinks,
    };

    fn list(source: Source<'_>) -> Result<Vec<Edits>, String> {
        let mut strings: Vec<Vec<Range<usize>>> = Vec::new();
        let mut is_character: Vec<bool> = Vec::new();
        for node in source.nodes() {
            if let Some(units) = units(source, node) {
                strings.push(units);
                is_character.push(node.kind().contains("char"));
            }
        }
        let lengths: Vec<usize> = strings.iter().map(Vec::len).collect();
        let mut out = Vec::new();
        for chunk in chunks(&lengths, MOST) {
            let units = &strings[chunk.list];
            // `''` is no character.
            if is_character[chunk.list] && chunk.elements.len() == units.len() {
                continue;
            }
            let range = units[chunk.elements.start].start..units[chunk.elements.end - 1].end;
            out.push(Edits::new().replace(range, ""));
        }
        Ok(out)
    }
}
