//! Native programs that know nothing of choices, and those that say what they do.

use crate::example::{block, page};
use crate::place::Place;

/// Nodes first, then edges and weights of nodes that exist.
const GRAPHS: &str = r#"
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    srand(argc > 1 ? atoi(argv[1]) : 1);
    int nodes = rand() % 20 + 1;
    for (int i = 0; i < nodes; i++)
        printf("node %d %d\n", i, rand() % 100);
    int edges = rand() % 40;
    for (int i = 0; i < edges; i++) {
        if (rand() % 4 == 0)
            printf("weight %d %d\n", rand() % nodes, rand() % 100);
        else
            printf("edge %d %d\n", rand() % nodes, rand() % nodes);
    }
}
"#;

const LOOP_AND_WEIGHT: &str =
    r#"awk '$1=="edge"&&$2==$3{loops++} $1=="weight"&&$3>50{heavy++} END{exit !(loops&&heavy)}' "$1""#;

/// A place with a compiled program.
fn place(source: &str, options: &str, test: &str) -> Place {
    let place = Place::new("", test);
    place.write("gen.c", source);
    let header = concat!(env!("CARGO_MANIFEST_DIR"), "/native/include");
    place.shell(&format!("cc {options} -I'{header}' gen.c -o gen")).ends(0, &[]);
    place
}

#[test]
fn a_program_in_c_is_reduced_as_it_is() {
    for options in ["-O0", "-O2", "-O2 -no-pie"] {
        let place = place(GRAPHS, options, LOOP_AND_WEIGHT);
        place.run("--test ./test.sh -o small.txt -- ./gen 5").ends(0, &["439 -> 30 bytes"]);
        assert_eq!(place.read("small.txt"), "node 0 0\nweight 0 51\nedge 0 0\n", "{options}");
        assert_eq!(place.run("replay small.txt.trace").stdout, place.read("small.txt"), "{options}");
    }
}

#[test]
fn a_script_may_stand_before_the_program() {
    let place = place(GRAPHS, "-O2", LOOP_AND_WEIGHT);
    place.run("--test ./test.sh -o small.txt -- sh -c './gen $0 | cat' 5").ends(0, &["439 -> 30 bytes"]);
}

/// Every source that is known, each of which is the same under replay.
const SOURCES: &str = r#"
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/wait.h>
#include <pthread.h>
#include <unistd.h>

static void *other(void *unused) { return rand(), unused; }

int main(void) {
    unsigned short state[3] = {1, 2, 3};
    unsigned seed = 1;
    printf("%d %d %ld %ld %ld\n", rand(), rand_r(&seed), random(), lrand48(), nrand48(state));
    printf("%ld %ld %f %f\n", mrand48(), jrand48(state), drand48(), erand48(state));
    struct drand48_data data = {0};
    double unit;
    drand48_r(&data, &unit);
    uint32_t words[4];
    uint64_t many[4];
    if (getrandom(words, 4, 0) != 4 || getentropy(&words[1], 4)) return 1;
    int device = open("/dev/urandom", O_RDONLY);
    FILE *file = fopen("/dev/random", "rb");
    if (read(device, &words[2], 4) != 4 || read(device, many, 32) != 32 || fread(&words[3], 4, 1, file) != 1) return 1;
    close(device);
    fclose(file);
    printf("%f %u %u %u %u %lu\n", unit, words[0], words[1], words[2], words[3], (unsigned long) many[3]);
    fflush(stdout);
    pthread_t thread;
    pthread_create(&thread, 0, other, 0);
    pthread_join(thread, 0);
    if (fork() == 0) { rand(); _exit(0); }
    wait(0);
    puts("end");
}
"#;

#[test]
fn every_source_of_numbers_and_bytes_is_recorded() {
    let place = place(SOURCES, "-O2 -pthread", "grep -q end \"$1\"");
    place.run("--test ./test.sh -o small.txt -- ./gen").ends(0, &[]);
    let small = place.read("small.txt");
    assert_eq!(small, "0 0 0 0 0\n0 0 0.000000 0.000000\n0.000000 0 0 0 0 0\nend\n", "{small}");
}

#[test]
fn a_program_that_ends_without_its_destructors_is_recorded() {
    let ends = GRAPHS.replace("    int edges", "    fflush(stdout);\n    if (nodes < 20) _exit(0);\n    int edges");
    let place = place(&format!("#include <unistd.h>\n{ends}"), "-O2", "grep -q 'node 2' \"$1\"");
    place.run("--test ./test.sh -o small.txt -- ./gen 5").ends(0, &[]);
    assert_eq!(place.read("small.txt"), "node 0 0\nnode 1 0\nnode 2 0\n");
}

#[test]
fn programs_that_cannot_be_traced_are_told_apart() {
    let silent = |options: &str| place(GRAPHS, options, "true");
    let refused = |place: &Place, says: &str| {
        place.run("--test ./test.sh -o small.txt -- ./gen 5").ends(8, &["records nothing", says]);
    };
    refused(&silent("-static"), "is statically linked");
    let place = silent("-O2");
    place.shell("chmod u+s gen").ends(0, &[]);
    place.write("true.c", "int main(void) { return 0; }");
    place.run("--test ./test.sh -o small.txt -- true").ends(8, &["`true` calls none of the functions"]);
    // A file that runs with other rights and draws nothing.
    place.shell("cc true.c -o gen && chmod u+s gen").ends(0, &[]);
    refused(&place, "runs with other rights");
}

/// A generator that draws by itself, and says so.
const MARKED: &str = r#"
#include <reduce_tree_trace.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t state;

static unsigned below(unsigned bound) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return reduce_tree_chosen(bound, (state >> 33) % bound);
}

static void value(int depth) {
    reduce_tree_begin_call("value");
    reduce_tree_begin_if("kind");
    unsigned kind = below(depth ? 3 : 2);
    reduce_tree_alternative(kind + 1);
    if (kind == 0) printf("%u", below(100));
    else if (kind == 1) printf("\"%c\"", 'a' + below(26));
    else {
        printf("[");
        reduce_tree_begin_for("members");
        unsigned members = below(6);
        for (unsigned i = 0; i < members; i++) {
            reduce_tree_iteration();
            if (i) printf(",");
            value(depth - 1);
        }
        reduce_tree_end();
        printf("]");
    }
    reduce_tree_end();
    reduce_tree_end();
}

int main(int argc, char **argv) {
    state = argc > 1 ? atoi(argv[1]) : 1;
    value(6);
    printf("\n");
}
"#;

#[test]
fn a_program_that_draws_by_itself_may_say_so() {
    for options in ["-O0", "-O2", "-O2 -no-pie"] {
        let place = place(MARKED, options, "grep -q '\"[a-z]\"' \"$1\"");
        let enough = |seed: &u32| place.shell(&format!("./gen {seed} | grep '\".*\".*\"'")).status == Some(0);
        let seed = (1..200).find(enough).expect("one has several strings");
        place.run(&format!("--test ./test.sh -o small.json -- ./gen {seed}")).ends(0, &[]);
        assert_eq!(place.read("small.json"), "\"a\"\n", "{options}");
    }
}

#[test]
fn the_example_of_the_page_is_reduced() {
    let test = "grep -q '\\[.*\\[.* 7' \"$1\"";
    let place = place(block(&page(), "c list.c"), "-O2", test);
    let enough =
        |seed: &u32| place.shell(&format!("./gen {seed} >made && ./test.sh made && [ $(wc -c <made) -gt 100 ]"));
    let seed = (1..200).find(|seed| enough(seed).status == Some(0)).expect("one of them does");
    place.run(&format!("--test ./test.sh -o small.txt -- ./gen {seed}")).ends(0, &[]);
    let small = place.read("small.txt");
    assert!(small.len() < 20, "{small}");
}

/// Csmith of Debian, unmodified.
#[test]
fn a_program_of_csmith_stays_one() {
    let place = Place::new(
        "",
        "grep -q 'for (' \"$1\" && ! grep -q 'struct S' \"$1\" && cc -w -fsyntax-only -I/usr/include/csmith \"$1\"",
    );
    let csmith = "csmith --concise --max-funcs 1 --max-block-depth 1 --no-structs --no-unions";
    let enough = |seed: &u32| {
        place.shell(&format!("{csmith} --seed {seed} >made.c && ./test.sh made.c && [ $(wc -c <made.c) -lt 9000 ]"))
    };
    let seed = (1..100).find(|seed| enough(seed).status == Some(0)).expect("one of them does");
    place.run(&format!("--max-tests 60 --test ./test.sh -o small.c -- {csmith} --seed {seed}")).ends(0, &[]);
    let again = place.shell(
        "cc -w -fsanitize=undefined -fno-sanitize-recover=all -I/usr/include/csmith small.c -o small && ./small",
    );
    again.ends(0, &[]);
    assert!(again.stdout.starts_with("checksum = "), "{}", again.stdout);
}
