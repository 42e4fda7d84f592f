//! Languages within others: what is one token to the grammar of the outer language and has a grammar of its own.

use std::ops::Range;

use super::{Document, Language};

/// A token that is a text of another language.
struct Row {
    /// The outer language.
    within: &'static str,
    /// The kind of the token's parent.
    parent: &'static str,
    /// Its kind.
    kind: &'static str,
    /// The language of its text.
    language: &'static str,
}

const ROWS: &[Row] = &[
    Row { within: "html", parent: "script_element", kind: "raw_text", language: "javascript" },
    Row { within: "html", parent: "style_element", kind: "raw_text", language: "css" },
    Row { within: "php", parent: "program", kind: "text", language: "html" },
    Row { within: "php", parent: "text_interpolation", kind: "text", language: "html" },
];

impl Language {
    /// The names of the languages whose texts stand within texts of this one.
    pub fn embedded(&self) -> Vec<&'static str> {
        let mut names: Vec<&str> = self.rows().map(|row| row.language).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    fn rows(&self) -> impl Iterator<Item = &'static Row> {
        ROWS.iter().filter(|row| row.within == self.name())
    }

    /// Where such texts stand in a document of this language, with the names of their languages, in order.
    pub fn embedded_texts(&self, document: &Document) -> Vec<(Range<usize>, &'static str)> {
        let (tree, symbols) = (document.tree(), self.symbols());
        let language = |parent: &str, kind: &str| {
            self.rows().find(|row| row.parent == parent && row.kind == kind).map(|row| row.language)
        };
        if self.rows().next().is_none() {
            return Vec::new();
        }
        let of = |node| {
            let parent = symbols.kind_name(tree.kind(tree.parent(node)?));
            language(parent, symbols.kind_name(tree.kind(node)))
        };
        let tokens = tree.nodes().filter(|&node| tree.is_token(node) && !tree.range(node).is_empty());
        tokens.filter_map(|node| Some((tree.range(node), of(node)?))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_styles_and_pages_are_found() {
        for (name, text, expected) in [
            (
                "html",
                "<style>a{b:c}</style><p>d</p><script>e()</script><script src=f></script>",
                &[("a{b:c}", "css"), ("e()", "javascript")][..],
            ),
            ("php", "<h1>a</h1><?php b(); ?><p>", &[("<h1>a</h1>", "html"), ("<p>", "html")]),
            ("json", "[1]", &[]),
        ] {
            let language = Language::named(name).expect("built in");
            let document = language.parse(text.as_bytes());
            let found: Vec<(&str, &str)> =
                language.embedded_texts(&document).into_iter().map(|(range, name)| (&text[range], name)).collect();
            assert_eq!(found, expected);
        }
    }
}
