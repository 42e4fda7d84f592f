//! What an algorithm ends with cannot be made smaller by any single transformation.

use proptest::prelude::*;
use proptest::sample::select;
use reduce_core::knowledge::{Filter, Knowledge, Part, Quantifier};
use reduce_core::language::Document;
use reduce_core::minimize::Minimizer;
use reduce_core::reduce::Algorithm;
use reduce_core::template::{
    Candidate, Deletion, Leaves, MinimalReplacement, OptionalToken, SubstituteByChild, Template, View, with_separators,
};
use reduce_core::tree::NodeId;

use super::property::{Property, filter, program_and_property};
use super::run::{knowledge, reduced};

/// The order of texts: tokens, bytes, the text.
fn rank(document: &Document) -> (usize, usize, &[u8]) {
    (document.tree().weight(document.tree().root()), document.text().len(), document.text())
}

/// Every single transformation that is left to try on a text and makes it smaller while the property holds.
fn left_over(knowledge: &Knowledge, text: &str, templates: &[&dyn Template], property: &Property) -> Vec<String> {
    let document = knowledge.language().parse(text.as_bytes());
    let view = View { knowledge, document: &document };
    let pairs = document.tree().nodes().flat_map(|node| templates.iter().map(move |template| (node, template)));
    let candidates = pairs.flat_map(|(node, template)| template.propose(view, node));
    let texts = candidates
        .filter(|candidate| !knowledge.sieves_by_parse() || view.parses(candidate))
        .map(|candidate| knowledge.language().render(&document, &with_separators(view, &candidate.edits)).text);
    let smaller = texts.filter(|text| {
        rank(&knowledge.language().parse(text.as_slice())) < rank(&document) && property.holds(knowledge, text)
    });
    smaller.map(|text| String::from_utf8_lossy(&text).into_owned()).collect()
}

/// Deletion as Perses has it: what the rules call a Kleene plus keeps an item, even where another alternative of the rule
/// does without, as that of the empty string does; and of a group (`= value`) nothing goes alone, even where what comes behind
/// it would take its place.
struct QuantifiedDeletion;

impl Template for QuantifiedDeletion {
    fn name(&self) -> &'static str {
        Deletion.name()
    }

    fn is_at_most_one(&self) -> bool {
        Deletion.is_at_most_one()
    }

    fn leaves(&self) -> Leaves {
        Deletion.leaves()
    }

    fn propose(&self, view: View, node: NodeId) -> Vec<Candidate> {
        let tree = view.tree();
        let parts = tree.parent(node).and_then(|parent| view.knowledge.parts(tree, parent)).unwrap_or_default();
        let is_last = |part: &Part| {
            matches!(part.quantifier, Quantifier::Plus | Quantifier::Separated)
                && part.items.len() == 1
                && part.items[0].contains(&node)
        };
        let is_of_group = |part: &Part| part.items.iter().any(|item| item.len() > 1 && item.contains(&node));
        let stays = parts.iter().any(|part| is_last(part) || is_of_group(part));
        if stays { Vec::new() } else { Deletion.propose(view, node) }
    }
}

fn check(
    (language, filter): (&str, Filter),
    algorithm: (Algorithm, Option<Minimizer>),
    templates: &[&dyn Template],
    (text, property): &(String, Property),
) -> Result<(), TestCaseError> {
    let known = knowledge(language, filter);
    prop_assume!(property.holds(&known, text.as_bytes()));
    let (inside, of_inside) = (knowledge(language, filter), property.clone());
    let result = reduced(&known, algorithm, text, move |text| of_inside.holds(&inside, text));
    prop_assert!(property.holds(&known, result.as_bytes()), "{result:?} lost the property");
    let left = left_over(&known, &result, templates, property);
    prop_assert!(left.is_empty(), "{algorithm:?} ends with\n{result}\nwhere these are left to try:\n{left:#?}");
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn gtr_star_is_1_transformation_minimal(
        (language, case) in program_and_property(),
        filter in filter(),
        minimizer in select(&Minimizer::ALL[..]),
    ) {
        let algorithm = (Algorithm::GtrStar, Some(minimizer));
        check((language, filter), algorithm, &[&Deletion, &SubstituteByChild], &case)?;
    }

    #[test]
    fn hdd_star_is_1_tree_minimal(
        (language, case) in program_and_property(),
        filter in filter(),
        minimizer in select(&Minimizer::ALL[..]),
    ) {
        check((language, filter), (Algorithm::HddStar, Some(minimizer)), &[&Deletion], &case)?;
    }

    #[test]
    fn the_default_is_1_minimal_under_every_template((language, case) in program_and_property()) {
        let templates: [&dyn Template; 4] = [&Deletion, &SubstituteByChild, &MinimalReplacement, &OptionalToken];
        check((language, Filter::Ranked), (Algorithm::Default, None), &templates, &case)?;
    }

    #[test]
    fn perses_ends_where_no_single_deletion_or_substitution_is_left((language, case) in program_and_property()) {
        let algorithm = (Algorithm::Perses, None);
        check((language, Filter::Ranked), algorithm, &[&QuantifiedDeletion, &SubstituteByChild], &case)?;
    }
}
