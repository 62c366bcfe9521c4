//! Time by the processor, which what else runs on a machine changes little.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// What the processor has spent on this process.
pub fn spent() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).expect("a time that has passed")
}

/// What it has spent since then.
pub fn since(begun: Duration) -> Duration {
    spent().saturating_sub(begun)
}
