//! How long something takes, on the clock and on the processors.

use std::time::Instant;

use crate::report::games::Timing;

/// A clock that was started.
pub struct Clock {
    begun: Instant,
    cpu: Option<f64>,
}

impl Clock {
    /// Starts a clock.
    pub fn start() -> Self {
        Clock { begun: Instant::now(), cpu: CPU.map(|seconds| seconds()) }
    }

    /// The time since then.
    pub fn read(&self) -> Timing {
        let cpu_seconds = self.cpu.zip(CPU).map(|(begun, now)| now() - begun);
        Timing { seconds: self.begun.elapsed().as_secs_f64(), cpu_seconds }
    }
}

/// Tells what all threads of this process have spent, where the system does.
#[cfg(unix)]
const CPU: Option<fn() -> f64> = Some(|| {
    let spent = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    spent.tv_sec as f64 + spent.tv_nsec as f64 / 1e9
});
#[cfg(not(unix))]
const CPU: Option<fn() -> f64> = None;
