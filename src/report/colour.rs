//! The colours of risk, for pictures: from green, surely free, over pale yellow to red.

use super::notation::Percent;

/// Red, green and blue.
pub type Rgb = (u8, u8, u8);

/// A surely free cell.
pub const SAFE: Rgb = (38, 158, 92);
/// A surely mined cell.
pub const MINED: Rgb = (186, 36, 40);

/// Unsure cells, from just above 0 to just below 100 per cent. The two ends are lighter than sure
/// cells, so that the eye does not take the one for the other.
const STOPS: [(u8, Rgb); 5] = [
    (0, (150, 211, 148)),
    (20, (214, 232, 160)),
    (40, (253, 240, 178)),
    (65, (247, 190, 120)),
    (100, (226, 104, 86)),
];

/// The colour of a probability.
pub fn of(percent: Percent) -> Rgb {
    match percent {
        Percent::Safe => SAFE,
        Percent::Mine => MINED,
        Percent::Below1 => STOPS[0].1,
        Percent::Above99 => STOPS[4].1,
        Percent::Whole(n) => between(n),
    }
}

/// The colour of an unsure cell of so many per cents.
pub fn between(percent: u8) -> Rgb {
    let next = STOPS.iter().position(|stop| stop.0 >= percent).unwrap_or(STOPS.len() - 1).max(1);
    let ((low, from), (high, to)) = (STOPS[next - 1], STOPS[next]);
    let (part, whole) = (i32::from(percent.min(high) - low), i32::from(high - low));
    let mix = |a: u8, b: u8| (i32::from(a) + (i32::from(b) - i32::from(a)) * part / whole) as u8;
    (mix(from.0, to.0), mix(from.1, to.1), mix(from.2, to.2))
}

/// The usual colours of numbers, dark enough to be read on white.
pub fn number(n: u32) -> Rgb {
    const COLOURS: [Rgb; 8] = [
        (28, 72, 200),
        (22, 112, 44),
        (200, 30, 36),
        (24, 28, 120),
        (122, 24, 28),
        (14, 118, 122),
        (20, 20, 20),
        (96, 96, 96),
    ];
    n.checked_sub(1).and_then(|i| COLOURS.get(i as usize)).copied().unwrap_or((40, 40, 40))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_meet_at_their_stops() {
        for (percent, colour) in STOPS {
            assert_eq!(between(percent), colour);
        }
        assert_ne!(of(Percent::Safe), of(Percent::Below1));
        assert_ne!(of(Percent::Mine), of(Percent::Above99));
        assert_eq!(of(Percent::Whole(40)), STOPS[2].1);
    }
}
