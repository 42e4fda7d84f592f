//! What the README of plugins promises to a newcomer.

use std::path::PathBuf;

use crate::bench::{Bench, example, root};

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).expect("a file of the repository")
}

/// The code in a block of the README.
fn listing(language: &str) -> String {
    let readme = read("plugins/README.md");
    let block = readme.split("\n```").find_map(|block| block.strip_prefix(&format!("{language}\n")).map(str::to_owned));
    block.expect("in the README") + "\n"
}

#[test]
fn the_plugin_in_c_is_the_file_and_short() {
    let file = read("plugins/examples/condition_to_zero.c");
    assert_eq!(listing("c"), file);
    assert!(file.lines().count() < 60);
}

#[test]
fn the_plugin_in_c_works() {
    let bench = Bench::new();
    let plugin = bench.compile(&root().join("plugins/examples/condition_to_zero.c"));
    let text = "if (a && b) while (0) c();\nfor (;d;) e = f ? g : h;\n";
    let count = bench.pass(&plugin, &["condition-to-zero", "--count"], "a.js", text);
    assert_eq!((count.status, count.out.as_str()), (Some(0), "3\n"), "{}", count.said);
    let made = |instance| bench.instance(&plugin, "condition-to-zero", instance, "a.js", text);
    assert_eq!(made(0), text.replace("(a && b)", "(0)"));
    assert_eq!(made(1), text.replace("d;)", "0;)"));
    assert_eq!(made(2), text.replace("f ?", "0 ?"));
    assert_eq!(bench.pass(&plugin, &["condition-to-zero", "3"], "a.js", text).status, Some(1), "no such instance");
    let python = bench.instance(&plugin, "condition-to-zero", 0, "a.py", "while a < b:\n    c\n");
    assert_eq!(python, "while 0:\n    c\n");
}

#[test]
fn the_plugin_in_rust_is_the_file_and_works() {
    assert_eq!(listing("rust"), read("plugins/examples/zero.rs"));
    let (bench, plugin) = (Bench::new(), example("zero"));
    assert_eq!(bench.instance(&plugin, "zero", 1, "a.js", "f(1, 0, 2)"), "f(1, 0, 0)");
    assert_eq!(bench.pass(&plugin, &["zero", "2"], "a.js", "f(1, 0, 2)").status, Some(1), "no such instance");
}

#[test]
fn the_table_has_every_shipped_pass() {
    let listed = std::process::Command::new(env!("CARGO_BIN_EXE_reduce-tree")).arg("--list-passes").output();
    let listed = String::from_utf8(listed.expect("it starts").stdout).expect("text");
    let readme = read("plugins/README.md");
    let shipped =
        std::fs::read_dir(root().join("plugins")).expect("a folder").map(|entry| entry.expect("an entry").path());
    let is_plugin = |path: &PathBuf| {
        let manifest = std::fs::read_to_string(path.join("Cargo.toml")).unwrap_or_default();
        manifest.contains("[lib]\ncrate-type = [\"cdylib\"]")
    };
    let shipped: Vec<_> = shipped.filter(is_plugin).collect();
    assert!(shipped.len() > 3, "{shipped:?}");
    for plugin in shipped {
        let name = plugin.file_name().and_then(|name| name.to_str()).expect("a name");
        assert!(listed.contains(name), "{name} is not built: run `cargo build --workspace` first\n{listed}");
        assert!(readme.contains(&format!("[`{name}`]({name}/)")), "{name} is not in the README");
    }
}
