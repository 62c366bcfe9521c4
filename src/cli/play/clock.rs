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
        Clock { begun: Instant::now(), cpu: cpu_seconds() }
    }

    /// The time since then.
    pub fn read(&self) -> Timing {
        let cpu_seconds = self.cpu.zip(cpu_seconds()).map(|(begun, now)| now - begun);
        Timing { seconds: self.begun.elapsed().as_secs_f64(), cpu_seconds }
    }
}

/// What all threads of this process have spent, where the system tells.
#[cfg(unix)]
fn cpu_seconds() -> Option<f64> {
    let spent = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Some(spent.tv_sec as f64 + spent.tv_nsec as f64 / 1e9)
}

/// What all threads of this process have spent, where the system tells.
#[cfg(not(unix))]
fn cpu_seconds() -> Option<f64> {
    None
}
