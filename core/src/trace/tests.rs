//! Tests: reducible parts and their removal, on traces as a side writes them.

use std::sync::Arc;

use super::*;
use crate::minimize::Minimizer;
use crate::session::{Session, Stop};

/// The motivating example of the paper's Section 2: `abc\nabc\n`.
const PASSWORD: &str = "reduce-tree-trace 1
:1 for n gen.py:9:4:for
:2 call - gen.py:5:0:call
:3 draw - gen.py:8:138
:4 draw - gen.py:10:314
(2
?3 i 3 20 3
=n
(1
+1
?4 i 0 26 'a'
+1
?4 i 1 26 'b'
+1
?4 i 2 26 'c'
)1
)2
.
";

/// The example of Section 4.3 with two iterations of A, each with B's block and two iterations of C.
const NESTED: &str = "reduce-tree-trace 1
:1 for - A
:2 if - B
:3 for - C
:4 draw - a
:5 draw - b
:6 draw - c
:7 draw - inside
(1
?4 i 2 9
+1
(2
?5 i 1 2 True
+2 1
?7 i 4 9
)2
(3
?6 i 2 9
+3
?7 i 5 9
+3
?7 i 6 9
)3
+1
(2
?5 i 1 2 True
+2 1
?7 i 7 9
)2
(3
?6 i 1 9
+3
?7 i 8 9
)3
)1
.
";

fn read(text: &str) -> Trace {
    Trace::read(text.as_bytes()).expect("a trace")
}

fn events(trace: &Trace) -> String {
    let text = trace.to_text();
    text.lines().skip(1).filter(|line| !line.starts_with(':')).collect::<Vec<_>>().join(" ")
}

#[test]
fn iterations_go_with_their_share_of_the_number_that_was_drawn() {
    let trace = read(PASSWORD);
    let parts = Parts::of(&trace);
    assert_eq!(parts.all.len(), 3);
    let reduced = parts.without(&trace, &[0, 1]);
    assert_eq!(events(&reduced), "(2 ?3 i 1 20 =n (1 +1 ?4 i 2 26 'c' )1 )2 .");
    assert_eq!(events(&parts.without(&trace, &[0, 1, 2])), "(2 ?3 i 0 20 =n (1 )1 )2 .");
}

#[test]
fn the_tree_of_the_paper_has_its_parts_on_two_levels() {
    let trace = read(NESTED);
    let parts = Parts::of(&trace);
    let levels: Vec<(u32, usize)> = parts.all.iter().map(|part| (part.site, part.level)).collect();
    assert_eq!(levels, [(1, 0), (2, 1), (3, 1), (3, 1), (1, 0), (2, 1), (3, 1)]);
    // The block of B goes: its choice is turned to False.
    let reduced = parts.without(&trace, &[1]);
    assert!(events(&reduced).starts_with("(1 ?4 i 2 9 +1 (2 ?5 i 0 2 )2 (3"), "{}", events(&reduced));
    // A part within one that is gone is gone with it.
    assert_eq!(parts.without(&trace, &[0, 1, 2]), parts.without(&trace, &[0]));
}

#[test]
fn the_smallest_part_around_an_event_is_found() {
    let trace = read(NESTED);
    let parts = Parts::of(&trace);
    let six = trace
        .events
        .iter()
        .position(|event| matches!(event, Event::Draw(draw) if draw.value == Value::Index { at: 6, bound: 9 }));
    assert_eq!(six.and_then(|event| parts.around(event)), Some(3));
    assert_eq!(parts.around(0), None);
}

#[test]
fn the_condition_of_a_while_goes_with_its_iteration_and_the_last_one_stays() {
    let text = "reduce-tree-trace 1\n:1 while - a\n:2 draw - b\n:3 draw - c\n(1\n+1\n?2 u 5\n?3 i 1 9\n+1\n?2 u 6\n?3 i 2 9\n+1\n?2 u 900\n)1\n.\n";
    let trace = read(text);
    let parts = Parts::of(&trace);
    assert_eq!(parts.all.len(), 2);
    assert_eq!(events(&parts.without(&trace, &[0])), "(1 +1 ?2 u 6 ?3 i 2 9 +1 ?2 u 900 )1 .");
}

#[test]
fn a_block_goes_by_a_value_that_did_not_lead_to_it_elsewhere() {
    let text = "reduce-tree-trace 1\n:1 if k a\n:2 draw - b\n:3 draw - c\n?2 i 0 5\n=k\n(1\n+1 1\n?3 i 1 9\n)1\n?2 i 1 5\n=k\n(1\n+1 1\n?3 i 1 9\n)1\n.\n";
    let trace = read(text);
    let parts = Parts::of(&trace);
    assert_eq!(events(&parts.without(&trace, &[0])), "?2 i 2 5 =k (1 )1 ?2 i 1 5 =k (1 +1 1 ?3 i 1 9 )1 .");
}

/// The generator of the motivating example: it takes what the trace says, which is always possible.
struct Password;

impl Generator for Password {
    fn replay(&self, trace: &Trace, _: Alignment) -> Result<Replay, Stop> {
        let letters = trace.events.iter().filter_map(|event| match event {
            Event::Draw(Draw { site: 4, value: Value::Index { at, .. }, .. }) => Some(b'a' + *at as u8),
            _ => None,
        });
        let mut word: Vec<u8> = letters.collect();
        word.push(b'\n');
        Ok(Replay::Done(Execution { output: Arc::from(word.repeat(2)), trace: trace.clone() }))
    }
}

#[test]
fn every_order_and_minimizer_reduces_the_motivating_example() {
    for order in [Order::Promise, Order::Sequence, Order::Tree] {
        for minimizer in Minimizer::ALL {
            let valid = |text: &[u8]| text[..text.len() / 2] == text[text.len() / 2..] && text.contains(&b'c');
            let session = Session::new(Arc::new(valid));
            let Ok(Replay::Done(execution)) = Password.replay(&read(PASSWORD), Alignment::Halt) else {
                panic!("no run")
            };
            assert_eq!(&*execution.output, b"abc\nabc\n");
            let mut search = Search::new(&Password, &session, Strategy::ReAlign, &|_| 0, &|_| Ok(()), execution);
            reduce(&mut search, &Plan { order, minimizer: Some(minimizer) }).expect("reduced");
            assert_eq!(&*search.into_best().output, b"c\nc\n", "{order:?} {minimizer}");
            assert!(session.statistics().property_tests <= 12, "{order:?} {minimizer}");
        }
    }
}

/// The second case of Section 4.4.1, with both choices True and y = 1.
const SECOND_CASE: &str = "reduce-tree-trace 1
:1 if - 2
:2 draw - 2
:3 draw - 3
:4 if - 4
:5 draw - 4
:6 draw - 5
(1
?2 i 1 2 True
+1 1
?3 i 0 1
)1
(4
?5 i 1 2 True
+4 1
?6 i 1 2 1
)4
.
";

/// Its generator: `x = [0]`, to which the first block adds 1; the second block chooses y from x.
struct Choosing;

impl Generator for Choosing {
    fn replay(&self, trace: &Trace, alignment: Alignment) -> Result<Replay, Stop> {
        let drawn = |site| {
            trace.events.iter().enumerate().find_map(|(at, event)| match event {
                Event::Draw(Draw { site: other, value: Value::Index { at: value, .. }, .. }) if *other == site => {
                    Some((at, *value))
                }
                _ => None,
            })
        };
        let adds = drawn(2).is_some_and(|(_, value)| value == 1);
        let mut trace = trace.clone();
        let y = match drawn(6).filter(|_| drawn(5).is_some_and(|(_, value)| value == 1)) {
            Some((at, 1)) if !adds && alignment == Alignment::Halt => return Ok(Replay::Infeasible(Some(at))),
            Some((at, 1)) if !adds => {
                trace.events[at] = Event::Draw(Draw { site: 6, value: Value::Index { at: 0, bound: 1 }, label: None });
                "0"
            }
            Some((_, 1)) => "1",
            Some(_) => "0",
            None => "",
        };
        let output = format!("{} y = {y}", if adds { "x = [0, 1]" } else { "x = [0]" });
        Ok(Replay::Done(Execution { output: Arc::from(output.into_bytes()), trace }))
    }
}

#[test]
fn the_strategies_do_what_figure_3_shows() {
    for (strategy, expected) in
        [(Strategy::Halt, None), (Strategy::Bypass, Some("x = [0] y = ")), (Strategy::ReAlign, Some("x = [0] y = 0"))]
    {
        let session = Session::new(Arc::new(|_: &[u8]| true));
        let trace = read(SECOND_CASE);
        let Ok(Replay::Done(execution)) = Choosing.replay(&trace, Alignment::Halt) else { panic!("no run") };
        assert_eq!(&*execution.output, b"x = [0, 1] y = 1");
        let mut search = Search::new(&Choosing, &session, strategy, &|_| 0, &|_| Ok(()), execution);
        let reduced = Parts::of(&trace).without(&trace, &[0]);
        let place = search.try_first(&mut [reduced].into_iter()).expect("tried");
        assert_eq!(place.is_some(), expected.is_some(), "{strategy:?}");
        let output = search.into_best().output;
        assert_eq!(&*output, expected.unwrap_or("x = [0, 1] y = 1").as_bytes(), "{strategy:?}");
    }
}
