//! Nestings of a hundred thousand levels: whatever is done to a tree, no stack is deep enough for recursion there, and
//! nothing may take the square of that.

use reduce_core::cancellation::Cancellation;
use reduce_core::knowledge::Filter;
use reduce_core::language::Edit;
use reduce_core::template::{
    Candidate, Deletion, Descendants, Hoist, MinimalReplacement, SubstituteByChild, Template, View, with_separators,
};

use super::run::knowledge;

const LEVELS: usize = 100_000;

/// A text for each language whose innermost part is `inner`.
fn nested(language: &str, inner: &str) -> String {
    let wrapped = |open: &str, close: &str| format!("{}{inner}{}", open.repeat(LEVELS), close.repeat(LEVELS));
    match language {
        "javascript" => format!("{};\n", wrapped("[", "]")),
        "python" => format!("{}\n", wrapped("[", "]")),
        "c" => format!("int f(void) {{ {} }}\n", wrapped("{", "}").replace(inner, &format!("{inner};"))),
        "json" => wrapped("[", "]"),
        _ => wrapped("<a>", "</a>"),
    }
}

#[test]
fn a_deep_nesting_is_read_edited_and_read_again() {
    for language in ["javascript", "python", "c", "json", "xml"] {
        let known = knowledge(language, Filter::Ranked);
        let language = known.language();
        let document = language.parse(nested(language.name(), "1").into_bytes());
        let tree = document.tree();
        assert_eq!(document.trouble(), 0, "{}", language.name());
        assert!(tree.depth() >= LEVELS, "{}: {}", language.name(), tree.depth());
        let innermost = tree.nodes().rfind(|&n| document.node_text(n) == b"1").expect("it is there");
        assert!(tree.level(innermost) >= LEVELS);
        assert_eq!(tree.ancestors(innermost).count(), tree.level(innermost));

        let view = View { knowledge: &known, document: &document };
        let around = tree.level_nodes(4).iter().find(|&&n| tree.contains(n, innermost));
        let &outer = around.expect("a nesting");
        let templates: [&dyn Template; 5] =
            [&Deletion, &SubstituteByChild, &Hoist { nth: 0 }, &MinimalReplacement, &Descendants];
        for template in templates {
            let _ = template.propose(view, outer);
        }
        let edits = with_separators(view, &Candidate::of(Edit::hoist(outer, innermost)).edits);
        let rendered = language.render(&document, &edits);
        assert!(rendered.text.len() < 100, "{}", language.name());
        let parse = language.probe(&document, &rendered.patches).expect("nothing cancels it");
        let again = language.document(rendered.text.into(), parse, &Cancellation::never()).expect("nothing cancels it");
        assert_eq!(again.unparse(), &**again.text());
    }
}
