//! The table of large inputs, on small ones.

use std::process::Command;

use serde_json::Value;

use crate::place::Place;

#[test]
fn the_table_of_large_inputs_has_a_row_for_each_input_and_algorithm() {
    let place = Place::new();
    // The needle is the one word that the file has once.
    place.write("real.json", &format!("[\"{}only_here\", \"twice_twice twice_twice\"]", "twice_twice ".repeat(30)));
    std::fs::create_dir(place.path("files")).expect("made");
    std::fs::rename(place.path("real.json"), place.path("files/real.json")).expect("moved");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../bench/large.py");
    let out = place.path("table");
    let output = Command::new("python3")
        .args([script, "--sizes", "200", "1K", "--only", "*-list-200", "--only", "xml-*-1K", "--only", "real.json"])
        .args(["--algorithms", "perses", "--max-tests", "40", "--binary", env!("CARGO_BIN_EXE_reduce-tree"), "--out"])
        .arg(&out)
        .arg("--files")
        .arg(place.path("files"))
        .output()
        .expect("python3 runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let rows: Vec<Value> = serde_json::from_str(&place.read("table.json")).expect("JSON");
    // Five languages with their list, three shapes of XML, and the file: up to the first candidate, and by Perses.
    assert_eq!(rows.len(), 2 * (5 + 3 + 1));
    for row in &rows {
        assert!(row["failed"].is_null() && row["memory"].as_u64() > Some(1_000_000), "{row}");
        let tests = row["property_tests"].as_u64().expect("a number");
        assert!(tests == 4 || row["algorithm"] == "perses" && tests > 4, "{row}");
        if row["algorithm"] == "perses" {
            assert!(row["final_bytes"].as_u64() < row["original_bytes"].as_u64(), "{row}");
            assert!(row["milestones"]["10"].is_u64() || tests < 13, "{row}");
        }
    }
    let table = place.read("table.md");
    assert_eq!(table.lines().count(), 4 + rows.len());
    assert!(table.contains("| javascript-list-200 |") && table.contains("| real.json |"), "{table}");
}
