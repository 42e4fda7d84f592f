//! The instances of a program.

use std::collections::HashSet;

use reduce_tree_names::{Access, Binding, Group, Kind, Names, Occurrence};
use reduce_tree_plugin::{Edits, Source};

use crate::functions;
use crate::grammar::Grammar;
use crate::instances::Instances;
use crate::labels;
use crate::plan::Plan;
use crate::way::{Taking, Way};

/// In which ways uses go.
pub(crate) const WAYS: [Way; 4] = [Way::Statements, Way::Least, Way::KeepCalls, Way::Simplest];

/// All instances of a program; none if nothing is known of names in its language.
pub(crate) fn instances(source: Source<'_>, grammar: &'static Grammar) -> Option<Vec<Edits>> {
    let names = Names::of(source)?;
    let mut instances = Instances::new(&names, grammar);
    for binding in names.bindings() {
        match binding.kind {
            Kind::Label => labels::add(&mut instances, binding),
            Kind::Parameter => {}
            _ if binding.is_member => {}
            _ => add_binding(&mut instances, binding),
        }
    }
    functions::add(&mut instances);
    for members in names.members() {
        add_members(&mut instances, members);
    }
    Some(instances.ordered())
}

fn add_binding<'a>(instances: &mut Instances<'_, 'a>, binding: &Binding<'a>) {
    let is_unused = binding.uses.is_empty() && !binding.is_shared;
    for &way in if is_unused { &[Way::Least, Way::KeepCalls][..] } else { &WAYS[..] } {
        let taking = Taking { grammar: instances.grammar, way, places: places(binding.occurrences()) };
        let mut plan = Plan::default();
        take_uses(&mut plan, &taking, &binding.uses);
        for declaration in &binding.declarations {
            taking.take_declaration(&mut plan, declaration);
        }
        instances.add(plan, &taking, is_unused);
    }
}

/// All places of a member: they go together, wherever they stand.
fn add_members<'a>(instances: &mut Instances<'_, 'a>, members: &Group<'a>) {
    // What stands in a class of Python can be meant without its class, too.
    let meanings = members.uses.iter().filter_map(|place| instances.names.meaning(place.node));
    let bindings: Vec<&Binding> = meanings.filter(|binding| binding.is_member).collect();
    let is_single = members.uses.len() == 1 && bindings.iter().all(|binding| binding.uses.is_empty());
    if is_single && bindings.is_empty() {
        return;
    }
    let declarations = || bindings.iter().flat_map(|binding| &binding.declarations);
    let declared: HashSet<u32> = declarations().map(|declaration| declaration.name.node.id()).collect();
    let is_use = |place: &&Occurrence| !declared.contains(&place.node.id());
    let uses: Vec<Occurrence> = members.uses.iter().filter(is_use).cloned().collect();
    // A language calls some of them itself.
    let is_unused = is_single && !instances.names.is_known(members.name);
    for way in WAYS {
        let taking = Taking { grammar: instances.grammar, way, places: places(members.uses.iter()) };
        let mut plan = Plan::default();
        take_uses(&mut plan, &taking, &uses);
        for binding in &bindings {
            take_uses(&mut plan, &taking, &binding.uses);
        }
        for declaration in declarations() {
            taking.take_declaration(&mut plan, declaration);
        }
        instances.add(plan, &taking, is_unused);
    }
}

/// Takes out uses of a name.
pub(crate) fn take_uses<'a>(plan: &mut Plan<'a>, taking: &Taking, uses: &[Occurrence<'a>]) {
    for using in uses {
        let has_value = matches!(using.access, Access::Read | Access::Call | Access::Mention);
        taking.take_use(plan, using.node, has_value);
    }
}

/// Where names begin, in order.
pub(crate) fn places<'o, 'a: 'o>(occurrences: impl Iterator<Item = &'o Occurrence<'a>>) -> Vec<usize> {
    let mut places: Vec<usize> = occurrences.map(|occurrence| occurrence.range.start).collect();
    places.sort_unstable();
    places
}
