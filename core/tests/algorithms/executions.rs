//! What a session tells of each run of a list minimizer (for Figure 5 of the WDD paper).

use std::sync::{Arc, Mutex};

use reduce_core::knowledge::Filter;
use reduce_core::reduce::{Algorithm, Plan, reduce};
use reduce_core::session::{Event, Session};

use super::run::knowledge;

#[test]
fn each_run_of_ddmin_is_told_with_the_weights_of_its_elements_and_those_kept() {
    let js = knowledge("javascript", Filter::Off);
    let told = Arc::new(Mutex::new(Vec::new()));
    let heard = Arc::clone(&told);
    let test = |text: &[u8]| text.windows(4).any(|window| window == b"boom");
    let session = Session::new(Arc::new(test)).listener(Box::new(move |event, _| {
        if let Event::Minimized { weights, kept } = event {
            heard.lock().expect("unharmed").push((weights.to_vec(), kept.to_vec()));
        }
    }));
    let document = js.language().parse(&b"a;\nlet b = 1;\nboom;\n"[..]);
    let plan = Plan { algorithm: Algorithm::Hdd, ..Plan::default() };
    reduce(&js, document, &plan, &mut [], &session).expect("nothing ends it");
    let told = told.lock().expect("unharmed");
    // The statements of the program, by their tokens; the third stays.
    assert!(told.contains(&(vec![2, 5, 2], vec![2])), "{told:?}");
}
