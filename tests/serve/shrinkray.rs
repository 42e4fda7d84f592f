//! The real Shrink Ray, with `reduce-tree serve` as one of its reducers.

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What is needed stands in the midst of tags, which go in pairs only.
const NESTED: &str = "\
<shop>
  <shelf>one<box>two<lid>three<x></x></lid></box></shelf>
  <bin>four</bin>
</shop>
";

/// Interesting is one element that holds an `x`, or is one, with every tag closed.
const HOLDS_X: &str = r#"#!/bin/sh
exec awk '
{ text = text $0 "\n" }
END {
    while (match(text, /^[^<>]*<\/?[a-z]+>/)) {
        tag = substr(text, 1, RLENGTH)
        text = substr(text, RLENGTH + 1)
        gsub(/^[^<]*<|>$/, "", tag)
        if (sub(/^\//, "", tag)) {
            if (depth == 0 || open[depth] != tag) exit 1
            depth--
        } else {
            if (depth == 0 && roots++) exit 1
            open[++depth] = tag
            if (tag == "x") found = 1
        }
    }
    exit !(found && depth == 0 && text !~ /[<>]/)
}' "$1"
"#;

/// Where tests/shrinkray.sh puts it.
fn shrinkray() -> Option<PathBuf> {
    let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let cache = cache.or_else(|| Some(Path::new(&std::env::var_os("HOME")?).join(".cache")))?;
    let program = cache.join("reduce-tree/shrinkray/shrinkray");
    if program.exists() {
        return Some(program);
    }
    // Not by a macro: what those write is kept from the user when a test succeeds.
    let _ = writeln!(
        std::io::stderr(),
        "SKIPPED: reduce-tree serve under Shrink Ray, which is not there: run tests/shrinkray.sh"
    );
    None
}

/// Runs it on [`NESTED`] with these options: the result, and what the reducers that it started wrote.
fn reduced(shrinkray: &Path, options: &[&str]) -> (String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let (test, input) = (folder.path().join("test.sh"), folder.path().join("bug"));
    fs::write(&test, HOLDS_X).expect("written");
    fs::set_permissions(&test, fs::Permissions::from_mode(0o755)).expect("made executable");
    fs::write(&input, NESTED).expect("written");
    let done = Command::new(shrinkray)
        .args(["--ui", "basic", "--no-llm", "--formatter", "none", "--parallelism", "2", "--no-restart"])
        .args(options)
        .args([&test, &input])
        .current_dir(folder.path())
        .env("XDG_DATA_HOME", folder.path())
        .env_remove("REDUCE_TREE_TABLES")
        .env_remove("REDUCE_TREE_PLUGINS")
        .stdin(Stdio::null())
        .output()
        .expect("it starts");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let runs = fs::read_dir(folder.path().join(".shrinkray")).expect("it keeps a history").flatten();
    let logs = runs.filter_map(|run| fs::read_to_string(run.path().join("reducers/reducer-reduce-with-0.log")).ok());
    let logs: String = logs.collect();
    (fs::read_to_string(&input).expect("the result"), logs)
}

#[test]
fn shrink_ray_gets_smaller_with_it() {
    let Some(shrinkray) = shrinkray() else { return };
    let (alone, _) = reduced(&shrinkray, &[]);
    let serve = format!("'{}' serve", env!("CARGO_BIN_EXE_reduce-tree"));
    let (with_it, log) = reduced(&shrinkray, &["--reduce-with", &serve]);

    assert_eq!(with_it.trim(), "<x></x>", "{log}");
    assert!(alone.contains("</a>"), "by itself it has to leave tags around the x: {alone}");
    assert!(log.contains("language xml (guessed; --language says it), questions at once: 2\n"), "{log}");
    let step = log.lines().find(|line| line.contains("no more to try")).unwrap_or_else(|| panic!("{log}"));
    let bytes: Vec<usize> = step.split([' ', ',']).filter_map(|word| word.parse().ok()).collect();
    assert!(bytes[0] > alone.trim().len() && bytes[1] <= "<x></x>\n".len(), "it was others that made it small: {log}");
}
