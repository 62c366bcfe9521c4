//! What Tu et al. print about quantities, corrected where it is wrong, and debts reckoned by hand.

use mineproof::algebra::Fraction;
use mineproof::board::{Board, CellId, Label, Topology};
use mineproof::budget::Budget;
use mineproof::play::{Field, Ground, Prospects, Quantities, Reading, advise};

fn fraction(text: &str) -> Fraction {
    let (a, b) = text.split_once('/').unwrap_or((text, "1"));
    Fraction::new(a.parse().unwrap(), b.parse().unwrap())
}

/// Table 3: six cells in a row, two mines, the second cell is open and shows 1.
fn row_of_six() -> Board {
    let mut labels = vec![Label::Covered; 6];
    labels[1] = Label::Number(1);
    Board::new(Topology::King { width: 6, height: 1 }, labels, Some(2)).unwrap()
}

#[test]
fn table_3_in_both_readings() {
    let board = row_of_six();
    let mut prospects = Prospects::new(&board, &Budget::unlimited()).unwrap().unwrap();
    assert_eq!(*prospects.placements(), 6u32.into());
    let all: Vec<_> = [0, 2, 3, 4, 5].map(|cell| prospects.quantities(CellId(cell)).unwrap()).into();
    let check = |found: &dyn Fn(&Quantities) -> Fraction, expected: &str| {
        let expected: Vec<Fraction> = expected.split(' ').map(fraction).collect();
        assert_eq!(all.iter().map(|one| found(one)).collect::<Vec<_>>(), expected);
    };
    let (over_all, if_free) = (Reading::All, Reading::IfFree);
    check(&Quantities::p, "1/2 1/2 1/3 1/3 1/3");
    check(&|one| one.s(over_all).unwrap(), "0 1/2 1/3 0 2/3");
    check(&|one| one.s(if_free).unwrap(), "0 1 1/2 0 1");
    check(&|one| one.e(over_all).unwrap(), "0 2/3 2/3 0 2/3");
    check(&|one| one.e(if_free).unwrap(), "0 4/3 1 0 1");
    check(&|one| one.u(over_all).unwrap(), "1/3 1/2 1/2 1/3 2/3");
    check(&|one| one.u(if_free).unwrap(), "2/3 1 3/4 1/2 1");
    // The printed q is in nats, to three places.
    let nats = |one: &Quantities| one.q(if_free).unwrap().to_f64() * std::f64::consts::LN_2;
    for (one, printed) in all.iter().zip([0.0, 0.637, 1.040, 0.0, 0.693]) {
        assert!((nats(one) - printed).abs() < 0.0005, "{} is printed {printed}", nats(one));
    }
    // Over all placements: g3 is free in 3 of 6 and shows 0 in one, 1 in two of them; and so on.
    let bits = |shares: &[f64]| shares.iter().map(|share| -share * share.log2()).sum::<f64>();
    let (sixth, third, half) = (1.0 / 6.0, 1.0 / 3.0, 0.5);
    let expected = [&[half][..], &[third, sixth], &[sixth, third, sixth], &[2.0 * third], &[third, third]];
    for (one, shares) in all.iter().zip(expected) {
        let found = one.q(over_all).unwrap().to_f64();
        assert!((found - bits(shares)).abs() < 1e-12, "{found} for {shares:?}");
    }
}

#[test]
fn strategies_on_table_3() {
    for (strategy, best) in [
        ("P", &[3, 4, 5][..]),
        ("PS", &[5]),
        ("PSEQ", &[5]),
        ("S", &[5]),
        ("Q", &[3]),
        ("U", &[5]),
        ("E", &[2, 3, 5]),
    ] {
        let advice = advise(&row_of_six(), &strategy.parse().unwrap(), false, &Budget::unlimited());
        let advice = advice.unwrap().unwrap();
        assert_eq!(advice.best.iter().map(|cell| cell.0).collect::<Vec<_>>(), best, "{strategy}");
        assert_eq!(advice.ground, Ground::Filters);
    }
    // Optimal play wins 3 of 6, beginning with g3, g4 or g6.
    let strategy = "P-D6".parse().unwrap();
    let advice = advise(&row_of_six(), &strategy, false, &Budget::unlimited()).unwrap().unwrap();
    assert_eq!(advice.ground, Ground::Optimal { wins: 3 });
    assert_eq!(advice.best, [CellId(3), CellId(5)], "g3 is mined more often");
    let advice = advise(&row_of_six(), &"PSEQ-D5".parse().unwrap(), false, &Budget::unlimited());
    assert_eq!(advice.unwrap().unwrap().ground, Ground::Filters, "six placements are more than five");
}

/// The chance to survive two moves if the first is a free cell with this place.
fn survival(width: u32, height: u32, mines: u64, x: u32, y: u32) -> Fraction {
    let board = Field::new(Topology::King { width, height }, mines).unwrap().covered();
    let mut prospects = Prospects::new(&board, &Budget::unlimited()).unwrap().unwrap();
    prospects.quantities(CellId(y * width + x)).unwrap().u(Reading::IfFree).unwrap()
}

#[test]
fn table_1_is_right() {
    let levels = [
        (8, 8, 10, "37312/39711", [0.9396, 0.9117, 0.8983]),
        (16, 16, 40, "32281003/34412301", [0.9381, 0.9108, 0.8963]),
        (30, 16, 99, "92522305/103147381", [0.8970, 0.8614, 0.8530]),
    ];
    for (width, height, mines, corner, printed) in levels {
        assert_eq!(survival(width, height, mines, 0, 0), fraction(corner));
        for ((x, y), printed) in [(0, 0), (3, 0), (3, 4)].into_iter().zip(printed) {
            let found = survival(width, height, mines, x, y).to_f64();
            assert!((found - printed).abs() < 0.00005, "{width}x{height}: {found}, printed {printed}");
        }
    }
}

#[test]
fn lemma_1_is_not_general() {
    assert_eq!(survival(4, 4, 5, 0, 0), fraction("212/273"));
    assert_eq!(survival(4, 4, 5, 1, 0), fraction("334/429"));
    assert!(fraction("334/429") > fraction("212/273"));
}

/// What L makes of a cell.
fn in_the_long_run(labels: &[Label], width: u32, mines: u64, cell: u32) -> Option<Fraction> {
    let height = labels.len() as u32 / width;
    let board = Board::new(Topology::King { width, height }, labels.to_vec(), Some(mines)).unwrap();
    Prospects::new(&board, &Budget::unlimited()).unwrap().unwrap().l(CellId(cell)).unwrap()
}

#[test]
fn debts_reckoned_by_hand() {
    // Two cells over two ones: f and p are 1/2, all of the risk is owed, nine tenths are forgiven.
    let (covered, one) = (Label::Covered, Label::Number(1));
    assert_eq!(in_the_long_run(&[covered, covered, one, one], 2, 1, 0), Some(fraction("19/20")));
    // A third cell beside them sees only the second of the two: its number tells, and nothing is owed.
    let open = [covered, covered, Label::Number(1), one, one, Label::Number(1)];
    assert_eq!(in_the_long_run(&open, 3, 1, 0), Some(Fraction::one()));
    // Two mines in a row of three: each cell is owed for twice, as one of a pair and as the witness
    // of the other pair or in both pairs, but no more than it can be free, 1/3.
    for cell in 0..3 {
        assert_eq!(in_the_long_run(&[covered; 3], 3, 2, cell), Some(fraction("19/30")));
    }
}

#[test]
fn reach_reckoned_by_hand() {
    // One mine in a row of five, of which the first cell is opened; nothing is owed. A 1 leaves three free
    // cells. A 0 leaves one, the second: it shows a 1 if the third is mined, and two cells are free then;
    // else the third is free.
    let row = Field::new(Topology::King { width: 5, height: 1 }, 1).unwrap().covered();
    let mut prospects = Prospects::new(&row, &Budget::unlimited()).unwrap().unwrap();
    let thousandths = |sum: u64| Some(Fraction::new(sum.into(), 5000u32.into()));
    assert_eq!(prospects.l(CellId(0)).unwrap(), thousandths(992 + 3 * 940));
    assert_eq!(prospects.r(CellId(0)).unwrap(), thousandths(992 + 977 + 2 * 940));
    // The third cell shows a 1 if a neighbour is mined, and leaves both ends free; these tell which it is.
    // It shows a 0 if an end is, and leaves the cells between free; so do these.
    assert_eq!(prospects.l(CellId(2)).unwrap(), thousandths(4 * 977));
    assert_eq!(prospects.r(CellId(2)).unwrap(), thousandths(4 * 940));
}
