//! The last polish, by lexical knowledge: fewer tokens, shorter ones, simpler ones, fewer blanks.
//!
//! These passes look at the tokens of a text and hardly at its tree, so that they serve every language, and find what
//! no node of the tree is: a run of tokens across two statements, a bracket here together with its partner there.
//!
//! Each is a list minimizer, and lists its instances coarse first, up to a bound. Of a text of a million tokens they
//! are the halves, quarters, ... down to runs of a few hundred tokens: there, single tokens would be a million tests
//! for a token each, and the passes that know the tree take away whole statements in fewer. What the others have left
//! is small, and then every token and character is there to be tried.

mod blanks;
mod runs;
mod shorter;
mod simpler;
mod token;
mod words;

use blanks::Blanks;
use reduce_tree_plugin::{Listed, plugin};
use runs::TokenRuns;
use shorter::ShorterTokens;
use simpler::SimplerTokens;

/// The most runs of tokens of one text. Nearly all of them are turned away by the parser, which costs little.
const MOST_RUNS: usize = 4096;

/// The most instances that another pass has of one text. Nearly all of them parse, so that each costs a test.
const MOST: usize = 1024;

plugin!(c"tokens", [Listed<TokenRuns>, Listed<SimplerTokens>, Listed<ShorterTokens>, Listed<Blanks>]);
