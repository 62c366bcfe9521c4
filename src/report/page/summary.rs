//! What all rows say together.

use std::collections::BTreeMap;

use super::chart::{Cloud, Histogram};
use super::record::Record;

/// Sums over all rows, and what the charts are drawn from.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// How many rows.
    pub rows: u64,
    /// How many with each status.
    pub statuses: BTreeMap<String, u64>,
    /// How many have no legal placement.
    pub contradictory: u64,
    /// How many have a cell that is surely free.
    pub helped: u64,
    /// How many are answered differently by different engines.
    pub disagreements: u64,
    /// The time of all.
    pub seconds: f64,
    /// The slowest, with their ids, from the slowest on.
    pub slowest: Vec<(f64, String)>,
    /// The placements of the board that has the most, in digits, with its id.
    pub most: Option<(String, String)>,
    pub(super) time: Histogram,
    pub(super) width: Histogram,
    pub(super) digits: Histogram,
    pub(super) share: Histogram,
    pub(super) cloud: Cloud,
    timed: bool,
}

/// How many of the slowest are named.
const SLOWEST: usize = 10;

impl Summary {
    /// Adds a row.
    pub fn add(&mut self, record: &Record) {
        self.rows += 1;
        *self.statuses.entry(record.status.clone()).or_default() += 1;
        self.contradictory += u64::from(record.consistent == Some(false));
        self.helped += u64::from(record.safe.is_some_and(|safe| safe > 0));
        self.disagreements += u64::from(record.agree == Some(false));
        if let Some(seconds) = record.seconds {
            self.timed = true;
            self.seconds += seconds;
            self.time.add(microseconds(seconds).log10());
            self.note_slow(seconds, &record.id);
        }
        if let Some(width) = record.width {
            self.width.add(width as f64);
        }
        if let Some(count) = record.count.as_deref().filter(|count| *count != "0") {
            self.digits.add(count.len() as f64);
            let more = |best: &(String, String)| (count.len(), count) > (best.0.len(), best.0.as_str());
            if self.most.as_ref().is_none_or(more) {
                self.most = Some((count.to_owned(), record.id.clone()));
            }
        }
        if let (Some(safe), Some(covered)) = (record.safe, record.covered.filter(|&covered| covered > 0)) {
            self.share.add(100.0 * safe as f64 / covered as f64);
        }
        if let (Some(width), Some(seconds)) = (record.width, record.seconds) {
            self.cloud.add(width as f64, microseconds(seconds).log10());
        }
    }

    /// Whether any row tells its time.
    pub fn is_timed(&self) -> bool {
        self.timed
    }

    fn note_slow(&mut self, seconds: f64, id: &str) {
        let at = self.slowest.iter().position(|slow| slow.0 < seconds).unwrap_or(self.slowest.len());
        if at < SLOWEST {
            self.slowest.insert(at, (seconds, id.to_owned()));
            self.slowest.truncate(SLOWEST);
        }
    }
}

/// Seconds as microseconds, of which even the quickest board takes one.
fn microseconds(seconds: f64) -> f64 {
    (1e6 * seconds).max(1.0)
}
