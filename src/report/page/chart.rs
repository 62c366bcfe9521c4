//! Charts as SVG: bars for how often, dots for how one thing goes with another.
//!
//! Colours and letters are left to the page, which has a light and a dark side.

use std::collections::BTreeMap;
use std::fmt::Write;

/// Values of which it is shown how often they occur.
#[derive(Clone, Debug, Default)]
pub struct Histogram {
    values: Vec<f64>,
}

/// What values are, which tells how they are put into bars and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Axis {
    /// Logarithms of microseconds, to the base of ten.
    Time,
    /// Whole numbers.
    Whole,
    /// Per cents.
    Share,
}

/// Width, height, and the room at the left and below for letters.
const SIZE: (f64, f64) = (380.0, 220.0);
const LEFT: f64 = 46.0;
const BELOW: f64 = 34.0;
const RIGHT: f64 = 20.0;
const ABOVE: f64 = 10.0;
/// The most bars.
const BARS: f64 = 40.0;

impl Histogram {
    /// Adds a value.
    pub fn add(&mut self, value: f64) {
        self.values.push(value);
    }

    /// The chart; `None` without values.
    pub(super) fn draw(&self, axis: Axis, label: &str) -> Option<String> {
        let range = Range::of(&self.values, axis)?;
        let mut bars = vec![0u64; range.bars];
        for value in &self.values {
            bars[range.bar(*value)] += 1;
        }
        let most = bars.iter().copied().max().unwrap_or(1).max(1) as f64;
        let mut text = begin(label);
        grid(&mut text, most);
        let wide = (SIZE.0 - LEFT - RIGHT) / range.bars as f64;
        for (i, &count) in bars.iter().enumerate().filter(|bar| *bar.1 > 0) {
            // Even a single one among many thousands can be seen.
            let high = ((SIZE.1 - ABOVE - BELOW) * count as f64 / most).max(1.5);
            let (from, to) = (range.edge(i), range.edge(i + 1));
            let what = match axis {
                Axis::Whole if range.step <= 1.0 => axis.name(from),
                Axis::Whole => format!("{} to {}", axis.name(from), axis.name(to - 1.0)),
                _ => format!("{} to {}", axis.name(from), axis.name(to)),
            };
            let _ = write!(
                text,
                "<rect class=\"bar\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{high:.1}\" rx=\"1.5\">\
                 <title>{what}: {count}</title></rect>",
                LEFT + wide * i as f64 + 0.5,
                SIZE.1 - BELOW - high,
                (wide - 1.0).max(0.8)
            );
        }
        range.ticks(&mut text, axis, if axis == Axis::Whole { wide / 2.0 } else { 0.0 });
        text.push_str("</svg>");
        Some(text)
    }
}

/// Pairs of values, gathered on a grid as they come: however many there are, the dots are few.
#[derive(Clone, Debug, Default)]
pub struct Cloud {
    dots: BTreeMap<(i64, i64), u64>,
}

/// Dots to a decade of time.
const FINE: f64 = 12.0;

impl Cloud {
    /// Adds a width, and the logarithm of a time.
    pub fn add(&mut self, x: f64, y: f64) {
        *self.dots.entry((x as i64, (FINE * y).round() as i64)).or_default() += 1;
    }

    /// The chart; `None` without values.
    pub(super) fn draw(&self, label: &str) -> Option<String> {
        let xs: Vec<f64> = self.dots.keys().map(|key| key.0 as f64).collect();
        let ys: Vec<f64> = self.dots.keys().map(|key| key.1 as f64 / FINE).collect();
        let (across, up) = (Range::of(&xs, Axis::Whole)?, Range::of(&ys, Axis::Time)?);
        let most = self.dots.values().copied().max().unwrap_or(1) as f64;
        let mut text = begin(label);
        let room = SIZE.1 - ABOVE - BELOW;
        let (low, high) = (up.from.floor(), up.edge(up.bars).ceil());
        for decade in low as i64..=high as i64 {
            let y = SIZE.1 - BELOW - room * (decade as f64 - low) / (high - low);
            rule(&mut text, y, &Axis::Time.name(decade as f64));
        }
        let wide = (SIZE.0 - LEFT - RIGHT) / (across.edge(across.bars) - across.from);
        for (&(width, time), &count) in &self.dots {
            let x = LEFT + wide * (width as f64 - across.from + 0.5);
            let y = SIZE.1 - BELOW - room * (time as f64 / FINE - low) / (high - low);
            let strength = 0.35 + 0.65 * (count as f64).ln_1p() / most.ln_1p();
            let _ = write!(
                text,
                "<circle class=\"dot\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" opacity=\"{strength:.2}\">\
                 <title>width {width}, {}: {count}</title></circle>",
                2.4 + (count as f64).log10(),
                Axis::Time.name(time as f64 / FINE)
            );
        }
        across.ticks(&mut text, Axis::Whole, wide * across.step / 2.0);
        text.push_str("</svg>");
        Some(text)
    }
}

/// Bars of equal width.
struct Range {
    from: f64,
    step: f64,
    bars: usize,
}

impl Range {
    fn of(values: &[f64], axis: Axis) -> Option<Self> {
        let low = values.iter().copied().reduce(f64::min)?;
        let high = values.iter().copied().reduce(f64::max)?;
        let (from, step, end) = match axis {
            Axis::Share => (0.0, 5.0, 100.0),
            Axis::Time => (low.floor(), 0.25, (high + 1e-9).ceil().max(low.floor() + 1.0)),
            Axis::Whole => {
                let step = ((high - low + 1.0) / BARS).ceil();
                let from = (low / step).floor() * step;
                // A few values alone would be a few huge bars.
                (from, step, (high + 1.0).max(from + 8.0 * step))
            }
        };
        Some(Range { from, step, bars: (((end - from) / step).ceil() as usize).max(1) })
    }

    fn bar(&self, value: f64) -> usize {
        (((value - self.from) / self.step) as usize).min(self.bars - 1)
    }

    fn edge(&self, bar: usize) -> f64 {
        self.from + self.step * bar as f64
    }

    /// About six numbers below the chart; those of whole bars stand under their middle.
    fn ticks(&self, text: &mut String, axis: Axis, shift: f64) {
        let wide = (SIZE.0 - LEFT - RIGHT) / self.bars as f64;
        let every = match axis {
            Axis::Time => 4 * self.bars.div_ceil(28),
            _ => self.bars.div_ceil(6),
        };
        for bar in (0..=self.bars).step_by(every.max(1)) {
            let x = LEFT + wide * bar as f64 + shift;
            if x <= SIZE.0 {
                let y = SIZE.1 - BELOW + 16.0;
                let _ = write!(
                    text,
                    "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{}</text>",
                    axis.name(self.edge(bar))
                );
            }
        }
    }
}

impl Axis {
    fn name(self, value: f64) -> String {
        match self {
            Axis::Whole => format!("{value:.0}"),
            Axis::Share => format!("{value:.0} %"),
            Axis::Time => match value {
                v if v < 3.0 => format!("{} µs", short(10f64.powf(v))),
                v if v < 6.0 => format!("{} ms", short(10f64.powf(v - 3.0))),
                v => format!("{} s", short(10f64.powf(v - 6.0))),
            },
        }
    }
}

/// A number without digits that tell nothing.
fn short(value: f64) -> String {
    if value < 9.95 && (value - value.round()).abs() > 0.05 {
        format!("{value:.1}")
    } else {
        format!("{value:.0}")
    }
}

fn begin(label: &str) -> String {
    let (width, height) = SIZE;
    let label = super::escaped(label);
    format!("<svg class=\"chart\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{label}\">")
}

/// Lines across at a quarter, a half, and so on, of the most.
fn grid(text: &mut String, most: f64) {
    let parts = most.clamp(1.0, 4.0).floor();
    for part in 0..=parts as u32 {
        let share = f64::from(part) / parts;
        let y = SIZE.1 - BELOW - (SIZE.1 - ABOVE - BELOW) * share;
        rule(text, y, &format!("{:.0}", most * share));
    }
}

fn rule(text: &mut String, y: f64, name: &str) {
    let _ = write!(
        text,
        "<path class=\"rule\" d=\"M{LEFT} {y:.1}H{:.0}\"/><text x=\"{:.0}\" y=\"{:.1}\" text-anchor=\"end\">{name}</text>",
        SIZE.0 - RIGHT,
        LEFT - 6.0,
        y + 4.0
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bars(values: &[f64], axis: Axis) -> usize {
        let mut histogram = Histogram::default();
        for &value in values {
            histogram.add(value);
        }
        histogram.draw(axis, "x").map_or(0, |text| text.matches("<rect").count())
    }

    #[test]
    fn every_value_is_in_some_bar() {
        assert_eq!(bars(&[], Axis::Whole), 0);
        assert_eq!(bars(&[7.0], Axis::Whole), 1);
        assert_eq!(bars(&[0.0, 100.0], Axis::Share), 2);
        assert_eq!(bars(&[0.0, 0.1, 6.0, 9.3], Axis::Time), 3);
        assert_eq!(bars(&[1.0, 2.0, 3.0, 1e6], Axis::Whole), 2);
    }

    #[test]
    fn many_points_are_few_dots() {
        let mut cloud = Cloud::default();
        assert!(cloud.draw("x").is_none());
        (0..100_000).for_each(|i| cloud.add(f64::from(i % 10), f64::from(i % 7) / 100.0));
        assert!(cloud.draw("x").unwrap().matches("<circle").count() <= 20);
    }

    #[test]
    fn times_have_units() {
        for (value, name) in [(0.0, "1 µs"), (3.0, "1 ms"), (4.0, "10 ms"), (6.5, "3.2 s"), (9.0, "1000 s")]
        {
            assert_eq!(Axis::Time.name(value), name);
        }
    }
}
