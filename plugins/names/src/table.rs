//! What has to be known of a language to find the meaning of its names.

use reduce_tree_plugin::Node;

use crate::binding::{Access, Form, Kind};

/// A language, as far as names go. What a language shares with another is part of both tables: the lists are looked
/// through one after the other.
pub(crate) struct Table {
    /// The nodes within which names have a meaning of their own.
    pub scopes: &'static [&'static [(&'static str, Flavour)]],
    /// The tokens that are names.
    pub names: &'static [&'static [(&'static str, Space)]],
    /// What becomes of the names below a child: the parent's kind, the child's edge, the role. What no row speaks of is
    /// read. The first row that fits counts; `*` is any parent or edge.
    pub rows: &'static [&'static [RoleRow]],
    /// The role of a child that needs a look around, given that of its parent.
    pub ask: fn(Node, Role) -> Role,
    /// What has to be written for a name under another name.
    pub form: fn(Node) -> Form,
    /// Whether a declaration gives the name to other files, or takes it from them.
    pub is_shared: fn(name: Node, whole: Node) -> bool,
    /// Whether a name that means nothing else may be that of a member: `x` for `this.x`, `C::f`.
    pub has_bare_members: bool,
    /// Words that are no names, parted by blanks.
    pub reserved: &'static [&'static str],
    /// Names that the language or its libraries bring along, and names of members that mean something to them.
    pub known: &'static [&'static str],
}

/// What is declared in the scope in which it stands.
pub(crate) const fn here(kind: Kind, whole: Whole) -> Role {
    Role::Declare(kind, Place::Here, whole)
}

/// What the parent declares in the scope in which it stands.
pub(crate) const fn declare(kind: Kind) -> Role {
    here(kind, Whole::Parent)
}

/// What the parent declares outside of the scope that it opens.
pub(crate) const fn outside(kind: Kind) -> Role {
    Role::Declare(kind, Place::Outside, Whole::Parent)
}

/// The parent's kind, the child's edge, and the role of the names below the child.
pub(crate) type RoleRow = (&'static str, &'static str, Role);

/// Which names a scope takes up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flavour {
    /// All that is declared in it, however deep.
    Function,
    /// What is declared right in it.
    Block,
    /// As a block, but functions inside do not see its names, which are members too.
    Class,
    /// As a block, but its names are members too.
    Members,
    /// The parameters of a function without a body. Those of a function with a body belong to the function.
    Parameters,
}

/// Names in different spaces have nothing to do with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Space {
    Value,
    Label,
    Tag,
    Member,
}

/// What becomes of the names below a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// They are used like this.
    Use(Access),
    /// They are declared.
    Declare(Kind, Place, Whole),
    /// They get a value, which declares them unless something else does.
    Bind(Kind, Place, Whole),
    /// They are read, but what the scope itself declares is not meant.
    Outside,
    /// What becomes of those below the parent.
    Same,
    /// They are names of members.
    Member,
    /// They are tags.
    Tag,
    /// They are parameters of the function that is called.
    Keyword,
    /// They mean what the outermost scope declares.
    Global,
    /// They mean what the scope around declares.
    Nonlocal,
    /// The token is a text with names in it.
    Text,
    /// They are not names of this text.
    Nothing,
    /// The language's own function knows.
    Ask,
}

/// Which scope takes up a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// The scope in which it stands.
    Here,
    /// The nearest function.
    Function,
    /// The scope around the one in which it stands.
    Outside,
    /// The nearest function around the scope in which it stands.
    FunctionOutside,
}

/// Which node is the whole declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Whole {
    Parent,
    Child,
}

impl Table {
    /// The role of children on this edge.
    pub(crate) fn role(&self, parent: &str, edge: &str) -> Role {
        let is = |said: &str, what: &str| said == what || said == "*";
        let row = self.rows.iter().copied().flatten().find(|row| is(row.0, parent) && is(row.1, edge));
        row.map_or(Role::Use(Access::Read), |row| row.2)
    }
}
