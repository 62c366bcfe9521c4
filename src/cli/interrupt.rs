//! Ctrl-C: first a wish, then an order.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::budget::Budget;

/// How long finished parts may take to be printed after the first Ctrl-C.
const GRACE: Duration = Duration::from_secs(2);

/// What shells call a program that Ctrl-C ended.
const INTERRUPTED: i32 = 130;

/// From now on the first Ctrl-C interrupts the budget, so that what is finished is printed; a
/// second one, or two seconds, ends the program at once.
pub fn install(budget: &Budget) -> Result<(), String> {
    let pressed = AtomicBool::new(false);
    let budget = budget.clone();
    let handler = move || {
        if pressed.swap(true, Ordering::SeqCst) {
            process::exit(INTERRUPTED);
        }
        budget.interrupt();
        thread::spawn(|| {
            thread::sleep(GRACE);
            process::exit(INTERRUPTED);
        });
    };
    ctrlc::set_handler(handler).map_err(|error| format!("cannot listen for Ctrl-C: {error}"))
}
