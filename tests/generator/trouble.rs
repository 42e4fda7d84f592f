//! What is said when something is wrong.

use crate::place::{BUGGY, PASSWORDS, Place};

fn refused(generator: &str, status: i32, says: &[&str]) {
    let place = Place::new(generator, "true");
    place.run("--test ./test.sh -o small.txt -- python3 gen.py 26524").ends(status, says);
    assert!(!place.path("small.txt").exists(), "nothing is written");
}

#[test]
fn a_generator_that_makes_no_choice_is_told() {
    refused("print('always the same')\n", 8, &["made no choice that was recorded"]);
}

#[test]
fn a_generator_that_writes_nothing_is_told() {
    refused("import random\nrandom.random()\n", 8, &["the generator wrote nothing"]);
}

#[test]
fn a_generator_that_fails_is_told_with_what_it_says() {
    refused("import nothing_of_this_name\n", 8, &["the generator", "No module named"]);
}

#[test]
fn a_generator_that_depends_on_something_else_is_told() {
    let counting = "import random, os\nprint(random.random(), os.getpid())\n";
    refused(counting, 8, &["not deterministic under replay", "something else"]);
    // The second run finds what the first has left.
    let other = "import random, os\nif os.path.exists('again'):\n    random.random()\nopen('again', 'w')\nprint(random.choice('ab'))\n";
    refused(other, 8, &["not deterministic under replay", "goes another way (at gen.py:"]);
}

#[test]
fn a_generator_that_depends_on_something_else_late_in_the_reduction_is_told() {
    // Only short rows hold the number of the process.
    let late = "import random, os\nrandom.seed(5)\nrow = [random.randint(10, 99) for _ in range(random.randint(1, 12))]\n\
                print(*row, os.getpid() if len(row) < 5 else '')\n";
    let place = Place::new(late, "[ -s \"$1\" ]");
    place
        .run("--test ./test.sh -o small.txt --stats stats.json -- python3 gen.py")
        .ends(0, &["not deterministic under replay", "once more", "`small.txt.trace` does not make the result again"]);
    let steady = Place::new(PASSWORDS, BUGGY);
    let run = steady.run("--test ./test.sh -o small.txt -- python3 gen.py 26524");
    run.ends(0, &[]);
    assert!(!run.stderr.contains("deterministic"), "{}", run.stderr);
}

#[test]
fn a_generator_that_does_not_end_is_told() {
    let place = Place::new("import random\nrandom.random()\nwhile True:\n    pass\n", "true");
    place
        .run("--generator-timeout 2 --test ./test.sh -o small.txt -- python3 gen.py")
        .ends(8, &["has not ended", "2 s"]);
}

#[test]
fn a_generator_that_writes_or_chooses_without_end_is_told() {
    let writes = "import random, sys\nrandom.random()\nwhile True:\n    sys.stdout.write('c' * 1000000)\n";
    refused(writes, 8, &["the generator fails", "writes more than 256 MB"]);
    // Its trace is not read, however long it has become.
    let place = Place::new("import random\nwhile True:\n    random.random()\n", "true");
    place.run("--generator-timeout 2 --test ./test.sh -o small.txt -- python3 gen.py").ends(8, &["has not ended"]);
}

#[test]
fn what_a_generator_leaves_behind_and_does_not_want_to_end_is_ended() {
    // The child shrugs the usual signal off, and waits for an input that never comes.
    let source = "import os, random, signal, sys, time\nrandom.seed(1)\nprint(random.choice('ab'), repr(sys.stdin.read()))\n\
                  sys.stdout.flush()\nif os.fork() == 0:\n    signal.signal(signal.SIGTERM, signal.SIG_IGN)\n    \
                  open('child', 'a').write('%d ' % os.getpid())\n    time.sleep(1000)\n";
    let place = Place::new(source, "true");
    place.run("-q --test ./test.sh -o small.txt -- python3 gen.py").ends(0, &[]);
    assert_eq!(place.read("small.txt"), "a ''\n");
    for process in place.read("child").split_whitespace() {
        assert!(!std::path::Path::new("/proc").join(process).exists(), "{process} is still there");
    }
}

#[test]
fn a_program_without_a_side_is_told() {
    let place = Place::new("", "true");
    place.run("--test ./test.sh -o small.txt -- echo something").ends(8, &["records nothing"]);
    place.run("--test ./test.sh -o small.txt -- ./no-such-program").ends(8, &["the generator fails"]);
    place.run("--test ./test.sh -o small.txt -- python3 -c 'print(1)'").ends(2, &["as a script"]);
}

#[test]
fn a_test_that_finds_nothing_is_told() {
    let place = Place::new(PASSWORDS, "false");
    place.run("--test ./test.sh -o small.txt -- python3 gen.py 26524").ends(3, &["does not find the original"]);
    place.run("-o small.txt -- python3 gen.py").ends(2, &["--test"]);
    place.run("--run 'true @@' -o small.txt -- python3 gen.py").ends(2, &["--expect-exit"]);
}

#[test]
fn a_generator_that_fails_on_most_traces_is_pointed_out() {
    let fragile = "import random, sys\nrandom.seed(5)\nrow = [random.randint(10, 99) for _ in range(random.randint(12, 12))]\n\
                   print(*row)\nif row != [random.choice([number]) for number in row] or sum(row) != TOTAL:\n    sys.exit(1)\n";
    let sum = Place::new(&fragile.replace(" or sum(row) != TOTAL", ""), "true").shell("python3 gen.py");
    let total: u32 = sum.stdout.split_whitespace().map(|number| number.parse::<u32>().expect("a number")).sum();
    let place = Place::new(&fragile.replace("TOTAL", &total.to_string()), "[ -s \"$1\" ]");
    place
        .run("--test ./test.sh -o small.txt -- python3 gen.py")
        .ends(0, &["the generator failed on", "exits with status 1"]);
}

#[test]
fn a_generator_that_goes_on_for_ever_on_most_traces_is_pointed_out() {
    let endless = "import random\nrandom.seed(5)\nrow = [random.randint(10, 99) for _ in range(random.randint(8, 8))]\n\
                   print(*row)\nwhile sum(row) != TOTAL:\n    pass\n";
    let sum = Place::new(&endless.replace("while sum(row) != TOTAL", "while False"), "true").shell("python3 gen.py");
    let total: u32 = sum.stdout.split_whitespace().map(|number| number.parse::<u32>().expect("a number")).sum();
    let place = Place::new(&endless.replace("TOTAL", &total.to_string()), "[ -s \"$1\" ]");
    let run =
        place.run("--generator-timeout 4 --max-time 40 --no-session --test ./test.sh -o small.txt -- python3 gen.py");
    run.ends(0, &["the generator failed on", "it takes too long", "--generator-timeout"]);
    assert_eq!(place.read("small.txt"), sum.stdout, "nothing that does not end is a result");
}
