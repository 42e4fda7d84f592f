//! What comes to the same result, and has to.

use std::sync::Arc;

use proptest::prelude::*;
use proptest::sample::select;
use reduce_core::knowledge::Filter;
use reduce_core::minimize::Minimizer;
use reduce_core::reduce::{Algorithm, Plan, Search, gtr, gtr_star, hdd, hdd_star, reduce};
use reduce_core::session::{Session, Stop};
use reduce_core::template::Deletion;

use super::property::{Property, filter, program_and_property};
use super::run::{best, knowledge};

fn session(language: &str, property: &Property) -> Session {
    let (known, property) = (knowledge(language, Filter::Ranked), property.clone());
    Session::new(Arc::new(move |text: &[u8]| property.holds(&known, text)))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    /// Section 4.5 of the GTR paper.
    #[test]
    fn gtr_with_the_deletion_template_alone_is_hdd(
        (language, (text, property)) in program_and_property(),
        filter in filter(),
        minimizer in select(&Minimizer::ALL[..]),
    ) {
        let known = knowledge(language, filter);
        prop_assume!(property.holds(&known, text.as_bytes()));
        let run = |algorithm: &dyn Fn(&mut Search) -> Result<(), Stop>| {
            let session = session(language, &property);
            let document = known.language().parse(text.as_bytes());
            algorithm(&mut Search::new(&known, document, &session)).expect("nothing stops it");
            let tests = session.statistics().property_tests;
            (best(&session, &text), tests)
        };
        prop_assert_eq!(run(&|s| gtr(s, minimizer, &[&Deletion])), run(&|s| hdd(s, minimizer)));
        prop_assert_eq!(run(&|s| gtr_star(s, minimizer, &[&Deletion])), run(&|s| hdd_star(s, minimizer)));
    }

    #[test]
    fn several_jobs_come_to_the_result_of_one(
        (language, (text, property)) in program_and_property(),
        algorithm in select(&[Algorithm::Ddmin, Algorithm::HddStar, Algorithm::GtrStar, Algorithm::Perses, Algorithm::Default][..]),
        minimizer in prop::option::of(select(&Minimizer::ALL[..])),
        jobs in 2usize..5,
    ) {
        let known = knowledge(language, Filter::Ranked);
        prop_assume!(property.holds(&known, text.as_bytes()));
        let by = |jobs| {
            let session = session(language, &property).jobs(jobs);
            let document = known.language().parse(text.as_bytes());
            reduce(&known, document, &Plan { algorithm, minimizer, ..Plan::default() }, &mut [], &session).expect("nothing stops it");
            best(&session, &text)
        };
        prop_assert_eq!(by(jobs), by(1));
    }
}
