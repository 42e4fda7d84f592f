//! The last polish, by lexical knowledge: fewer tokens, shorter ones, simpler ones, fewer blanks.
//!
//! These passes look at the tokens of a text and hardly at its tree, so that they serve every language, and find what no
//! node of the tree is: a run of tokens across two statements, a bracket here together with its partner there.
//!
//! Each is a list minimizer, and lists its instances coarse first, up to [`MOST`]. Of a text of a million tokens they are
//! the halves, quarters, ... down to runs of a few hundred tokens: there, single tokens would be a million tests for a
//! token each, and the passes that know the tree take away whole statements in fewer. What the others have left is small,
//! and then every token and character is there to be tried.

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

/// The most instances that a pass has of one text.
const MOST: usize = 4096;

plugin!(c"tokens", [Listed<TokenRuns>, Listed<SimplerTokens>, Listed<ShorterTokens>, Listed<Blanks>]);
