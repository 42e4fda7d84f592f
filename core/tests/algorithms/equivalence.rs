//! What comes to the same result, and has to.

use std::sync::Arc;
use std::time::Duration;

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

/// The result with so many jobs, and the steps to it, if tests take up to so long.
fn steps_to(
    language: &'static str,
    property: &Property,
    text: &str,
    plan: Plan,
    jobs: usize,
    longest: Duration,
) -> (String, Vec<(usize, usize, String)>) {
    let (known, judge) = (knowledge(language, Filter::Ranked), property.clone());
    let answers = move |candidate: &[u8]| {
        let share = candidate.iter().fold(7u32, |sum, &byte| sum.wrapping_mul(31).wrapping_add(u32::from(byte))) % 8;
        std::thread::sleep(longest * (share + 1) / 8);
        judge.holds(&known, candidate)
    };
    let session = Session::new(Arc::new(answers)).jobs(jobs);
    let known = knowledge(language, Filter::Ranked);
    let document = known.language().parse(text.as_bytes());
    reduce(&known, document, &plan, &mut [], &session).expect("nothing stops it");
    let steps = session.statistics().history.iter().map(|step| (step.bytes, step.tokens, step.pass.clone())).collect();
    (best(&session, text), steps)
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
        jobs in 2usize..12,
    ) {
        let known = knowledge(language, Filter::Ranked);
        prop_assume!(property.holds(&known, text.as_bytes()));
        let by = |jobs| steps_to(language, &property, &text, Plan { algorithm, minimizer, ..Plan::default() }, jobs, Duration::ZERO);
        prop_assert_eq!(by(jobs), by(1));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    /// Tests that take long enough to go ahead of them, none as long as the next.
    #[test]
    fn a_search_that_is_ahead_of_its_tests_comes_to_the_result_of_one_that_waits(
        (language, (text, property)) in program_and_property(),
        jobs in 2usize..12,
    ) {
        let known = knowledge(language, Filter::Ranked);
        prop_assume!(property.holds(&known, text.as_bytes()));
        let by = |jobs, longest| steps_to(language, &property, &text, Plan::default(), jobs, longest);
        prop_assert_eq!(by(jobs, Duration::from_millis(20)), by(1, Duration::ZERO));
    }
}
