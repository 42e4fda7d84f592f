//! What a row of a table can say.

/// What may be done to nodes of some kinds.
pub struct Row {
    /// The kinds, parted by blanks.
    pub kinds: &'static str,
    /// What is done.
    pub action: Action,
}

/// What may be done to a node. Parts of it are named by paths (see [`crate::path`]); where a path leads to several
/// parts, each is an instance.
pub enum Action {
    /// A part of a place takes that place; an empty path is the node itself.
    Lift {
        /// The place, below the node.
        place: &'static str,
        /// What takes it, below the place.
        from: &'static str,
    },
    /// A part goes.
    Remove(&'static str),
    /// An optional part goes with the tokens that introduce it.
    Omit(&'static str),
    /// A token goes, and all nodes of a kind below become their operands, those in functions of their own excepted.
    Strip {
        /// The token.
        token: &'static str,
        /// The kind.
        below: &'static str,
    },
    /// This text takes the place of a part.
    Put(&'static str, &'static str),
    /// The node is written anew, in fewer bytes, from a part: `$` is the part, `$name` a part of it, `$^name` one of
    /// the node.
    Write {
        /// The part.
        each: &'static str,
        /// What is written.
        text: &'static str,
    },
    /// As above, in however many bytes: by another kind of node, of which no row makes the first kind again.
    Turn {
        /// The part.
        each: &'static str,
        /// What is written.
        text: &'static str,
    },
    /// What stands between the beginnings of two parts goes, the first of them included.
    Cut(&'static str, &'static str),
    /// A struct of C with a single member becomes that member, wherever it is used.
    UnwrapStruct,
    /// A string's quotes become plain ones.
    Requote,
}

/// A part takes the node's place.
pub const fn lift(kinds: &'static str, from: &'static str) -> Row {
    lift_in(kinds, "", from)
}

/// A part of a part takes that part's place.
pub const fn lift_in(kinds: &'static str, place: &'static str, from: &'static str) -> Row {
    Row { kinds, action: Action::Lift { place, from } }
}

/// A part goes.
pub const fn remove(kinds: &'static str, part: &'static str) -> Row {
    Row { kinds, action: Action::Remove(part) }
}

/// An optional part goes.
pub const fn omit(kinds: &'static str, part: &'static str) -> Row {
    Row { kinds, action: Action::Omit(part) }
}

/// A token goes with those below that make no sense without it.
pub const fn strip(kinds: &'static str, token: &'static str, below: &'static str) -> Row {
    Row { kinds, action: Action::Strip { token, below } }
}

/// A text takes a part's place, if it is shorter.
pub const fn put(kinds: &'static str, part: &'static str, text: &'static str) -> Row {
    Row { kinds, action: Action::Put(part, text) }
}

/// The node is written anew.
pub const fn write(kinds: &'static str, each: &'static str, text: &'static str) -> Row {
    Row { kinds, action: Action::Write { each, text } }
}

/// The node becomes one of another kind.
pub const fn turn(kinds: &'static str, each: &'static str, text: &'static str) -> Row {
    Row { kinds, action: Action::Turn { each, text } }
}

/// The text from one part up to another goes.
pub const fn cut(kinds: &'static str, from: &'static str, to: &'static str) -> Row {
    Row { kinds, action: Action::Cut(from, to) }
}

/// Plain quotes.
pub const fn requote(kinds: &'static str) -> Row {
    Row { kinds, action: Action::Requote }
}

/// Structs with a single member.
pub const fn unwrap_struct(kinds: &'static str) -> Row {
    Row { kinds, action: Action::UnwrapStruct }
}
