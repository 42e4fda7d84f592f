//! Functions that are called by name.

use reduce_tree_names::{Access, Binding, Kind};
use reduce_tree_plugin::Node;

use crate::call::Call;
use crate::function::Function;
use crate::inliner::{Inliner, Plan};
use crate::program::{Language, Program};
use crate::rewrite::{Proposal, Rewrite};
use crate::statement;
use crate::variable::remove_declarator;

/// No text is to become longer than this many times its tokens.
const MOST_GROWTH: usize = 4;

/// Nor by more tokens than this for one of several calls, since the function stays.
const MOST_GROWTH_OF_ONE: isize = 32;

/// All functions in the places of their calls.
pub fn proposals(program: &Program<'_>) -> Vec<Proposal> {
    let mut found = Vec::new();
    for (place, binding) in program.names.bindings().iter().enumerate() {
        let is_ours = !binding.is_shared && !binding.is_member && !program.is_recursive(place);
        if let Some((function, gone)) = definition(program, binding).filter(|_| is_ours) {
            let calls = binding.uses.iter().map(|using| Call::of(using.node).filter(|_| using.access == Access::Call));
            found.extend(inlined(program, &function, &calls.collect::<Vec<_>>(), &gone));
        }
    }
    found
}

/// The function that a name stands for, and what goes with it.
fn definition<'a>(program: &Program<'a>, binding: &Binding<'a>) -> Option<(Function<'a>, Vec<Node<'a>>)> {
    let is_called = binding.uses.iter().any(|using| using.access == Access::Call);
    match binding.kind {
        Kind::Function if is_called => {
            let mut functions = binding.declarations.iter().filter_map(|one| Function::of(program, one.node));
            let function = functions.next()?;
            let is_decorated = function.node.parent().is_some_and(|parent| parent.kind() == "decorated_definition");
            let is_alone = program.language == Language::C || binding.declarations.len() == 1;
            if functions.next().is_some() || is_decorated || !is_alone {
                return None;
            }
            Some((function, binding.declarations.iter().map(|declaration| declaration.node).collect()))
        }
        Kind::Variable if is_called => {
            let [declaration] = binding.declarations.as_slice() else { return None };
            let is_fixed = binding.uses.iter().all(|using| matches!(using.access, Access::Read | Access::Call));
            let value = declaration.node.child("value").or_else(|| declaration.node.child("right"))?;
            let function = Function::of(program, value).filter(|_| is_fixed)?;
            Some((function, vec![declaration.node]))
        }
        _ => None,
    }
}

/// A function in the places of all its uses, after which it is gone, and in the place of each call alone. Uses that are
/// no calls are none.
pub fn inlined<'a>(
    program: &Program<'a>,
    function: &Function<'a>,
    uses: &[Option<Call<'a>>],
    gone: &[Node<'a>],
) -> Vec<Proposal> {
    let inliner = Inliner::new(program, function);
    let plans: Vec<Option<Plan<'a>>> =
        uses.iter().map(|call| call.clone().and_then(|call| inliner.plan(call))).collect();
    let mut found = Vec::new();
    let most = program.source.root().tokens() * MOST_GROWTH;
    if function.node.tokens() * plans.len() <= most {
        let all: Option<Vec<&Plan<'a>>> = plans.iter().map(Option::as_ref).collect();
        found.extend(all.filter(|all| !all.is_empty()).and_then(|all| rewritten(program, function, all, gone)));
    }
    if plans.len() > 1 {
        for plan in plans.iter().flatten() {
            let one = rewritten(program, function, vec![plan], &[]);
            found.extend(one.filter(|one| one.growth <= MOST_GROWTH_OF_ONE));
        }
    }
    found
}

fn rewritten<'a>(
    program: &Program<'a>,
    function: &Function<'a>,
    mut plans: Vec<&Plan<'a>>,
    gone: &[Node<'a>],
) -> Option<Proposal> {
    // What lies in an argument of another call comes before that call.
    plans.sort_by_key(|plan| (plan.place.len(), plan.place.start));
    let mut inliner = Inliner::new(program, function);
    let mut rewrite = Rewrite::new(program.language, program.text);
    for plan in plans {
        inliner.inline(&mut rewrite, plan)?;
    }
    for &node in gone {
        match node.kind() {
            "variable_declarator" => remove_declarator(&mut rewrite, node)?,
            "assignment" => statement::remove(&mut rewrite, node.parent()?),
            _ if node.edge() == "declarator" => remove_declarator(&mut rewrite, prototype(node)?)?,
            _ => statement::remove(&mut rewrite, node),
        }
    }
    rewrite.proposal()
}

/// The outermost declarator around the name of a function that is only declared.
fn prototype(name: Node<'_>) -> Option<Node<'_>> {
    let mut path = std::iter::once(name).chain(name.ancestors());
    path.find(|node| node.parent().is_some_and(|parent| parent.kind() == "declaration"))
}
