//! Names of kinds and edges as small numbers.

use rustc_hash::FxHashMap;

/// The label of a node, as a number of its language's [`Symbols`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KindId(pub u16);

/// The label of an edge, as a number of its language's [`Symbols`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EdgeId(pub u16);

/// The kinds and edges of one language, by name and by number.
///
/// A kind that the grammar writes literally (a keyword, a bracket) is named by its text in double quotes, so that the
/// keyword `"if"` and a kind `if` stay apart. Edges are named by the grammar's field names; an unnamed child stands on
/// the edge [`Symbols::CHILD`], an unnamed literal token on [`Symbols::TOKEN`].
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    kinds: Vec<String>,
    edges: Vec<String>,
    kind_ids: FxHashMap<String, KindId>,
    edge_ids: FxHashMap<String, EdgeId>,
    /// How many kinds the grammar has, if others follow them.
    of_grammar: Option<usize>,
}

impl Symbols {
    /// The edge to a child that the grammar gives no name.
    pub const CHILD: EdgeId = EdgeId(0);
    /// The edge to a literal token that the grammar gives no name.
    pub const TOKEN: EdgeId = EdgeId(1);

    /// Symbols that hold nothing but the two fixed edges.
    pub fn new() -> Self {
        let mut symbols = Symbols::default();
        symbols.add_edge("child");
        symbols.add_edge("token");
        symbols
    }

    /// The number of a kind, which is added if it is new.
    pub fn add_kind(&mut self, name: &str) -> KindId {
        if let Some(&id) = self.kind_ids.get(name) {
            return id;
        }
        let id = KindId(self.kinds.len() as u16);
        self.kinds.push(name.to_owned());
        self.kind_ids.insert(name.to_owned(), id);
        id
    }

    /// Says that the kinds that are added from here on are none of the grammar's: they belong to what it cannot read, and
    /// nothing is ever learned of them.
    pub fn end_grammar(&mut self) {
        self.of_grammar = Some(self.kinds.len());
    }

    /// The number of an edge, which is added if it is new.
    pub fn add_edge(&mut self, name: &str) -> EdgeId {
        if let Some(&id) = self.edge_ids.get(name) {
            return id;
        }
        let id = EdgeId(self.edges.len() as u16);
        self.edges.push(name.to_owned());
        self.edge_ids.insert(name.to_owned(), id);
        id
    }

    /// A kind's name.
    pub fn kind_name(&self, kind: KindId) -> &str {
        &self.kinds[kind.0 as usize]
    }

    /// An edge's name.
    pub fn edge_name(&self, edge: EdgeId) -> &str {
        &self.edges[edge.0 as usize]
    }

    /// The kind of this name, if the language has it.
    pub fn kind(&self, name: &str) -> Option<KindId> {
        self.kind_ids.get(name).copied()
    }

    /// The edge of this name, if the language has it.
    pub fn edge(&self, name: &str) -> Option<EdgeId> {
        self.edge_ids.get(name).copied()
    }

    /// The names of all kinds, by number.
    pub fn kind_names(&self) -> impl Iterator<Item = &str> {
        self.kinds.iter().map(String::as_str)
    }

    /// The names of the kinds of which something can be learned, by number.
    pub fn learned_kind_names(&self) -> impl Iterator<Item = &str> {
        self.kind_names().take(self.of_grammar.unwrap_or(usize::MAX))
    }

    /// The names of all edges, by number.
    pub fn edge_names(&self) -> impl Iterator<Item = &str> {
        self.edges.iter().map(String::as_str)
    }

    /// The number of kinds.
    pub fn kind_count(&self) -> usize {
        self.kinds.len()
    }

    /// The number of edges.
    pub fn edge_count(&self) -> usize {
        self.edges.len()
    }
}
