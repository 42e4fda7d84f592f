//! What the search promises to passes, and passes to the search.

use std::sync::{Arc, Mutex};

use reduce_core::knowledge::{Filter, Knowledge, Tables};
use reduce_core::language::{Document, Language, Patch};
use reduce_core::plugin::{About, Kind, Pass, Trouble};
use reduce_core::reduce::{Plan, reduce};
use reduce_core::session::Session;

/// Replaces a word by another; its instances are the occurrences.
struct Words {
    about: About,
    pair: (&'static str, &'static str),
    counts: bool,
    instances: Vec<Patch>,
}

fn words(name: &str, kind: Kind, from: &'static str, to: &'static str) -> Box<dyn Pass> {
    let (plugin, version, description) = ("test".to_owned(), "1".to_owned(), String::new());
    let about = About { plugin, version, name: name.to_owned(), description, languages: Vec::new(), kind };
    Box::new(Words { about, pair: (from, to), counts: false, instances: Vec::new() })
}

impl Pass for Words {
    fn about(&self) -> &About {
        &self.about
    }

    fn open(&mut self, document: &Document) -> Result<Option<u64>, Trouble> {
        let text = std::str::from_utf8(document.text()).map_err(|e| Trouble::Refused(e.to_string()))?;
        let (from, to) = self.pair;
        let found = text.match_indices(from);
        self.instances =
            found.map(|(at, _)| Patch { range: at..at + from.len(), text: to.as_bytes().to_vec() }).collect();
        // Every other time it does not know.
        self.counts = !self.counts;
        Ok(self.counts.then_some(self.instances.len() as u64))
    }

    fn apply(&mut self, instance: u64) -> Result<Option<Vec<Patch>>, Trouble> {
        Ok(self.instances.get(instance as usize).map(|patch| vec![patch.clone()]))
    }
}

/// Replaces constants by 1, but never 1 by 1.
struct Constants(About, Vec<Patch>);

impl Pass for Constants {
    fn about(&self) -> &About {
        &self.0
    }
    fn open(&mut self, document: &Document) -> Result<Option<u64>, Trouble> {
        let tree = document.tree();
        let digits = |text: &[u8]| text.iter().all(u8::is_ascii_digit) && text != b"1";
        let constants = tree.nodes().filter(|&n| tree.is_token(n) && digits(document.node_text(n)));
        self.1 = constants.map(|n| Patch { range: tree.range(n), text: b"1".to_vec() }).collect();
        Ok(Some(self.1.len() as u64))
    }
    fn apply(&mut self, instance: u64) -> Result<Option<Vec<Patch>>, Trouble> {
        Ok(self.1.get(instance as usize).map(|patch| vec![patch.clone()]))
    }
}

/// What a reduction came to.
struct Reduced {
    text: String,
    /// The texts that were tested.
    tested: Vec<String>,
    session: Session,
}

impl Reduced {
    fn tries(&self, pass: &str) -> u64 {
        self.session.statistics().passes.get(pass).map_or(0, |count| count.tries)
    }
}

/// Reduces a text with passes, and without tables: the grammar's templates only.
fn reduced(
    language: &str,
    text: &str,
    passes: &mut [Box<dyn Pass>],
    jobs: usize,
    property: impl Fn(&str) -> bool + Send + Sync + 'static,
) -> Reduced {
    assert!(property(text), "the original has the property");
    let language = Language::named(language).expect("built in");
    let knowledge = Knowledge::new(language, Tables::default(), Filter::Ranked);
    let tested = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&tested);
    let logged = move |text: &[u8]| {
        let text = String::from_utf8_lossy(text).into_owned();
        let answer = property(&text);
        log.lock().expect("no test panics").push(text);
        answer
    };
    let session = Session::new(Arc::new(logged)).jobs(jobs);
    let document = knowledge.language().parse(text.as_bytes());
    reduce(&knowledge, document, &Plan::default(), passes, &session).expect("nothing stops it");
    let best = session.best().map_or_else(|| text.to_owned(), |best| String::from_utf8_lossy(&best).into_owned());
    let tested = tested.lock().expect("no test panics").clone();
    Reduced { text: best, tested, session }
}

/// So many numbers in a JSON string (for templates that is a single token), and the numbers of one like it.
fn list(length: usize) -> String {
    format!("\"{}\"", vec!["11"; length].join(","))
}

fn numbers(text: &str) -> Option<Vec<&str>> {
    Some(text.strip_prefix('"')?.strip_suffix('"')?.split(',').collect())
}

#[test]
fn the_walk_through_of_the_essay() {
    let program = |x: &str, zero: &str, y: &str| {
        format!("int foo (void) {{\n  int x = {x};\n  int y = x / {zero};\n  return y + {y};\n}}\n")
    };
    let about = words("ones", Kind::Shrinks, "", "").about().clone();
    let ours: Vec<String> = ["33", "1"]
        .iter()
        .flat_map(|x| ["0", "1"].map(|zero| ["66", "1"].map(|y| program(x, zero, y))))
        .flatten()
        .collect();
    let property = {
        let ours = ours.clone();
        move |text: &str| ours.iter().any(|one| one == text) && text.contains("x / 0")
    };
    let mut passes: Vec<Box<dyn Pass>> = vec![Box::new(Constants(about, Vec::new()))];
    let reduced = reduced("c", &program("33", "0", "66"), &mut passes, 1, property);
    let walk: Vec<&String> = reduced.tested.iter().filter(|text| ours.contains(text)).collect();
    // In between the essay's reducer tries x / 1, which in our order of texts is not smaller than x / 0.
    assert_eq!(walk, [&program("1", "0", "66"), &program("1", "0", "1")]);
    assert_eq!(reduced.text, program("1", "0", "1"));
}

#[test]
fn a_thousand_instances_that_all_succeed_cost_few_tests() {
    let property =
        |text: &str| numbers(text).is_some_and(|all| all.len() == 1000 && all.iter().all(|n| ["11", "1"].contains(n)));
    let mut passes = [words("ones", Kind::Shrinks, "11", "1")];
    let reduced = reduced("json", &list(1000), &mut passes, 1, property);
    assert!(!reduced.text.contains("11"), "{}", reduced.text);
    assert!(reduced.tries("ones") <= 12, "{} tests", reduced.tries("ones"));
}

#[test]
fn failures_in_between_halve_the_chunks() {
    let property = |text: &str| {
        numbers(text).is_some_and(|all| {
            let right = |(place, number): (usize, &&str)| *number == "11" || (*number == "1" && place % 100 != 50);
            all.len() == 1000 && all.iter().enumerate().all(right)
        })
    };
    let mut passes = [words("ones", Kind::Shrinks, "11", "1")];
    let reduced = reduced("json", &list(1000), &mut passes, 1, property);
    assert_eq!(reduced.text.matches("11").count(), 10, "{}", reduced.text);
    assert!(reduced.tries("ones") < 250, "{} tests", reduced.tries("ones"));
}

#[test]
fn the_second_time_from_the_other_end_whether_the_count_is_known_or_not() {
    // Each needs all behind it to be done: forward only the last one succeeds.
    let property = |text: &str| {
        numbers(text).is_some_and(|all| {
            all.len() == 64
                && all.is_sorted_by(|a, b| a.len() >= b.len())
                && all.iter().all(|n| ["11", "1"].contains(n))
        })
    };
    let mut passes = [words("ones", Kind::Shrinks, "11", "1")];
    let reduced = reduced("json", &list(64), &mut passes, 1, property);
    assert!(!reduced.text.contains("11"), "{}", reduced.text);
    assert!(reduced.tries("ones") < 100, "{} tests", reduced.tries("ones"));
}

#[test]
fn what_failed_is_tried_again_only_where_the_text_has_changed() {
    let function =
        |name: &str, body: &str| format!("function {name}() {{\n{}  {body};\n}}\n", "  call(a, b);\n".repeat(20));
    let keep = function("one", "keep(77)");
    let text = keep.clone() + &function("two", "rest(88)");
    let wanted = [text.clone(), keep.clone() + &function("two", "rest(1)")];
    let mut passes =
        [words("seventy-seven", Kind::Shrinks, "77", "1"), words("eighty-eight", Kind::Shrinks, "88", "1")];
    let result = wanted[1].clone();
    let reduced = reduced("javascript", &text, &mut passes, 1, move |text| wanted.iter().any(|one| one == text));
    assert_eq!(reduced.text, result);
    assert_eq!(reduced.tries("eighty-eight"), 1);
    assert_eq!(reduced.tries("seventy-seven"), 1, "nothing has changed near it");
}

#[test]
fn a_pump_may_enlarge_as_long_as_the_end_is_smaller() {
    let property = |text: &str| text.contains("g(12345)") || (text.contains("let x = 12345;") && text.contains("g(x)"));
    let mut passes = [words("inline", Kind::Pump, "g(x)", "g(12345, x, x)")];
    let reduced = reduced("javascript", "let x = 12345;\ng(x);\n", &mut passes, 1, property);
    assert_eq!(reduced.text.trim(), "let x = 12345;\ng(x)", "g(12345, ...) is not wanted");
    let property = |text: &str| text.contains("g(12345") || (text.contains("let x = 12345;") && text.contains("g(x)"));
    let reduced = self::reduced("javascript", "let x = 12345;\ng(x);\n", &mut passes, 1, property);
    assert!(reduced.text.starts_with("g(12345)"), "{}", reduced.text);
    let sizes: Vec<usize> = reduced.session.statistics().history.iter().map(|step| step.tokens).collect();
    assert!(sizes.is_sorted_by(|a, b| a >= b), "the best so far never grows: {sizes:?}");
}

#[test]
fn a_branch_that_comes_to_nothing_is_dropped() {
    let property = |text: &str| text.contains("g(x");
    let mut passes = [words("inflate", Kind::Pump, "g(x)", "g(x, y, z(1, 2, 3))")];
    let reduced = reduced("javascript", "let x = 1;\ng(x);\n", &mut passes, 1, property);
    assert_eq!(reduced.text.trim(), "g(x)");
    assert!(reduced.tries("inflate") > 0);
}

#[test]
fn several_jobs_come_to_the_result_of_one() {
    let text = list(40).replace("11,11,11", "11,12,11");
    let by = |jobs| {
        let property = |text: &str| {
            numbers(text).is_some_and(|all| all.len() > 30 && all.iter().filter(|n| **n == "12").count() > 4)
        };
        let mut passes = [
            words("ones", Kind::Shrinks, "11", "1"),
            words("twice", Kind::Pump, "1,", "1,3,"),
            words("twos", Kind::Polishes, "12", "2"),
        ];
        reduced("json", &text, &mut passes, jobs, property).text
    };
    let one = by(1);
    assert_eq!(by(2), one);
    assert_eq!(by(4), one);
}
