//! What a session promises to the passes.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use proptest::prelude::*;

use super::*;

fn texts(all: &[&str]) -> Vec<Arc<[u8]>> {
    all.iter().map(|text| Arc::from(text.as_bytes())).collect()
}

/// Answers only when it is no longer wanted, except to `yes` and `no`.
struct Stubborn;

impl PropertyTest for Stubborn {
    fn verdict(&self, text: &[u8]) -> Result<Verdict, TestError> {
        Ok((text == b"yes").into())
    }

    fn verdict_until(&self, text: &[u8], until: &Until) -> Result<Option<Verdict>, TestError> {
        if text != b"stuck" {
            return self.verdict(text).map(Some);
        }
        while !until.halts.iter().any(|halt| halt.is_raised()) {
            std::thread::yield_now();
        }
        Ok(None)
    }
}

#[test]
fn one_job_takes_nothing_after_the_first_interesting_text() {
    let session = Session::new(Arc::new(|text: &[u8]| text.starts_with(b"y")));
    let all = texts(&["n", "y1", "y2"]);
    let mut left = all.iter().cloned();
    let outcome = session.first_interesting("pass", &mut left).expect("runs");
    assert_eq!(outcome, Outcome { winner: Some(1), unfinished: vec![] });
    assert_eq!(left.len(), 1);
    assert_eq!(session.statistics().passes["pass"], PassCount { tries: 2, successes: 1 });
}

#[test]
fn later_tests_are_given_up_once_an_earlier_one_decides() {
    let session = Session::new(Arc::new(Stubborn)).jobs(3);
    let mut all = texts(&["no", "yes", "stuck", "stuck", "no"]).into_iter();
    let outcome = session.first_interesting("pass", &mut all).expect("runs");
    assert_eq!(outcome.winner, Some(1));
    assert!(outcome.unfinished.iter().all(|&place| place == 2 || place == 3), "{outcome:?}");
}

#[test]
fn while_one_test_takes_long_the_others_do_not_run_away_from_it() {
    let jobs = 2;
    let answered = Arc::new(AtomicUsize::new(0));
    let session = {
        let answered = Arc::clone(&answered);
        let others = AHEAD * jobs - 1;
        let slow = move |text: &[u8]| {
            while text == b"slow" && answered.load(Ordering::SeqCst) < others {
                std::thread::yield_now();
            }
            answered.fetch_add(1, Ordering::SeqCst);
            text == b"slow"
        };
        Session::new(Arc::new(slow)).jobs(jobs)
    };
    let mut taken = 0;
    let mut sequence = texts(&["slow"])
        .into_iter()
        .chain((0..).map(|i| format!("no {i}").into_bytes().into()))
        .inspect(|_| taken += 1);
    let outcome = session.first_interesting("pass", &mut sequence).expect("runs");
    drop(sequence);
    assert_eq!(outcome.winner, Some(0));
    assert_eq!(taken, session.most_ahead());
}

#[test]
fn an_interruption_gives_running_tests_up() {
    for jobs in [1, 2] {
        let halt = Arc::new(Halt::new().expect("made"));
        let raise = Arc::clone(&halt);
        let session = Session::new(Arc::new(Stubborn)).jobs(jobs).interruption(Arc::clone(&halt));
        let thread = std::thread::spawn(move || raise.raise());
        let stop = session.first_interesting("pass", &mut texts(&["no", "stuck", "stuck"]).into_iter());
        assert!(matches!(stop, Err(Stop::Interrupted)), "{jobs} jobs: {stop:?}");
        thread.join().expect("raised");
    }
}

#[test]
fn no_more_tests_run_than_the_budget_has() {
    for jobs in [1, 4] {
        let session =
            Session::new(Arc::new(|_: &[u8]| false)).jobs(jobs).budget(Budget { tests: Some(10), time: None });
        let mut endless = (0..).map(|i: u64| Arc::from(i.to_le_bytes()));
        assert!(matches!(session.first_interesting("pass", &mut endless), Err(Stop::Budget(_))));
        assert_eq!(session.statistics().property_tests, 10, "{jobs} jobs");
    }
}

#[test]
fn what_takes_no_test_may_go_on_when_tests_are_used_up_but_not_when_time_is() {
    let session = |budget| Session::new(Arc::new(|_: &[u8]| false)).budget(budget);
    let out_of_tests = session(Budget { tests: Some(1), time: None });
    out_of_tests.record("pass", Some(Verdict::Uninteresting), Duration::ZERO);
    assert!(out_of_tests.check().is_ok());
    assert!(matches!(out_of_tests.first_interesting("pass", &mut texts(&["a"]).into_iter()), Err(Stop::Budget(_))));
    let out_of_time = session(Budget { tests: None, time: Some(Duration::ZERO) });
    assert!(matches!(out_of_time.check(), Err(Stop::Budget(_))));
    let halt = Arc::new(Halt::new().expect("made"));
    halt.raise();
    let interrupted = session(Budget::default()).interruption(halt);
    assert!(matches!(interrupted.check(), Err(Stop::Interrupted)));
}

#[test]
fn a_test_that_cannot_run_or_panics_ends_the_reduction() {
    let broken = |text: &[u8]| -> bool {
        assert!(text != b"panic", "a panic on purpose");
        false
    };
    let session = Session::new(Arc::new(broken)).jobs(2);
    let stop = session.first_interesting("pass", &mut texts(&["a", "panic", "b"]).into_iter());
    assert!(matches!(stop, Err(Stop::Test(_))), "{stop:?}");
}

#[test]
fn the_listener_and_the_history_see_every_accepted_text() {
    let seen: Arc<Mutex<Vec<(u64, usize)>>> = Arc::default();
    let sink = Arc::clone(&seen);
    let session = Session::new(Arc::new(|_: &[u8]| true)).listener(Box::new(move |event, statistics| {
        if let Event::Accepted(step) = event {
            sink.lock().expect("sane").push((statistics.property_tests, step.bytes));
        }
    }));
    for text in texts(&["four", "one"]) {
        session.first_interesting("pass", &mut std::iter::once(Arc::clone(&text))).expect("runs");
        session.accept("pass", &text, 1).expect("kept");
    }
    assert_eq!(*seen.lock().expect("sane"), [(1, 4), (2, 3)]);
    assert_eq!(session.best().as_deref(), Some(&b"one"[..]));
    let statistics = session.statistics();
    assert_eq!(statistics.history.iter().map(|s| (s.tests, s.bytes)).collect::<Vec<_>>(), [(1, 4), (2, 3)]);
}

proptest! {
    #[test]
    fn the_winner_is_the_same_whatever_the_number_of_jobs(answers in prop::collection::vec(any::<bool>(), 0..20), jobs in 1usize..6) {
        let all: Vec<Arc<[u8]>> = answers.iter().map(|&yes| Arc::from([u8::from(yes)])).collect();
        let session = Session::new(Arc::new(|text: &[u8]| text == [1])).jobs(jobs);
        let outcome = session.first_interesting("pass", &mut all.into_iter()).expect("runs");
        prop_assert_eq!(outcome.winner, answers.iter().position(|&yes| yes));
        for place in outcome.unfinished {
            prop_assert!(Some(place) > outcome.winner && place < answers.len());
        }
    }
}
