//! Our passes in C-Vise.

use crate::creduce::{DIVIDES_BY_ZERO, SHARES};
use crate::workshop::{INPUT, Workshop, commands, non_blank};

#[test]
fn constant_to_one_reduces_what_lines_alone_do_not() {
    let workshop = Workshop::new(SHARES, DIVIDES_BY_ZERO);
    workshop.run("cvise --pass-group delta ./test.sh bug.c");
    let lines_alone = workshop.read(INPUT);
    assert!(lines_alone.contains("4000"), "{lines_alone}");

    workshop.restore();
    let [with] = &commands("cvise/README.md")[..] else { panic!("one block of commands") };
    assert!(with.contains("--pass-group delta ./test.sh bug.c"), "{with}");
    let said = workshop.run(with);
    assert!(said.contains("ReduceTreePass::constant-to-one"), "{said}");
    assert!(!said.contains("ERROR") && !said.contains("WARNING"), "{said}");
    workshop.is_reduced(INPUT);
    let result = workshop.read(INPUT);
    assert!(result.contains("scale(1)") && non_blank(&result) < non_blank(&lines_alone), "{result}");
}

#[test]
fn a_pass_that_there_is_none_of_is_reported() {
    let workshop = Workshop::new(SHARES, DIVIDES_BY_ZERO);
    let [with] = &commands("cvise/README.md")[..] else { panic!("one block of commands") };
    let said = workshop.run(&with.replace("constant-to-one", "no-such-pass"));
    assert!(said.contains("ReduceTreePass::no-such-pass has encountered a non fatal bug"), "{said}");
    workshop.is_reduced(INPUT);
}
