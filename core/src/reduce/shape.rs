//! Whether two texts have the same tree, whatever their words are.

use crate::language::Document;

/// Whether the documents have the same tree, so that only names, constants and order among like things differ: what
/// failed on the one by its shape would fail on the other.
pub fn has_shape_of(old: &Document, new: &Document) -> bool {
    let (a, b) = (old.tree(), new.tree());
    let alike =
        |(one, other)| a.kind(one) == b.kind(other) && a.edge(one) == b.edge(other) && a.size(one) == b.size(other);
    a.len() == b.len() && a.nodes().zip(b.nodes()).all(alike)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;

    #[test]
    fn words_may_differ_but_not_the_tree() {
        let javascript = Language::named("javascript").expect("built in");
        let alike = |a: &str, b: &str| has_shape_of(&javascript.parse(a.as_bytes()), &javascript.parse(b.as_bytes()));
        assert!(alike("f(one, two, one)", "f(a, b, a)"));
        assert!(!alike("f(one, two)", "f(a)"));
        assert!(!alike("f(one)", "f(1)"));
        assert!(!alike("f(a === 1)", "f(a == 1)"), "an operator is a node of its own kind");
    }
}
