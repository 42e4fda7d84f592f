//! Parameters, and the arguments for them at every call.

use std::collections::{BTreeMap, HashMap};

use reduce_tree_names::{Access, Binding, Kind, Names, Occurrence};
use reduce_tree_plugin::Node;

use crate::grammar::Grammar;
use crate::instances::Instances;
use crate::plan::Plan;
use crate::program::{WAYS, places, take_uses};
use crate::way::{Taking, Way, call_of};

/// Functions that the same calls may mean, and these calls.
#[derive(Default)]
struct Called<'a> {
    lists: Vec<Node<'a>>,
    calls: Vec<Node<'a>>,
    /// How many of the parameters have no argument: the object of a method in Python.
    receivers: usize,
}

/// What a function is called by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Callee<'a> {
    /// What is bound to a name, by the first declaration.
    Binding(u32),
    /// A member, with the receivers of its functions.
    Member(&'a str, usize),
    /// Nothing: it is called where it stands, or where nobody knows.
    Itself(u32),
}

/// Adds the instances in which a parameter goes.
pub(crate) fn add(instances: &mut Instances) {
    let (names, grammar) = (instances.names, instances.grammar);
    let parameters = Parameters::new(names);
    for called in gathered(names, grammar, &parameters) {
        let most = called.lists.iter().map(|list| declared(*list, grammar).count()).max().unwrap_or_default();
        for place in called.receivers..most {
            add_parameter(instances, &parameters, &called, place);
        }
    }
}

/// The bindings that each parameter declares.
struct Parameters<'n, 'a> {
    of_node: HashMap<u32, Vec<&'n Binding<'a>>>,
    lists: BTreeMap<u32, Node<'a>>,
}

impl<'n, 'a> Parameters<'n, 'a> {
    fn new(names: &'n Names<'a>) -> Self {
        let mut parameters = Parameters { of_node: HashMap::new(), lists: BTreeMap::new() };
        for binding in names.bindings().iter().filter(|binding| binding.kind == Kind::Parameter) {
            for declaration in &binding.declarations {
                parameters.of_node.entry(declaration.node.id()).or_default().push(binding);
                if let Some(list) = declaration.node.parent() {
                    parameters.lists.insert(list.id(), list);
                }
            }
        }
        parameters
    }
}

fn add_parameter<'a>(
    instances: &mut Instances<'_, 'a>,
    parameters: &Parameters<'_, 'a>,
    called: &Called<'a>,
    place: usize,
) {
    let grammar = instances.grammar;
    let nodes: Vec<Node> = called.lists.iter().filter_map(|list| declared(*list, grammar).nth(place)).collect();
    let bindings: Vec<&Binding> =
        nodes.iter().filter_map(|node| parameters.of_node.get(&node.id())).flatten().copied().collect();
    let uses: Vec<Occurrence> = bindings.iter().flat_map(|binding| binding.uses.iter().cloned()).collect();
    let is_unused = uses.iter().all(|using| using.access == Access::Keyword);
    for way in if is_unused { &[Way::Least][..] } else { &WAYS[..] } {
        let occurrences = bindings.iter().flat_map(|binding| binding.occurrences());
        let taking = Taking { grammar, way: *way, places: places(occurrences) };
        let mut plan = Plan::default();
        take_uses(&mut plan, &taking, &uses);
        let has_function = |gone: Node| nodes.iter().any(|node| gone.contains(*node));
        if plan.removed().any(has_function) {
            continue;
        }
        for node in &nodes {
            // `x => y` has no list.
            if node.parent().is_some_and(|parent| grammar.parameter_lists.contains(&parent.kind())) {
                plan.remove(*node);
            } else {
                plan.put(*node, "()");
            }
        }
        let arguments = called.calls.iter().filter_map(|call| argument(*call, place - called.receivers));
        for argument in arguments {
            plan.remove(argument);
        }
        instances.add(plan, &taking, is_unused);
    }
}

/// The parameters of a list that take an argument. A function with one parameter and no brackets is its own list.
fn declared<'a>(list: Node<'a>, grammar: &'static Grammar) -> impl Iterator<Item = Node<'a>> {
    let is_list = grammar.parameter_lists.contains(&list.kind());
    list.parts().filter(move |part| {
        if is_list { !grammar.no_parameters.contains(&part.kind()) } else { part.edge() == "parameter" }
    })
}

/// The positional argument in a place, if nothing before it stands for any number of arguments.
fn argument(call: Node<'_>, place: usize) -> Option<Node<'_>> {
    let arguments = call.child("arguments")?;
    let spreads = |node: &Node| matches!(node.kind(), "spread_element" | "list_splat" | "dictionary_splat");
    let mut positional = arguments.parts().take_while(|part| !spreads(part));
    positional.nth(place).filter(|part| part.kind() != "keyword_argument")
}

fn gathered<'a>(names: &Names<'a>, grammar: &'static Grammar, parameters: &Parameters<'_, 'a>) -> Vec<Called<'a>> {
    let mut all: BTreeMap<Callee<'a>, Called<'a>> = BTreeMap::new();
    for list in parameters.lists.values() {
        let (by, calls, receivers) = callee(names, grammar, *list);
        let functions = all.entry(by).or_insert_with(|| Called { lists: Vec::new(), calls, receivers });
        functions.lists.push(*list);
    }
    all.into_values().collect()
}

/// By what the function is called that has this list of parameters; where; and how many receivers it has.
fn callee<'a>(names: &Names<'a>, grammar: &Grammar, list: Node<'a>) -> (Callee<'a>, Vec<Node<'a>>, usize) {
    let own = if grammar.parameter_lists.contains(&list.kind()) { list.parent().unwrap_or(list) } else { list };
    let function = std::iter::once(own).chain(own.ancestors()).take_while(|node| is_of_declarator(*node)).last();
    let function = function.and_then(Node::parent).filter(|_| is_of_declarator(own)).unwrap_or(own);
    if let Some(call) = call_of(grammar, function) {
        return (Callee::Itself(function.id()), vec![call], 0);
    }
    let class = class_of(function);
    let receivers = usize::from(class.is_some() && function.kind() == "function_definition");
    let Some(name) = name_of(own, function) else { return (Callee::Itself(function.id()), Vec::new(), 0) };
    let is_constructor = matches!(name.text(), b"constructor" | b"__init__");
    let class_name = class.filter(|_| is_constructor).and_then(|class| class.child("name"));
    if let Some(binding) = names.meaning(class_name.unwrap_or(name)).filter(|b| !b.is_member || is_constructor) {
        let calls = binding.uses.iter().filter_map(|using| call_of(grammar, using.node)).collect();
        let first = binding.declarations.first().map_or(name.id(), |declaration| declaration.name.node.id());
        return (Callee::Binding(first), calls, receivers);
    }
    let member = names.members().iter().find(|members| members.name.as_bytes() == name.text());
    let Some(member) = member else { return (Callee::Itself(function.id()), Vec::new(), receivers) };
    let calls = member.uses.iter().filter_map(|using| call_of(grammar, using.node.parent()?)).collect();
    (Callee::Member(member.name, receivers), calls, receivers)
}

/// Whether a node is part of how C writes what it declares.
fn is_of_declarator(node: Node) -> bool {
    node.kind().ends_with("_declarator") && node.kind() != "variable_declarator"
}

/// The name by which a function is called: its own, or that of what it is given to.
fn name_of<'a>(own: Node<'a>, function: Node<'a>) -> Option<Node<'a>> {
    if is_of_declarator(own) {
        return std::iter::successors(Some(own), |node| node.child("declarator")).last();
    }
    if let Some(name) = function.child("name").filter(|_| function.kind() != "function_expression") {
        return Some(name);
    }
    let parent = function.parent()?;
    let target = match parent.kind() {
        "variable_declarator" => parent.child("name"),
        "assignment_expression" | "assignment" => parent.child("left"),
        "pair" => parent.child("key"),
        "field_definition" => parent.child("property"),
        _ => None,
    };
    target.map(|target| target.child("property").or_else(|| target.child("attribute")).unwrap_or(target))
}

/// The class that a function is a method of.
fn class_of(function: Node<'_>) -> Option<Node<'_>> {
    let class = match function.kind() {
        "method_definition" => function.ancestors().nth(1),
        "function_definition" => {
            let decorated = function.parent().filter(|parent| parent.kind() == "decorated_definition");
            decorated.unwrap_or(function).ancestors().nth(1)
        }
        _ => None,
    };
    class.filter(|class| class.kind().starts_with("class"))
}
