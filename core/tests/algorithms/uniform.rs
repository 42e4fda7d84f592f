//! What the default schedule promises on inputs of many alike parts of which one is needed: it doubles where things go
//! and halves where they do not, whatever the parts are.

use std::sync::Arc;

use reduce_core::cancellation::Cancellation;
use reduce_core::knowledge::Filter;
use reduce_core::reduce::{Plan, Start, reduce};
use reduce_core::session::Session;

use super::run::{best, knowledge};

/// What a reduction came to.
struct Reduced {
    /// What is left.
    text: String,
    /// Tests altogether.
    tests: u64,
    /// Tests until half of the original was gone.
    half: u64,
}

/// Reduces a text in which one word is needed.
fn reduced(language: &str, text: &str) -> Reduced {
    let property = |text: &[u8]| text.windows(NEEDLE.len()).any(|window| window == NEEDLE.as_bytes());
    assert!(property(text.as_bytes()));
    let knowledge = knowledge(language, Filter::Ranked);
    let session = Session::new(Arc::new(property));
    let plan = Plan::default();
    let start = Start::read(knowledge.language(), text.as_bytes().into(), plan, &Cancellation::never());
    reduce(&knowledge, start.expect("nothing cancels it"), &plan, &mut [], &session).expect("nothing stops it");
    let statistics = session.statistics();
    let half = statistics.history.iter().find(|step| step.bytes * 2 <= text.len()).map_or(u64::MAX, |step| step.tests);
    Reduced { text: best(&session, text), tests: statistics.property_tests, half }
}

const NEEDLE: &str = "NEEDLE";

/// Half is gone within ten tests, and the end comes within as many as a search that doubles and halves needs.
fn ends_soon(language: &str, text: &str, within: u64, longest: usize) {
    let reduced = reduced(language, text);
    let start: String = text.chars().take(40).collect();
    assert!(reduced.text.len() <= longest, "{start}: {} is left", reduced.text);
    assert!(reduced.half <= 10, "{start}: half is gone after {} tests", reduced.half);
    assert!(reduced.tests <= within, "{start}: {} tests", reduced.tests);
}

#[test]
fn of_one_long_list() {
    for needle in [0, 1234, 2999] {
        let elements: Vec<&str> = (0..3000).map(|i| if i == needle { NEEDLE } else { "a" }).collect();
        ends_soon("javascript", &format!("f({});\n", elements.join(",")), 45, 7);
        ends_soon("python", &format!("f({})\n", elements.join(",")), 45, 7);
    }
    let numbers: Vec<String> =
        (0..3000).map(|i| if i == 700 { "\"NEEDLE\"".to_owned() } else { i.to_string() }).collect();
    ends_soon("json", &format!("[{}]\n", numbers.join(", ")), 50, 9);
}

#[test]
fn of_alike_functions_and_objects() {
    let function = |i: usize| {
        let end = if i == 180 { NEEDLE } else { "a" };
        format!(
            "function f{i}(a, b) {{\n  var x = a + b;\n  if (x > {i}) {{ return f{}(x); }}\n  return {end};\n}}\n",
            i.max(1) - 1
        )
    };
    ends_soon("javascript", &(0..300).map(function).collect::<String>(), 60, 7);
    let object = |i: usize| format!("{{\"id\": {i}, \"name\": \"{}\"}}", if i == 500 { NEEDLE } else { "item" });
    ends_soon("json", &format!("[{}]", (0..800).map(object).collect::<Vec<_>>().join(",\n")), 60, 8);
}

/// More than every node of is weighed.
#[test]
fn of_a_text_that_is_reduced_coarsely() {
    let object = |i: usize| format!("{{\"id\": {i}, \"tags\": [1, 2, \"{}\"]}}", if i == 3000 { NEEDLE } else { "t" });
    ends_soon("json", &format!("[{}]", (0..8000).map(object).collect::<Vec<_>>().join(",\n")), 70, 8);
}

/// So large that it is not parsed as a whole.
#[test]
fn of_a_text_that_begins_as_an_outline() {
    let end = |i: usize, needle: usize| if i == needle { NEEDLE } else { "a" };
    let object = |i: usize| format!("{{\"id\": {i}, \"tags\": [1, 2, \"{}\"]}}", end(i, 30_000));
    let objects: Vec<String> = (0..40_000).map(object).collect();
    ends_soon("json", &format!("[{}]", objects.join(",\n")), 80, 8);
    let function = |i: usize| {
        format!(
            "int f{i}(int a)\n{{\n  /* don't :( */\n  if (a > {i}) return f(a, \")\");\n  return {};\n}}\n\n",
            end(i, 9_000)
        )
    };
    ends_soon("c", &(0..15_000).map(function).collect::<String>(), 80, 8);
    let method = |i: usize| {
        format!("class A{i}:\n    def f(a):\n        b = [a,\n            {}]\n        return b\n", end(i, 3))
    };
    ends_soon("python", &(0..16_000).map(method).collect::<String>(), 80, 7);
}

#[test]
fn of_a_deep_nesting() {
    for levels in [100, 1000, 3000] {
        let nested = format!("x = {}NEEDLE{};\n", "(".repeat(levels), ")".repeat(levels));
        ends_soon("javascript", &nested, 50, 7);
        let nested = format!("{}\"NEEDLE\"{}", "[".repeat(levels), "]".repeat(levels));
        ends_soon("json", &nested, 50, 8);
    }
}

#[test]
fn of_many_comments_and_of_a_long_one() {
    let comments: String = (0..1000)
        .map(|i| if i == 400 { "// some NEEDLE here\n".to_owned() } else { format!("// number {i}\n") })
        .collect();
    ends_soon("javascript", &comments, 60, 20);
    let long = format!("/* {} NEEDLE {} */\nvar a = 1;\n", "lorem ipsum ".repeat(800), "dolor sit ".repeat(900));
    ends_soon("javascript", &long, 90, 12);
}

#[test]
fn of_a_long_string_and_a_long_name() {
    let string = format!("s = \"{}NEEDLE{}\"\n", "abcdefgh ".repeat(20_000), " hgfedcba".repeat(15_000));
    ends_soon("python", &string, 80, 12);
    let name = format!("{}NEEDLE{}", "abc".repeat(3000), "cde".repeat(3300));
    ends_soon("javascript", &format!("var {name} = 1;\nf({name});\n"), 80, 8);
}
