//! Algorithms by name are what their papers say.

use serde_json::Value;

use crate::place::{Place, STILL_BUG};

#[test]
fn an_algorithm_has_the_filter_of_its_paper() {
    let place = Place::with_test(STILL_BUG);
    place.write("bug.js", "if (a) { f(1, 2); } else { bug }\n");
    let broken = |options: &[&str]| {
        let rest = ["--no-session", "--stats", "stats.json", "-o", "out.js", "test.sh", "bug.js"];
        place.run(&[options, &rest].concat()).ends(0, &[]);
        // A result that is there already would be tested, too.
        std::fs::remove_file(place.path("out.js")).expect("written");
        let stats: Value = serde_json::from_str(&place.read("stats.json")).expect("JSON");
        (stats["sieved"]["broken"].as_u64().expect("a number"), stats["property_tests"].as_u64().expect("a number"))
    };
    for algorithm in ["hdd", "hdd-star", "gtr", "gtr-star"] {
        let published = broken(&["--algorithm", algorithm]);
        assert_eq!(published.0, 0, "{algorithm}: the test alone says what parses");
        let filter = if algorithm.starts_with("hdd") { "off" } else { "strict" };
        assert_eq!(published, broken(&["--algorithm", algorithm, "--filter", filter]), "{algorithm}");
        // What a table admits and what a grammar admits of this small text is the same.
        if filter == "off" {
            assert_ne!(published, broken(&["--algorithm", algorithm, "--filter", "ranked"]), "{algorithm}");
        }
    }
}
