//! What is said of a result that the test may not stand by.

use reduce_core::session::{Confirmation, Findings};

use crate::exit::{ExitStatus, Failure};
use crate::progress::Progress;
use crate::report::Ending;

/// Tells the user what is to be known of a result. A failure, if the test does not stand by it; but Ctrl-C has a status of
/// its own. `is_original`: the result is no smaller than the input.
pub fn told(findings: &Findings, is_original: bool, ending: Ending, progress: &Progress) -> Option<Failure> {
    match remark(findings, is_original) {
        Ok(remark) => remark.iter().for_each(|remark| progress.warn(remark)),
        Err(doubt) if ending == Ending::Interrupted => progress.warn(&format!("warning: {}", doubt.message)),
        Err(doubt) => return Some(doubt),
    }
    None
}

fn remark(findings: &Findings, is_original: bool) -> Result<Option<String>, Failure> {
    let Findings { confirmation, contradictions, repeat, .. } = *findings;
    let flaky = |message: &str| Failure::new(ExitStatus::Flaky, format!("the test is flaky: {message}"));
    let times = if contradictions == 1 { "once".to_owned() } else { format!("{contradictions} times") };
    match confirmation {
        Confirmation::Doubtful => Err(flaky(
            "asked again about the result, it contradicts itself, and the run ended before that was settled; the result \
             may not be interesting. Run it again with more room, or with --repeat auto",
        )),
        Confirmation::Confirmed if contradictions > 0 && is_original => Err(flaky(
            "nothing smaller than the original held when it was asked again. Make it give the same answer every time, or \
             try --repeat auto",
        )),
        Confirmation::Confirmed if contradictions > 0 => Ok(Some(format!(
            "warning: the test is flaky: {times} it took back its yes to a text, and the run went on from an earlier one \
             with up to --repeat {repeat}; the result is confirmed"
        ))),
        Confirmation::Confirmed => Ok(None),
        Confirmation::NotAsked => {
            Ok(Some("not confirmed: the run ended before the test could be asked about the result again".to_owned()))
        }
    }
}
