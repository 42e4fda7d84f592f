//! Plugins of other versions of the interface.

use crate::bench::{Bench, root};

#[test]
fn a_plugin_built_against_an_older_minor_version_works() {
    let bench = Bench::new();
    let plugin = bench.compile(&root().join("tests/plugins/old.c"));
    let text = "int f(int a) { return a; }\n";
    assert_eq!(bench.pass(&plugin, &["old", "--count"], "a.c", text).out, "3\n");
    assert_eq!(bench.instance(&plugin, "old", 2, "a.c", text), "int f(int a) { return a!; }\n");
    assert_eq!(bench.pass(&plugin, &["old", "3"], "a.c", text).status, Some(1));
}

/// The example of the README as if built against another version.
fn of_version(major: u32, minor: u32) -> String {
    let version = format!(
        "#undef RT_ABI_MAJOR\n#undef RT_ABI_MINOR\n#define RT_ABI_MAJOR {major}\n#define RT_ABI_MINOR {minor}\n"
    );
    format!("#include \"reduce_tree_plugin.h\"\n{version}#include \"condition_to_zero.c\"\n")
}

#[test]
fn a_newer_or_foreign_version_is_refused() {
    let bench = Bench::new();
    for (major, minor, advice) in
        [(1, 3, "use a newer reduce-tree"), (2, 0, "use a newer reduce-tree"), (0, 9, "build it anew")]
    {
        let plugin = bench.compile_text(&format!("version-{major}-{minor}"), &of_version(major, minor));
        for arguments in [&["condition-to-zero", "0"][..], &["condition-to-zero", "0", "--trust-plugins"]] {
            let called = bench.pass(&plugin, arguments, "a.c", "int x;");
            assert_eq!((called.status, called.out.as_str()), (Some(2), ""), "{}", called.said);
            let file = plugin.file_name().and_then(|name| name.to_str()).expect("a name");
            for word in [file, &format!("built for version {major}.{minor}"), "this is 1.2", advice] {
                assert!(called.said.contains(word), "no `{word}` in {}", called.said);
            }
        }
    }
}
