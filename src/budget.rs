//! Limits on time and memory, and the wish to stop.
//!
//! # Theory
//! A [`Budget`] is asked, never told: whoever is about to spend asks first. Time is checked with
//! [`Budget::check`] at regular points of the work; memory is leased with [`Budget::reserve`]
//! before it is allocated and given back when the [`Lease`] is dropped, so that the program stops
//! with a named reason instead of being killed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Why an answer is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StopReason {
    /// The time limit passed.
    #[error("time limit reached")]
    Time,
    /// The next table would not fit the memory limit.
    #[error("memory limit reached")]
    Memory,
    /// Somebody asked the work to end.
    #[error("interrupted")]
    Interrupted,
    /// More numbers are open at the same time than a state of the tables can hold.
    #[error("more open numbers than a state can hold")]
    Width,
    /// The chosen engine does not apply to this board, and no other was allowed.
    #[error("the chosen engine does not apply here")]
    NotApplicable,
    /// Two ways to the same answer came to different ends: one of them is wrong.
    #[error("two methods disagree")]
    Disagreement,
}

/// An exact answer, or the reason why there is none.
pub type Answer<T> = Result<T, StopReason>;

/// What a piece of work may still spend. Clones share the same purse.
#[derive(Clone, Debug)]
pub struct Budget {
    deadline: Option<Instant>,
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    memory_limit: u64,
    memory_used: AtomicU64,
    memory_peak: AtomicU64,
    /// Shared by purses that end together.
    interrupted: Arc<AtomicBool>,
}

impl Shared {
    fn take(&self, bytes: u64) -> Answer<()> {
        let fits = |used: u64| used.checked_add(bytes).filter(|&sum| sum <= self.memory_limit);
        let before = self
            .memory_used
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, fits)
            .map_err(|_| StopReason::Memory)?;
        self.memory_peak.fetch_max(before + bytes, Ordering::Relaxed);
        Ok(())
    }
}

impl Budget {
    /// A budget of at most `time` from now and `memory` bytes in leased tables.
    pub fn new(time: Option<Duration>, memory: u64) -> Self {
        Budget {
            deadline: time.and_then(|t| Instant::now().checked_add(t)),
            shared: Arc::new(Shared {
                memory_limit: memory,
                memory_used: AtomicU64::new(0),
                memory_peak: AtomicU64::new(0),
                interrupted: Arc::new(AtomicBool::new(false)),
            }),
        }
    }

    /// No limits at all.
    pub fn unlimited() -> Self {
        Budget::new(None, u64::MAX)
    }

    /// The same purse with a new time limit, counted from now.
    #[must_use]
    pub fn with_time(&self, time: Option<Duration>) -> Self {
        Budget {
            deadline: time.and_then(|t| Instant::now().checked_add(t)),
            shared: Arc::clone(&self.shared),
        }
    }

    /// A purse of its own, with the same memory limit and nothing spent, that is interrupted together
    /// with this one; `time` is counted from now.
    #[must_use]
    pub fn afresh(&self, time: Option<Duration>) -> Self {
        Budget {
            deadline: time.and_then(|t| Instant::now().checked_add(t)),
            shared: Arc::new(Shared {
                memory_limit: self.shared.memory_limit,
                memory_used: AtomicU64::new(0),
                memory_peak: AtomicU64::new(0),
                interrupted: Arc::clone(&self.shared.interrupted),
            }),
        }
    }

    /// Says whether the work may go on.
    pub fn check(&self) -> Answer<()> {
        if self.shared.interrupted.load(Ordering::Relaxed) {
            return Err(StopReason::Interrupted);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(StopReason::Time),
            _ => Ok(()),
        }
    }

    /// The time left; `None` without a limit.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Makes every later [`check`](Self::check) say [`StopReason::Interrupted`].
    pub fn interrupt(&self) {
        self.shared.interrupted.store(true, Ordering::Relaxed);
    }

    /// Leases `bytes` of memory, or says that they are not to be had.
    pub fn reserve(&self, bytes: u64) -> Answer<Lease> {
        self.shared.take(bytes)?;
        Ok(Lease { bytes, shared: Arc::clone(&self.shared) })
    }

    /// The memory limit in bytes.
    pub fn memory_limit(&self) -> u64 {
        self.shared.memory_limit
    }

    /// Bytes not leased at the moment.
    pub fn memory_left(&self) -> u64 {
        self.shared.memory_limit.saturating_sub(self.shared.memory_used.load(Ordering::Relaxed))
    }

    /// The most bytes that were leased at the same time.
    pub fn memory_peak(&self) -> u64 {
        self.shared.memory_peak.load(Ordering::Relaxed)
    }
}

/// Memory that was asked for; dropping it gives it back.
#[derive(Debug)]
pub struct Lease {
    bytes: u64,
    shared: Arc<Shared>,
}

impl Lease {
    /// How much is leased.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Grows or shrinks the lease to `bytes`.
    pub fn resize(&mut self, bytes: u64) -> Answer<()> {
        if bytes > self.bytes {
            self.shared.take(bytes - self.bytes)?;
        } else {
            self.shared.memory_used.fetch_sub(self.bytes - bytes, Ordering::Relaxed);
        }
        self.bytes = bytes;
        Ok(())
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        self.shared.memory_used.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_given_back() {
        let budget = Budget::new(None, 100);
        let mut lease = budget.reserve(60).unwrap();
        assert_eq!(budget.reserve(50).unwrap_err(), StopReason::Memory);
        lease.resize(20).unwrap();
        assert_eq!(lease.resize(101), Err(StopReason::Memory));
        assert_eq!(budget.memory_left(), 80);
        drop(lease);
        assert_eq!(budget.memory_left(), 100);
        assert_eq!(budget.memory_peak(), 60);
    }

    #[test]
    fn a_fresh_purse_shares_nothing_but_the_end() {
        let all = Budget::new(None, 100);
        let (one, other) = (all.afresh(None), all.afresh(None));
        let lease = one.reserve(80).unwrap();
        assert_eq!((lease.bytes(), other.memory_left(), all.memory_peak()), (80, 100, 0));
        all.interrupt();
        assert_eq!(
            (one.check(), other.check()),
            (Err(StopReason::Interrupted), Err(StopReason::Interrupted))
        );
    }

    #[test]
    fn time_and_interruption_are_told_apart() {
        let budget = Budget::new(Some(Duration::ZERO), 1);
        assert_eq!(budget.check(), Err(StopReason::Time));
        assert_eq!(budget.time_left(), Some(Duration::ZERO));
        assert_eq!(budget.with_time(None).check(), Ok(()));
        assert_eq!(budget.with_time(None).time_left(), None);
        budget.interrupt();
        assert_eq!(budget.check(), Err(StopReason::Interrupted));
    }
}
