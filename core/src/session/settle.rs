//! How a reduction under a test that may be flaky comes to its end.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::event::{Contradiction, Event};
use super::rates::Rates;
use super::trust::{Confirmation, Findings, Standing, Trust};
use super::{Session, Stop};
use crate::oracle::{Halt, Until};

/// After Ctrl-C the test is asked about the result for so long.
const LAST_WORD: Duration = Duration::from_millis(500);

impl Session {
    /// Has what is accepted asked about again. `rates` is what the initial check has seen of the test's errors; `measured`
    /// says that this is enough to count on.
    #[must_use]
    pub fn rechecked(self, rates: Rates, measured: bool) -> Self {
        Session { rechecks: Some((rates, measured)), ..self }
    }

    /// A reduction begins, with this original of so many tokens. If it goes on from the result of another one, what was
    /// found out about the test is known still.
    pub fn begin(&self, original: &Arc<[u8]>, tokens: usize) {
        let earlier = self.trust.take();
        let trust = self.rechecks.map(|(rates, measured)| match earlier {
            Some(earlier) => earlier.begin_again(Arc::clone(original), tokens),
            None => Trust::new(Arc::clone(original), tokens, rates, measured),
        });
        *self.trust.borrow_mut() = trust;
    }

    /// The accepted texts that the reduction can go back to, oldest first, the original among them; none where nothing is
    /// asked about again.
    pub fn ancestors(&self) -> Vec<Arc<[u8]>> {
        let texts =
            |trust: &mut Trust| trust.ancestry.line().iter().map(|ancestor| Arc::clone(&ancestor.text)).collect();
        self.trust(texts).unwrap_or_default()
    }

    /// A reducer has come to its end, or was stopped: asks about its result again. If that does not hold, the session
    /// goes back to the last accepted text that does. The text to go on from, if the reduction is not over.
    ///
    /// # Errors
    /// [`Stop`] when the reduction is over before its reducer was done, or before that is confirmed what came of it.
    pub fn settle(&self, ended: Result<(), Stop>) -> Result<Option<Arc<[u8]>>, Stop> {
        let Some(yeses) = self.trust(|trust| trust.yeses_wanted()) else { return ended.map(|()| None) };
        let halts: Vec<&Halt> = self.interruption.iter().map(|halt| &**halt).collect();
        let until = Until { deadline: self.budget.deadline(self.started), halts: &halts, rank: 0 };
        match ended {
            Ok(()) => match self.holds_afresh(yeses, &until) {
                Ok(true) => Ok(None),
                Ok(false) => self.go_back(&until).map(|text| self.may_doubt_on().then_some(text)),
                // A single yes is enough where there is no room for more.
                Err(Stop::Budget(_)) if self.findings().confirmation == Confirmation::Confirmed => Ok(None),
                Err(stop) => Err(stop),
            },
            Err(Stop::Contradicted) => self.go_back(&until).map(|text| self.may_doubt_on().then_some(text)),
            Err(stop @ Stop::Budget(_)) => Err(self.last_word(stop, &until)),
            Err(stop @ Stop::Interrupted) => {
                let soon = Instant::now().checked_add(LAST_WORD);
                Err(self.last_word(stop, &Until { deadline: soon, halts: &[], rank: 0 }))
            }
            Err(stop) => Err(stop),
        }
    }

    /// Whether the best so far holds under a test that remembers nothing of the candidates before.
    fn holds_afresh(&self, yeses: u32, until: &Until) -> Result<bool, Stop> {
        self.test.forget();
        self.holds(yeses, until)
    }

    /// What has come of the re-checks so far.
    pub fn findings(&self) -> Findings {
        let repeat = self.repeat.get();
        let unchecked = Findings { confirmation: Confirmation::NotAsked, contradictions: 0, rates: None, repeat };
        self.trust(|trust| trust.findings(self.holds_better(), repeat)).unwrap_or(unchecked)
    }

    /// Asks about the result of a reduction that was stopped, as far as there is room. Why it ends.
    fn last_word(&self, stop: Stop, until: &Until) -> Stop {
        let settled = match self.holds(1, until) {
            Ok(false) => self.go_back(until).map(drop),
            held => held.map(drop),
        };
        match settled {
            // Without room the result is not confirmed, which the findings say.
            Ok(()) | Err(Stop::Budget(_) | Stop::Interrupted) => stop,
            Err(worse) => worse,
        }
    }

    /// The best so far does not hold: goes back to the last accepted text that does. That is found by bisection, since
    /// what comes from a text without the bug is without it, too. Where there is no room for that, it is the last one
    /// that is known to hold.
    fn go_back(&self, until: &Until) -> Result<Arc<[u8]>, Stop> {
        let found = self.trust(|trust| (trust.standing, trust.ancestry.line().to_vec()));
        let Some((refuted, line)) = found else { return Err(Stop::Contradicted) };
        let (mut holding, mut failing) = (0, line.len() - 1);
        let mut standing = Standing { holds: Some(true), ..Standing::default() };
        while failing > holding + 1 {
            let middle = usize::midpoint(holding, failing);
            let mut asked = Standing::default();
            match self.decide(&line[middle].text, &mut asked, until) {
                Ok(true) => (holding, standing) = (middle, asked),
                Ok(false) => failing = middle,
                Err(Stop::Budget(_) | Stop::Interrupted) => break,
                Err(stop) => return Err(stop),
            }
        }
        let tests = self.statistics.borrow().property_tests;
        if let Some(repeat) = self.trust(|trust| trust.go_back(holding, standing, tests)) {
            self.repeat.set(repeat);
        }
        let back = line[holding].clone();
        let contradiction = Contradiction {
            refuted: line[line.len() - 1].text.len(),
            yes: refuted.yes,
            runs: refuted.runs(),
            back_to: back.text.len(),
            repeat: self.repeat.get(),
        };
        self.tell(&Event::Contradicted(&contradiction));
        self.take_back(&back.text, back.tokens)?;
        Ok(back.text)
    }

    fn may_doubt_on(&self) -> bool {
        self.trust(|trust| trust.may_go_on()).unwrap_or(false)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::super::{BestFile, Budget, Spent};
    use super::*;

    const ORIGINAL: &[u8] = b"the whole of it";
    const HALF: &[u8] = b"half of it";
    const WRONG: &[u8] = b"wrong";

    /// Under a test that stands by the original and by half of it only.
    fn session(file: &Path) -> Session {
        let test = |text: &[u8]| text == ORIGINAL || text == HALF;
        let best = BestFile::new(file, file).expect("a place");
        let session =
            Session::new(Arc::new(test)).with_failing_empty(true).rechecked(Rates::default(), false).file(best);
        session.begin(&ORIGINAL.into(), 4);
        session
    }

    #[test]
    fn what_does_not_hold_is_taken_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("bug.js");
        let session = session(&file);
        session.accept("pass", &HALF.into(), 3).expect("kept");
        session.accept("pass", &WRONG.into(), 1).expect("kept");
        assert_eq!(session.settle(Ok(())).expect("not over").as_deref(), Some(HALF));
        assert_eq!((session.best().as_deref(), fs::read(&file).expect("there")), (Some(HALF), HALF.to_vec()));
        let findings = session.findings();
        assert_eq!((findings.confirmation, findings.contradictions), (Confirmation::Confirmed, 1));
        assert!(findings.repeat.most_runs() > 1 && findings.rates.is_some());
        assert_eq!(session.statistics().history.last().map(|step| step.pass.clone()), Some("back".to_owned()));
        assert_eq!(session.settle(Ok(())).expect("over"), None);
    }

    #[test]
    fn a_reduction_that_was_stopped_says_what_it_knows_of_its_result() {
        let folder = tempfile::tempdir().expect("a folder");
        let stopped = |text: &[u8], tests: u64| {
            let session = session(&folder.path().join("bug.js")).budget(Budget { tests: Some(tests), time: None });
            session.accept("pass", &text.into(), 1).expect("kept");
            let stop = session.settle(Err(Stop::Budget(Spent::Tests)));
            assert!(matches!(stop, Err(Stop::Budget(Spent::Tests))), "{stop:?}");
            session.findings().confirmation
        };
        assert_eq!(stopped(HALF, 0), Confirmation::NotAsked);
        assert_eq!(stopped(HALF, 1), Confirmation::Confirmed);
        assert_eq!(stopped(WRONG, 1), Confirmation::Doubtful);
        assert_eq!(stopped(WRONG, 1000), Confirmation::Confirmed, "it is the original again");
    }

    #[test]
    fn after_an_interruption_there_is_one_more_test() {
        let folder = tempfile::tempdir().expect("a folder");
        let halt = Arc::new(Halt::new().expect("made"));
        let session = session(&folder.path().join("bug.js")).interruption(Arc::clone(&halt));
        session.accept("pass", &HALF.into(), 1).expect("kept");
        halt.raise();
        assert!(matches!(session.settle(Err(Stop::Interrupted)), Err(Stop::Interrupted)));
        assert_eq!(session.findings().confirmation, Confirmation::Confirmed);
        assert_eq!(session.statistics().property_tests, 1);
    }

    #[test]
    fn what_the_file_held_before_gives_way_if_it_does_not_hold() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("bug.js");
        fs::write(&file, WRONG).expect("written");
        let session = session(&file).holding(WRONG.into(), 1);
        session.accept("pass", &HALF.into(), 3).expect("kept");
        assert_eq!(fs::read(&file).expect("there"), WRONG, "what is better stays as long as nothing speaks against it");
        assert_eq!(session.settle(Ok(())).expect("over"), None);
        assert_eq!((session.best().as_deref(), fs::read(&file).expect("there")), (Some(HALF), HALF.to_vec()));
    }
}
