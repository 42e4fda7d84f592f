//! A program: its text, and which name in it means what.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::ptr;

use reduce_tree_names::{Access, Binding, Kind, Names};
use reduce_tree_plugin::{Node, Source};

use crate::method::{self, Method};
use crate::recursion::Recursive;

/// The languages that can be inlined, each with those that write variables as it does: TypeScript and Java as
/// JavaScript, C++ as C.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    JavaScript,
    Python,
    C,
}

/// A program with what is known of its names.
pub struct Program<'a> {
    pub source: Source<'a>,
    pub text: &'a [u8],
    pub language: Language,
    pub names: Names<'a>,
    /// All places of names, in order.
    mentions: Vec<Mention<'a>>,
    /// The names of members, in order.
    members: Vec<(usize, &'a str)>,
    methods: HashMap<&'a [u8], Method<'a>>,
    /// What leads back to itself.
    recursive: Recursive<'a>,
}

/// A place where a name stands.
#[derive(Clone)]
pub struct Mention<'a> {
    pub name: &'a str,
    pub range: Range<usize>,
    /// What it means: the place among the bindings; none if the text does not declare it.
    pub binding: Option<usize>,
    pub access: Access,
}

impl<'a> Program<'a> {
    /// Looks at a text; none if its language is none of ours.
    pub fn new(source: Source<'a>) -> Option<Self> {
        let language = match source.language() {
            "javascript" | "typescript" | "tsx" | "java" => Language::JavaScript,
            "python" => Language::Python,
            "c" | "cpp" => Language::C,
            _ => return None,
        };
        let names = Names::of(source)?;
        let mentions = mentions(&names);
        let groups = names.members().iter();
        let members = groups.flat_map(|group| group.uses.iter().map(|using| (using.range.start, group.name)));
        let mut members: Vec<(usize, &'a str)> = members.collect();
        members.sort_unstable();
        let methods = method::methods(source);
        let text = source.text();
        let recursive = Recursive::default();
        let mut program = Program { source, text, language, names, mentions, members, methods, recursive };
        program.recursive = Recursive::of(&program);
        Some(program)
    }

    /// The bytes of a range.
    pub fn bytes(&self, range: Range<usize>) -> &'a [u8] {
        self.text.get(range).unwrap_or_default()
    }

    /// The binding in this place.
    pub fn binding(&self, place: usize) -> &Binding<'a> {
        &self.names.bindings()[place]
    }

    /// The names that stand in a range.
    pub fn mentions_in(&self, range: Range<usize>) -> &[Mention<'a>] {
        let from = self.mentions.partition_point(|mention| mention.range.start < range.start);
        let to = self.mentions.partition_point(|mention| mention.range.start < range.end);
        &self.mentions[from..to.max(from)]
    }

    /// Where names of members stand in a range, and the names.
    pub fn members_in(&self, range: Range<usize>) -> &[(usize, &'a str)] {
        let from = self.members.partition_point(|(start, _)| *start < range.start);
        let to = self.members.partition_point(|(start, _)| *start < range.end);
        &self.members[from..to.max(from)]
    }

    /// The one method of a name.
    pub fn method(&self, name: &str) -> Option<&Method<'a>> {
        self.methods.get(name.as_bytes())
    }

    /// Whether what a binding means leads back to itself, so that inlining it would never end.
    pub fn is_recursive(&self, binding: usize) -> bool {
        self.recursive.bindings.contains(&binding)
    }

    /// The same of the method of a name.
    pub fn is_recursive_method(&self, name: &str) -> bool {
        self.recursive.methods.contains(name)
    }

    /// Whether the names in a range would mean the same at another place. Names that are declared below `within` move
    /// along.
    pub fn keeps_meaning(&self, range: Range<usize>, within: Node<'_>, at: Node<'_>) -> bool {
        let mut seen = HashSet::new();
        self.mentions_in(range).iter().all(|mention| match mention.binding.map(|place| self.binding(place)) {
            _ if !seen.insert((mention.name, mention.binding)) => true,
            Some(binding) if matches!(binding.kind, Kind::Label | Kind::Tag) => true,
            Some(binding) if contains(within, binding.scope) => true,
            Some(binding) => self.names.lookup(mention.name, at).is_some_and(|meant| ptr::eq(meant, binding)),
            None => self.names.lookup(mention.name, at).is_none(),
        })
    }
}

/// Whether a node is or lies below another, by their bytes: nodes know their ancestors, which is slower to ask.
pub fn contains(outer: Node<'_>, inner: Node<'_>) -> bool {
    let (outer, inner) = (outer.range(), inner.range());
    outer.start <= inner.start && inner.end <= outer.end
}

fn mentions<'a>(names: &Names<'a>) -> Vec<Mention<'a>> {
    let bound = names.bindings().iter().enumerate().flat_map(|(place, binding)| {
        binding.occurrences().map(move |occurrence| (binding.name, Some(place), occurrence))
    });
    let free = names.free().iter().flat_map(|group| group.uses.iter().map(|using| (group.name, None, using)));
    let mut mentions: Vec<Mention<'a>> = bound
        .chain(free)
        .map(|(name, binding, occurrence)| Mention {
            name,
            range: occurrence.range.clone(),
            binding,
            access: occurrence.access,
        })
        .collect();
    mentions.sort_by_key(|mention| mention.range.start);
    mentions
}
