//! Programs of several languages under the real tools of the languages: within 150 tests a diagnostic is reduced to little
//! more than what it takes.

use crate::place::Place;

/// So many functions or classes that have nothing to do with the diagnostic.
const OTHERS: usize = 12;

/// Reduces a program until the tool says no more than this in fewer than so many bytes.
#[track_caller]
fn reduced(file: &str, program: &str, said: &str, command: &[&str], most: usize, needed: &[&str]) {
    let place = Place::new();
    place.write(file, program);
    let options = ["--no-session", "--max-tests", "150", "-o", "out", "--expect-stderr", said, file, "--"];
    place.run(&[&options[..], command].concat()).ends(0, &[]);
    let result = place.read("out");
    assert!(result.len() <= most, "{} bytes of {}: {result}", result.len(), program.len());
    for needed in needed {
        assert!(result.contains(needed), "{result}");
    }
    assert!(place.is_clean());
}

/// A program with others around the part that counts; `{}` in what the others are is their number.
fn program(head: &str, other: &str, core: &str) -> String {
    let others =
        |from: usize| (from..from + OTHERS / 2).map(|n| other.replace("{}", &n.to_string())).collect::<String>();
    format!("{head}{}{core}{}", others(0), others(OTHERS / 2))
}

#[test]
fn cpp_templates_and_classes_go_around_a_missing_operator() {
    let other = "namespace part{} {\ntemplate <class T, int N = 2> class Table : public outer::Base {\npublic:\n  explicit Table(T t) : \
                 items{t} {}\n  int count() const override { for (auto& x : items) { if (x == T{}) return 1; } return N; }\nprivate:\n  \
                 T items[N];\n};\ninline int use{}() { return Table<int>(3).count(); }\n}\n";
    let head = "namespace outer { struct Base { virtual ~Base() = default; virtual int count() const = 0; }; }\n";
    let core = "namespace deep { namespace deeper {\ntemplate <class T> struct Box final { T value; bool less(const Box& other) const \
                { return value < other.value; } };\nstruct Plain { int a; double b; };\n} }\nint main() {\n  deep::deeper::Box<\
                deep::deeper::Plain> one, two;\n  if (part1::use1() > 2) { return one.less(two) ? 1 : 0; }\n  return 0;\n}\n";
    let command = ["c++", "-fsyntax-only", "-x", "c++", "@@"];
    reduced("bug.cpp", &program(head, other, core), "no match for .operator<", &command, 250, &["<"]);
}

#[test]
fn java_classes_and_methods_go_around_a_variable_without_a_value() {
    let other = "class Part{}<T extends Comparable<T>> implements Runnable {\n    private final java.util.List<T> items = new \
                 java.util.ArrayList<>();\n    public void run() { for (T item : items) { if (item == null) { continue; } else { \
                 System.out.println(item); } } }\n    static int use(int n) { try { return n + 1; } finally { n--; } }\n}\n";
    let core = "final class Core extends Part1<String> {\n    int find(String name, int limit) throws Exception {\n        int \
                place;\n        for (int i = 0; i < limit; i++) {\n            if (name.length() > i) { place = Part2.use(i); }\n        \
                }\n        return place * 2;\n    }\n}\n";
    let command = ["javac", "-proc:none", "-d", ".", "@@"];
    reduced("Bug.java", &program("", other, core), "might not have been initialized", &command, 300, &["{int "]);
}

#[test]
fn rust_items_and_blocks_go_around_a_moved_value() {
    let other = "pub mod part{} {\n    use std::collections::HashMap;\n    #[derive(Clone, Debug)]\n    pub struct Table<'a, T> { items: \
                 HashMap<&'a str, T> }\n    impl<'a, T: Clone> Table<'a, T> {\n        pub fn get(&self, name: &str) -> Option<T> { match \
                 self.items.get(name) { Some(x) => Some(x.clone()), None => None } }\n    }\n}\n";
    let core = "pub fn core(names: Vec<String>, limit: usize) -> usize {\n    let mut total = 0;\n    for i in 0..limit {\n        if \
                i > 2 { drop(names); }\n        total += i;\n    }\n    total + names.len()\n}\n";
    let command = ["rustc", "--edition", "2021", "--crate-type", "lib", "--emit", "metadata", "@@"];
    reduced("bug.rs", &program("", other, core), "E0382", &command, 80, &["fn"]);
}

#[test]
fn shell_functions_and_heredocs_go_around_a_block_that_is_closed_twice() {
    let other = "part{}() {\n    local name=$1 count=$((2 * {}))\n    while read -r line; do\n        case $line in\n            a*) echo \
                 \"${line%%:*} $count\" ;;\n            *) break ;;\n        esac\n    done < \"$name\"\n    cat <<EOF\nDear $name\nEOF\n}\n";
    let core = "for word in a b c; do\n    if [ \"$word\" = a ]; then\n        part1 \"$word\" | sort > /dev/null\n    fi\ndone\ndone\n";
    let said = "syntax error near unexpected token .done'";
    reduced("bug.sh", &program("#!/bin/bash\nset -e\n", other, core), said, &["bash", "-n", "@@"], 10, &["done"]);
}

#[test]
fn scripts_and_styles_of_a_page_are_reduced_in_their_own_languages() {
    let place = Place::new();
    place.write(
        "page.html",
        "<!DOCTYPE html>\n<html><head><style>p > b, div:hover { color: red; margin: 0 }</style></head><body>\n\
         <p>text <b>bold</b></p><script>function other(a) { for (var k = 0; k < a; k++) { console.log(k); } }\nother(3);</script>\n\
         <script>\nfunction fill(list) { var all = {}; for (var i = 0; i < list.length; i++) { all[i] = list[i] * 3; } return all; }\n\
         function broken(node) { var found = fill([1, 2]); if (found) { return node.missing.deep; } return found; }\n\
         broken({});\n</script><p>end</p></body></html>\n",
    );
    place.write(
        "run.js",
        "// Runs the scripts of a page one after the other.\n\
         const text = require('fs').readFileSync(process.argv[2], 'utf8'), vm = require('vm');\n\
         const context = vm.createContext({ console: { log() {} } });\n\
         for (const [, script] of text.matchAll(/<script>([^]*?)<.script>/g)) vm.runInContext(script, context);\n",
    );
    let run = place.path("run.js");
    let options = ["--no-session", "--max-tests", "120", "-o", "out", "--expect-stderr", "properties of undefined"];
    let command = ["page.html", "--", "node", run.to_str().expect("text"), "@@"];
    place.run(&[&options[..], &command].concat()).ends(0, &[]);
    let left = place.read("out").trim_end().to_owned();
    assert!(left.len() <= 40 && left.starts_with("<script>") && left.ends_with("</script>"), "{left}");
}
