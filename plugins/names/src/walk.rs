//! The walk over the tree that gathers scopes, declarations and places of names.

use std::collections::HashMap;

use reduce_tree_plugin::{Node, Source};

use crate::binding::{Access, Binding, Declaration, Form, Kind, Occurrence};
use crate::scope::{Elsewhere, Reference, Scope, ScopeId, Scopes};
use crate::table::{Flavour, Place, Role, Space, Table, Whole};
use crate::words::words;

/// What the walk has found.
pub(crate) struct Found<'a> {
    pub scopes: Scopes<'a>,
    pub bindings: Vec<Binding<'a>>,
    /// Places whose meaning depends on what is declared further on.
    pub references: Vec<Reference<'a>>,
    /// The names of members.
    pub members: Vec<(&'a str, Occurrence<'a>)>,
    /// Arguments that name their parameter.
    pub keywords: Vec<(&'a str, Occurrence<'a>)>,
}

/// What is kept of a node for the nodes below it.
#[derive(Clone, Copy)]
struct Above<'a> {
    node: Node<'a>,
    kind: usize,
    role: Role,
    /// The whole declaration, where the names below are declared.
    whole: Node<'a>,
    /// The scope of what is below.
    scope: ScopeId,
}

/// A kind of node, looked up once.
struct KindFacts<'a> {
    name: &'a str,
    flavour: Option<Flavour>,
    space: Option<Space>,
}

struct Walk<'a> {
    table: &'static Table,
    found: Found<'a>,
    /// Kinds by the address of their name, which is the same for the same kind.
    kinds: HashMap<usize, usize>,
    facts: Vec<KindFacts<'a>>,
    /// Roles by the parent's kind and the address of the edge's name.
    roles: HashMap<(usize, usize), Role>,
}

/// Walks over a text.
pub(crate) fn walk<'a>(source: Source<'a>, table: &'static Table) -> Found<'a> {
    let root = source.root();
    let scopes = Scopes::new(root);
    let found =
        Found { scopes, bindings: Vec::new(), references: Vec::new(), members: Vec::new(), keywords: Vec::new() };
    let mut walk = Walk { table, found, kinds: HashMap::new(), facts: Vec::new(), roles: HashMap::new() };
    let role = Role::Use(Access::Read);
    // The ancestors of the node at which the walk is, which comes in preorder.
    let mut open = vec![Above { node: root, kind: walk.kind(root), role, whole: root, scope: Scopes::OUTERMOST }];
    let mut next = root.first_child();
    while let Some(node) = next {
        let Some(&above) = open.last() else { break };
        let here = walk.enter(node, above);
        if let Some(child) = node.first_child() {
            open.push(here);
            next = Some(child);
            continue;
        }
        walk.token(node, above, here);
        next = node.next_sibling();
        while next.is_none() && open.len() > 1 {
            next = open.pop().and_then(|done| done.node.next_sibling());
        }
    }
    walk.found
}

impl<'a> Walk<'a> {
    fn kind(&mut self, node: Node<'a>) -> usize {
        let name = node.kind();
        let facts = &mut self.facts;
        *self.kinds.entry(name.as_ptr().addr()).or_insert_with(|| {
            let flavour =
                self.table.scopes.iter().copied().flatten().find(|scope| scope.0 == name).map(|scope| scope.1);
            let space = self.table.names.iter().copied().flatten().find(|kind| kind.0 == name).map(|kind| kind.1);
            facts.push(KindFacts { name, flavour, space });
            facts.len() - 1
        })
    }

    /// What holds below a node, given what holds below its parent.
    fn enter(&mut self, node: Node<'a>, above: Above<'a>) -> Above<'a> {
        let kind = self.kind(node);
        let mut role = if above.role == Role::Nothing { Role::Nothing } else { self.role(node, above) };
        let mut whole = above.whole;
        if let Role::Declare(_, _, wanted) | Role::Bind(_, _, wanted) = role
            && role != above.role
        {
            whole = if wanted == Whole::Parent { above.node } else { node };
        }
        let mut scope = above.scope;
        if role == Role::Outside {
            scope = self.found.scopes.around(scope);
            role = Role::Use(Access::Read);
        }
        if let Some(flavour) = self.facts[kind].flavour {
            let of_definition = flavour == Flavour::Parameters && above.role == crate::c::DEFINITION;
            if !of_definition {
                scope = self.found.scopes.open(node, flavour, scope);
            }
        }
        Above { node, kind, role, whole, scope }
    }

    fn role(&mut self, node: Node<'a>, above: Above<'a>) -> Role {
        let edge = node.edge();
        let parent = self.facts[above.kind].name;
        let role =
            *self.roles.entry((above.kind, edge.as_ptr().addr())).or_insert_with(|| self.table.role(parent, edge));
        match role {
            Role::Same => above.role,
            Role::Ask => (self.table.ask)(node, above.role),
            role => role,
        }
    }

    fn token(&mut self, node: Node<'a>, above: Above<'a>, here: Above<'a>) {
        if here.role == Role::Text {
            self.text(node, above.scope);
            return;
        }
        let Some(space) = self.facts[here.kind].space else { return };
        let Ok(name) = std::str::from_utf8(node.text()) else { return };
        if name.is_empty() || here.role == Role::Nothing {
            return;
        }
        // Go names a package by its path.
        let name = name.rsplit('/').next().unwrap_or(name);
        let form = (self.table.form)(node);
        let place = |access| Occurrence { node, range: node.range(), access, form };
        if let Form::Behind(between @ ": ") = form {
            // `{a}` names a member too.
            let member = Occurrence { form: Form::Before(between), ..place(Access::Mention) };
            self.found.members.push((name, member));
        }
        let scope = here.scope;
        match here.role {
            Role::Member => self.member(name, place(Access::Mention)),
            _ if space == Space::Member => self.member(name, place(Access::Mention)),
            Role::Declare(kind, at, _) => {
                let scope = self.found.scopes.at(scope, at);
                self.declare(scope, name, kind, place(Access::Declare), here.whole);
            }
            Role::Bind(kind, at, _) => self.bind(scope, name, (kind, at), place(Access::Write), here.whole),
            Role::Use(access) if space == Space::Label => self.refer(scope, name, Space::Label, place(access)),
            Role::Use(Access::Update) if self.binds_updates() => {
                self.bind(scope, name, (Kind::Variable, Place::Here), place(Access::Update), above.node);
            }
            Role::Use(access) => self.refer(scope, name, Space::Value, place(access)),
            Role::Tag => self.refer(scope, name, Space::Tag, place(Access::Read)),
            Role::Keyword => self.found.keywords.push((name, place(Access::Keyword))),
            Role::Global => self.elsewhere(scope, name, Elsewhere::Global, place(Access::Mention)),
            Role::Nonlocal => self.elsewhere(scope, name, Elsewhere::Nonlocal, place(Access::Mention)),
            Role::Outside | Role::Same | Role::Text | Role::Nothing | Role::Ask => {}
        }
    }

    /// Whether `x += 1` makes a variable of `x`: where assignments declare.
    fn binds_updates(&self) -> bool {
        self.table.rows.iter().copied().flatten().any(|row| matches!(row.2, Role::Bind(Kind::Variable, ..)))
    }

    fn member(&mut self, name: &'a str, place: Occurrence<'a>) {
        self.found.members.push((name, place));
    }

    fn refer(&mut self, scope: ScopeId, name: &'a str, space: Space, place: Occurrence<'a>) {
        self.found.references.push(Reference { scope, name, space, place, binds: None });
    }

    fn declare(&mut self, scope: ScopeId, name: &'a str, kind: Kind, place: Occurrence<'a>, whole: Node<'a>) {
        let space = match kind {
            Kind::Label => Space::Label,
            Kind::Tag => Space::Tag,
            _ => Space::Value,
        };
        let is_shared = (self.table.is_shared)(place.node, whole);
        let is_definition = whole.kind() == "function_definition";
        let found = &mut self.found;
        let Scope { node, flavour, .. } = *found.scopes.get(scope);
        let is_member = matches!(flavour, Flavour::Class | Flavour::Members);
        if is_member {
            found.members.push((name, Occurrence { access: Access::Mention, ..place.clone() }));
        }
        let declaration = Declaration { name: place, node: whole };
        let new = found.bindings.len();
        let binding = found.scopes.declare(scope, space, name, new);
        if binding == new {
            let declarations = vec![declaration];
            let uses = Vec::new();
            found.bindings.push(Binding { name, kind, scope: node, declarations, uses, is_shared, is_member });
        } else {
            let binding = &mut found.bindings[binding];
            binding.is_shared = if is_definition { is_shared } else { binding.is_shared && is_shared };
            binding.declarations.push(declaration);
        }
    }

    fn bind(
        &mut self,
        scope: ScopeId,
        name: &'a str,
        (kind, at): (Kind, Place),
        place: Occurrence<'a>,
        whole: Node<'a>,
    ) {
        let scope = self.found.scopes.at(scope, at);
        let binds = Some((kind, whole));
        match self.found.scopes.get(scope).elsewhere(name) {
            Some(Elsewhere::Global) => {
                let scope = Scopes::OUTERMOST;
                self.found.references.push(Reference { scope, name, space: Space::Value, place, binds });
            }
            Some(Elsewhere::Nonlocal) => {
                let scope = self.found.scopes.around(scope);
                self.found.references.push(Reference { scope, name, space: Space::Value, place, binds: None });
            }
            None if self.found.scopes.own(scope, Space::Value, name).is_some() => {
                if self.found.scopes.get(scope).flavour == Flavour::Class {
                    self.found.members.push((name, Occurrence { access: Access::Mention, ..place.clone() }));
                }
                self.refer(scope, name, Space::Value, place);
            }
            None => self.declare(scope, name, kind, Occurrence { access: Access::Declare, ..place }, whole),
        }
    }

    fn elsewhere(&mut self, scope: ScopeId, name: &'a str, meant: Elsewhere, place: Occurrence<'a>) {
        self.found.scopes.set_elsewhere(scope, name, meant);
        self.refer(scope, name, Space::Value, place);
    }

    /// The names in a text that the grammar did not read.
    fn text(&mut self, node: Node<'a>, scope: ScopeId) {
        for (name, offset, is_member) in words(node.text()) {
            let start = node.range().start + offset;
            let place = Occurrence { node, range: start..start + name.len(), access: Access::Read, form: Form::Plain };
            if is_member {
                self.member(name, Occurrence { access: Access::Mention, ..place });
            } else {
                self.refer(scope, name, Space::Value, place);
            }
        }
    }
}
