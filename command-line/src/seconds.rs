//! Durations on the command line.

use std::time::Duration;

/// Parses a number of seconds.
///
/// # Errors
/// What to give instead.
pub fn seconds(given: &str) -> Result<Duration, String> {
    let seconds: f64 = given.parse().map_err(|_| "not a number of seconds".to_owned())?;
    // Beyond ten years nobody waits, and far beyond it time overflows.
    if (0.001..3e8).contains(&seconds) {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err("give a number of seconds, at least 0.001".to_owned())
    }
}
