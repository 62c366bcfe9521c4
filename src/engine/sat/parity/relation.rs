//! What a few boxes can be together, as one word.

/// Boxes of a relation, at most: as many truths as a word has bits.
pub const ARITY: usize = 6;

/// A few boxes, ascending.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scope {
    boxes: [u32; ARITY],
    /// How many there are.
    pub len: usize,
}

impl std::ops::Deref for Scope {
    type Target = [u32];

    fn deref(&self) -> &[u32] {
        &self.boxes[..self.len]
    }
}

impl Scope {
    /// Takes in a box; `false` if there is no room for it.
    pub fn add(&mut self, b: u32) -> bool {
        let at = self.partition_point(|&other| other < b);
        if self.get(at) == Some(&b) {
            return true;
        }
        if self.len == ARITY {
            return false;
        }
        self.boxes.copy_within(at..self.len, at + 1);
        self.boxes[at] = b;
        self.len += 1;
        true
    }

    /// The same but for one box.
    pub fn without(&self, b: u32) -> Scope {
        let mut scope = Scope::default();
        for &other in self.iter().filter(|&&other| other != b) {
            scope.boxes[scope.len] = other;
            scope.len += 1;
        }
        scope
    }
}

/// What some boxes can be together: bit m is set if box i of the scope can be bit i of m.
#[derive(Clone, Copy, Debug)]
pub struct Relation {
    /// Which boxes.
    pub scope: Scope,
    /// What they can be.
    pub truths: u64,
}

impl Relation {
    /// What classes with weights can be that sum to this.
    pub fn of_sum(terms: &[(u32, i64)], rest: i64) -> Self {
        let mut scope = Scope::default();
        for term in terms {
            scope.add(term.0);
        }
        let sum =
            |m: u64| terms.iter().enumerate().map(|(i, term)| (m >> i & 1) as i64 * term.1).sum::<i64>();
        let truths = assignments(scope.len()).filter(|&m| sum(m) == rest).fold(0, |all, m| all | 1 << m);
        Relation { scope, truths }
    }

    /// The same over a scope that holds its own.
    pub fn over(&self, scope: &Scope) -> u64 {
        let places = places(&self.scope, scope);
        let holds = |m: &u64| self.truths >> pick(*m, &places[..self.scope.len]) & 1 == 1;
        assignments(scope.len()).filter(holds).fold(0, |all, m| all | 1 << m)
    }

    /// What the boxes of a scope within its own can be.
    pub fn onto(&self, scope: &[u32]) -> u64 {
        let places = places(scope, &self.scope);
        assignments(self.scope.len())
            .filter(|m| self.truths >> m & 1 == 1)
            .fold(0, |all, m| all | 1 << pick(m, &places[..scope.len()]))
    }

    /// Whether the differences of members are all sums of a few of them.
    pub fn is_affine(&self) -> bool {
        let base = u64::from(self.truths.trailing_zeros());
        let members = assignments(self.scope.len()).filter(|m| self.truths >> m & 1 == 1);
        let mut span = Span::default();
        members.for_each(|m| span.add(m ^ base));
        self.truths != 0 && 1 << span.basis.len() == self.truths.count_ones()
    }
}

/// The sums modulo 2 that are the same for all members of an affine relation, and whether they are
/// odd.
pub fn parities(relation: &Relation) -> Vec<(u64, bool)> {
    let members = || assignments(relation.scope.len()).filter(|m| relation.truths >> m & 1 == 1);
    let is_odd = |m: u64| m.count_ones() % 2 == 1;
    let mut found = Span::default();
    let mut all = Vec::new();
    for mask in assignments(relation.scope.len()).skip(1) {
        let odd = members().next().is_some_and(|m| is_odd(m & mask));
        if members().all(|m| is_odd(m & mask) == odd) {
            let known = found.basis.len();
            found.add(mask);
            if found.basis.len() > known {
                all.push((mask, odd));
            }
        }
    }
    all
}

/// All choices of so many truths.
fn assignments(count: usize) -> std::ops::Range<u64> {
    0..1 << count
}

/// Where the boxes of one scope are in another.
fn places(inner: &[u32], outer: &[u32]) -> [u32; ARITY] {
    let mut places = [0; ARITY];
    for (place, b) in places.iter_mut().zip(inner) {
        *place = outer.iter().position(|other| other == b).expect("a scope within a scope") as u32;
    }
    places
}

/// The bits at these places, one after the other.
fn pick(m: u64, places: &[u32]) -> u64 {
    places.iter().enumerate().fold(0, |all, (i, place)| all | (m >> place & 1) << i)
}

/// All sums of some vectors modulo 2.
#[derive(Default)]
pub struct Span {
    /// Independent ones, each with its highest bit for itself, descending.
    pub basis: Vec<u64>,
}

impl Span {
    /// Takes in a vector.
    pub fn add(&mut self, vector: u64) {
        let rest = self.basis.iter().fold(vector, |rest, with| rest.min(rest ^ with));
        if rest != 0 {
            self.basis.push(rest);
            self.basis.sort_unstable_by(|a, b| b.cmp(a));
        }
    }
}
