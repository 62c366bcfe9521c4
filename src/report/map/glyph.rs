//! The few characters of pictures, as strokes of a pen: a PNG then needs no font.
//!
//! Capitals and digits are 14 units high, small letters 9; the line is at y = 14.

/// How high digits are.
pub(super) const HEIGHT: i32 = 14;

/// The space between two characters.
pub(super) const SPACE: i32 = 3;

/// A step of the pen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Lifted, to a point.
    Move(i32, i32),
    /// Straight, to a point.
    Line(i32, i32),
    /// Bent by a first point, to a second.
    Curve(i32, i32, i32, i32),
}

/// The width of a character and its strokes; a character that is not known is a blank.
pub(super) fn strokes(character: char) -> (i32, Vec<Step>) {
    let found = GLYPHS.iter().find(|glyph| glyph.0 == character);
    let &(_, width, path) = found.unwrap_or(&(' ', 4, ""));
    let mut numbers = Vec::new();
    let mut steps = Vec::new();
    let mut sign = 'M';
    for word in path.split(' ').filter(|word| !word.is_empty()) {
        let mut rest = word;
        if let Some(letter) = word.chars().next().filter(char::is_ascii_alphabetic) {
            (sign, rest) = (letter, &word[1..]);
        }
        numbers.extend(rest.parse::<i32>());
        match (sign, &numbers[..]) {
            ('M', &[x, y]) => steps.push(Step::Move(x, y)),
            ('L', &[x, y]) => steps.push(Step::Line(x, y)),
            ('Q', &[a, b, x, y]) => steps.push(Step::Curve(a, b, x, y)),
            _ => continue,
        }
        numbers.clear();
    }
    (width, steps)
}

/// Character, width, and strokes as SVG writes paths.
const GLYPHS: [(char, i32, &str); 23] = [
    ('0', 8, "M4 0 Q8 0 8 7 Q8 14 4 14 Q0 14 0 7 Q0 0 4 0"),
    ('1', 5, "M0 3 L4 0 L4 14"),
    ('2', 8, "M0 4 Q0 0 4 0 Q8 0 8 4 Q8 7 0 14 L8 14"),
    ('3', 8, "M0 2 Q1 0 4 0 Q8 0 8 3 Q8 7 3 7 Q8 7 8 10 Q8 14 4 14 Q1 14 0 12"),
    ('4', 8, "M6 14 L6 0 L0 10 L8 10"),
    ('5', 8, "M7 0 L1 0 L0 7 Q2 5 4 5 Q8 5 8 9 Q8 14 4 14 Q1 14 0 12"),
    ('6', 8, "M7 1 Q6 0 4 0 Q0 0 0 8 Q0 14 4 14 Q8 14 8 10 Q8 6 4 6 Q0 6 0 9"),
    ('7', 8, "M0 0 L8 0 L3 14"),
    ('8', 8, "M4 0 Q8 0 8 3 Q8 7 4 7 Q0 7 0 10 Q0 14 4 14 Q8 14 8 10 Q8 7 4 7 Q0 7 0 3 Q0 0 4 0"),
    ('9', 8, "M1 13 Q2 14 4 14 Q8 14 8 6 Q8 0 4 0 Q0 0 0 4 Q0 8 4 8 Q8 8 8 5"),
    ('<', 8, "M7 3 L1 7 L7 11"),
    ('>', 8, "M1 3 L7 7 L1 11"),
    (
        '%',
        10,
        "M9 0 L1 14 M2 0 Q4 0 4 3 Q4 5 2 5 Q0 5 0 3 Q0 0 2 0 M8 9 Q10 9 10 12 Q10 14 8 14 Q6 14 6 12 Q6 9 8 9",
    ),
    ('?', 7, "M0 3 Q0 0 3 0 Q7 0 7 3 Q7 6 4 7 L4 9 M4 13 L4 14"),
    ('.', 1, "M0 13 L0 14"),
    ('s', 6, "M6 7 Q6 5 3 5 Q0 5 0 7 Q0 9 3 9 Q6 10 6 12 Q6 14 3 14 Q0 14 0 12"),
    ('a', 7, "M7 5 L7 14 M7 8 Q6 5 4 5 Q0 5 0 9 Q0 14 4 14 Q6 14 7 11"),
    ('f', 5, "M5 1 Q5 0 4 0 Q2 0 2 3 L2 14 M0 6 L5 6"),
    ('e', 7, "M0 9 L7 9 Q7 5 4 5 Q0 5 0 10 Q0 14 4 14 Q6 14 7 12"),
    ('m', 10, "M0 14 L0 5 M0 8 Q1 5 3 5 Q5 5 5 8 L5 14 M5 8 Q6 5 8 5 Q10 5 10 8 L10 14"),
    ('i', 1, "M0 5 L0 14 M0 1 L0 2"),
    ('n', 7, "M0 14 L0 5 M0 8 Q1 5 4 5 Q7 5 7 8 L7 14"),
    ('z', 7, "M0 5 L7 5 L0 14 L7 14"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_path_is_read_whole() {
        for (character, width, path) in GLYPHS {
            let (found, steps) = strokes(character);
            assert_eq!(found, width);
            assert_eq!(steps.len(), path.matches(['M', 'L', 'Q']).count(), "{character}");
            assert!(matches!(steps[0], Step::Move(..)), "{character}");
        }
        assert_eq!(strokes('☃'), (4, Vec::new()));
    }
}
