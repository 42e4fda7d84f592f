//! The instances of an XML document.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

use reduce_tree_plugin::{Edits, Node, Source};

/// All instances: an attribute goes from all elements that have it; all elements of a name go; a namespace goes with
/// what has its prefix, or takes the prefix away from it; an entity goes with the references to it.
pub(crate) fn instances(source: Source<'_>) -> Vec<Edits> {
    let found = Found::new(source);
    let mut plans: Vec<Plan> = Vec::new();
    for (name, attributes) in &found.attributes {
        match name.strip_prefix(b"xmlns:") {
            Some(prefix) => plans.extend(found.without_namespace(prefix, attributes)),
            None => plans.extend(several(attributes)),
        }
    }
    plans.extend(found.elements.values().filter_map(|elements| several(elements)));
    plans.extend(found.entities.iter().map(|(name, declarations)| {
        let references = found.references.get(name).into_iter().flatten();
        let removed: Vec<Node> = declarations.iter().chain(references).copied().collect();
        Plan { is_unused: removed.len() == declarations.len(), removed, ..Plan::default() }
    }));
    plans.sort_by_cached_key(|plan| Reverse((plan.is_unused, plan.bytes())));
    plans.iter().map(Plan::edits).collect()
}

/// All of them go. One alone is nothing that would have to go with others.
fn several<'a>(nodes: &[Node<'a>]) -> Option<Plan<'a>> {
    (nodes.len() > 1).then(|| Plan { removed: nodes.to_vec(), ..Plan::default() })
}

#[derive(Default)]
struct Plan<'a> {
    removed: Vec<Node<'a>>,
    /// Prefixes that go, with their colon.
    cut: Vec<Range<usize>>,
    is_unused: bool,
}

impl Plan<'_> {
    fn bytes(&self) -> usize {
        self.removed.iter().map(|node| node.range()).chain(self.cut.iter().cloned()).map(|range| range.len()).sum()
    }

    fn edits(&self) -> Edits {
        let edits = self.removed.iter().fold(Edits::new(), |edits, node| edits.remove(*node));
        self.cut.iter().fold(edits, |edits, range| edits.replace(range.clone(), ""))
    }
}

/// A node whose name has a prefix, and where that stands.
type Prefixed<'a> = (Node<'a>, usize);

#[derive(Default)]
struct Found<'a> {
    attributes: BTreeMap<&'a [u8], Vec<Node<'a>>>,
    elements: BTreeMap<&'a [u8], Vec<Node<'a>>>,
    entities: BTreeMap<&'a [u8], Vec<Node<'a>>>,
    references: BTreeMap<&'a [u8], Vec<Node<'a>>>,
    /// Where names of attributes, and where names of elements begin that have a prefix.
    prefixed: [BTreeMap<&'a [u8], Vec<Prefixed<'a>>>; 2],
}

impl<'a> Found<'a> {
    fn new(source: Source<'a>) -> Self {
        let mut found = Found::default();
        for node in source.nodes() {
            let name = node.child("name").map_or(node, |name| name);
            match node.kind() {
                "attribute" if node.parent().is_some_and(|parent| parent.kind() == "element") => {
                    found.attributes.entry(name.text()).or_default().push(node);
                    found.add_prefixed(0, node, name.text(), name.range().start);
                }
                "element" => {
                    found.elements.entry(name.text()).or_default().push(node);
                    found.add_prefixed(1, node, name.text(), name.range().start);
                    if let Some(end_tag) = node.children().find(|child| child.kind() == "\"</>\"") {
                        let text = end_tag.text().get("</".len()..).unwrap_or_default();
                        found.add_prefixed(1, node, text, end_tag.range().start + "</".len());
                    }
                }
                "markup_declaration" => {
                    let mut words = node.text().split(u8::is_ascii_whitespace);
                    if let (Some(b"<!ENTITY"), Some(name)) = (words.next(), words.next()) {
                        found.entities.entry(name).or_default().push(node);
                    }
                }
                "reference" => {
                    let name = node.text().strip_prefix(b"&").and_then(|text| text.strip_suffix(b";"));
                    found.references.entry(name.unwrap_or_default()).or_default().push(node);
                }
                _ => {}
            }
        }
        found
    }

    fn add_prefixed(&mut self, sort: usize, node: Node<'a>, name: &'a [u8], start: usize) {
        if let Some(colon) = name.iter().position(|&b| b == b':') {
            self.prefixed[sort].entry(&name[..colon]).or_default().push((node, start));
        }
    }

    /// A namespace goes: what has its prefix loses that; or its attributes go as well; or all that has it goes.
    fn without_namespace(&self, prefix: &[u8], declarations: &[Node<'a>]) -> Vec<Plan<'a>> {
        let [attributes, elements] =
            self.prefixed.each_ref().map(|sort| sort.get(prefix).map_or(&[][..], Vec::as_slice));
        let is_unused = attributes.is_empty() && elements.is_empty();
        let cut = |all: &[Prefixed<'a>]| -> Vec<Range<usize>> {
            all.iter().map(|(_, start)| *start..start + prefix.len() + 1).collect()
        };
        let nodes = |all: &[Prefixed<'a>]| all.iter().map(|(node, _)| *node).collect::<Vec<_>>();
        let plan = |removed: &[&[Node<'a>]], cut: &[Vec<Range<usize>>]| Plan {
            removed: removed.concat(),
            cut: cut.concat(),
            is_unused,
        };
        let mut plans = vec![plan(&[declarations], &[cut(attributes), cut(elements)])];
        if !attributes.is_empty() {
            plans.push(plan(&[declarations, &nodes(attributes)], &[cut(elements)]));
        }
        if elements.iter().any(|(element, _)| element.edge() != "root") {
            let inner = elements.iter().filter(|(element, _)| element.edge() != "root").copied().collect::<Vec<_>>();
            plans.push(plan(&[declarations, &nodes(attributes), &nodes(&inner)], &[]));
        }
        plans
    }
}
