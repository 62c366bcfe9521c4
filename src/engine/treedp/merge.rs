//! Merging the branches of a box.
//!
//! # Theory
//! Taking a fixed number of mines for a box subtracts the same vector from every key, so the
//! entries that take that branch stay sorted. Adding a box is therefore a merge of as many sorted
//! streams as there are branches, all read from the same table: no hashing, no sorting, memory
//! read and written front to back.
//!
//! # Cost
//! Which of two streams is next is as good as random, and a processor that guesses wrong loses
//! more time than a dozen additions take. So a [`Stream`] filters its keys into a small buffer
//! without branching, and two streams are merged without branching either: both heads are read,
//! the smaller key is written, and each stream moves on by 0 or 1.

use crate::budget::Answer;

use super::key::Key;
use super::program::{AddStep, Branch};

/// Where merged entries go.
pub trait Sink<K> {
    /// Makes room for `more` entries.
    fn room(&mut self, more: usize) -> Answer<()>;
    /// Writes a new entry: the entry `at` of the table, taking a branch.
    fn push(&mut self, key: K, branch: usize, at: usize);
    /// Adds the entry `at`, taking a branch, to the entry written last.
    fn add(&mut self, branch: usize, at: usize);
    /// Writes the sum of the entries of branches 0 and 1 that are to be taken, at least one.
    fn blend(&mut self, key: K, (a, take_a): (usize, bool), (b, take_b): (usize, bool)) {
        if take_a {
            self.push(key, 0, a);
            if take_b {
                self.add(1, b);
            }
        } else {
            self.push(key, 1, b);
        }
    }
}

/// How many entries a stream looks ahead.
const AHEAD: usize = 64;

/// The entries of a table that may take a branch, as the keys they go to.
pub struct Stream<'a, K> {
    step: &'a AddStep<K>,
    branch: &'a Branch<K>,
    keys: &'a [K],
    next: usize,
    goals: [K; AHEAD],
    origins: [u32; AHEAD],
    head: usize,
    filled: usize,
}

impl<'a, K: Key> Stream<'a, K> {
    /// The entries of `keys` that may take `branch`.
    pub fn new(step: &'a AddStep<K>, branch: &'a Branch<K>, keys: &'a [K]) -> Self {
        let mut stream = Stream {
            step,
            branch,
            keys,
            next: 0,
            goals: [K::zero(); AHEAD],
            origins: [0; AHEAD],
            head: 0,
            filled: 0,
        };
        stream.refill();
        stream
    }

    /// The next goal and the entry that goes there.
    #[inline]
    pub fn head(&self) -> Option<(K, usize)> {
        (self.head < self.filled).then(|| (self.goals[self.head], self.origins[self.head] as usize))
    }

    /// Moves on by one.
    #[inline]
    pub fn advance(&mut self) {
        self.head += 1;
        if self.head >= self.filled {
            self.refill();
        }
    }

    fn refill(&mut self) {
        self.head = 0;
        self.filled = 0;
        while self.filled == 0 && self.next < self.keys.len() {
            let until = self.keys.len().min(self.next + AHEAD);
            let mut filled = 0;
            for (i, &key) in (self.next as u32..).zip(&self.keys[self.next..until]) {
                let (goal, may) = self.step.try_apply(self.branch, key);
                self.goals[filled] = goal;
                self.origins[filled] = i;
                filled += usize::from(may);
            }
            for check in &self.step.checks {
                let mut kept = 0;
                for at in 0..filled {
                    let (goal, origin) = (self.goals[at], self.origins[at]);
                    self.goals[kept] = goal;
                    self.origins[kept] = origin;
                    kept += usize::from(check.holds(&goal));
                }
                filled = kept;
            }
            self.next = until;
            self.filled = filled;
        }
    }

    #[inline]
    fn ready(&self) -> usize {
        self.filled - self.head
    }
}

/// Merges all branches of a step over the keys of a table into a sink.
pub fn merge<K: Key>(step: &AddStep<K>, keys: &[K], sink: &mut impl Sink<K>) -> Answer<()> {
    match &step.branches[..] {
        [first, second] => {
            let (mut a, mut b) = (Stream::new(step, first, keys), Stream::new(step, second, keys));
            merge_two(&mut a, &mut b, sink)?;
            drain(&mut a, 0, sink)?;
            drain(&mut b, 1, sink)
        }
        branches => {
            let mut streams: Vec<Stream<K>> =
                branches.iter().map(|branch| Stream::new(step, branch, keys)).collect();
            merge_many(&mut streams, sink)
        }
    }
}

fn merge_two<'a, K: Key>(
    a: &mut Stream<'a, K>,
    b: &mut Stream<'a, K>,
    sink: &mut impl Sink<K>,
) -> Answer<()> {
    loop {
        // So many rounds neither buffer can run dry.
        let rounds = a.ready().min(b.ready());
        if rounds == 0 {
            return Ok(());
        }
        sink.room(rounds)?;
        let (mut i, mut j) = (a.head, b.head);
        for _ in 0..rounds {
            let (key_a, key_b) = (a.goals[i], b.goals[j]);
            let (take_a, take_b) = (key_a <= key_b, key_b <= key_a);
            let key = if take_a { key_a } else { key_b };
            sink.blend(key, (a.origins[i] as usize, take_a), (b.origins[j] as usize, take_b));
            i += usize::from(take_a);
            j += usize::from(take_b);
        }
        (a.head, b.head) = (i, j);
        for stream in [&mut *a, &mut *b] {
            if stream.ready() == 0 {
                stream.refill();
            }
        }
    }
}

fn drain<K: Key>(stream: &mut Stream<'_, K>, branch: usize, sink: &mut impl Sink<K>) -> Answer<()> {
    while stream.ready() > 0 {
        sink.room(stream.ready())?;
        for at in stream.head..stream.filled {
            sink.push(stream.goals[at], branch, stream.origins[at] as usize);
        }
        stream.refill();
    }
    Ok(())
}

fn merge_many<K: Key>(streams: &mut [Stream<'_, K>], sink: &mut impl Sink<K>) -> Answer<()> {
    if let [only] = streams {
        return drain(only, 0, sink);
    }
    while let Some(least) = streams.iter().filter_map(Stream::head).map(|(key, _)| key).min() {
        sink.room(1)?;
        let mut fresh = true;
        for (branch, stream) in streams.iter_mut().enumerate() {
            if let Some((key, at)) = stream.head()
                && key == least
            {
                if fresh {
                    sink.push(key, branch, at);
                } else {
                    sink.add(branch, at);
                }
                fresh = false;
                stream.advance();
            }
        }
    }
    Ok(())
}
