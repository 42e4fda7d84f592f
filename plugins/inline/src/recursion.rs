//! Which definitions lead back to themselves.

use std::collections::{HashMap, HashSet};

use reduce_tree_names::Access;
use reduce_tree_plugin::Node;

use crate::program::Program;

/// What is defined by itself: its definition mentions it, or something whose definition does, and so on. Inlining that
/// would never end; without it, every inlining replaces names by names that are defined without them.
#[derive(Default)]
pub struct Recursive<'a> {
    /// Places of bindings.
    pub bindings: HashSet<usize>,
    /// Names of methods.
    pub methods: HashSet<&'a str>,
}

impl<'a> Recursive<'a> {
    /// What leads back to itself in a program.
    pub fn of(program: &Program<'a>) -> Self {
        let bindings = program.names.bindings();
        let methods: Vec<(&'a str, Node<'a>)> = (program.names.members().iter())
            .filter_map(|group| Some((group.name, program.method(group.name)?.whole)))
            .collect();
        let after = methods.iter().enumerate().map(|(index, (name, _))| (*name, bindings.len() + index));
        let places: HashMap<&str, usize> = after.collect();
        let graph = (0..bindings.len()).map(|place| mentioned(program, &definitions(program, place), &places));
        let of_methods = methods.iter().map(|(_, whole)| mentioned(program, &[*whole], &places));
        let graph: Vec<Vec<usize>> = graph.chain(of_methods).collect();
        let on_cycle = cyclic(&graph);
        let is_on_cycle = |place: &usize| on_cycle.get(*place).copied().unwrap_or_default();
        Recursive {
            bindings: (0..bindings.len()).filter(is_on_cycle).collect(),
            methods: methods.iter().map(|(name, _)| *name).filter(|name| is_on_cycle(&places[name])).collect(),
        }
    }
}

/// The definitions of a binding: its declarations and everything that is assigned to it.
fn definitions<'a>(program: &Program<'a>, place: usize) -> Vec<Node<'a>> {
    let binding = program.binding(place);
    let declared = binding.declarations.iter().map(|declaration| declaration.node);
    let assigned = binding.uses.iter().filter(|using| matches!(using.access, Access::Write | Access::Update));
    let assigned = assigned.filter_map(|using| using.node.ancestors().find(|node| is_assignment(*node)));
    declared.chain(assigned).collect()
}

/// What stands in some nodes: bindings, and the places of methods.
fn mentioned(program: &Program<'_>, nodes: &[Node<'_>], methods: &HashMap<&str, usize>) -> Vec<usize> {
    let mut found: Vec<usize> = Vec::new();
    for node in nodes {
        let mentions = program.mentions_in(node.range()).iter();
        let read = mentions.filter(|one| matches!(one.access, Access::Read | Access::Call | Access::Export));
        found.extend(read.filter_map(|mention| mention.binding));
        let used = program
            .members_in(node.range())
            .iter()
            .filter(|(start, name)| program.method(name).is_some_and(|method| method.name.range().start != *start));
        found.extend(used.filter_map(|(_, name)| methods.get(name).copied()));
    }
    found.sort_unstable();
    found.dedup();
    found
}

fn is_assignment(node: Node<'_>) -> bool {
    matches!(node.kind(), "assignment" | "assignment_expression" | "augmented_assignment")
}

/// Which nodes of a graph lie on a cycle: Tarjan's strongly connected components, without recursion.
fn cyclic(graph: &[Vec<usize>]) -> Vec<bool> {
    const UNSEEN: usize = usize::MAX;
    let mut on_cycle: Vec<bool> = graph.iter().enumerate().map(|(node, next)| next.contains(&node)).collect();
    let mut order = vec![UNSEEN; graph.len()];
    let mut lowest = vec![UNSEEN; graph.len()];
    let mut is_open = vec![false; graph.len()];
    let mut component: Vec<usize> = Vec::new();
    let mut seen = 0;
    for start in 0..graph.len() {
        if order[start] != UNSEEN {
            continue;
        }
        let mut path = vec![(start, 0)];
        while let Some((node, edge)) = path.pop() {
            if edge == 0 {
                (order[node], lowest[node], is_open[node]) = (seen, seen, true);
                seen += 1;
                component.push(node);
            }
            if let Some(&next) = graph[node].get(edge) {
                path.push((node, edge + 1));
                if order[next] == UNSEEN {
                    path.push((next, 0));
                } else if is_open[next] {
                    lowest[node] = lowest[node].min(order[next]);
                }
                continue;
            }
            if let Some(&(parent, _)) = path.last() {
                lowest[parent] = lowest[parent].min(lowest[node]);
            }
            if lowest[node] == order[node] {
                let from = component.iter().rposition(|&member| member == node).unwrap_or_default();
                let members = component.split_off(from);
                for &member in &members {
                    is_open[member] = false;
                    on_cycle[member] |= members.len() > 1;
                }
            }
        }
    }
    on_cycle
}

#[cfg(test)]
mod tests {
    use super::cyclic;

    #[test]
    fn what_leads_back_to_itself_is_found() {
        let graph = [vec![1], vec![2, 3], vec![1], vec![4], vec![], vec![5], vec![0, 5]];
        assert_eq!(cyclic(&graph), [false, true, true, false, false, true, false]);
        let ring: Vec<Vec<usize>> = (0..1000).map(|node| vec![(node + 1) % 1000]).collect();
        assert!(cyclic(&ring).iter().all(|&is_on| is_on));
        let line: Vec<Vec<usize>> =
            (0..100_000).map(|node| vec![node + 1].into_iter().filter(|&n| n < 100_000).collect()).collect();
        assert!(!cyclic(&line).iter().any(|&is_on| is_on));
    }
}
