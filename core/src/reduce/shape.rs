//! Whether two texts have the same tree, whatever their words are.

use crate::language::Document;
use crate::tree::NodeId;

/// Whether the documents have the same tree, so that only names, constants and order among like things differ: what
/// failed on the one by its shape would fail on the other.
pub fn has_shape_of(old: &Document, new: &Document) -> bool {
    let (a, b) = (old.tree(), new.tree());
    let alike =
        |(one, other)| a.kind(one) == b.kind(other) && a.edge(one) == b.edge(other) && a.size(one) == b.size(other);
    a.len() == b.len() && a.nodes().zip(b.nodes()).all(alike)
}

/// Whether the documents have the same tokens in the same tree, but for those that the ends of lines stand for.
pub fn reads_alike(old: &Document, new: &Document) -> bool {
    fn counted(document: &Document) -> impl Iterator<Item = NodeId> + '_ {
        let ends_line = |node: NodeId| matches!(document.node_text(node).trim_ascii(), b"" | b";");
        let tree = document.tree();
        tree.nodes().filter(move |&node| !(tree.is_token(node) && ends_line(node)))
    }
    let (a, b) = (old.tree(), new.tree());
    let text = |document: &Document, node| document.tree().is_token(node).then(|| document.node_text(node).to_vec());
    let alike = |one, other| {
        a.kind(one) == b.kind(other) && a.level(one) == b.level(other) && text(old, one) == text(new, other)
    };
    let (mut olds, mut news) = (counted(old), counted(new));
    loop {
        match (olds.next(), news.next()) {
            (None, None) => return true,
            (Some(one), Some(other)) if alike(one, other) => {}
            _ => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;

    #[test]
    fn blanks_may_differ_but_not_what_they_mean() {
        let alike = |language: &str, a: &str, b: &str| {
            let language = Language::named(language).expect("built in");
            reads_alike(&language.parse(a.as_bytes()), &language.parse(b.as_bytes()))
        };
        assert!(alike("javascript", "f(a);b", "f( a );\nb\n"));
        assert!(!alike("javascript", "f(a)", "f(b)"));
        assert!(!alike("javascript", "return a", "return\na"));
        assert!(alike("python", "if a:b;c", "if a:\n    b\n    c\n"));
        assert!(!alike("python", "if a:\n b\n c", "if a:\n b\nc"));
    }

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
