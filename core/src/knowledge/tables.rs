//! Learned tables of one language, in memory. Everything in them adds up: tables of two corpora merge into the tables
//! of both.

use rustc_hash::FxHashMap;

use crate::tree::{Context, KindId, Symbols};

/// How many fragments are kept for a context.
const FRAGMENTS_PER_CONTEXT: usize = 8;

/// How often children stand on one edge of one kind of parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Multiplicity {
    /// Parents that have at least one such child.
    pub present: u64,
    /// Such children altogether.
    pub children: u64,
    /// The least number of them in one parent that has any.
    pub least: u32,
    /// The greatest number of them in one parent.
    pub most: u32,
}

impl Multiplicity {
    pub(super) fn add(&mut self, other: &Multiplicity) {
        self.present += other.present;
        self.children += other.children;
        self.least = self.least.min(other.least);
        self.most = self.most.max(other.most);
    }
}

/// A small subtree seen in some context.
///
/// Fragments are ordered by tokens, then bytes, then plainness (lower-case letters and digits before others), then text,
/// then kind, so that no two are equal and the order of learning does not matter.
/// The `;` that ends a statement costs nothing in this order, and of two that differ in it alone the one that has it
/// comes first: `break;` stands in any line, `break` only at the end of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fragment {
    /// The label of its root.
    pub kind: KindId,
    /// Its weight.
    pub tokens: u32,
    /// Its bytes.
    pub text: Box<[u8]>,
}

/// Tokens, bytes, bytes that are not plain, whether it is without an end of statement, text, kind.
type Rank<'a> = (u32, usize, usize, bool, &'a [u8], KindId);

impl Fragment {
    /// Whether it is the better one to put in a place.
    pub fn is_smaller_than(&self, other: &Fragment) -> bool {
        self.rank() < other.rank()
    }

    /// What fragments are ordered by: smaller is better.
    fn rank(&self) -> Rank<'_> {
        rank(self.kind, self.tokens, &self.text)
    }
}

fn rank(kind: KindId, tokens: u32, text: &[u8]) -> Rank<'_> {
    let statement = text.strip_suffix(b";").filter(|_| tokens > 1);
    let (tokens, bare) = statement.map_or((tokens, text), |bare| (tokens - 1, bare));
    let fancy = bare.iter().filter(|b| !(b.is_ascii_lowercase() || b.is_ascii_digit())).count();
    (tokens, bare.len(), fancy, statement.is_none(), bare, kind)
}

/// The tables of one language.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tables {
    /// Nodes seen of each kind.
    pub kinds: FxHashMap<KindId, u64>,
    /// Multiplicity of each (parent kind, edge).
    pub edges: FxHashMap<Context, Multiplicity>,
    /// How often a kind was seen in a context.
    pub contexts: FxHashMap<(KindId, Context), u64>,
    /// How often a literal token stood between two neighbours on the same edge.
    pub separators: FxHashMap<(Context, KindId), u64>,
    /// The smallest subtree of each kind seen in a context, the smallest few of them, in order.
    pub smallest: FxHashMap<Context, Vec<Fragment>>,
}

impl Tables {
    /// Whether nothing has been learned.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// The least number of children on this edge of any parent of the kind: 0 unless every one has some.
    pub fn least(&self, context: Context) -> Option<u32> {
        let edge = self.edges.get(&context)?;
        let parents = self.kinds.get(&context.parent).copied().unwrap_or(0);
        Some(if edge.present == parents { edge.least } else { 0 })
    }

    /// Whether every parent of the kind has the edge (GTR, Section 4.2: `mandatory_edges`), and none has several children
    /// there: the paper's own implementation takes edges to lists for optional, whatever is in the lists. Literal tokens
    /// are in no list; the paper's trees do without them.
    pub fn is_mandatory(&self, context: Context) -> bool {
        let is_list = context.edge != Symbols::TOKEN && self.edges.get(&context).is_some_and(|edge| edge.most > 1);
        !is_list && self.least(context).is_some_and(|least| least > 0)
    }

    /// Adds the tables of another corpus.
    pub fn merge(&mut self, other: &Tables) {
        for (&kind, &count) in &other.kinds {
            *self.kinds.entry(kind).or_default() += count;
        }
        for (&context, &multiplicity) in &other.edges {
            self.edges.entry(context).and_modify(|mine| mine.add(&multiplicity)).or_insert(multiplicity);
        }
        for (&key, &count) in &other.contexts {
            *self.contexts.entry(key).or_default() += count;
        }
        for (&key, &count) in &other.separators {
            *self.separators.entry(key).or_default() += count;
        }
        for (&context, fragments) in &other.smallest {
            for fragment in fragments {
                self.offer(context, fragment.kind, fragment.tokens, &fragment.text);
            }
        }
    }

    /// Whether a subtree of so many tokens may be one to keep, whatever its text is.
    pub(super) fn may_keep(&self, context: Context, kind: KindId, tokens: u32) -> bool {
        let Some(kept) = self.smallest.get(&context) else { return true };
        let full = kept.len() >= FRAGMENTS_PER_CONTEXT;
        let rival = kept.iter().find(|f| f.kind == kind).or_else(|| kept.last().filter(|_| full));
        // The `;` that ends a statement costs nothing.
        rival.is_none_or(|rival| tokens <= rival.tokens + 1)
    }

    /// Keeps a subtree if it is the smallest of its kind in the context and among the smallest of all kinds.
    ///
    /// The best few of the best of each kind: which is why merging two such lists loses nothing.
    pub fn offer(&mut self, context: Context, kind: KindId, tokens: u32, text: &[u8]) {
        let kept = self.smallest.entry(context).or_default();
        let full = kept.len() >= FRAGMENTS_PER_CONTEXT;
        let same = kept.iter().position(|f| f.kind == kind);
        if let Some(rival) = same.map(|same| &kept[same]).or_else(|| kept.last().filter(|_| full)) {
            // The first is cheaper than the rank, and true of most that are offered.
            let far_behind = (rival.tokens + 1, rival.text.len() + 1) < (tokens, text.len());
            if far_behind || rival.rank() <= rank(kind, tokens, text) {
                return;
            }
        }
        if let Some(same) = same {
            kept.remove(same);
        }
        let place = kept.partition_point(|f| f.rank() < rank(kind, tokens, text));
        kept.insert(place, Fragment { kind, tokens, text: text.into() });
        kept.truncate(FRAGMENTS_PER_CONTEXT);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::tree::EdgeId;

    const CONTEXT: Context = Context { parent: KindId(0), edge: EdgeId(0) };

    fn smallest(offered: &[(u16, u32, String)]) -> Vec<Fragment> {
        let mut tables = Tables::default();
        for (kind, tokens, text) in offered {
            tables.offer(CONTEXT, KindId(*kind), *tokens, text.as_bytes());
        }
        tables.smallest.remove(&CONTEXT).unwrap_or_default()
    }

    #[test]
    fn a_statement_that_is_ended_comes_before_one_that_only_a_line_ends() {
        let kept = smallest(&[(1, 1, "break".into()), (1, 2, "break;".into()), (2, 2, "f()".into())]);
        let texts: Vec<_> = kept.iter().map(|f| String::from_utf8_lossy(&f.text)).collect();
        assert_eq!(texts, ["break;", "f()"]);
    }

    proptest! {
        #[test]
        fn the_order_of_learning_does_not_matter(
            offered in prop::collection::vec((0u16..12, 1u32..4, "[ab;]{1,3}"), 0..60),
            cut in 0usize..60,
        ) {
            let whole = smallest(&offered);
            let mut turned = offered.clone();
            turned.reverse();
            prop_assert_eq!(&smallest(&turned), &whole);
            let (left, right) = offered.split_at(cut.min(offered.len()));
            let halves: Vec<_> = [smallest(left), smallest(right)].concat();
            let halves: Vec<_> = halves
                .into_iter()
                .map(|f| (f.kind.0, f.tokens, String::from_utf8_lossy(&f.text).into_owned()))
                .collect();
            prop_assert_eq!(&smallest(&halves), &whole);
        }
    }
}
