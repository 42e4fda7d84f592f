//! The names of an XML document: elements, attributes, prefixes.

use std::collections::BTreeMap;
use std::ops::Range;

use reduce_tree_plugin::{Node, Source};

use crate::unit::{Claim, Sort, Tier, Unit, Vocabulary};

/// What may get another name in a document: all elements or attributes of one name together, all places of a prefix
/// together.
pub(crate) fn vocabulary(source: Source<'_>) -> Vocabulary<'_> {
    let mut words: BTreeMap<(Sort, &str), Vec<Range<usize>>> = BTreeMap::new();
    let mut add = |sort: Sort, name: &'_ [u8], start: usize| {
        let text: &str =
            source.text().get(start..start + name.len()).and_then(|name| std::str::from_utf8(name).ok())?;
        let (prefix, local) = text.split_once(':').unwrap_or(("", text));
        // `xmlns` and what begins with `xml` belong to XML itself.
        let is_own = |name: &str| name.get(..3).is_some_and(|begin| begin.eq_ignore_ascii_case("xml"));
        let local_start = start + text.len() - local.len();
        if !prefix.is_empty() && !is_own(prefix) {
            words.entry((Sort::Prefix, prefix)).or_default().push(start..start + prefix.len());
        }
        let sort = if prefix == "xmlns" { Sort::Prefix } else { sort };
        if !local.is_empty() && !is_own(local) && (prefix == "xmlns" || !is_own(prefix)) {
            words.entry((sort, local)).or_default().push(local_start..local_start + local.len());
        }
        Some(())
    };
    for node in source.nodes() {
        match node.kind() {
            "name" => {
                let mut above = node.ancestors().map(Node::kind);
                let sort = match (above.next(), above.next()) {
                    (Some("element"), _) => Sort::Element,
                    (Some("attribute"), Some("element")) => Sort::Attribute,
                    _ => continue,
                };
                add(sort, node.text(), node.range().start);
            }
            "\"</>\"" => {
                let text = node.text();
                let name = text[2..].split(|&b| b == b'>' || b.is_ascii_whitespace()).next().unwrap_or_default();
                add(Sort::Element, name, node.range().start + 2);
            }
            _ => {}
        }
    }
    let everywhere = 0..source.text().len();
    let units = words.into_iter().map(|((sort, name), places)| {
        let claims = vec![Claim { sort, range: everywhere.clone() }];
        Unit { name, places, claims, tier: Tier::Guess }
    });
    Vocabulary { units: units.collect(), ..Vocabulary::default() }.finished(|name| name != "xml")
}
