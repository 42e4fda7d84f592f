//! Scopes, and the way from a name to what it means.

use std::collections::HashMap;

use reduce_tree_plugin::Node;

use crate::binding::{Kind, Occurrence};
use crate::table::{Flavour, Place, Space};

pub(crate) type ScopeId = usize;

/// A part of the text within which names have a meaning of their own.
pub(crate) struct Scope<'a> {
    pub node: Node<'a>,
    pub flavour: Flavour,
    around: ScopeId,
    names: HashMap<(Space, &'a str), usize>,
    elsewhere: HashMap<&'a str, Elsewhere>,
}

/// What a name means that does not mean what the scope itself declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Elsewhere {
    Global,
    Nonlocal,
}

/// A place whose meaning is asked for when all declarations are known.
pub(crate) struct Reference<'a> {
    pub scope: ScopeId,
    pub name: &'a str,
    pub space: Space,
    pub place: Occurrence<'a>,
    /// What it declares, and by which node, if nothing else declares the name.
    pub binds: Option<(Kind, Node<'a>)>,
}

/// All scopes of a text. The first is the text itself.
pub(crate) struct Scopes<'a> {
    scopes: Vec<Scope<'a>>,
    of_node: HashMap<u32, ScopeId>,
}

impl<'a> Scope<'a> {
    fn new(node: Node<'a>, flavour: Flavour, around: ScopeId) -> Self {
        Scope { node, flavour, around, names: HashMap::new(), elsewhere: HashMap::new() }
    }

    pub(crate) fn elsewhere(&self, name: &str) -> Option<Elsewhere> {
        self.elsewhere.get(name).copied()
    }
}

impl<'a> Scopes<'a> {
    pub(crate) const OUTERMOST: ScopeId = 0;

    pub(crate) fn new(root: Node<'a>) -> Self {
        let outermost = Scope::new(root, Flavour::Function, Self::OUTERMOST);
        Scopes { scopes: vec![outermost], of_node: HashMap::from([(root.id(), Self::OUTERMOST)]) }
    }

    pub(crate) fn get(&self, scope: ScopeId) -> &Scope<'a> {
        &self.scopes[scope]
    }

    pub(crate) fn open(&mut self, node: Node<'a>, flavour: Flavour, around: ScopeId) -> ScopeId {
        self.scopes.push(Scope::new(node, flavour, around));
        self.of_node.insert(node.id(), self.scopes.len() - 1);
        self.scopes.len() - 1
    }

    /// The scope around; the outermost is around itself.
    pub(crate) fn around(&self, scope: ScopeId) -> ScopeId {
        self.scopes[scope].around
    }

    /// The scope that takes up a declaration in this one.
    pub(crate) fn at(&self, scope: ScopeId, place: Place) -> ScopeId {
        let function = |mut scope: ScopeId| {
            while self.scopes[scope].flavour == Flavour::Block && scope != Self::OUTERMOST {
                scope = self.around(scope);
            }
            scope
        };
        match place {
            Place::Here => scope,
            Place::Function => function(scope),
            Place::Outside => self.around(scope),
            Place::FunctionOutside => function(self.around(scope)),
        }
    }

    /// Declares a name as this binding, unless the scope declares it already. Gives the binding.
    pub(crate) fn declare(&mut self, scope: ScopeId, space: Space, name: &'a str, binding: usize) -> usize {
        *self.scopes[scope].names.entry((space, name)).or_insert(binding)
    }

    pub(crate) fn set_elsewhere(&mut self, scope: ScopeId, name: &'a str, meant: Elsewhere) {
        self.scopes[scope].elsewhere.insert(name, meant);
    }

    /// What the scope itself declares.
    pub(crate) fn own(&self, scope: ScopeId, space: Space, name: &str) -> Option<usize> {
        self.scopes[scope].names.get(&(space, name)).copied()
    }

    /// What a name means in a scope.
    pub(crate) fn resolve(&self, scope: ScopeId, space: Space, name: &str) -> Option<usize> {
        let mut at = scope;
        loop {
            let here = &self.scopes[at];
            match here.elsewhere(name) {
                Some(Elsewhere::Global) => return self.own(Self::OUTERMOST, space, name),
                Some(Elsewhere::Nonlocal) => {}
                None => {
                    let is_seen = here.flavour != Flavour::Class || at == scope;
                    if let Some(binding) = self.own(at, space, name).filter(|_| is_seen) {
                        return Some(binding);
                    }
                }
            }
            if at == Self::OUTERMOST {
                return None;
            }
            at = here.around;
        }
    }

    /// The scope that a node opens.
    pub(crate) fn of(&self, node: Node<'_>) -> Option<ScopeId> {
        self.of_node.get(&node.id()).copied()
    }

    /// The scope in which a node stands; for a node that opens one, that one.
    pub(crate) fn around_node(&self, node: Node<'_>) -> ScopeId {
        std::iter::once(node).chain(node.ancestors()).find_map(|node| self.of(node)).unwrap_or(Self::OUTERMOST)
    }
}
