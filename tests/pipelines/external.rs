//! Other programs' passes in `reduce-tree`.

use crate::workshop::{INPUT, Workshop, commands, non_blank};

/// A file with several globals, and two functions with a call each.
const RING: &str = "
/* How many places of a ring are taken. */
int first = 1;
int lost = 3;
int count, limit = 16;

extern void lock(int owner);
extern void unlock(int owner);

int push(int owner)
{
    lock(owner);
    if (count == limit) {
        lost++;
        return -1;
    }
    return count++;
}

int pop(int owner)
{
    if (count > 0) {
        first = (first + 1) % limit;
        count--;
    }
    unlock(owner);
    return count;
}
";

/// Interesting is what compiles to four globals.
const FOUR_GLOBALS: &str =
    "gcc -Werror=implicit-int -c -o bug.o bug.c 2>messages && [ \"$(nm bug.o | grep -c ' [BCD] ')\" = 4 ]";

/// Interesting is what calls both functions.
const BOTH_LOCKS: &str =
    "gcc -w -c -o bug.o bug.c 2>messages && nm bug.o >names && grep -q 'U lock' names && grep -q 'U unlock' names";

/// What `reduce-tree` makes of the input with these passes and no others, but for one that is shipped: others of those
/// may come to do the same.
fn reduced(workshop: &Workshop, external: &[&str]) -> String {
    let options: Vec<String> = external.iter().map(|pass| format!(" --external-pass {pass} --pass {pass}")).collect();
    let options = options.concat();
    // Another search' result would stay, and this one's come beside it.
    workshop.run("rm -f bug.reduced.c");
    workshop.run(&format!("reduce-tree --pass constant-to-one{options} --stats stats.json ./test.sh bug.c"));
    workshop.is_reduced("bug.reduced.c");
    workshop.read("bug.reduced.c")
}

/// The pass had successes in the last run.
#[track_caller]
fn succeeded(workshop: &Workshop, pass: &str) {
    let stats: serde_json::Value = serde_json::from_str(&workshop.read("stats.json")).expect("JSON");
    assert!(stats["passes"][pass]["successes"].as_u64().is_some_and(|successes| successes > 0), "{pass}: {stats}");
}

#[test]
fn clang_delta_joins_declarations() {
    let workshop = Workshop::new(RING, FOUR_GLOBALS);
    let without = reduced(&workshop, &[]);
    let with = reduced(&workshop, &["clang_delta:combine-global-var"]);
    succeeded(&workshop, "clang_delta:combine-global-var");
    assert_eq!(with.matches("int").count(), 1, "{with}");
    assert!(non_blank(&with) < non_blank(&without), "{with}\n{without}");
}

#[test]
fn clex_removes_tokens_across_functions() {
    let workshop = Workshop::new(RING, BOTH_LOCKS);
    let without = reduced(&workshop, &[]);
    assert_eq!(without.matches('{').count(), 2, "{without}");
    let with = reduced(&workshop, &["clex:rm-toks-6"]);
    succeeded(&workshop, "clex:rm-toks-6");
    assert_eq!(with.matches('{').count(), 1, "{with}");
    assert!(non_blank(&with) < non_blank(&without), "{with}\n{without}");
}

#[test]
fn the_commands_of_the_readme_run() {
    let workshop = Workshop::new("int a = 33;\nint b = 4;\n", "grep -q 'int.*a' bug.c && grep -q b bug.c");
    // A pass in the form of the essay: the file, the command, the number; the file is changed in place.
    workshop.script(
        "my-pass",
        "[ $# = 3 ] && [ \"$1\" = REPLACE_WITH_ONE ] && echo chatter
        line=$(grep -n '= [0-9][0-9]*' \"$3\" | grep -v '= 1;' | cut -d: -f1 | sed -n \"$(($2 + 1))p\")
        [ -n \"$line\" ] && sed -i \"${line}s/= [0-9]*/= 1/\" \"$3\"",
    );
    let blocks = commands("README.md");
    assert_eq!(blocks.len(), 4, "{blocks:?}");
    assert_eq!(workshop.run(&blocks[0]), "2\nint a = 1;\nint b = 4;\n");
    for block in &blocks[1..] {
        workshop.run(block);
        workshop.is_reduced("bug.reduced.c");
    }
    let called = "reduce-tree pass --external-pass \"$PWD/my-pass REPLACE_WITH_ONE {n} {in-place}\"";
    assert_eq!(workshop.run(&format!("{called} my-pass:REPLACE_WITH_ONE 1 bug.c")), "int a = 33;\nint b = 1;\n");
    workshop.run(&format!("! {called} my-pass:REPLACE_WITH_ONE 2 bug.c"));
}

#[test]
fn what_cannot_be_a_pass_is_told_before_anything_runs() {
    let workshop = Workshop::new("int a;\n", "touch \"$HERE/ran\"");
    for (command, reason) in [
        ("no-such-program {n} {file}", "there is no program `no-such-program`"),
        ("cat {file}", "say where the number of the instance goes"),
    ] {
        let run = format!("HERE=$PWD reduce-tree --external-pass '{command}' ./test.sh bug.c || [ $? = 2 ]");
        let said = workshop.run(&run);
        assert!(said.contains(reason), "{said}");
        assert!(!workshop.path("ran").exists(), "{said}");
    }
    let said =
        workshop.run("reduce-tree pass --external-pass clang_delta:no-such clang_delta:no-such 0 bug.c || [ $? = 7 ]");
    assert!(said.contains("Invalid transformation"), "{said}");
    assert_eq!(workshop.read(INPUT), "int a;\n");
}

#[test]
fn a_program_that_does_not_behave_costs_its_own_result_only() {
    let workshop = Workshop::new("int a = 33;\nint b = 4;\n", "grep -q 'int b' bug.c");
    let expected = {
        workshop.run("reduce-tree ./test.sh bug.c");
        workshop.read("bug.reduced.c")
    };
    for (command, does) in [
        ("clang_delta:no-such", "Invalid transformation[no-such]"),
        ("sh -c 'kill -SEGV $$' {n} {file}", "crashed (signal 11)"),
        ("sh -c 'sleep 1000 & sleep 1000' {n} {file}", "hung"),
        ("sh -c 'cat $1' {n} {file}", "gave the same text again"),
        ("yes {n} {file}", "hung"),
        ("sh -c 'exit 9' {n} {file}", "exit status 9"),
    ] {
        let options = format!("--pass-timeout 2 --external-pass \"{}\"", command.replace('$', "\\$"));
        let said = workshop.run(&format!("reduce-tree {options} ./test.sh bug.c"));
        assert!(said.contains(does) && said.contains("switched off for this run"), "{command}: {said}");
        assert_eq!(workshop.read("bug.reduced.c"), expected, "{command}");
    }
}
