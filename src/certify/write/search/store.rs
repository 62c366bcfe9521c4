//! Where clauses lie, and who watches them.

use super::derivation::Origin;
use super::literal::Literal;

/// A clause of the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClauseId(u32);

/// A clause that must be looked at when the literal of this list becomes false; `blocker` is
/// another literal of it: while that one is true, there is nothing to see.
#[derive(Clone, Copy, Debug)]
pub struct Watch {
    pub clause: ClauseId,
    pub blocker: Literal,
}

#[derive(Debug)]
struct Head {
    start: usize,
    len: u32,
    /// How many levels a learnt clause joins; 0 for a given clause.
    glue: u32,
    origin: Origin,
    forgotten: bool,
}

/// All clauses, literals one after the other.
#[derive(Debug, Default)]
pub struct Store {
    literals: Vec<Literal>,
    heads: Vec<Head>,
    pub watches: Vec<Vec<Watch>>,
    learnt: Vec<ClauseId>,
    lost: usize,
    reductions: usize,
}

/// So many learnt clauses are kept at first; each reduction allows some more.
const KEEP: usize = 3000;
const KEEP_MORE: usize = 500;

/// Clauses that join so few levels are kept for ever.
const GOOD_GLUE: u32 = 2;

impl Store {
    /// Makes room for so many variables.
    pub fn grow(&mut self, variables: usize) {
        self.watches.resize_with(2 * variables, Vec::new);
    }

    /// Stores a clause; the first two literals are not watched yet.
    pub fn push(&mut self, clause: &[Literal], origin: Origin, glue: u32) -> ClauseId {
        let id = ClauseId(self.heads.len() as u32);
        let (start, len) = (self.literals.len(), clause.len() as u32);
        self.literals.extend_from_slice(clause);
        self.heads.push(Head { start, len, glue, origin, forgotten: false });
        if glue > 0 {
            self.learnt.push(id);
        }
        id
    }

    /// Watches the first two literals.
    pub fn watch(&mut self, id: ClauseId) {
        let (first, second) = (self.literals(id)[0], self.literals(id)[1]);
        self.watches[first.index()].push(Watch { clause: id, blocker: second });
        self.watches[second.index()].push(Watch { clause: id, blocker: first });
    }

    /// The literals of a clause.
    pub fn literals(&self, id: ClauseId) -> &[Literal] {
        let Head { start, len, .. } = self.heads[id.0 as usize];
        &self.literals[start..start + len as usize]
    }

    /// The literals of a clause, to change their order.
    pub fn literals_mut(&mut self, id: ClauseId) -> &mut [Literal] {
        let Head { start, len, .. } = self.heads[id.0 as usize];
        &mut self.literals[start..start + len as usize]
    }

    /// What the proof calls a clause.
    pub fn origin(&self, id: ClauseId) -> Origin {
        self.heads[id.0 as usize].origin
    }

    /// Whether a clause is no longer used.
    pub fn is_forgotten(&self, id: ClauseId) -> bool {
        self.heads[id.0 as usize].forgotten
    }

    /// Forgets half of the learnt clauses if there are too many: those that join most levels,
    /// the older ones first. The proof still has them. `locked` clauses stay.
    pub fn reduce(&mut self, locked: impl Fn(&Self, ClauseId) -> bool) {
        if self.learnt.len() < KEEP + KEEP_MORE * self.reductions {
            return;
        }
        self.reductions += 1;
        let mut order = std::mem::take(&mut self.learnt);
        order.sort_by_key(|id| (std::cmp::Reverse(self.heads[id.0 as usize].glue), id.0));
        let mut spare = order.len() / 2;
        for &id in &order {
            if spare == 0 {
                break;
            }
            spare -= 1;
            if self.heads[id.0 as usize].glue > GOOD_GLUE && !locked(self, id) {
                let head = &mut self.heads[id.0 as usize];
                head.forgotten = true;
                self.lost += head.len as usize;
            }
        }
        order.retain(|&id| !self.is_forgotten(id));
        order.sort_by_key(|id| id.0);
        self.learnt = order;
        if self.lost > self.literals.len() / 2 {
            self.compact();
        }
    }

    fn compact(&mut self) {
        let old = std::mem::take(&mut self.literals);
        for head in &mut self.heads {
            let range = head.start..head.start + head.len as usize;
            head.start = self.literals.len();
            if head.forgotten {
                head.len = 0;
            } else {
                self.literals.extend_from_slice(&old[range]);
            }
        }
        self.lost = 0;
        let heads = &self.heads;
        let alive = |watch: &Watch| !heads[watch.clause.0 as usize].forgotten;
        self.watches.iter_mut().for_each(|list| list.retain(alive));
    }

    /// How much memory it takes, more or less.
    pub fn bytes(&self) -> u64 {
        // Two watches of eight bytes each, in vectors that grow by doubling.
        (4 * self.literals.capacity() + (size_of::<Head>() + 32) * self.heads.capacity()) as u64
    }
}
