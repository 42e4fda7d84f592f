//! Tests: what is drawn is possible, the same by the same seed, and the same again when its trace is followed.

use std::fs;

use proptest::prelude::*;
use rand::RngExt;
use rand::seq::SliceRandom;
use tempfile::TempDir;

use crate::choices::Choices;
use crate::tracing::Tracing;

/// A generator with everything in it.
fn generated(choices: &mut Choices, sizes: [usize; 3]) -> String {
    let mut text = String::new();
    let names = choices.collect(1..=sizes[0] + 1, |choices, number| (number, choices.range(-5..=5_i64)));
    choices.repeat(0..=sizes[1], |choices, at| {
        let member = choices.choose(&names).copied();
        let weighted = choices.weighted(&[0, 3, 1]);
        assert!(weighted > 0);
        text += &format!("{at} {member:?} {weighted} {:?};", choices.maybe(0.5, |choices| choices.range::<u64>(..)));
    });
    choices.repeat_while(0.5, |choices| text += &nested(choices, sizes[2]));
    let real = choices.real(-1.5, 2.5);
    assert!((-1.5..=2.5).contains(&real));
    let mut order: Vec<usize> = (0..sizes[0]).collect();
    choices.shuffle(&mut order);
    text += &format!("{real} {} {order:?} {:?}", choices.unit(), choices.bytes(sizes[1]));
    // What `rand` draws.
    order.shuffle(choices);
    text + &format!(" {} {} {order:?}", choices.random_range(0..10), choices.random::<f64>())
}

fn nested(choices: &mut Choices, depth: usize) -> String {
    let mut choices = choices.scope("nested");
    if depth == 0 {
        return choices.index(9).to_string();
    }
    choices.one_of(&[1, 2, 1], |choices, which| match which {
        0 => "-".to_owned(),
        1 => choices.call("inner", |choices| format!("[{}]", nested(choices, depth - 1))),
        _ => format!("({})", choices.bool(0.5)),
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_trace_that_is_followed_gives_the_same(seed in any::<u64>(), other in any::<u64>(), sizes in any::<[u8; 3]>()) {
        let sizes = sizes.map(|size| usize::from(size) % 6);
        let folder = TempDir::new().expect("a folder");
        let (record, replay) = (folder.path().join("recorded"), folder.path().join("followed"));
        let plain = generated(&mut Choices::with(seed, None), sizes);
        let recorded = generated(&mut Choices::with(seed, Some(Tracing::of_files(&record, None))), sizes);
        prop_assert_eq!(&plain, &recorded, "recording changes nothing");
        let trace = fs::read_to_string(&record).expect("a trace");
        fs::write(&replay, trace.replacen('\n', " halt\n", 1)).expect("written");
        let followed = generated(&mut Choices::with(other, Some(Tracing::of_files(&record, Some(&replay)))), sizes);
        prop_assert_eq!(&recorded, &followed);
    }

    #[test]
    fn half_a_trace_is_followed_as_far_as_it_goes(seed in any::<u64>(), kept in prop::collection::vec(any::<bool>(), 200)) {
        let folder = TempDir::new().expect("a folder");
        let (record, replay) = (folder.path().join("recorded"), folder.path().join("followed"));
        generated(&mut Choices::with(seed, Some(Tracing::of_files(&record, None))), [5, 5, 5]);
        let trace = fs::read_to_string(&record).expect("a trace").replacen('\n', " re-align\n", 1);
        let mut kept = kept.into_iter().chain(std::iter::repeat(true));
        let lines = trace.lines().filter(|line| !line.starts_with('?') || kept.next() == Some(true));
        fs::write(&replay, lines.collect::<Vec<_>>().join("\n")).expect("written");
        let run = |seed| generated(&mut Choices::with(seed, Some(Tracing::of_files(&record, Some(&replay)))), [5, 5, 5]);
        prop_assert_eq!(run(1), run(2), "nothing depends on the seed any more");
    }
}

#[test]
fn the_least_is_the_simplest() {
    let folder = TempDir::new().expect("a folder");
    let (record, replay) = (folder.path().join("recorded"), folder.path().join("followed"));
    fs::write(&replay, "reduce-tree-trace 1 re-align\n.\n").expect("written");
    let mut choices = Choices::with(9, Some(Tracing::of_files(&record, Some(&replay))));
    assert_eq!(choices.range(3..9), 3);
    assert_eq!(choices.choose(&['x', 'y']), Some(&'x'));
    assert!(!choices.bool(0.99));
    assert_eq!(choices.weighted(&[0, 0, 5, 9]), 2);
    assert_eq!(choices.maybe(0.99, |_| ()), None);
    assert!(choices.collect(0..9, |_, at| at).is_empty());
    assert_eq!(choices.real(-2.0, 7.0).to_bits(), 0.0_f64.to_bits());
    let mut order = [1, 2, 3];
    choices.shuffle(&mut order);
    assert_eq!(order, [1, 2, 3]);
}

#[cfg(feature = "arbitrary")]
#[test]
fn bytes_of_a_type_can_go_one_by_one() {
    let folder = TempDir::new().expect("a folder");
    let (record, replay) = (folder.path().join("recorded"), folder.path().join("followed"));
    let mut choices = Choices::with(4, Some(Tracing::of_files(&record, None)));
    let members: Vec<u8> = choices.arbitrary(40).expect("a list");
    drop(choices);
    let trace = fs::read_to_string(&record).expect("a trace");
    assert_eq!(trace.matches("\n+").count(), 40, "each byte is an iteration");
    // Of an odd byte, which says that there is one more member, and the byte of that member.
    fs::write(&replay, "reduce-tree-trace 1 re-align\n.\n").expect("written");
    let mut choices = Choices::with(4, Some(Tracing::of_files(&record, Some(&replay))));
    let none: Vec<u8> = choices.arbitrary(40).expect("a list");
    assert!(none.is_empty() && !members.is_empty());
}
