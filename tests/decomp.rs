//! Elimination orders, tree decompositions, their checker, and the PACE formats.

use mineproof::decomp::{DecompositionError, Graph, Rule, Ties, TreeDecomposition, elimination_order, pace};
use proptest::prelude::*;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

const RULES: [Rule; 2] = [Rule::MinDegree, Rule::MinFill];

/// A graph on n vertices where each of `edges` draws is kept, loops and repetitions and all.
fn random_graph(n: u32, edges: u32, rng: &mut Xoshiro256PlusPlus) -> Graph {
    let mut vertex = || (rng.next_u64() % u64::from(n.max(1))) as u32;
    let edges = if n == 0 { 0 } else { edges };
    let pairs: Vec<_> = (0..edges).map(|_| (vertex(), vertex())).collect();
    Graph::from_edges(n as usize, &pairs)
}

fn king_grid(side: u32) -> Graph {
    let mut edges = Vec::new();
    for (x, y) in (0..side * side).map(|v| (v % side, v / side)) {
        for (dx, dy) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
            let (to_x, to_y) = (x.wrapping_add_signed(dx), y + dy);
            if to_x < side && to_y < side {
                edges.push((y * side + x, to_y * side + to_x));
            }
        }
    }
    Graph::from_edges((side * side) as usize, &edges)
}

/// The greedy rule as it is defined, with nothing kept from step to step.
fn plain_order(graph: &Graph, rule: Rule) -> Vec<u32> {
    let n = graph.len();
    let mut adjacent = vec![vec![false; n]; n];
    graph.edges().for_each(|(a, b)| {
        adjacent[a as usize][b as usize] = true;
        adjacent[b as usize][a as usize] = true;
    });
    let mut left: Vec<usize> = (0..n).collect();
    let mut order = Vec::new();
    while !left.is_empty() {
        let around = |v: usize| left.iter().copied().filter(|&w| adjacent[v][w]).collect::<Vec<_>>();
        let score = |v: usize| {
            let row = around(v);
            let apart =
                |(at, &a): (usize, &usize)| row[at + 1..].iter().filter(|&&b| !adjacent[a][b]).count();
            if rule == Rule::MinDegree { row.len() } else { row.iter().enumerate().map(apart).sum() }
        };
        let v = left.iter().copied().min_by_key(|&v| (score(v), v)).unwrap();
        let row = around(v);
        for &a in &row {
            for &b in row.iter().filter(|&&b| b != a) {
                adjacent[a][b] = true;
            }
        }
        left.retain(|&w| w != v);
        order.push(v as u32);
    }
    order
}

#[test]
fn orders_follow_their_rule_and_decompose() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1986);
    for round in 0..400u32 {
        let n = round % 20;
        let graph = random_graph(n, (rng.next_u64() % (2 * u64::from(n) + 1)) as u32, &mut rng);
        for rule in RULES {
            let order = elimination_order(&graph, rule, Ties::Lowest);
            assert_eq!(order, plain_order(&graph, rule), "{rule:?} {graph:?}");
            let random = elimination_order(&graph, rule, Ties::Random(u64::from(round)));
            assert_eq!(random, elimination_order(&graph, rule, Ties::Random(u64::from(round))));
            let any: Vec<u32> = (0..n).rev().collect();
            for order in [order, random, any] {
                let decomposition = TreeDecomposition::from_order(&graph, &order);
                assert_eq!(decomposition.check(&graph), Ok(()), "{graph:?} {order:?}");
            }
        }
    }
}

#[test]
fn widths_that_are_known() {
    let check = |n: usize, edges: &[(u32, u32)], width: usize| {
        let graph = Graph::from_edges(n, edges);
        for rule in RULES {
            let order = elimination_order(&graph, rule, Ties::Lowest);
            let decomposition = TreeDecomposition::from_order(&graph, &order);
            assert_eq!(decomposition.check(&graph), Ok(()));
            assert_eq!(decomposition.width(), width, "{rule:?} {edges:?}");
        }
    };
    check(0, &[], 0);
    check(1, &[], 0);
    check(5, &[], 0);
    check(5, &[(0, 1), (1, 2), (3, 4)], 1);
    check(4, &[(0, 1), (1, 2), (2, 3), (3, 0)], 2);
    check(4, &[(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)], 3);
    // Golan's example 5.1: a cycle of six.
    check(6, &[(0, 3), (1, 3), (1, 4), (2, 4), (0, 5), (2, 5)], 2);
}

#[test]
fn random_ties_differ_between_seeds() {
    let graph = king_grid(8);
    let orders = [1, 2].map(|seed| elimination_order(&graph, Rule::MinFill, Ties::Random(seed)));
    assert_ne!(orders[0], orders[1]);
}

#[test]
fn large_sparse_graphs_are_no_trouble() {
    let star: Vec<_> = (1..20_000).map(|leaf| (0, leaf)).collect();
    let graphs = [
        king_grid(100),
        random_graph(10_000, 10_000, &mut Xoshiro256PlusPlus::seed_from_u64(5)),
        Graph::from_edges(20_000, &star),
    ];
    for graph in &graphs {
        for rule in RULES {
            let order = elimination_order(graph, rule, Ties::Lowest);
            let decomposition = TreeDecomposition::from_order(graph, &order);
            assert_eq!(decomposition.check(graph), Ok(()));
        }
    }
}

#[test]
fn the_checker_names_what_is_wrong() {
    use DecompositionError::*;
    let path = Graph::from_edges(4, &[(0, 1), (1, 2), (2, 3)]);
    let check = |bags: &[&[u32]], edges: &[(u32, u32)], expected: Result<(), DecompositionError>| {
        let bags = bags.iter().map(|bag| bag.to_vec()).collect();
        assert_eq!(TreeDecomposition { bags, edges: edges.to_vec() }.check(&path), expected);
    };
    check(&[&[0, 1], &[1, 2], &[2, 3]], &[(0, 1), (2, 1)], Ok(()));
    check(&[&[0, 1, 2, 3]], &[], Ok(()));
    check(&[&[0, 1], &[1, 2], &[2, 3], &[]], &[(0, 1), (1, 2), (3, 0)], Ok(()));
    check(&[&[0, 1], &[1, 2], &[2, 3]], &[(0, 1), (1, 3)], Err(NoSuchBag { a: 1, b: 3 }));
    check(&[&[0, 1], &[1, 2], &[2, 3]], &[(0, 1), (1, 0)], Err(Cycle { a: 1, b: 0 }));
    check(&[&[0, 1, 2, 3]], &[(0, 0)], Err(Cycle { a: 0, b: 0 }));
    check(&[&[0, 1], &[1, 2], &[2, 3]], &[(0, 1)], Err(Apart { bag: 2 }));
    check(&[&[0, 1], &[1, 2], &[2, 4]], &[(0, 1), (1, 2)], Err(NoSuchVertex { bag: 2, vertex: 4 }));
    check(&[&[0, 1], &[2, 1], &[2, 3]], &[(0, 1), (1, 2)], Err(Unordered { bag: 1, vertex: 1 }));
    check(&[&[0, 1], &[1, 1], &[2, 3]], &[(0, 1), (1, 2)], Err(Unordered { bag: 1, vertex: 1 }));
    check(&[&[0, 1], &[1, 2]], &[(0, 1)], Err(VertexMissing { vertex: 3 }));
    check(&[], &[], Err(VertexMissing { vertex: 0 }));
    check(&[&[0, 1], &[1, 2], &[3]], &[(0, 1), (1, 2)], Err(EdgeMissing { a: 2, b: 3 }));
    check(&[&[0, 1], &[2, 3], &[1, 2]], &[(0, 1), (1, 2)], Err(Scattered { vertex: 1 }));
    assert_eq!(Scattered { vertex: 1 }.to_string(), "the bags of vertex 1 are not connected");
}

/// The three conditions and treeness as they are written, for any input.
fn plainly_valid(decomposition: &TreeDecomposition, graph: &Graph) -> bool {
    let bags = &decomposition.bags;
    // Parts among the bags that `keep` keeps.
    let parts = |keep: &dyn Fn(usize) -> bool| {
        let mut names: Vec<usize> = (0..bags.len()).collect();
        for &(a, b) in &decomposition.edges {
            let (a, b) = (a as usize, b as usize);
            if keep(a) && keep(b) {
                let (from, to) = (names[a], names[b]);
                names.iter_mut().filter(|name| **name == from).for_each(|name| *name = to);
            }
        }
        let mut kept: Vec<_> = (0..bags.len()).filter(|&bag| keep(bag)).map(|bag| names[bag]).collect();
        kept.sort_unstable();
        kept.dedup();
        kept.len()
    };
    let inside = decomposition.edges.iter().all(|&(a, b)| (a.max(b) as usize) < bags.len());
    inside
        && decomposition.edges.len() + 1 == bags.len()
        && parts(&|_| true) == 1
        && bags.iter().flatten().all(|&v| (v as usize) < graph.len())
        && bags.iter().all(|bag| bag.is_sorted_by(|a, b| a < b))
        && (0..graph.len() as u32).all(|v| parts(&|bag| bags[bag].contains(&v)) == 1)
        && graph.edges().all(|(a, b)| bags.iter().any(|bag| bag.contains(&a) && bag.contains(&b)))
}

#[test]
fn mutated_decompositions_are_refused_exactly_when_wrong() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let (mut refused, mut accepted) = (0, 0);
    for _ in 0..3000 {
        let n = 1 + (rng.next_u64() % 9) as u32;
        let graph = random_graph(n, n + 2, &mut rng);
        let order = elimination_order(&graph, Rule::MinFill, Ties::Lowest);
        let mut mutant = TreeDecomposition::from_order(&graph, &order);
        assert!(plainly_valid(&mutant, &graph));
        mutate(&mut mutant, &mut rng);
        let valid = plainly_valid(&mutant, &graph);
        assert_eq!(mutant.check(&graph).is_ok(), valid, "{graph:?} {mutant:?} {:?}", mutant.check(&graph));
        *if valid { &mut accepted } else { &mut refused } += 1;
    }
    assert!(refused > 1500 && accepted > 50, "{refused} {accepted}");
}

fn mutate(decomposition: &mut TreeDecomposition, rng: &mut Xoshiro256PlusPlus) {
    let mut below = |n: usize| (rng.next_u64() % n.max(1) as u64) as usize;
    let bag = below(decomposition.bags.len());
    let edge = below(decomposition.edges.len());
    let other = below(decomposition.bags.len() + 1) as u32;
    match below(5) {
        0 => {
            let member = below(decomposition.bags[bag].len());
            decomposition.bags[bag].remove(member);
        }
        1 => {
            decomposition.bags[bag].push(other);
            decomposition.bags[bag].sort_unstable();
        }
        2 if !decomposition.edges.is_empty() => drop(decomposition.edges.remove(edge)),
        3 if !decomposition.edges.is_empty() => decomposition.edges[edge].1 = other,
        _ => decomposition.edges.push((bag as u32, other)),
    }
}

#[test]
fn pace_errors_say_where_and_what_instead() {
    let gr = |text: &str, expected: &str| {
        assert_eq!(pace::read_gr(text.as_bytes()).unwrap_err().to_string(), expected);
    };
    gr("", "1:1: there is no header; write 'p tw VERTICES EDGES'");
    gr("c only\nc comments", "2:11: there is no header; write 'p tw VERTICES EDGES'");
    gr("p cnf 3 2\n", "1:3: 'cnf' is no header; write 'p tw VERTICES EDGES'");
    gr("p tw 3\n", "1:6: nothing follows '3'; write 'p tw VERTICES EDGES'");
    gr("p tw 3 x\n", "1:8: 'x' is not a number; write a decimal number");
    gr("p tw 99999999999999999999 1", "1:6: '99999999999999999999' is not a number; write a decimal number");
    gr(
        "p tw 4000000000 0",
        "1:6: 4000000000 vertices are too many for a file this short; leave out isolated vertices",
    );
    gr("p tw 3 1\n1  4\n", "2:4: vertex 4 is not there; write one from 1 to 3");
    gr("p tw 3 1\n0 1\n", "2:1: vertex 0 is not there; write one from 1 to 3");
    gr("p tw 3 1\n1 2 3\n", "2:5: '3' is too much; write two vertices");
    gr("p tw 3 1\n1 2\n2 3\n", "3:1: there are more edges than 1; correct the header");
    gr("p tw 3 2\n1 2\n", "3:1: edges are missing: 1 of 2; add them or correct the header");
    let td = |text: &str, expected: &str| {
        assert_eq!(pace::read_td(text.as_bytes()).unwrap_err().to_string(), expected);
    };
    td("s td 9999999 1 1\n", "1:6: 9999999 bags are too many for a file this short; correct the header");
    td("s td 1 1 1\nb\n", "2:1: the bag has no number; write 'b BAG VERTEX...'");
    td("s td 1 1 1\nb 1 1\nb 1 1\n", "3:3: bag 1 comes twice; write each bag once");
    td("s td 2 1 1\nb 1 1\n1 2\n", "4:1: bag 2 is missing; write each bag once");
    td("s td 1 2 1\nb 1 1\n", "1:8: the size of the largest bag is 1, not 2; correct the header");
    td("s td 1 1 1\nb 1 2\n", "2:5: vertex 2 is not there; write one from 1 to 1");
    td("s td 1 1 0\nb 1 1\n", "2:5: vertex 1 is not there; there is no vertex");
}

/// Words that headers and lines are made of, so that random texts get past the first line.
fn pace_like() -> impl Strategy<Value = Vec<u8>> {
    let word = prop_oneof![
        Just("p tw"),
        Just("s td"),
        Just("b"),
        Just("c"),
        Just("\n"),
        Just("\n"),
        Just("0"),
        Just("1"),
        Just("2"),
        Just("3"),
        Just("4294967296"),
        Just("18446744073709551615"),
        Just("-1"),
        Just("\r\n"),
    ];
    prop::collection::vec(word, 0..24).prop_map(|words| words.join(" ").into_bytes())
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200), like in pace_like()) {
        for text in [bytes, like, b"p tw 3 2\n".to_vec()] {
            for text in [text.clone(), [&b"p tw 3 2\n"[..], &text].concat(), [&b"s td 2 1 2\n"[..], &text].concat()] {
                if let Ok(graph) = pace::read_gr(&text) {
                    prop_assert!(graph.len() <= (1 << 20) + text.len());
                }
                if let Ok((decomposition, vertices)) = pace::read_td(&text) {
                    prop_assert!(decomposition.bags.iter().flatten().all(|&v| v < vertices));
                    let _ = decomposition.check(&Graph::from_edges(3, &[(0, 1)]));
                }
            }
        }
    }

    #[test]
    fn pace_files_come_back_the_same(n in 0u32..30, edges in 0u32..60, seed: u64) {
        let graph = random_graph(n, edges, &mut Xoshiro256PlusPlus::seed_from_u64(seed));
        let text = pace::write_gr(&graph);
        prop_assert_eq!(&pace::read_gr(text.as_bytes()), &Ok(graph.clone()));
        let windows = format!("c made elsewhere\r\n\r\n{}", text.replace('\n', "\r\n"));
        prop_assert_eq!(&pace::read_gr(windows.as_bytes()), &Ok(graph.clone()));
        let order = elimination_order(&graph, Rule::MinDegree, Ties::Random(seed));
        let decomposition = TreeDecomposition::from_order(&graph, &order);
        let text = pace::write_td(&decomposition, n);
        prop_assert_eq!(pace::read_td(text.as_bytes()), Ok((decomposition, n)));
    }
}
