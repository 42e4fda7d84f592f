//! Our passes in C-Reduce.

use crate::workshop::{INPUT, Workshop, commands, non_blank};

/// A file whose numbers no pass over lines can change.
pub const SHARES: &str = "
int scale(int value)
{
    int factor = 33;
    return value * factor;
}

int main(void)
{
    int total = scale(4000);
    int share = total / 0;
    return share + 66;
}
";

/// Interesting is what divides the total by zero, and compiles.
pub const DIVIDES_BY_ZERO: &str = "LC_ALL=C gcc -Wall -c -o bug.o bug.c 2>messages && grep -q 'total / 0' bug.c && grep -q 'division by zero' messages";

#[test]
fn constant_to_one_reduces_what_lines_alone_do_not() {
    let workshop = Workshop::new(SHARES, DIVIDES_BY_ZERO);
    let [with] = &commands("creduce/README.md")[..] else { panic!("one block of commands") };
    let ours = " --add-pass pass_reduce_tree constant-to-one 200";
    assert!(with.contains(ours), "{with}");

    workshop.run(&with.replace(ours, ""));
    let lines_alone = workshop.read(INPUT);
    assert!(lines_alone.contains("4000"), "{lines_alone}");

    workshop.restore();
    let said = workshop.run(with);
    assert!(said.contains("pass_reduce_tree :: constant-to-one worked"), "{said}");
    assert!(!said.contains("encountered a bug"), "{said}");
    workshop.is_reduced(INPUT);
    let result = workshop.read(INPUT);
    assert!(result.contains("scale(1)") && non_blank(&result) < non_blank(&lines_alone), "{result}");
}

#[test]
fn a_pass_that_there_is_none_of_is_reported() {
    let workshop = Workshop::new(SHARES, DIVIDES_BY_ZERO);
    let [with] = &commands("creduce/README.md")[..] else { panic!("one block of commands") };
    let said = workshop.run(&with.replace("constant-to-one", "no-such-pass"));
    assert!(said.contains("there is no pass `no-such-pass`"), "{said}");
    assert!(said.contains("pass_reduce_tree::no-such-pass has encountered a bug"), "{said}");
    workshop.is_reduced(INPUT);
}
