//! Whether a text is another one with other names.

use rustc_hash::FxHashMap;

use crate::language::Document;

/// Whether both documents have the same tree, and each token of the one always stands where the same token of the other
/// stands: then only names have changed, consistently, and what failed on the one would fail on the other.
pub fn is_renaming(old: &Document, new: &Document) -> bool {
    let (a, b) = (old.tree(), new.tree());
    if a.len() != b.len() {
        return false;
    }
    let (mut there, mut back) = (FxHashMap::default(), FxHashMap::default());
    a.nodes().zip(b.nodes()).all(|(one, other)| {
        a.kind(one) == b.kind(other) && a.edge(one) == b.edge(other) && a.size(one) == b.size(other) && {
            let (x, y) = (old.node_text(one), new.node_text(other));
            !a.is_token(one) || (*there.entry(x).or_insert(y) == y && *back.entry(y).or_insert(x) == x)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;

    #[test]
    fn names_may_change_but_only_all_of_one_and_none_into_another() {
        let javascript = Language::named("javascript").expect("built in");
        let renamed = |a: &str, b: &str| is_renaming(&javascript.parse(a.as_bytes()), &javascript.parse(b.as_bytes()));
        assert!(renamed("f(one, two, one)", "f(a, b, a)"));
        assert!(!renamed("f(one, two, one)", "f(a, b, b)"));
        assert!(!renamed("f(one, two)", "f(a, a)"));
        assert!(!renamed("f(one, two)", "f(a)"));
        assert!(!renamed("f(one)", "f(1)"));
    }
}
