//! Reductions under a test that errs at random: they end in a text that is truly interesting.

use std::sync::{Arc, Mutex};

use fastrand::Rng;
use reduce_core::knowledge::Filter;
use reduce_core::oracle::{PropertyTest, TestError, Verdict};
use reduce_core::reduce::{Plan, reduce};
use reduce_core::session::{Confirmation, Findings, Rates, Repeat, Session, Tally};

use super::run::{best, knowledge};

/// Reductions at each rate.
const RUNS: u64 = 20;

/// Right, but for errors from a seed.
struct Noisy {
    random: Mutex<Rng>,
    false_yes: f64,
    missed_yes: f64,
}

fn is_interesting(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    text.contains("boom(") && text.contains("spark(")
}

impl PropertyTest for Noisy {
    fn verdict(&self, text: &[u8]) -> Result<Verdict, TestError> {
        let interesting = is_interesting(text);
        let errs = if interesting { self.missed_yes } else { self.false_yes };
        Ok((interesting != (self.random.lock().expect("sane").f64() < errs)).into())
    }
}

fn program() -> String {
    let unused =
        |i: usize| format!("function unused{i}(a, b) {{ if (a > b) {{ return [a, {i}]; }} else return b; }}\n");
    let many = (0..10).map(unused).collect::<String>();
    format!("{many}try {{ g(boom(1)); }} finally {{ h(); }}\n{many}while (x) y(spark(2));\n{many}")
}

/// The results of reductions under such tests, with what was found of each, and the tests that they took.
fn results(runs: u64, false_yes: f64, missed_yes: f64, repeat: Repeat) -> Vec<(String, Findings, u64)> {
    let knowledge = knowledge("javascript", Filter::Ranked);
    let original = program();
    let reduced = |seed| {
        let test = Noisy { random: Mutex::new(Rng::with_seed(seed)), false_yes, missed_yes };
        let seen = Rates { missed_yes: Tally { runs: 2, wrong: 0 }, false_yes: Tally { runs: 1, wrong: 0 } };
        let session = Session::new(Arc::new(test)).with_failing_empty(true).repeated(repeat).rechecked(seen, false);
        reduce(&knowledge, knowledge.language().parse(original.as_bytes()), &Plan::default(), &mut [], &session)
            .expect("nothing stops it");
        let tests = session.statistics().property_tests;
        (best(&session, &original), session.findings(), tests)
    };
    (0..runs).map(reduced).collect()
}

#[test]
fn a_test_that_does_not_err_costs_at_most_three_tests_more() {
    let knowledge = knowledge("javascript", Filter::Ranked);
    let session = Session::new(Arc::new(|text: &[u8]| is_interesting(text)));
    let original = program();
    reduce(&knowledge, knowledge.language().parse(original.as_bytes()), &Plan::default(), &mut [], &session)
        .expect("nothing stops it");
    let unchecked = session.statistics().property_tests;
    for (result, findings, tests) in results(1, 0.0, 0.0, Repeat::ONCE) {
        assert_eq!(result, best(&session, &original));
        assert!((unchecked + 2..=unchecked + 3).contains(&tests), "{unchecked} {tests}");
        assert_eq!((findings.confirmation, findings.contradictions), (Confirmation::Confirmed, 0));
    }
}

#[test]
fn false_yeses_lead_to_no_wrong_result() {
    for false_yes in [0.01, 0.05] {
        let all = results(RUNS, false_yes, 0.0, Repeat::ONCE);
        assert!(all.iter().any(|(_, findings, _)| findings.contradictions > 0), "there was something to find out");
        for (result, findings, _) in all {
            assert!(is_interesting(result.as_bytes()), "{result}");
            assert!(result.len() < 60 && findings.confirmation == Confirmation::Confirmed, "{findings:?}: {result}");
        }
    }
}

#[test]
fn missed_yeses_do_not_cost_the_result() {
    for (result, findings, _) in results(RUNS, 0.0, 0.1, Repeat::ONCE) {
        assert!(is_interesting(result.as_bytes()));
        assert!(result.len() < 60 && findings.confirmation == Confirmation::Confirmed, "{findings:?}: {result}");
    }
}

#[test]
fn repeats_hold_where_every_second_yes_is_missed() {
    let repeat = "3/8".parse().expect("sensible");
    for (result, _, _) in results(RUNS, 0.0, 0.5, repeat) {
        assert!(is_interesting(result.as_bytes()) && result.len() < 60, "{result}");
    }
}
