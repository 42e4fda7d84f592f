//! What has to be known of a language's tree to take things out of it.

use crate::grammars;

/// A language's kinds of nodes, as far as it matters how they come and go.
pub(crate) struct Grammar {
    /// Nodes whose elements are statements or members of a class.
    pub blocks: &'static [&'static str],
    /// Nodes that go when the child on this edge (`*`: on any) goes.
    pub wrappers: &'static [(&'static str, &'static str)],
    /// Nodes that cannot be without any child on this edge (`*`: on any).
    pub needs_one: &'static [(&'static str, &'static str)],
    /// Nodes none of whose parts can go, although the grammar makes it look like that.
    pub fixed: &'static [&'static str],
    /// What gives a value to something: the edges of what gets it, and of the value.
    pub assignments: &'static [(&'static str, &'static str, &'static str)],
    /// The language that this one holds, with all that is said of it.
    pub base: Option<&'static Grammar>,
    /// What calls: the edge of what is called.
    pub calls: &'static [(&'static str, &'static str)],
    /// Lists of parameters.
    pub parameter_lists: &'static [&'static str],
    /// Elements of such lists that take no argument.
    pub no_parameters: &'static [&'static str],
    /// A number's kind.
    pub number: &'static str,
    /// The simplest type, where types are written.
    pub simplest_type: Option<&'static str>,
}

impl Grammar {
    /// What is known of a language, if anything is.
    pub(crate) fn named(language: &str) -> Option<&'static Grammar> {
        match language {
            "javascript" => Some(&grammars::JAVASCRIPT),
            "typescript" | "tsx" => Some(&grammars::TYPESCRIPT),
            "python" => Some(&grammars::PYTHON),
            "c" => Some(&grammars::C),
            "cpp" => Some(&grammars::CPP),
            "java" => Some(&grammars::JAVA),
            "go" => Some(&grammars::GO),
            "rust" => Some(&grammars::RUST),
            "bash" => Some(&grammars::BASH),
            _ => None,
        }
    }

    /// This language and the one that it holds.
    fn all(&self) -> impl Iterator<Item = &Grammar> {
        std::iter::successors(Some(self), |grammar| grammar.base)
    }

    /// Whether the elements of these nodes are statements or members.
    pub(crate) fn is_block(&self, kind: &str) -> bool {
        self.all().any(|grammar| grammar.blocks.contains(&kind))
    }

    /// Whether a node goes when its child on this edge goes.
    pub(crate) fn wraps(&self, kind: &str, edge: &str) -> bool {
        self.all().any(|grammar| grammar.wrappers.iter().any(|row| row.0 == kind && (row.1 == "*" || row.1 == edge)))
    }

    /// The edges on which a node needs a child.
    pub(crate) fn needs_of(&self, kind: &str) -> impl Iterator<Item = &'static str> {
        self.all().flat_map(|grammar| grammar.needs_one).filter(move |needs| needs.0 == kind).map(|needs| needs.1)
    }

    /// Whether none of a node's parts can go.
    pub(crate) fn is_fixed(&self, kind: &str) -> bool {
        self.all().any(|grammar| grammar.fixed.contains(&kind))
    }

    /// The edges of what a node gives a value to, and of the value.
    pub(crate) fn assignment(&self, kind: &str) -> Option<(&'static str, &'static str)> {
        let row = self.all().flat_map(|grammar| grammar.assignments).find(|row| row.0 == kind)?;
        Some((row.1, row.2))
    }
}
