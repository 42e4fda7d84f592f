//! One and the same test script under `reduce-tree`, C-Reduce and C-Vise.

use crate::creduce::{DIVIDES_BY_ZERO, SHARES};
use crate::workshop::{INPUT, Workshop};

#[test]
fn serves_every_reducer_unchanged() {
    let workshop = Workshop::new(SHARES, DIVIDES_BY_ZERO);
    let script = workshop.read("test.sh");
    for reducer in [
        "reduce-tree --in-place",
        "creduce --no-default-passes --add-pass pass_lines 0 100 --add-pass pass_lines 1 101",
        "cvise --pass-group delta",
    ] {
        workshop.restore();
        workshop.run(&format!("rm -f bug.c.orig; {reducer} ./test.sh bug.c"));
        workshop.is_reduced(INPUT);
        assert_eq!(workshop.read("test.sh"), script);
    }
}
