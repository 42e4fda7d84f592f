//! What a name means, and where it stands.

use std::ops::Range;

use reduce_tree_plugin::{Edits, Node};

/// What declares a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A variable.
    Variable,
    /// A function with a name, or its prototype.
    Function,
    /// A parameter of a function or a macro.
    Parameter,
    /// A class.
    Class,
    /// A name that an import brings.
    Import,
    /// What its statement gives values to: the variable of a `for ... in`, a caught exception, `with ... as`.
    Target,
    /// A label of statements.
    Label,
    /// The name of a type, by `typedef` or `type`.
    Typedef,
    /// The tag of a struct, union or enum.
    Tag,
    /// A constant of an enum.
    Constant,
    /// A macro.
    Macro,
}

/// What happens to a name where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Access {
    /// It is declared.
    Declare,
    /// Its value is read.
    Read,
    /// It gets a value.
    Write,
    /// Its value is read and replaced (`x += 1`, `x++`).
    Update,
    /// It is called, or constructed by `new`.
    Call,
    /// It is given to other files.
    Export,
    /// A parameter is named at a call (`f(x=1)`).
    Keyword,
    /// It is only said which one is meant (`global x`).
    Mention,
}

/// What has to be written where a name stands under another name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The new name.
    Plain,
    /// The old name, this, and the new name: `{a}` becomes `{a: b}`, `import a` becomes `import a as b`.
    Behind(&'static str),
    /// The new name, this, and the old name: `export {a}` becomes `export {b as a}`.
    Before(&'static str),
    /// It cannot be renamed here.
    Fixed,
}

/// A place where a name stands.
#[derive(Clone, Debug)]
pub struct Occurrence<'a> {
    /// The node; that of a whole replacement text if the name stands inside a `#define`.
    pub node: Node<'a>,
    /// The bytes of the name.
    pub range: Range<usize>,
    /// What happens to it.
    pub access: Access,
    /// What has to be written for another name.
    pub form: Form,
}

impl Occurrence<'_> {
    /// The edit that writes another name here; none if that cannot be.
    pub fn renamed(&self, old: &str, new: &str) -> Option<Edits> {
        let text = match self.form {
            Form::Plain => new.to_owned(),
            Form::Behind(between) => [old, between, new].concat(),
            Form::Before(between) => [new, between, old].concat(),
            Form::Fixed => return None,
        };
        Some(Edits::new().replace(self.range.clone(), text))
    }

    /// How many bytes the text gains by another name here.
    pub fn growth(&self, old: &str, new: &str) -> isize {
        match self.form {
            Form::Plain | Form::Fixed => new.len().cast_signed() - old.len().cast_signed(),
            Form::Behind(between) | Form::Before(between) => (between.len() + new.len()).cast_signed(),
        }
    }
}

/// A place that declares a name.
#[derive(Clone, Debug)]
pub struct Declaration<'a> {
    /// The name.
    pub name: Occurrence<'a>,
    /// What declares it: a declarator, a function, a parameter with its default value, an assignment. A pattern that
    /// declares several names is one node for all of them.
    pub node: Node<'a>,
}

/// Something that the text declares, with all places that mean it.
#[derive(Clone, Debug)]
pub struct Binding<'a> {
    /// Its name.
    pub name: &'a str,
    /// What declares it.
    pub kind: Kind,
    /// The node within which the name means this.
    pub scope: Node<'a>,
    /// The declarations, in order: prototypes and definitions, `var` twice, or the first assignment in Python.
    pub declarations: Vec<Declaration<'a>>,
    /// The other places, in order.
    pub uses: Vec<Occurrence<'a>>,
    /// Whether something outside of the text may know it by this name: it is exported, or declared elsewhere.
    pub is_shared: bool,
    /// Whether it can be reached as a member too: it stands right in a class of Python.
    pub is_member: bool,
}

impl<'a> Binding<'a> {
    /// All places of the name, declarations first.
    pub fn occurrences(&self) -> impl Iterator<Item = &Occurrence<'a>> {
        self.declarations.iter().map(|declaration| &declaration.name).chain(&self.uses)
    }

    /// Where the name stands first.
    pub fn first(&self) -> usize {
        self.occurrences().map(|occurrence| occurrence.range.start).min().unwrap_or_default()
    }

    /// The edits that give it another name; none if a place cannot be renamed.
    pub fn renamed(&self, new: &str) -> Option<Edits> {
        renamed(self.name, self.occurrences(), new)
    }
}

/// A name that the text does not declare, or that of members wherever they stand, with all its places.
#[derive(Clone, Debug)]
pub struct Group<'a> {
    /// The name.
    pub name: &'a str,
    /// Its places, in order.
    pub uses: Vec<Occurrence<'a>>,
}

impl Group<'_> {
    /// The edits that write another name in all places; none if one cannot be renamed.
    pub fn renamed(&self, new: &str) -> Option<Edits> {
        renamed(self.name, self.uses.iter(), new)
    }
}

fn renamed<'o, 'a: 'o>(old: &str, places: impl Iterator<Item = &'o Occurrence<'a>>, new: &str) -> Option<Edits> {
    places.map(|place| place.renamed(old, new)).try_fold(Edits::new(), |edits, edit| Some(edits.with(edit?)))
}
