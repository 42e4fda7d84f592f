//! What else nothing uses when some of a text has gone.

use reduce_tree_names::{Binding, Kind, Names};
use reduce_tree_plugin::Node;

use crate::plan::Plan;
use crate::way::Taking;

/// All uses of all bindings, in the order of the text.
pub(crate) struct Uses {
    /// Where a use begins, and of which binding it is.
    places: Vec<(usize, usize)>,
    /// How many uses each binding has.
    counts: Vec<usize>,
}

impl Uses {
    pub(crate) fn new(names: &Names) -> Self {
        let bindings = names.bindings().iter().enumerate();
        let of = |(number, binding): (usize, &Binding)| {
            binding.uses.iter().map(move |using| (using.range.start, number)).collect::<Vec<_>>()
        };
        let mut places: Vec<(usize, usize)> = bindings.flat_map(of).collect();
        places.sort_unstable();
        let counts = names.bindings().iter().map(|binding| binding.uses.len()).collect();
        Uses { places, counts }
    }

    /// Takes along the declarations all of whose uses lie in what goes, and so on.
    pub(crate) fn take_along<'a>(&self, plan: &mut Plan<'a>, names: &Names<'a>, taking: &Taking) {
        let mut left = std::collections::HashMap::new();
        let mut seen: Vec<std::ops::Range<usize>> = Vec::new();
        let mut todo: Vec<Node> = plan.removed().collect();
        while let Some(gone) = todo.pop() {
            let range = gone.range();
            if seen.iter().any(|seen| seen.start <= range.start && range.end <= seen.end) {
                continue;
            }
            let first = self.places.partition_point(|place| place.0 < range.start);
            let inside = self.places[first..].iter().take_while(|place| place.0 < range.end);
            let new = inside.filter(|place| !seen.iter().any(|seen| seen.contains(&place.0)));
            let numbers: Vec<usize> = new.map(|place| place.1).collect();
            seen.push(range);
            for number in numbers {
                let left = left.entry(number).or_insert(self.counts[number]);
                *left -= 1;
                let binding = &names.bindings()[number];
                if *left == 0 && goes_along(binding) {
                    let mut more = Plan::default();
                    for declaration in &binding.declarations {
                        taking.take_declaration(&mut more, declaration);
                    }
                    todo.extend(more.removed());
                    plan.add(more);
                }
            }
        }
    }
}

/// Whether a binding is there for its uses only.
fn goes_along(binding: &Binding) -> bool {
    !matches!(binding.kind, Kind::Parameter | Kind::Target | Kind::Label) && !binding.is_shared
}
