//! What any edits give: a text that its patches explain, from which list elements go without a trace.

use proptest::prelude::*;
use proptest::sample::Index;
use reduce_core::knowledge::{Filter, Knowledge};
use reduce_core::language::{Document, Patch};
use reduce_core::template::{
    Candidate, Deletion, Descendants, MinimalReplacement, SubstituteByChild, Template, View, with_separators,
};

use super::programs::in_some_language;
use super::property::filter;
use super::run::knowledge;

/// The text that patches make of an old one.
fn patched(old: &[u8], patches: &[Patch]) -> Vec<u8> {
    let mut at = 0;
    let mut out = Vec::new();
    for patch in patches {
        out.extend_from_slice(&old[at..patch.range.start]);
        out.extend_from_slice(&patch.text);
        at = patch.range.end;
    }
    out.extend_from_slice(&old[at..]);
    out
}

/// Some candidates that templates propose, of nodes none of which contains another, as one.
fn together(knowledge: &Knowledge, document: &Document, templates: &[&dyn Template], picks: &[Index]) -> Candidate {
    let (view, tree) = (View { knowledge, document }, document.tree());
    let proposed: Vec<Candidate> =
        tree.nodes().flat_map(|node| templates.iter().flat_map(move |t| t.propose(view, node))).collect();
    let mut edits = Vec::new();
    for pick in picks.iter().filter(|_| !proposed.is_empty()) {
        let candidate = pick.get(&proposed);
        let apart = |a, b| !tree.contains(a, b) && !tree.contains(b, a);
        let nodes = || candidate.edits.iter().map(|edit| edit.node);
        if edits.iter().all(|edit: &reduce_core::language::Edit| nodes().all(|node| apart(edit.node, node))) {
            edits.extend(candidate.edits.clone());
        }
    }
    Candidate { edits }
}

fn picks() -> impl Strategy<Value = Vec<Index>> {
    prop::collection::vec(any::<Index>(), 1..6)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_patches_of_any_edits_give_their_text(
        (language, text) in in_some_language(),
        filter in filter(),
        picks in picks(),
    ) {
        let known = knowledge(language, filter);
        let document = known.language().parse(text.as_bytes());
        let templates: [&dyn Template; 4] = [&Deletion, &SubstituteByChild, &Descendants, &MinimalReplacement];
        let candidate = together(&known, &document, &templates, &picks);
        let view = View { knowledge: &known, document: &document };
        let rendered = known.language().render(&document, &with_separators(view, &candidate.edits));
        let new = String::from_utf8_lossy(&rendered.text).into_owned();
        prop_assert!(rendered.patches.is_sorted_by(|a, b| a.range.end <= b.range.start), "{:?}", rendered.patches);
        prop_assert_eq!(patched(text.as_bytes(), &rendered.patches), &*rendered.text, "{}", new);
        // The parser takes the patches for what they are: the text reads the same as if it were a new one.
        let probed = known.language().probe(&document, &rendered.patches);
        let probed = probed.expect("nothing cancels it").trouble() == 0;
        prop_assert_eq!(probed, known.language().parse(rendered.text.as_slice()).trouble() == 0, "{}", new);
    }

    #[test]
    fn what_goes_in_json_and_xml_leaves_a_clean_text(
        (language, text) in in_some_language().prop_filter("JSON or XML", |(l, _)| matches!(*l, "json" | "xml")),
        picks in picks(),
    ) {
        let known = knowledge(language, Filter::Ranked);
        let document = known.language().parse(text.as_bytes());
        let candidate = together(&known, &document, &[&Deletion], &picks);
        let view = View { knowledge: &known, document: &document };
        let new = known.language().render(&document, &with_separators(view, &candidate.edits)).text;
        let trouble = known.language().parse(new.as_slice()).trouble();
        prop_assert_eq!(trouble, 0, "{} became {}", text, String::from_utf8_lossy(&new));
    }
}
