//! How far a measured rate can be from the true one.
//!
//! # Theory
//! Of n games k are won. The interval of Clopper and Pearson holds every rate p at which neither k
//! or more nor k or fewer wins are less likely than half of what is left of the confidence. Its ends
//! are quantiles of beta distributions: the α/2 quantile of B(k, n−k+1) and the 1−α/2 quantile of
//! B(k+1, n−k). It holds the true rate at least as often as promised, for every n and p.
//!
//! # Cost
//! About sixty evaluations of the incomplete beta function for either end: some ten microseconds.
//!
//! # What we changed
//! The ends are closed in on by halving, which always arrives, not by an inverse function.
//!
//! # References
//! C. J. Clopper, E. S. Pearson, *The use of confidence or fiducial limits illustrated in the case
//! of the binomial*, Biometrika 26, 1934.

use statrs::function::beta::checked_beta_reg;

/// The confidence of the intervals that results carry.
pub const CONFIDENCE: f64 = 0.95;

/// The Clopper–Pearson interval for a rate of which `wins` of `games` were seen.
///
/// ```
/// use mineproof::play::clopper_pearson;
/// let (low, high) = clopper_pearson(0, 10, 0.95);
/// assert_eq!(low, 0.0);
/// assert!((high - 0.308_497_1).abs() < 1e-7);
/// ```
pub fn clopper_pearson(wins: u64, games: u64, confidence: f64) -> (f64, f64) {
    let tail = (1.0 - confidence) / 2.0;
    let (k, n) = (wins as f64, games as f64);
    let low = if wins == 0 { 0.0 } else { quantile(k, n - k + 1.0, tail) };
    let high = if wins >= games { 1.0 } else { quantile(k + 1.0, n - k, 1.0 - tail) };
    (low, high)
}

/// Where the incomplete beta function reaches `level`.
fn quantile(a: f64, b: f64, level: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    loop {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            return middle;
        }
        // Arguments are in range, so there is always an answer.
        if checked_beta_reg(a, b, middle).unwrap_or(level) < level {
            low = middle;
        } else {
            high = middle;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Found by summing binomial probabilities with thirty digits.
    const KNOWN: [(u64, u64, f64, f64, f64); 16] = [
        (0, 1, 0.95, 0.0, 0.975),
        (1, 1, 0.95, 0.025, 1.0),
        (0, 1, 0.999, 0.0, 0.9995),
        (0, 10, 0.95, 0.0, 0.308_497_107_818_76),
        (0, 10, 0.999, 0.0, 0.532_375_776_088_69),
        (5, 10, 0.95, 0.187_086_028_447_4, 0.812_913_971_552_6),
        (5, 10, 0.999, 0.077_325_354_927_214, 0.922_674_645_072_79),
        (10, 10, 0.95, 0.691_502_892_181_24, 1.0),
        (1, 100, 0.95, 0.000_253_146_032_977_42, 0.054_459_385_392_081),
        (1, 100, 0.999, 5.001_237_910_591e-6, 0.095_610_111_074_343),
        (816, 1000, 0.95, 0.790_565_866_585_47, 0.839_557_716_815_21),
        (816, 1000, 0.999, 0.772_845_998_585_97, 0.854_316_661_021_67),
        (3, 1_000_000, 0.95, 6.186_725_501_906_4e-7, 8.767_247_788_145_2e-6),
        (3, 1_000_000, 0.999, 1.497_039_884_215_7e-7, 1.393_394_702_444_9e-5),
        (5097, 100_000, 0.95, 0.049_614_883_590_856, 0.052_351_234_921_469),
        (396_158, 1_000_000, 0.95, 0.395_199_187_456_04, 0.397_117_414_060_13),
    ];

    #[test]
    fn ends_are_where_they_are_known_to_be() {
        for (wins, games, confidence, low, high) in KNOWN {
            let (found_low, found_high) = clopper_pearson(wins, games, confidence);
            let near = |found: f64, known: f64| (found - known).abs() <= 1e-8 * known;
            assert!(near(found_low, low), "{wins} of {games}: {found_low} is not {low}");
            assert!(near(found_high, high), "{wins} of {games}: {found_high} is not {high}");
        }
    }

    #[test]
    fn a_win_more_or_less_mirrors() {
        for (wins, games) in [(1, 7), (30, 80), (9_999, 10_000), (123_456_789, 1_000_000_000)] {
            let (low, high) = clopper_pearson(wins, games, CONFIDENCE);
            let (lost_low, lost_high) = clopper_pearson(games - wins, games, CONFIDENCE);
            let rate = wins as f64 / games as f64;
            assert!(low < rate && rate < high, "{wins} of {games}");
            assert!((low + lost_high - 1.0).abs() < 1e-9 && (high + lost_low - 1.0).abs() < 1e-9);
        }
        assert_eq!(clopper_pearson(0, 0, CONFIDENCE), (0.0, 1.0));
    }
}
