//! Chances on boards where numbers of placements leave floating point far behind.

use mineproof::analysis::{Analysis, EngineChoice};
use mineproof::board::Topology;
use mineproof::budget::Budget;
use mineproof::decomp::Graph;
use mineproof::play::{Deal, Field, Luck, Mind, Promise};

use super::minds::filters;

/// Looks at a position, and compares what is seen with an exact analysis.
fn compare(mind: &mut Mind, rows: &[&str], place: &str) {
    assert!(mind.look().unwrap(), "{place}: it can happen");
    let board = mind.view.board();
    let analysis = Analysis::new(&board, EngineChoice::Auto, &Budget::unlimited()).unwrap();
    let exact = analysis.probabilities().unwrap().unwrap();
    let sure = |is_free: bool| -> Vec<u32> {
        let chances = exact.cells.iter();
        let chosen = chances.filter(|(_, p)| if is_free { p.is_zero() } else { p.is_one() });
        chosen.map(|(cell, _)| cell.0).collect()
    };
    mind.look.free.sort_unstable();
    mind.look.mined.sort_unstable();
    assert_eq!(mind.look.free, sure(true), "{place}");
    assert_eq!(mind.look.mined, sure(false), "{place}");
    if !(mind.look.free.is_empty() && mind.look.mined.is_empty()) {
        return;
    }
    let mut least = f64::INFINITY;
    for (cell, p) in &exact.cells {
        let found = mind.look.chance(cell.0, &mind.parts);
        assert!((found - p.to_f64()).abs() < 1e-9, "{place}: {} is {found}, not {}", cell.0, p.to_f64());
        least = least.min(found);
    }
    let digits = exact.count.to_string();
    let ln = digits[..digits.len().min(15)].parse::<f64>().unwrap().ln()
        + digits.len().saturating_sub(15) as f64 * 10f64.ln();
    assert!((mind.look.ln_count() - ln).abs() < 1e-9 * ln.max(1.0), "{place}");
    let mut cells = Vec::new();
    for row in rows {
        mind.best(&filters(row), &mut cells).unwrap();
        assert!(!cells.is_empty(), "{row}, {place}");
        assert!(
            cells.iter().all(|&cell| mind.look.chance(cell, &mind.parts) < least + 1e-8),
            "{row}, {place}"
        );
    }
}

#[test]
fn numbers_with_many_neighbours() {
    let stars = [
        (1100, 550, 5, 552, &["P", "PSEQ"][..]),
        (1100, 550, 0, 550, &["P", "PSEQ"]),
        (70_000, 3, 10, 4, &["P"]),
        (70_000, 69_990, 10, 69_995, &["P"]),
    ];
    for (leaves, number, others, mines, rows) in stars {
        let edges: Vec<(u32, u32)> = (1..=leaves).map(|leaf| (0, leaf)).collect();
        let graph = Graph::from_edges((1 + leaves + others) as usize, &edges);
        let field = Field::new(Topology::Graph(graph), mines).unwrap();
        let mut mind = Mind::new(&field, &Budget::unlimited());
        mind.view.open(0, number);
        compare(&mut mind, rows, &format!("{number} of {leaves} leaves"));
    }
}

#[test]
fn wide_backgrounds() {
    for mines in [1, 3, 1000, 89_000, 89_990, 89_999] {
        let field = Field::new(Topology::King { width: 300, height: 300 }, mines).unwrap();
        let mut mind = Mind::new(&field, &Budget::unlimited());
        compare(&mut mind, &["P", "PSEQ"], &format!("nothing is open, {mines} mines"));
    }
}

#[test]
fn many_parts() {
    for (size, share, rarely) in [(60, 5, 12), (150, 5, 12), (150, 5, 30), (300, 8, 20), (300, 3, 60)] {
        let cells = size * size;
        let field =
            Field::new(Topology::King { width: size, height: size }, u64::from(cells / share)).unwrap();
        let mut luck = Luck::new(5, u64::from(cells + rarely));
        let mut deal = Deal::default();
        deal.draw(&field, 0, Promise::Safe, &mut luck);
        let mut mind = Mind::new(&field, &Budget::unlimited());
        for cell in (0..cells).filter(|&cell| !deal.mined[cell as usize]) {
            if luck.below(rarely as usize) == 0 {
                mind.view.open(cell, deal.shown[cell as usize]);
            }
        }
        let place = format!("{size}x{size}, one in {rarely} open");
        compare(&mut mind, &["P"], &place);
        mind.settle(&deal).unwrap();
        compare(&mut mind, &["P"], &place);
    }
}
