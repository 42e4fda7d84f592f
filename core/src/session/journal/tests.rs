//! Tests: what a journal promises, whatever becomes of its file.

use std::fs;
use std::sync::{Arc, Mutex};

use proptest::prelude::*;
use tempfile::TempDir;

use super::super::{Budget, Event, PassCount, Session};
use super::*;
use crate::oracle::Limit;

fn subject(test: &str) -> Subject {
    let identity = Identity::new().with(test.as_bytes());
    let input = PathBuf::from("/home/me/bug.js");
    Subject { identity, time_limit: None, input, language: "javascript".to_owned(), bytes: 100 }
}

fn open(folder: &TempDir, test: &str) -> Journal {
    Journal::open(&folder.path().join("session"), &subject(test)).expect("opened")
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

#[test]
fn verdicts_are_known_to_the_next_run() {
    let folder = folder();
    let all = [Verdict::Interesting, Verdict::Uninteresting, Verdict::TimedOut, Verdict::OverLimit(Limit::Disk)];
    let mut journal = open(&folder, "test");
    for (number, verdict) in all.into_iter().enumerate() {
        journal.note(&[number as u8], verdict).expect("noted");
    }
    drop(journal);
    let journal = open(&folder, "test");
    let known: Vec<_> = (0..5).map(|number: u8| journal.verdict(&[number])).collect();
    assert_eq!(known, all.map(Some).into_iter().chain([None]).collect::<Vec<_>>());
    assert_eq!(journal.known(), 4);
}

#[test]
fn a_test_that_timed_out_under_another_limit_is_run_again() {
    let folder = folder();
    let with = |seconds| Subject { time_limit: Some(Duration::from_secs(seconds)), ..subject("test") };
    let path = folder.path().join("session");
    let mut journal = Journal::open(&path, &with(5)).expect("opened");
    journal.note(b"slow", Verdict::TimedOut).expect("noted");
    journal.note(b"no", Verdict::Uninteresting).expect("noted");
    drop(journal);
    let known = |subject: &Subject| {
        let journal = Journal::open(&path, subject).expect("opened");
        [journal.verdict(b"slow"), journal.verdict(b"no")]
    };
    assert_eq!(known(&with(5)), [Some(Verdict::TimedOut), Some(Verdict::Uninteresting)]);
    assert_eq!(known(&with(6)), [None, Some(Verdict::Uninteresting)]);
    assert_eq!(known(&subject("test")), [None, Some(Verdict::Uninteresting)]);
}

#[test]
fn verdicts_of_another_test_are_not_taken() {
    let folder = folder();
    open(&folder, "test").note(b"text", Verdict::Interesting).expect("noted");
    let opened = Journal::open(&folder.path().join("session"), &subject("another test"));
    assert!(matches!(opened, Err(JournalError::Corrupt { .. })));
}

#[test]
fn the_journal_is_written_before_a_best_so_far_and_soon_in_any_case() {
    let folder = folder();
    let mut journal = open(&folder, "test");
    let written = || {
        let connection = Connection::open(folder.path().join("session").join(DATABASE)).expect("opened");
        connection.query_row("SELECT count(*) FROM verdicts", [], |row| row.get::<_, i64>(0)).expect("read")
    };
    journal.note(b"a", Verdict::Interesting).expect("noted");
    journal.accept(1).expect("written");
    assert_eq!(written(), 1);
    std::thread::sleep(DELAY);
    journal.note(b"b", Verdict::Uninteresting).expect("noted");
    assert_eq!(written(), 2);
}

#[test]
fn one_process_at_a_time_has_it() {
    let folder = folder();
    let first = open(&folder, "test");
    let path = folder.path().join("session");
    let message = Journal::open(&path, &subject("test")).err().expect("refused").to_string();
    assert!(message.contains(&format!("another run (process {})", std::process::id())), "{message}");
    assert!(matches!(Journal::remove(&path), Err(JournalError::Busy { .. })));
    drop(first);
    open(&folder, "test");
}

#[test]
fn nobody_else_may_look_into_it() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    let shelf = Shelf::at(&folder.path().join("state/sessions"));
    let path = shelf.place(&Identity::new()).expect("made");
    Journal::open(&path, &subject("test")).expect("opened");
    for made in [shelf.root(), &path] {
        assert_eq!(fs::metadata(made).expect("there").permissions().mode() & 0o777, 0o700, "{}", made.display());
    }
}

#[test]
fn what_is_no_journal_is_told() {
    let folder = folder();
    let path = folder.path().join("session");
    let message = || Journal::open(&path, &subject("test")).err().expect("refused").to_string();
    fs::write(&path, "a file").expect("written");
    assert!(message().contains("cannot use the session"), "{}", message());
    fs::remove_file(&path).expect("removed");

    drop(open(&folder, "test"));
    let database = path.join(DATABASE);
    Connection::open(&database).and_then(|c| c.pragma_update(None, "user_version", 9)).expect("changed");
    assert!(message().contains("schema 9, this one has 1") && message().contains("--restart"), "{}", message());
    let endless = "PRAGMA user_version = 1; DROP TABLE verdicts;
        CREATE VIEW verdicts (text, verdict, time_limit, sum) AS WITH RECURSIVE one (n) AS
        (SELECT 1 UNION ALL SELECT n + 1 FROM one) SELECT n, 0, 0, 0 FROM one";
    Connection::open(&database).and_then(|c| c.execute_batch(endless)).expect("changed");
    assert!(message().contains("is damaged"), "{}", message());
    fs::write(&database, "text ".repeat(1000)).expect("written");
    assert!(message().contains("is damaged") && message().contains("--restart"), "{}", message());
    Journal::remove(&path).expect("removed");
    assert_eq!(open(&folder, "test").known(), 0);
}

#[test]
fn a_session_asks_the_journal_first_and_counts_only_what_it_tests() {
    for jobs in [1, 3] {
        let folder = folder();
        let texts = |all: &[&str]| all.iter().map(|text| Arc::from(text.as_bytes())).collect::<Vec<Arc<[u8]>>>();
        let asked: Arc<Mutex<Vec<String>>> = Arc::default();
        let run = |all: &[&str], journal: Journal| {
            let sink = Arc::clone(&asked);
            let test = move |text: &[u8]| {
                sink.lock().expect("sane").push(String::from_utf8_lossy(text).into_owned());
                text.starts_with(b"y")
            };
            let budget = Budget { tests: Some(3), time: None };
            let session = Session::new(Arc::new(test)).jobs(jobs).budget(budget).journal(journal);
            let outcome = session.first_interesting("pass", &mut texts(all).into_iter()).expect("runs");
            let statistics = session.statistics().clone();
            (outcome.winner, statistics.property_tests, statistics.replayed, statistics.passes.get("pass").copied())
        };
        let count = |tries, successes| Some(PassCount { tries, successes });
        assert_eq!(run(&["n1", "n2", "n3"], open(&folder, "test")), (None, 3, 0, count(3, 0)), "{jobs} jobs");
        // Three more than the budget has, but they cost nothing.
        let known = run(&["n1", "n2", "n3", "n4", "n5", "y1"], open(&folder, "test"));
        assert_eq!(known, (Some(5), 3, 3, count(3, 1)), "{jobs} jobs");
        assert_eq!(run(&["n4", "y1", "n6"], open(&folder, "test")), (Some(1), 0, 2, None), "{jobs} jobs");
        let mut all = asked.lock().expect("sane").clone();
        all.sort();
        assert_eq!(all, ["n1", "n2", "n3", "n4", "n5", "y1"], "{jobs} jobs: no text is tested twice");
    }
}

#[test]
fn a_journal_that_cannot_be_written_is_told_once_and_the_session_goes_on() {
    let folder = folder();
    let journal = open(&folder, "test");
    let database = folder.path().join("session").join(DATABASE);
    let told: Arc<Mutex<Vec<String>>> = Arc::default();
    let sink = Arc::clone(&told);
    let session = Session::new(Arc::new(|_: &[u8]| true)).journal(journal).listener(Box::new(move |event, _| {
        if let Event::Unjournaled(error) = event {
            sink.lock().expect("sane").push(error.to_string());
        }
    }));
    Connection::open(&database).and_then(|c| c.execute_batch("DROP TABLE verdicts")).expect("changed");
    for text in [b"aa", b"bb"] {
        let text: Arc<[u8]> = Arc::from(&text[..]);
        let outcome = session.first_interesting("pass", &mut std::iter::once(Arc::clone(&text))).expect("runs");
        assert_eq!(outcome.winner, Some(0));
        session.accept("pass", &text, 1).expect("kept");
    }
    assert_eq!(told.lock().expect("sane").len(), 1);
    assert_eq!(session.best().as_deref(), Some(&b"bb"[..]));
}

#[test]
fn sessions_are_listed_and_removed() {
    let folder = folder();
    let shelf = Shelf::at(folder.path());
    assert!(shelf.sessions().expect("read").is_empty());
    let setting = Identity::new();
    let mut journals: Vec<Journal> = ["done", "ended", "running"]
        .iter()
        .map(|name| {
            let subject = subject(name);
            Journal::open(&shelf.place(&subject.identity).expect("made"), &subject).expect("opened")
        })
        .collect();
    for journal in &mut journals {
        journal.begin(&setting, Path::new("/home/me/bug.reduced.js"), 100).expect("written");
        journal.note(b"text", Verdict::Interesting).expect("noted");
        journal.accept(4).expect("written");
    }
    let running = journals.pop().expect("three");
    journals[0].done().expect("written");
    drop(journals);
    fs::create_dir(folder.path().join("something else")).expect("made");

    let mut all = shelf.sessions().expect("read");
    all.sort_by_key(|session| format!("{:?}", session.state));
    let states: Vec<_> = all.iter().map(|session| session.state).collect();
    assert_eq!(states, [KeptState::Done, KeptState::Interrupted, KeptState::Running]);
    let contents = all[0].contents.as_ref().expect("readable");
    let seen = (contents.input.as_path(), &*contents.language, contents.original, contents.best, contents.verdicts);
    assert_eq!(seen, (Path::new("/home/me/bug.js"), "javascript", 100, Some(4), 1));
    assert!(all[0].size > 0);

    assert!(shelf.remove(&all[0].id).expect("removed"));
    assert!(!shelf.remove(&all[2].id).expect("left alone"), "a run is at it");
    drop(running);
    assert_eq!(shelf.sessions().expect("read").len(), 2);
}

#[test]
fn what_is_too_old_goes() {
    let folder = folder();
    let shelf = Shelf::at(folder.path());
    for (name, days) in [("young", 59), ("old", 61)] {
        let subject = subject(name);
        let place = shelf.place(&subject.identity).expect("made");
        drop(Journal::open(&place, &subject).expect("opened"));
        let then = SystemTime::now() - Duration::from_secs(days * 24 * 3600);
        for file in fs::read_dir(&place).expect("there") {
            let file = fs::File::options().write(true).open(file.expect("an entry").path()).expect("opened");
            file.set_modified(then).expect("set");
        }
    }
    shelf.tidy().expect("read");
    let left: Vec<String> = shelf.sessions().expect("read").into_iter().map(|session| session.id).collect();
    assert_eq!(left, [subject("young").identity.to_string()]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn damage_is_told_or_harmless_but_never_a_wrong_verdict(
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..40),
        in_wal: bool,
    ) {
        let folder = folder();
        let mut journal = open(&folder, "test");
        let verdict = |number: u32| if number.is_multiple_of(3) { Verdict::Interesting } else { Verdict::Uninteresting };
        for number in 0..300u32 {
            journal.note(&number.to_le_bytes(), verdict(number)).expect("noted");
        }
        journal.accept(1).expect("written");
        let session = folder.path().join("session");
        let copy = folder.path().join("copy");
        fs::create_dir(&copy).expect("made");
        // While it is open there is something in the WAL.
        if in_wal {
            for file in fs::read_dir(&session).expect("there").flatten() {
                fs::copy(file.path(), copy.join(file.file_name())).expect("copied");
            }
        }
        drop(journal);
        if !in_wal {
            fs::copy(session.join(DATABASE), copy.join(DATABASE)).expect("copied");
        }
        let path = copy.join(if in_wal { format!("{DATABASE}-wal") } else { DATABASE.to_owned() });
        let mut bytes = fs::read(&path).expect("there");
        for (place, byte) in damage {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        fs::write(&path, bytes).expect("written");
        match Journal::open(&copy, &subject("test")) {
            Err(error) => prop_assert!(error.to_string().contains("--session"), "{error}"),
            Ok(mut journal) => {
                for number in 0..300u32 {
                    let known = journal.verdict(&number.to_le_bytes());
                    prop_assert!(known.is_none_or(|known| known == verdict(number)));
                }
                // Writing may fail, but not otherwise.
                let _ = journal.note(b"more", Verdict::Interesting).and_then(|()| journal.accept(1));
            }
        }
    }
}
