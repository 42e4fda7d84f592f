//! Constants to simpler ones: numbers, strings, booleans, regular expressions.
//!
//! Every pass runs out: one that brings constants to 1 leaves 1 alone, one that brings them to 0 leaves 0 and 1 alone,
//! and the others only ever make a constant's text smaller, by length and then by the alphabet.

mod number;
mod numbers;
mod regex;
mod simpler;
mod strings;
mod units;

use numbers::{ToOne, ToZero};
use reduce_tree_plugin::{Listed, plugin};
use regex::ShorterRegexes;
use simpler::SimplerConstants;
use strings::ShorterStrings;

/// The most instances of one text, but for those that every constant has. Nearly all of them parse, so that each costs
/// a test: pieces of strings and numbers are worth that where little is left.
const MOST: usize = 1024;

plugin!(
    c"constant-to-one",
    [Listed<ToOne>, Listed<ToZero>, Listed<SimplerConstants>, Listed<ShorterStrings>, Listed<ShorterRegexes>]
);

/// Whether one text comes before another: the shorter one, then by the alphabet.
fn is_simpler(text: &[u8], than: &[u8]) -> bool {
    (text.len(), text) < (than.len(), than)
}
