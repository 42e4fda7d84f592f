//! What the preprocessor of C has left of a file: line markers and headers.

use std::process::Command;

use serde_json::Value;

use crate::place::Place;

/// Uses headers, and has a comparison that is always true.
const PROGRAM: &str = "#include <stdio.h>\n#include <stdlib.h>\n#include <math.h>\n#include <string.h>\n\
    static double half(double x) { return fabs(x) / 2; }\n\
    int same(int a) { return a == a; }\n\
    int main(void) { char *text = malloc(4); printf(\"%d %f %zu\\n\", same(1), half(2), strlen(text)); free(text); return 0; }\n";

fn preprocess(place: &Place) -> usize {
    place.write("bug.c", PROGRAM);
    let output = Command::new("cc").args(["-E", "-o"]).arg(place.path("bug.i")).arg(place.path("bug.c")).output();
    assert!(output.expect("cc runs").status.success());
    place.read("bug.i").len()
}

/// The texts that were accepted, and how many tests it took: by whom, tests, bytes.
fn history(place: &Place) -> Vec<(String, u64, u64)> {
    let stats: Value = serde_json::from_str(&place.read("stats.json")).expect("JSON");
    let steps = stats["history"].as_array().expect("a list").iter();
    let number = |step: &Value, key: &str| step[key].as_u64().expect("a number");
    steps
        .map(|step| (step["pass"].as_str().expect("a name").to_owned(), number(step, "tests"), number(step, "bytes")))
        .collect()
}

#[test]
fn headers_go_as_wholes_once_nothing_needs_them() {
    let place = Place::new();
    let whole = preprocess(&place);
    place.script(
        "test.sh",
        "cc -x c -fsyntax-only -Wtautological-compare bug.i 2>&1 | grep -q Wtautological-compare && \
                             cc -x c -fsyntax-only -Werror=implicit-function-declaration bug.i",
    );
    place.run(&["--no-session", "--stats", "stats.json", "-o", "out", "./test.sh", "bug.i"]).ends(0, &[]);
    assert!(place.read("out").len() < 40, "{}", place.read("out"));
    let history = history(&place);
    // Of the headers, those that the file calls stay until it does not call them any more.
    let last = history.iter().rfind(|(pass, _, _)| pass == "headers").expect("headers have gone");
    assert!(last.2 * 100 < whole as u64 && last.1 < 60, "{whole} bytes; {history:?}");
}

#[test]
fn markers_go_first() {
    let place = Place::new();
    preprocess(&place);
    place.script("test.sh", "grep -q 'return a' bug.i && grep -q '^extern double fabs ' bug.i");
    place.run(&["--no-session", "--stats", "stats.json", "-o", "out", "./test.sh", "bug.i"]).ends(0, &[]);
    assert_eq!(history(&place)[0].0, "line markers");
}

#[test]
fn markers_that_are_needed_stay() {
    let place = Place::new();
    preprocess(&place);
    place.script("test.sh", "grep -q '^# [0-9]* \".*stdlib.h\"' bug.i && grep -q malloc bug.i");
    place.run(&["--no-session", "-o", "out", "./test.sh", "bug.i"]).ends(0, &[]);
    let left = place.read("out");
    assert!(left.contains("malloc") && left.contains("stdlib.h\"") && left.len() < 200, "{left}");
}
