//! Variables and literals as the search sees them.

/// A variable, counted from 0; DIMACS counts from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Variable(pub u32);

impl Variable {
    /// As an index into per-variable arrays.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The literal that says it is `value`.
    pub fn is(self, value: bool) -> Literal {
        Literal(2 * self.0 + u32::from(!value))
    }
}

/// A variable or its negation: twice the variable, plus 1 for the negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal(u32);

impl Literal {
    /// Its variable.
    pub fn variable(self) -> Variable {
        Variable(self.0 / 2)
    }

    /// The value of its variable that makes it true.
    pub fn wanted(self) -> bool {
        self.0.is_multiple_of(2)
    }

    /// As an index into per-literal arrays.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// As DIMACS writes it.
    pub fn dimacs(self) -> i64 {
        let variable = i64::from(self.0 / 2) + 1;
        if self.wanted() { variable } else { -variable }
    }
}

impl std::ops::Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_those_of_dimacs() {
        let x = Variable(6);
        assert_eq!((x.is(true).dimacs(), x.is(false).dimacs()), (7, -7));
        assert_eq!(!x.is(true), x.is(false));
        assert_eq!((!x.is(true)).variable(), x);
        assert!(x.is(true).wanted() && !x.is(false).wanted());
    }
}
