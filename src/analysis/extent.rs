//! How much there was to answer, in a few figures.

use std::sync::atomic::Ordering;

use super::Analysis;

/// A board's components in a few figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extent {
    /// How many there are.
    pub components: usize,
    /// The most covered cells in one of them.
    pub largest: usize,
    /// The most numbers open at the same time, 0 where there is no plan for tables.
    pub width: usize,
    /// The largest table, in entries; 0 where none was made.
    pub largest_table: u64,
    /// The engines that answered, with a plus between.
    pub engine: String,
}

impl Analysis<'_> {
    /// The components in a few figures.
    pub fn extent(&self) -> Extent {
        // What was found is told although the time may be over.
        let budget = self.budget.with_time(None);
        let seats = self.engines.seats();
        let mut all: Vec<&str> = seats.iter().map(super::seat::Seat::engine).collect();
        all.sort_unstable();
        let mut engines = Vec::new();
        for name in all.iter().flat_map(|name| name.split('+')) {
            if !engines.contains(&name) {
                engines.push(name);
            }
        }
        Extent {
            components: seats.len(),
            largest: seats.iter().map(|seat| seat.component.cell_count() as usize).max().unwrap_or(0),
            width: seats.iter().map(|seat| seat.width(&budget)).max().unwrap_or(0),
            largest_table: seats.iter().map(|seat| seat.largest.load(Ordering::Relaxed)).max().unwrap_or(0),
            // Where nothing is left to answer, reduction has decided everything.
            engine: if engines.is_empty() { "reduction".to_owned() } else { engines.join("+") },
        }
    }
}
