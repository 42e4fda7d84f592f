//! A generator in Rust that draws from `Choices`: assignments, then expressions over the names that were assigned.

use std::error::Error;

use reduce_tree_choices::Choices;

fn main() -> Result<(), Box<dyn Error>> {
    let seed = std::env::args().nth(1).ok_or("usage: expressions SEED")?.parse()?;
    let mut choices = Choices::seeded(seed)?;
    let mut names: Vec<String> = Vec::new();
    choices.repeat(1..=20, |choices, number| {
        let value = expression(choices, &names, 4);
        println!("v{number} = {value}");
        names.push(format!("v{number}"));
    });
    choices.repeat(0..=9, |choices, _| println!("print({})", expression(choices, &names, 6)));
    Ok(())
}

fn expression(choices: &mut Choices, names: &[String], depth: u32) -> String {
    choices.call("expression", |choices| {
        let name = u32::from(!names.is_empty());
        choices.one_of(&[2, 2 * name, depth, depth / 2], |choices, which| match which {
            0 => choices.range(0..1000).to_string(),
            1 => choices.choose(names).cloned().unwrap_or_default(),
            2 => {
                let left = expression(choices, names, depth - 1);
                let operator = *choices.choose(&["+", "-", "*", "//"]).unwrap_or(&"+");
                format!("({left} {operator} {})", expression(choices, names, depth - 1))
            }
            _ => {
                let members = choices.collect(0..=5, |choices, _| expression(choices, names, depth - 1));
                format!("max(0, {})", members.join(", "))
            }
        })
    })
}
