//! Several tests at once, test servers, and a cluster.

use std::path::Path;

use serde_json::Value;

use crate::cluster::Cluster;
use crate::place::Place;

/// Some lines that have nothing to do with each other.
const LINES: &str = r"
import random
random.seed(6)
for i in range(random.randint(0, 30)):
    print(random.randint(0, 10**6))
";

/// Asks for three of them.
const SOME: &str = "for i in 508595 493097 434117; do grep -qx $i out.txt || exit 1; done";
const THREE: &str = "508595\n493097\n434117\n";

fn run(place: &Place, options: &str) -> Value {
    let _ = std::fs::remove_file(place.path("out.txt"));
    let rest = "--no-session --stats stats.json -o out.txt";
    place.run(&format!("{options} {rest} -- python3 gen.py")).ends(0, &[]);
    serde_json::from_str(&place.read("stats.json")).expect("JSON")
}

fn steps(stats: &Value) -> usize {
    stats["history"].as_array().expect("a list").len()
}

/// A test server in Python's three lines.
fn server(place: &Place) {
    let helper = Path::new(env!("CARGO_MANIFEST_DIR")).join("../servers/python");
    let look = "there = open(path).read().split(); \
                return all(i in there for i in '508595 493097 434117'.split())";
    let import =
        format!("import sys; sys.path.insert(0, {:?}); import reduce_tree_server", helper.display().to_string());
    place.write("server.py", &format!("{import}\ndef test(path):\n    {look}\nreduce_tree_server.serve(test)\n"));
}

#[test]
fn successes_of_a_round_are_joined() {
    let place = Place::new(LINES, SOME);
    let exact = run(&place, "-j 1 --test ./test.sh");
    assert_eq!(place.read("out.txt"), THREE);

    let fast = run(&place, "-j 8 --jobs-mode fast --test ./test.sh");
    assert_eq!(place.read("out.txt"), THREE);
    assert!(steps(&fast) < steps(&exact), "{} steps, one at a time {}", steps(&fast), steps(&exact));
    let again = run(&place, "-j 8 --jobs-mode fast --test ./test.sh");
    assert_eq!(again["property_tests"], fast["property_tests"], "a number of jobs has one way");
    assert_eq!(place.run("replay out.txt.trace").stdout, THREE, "the trace belongs to the result");
}

#[test]
fn a_test_server_says_what_the_script_says() {
    let place = Place::new(LINES, SOME);
    let script = run(&place, "--test ./test.sh");
    server(&place);
    for options in ["", "-j 4 --jobs-mode fast"] {
        let stats = run(&place, &format!("{options} --test-server 'python3 server.py'"));
        assert_eq!(place.read("out.txt"), THREE, "{options}");
        assert!(!options.is_empty() || stats["property_tests"] == script["property_tests"], "{stats}");
    }
}

#[test]
fn a_cluster_says_what_one_machine_says() {
    let place = Place::new(LINES, SOME);
    let script = run(&place, "--test ./test.sh");
    let mut cluster = Cluster::new(&place.path(""), 3);
    for _ in 0..2 {
        cluster.worker(&[]);
    }
    let server = format!("--timeout 600 --test-server '{}' --test ./test.sh", cluster.server());
    let stats = run(&place, &server);
    assert_eq!((place.read("out.txt").as_str(), &stats["property_tests"]), (THREE, &script["property_tests"]));
    run(&place, &format!("-j 4 --jobs-mode fast {server}"));
    assert_eq!(place.read("out.txt"), THREE);
}
