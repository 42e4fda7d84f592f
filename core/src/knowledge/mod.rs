//! What is known of a language: tables learned from a corpus, and the grammar's own facts.
//!
//! Four questions are answered here. May this node go? May this kind stand there? What is the least thing that can
//! stand there? How likely is it?

mod canonical;
mod contribution;
mod embedded;
mod facts;
mod observe;
mod store;
mod structure;
mod tables;

pub use contribution::DamagedContribution;
pub use embedded::{TABLES_VARIABLE, default_tables, find_tables, named_tables, table_path};
pub use facts::{Admits, Arity, GrammarFacts};
pub use store::{FileHash, LearnedFile, StoreError, StoredLanguage, TableStore, file_hash, merge_tables};
pub use structure::{Part, Quantifier};
pub use tables::{Fragment, Multiplicity, Tables};

use std::cmp::Reverse;
use std::sync::{Arc, OnceLock};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::language::{Language, grammar_json};
use crate::tree::{Context, KindId, NodeId, Symbols, Tree};
use structure::Structure;

/// What admits a transformation before it is tested.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Filter {
    /// Grammar facts and the parser admit, learned counts order.
    #[default]
    Ranked,
    /// The learned tables alone admit, as in the GTR paper.
    Strict,
    /// Everything is admitted.
    Off,
}

/// All that is known of one language, and how strictly it is used.
pub struct Knowledge {
    language: Arc<Language>,
    facts: GrammarFacts,
    /// The grammar's rules, where they are known; made when they are first asked for.
    structure: OnceLock<Structure>,
    tables: Tables,
    /// The lists whose elements a literal token parts.
    separated: FxHashSet<Context>,
    /// The smallest subtree of each kind, wherever it was seen; made when it is first asked for.
    least: OnceLock<FxHashMap<KindId, Fragment>>,
    filter: Filter,
}

impl Knowledge {
    /// Puts the grammar's facts and learned tables together. A grammar whose description cannot be read has no facts;
    /// the tables and the parser decide then.
    pub fn new(language: Arc<Language>, tables: Tables, filter: Filter) -> Self {
        let facts = GrammarFacts::read(language.node_types(), language.symbols()).unwrap_or_default();
        let separated = tables.separators.keys().map(|(list, _)| *list).collect();
        Knowledge { language, facts, structure: OnceLock::new(), tables, separated, least: OnceLock::new(), filter }
    }

    /// The language.
    pub fn language(&self) -> &Arc<Language> {
        &self.language
    }

    /// How strictly knowledge is used.
    pub fn filter(&self) -> Filter {
        self.filter
    }

    /// Whether a candidate that does not parse is turned away: the papers' modes leave that to the property test.
    pub fn sieves_by_parse(&self) -> bool {
        self.filter == Filter::Ranked
    }

    /// May this node go? The tables know which edges every parent of the kind has (GTR, Algorithm 3); the grammar knows
    /// where one child has to stay.
    pub fn may_go(&self, tree: &Tree, node: NodeId) -> bool {
        let Some(context) = tree.context(node) else { return false };
        if tree.flags(node).extra || self.filter == Filter::Off {
            return true;
        }
        if self.filter == Filter::Strict {
            return !self.tables.is_mandatory(context);
        }
        match self.facts.arity(context) {
            Some(Arity { required: false, .. }) => true,
            Some(Arity { required: true, multiple }) => multiple && has_fellow(tree, node),
            // The grammar does not speak of literal tokens: they go as companions of what they introduce, or last.
            None => !tree.flags(node).literal,
        }
    }

    /// May this kind stand there (GTR, Section 4.2: `contexts`)?
    pub fn may_stand(&self, kind: KindId, context: Context) -> bool {
        match self.filter {
            Filter::Off => true,
            // Without tables nothing is known that could admit less than everything.
            Filter::Strict => self.tables.is_empty() || self.tables.contexts.contains_key(&(kind, context)),
            Filter::Ranked => match self.facts.admits(context, kind) {
                Admits::Yes => true,
                Admits::No => false,
                Admits::Silent => context.edge != Symbols::TOKEN,
            },
        }
    }

    /// May this kind stand there as the only content of another kind, as an expression does in an expression statement?
    /// Only the grammar tells.
    pub fn may_stand_wrapped(&self, kind: KindId, context: Context) -> bool {
        self.filter == Filter::Ranked
            && self.facts.kinds_in(context).any(|wrapper| {
                let inner = Context { parent: wrapper, edge: Symbols::CHILD };
                !self.facts.needs_fields(wrapper) && self.facts.admits(inner, kind) == Admits::Yes
            })
    }

    /// Every kind that the grammar lets stand there, those first that the corpus has there most often; none where the
    /// grammar does not say.
    pub fn kinds_in(&self, context: Context) -> Vec<KindId> {
        let mut kinds: Vec<KindId> = self.facts.kinds_in(context).collect();
        kinds.sort_by_key(|&kind| (Reverse(self.count(kind, context)), kind));
        kinds
    }

    /// How often the corpus has this kind in this context: what is seen more often is tried first. Counts order only
    /// where they do not admit.
    pub fn likelihood(&self, kind: KindId, context: Context) -> u64 {
        let ranks = self.filter == Filter::Ranked;
        self.tables.contexts.get(&(kind, context)).copied().filter(|_| ranks).unwrap_or(0)
    }

    /// Whether many children may stand there side by side: the list of a quantified node (Perses' `*` and `+`).
    pub fn is_list(&self, context: Context) -> bool {
        match self.facts.arity(context) {
            Some(arity) => arity.multiple,
            None => context.edge != Symbols::TOKEN && self.tables.edges.get(&context).is_none_or(|m| m.most > 1),
        }
    }

    /// Whether this literal token parts the elements of that list.
    pub fn separates(&self, token: KindId, list: Context) -> bool {
        if self.tables.is_empty() {
            return matches!(self.language.symbols().kind_name(token), "\",\"" | "\";\"" | "\"separator\"");
        }
        self.tables.separators.contains_key(&(list, token))
    }

    /// Whether this literal token parts most neighbours in that list. One that seldom stands there may just as well end
    /// what stands before it, as the semicolon ends a C struct.
    pub fn mostly_separates(&self, token: KindId, list: Context) -> bool {
        let parted = self.tables.separators.get(&(list, token)).copied().unwrap_or_default();
        let neighbours = self.tables.edges.get(&list).map_or(0, |seen| seen.children.saturating_sub(seen.present));
        if self.tables.is_empty() { self.separates(token, list) } else { 2 * parted > neighbours }
    }

    /// Whether nodes of the kind only hold others together, which a syntax tree without them has as children of their
    /// parent: the `block` of a Python statement, the parentheses and commas of arguments, an `else` clause.
    pub fn only_groups(&self, kind: KindId) -> bool {
        self.facts.only_groups(kind)
    }

    /// The quantified parts of a node, by the grammar's own rules: an outer one before those within it, none empty. None
    /// if there are no rules for the node, or it does not follow them, as around errors.
    pub fn parts(&self, tree: &Tree, node: NodeId) -> Option<Vec<Part>> {
        self.structure().parts(tree, node)
    }

    /// Whether there is a rule for nodes of the kind.
    pub fn has_rule(&self, kind: KindId) -> bool {
        self.structure().has_rule(kind)
    }

    fn structure(&self) -> &Structure {
        self.structure.get_or_init(|| {
            let grammar = self.language.rules().and_then(|rules| grammar_json::read(rules).ok());
            grammar.map(|grammar| Structure::of(&grammar, self.language.symbols())).unwrap_or_default()
        })
    }

    /// Whether any literal token parts the elements of this list, so that an element's place in it counts.
    pub fn is_separated(&self, list: Context) -> bool {
        self.separated.contains(&list)
    }

    /// The smallest subtrees that the corpus has in this context, smallest first.
    pub fn smallest(&self, context: Context) -> &[Fragment] {
        self.tables.smallest.get(&context).map_or(&[], Vec::as_slice)
    }

    /// The smallest subtree of every kind that may stand there, wherever the corpus has it: those kinds first that are
    /// seen most often there.
    pub fn stand_ins(&self, context: Context) -> Vec<&Fragment> {
        let least = self.least.get_or_init(|| {
            let mut least: FxHashMap<KindId, Fragment> = FxHashMap::default();
            for fragment in self.tables.smallest.values().flatten() {
                let known = least.entry(fragment.kind).or_insert_with(|| fragment.clone());
                if fragment.is_smaller_than(known) {
                    *known = fragment.clone();
                }
            }
            least
        });
        let mut fragments: Vec<&Fragment> =
            least.values().filter(|fragment| self.may_stand(fragment.kind, context)).collect();
        fragments.sort_by_key(|fragment| (Reverse(self.count(fragment.kind, context)), fragment.kind));
        fragments
    }

    /// How often the corpus has this kind in this context.
    pub fn count(&self, kind: KindId, context: Context) -> u64 {
        self.tables.contexts.get(&(kind, context)).copied().unwrap_or(0)
    }
}

/// Whether another child of the node's parent stands on the node's edge, comments not counted.
fn has_fellow(tree: &Tree, node: NodeId) -> bool {
    let fellow = |n: &NodeId| *n != node && tree.edge(*n) == tree.edge(node) && !tree.flags(*n).extra;
    tree.parent(node).is_some_and(|parent| tree.children(parent).any(|n| fellow(&n)))
}
