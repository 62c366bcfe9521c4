//! Any recipe gives a board or says what is wrong with it.

use mineproof::board::generate::{
    CircuitKind, Family, GridKind, Hard, Recipe, Share, generate, generate_with_mines,
};
use mineproof::model;
use proptest::prelude::*;

fn message(change: impl FnOnce(&mut Recipe), family: Family) -> String {
    let mut recipe = Recipe::new(family);
    change(&mut recipe);
    generate(&recipe).unwrap_err().to_string()
}

/// A family, a change of its recipe, and the message.
type Case = (Family, fn(&mut Recipe), &'static str);

fn check_messages(table: &[Case]) {
    for &(family, change, expected) in table {
        assert_eq!(message(change, family), expected);
    }
}

#[test]
fn errors_say_what_would_be_right() {
    check_messages(&[
        (
            Family::Random,
            |r| r.width = 0,
            "0x16x1 cells are none; width, height and depth must be at least 1",
        ),
        (
            Family::Random,
            |r| (r.width, r.height) = (65_535, 65_537),
            "4294967295 cells are too many; at most 100000000 can be generated",
        ),
        (
            Family::Quarter,
            |r| r.mines = Some(200),
            "200 mines are too many; at most 192 cells may be mined here",
        ),
        (
            Family::Random,
            |r| r.depth = 2,
            "the king grid is flat and cannot have 2 layers; choose depth 1 or the box grid",
        ),
        (
            Family::Hex,
            |r| r.topology = GridKind::King,
            "the hex family lies on the hex grid, not on king; the random family takes any grid",
        ),
        (Family::Tree, |r| r.vertices = 0, "0 vertices make no board; ask for at least 1"),
        (
            Family::Regular3,
            |r| r.vertices = 7,
            "no 3-regular graph has 7 vertices; ask for an even number from 4 on",
        ),
        (
            Family::Treewidth,
            |r| (r.vertices, r.degree) = (100_000, 1001),
            "100000 vertices of treewidth 1001 have too many edges; vertices times treewidth may be at most 100000000",
        ),
        (
            Family::RandomGraph,
            |r| (r.vertices, r.edges) = (5, Some(11)),
            "11 edges do not fit; at most 10 can be had between 5 vertices",
        ),
        (
            Family::RandomGraph,
            |r| (r.vertices, r.edge_share) = (20_000, Some(Share::NONE)),
            "20000 vertices have too many pairs to draw each by chance; ask for a number of edges instead",
        ),
        (
            Family::Midgame,
            |r| r.mines = Some(0),
            "games with 0 mines on 480 cells end without a guess; ask for more cells or another number of mines",
        ),
        (
            Family::Contradiction,
            |r| r.open = Share::NONE,
            "no number that sees covered cells came up on 64 cells; ask for a larger board, fewer mines or another open share",
        ),
    ]);
}

#[test]
fn errors_of_hard_families_say_what_would_be_right() {
    check_messages(&[
        (Family::Circuit, |r| r.hard.variables = 0, "0 variables make no instance; ask for at least 1"),
        (Family::Circuit, |r| r.hard.clauses = 0, "0 clauses make no instance; ask for at least 1"),
        (Family::Circuit, |r| r.hard.literals = 0, "0 literals make no instance; ask for at least 1"),
        (
            Family::Circuit,
            |r| r.hard.variables = 2,
            "clauses of 3 different variables need as many; ask for fewer literals than 3 or more variables than 2",
        ),
        (
            Family::Circuit,
            |r| (r.hard.variables, r.hard.consistent) = (25, Some(false)),
            "25 variables and 42 clauses are too many to make sure of a contradiction; ask for at most 24 variables",
        ),
        (
            Family::Circuit,
            |r| (r.hard.clauses, r.hard.consistent) = (5, Some(false)),
            "formulas with 10 variables and 5 clauses have solutions; ask for more clauses",
        ),
        (
            Family::Circuit,
            |r| (r.hard.variables, r.hard.clauses) = (u32::MAX, u32::MAX),
            "18446744073709551615 cells are too many; at most 100000000 can be generated",
        ),
        (
            Family::Circuit,
            |r| (r.hard.circuit, r.hard.value) = (CircuitKind::Adder, Some(32u32.into())),
            "32 is out of range; ask for at most 31, or for more bits",
        ),
        (
            Family::Circuit,
            |r| (r.hard.circuit, r.hard.bits, r.hard.consistent) = (CircuitKind::Multiplier, 25, Some(false)),
            "25 bits are too many to make sure of a contradiction; ask for at most 24, or give a value",
        ),
        (Family::Pigeonhole, |r| r.hard.holes = 0, "0 holes make no instance; ask for at least 1"),
        (
            Family::Culprit,
            |r| r.hard.cause = 8,
            "no ring that contradicts itself has 8 numbers; ask for an odd number from 7 on",
        ),
        (
            Family::Culprit,
            |r| r.hard.cause = u32::MAX,
            "a ring of 4294967295 numbers does not fit into 30x16 cells; ask for a larger board or fewer numbers",
        ),
        (
            Family::Tseitin,
            |r| r.vertices = 7,
            "no 3-regular graph has 7 vertices; ask for an even number from 4 on",
        ),
    ]);
}

/// Mostly small sizes, and some that no machine can hold.
fn size() -> impl Strategy<Value = u32> {
    prop_oneof![8 => 0..9u32, 1 => prop::sample::select(vec![65_536, 1 << 31, u32::MAX - 1, u32::MAX])]
}

fn share() -> impl Strategy<Value = Share> {
    prop_oneof![Just(0), Just(Share::WHOLE), 0..=Share::WHOLE]
        .prop_map(|p| Share::from_millionths(p).unwrap())
}

prop_compose! {
    fn hard()(
        circuit in prop::sample::select(CircuitKind::ALL),
        (variables, clauses, literals, bits) in (size(), size(), size(), size()),
        value in prop::option::of(any::<u16>()),
        consistent in any::<Option<bool>>(),
        (pigeons, holes, cause) in (size(), size(), size()),
    ) -> Hard {
        let value = value.map(Into::into);
        Hard { circuit, variables, clauses, literals, bits, value, consistent, pigeons, holes, cause }
    }
}

prop_compose! {
    fn recipe()(
        family in prop::sample::select(Family::ALL),
        topology in prop::option::of(prop::sample::select(GridKind::ALL)),
        (width, height, depth) in (size(), size(), prop_oneof![4 => Just(1), 1 => size()]),
        (vertices, degree) in (size(), size()),
        edges in prop::option::of(0..50u64),
        edge_share in prop::option::of(share()),
        (density, open) in (share(), share()),
        mines in prop_oneof![Just(None), (0..30u64).prop_map(Some), Just(Some(u64::MAX))],
        (tell_total, where_free, seed) in any::<(bool, bool, u64)>(),
        hard in hard(),
    ) -> Recipe {
        let topology = topology.unwrap_or(Recipe::new(family).topology);
        Recipe {
            family, width, height, depth, vertices, degree, edges, edge_share, topology, density, open, mines,
            tell_total, where_free, hard, seed,
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_recipe_gives_a_board_or_a_reason(recipe in recipe()) {
        match generate_with_mines(&recipe) {
            Ok((board, mines)) if Family::HARD.contains(&recipe.family) => {
                prop_assert!(mines.is_empty() || model::check(&board, &mines));
                prop_assert_eq!(board.mines(), None);
            }
            Ok((board, mines)) if recipe.family != Family::Contradiction => {
                prop_assert!(model::check(&board, &mines));
                prop_assert_eq!(board.mines().is_some(), recipe.tell_total);
            }
            Ok((_, mines)) => prop_assert!(mines.is_empty()),
            // What is wrong; what would be right.
            Err(error) => prop_assert!(error.to_string().contains("; "), "{error}"),
        }
    }
}
