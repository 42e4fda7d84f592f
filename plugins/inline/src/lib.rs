//! The pass `inline`: definitions into the places that use them.

mod body;
mod branch;
mod call;
mod function;
mod immediate;
mod inliner;
mod macros;
mod method;
mod named;
mod precedence;
mod program;
mod recursion;
mod rewrite;
mod statement;
mod typedef;
mod variable;

use reduce_tree_plugin::{About, Edits, Kind, List, Listed, Source, plugin};

use program::Program;
use rewrite::Proposal;

struct Inline;

/// A text with more tokens than this is not enlarged.
const LARGE: usize = 20_000;
/// The edits of all instances bring at most so many bytes for each byte of the text.
const MOST_BYTES: usize = 64;

impl List for Inline {
    const ABOUT: About = About {
        name: c"inline",
        description: c"puts variables, functions, macros and typedefs in the places that use them",
        languages: Some(c"javascript typescript tsx java python c cpp"),
        kind: Kind::Pump,
    };

    fn list(source: Source<'_>) -> Result<Vec<Edits>, String> {
        let Some(program) = Program::new(source) else { return Ok(Vec::new()) };
        let mut found: Vec<Proposal> = variable::proposals(&program);
        found.extend(named::proposals(&program));
        found.extend(immediate::proposals(&program));
        found.extend(method::proposals(&program));
        found.extend(macros::proposals(&program));
        found.extend(typedef::proposals(&program));
        found.extend(branch::proposals(&program));

        let tokens = source.root().tokens();
        let most = (tokens * 3).min(LARGE.saturating_sub(tokens));
        found.retain(|proposal| proposal.growth <= most.cast_signed());
        found.sort_by_key(|proposal| proposal.growth);
        let mut room = source.text().len().saturating_mul(MOST_BYTES);
        let fitting = found.into_iter().take_while(|proposal| {
            room = room.saturating_sub(proposal.bytes);
            room > 0
        });
        Ok(fitting.map(|proposal| proposal.edits).collect())
    }
}

plugin!(c"inline", [Listed<Inline>]);
