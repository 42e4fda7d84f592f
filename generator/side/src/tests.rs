//! Tests: what is recorded is followed; what cannot be followed is replaced by what is possible.

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use tempfile::TempDir;

use super::*;

/// A step of a generator.
#[derive(Clone, Debug)]
enum Step {
    Index(u32, u64),
    Unit(u32),
    Bytes(u32, usize),
    Loop(u32, Vec<Vec<Step>>),
    Function(u32, Vec<(u32, Vec<Step>)>),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let draw = prop_oneof![
        (0..3_u32, 1..9_u64).prop_map(|(site, bound)| Step::Index(site, bound)),
        (0..3_u32).prop_map(Step::Unit),
        (0..3_u32, 0..9_usize).prop_map(|(site, count)| Step::Bytes(site, count)),
    ];
    let step = draw.prop_recursive(4, 40, 4, |inner| {
        let block = prop::collection::vec(inner.clone(), 0..4);
        // A round begins with something.
        let round = prop::collection::vec(inner, 1..4);
        prop_oneof![
            (0..3_u32, prop::collection::vec(block, 0..4)).prop_map(|(site, parts)| Step::Loop(site, parts)),
            (0..3_u32, prop::collection::vec((0..3_u32, round), 1..4))
                .prop_map(|(site, rounds)| Step::Function(site, rounds)),
        ]
    });
    prop::collection::vec(step, 0..6)
}

/// Runs the steps; what was drawn. Draws that are not followed come from this state.
fn run(side: &mut Side, steps: &[Step], state: &mut u64, drawn: &mut Vec<u64>) {
    for step in steps {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let fresh = *state >> 33;
        match step {
            Step::Index(place, bound) => {
                let place = side.site(Kind::Draw, None, &format!("index {place} {bound}"));
                let at = side.index(place, u128::from(*bound), &Unlabelled, || u128::from(fresh % bound));
                assert!(at < u128::from(*bound));
                drawn.push(at as u64);
            }
            Step::Unit(place) => {
                let place = side.site(Kind::Draw, None, &format!("unit {place}"));
                let unit = side.unit(place, || fresh as f64 / (1_u64 << 31) as f64);
                assert!((0.0..1.0).contains(&unit));
                drawn.push(unit.to_bits());
            }
            Step::Bytes(place, count) => {
                let place = side.site(Kind::Draw, None, &format!("bytes {place} {count}"));
                let mut bytes = vec![0; *count];
                side.bytes(place, &mut bytes, |bytes| bytes.fill(fresh as u8));
                drawn.extend(bytes.into_iter().map(u64::from));
            }
            Step::Loop(place, parts) => {
                let place = side.site(Kind::For, None, &format!("loop {place}"));
                side.enter(place);
                for part in parts {
                    side.next(place, None);
                    run(side, part, state, drawn);
                }
                side.leave(place);
            }
            Step::Function(place, rounds) => {
                let place = side.site(Kind::Frame, Some("function"), &format!("function {place}"));
                side.enter(place);
                for (level, part) in rounds {
                    let first = first(side, part);
                    side.round(place, *level, first);
                    run(side, part, state, drawn);
                }
                side.leave(place);
            }
        }
    }
}

fn first(side: &mut Side, round: &[Step]) -> SiteNumber {
    match round.first() {
        Some(Step::Index(place, bound)) => side.site(Kind::Draw, None, &format!("index {place} {bound}")),
        Some(Step::Unit(place)) => side.site(Kind::Draw, None, &format!("unit {place}")),
        Some(Step::Bytes(place, count)) => side.site(Kind::Draw, None, &format!("bytes {place} {count}")),
        Some(Step::Loop(place, _)) => side.site(Kind::For, None, &format!("loop {place}")),
        Some(Step::Function(place, _)) => side.site(Kind::Frame, Some("function"), &format!("function {place}")),
        None => side.site(Kind::Draw, None, "nothing"),
    }
}

fn given_up() -> ! {
    panic!("given up")
}

/// What is drawn, and the trace.
fn traced(folder: &Path, steps: &[Step], seed: u64, followed: Option<&str>) -> (Vec<u64>, String) {
    let (record, replay) = (folder.join("recorded"), folder.join("followed"));
    if let Some(text) = followed {
        fs::write(&replay, text).expect("written");
    }
    let replay = followed.map(|_| replay.as_path());
    let mut side = Side::open(&record, replay, Opened::Replaced, given_up).expect("opened");
    let (mut state, mut drawn) = (seed, Vec::new());
    run(&mut side, steps, &mut state, &mut drawn);
    side.end();
    (drawn, fs::read_to_string(record).expect("a trace"))
}

fn events(trace: &str) -> String {
    trace.lines().filter(|line| !line.starts_with('#')).skip(1).map(|line| line.to_owned() + "\n").collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_recorded_is_followed(steps in steps(), seed in any::<u64>()) {
        let folder = TempDir::new().expect("a folder");
        let (drawn, trace) = traced(folder.path(), &steps, seed, None);
        let followed = format!("{HEADER} {VERSION} halt\n{}", events(&trace));
        let (again, same) = traced(folder.path(), &steps, !seed, Some(&followed));
        prop_assert_eq!(again, drawn);
        prop_assert_eq!(events(&same), events(&trace));
    }

    #[test]
    fn whatever_is_left_out_something_possible_is_drawn(
        steps in steps(), other in steps(), kept in prop::collection::vec(any::<bool>(), 400)
    ) {
        let folder = TempDir::new().expect("a folder");
        let (_, trace) = traced(folder.path(), &steps, 7, None);
        let mut kept = kept.into_iter().chain(std::iter::repeat(true));
        let left: String = events(&trace)
            .lines()
            .filter(|line| !line.starts_with('?') || kept.next() == Some(true))
            .map(|line| line.to_owned() + "\n")
            .collect();
        let followed = format!("{HEADER} {VERSION} re-align\n{left}");
        let (drawn, same) = traced(folder.path(), &other, 9, Some(&followed));
        let (again, _) = traced(folder.path(), &other, 11, Some(&followed));
        prop_assert_eq!(&drawn, &again, "a replay is the same every time");
        prop_assert!(same.ends_with(".\n"));
    }
}

/// Rounds of one function as sites of draws with what the trace has, and those of a run; what the run draws.
fn followed(recorded: &[(u32, &[(&str, u64)])], run: &[(u32, &[&str])]) -> Vec<u64> {
    let folder = TempDir::new().expect("a folder");
    let (record, replay) = (folder.path().join("recorded"), folder.path().join("followed"));
    let draw = |side: &mut Side, place: &str, value: u64| {
        let site = side.site(Kind::Draw, None, place);
        side.index(site, 100, &Unlabelled, || u128::from(value)) as u64
    };
    let begin = |side: &mut Side, level: u32, first: &str| {
        let function = side.site(Kind::Frame, Some("f"), "f");
        let first = side.site(Kind::Draw, None, first);
        side.round(function, level, first);
    };
    let enter = |side: &mut Side| {
        let function = side.site(Kind::Frame, Some("f"), "f");
        side.enter(function);
    };
    let mut side = Side::open(&record, None, Opened::Replaced, given_up).expect("opened");
    enter(&mut side);
    for (level, draws) in recorded {
        begin(&mut side, *level, draws[0].0);
        draws.iter().for_each(|(place, value)| {
            draw(&mut side, place, *value);
        });
    }
    drop(side);
    let trace = fs::read_to_string(&record).expect("a trace");
    fs::write(&replay, format!("{HEADER} {VERSION} re-align\n{}", events(&trace))).expect("written");
    let mut side = Side::open(&record, Some(&replay), Opened::Replaced, given_up).expect("opened");
    enter(&mut side);
    let mut drawn = Vec::new();
    for (level, draws) in run {
        begin(&mut side, *level, draws[0]);
        drawn.extend(draws.iter().map(|place| draw(&mut side, place, 99)));
    }
    drawn
}

#[test]
fn what_follows_a_loop_is_found_although_the_loop_ends_earlier() {
    let recorded: [(u32, &[_]); 3] =
        [(0, &[("count", 3), ("member", 1)]), (1, &[("member", 2)]), (1, &[("member", 3), ("after", 7)])];
    assert_eq!(followed(&recorded, &[(0, &["count", "member", "after"])]), [3, 1, 7]);
    assert_eq!(followed(&recorded, &[(0, &["count", "after"])]), [3, 7]);
}

#[test]
fn an_optional_choice_of_an_iteration_is_not_taken_from_a_later_one() {
    let recorded: [(u32, &[_]); 3] =
        [(0, &[("kind", 1)]), (0, &[("kind", 2), ("option", 5)]), (0, &[("kind", 3), ("option", 6)])];
    let run: [(u32, &[_]); 3] = [(0, &["kind", "option"]), (0, &["kind", "option"]), (0, &["kind"])];
    assert_eq!(followed(&recorded, &run), [1, 0, 2, 5, 3]);
}

#[test]
fn an_inner_loop_does_not_go_on_in_the_next_iteration_of_the_outer_one() {
    let recorded: [(u32, &[_]); 3] =
        [(0, &[("outer", 1), ("inner", 2)]), (1, &[("inner", 3)]), (0, &[("outer", 4), ("inner", 5)])];
    let run: [(u32, &[_]); 4] = [(0, &["outer", "inner"]), (1, &["inner"]), (1, &["inner"]), (0, &["outer", "inner"])];
    assert_eq!(followed(&recorded, &run), [1, 2, 3, 0, 4, 5]);
    // One that ends earlier does not hold up the outer loop.
    let run: [(u32, &[_]); 2] = [(0, &["outer", "inner"]), (0, &["outer", "inner"])];
    assert_eq!(followed(&recorded, &run), [1, 2, 4, 5]);
}

/// What a call of `inner` draws where the trace has it in the call of another function, or in several.
fn drawn_elsewhere(strategy: &str, calls: usize) -> (Vec<u64>, String) {
    let folder = TempDir::new().expect("a folder");
    let (record, replay) = (folder.path().join("recorded"), folder.path().join("followed"));
    let sites = ":1 draw - kind\n:2 call - one\n:3 call - other\n:4 call - inner\n:5 draw - number\n";
    let inner = |number: u64| format!("(4\n?5 i {number} 1000\n)4\n");
    let trace = format!("{HEADER} {VERSION} {strategy}\n{sites}?1 i 0 2\n(2\n{}{})2\n.\n", inner(17), inner(23));
    fs::write(&replay, trace).expect("written");
    let mut side = Side::open(&record, Some(&replay), Opened::Replaced, given_up).expect("opened");
    let [kind, number] = ["kind", "number"].map(|place| side.site(Kind::Draw, None, place));
    let [other, inner] = ["other", "inner"].map(|place| side.site(Kind::Call, None, place));
    side.index(kind, 2, &Unlabelled, || 0);
    side.enter(other);
    let draw = |side: &mut Side| {
        side.enter(inner);
        let drawn = side.index(number, 1000, &Unlabelled, || 99) as u64;
        side.leave(inner);
        drawn
    };
    let drawn = (0..calls).map(|_| draw(&mut side)).collect();
    side.leave(other);
    side.end();
    (drawn, fs::read_to_string(&record).expect("a trace"))
}

#[test]
fn a_call_that_another_way_leads_to_takes_what_the_trace_has_of_it() {
    assert_eq!(drawn_elsewhere("re-align", 1).0, [17]);
    assert_eq!(drawn_elsewhere("re-align", 3).0, [17, 23, 0], "each is taken once");
}

#[test]
#[should_panic(expected = "given up")]
fn a_call_that_another_way_leads_to_ends_a_strict_run() {
    drawn_elsewhere("halt", 1);
}

#[test]
fn a_member_is_found_where_it_is_now() {
    let folder = TempDir::new().expect("a folder");
    let (record, replay) = (folder.path().join("recorded"), folder.path().join("followed"));
    fs::write(&replay, format!("{HEADER} {VERSION} halt\n:1 draw - a\n?1 i 2 4 \"c\"\n?1 i 1 4 9\n.\n"))
        .expect("written");
    let mut side = Side::open(&record, Some(&replay), Opened::Replaced, given_up).expect("opened");
    let place = side.site(Kind::Draw, None, "a");
    assert_eq!(side.index(place, 2, &["b", "c"][..], || 0), 1);
    assert_eq!(side.index(place, 10, &Numbers { low: 3, count: 10 }, || 0), 6);
    side.end();
    let trace = fs::read_to_string(&record).expect("a trace");
    assert!(trace.contains("?1 i 1 2 \"c\"\n?1 i 6 10 9\n"), "{trace}");
}

#[test]
fn what_is_no_trace_is_refused() {
    let folder = TempDir::new().expect("a folder");
    let (record, replay) = (folder.path().join("recorded"), folder.path().join("followed"));
    for (text, says) in [
        ("", "does not begin with"),
        ("reduce-tree-trace 12\n", "does not begin with"),
        ("reduce-tree-trace 1\n?1\n", "line 2"),
        ("reduce-tree-trace 1\n+3\n", "line 2"),
        ("reduce-tree-trace 1\n(1\n)1\n)1\n", "line 4"),
    ] {
        fs::write(&replay, text).expect("written");
        let error = Side::open(&record, Some(&replay), Opened::Replaced, given_up).expect_err("refused");
        assert!(error.to_string().contains(says), "{text:?}: {error}");
    }
}
