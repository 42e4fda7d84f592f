//! What the command lines of the programs that reduce have in common: options, the check of the test, what is said while
//! they run and at the end, exit statuses.

pub mod check;
pub mod choice;
pub mod condition;
pub mod exit;
pub mod input;
pub mod interruption;
pub mod limits;
pub mod progress;
pub mod repeat;
pub mod report;
pub mod seconds;
pub mod server;
pub mod stderr;
pub mod supervised;
pub mod test;
