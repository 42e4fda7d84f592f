;abcdefg#![allow(dead_code)]
use std::{collections::HashMap as Map, fmt::{self, Display}};
mod inner { pub(crate) const LIMIT: usize = 3; }
#[derive(Clone, Debug)]
pub struct Square<'a, T: Clone + 'a, const N: usize> where T: Display { side: [T; N], name: &'a str }
enum Shape { Round(f64), Flat { width: i32, height: i32 }, Empty }
trait Area { type Out; fn area(&self, scale: f64) -> Option<Self::Out>; fn id() -> u8 { b'x' } }
impl<'a, T: Clone + Display, const N: usize> Area for Square<'a, T, N> {
    type Out = f64;
    fn area(&self, scale: f64) -> Option<f64> {
        let Some(first) = self.side.first() else { return None };
        let count = self.side.iter().filter(|s| s.to_string().len() > 1).map(|_| 1).sum::<usize>() as f64;
        Some(scale * count - -(first.to_string().len() as f64))
    }
}
macro_rules! twice { ($x:expr) => { $x + $x }; }
fn work(mut table: Map<String, Vec<i32>>, shape: &Shape) -> Result<i32, Box<dyn std::error::Error>> {
    'outer: loop {
        for (key, values) in &mut table {
            if let [a, .., b] = values[..] { if a > b { continue 'outer; } } else { break 'outer; }
            while values.len() > inner::LIMIT { values.pop(); }
        }
        break;
    }
    let width = match shape {
        Shape::Round(r) if *r > 0.5 => *r as i32,
        Shape::Flat { width, height: 1..=9 | 0 } => *width,
        Shape::Flat { .. } | Shape::Empty => twice!(2),
        _ => unsafe { std::mem::zeroed() },
    };
    let f = move |x: i32| -> i32 { x << 2 };
    let text = format!("{width:?} {}", r#"raw"#);
    Ok(f(text.parse::<i32>()? + (width, 1).0))
}
