//! Tests: what becomes of a pass that does not behave.

use std::cell::RefCell;

use super::*;
use crate::language::Language;
use crate::plugin::Kind;

/// Gives what is written down for each call, in order; what is not is a deletion of the byte of that number.
struct Scripted {
    about: About,
    count: Option<u64>,
    script: Vec<Result<Option<Vec<Patch>>, Trouble>>,
    renewed: Rc<Cell<u32>>,
}

impl Pass for Scripted {
    fn about(&self) -> &About {
        &self.about
    }

    fn open(&mut self, _: &Document) -> Result<Option<u64>, Trouble> {
        Ok(self.count)
    }

    fn apply(&mut self, instance: u64) -> Result<Option<Vec<Patch>>, Trouble> {
        if self.script.is_empty() { Ok(Some(deletion(instance))) } else { self.script.remove(0) }
    }

    fn renew(&mut self) {
        self.renewed.set(self.renewed.get() + 1);
    }
}

fn deletion(byte: u64) -> Vec<Patch> {
    vec![Patch { range: byte as usize..byte as usize + 1, text: Vec::new() }]
}

/// Two passes of a plugin, with what is said of them.
struct Bench {
    passes: [Watched<Scripted>; 2],
    said: Rc<RefCell<Vec<String>>>,
    renewed: Rc<Cell<u32>>,
}

impl Bench {
    fn new(script: Vec<Result<Option<Vec<Patch>>, Trouble>>) -> Self {
        let said = Rc::new(RefCell::new(Vec::new()));
        let renewed = Rc::new(Cell::new(0));
        let plugin = Rc::default();
        let pass = |name: &str, script| {
            let about = About {
                plugin: "plugin".to_owned(),
                version: "1".to_owned(),
                name: name.to_owned(),
                description: String::new(),
                languages: Vec::new(),
                kind: Kind::Shrinks,
            };
            let pass = Scripted { about, count: Some(8), script, renewed: Rc::clone(&renewed) };
            let said = Rc::clone(&said);
            let notices: Notices = Rc::new(move |notice| said.borrow_mut().push(notice.to_string()));
            Watched::new(pass, Rc::clone(&plugin), notices)
        };
        let passes = [pass("one", script), pass("other", Vec::new())];
        let mut bench = Bench { passes, said, renewed };
        let language = Language::named("json").expect("built in");
        for pass in &mut bench.passes {
            assert_eq!(pass.open(&language.parse(&b"[1, 2]  "[..])), Ok(Some(8)));
        }
        bench
    }

    fn apply(&mut self, instance: u64) -> Result<Option<Vec<Patch>>, Trouble> {
        self.passes[0].apply(instance)
    }
}

fn crash() -> Trouble {
    Trouble::Crashed("signal 11".to_owned())
}

#[test]
fn a_call_that_fails_once_is_tried_again() {
    let mut bench = Bench::new(vec![Err(crash())]);
    assert_eq!(bench.apply(3), Ok(Some(deletion(3))));
    assert_eq!(*bench.said.borrow(), ["plugin plugin: pass one crashed (signal 11) on instance 3: tried once more"]);
    assert_eq!(bench.renewed.get(), 1);
}

#[test]
fn who_fails_again_has_no_instances_any_more() {
    let mut bench = Bench::new(vec![Err(Trouble::Unchanged), Err(Trouble::Unchanged)]);
    assert_eq!(bench.apply(0), Err(Trouble::Unchanged));
    assert_eq!(bench.apply(0), Ok(None));
    assert!(bench.said.borrow()[1].ends_with("again: the pass is switched off for this run"));
    assert_eq!(bench.passes[1].apply(0), Ok(Some(deletion(0))), "the other pass goes on");
}

#[test]
fn what_ends_the_process_again_ends_the_plugin() {
    let mut bench = Bench::new(vec![Err(crash()), Err(crash())]);
    assert_eq!(bench.apply(0), Err(crash()));
    assert!(bench.said.borrow()[1].ends_with("again: the plugin is switched off for this run"));
    assert_eq!(bench.passes[1].apply(0), Ok(None));
}

#[test]
fn now_and_then_is_too_often_in_the_end() {
    let script = (0..9).map(|call| if call % 2 == 0 { Err(crash()) } else { Ok(Some(deletion(0))) }).collect();
    let mut bench = Bench::new(script);
    let answers: Vec<bool> = (0..6).map(|_| bench.apply(0).is_ok_and(|patches| patches.is_some())).collect();
    assert_eq!(answers, [true, true, true, true, false, false]);
    assert_eq!(bench.said.borrow().len(), 5);
}

#[test]
fn a_refusal_is_passed_on_and_not_held_against_anyone() {
    let refused = Err(Trouble::Refused("no".to_owned()));
    let mut bench = Bench::new(vec![refused.clone(); 9]);
    assert!((0..9).all(|_| bench.apply(0) == refused));
    assert!(bench.said.borrow().is_empty());
    assert_eq!(bench.apply(0), Ok(Some(deletion(0))));
}

#[test]
fn an_instance_is_the_same_each_time() {
    let mut bench = Bench::new(vec![Ok(Some(deletion(2))), Ok(Some(deletion(3)))]);
    assert_eq!(bench.apply(2), Ok(Some(deletion(2))));
    assert_eq!(bench.apply(2), Ok(Some(deletion(2))), "on the second try");
    assert!(bench.said.borrow()[0].contains("(it changed its mind) on instance 2: tried once more"));
}

#[test]
fn there_are_as_many_instances_as_counted() {
    let mut bench = Bench::new(vec![Ok(None), Ok(None)]);
    assert!(matches!(bench.apply(7), Err(Trouble::Broken(_))));
    let mut bench = Bench::new(vec![Ok(Some(deletion(0)))]);
    assert!(matches!(bench.apply(8), Err(Trouble::Broken(_))));
}

fn insertion(byte: u64) -> Vec<Patch> {
    vec![Patch { range: byte as usize..byte as usize, text: b" ".to_vec() }]
}

#[test]
fn a_pass_that_shrinks_and_only_makes_texts_longer_is_told_what_it_should_be_once() {
    let longer = (0..8).map(|byte| Ok(Some(insertion(byte)))).collect();
    let mut bench = Bench::new(longer);
    for instance in 0..8 {
        assert_eq!(bench.apply(instance), Ok(Some(insertion(instance))));
    }
    let said = bench.said.borrow();
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].starts_with("plugin plugin: pass one gave a longer text on instance 3: "), "{said:?}");
    assert!(said[0].contains("RT_PUMP") && said[0].contains("kind=pump"), "{said:?}");
}

#[test]
fn a_pass_of_which_some_instances_make_texts_shorter_is_told_nothing() {
    let mixed = (0..8).map(|byte| Ok(Some(if byte == 2 { deletion(byte) } else { insertion(byte) }))).collect();
    let mut bench = Bench::new(mixed);
    for instance in 0..8 {
        bench.apply(instance).expect("it behaves");
    }
    assert!(bench.said.borrow().is_empty());
}
