//! What comes out.

use crate::place::{BUGGY, PASSWORDS, Place};

#[test]
fn every_setting_of_the_paper_reduces_its_motivating_example() {
    for strategy in ["halt", "bypass", "re-align"] {
        for order in ["sequence", "tree"] {
            let place = Place::new(PASSWORDS, BUGGY);
            let options = format!("--test ./test.sh --strategy {strategy} --trace-reduction {order} -o small.txt");
            place.run(&format!("{options} -- python3 gen.py 26524")).ends(0, &["8 -> 4 bytes"]);
            assert_eq!(place.read("small.txt"), "c\nc\n", "{strategy} {order}");
        }
    }
}

#[test]
fn the_trace_that_is_kept_makes_the_small_input_again() {
    let place = Place::new(PASSWORDS, BUGGY);
    place.run("-q --test ./test.sh -o small.txt -- python3 gen.py 26524").ends(0, &[]);
    let again = place.run("replay small.txt.trace");
    again.ends(0, &[]);
    assert_eq!(again.stdout, "c\nc\n");
    place.write("gen.py", &PASSWORDS.replace("choice(ascii_lowercase)", "choice('xyz')"));
    place.run("replay small.txt.trace").ends(8, &["has changed"]);
}

#[test]
fn the_best_so_far_and_its_trace_are_there_at_every_moment() {
    let copy = "for name in small.txt small.txt.trace; do [ ! -e \"$HERE/$name\" ] || cp \"$HERE/$name\" \"$HERE/seen.$name\"; done\n";
    let place = Place::new(PASSWORDS, &format!("{copy}{BUGGY}"));
    place.run("-q --max-tests 6 --test ./test.sh -o small.txt -- python3 gen.py 26524").ends(0, &[]);
    assert_eq!(place.run("replay seen.small.txt.trace").stdout, place.read("seen.small.txt"));
    assert_eq!(place.run("replay small.txt.trace").stdout, place.read("small.txt"));
}

#[test]
fn a_generator_may_write_a_file_and_a_command_may_be_the_test() {
    let generator = PASSWORDS.replace("sys.stdout.write(", "open(sys.argv[2], 'w').write(");
    let place = Place::new(&generator, "");
    let test = "--expect-exit 0 --run \"grep c @@\"";
    place.run(&format!("-j 2 {test} -o small.txt -- python3 gen.py 26524 @@")).ends(0, &["8 -> 4 bytes"]);
    assert_eq!(place.read("small.txt"), "c\nc\n");
}

/// Nodes first, then edges between nodes that exist: no edge of the result names a node that it has not got.
const GRAPHS: &str = r#"
import random, sys
random.seed(int(sys.argv[1]))
nodes = []
for i in range(random.randint(1, 30)):
    nodes.append("n%d" % i)
    print("node", nodes[-1])
for i in range(random.randint(0, 60)):
    if random.random() < 0.8:
        print("edge", random.choice(nodes), random.choice(nodes))
    else:
        print("weight", random.choice(nodes), random.randint(1, 100))
"#;

#[test]
fn what_depends_on_each_other_stays_consistent() {
    let valid = "awk '$1==\"node\"{n[$2]=1} $1==\"edge\"{if(!n[$2]||!n[$3])exit 1; if($2==$3)loops++} \
                 $1==\"weight\"{if(!n[$2])exit 1; if($3>50)heavy++} END{exit !(loops&&heavy)}' \"$1\"";
    let place = Place::new(GRAPHS, valid);
    place.run("--test ./test.sh -o small.txt --stats stats.json -- python3 gen.py 3").ends(0, &[]);
    let small = place.read("small.txt");
    let lines: Vec<&str> = small.lines().collect();
    assert_eq!(lines.len(), 3, "a node, an edge to itself, a weight: {small}");
    assert!(small.contains("edge n0 n0") && small.contains("weight n0 51"), "{small}");
    place.run("-q -j 3 --test ./test.sh -o other.txt -- python3 gen.py 3").ends(0, &[]);
    assert_eq!(place.read("other.txt"), small, "several jobs find what one finds");
}

/// The least value of the choice leads to the longer text.
const GUARDED: &str = r#"
import random, sys
random.seed(int(sys.argv[1]))

def number():
    if random.choice([False, False, True]):
        return "x"
    return "(%s)" % ("1" * random.randint(3, 6))

print("-" + number())
"#;

#[test]
fn a_higher_value_is_tried_where_there_are_few() {
    let place = Place::new(GUARDED, "grep -qF -e '-' \"$1\"");
    place.run("--test ./test.sh -o small.txt -- python3 gen.py 2").ends(0, &[]);
    assert_eq!(place.read("small.txt"), "-x\n");
}

/// Edges between nodes that the generator only counts.
const EDGES: &str = r#"
import random, sys
random.seed(int(sys.argv[1]))
count = random.randint(1, 30)
nodes = ["n%d" % number for number in range(count)]
print("nodes", count)
for i in range(random.randint(0, 80)):
    print("edge", random.choice(nodes), random.choice(nodes))
"#;

/// Exits with 0 for a graph with a triangle.
const TRIANGLE: &str = r#"awk '$1=="edge" && $2!=$3{e[$2,$3]=e[$3,$2]=1; n[$2]; n[$3]}
END{for(a in n) for(b in n) for(c in n) if(((a,b) in e) && ((b,c) in e) && ((c,a) in e)) exit 0; exit 1}' "$1"
"#;

#[test]
fn nodes_that_edges_share_move_to_the_front_together() {
    let place = Place::new(EDGES, TRIANGLE);
    place.run("--test ./test.sh -o small.txt -- python3 gen.py 5").ends(0, &[]);
    let small = place.read("small.txt");
    let lines: Vec<&str> = small.lines().collect();
    assert_eq!(lines.len(), 4, "three edges: {small}");
    assert_eq!(lines[0], "nodes 3", "three nodes: {small}");
}

/// Exits with 0 for a graph in which edges lead from an odd node to two even ones.
const FORK: &str = r#"awk '$1=="edge"{from=substr($2,2); to=substr($3,2)}
$1=="edge" && from%2 && to%2==0{if((from in seen) && seen[from]!=to) fork=1; seen[from]=to} END{exit !fork}' "$1"
"#;

#[test]
fn a_list_is_known_where_no_two_choices_draw_the_same_from_it() {
    // Edges begin at one node and end at others, so that in the small graph nothing shows that both choices are of one list.
    let place = Place::new(EDGES, FORK);
    place.run("--test ./test.sh -o small.txt -- python3 gen.py 5").ends(0, &[]);
    let small = place.read("small.txt");
    assert!(small.starts_with("nodes 3\n"), "{small}");
}

/// Exits with 0 for a graph in which a way leads from the first node to the last, which is another.
const WAY: &str = r#"awk '$1=="nodes"{last="n" $2-1} $1=="edge"{from[NR]=$2; to[NR]=$3}
END{seen["n0"]; for(round=0;round<NR;round++) for(i in from) if(from[i] in seen) seen[to[i]]
    exit !(last!="n0" && (last in seen))}' "$1"
"#;

#[test]
fn neighbours_become_one_node_and_the_last_node_stays_the_last() {
    let place = Place::new(EDGES, WAY);
    let far =
        r#"awk '$1=="nodes"{last="n" $2-1} $1=="edge" && $2=="n0" && $3==last{near=1} END{exit near || last=="n0"}'"#;
    let seed = (0..100).find(|seed| {
        let script = format!("python3 gen.py {seed} >big.txt && ./test.sh big.txt && {far} big.txt");
        place.shell(&script).status == Some(0)
    });
    let seed = seed.expect("a way of several edges");
    place.run(&format!("--test ./test.sh -o small.txt -- python3 gen.py {seed}")).ends(0, &[]);
    assert_eq!(place.read("small.txt"), "nodes 2\nedge n0 n1\n");
}

/// Statements of two kinds with expressions in them.
const STATEMENTS: &str = r#"
import random, sys
random.seed(int(sys.argv[1]))

def expression(depth):
    if depth > 3 or random.choice([False, True]):
        return str(random.randrange(1000))
    return "(%s + %s)" % (expression(depth + 1), expression(depth + 1))

def plain():
    return expression(0) + ";"

def branch():
    return "if (%s) { }" % expression(0)

print(random.choice([plain, branch])())
"#;

#[test]
fn what_is_in_one_alternative_moves_to_another() {
    let place = Place::new(STATEMENTS, "grep -q 7 \"$1\"");
    let branch = |seed: &i32| place.shell(&format!("python3 gen.py {seed} | grep -q '^if (.*7'"));
    let seed = (0..200).find(|seed| branch(seed).status == Some(0)).expect("one has it in its condition");
    place.run(&format!("--test ./test.sh -o small.txt -- python3 gen.py {seed}")).ends(0, &[]);
    let small = place.read("small.txt");
    assert!(small.trim().ends_with(';') && small.trim().trim_end_matches(';').parse::<u32>().is_ok(), "{small}");
}

/// A list whose depth is decided by choices in a recursion.
const NESTED: &str = r#"
import random, sys
random.seed(int(sys.argv[1]))

def nested(depth):
    if depth < 8 and random.random() < 0.9:
        return "[" + ",".join(nested(depth + 1) for _ in range(random.randrange(3))) + "]"
    return str(random.randrange(100))

print(nested(0))
"#;

#[test]
fn an_inner_call_takes_the_place_of_the_one_around_it() {
    let place = Place::new(NESTED, "grep -q '[0-9]' \"$1\"");
    let seed = (0..50)
        .find(|seed| place.shell(&format!("python3 gen.py {seed} | grep '[0-9].*[0-9].*[0-9]'")).status == Some(0));
    let seed = seed.expect("one of them has some numbers");
    place.run(&format!("--test ./test.sh -o small.json -- python3 gen.py {seed}")).ends(0, &[]);
    assert_eq!(place.read("small.json").trim(), "0");
}

#[test]
fn reduce_tree_goes_on_where_the_generator_cannot() {
    let generator = "import random\nrandom.seed(1)\nprint('header();\\n' * 3 + 'bug();\\n' * random.randint(1, 5))\n";
    let place = Place::new(generator, "grep -q bug \"$1\"");
    place.run("--test ./test.sh -o small.js -- python3 gen.py").ends(0, &[]);
    assert_eq!(place.read("small.js"), "header();\nheader();\nheader();\nbug();\n\n");
    place.run("--then-reduce --test ./test.sh -o small.js -- python3 gen.py").ends(0, &[]);
    assert!(place.read("small.js").len() < 8, "{}", place.read("small.js"));
    let again = place.run("replay small.js.trace");
    assert_eq!(again.stdout, "header();\nheader();\nheader();\nbug();\n\n", "the trace is the generator's");
}
