//! Files that are no plugins, and plugins that say too little of themselves.

use std::path::Path;

use crate::bench::Bench;

/// A plugin whose description is this.
fn described(pass: &str, passes: &str, plugin: &str) -> String {
    format!(
        "#include \"reduce_tree_plugin.h\"\n\
         static int32_t open_text(const rt_host *host, void **state) {{ (void)host, (void)state; return RT_DONE; }}\n\
         static int64_t count(const rt_host *host, void *state) {{ (void)host, (void)state; return 0; }}\n\
         static int32_t apply(const rt_host *host, void *state, uint64_t n) {{\n\
           (void)host, (void)state, (void)n; return RT_ERROR; }}\n\
         static void close_text(const rt_host *host, void *state) {{ (void)host, (void)state; }}\n\
         const rt_pass pass = {{{pass}}};\n\
         const rt_pass other = {{\"name\", NULL, NULL, RT_SHRINKS, open_text, count, apply, close_text}};\n\
         const rt_pass *const passes[] = {{{passes}}};\n\
         static const rt_plugin plugin = {{{plugin}}};\n\
         const rt_plugin *reduce_tree_plugin(void) {{ return &plugin; }}\n"
    )
}

const PASS: &str = "\"name\", NULL, NULL, RT_SHRINKS, open_text, count, apply, close_text";
const PLUGIN: &str = "RT_ABI_MAJOR, RT_ABI_MINOR, \"plugin\", \"1\", 1, passes";

#[track_caller]
fn refused(bench: &Bench, plugin: &Path, reason: &str) {
    for arguments in [&["name", "--count"][..], &["name", "--count", "--trust-plugins"]] {
        let called = bench.pass(plugin, arguments, "a.c", "int x;");
        assert_eq!((called.status, called.out.as_str()), (Some(2), ""), "{}", called.said);
        let file = plugin.to_str().expect("a name");
        assert!(called.said.contains(file) && called.said.contains(reason), "no `{reason}` in {}", called.said);
        assert!(!called.said.contains("panicked"), "{}", called.said);
    }
}

#[test]
fn a_description_without_what_it_needs_is_refused() {
    let bench = Bench::new();
    let works = bench.compile_text("works", &described(PASS, "&pass", PLUGIN));
    assert_eq!(bench.pass(&works, &["name", "--count"], "a.c", "int x;").out, "0\n", "the rest is as it should be");

    let lacking = |gone: &str| PASS.replace(gone, "NULL");
    for (name, pass, passes, plugin, reason) in [
        ("no-passes", PASS, "&pass", &PLUGIN.replace("1, passes", "0, passes")[..], "0 passes"),
        ("null-passes", PASS, "&pass", &PLUGIN.replace("passes", "NULL"), "passes"),
        ("null-pass", PASS, "NULL", PLUGIN, "null pointer"),
        ("no-plugin-name", PASS, "&pass", &PLUGIN.replace("\"plugin\"", "NULL"), "the plugin's name"),
        ("no-version", PASS, "&pass", &PLUGIN.replace("\"1\"", "NULL"), "the plugin's version"),
        ("no-name", &lacking("\"name\""), "&pass", PLUGIN, "name"),
        ("blank-name", &PASS.replace("name", "a name"), "&pass", PLUGIN, "blanks"),
        ("no-open", &lacking("open_text"), "&pass", PLUGIN, "lacks one of open, count, apply and close"),
        ("no-count", &lacking("count"), "&pass", PLUGIN, "lacks one of open, count, apply and close"),
        ("no-apply", &lacking("apply"), "&pass", PLUGIN, "lacks one of open, count, apply and close"),
        ("no-close", &lacking("close_text"), "&pass", PLUGIN, "lacks one of open, count, apply and close"),
        ("unknown-kind", &PASS.replace("RT_SHRINKS", "77"), "&pass", PLUGIN, "unknown kind 77"),
        ("twice", PASS, "&pass, &other", &PLUGIN.replace("1, passes", "2, passes"), "two passes of the name `name`"),
    ] {
        // What a description leaves out is not used in it.
        let used = "const void *const used[] = {(const void *)open_text, (const void *)count, (const void *)apply,\
                    (const void *)close_text, &other, passes};\n";
        let text = described(pass, passes, plugin) + &used.replace("(const void *)", "(const void *)(uintptr_t)");
        refused(&bench, &bench.compile_text(name, &text), reason);
    }
}

#[test]
fn a_library_without_the_one_function_is_refused() {
    let bench = Bench::new();
    refused(&bench, &bench.compile_text("library", "int x;"), "no function `reduce_tree_plugin`");
    let null = "#include \"reduce_tree_plugin.h\"\nconst rt_plugin *reduce_tree_plugin(void) { return NULL; }\n";
    refused(&bench, &bench.compile_text("null", null), "null");
}

#[test]
fn what_is_no_library_is_refused() {
    let bench = Bench::new();
    refused(&bench, &bench.file("text.so", "this is no library"), "text.so");
    refused(&bench, &bench.file("empty.so", ""), "empty.so");
    refused(&bench, Path::new("/there/is/no/such.so"), "No such file");
    refused(&bench, &std::env::temp_dir(), "director");
}
