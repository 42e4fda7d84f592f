//! What the names in a program mean: bindings and scopes of JavaScript, TypeScript, Python, C, C++, Java, Go, Rust and
//! Bash, for passes that change more than one place at once.
//!
//! It reads the host's tree by one table for each language, in one walk. It is a good guess, not a compiler: `eval`,
//! `with`, names made of strings, types of members are beyond it, and a text that is being reduced need not even be
//! right. What passes make of it is tested by the host.
//!
//! ```no_run
//! # fn pass(source: reduce_tree_plugin::Source<'_>) -> Option<reduce_tree_plugin::Edits> {
//! use reduce_tree_names::{Kind, Names};
//!
//! let names = Names::of(source)?;
//! let function = names.bindings().iter().find(|binding| binding.kind == Kind::Function)?;
//! function.renamed(&names.fresh().next()?)
//! # }
//! ```

mod bash;
mod binding;
mod c;
mod cpp;
mod go;
mod java;
mod javascript;
mod keywords;
mod python;
mod rust;
mod scope;
mod short;
mod table;
mod typescript;
mod walk;
mod words;

pub use binding::{Access, Binding, Declaration, Form, Group, Kind, Occurrence};
pub use short::short_names;

use std::collections::{HashMap, HashSet};

use reduce_tree_plugin::{Node, Source};

use scope::Scopes;
use table::{Space, Table};
use walk::Found;

/// What the names in a text mean.
pub struct Names<'a> {
    table: &'static Table,
    bindings: Vec<Binding<'a>>,
    free: Vec<Group<'a>>,
    members: Vec<Group<'a>>,
    scopes: Scopes<'a>,
    /// The binding that a name's node means.
    meanings: HashMap<u32, usize>,
}

impl<'a> Names<'a> {
    /// The names in a text; none if its language is not among those that are known.
    pub fn of(source: Source<'a>) -> Option<Self> {
        let table = table_of(source.language())?;
        let mut found = walk::walk(source, table);
        let mut free = Groups::default();
        resolve(&mut found, &mut free);
        keywords::resolve(&mut found, &mut free);
        let Found { scopes, mut bindings, members, .. } = found;
        let mut meanings = HashMap::new();
        for (place, binding) in bindings.iter_mut().enumerate() {
            binding.uses.sort_by_key(|using| using.range.start);
            meanings.extend(binding.occurrences().map(|occurrence| (occurrence.node.id(), place)));
        }
        let mut by_name = Groups::default();
        for (name, member) in members {
            by_name.add(name, member);
        }
        if table.has_bare_members {
            free.give(&mut by_name);
        }
        Some(Names { table, bindings, free: free.0, members: by_name.0, scopes, meanings })
    }

    /// What the text declares, in the order of the first declarations.
    pub fn bindings(&self) -> &[Binding<'a>] {
        &self.bindings
    }

    /// The names that mean nothing that the text declares.
    pub fn free(&self) -> &[Group<'a>] {
        &self.free
    }

    /// The names of members: properties, attributes, fields, methods. Which object has them is not known, so those of one
    /// name are one group.
    pub fn members(&self) -> &[Group<'a>] {
        &self.members
    }

    /// What the name at this node means.
    pub fn meaning(&self, name: Node<'_>) -> Option<&Binding<'a>> {
        self.meanings.get(&name.id()).map(|&binding| &self.bindings[binding])
    }

    /// What a name would mean if it stood at this node.
    pub fn lookup(&self, name: &str, at: Node<'_>) -> Option<&Binding<'a>> {
        self.scopes.resolve(self.scopes.around_node(at), Space::Value, name).map(|binding| &self.bindings[binding])
    }

    /// What is declared right in the scope that a node opens.
    pub fn declared_in(&self, name: &str, scope: Node<'_>) -> Option<&Binding<'a>> {
        self.scopes.own(self.scopes.of(scope)?, Space::Value, name).map(|binding| &self.bindings[binding])
    }

    /// Whether the language keeps a word for itself.
    pub fn is_reserved(&self, name: &str) -> bool {
        is_word_of(self.table.reserved, name)
    }

    /// Whether the language or its libraries bring a thing or a member of this name.
    pub fn is_known(&self, name: &str) -> bool {
        let is_internal = name.starts_with("__") || name.starts_with("builtin_");
        is_internal || self.is_reserved(name) || is_word_of(self.table.known, name)
    }

    /// Short names that mean nothing in the text so far, shortest first.
    pub fn fresh(&self) -> impl Iterator<Item = String> {
        let bound = self.bindings.iter().map(|binding| binding.name);
        let taken: HashSet<&str> = bound.chain(self.free.iter().map(|group| group.name)).collect();
        short_names().filter(move |name| !taken.contains(&name[..]) && !self.is_reserved(name))
    }
}

fn is_word_of(lists: &[&str], name: &str) -> bool {
    lists.iter().any(|words| words.split(' ').any(|word| word == name))
}

/// Gives every reference to what it means.
fn resolve<'a>(found: &mut Found<'a>, free: &mut Groups<'a>) {
    // What an assignment declares in another scope is there for those before it too.
    let (binding, others): (Vec<_>, Vec<_>) =
        std::mem::take(&mut found.references).into_iter().partition(|reference| reference.binds.is_some());
    for mut reference in binding.into_iter().chain(others) {
        let resolved = found.scopes.resolve(reference.scope, reference.space, reference.name);
        match (resolved, reference.binds) {
            (Some(binding), _) => found.bindings[binding].uses.push(reference.place),
            (None, None) => free.add(reference.name, reference.place),
            (None, Some((kind, whole))) => {
                found.scopes.declare(reference.scope, reference.space, reference.name, found.bindings.len());
                reference.place.access = Access::Declare;
                found.bindings.push(Binding {
                    name: reference.name,
                    kind,
                    scope: found.scopes.get(reference.scope).node,
                    declarations: vec![Declaration { name: reference.place, node: whole }],
                    uses: Vec::new(),
                    is_shared: false,
                    is_member: false,
                });
            }
        }
    }
}

/// Places by name, in the order in which the names come.
#[derive(Default)]
struct Groups<'a>(Vec<Group<'a>>, HashMap<&'a str, usize>);

impl<'a> Groups<'a> {
    fn add(&mut self, name: &'a str, place: Occurrence<'a>) {
        let new = self.0.len();
        let at = *self.1.entry(name).or_insert(new);
        if at == new {
            self.0.push(Group { name, uses: Vec::new() });
        }
        self.0[at].uses.push(place);
    }

    /// Gives the places of names that the others have, too, to these.
    fn give(&mut self, others: &mut Groups<'a>) {
        let (given, kept): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.0).into_iter().partition(|group| others.1.contains_key(group.name));
        self.0 = kept;
        for Group { name, uses } in given {
            let group = &mut others.0[others.1[name]].uses;
            group.extend(uses);
            group.sort_by_key(|place| place.range.start);
        }
    }
}

/// The table of a language, if there is one.
fn table_of(language: &str) -> Option<&'static Table> {
    match language {
        "javascript" => Some(&javascript::TABLE),
        "python" => Some(&python::TABLE),
        "c" => Some(&c::TABLE),
        "typescript" | "tsx" => Some(&typescript::TABLE),
        "cpp" => Some(&cpp::TABLE),
        "java" => Some(&java::TABLE),
        "go" => Some(&go::TABLE),
        "rust" => Some(&rust::TABLE),
        "bash" => Some(&bash::TABLE),
        _ => None,
    }
}
