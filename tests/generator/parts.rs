//! What of a generator is seen as a part that can go: each of these comes down to one line.

use crate::place::Place;

#[track_caller]
fn comes_down_to(generator: &str, result: &str) {
    let place = Place::new(&format!("import random\nrandom.seed(11)\n{generator}"), "grep -q x \"$1\"");
    let run = place.run("--no-session --test ./test.sh -o small.txt -- python3 gen.py");
    run.ends(0, &[]);
    assert_eq!(place.read("small.txt"), result, "{}", run.stderr);
}

#[test]
fn a_loop_whose_bound_was_drawn_for_a_parameter() {
    comes_down_to(
        "def nodes(n):\n    for i in range(n):\n        print('x', random.randint(0, 5))\nnodes(random.randint(4, 9) - 3)\n",
        "x 0\n",
    );
}

#[test]
fn a_loop_whose_bound_is_handed_on_by_its_name() {
    let generator = "
class Writer:
    def lines(self, *, count):
        for i in range(count):
            print('x', random.randint(0, 5))
def write(count, writer):
    writer.lines(count=count)
size = random.randint(2, 9)
total = size - 1
write(total, Writer())
";
    comes_down_to(generator, "x 0\n");
}

#[test]
fn a_block_that_an_argument_decides() {
    let generator = "
def line(kind):
    if kind == 1:
        print('y', random.random())
    elif kind == 2:
        print('z', random.random())
for kind in (1, 2, 1):
    line(random.choice([kind, kind, kind, 0]))
print('x', random.randint(0, 5))
";
    comes_down_to(generator, "x 0\n");
}

#[test]
fn a_while_with_a_bound_that_was_drawn() {
    comes_down_to(
        "i, n = 0, random.randint(4, 9)\nwhile i < n - 3:\n    i += 1\n    print('x', random.randint(0, 5))\n",
        "x 0\n",
    );
}

#[test]
fn a_while_whose_condition_is_a_choice() {
    comes_down_to(
        "while True:\n    print('x', random.randint(0, 5))\n    if random.random() < 0.2:\n        break\n",
        "x 0\n",
    );
}

#[test]
fn a_comprehension() {
    comes_down_to("n = random.randint(3, 9)\nprint('x', [random.randint(0, 5) for _ in range(n - 3)])\n", "x []\n");
}

#[test]
fn recursion_that_a_choice_decides() {
    let generator = "
def term(depth):
    if depth < 9 and random.choice([True, True, False]):
        return '(%s)' % ' '.join(term(depth + 1) for _ in range(random.randint(1, 3)))
    return 'x%d' % random.randint(0, 9)
print(term(0))
";
    comes_down_to(generator, "x0\n");
}

#[test]
fn a_block_that_the_generators_author_has_annotated() {
    let generator = "
from reduce_tree.trace import part
for number in range(9):
    if part():
        print('x' if number == 5 else 'y')
print(random.randint(0, 5))
";
    comes_down_to(generator, "x\n0\n");
}
