"""Golan's propositions 2.5 to 2.7: what optimal play wins against one mine, beside `one-mine`."""

import math
import pathlib
import tempfile
from fractions import Fraction

from rates import interval

TREES = (2, 3, 4, 6, 10, 30, 100, 1000, 10000)
GRIDS = 12
GRAPHS = (4, 6, 8, 12, 16, 24, 32, 64, 128)
SHARES = ("0.1", "0.3", "0.5")
# Graphs a row; fewer where --games asks for fewer, and of the largest.
MOST = 200


def golan(paper):
    """Prints all three."""
    for name, show in (("trees", trees), ("grids", grids), ("random", random_graphs)):
        if paper.wants(f"golan/{name}"):
            show(paper)


def won(paper, count, *recipe):
    """Generated graphs, each with the chance to win: pairs of edges and chance."""
    with tempfile.TemporaryDirectory() as folder:
        recipe = [*recipe, "--open", 0, "--mines", 1, "--total", "--count", count]
        paper.games.ask("generate", *recipe, "--quiet", "-o", pathlib.Path(folder) / "boards")
        files = sorted(path for path in pathlib.Path(folder).rglob("*") if path.is_file())
        answers = paper.games.answers("one-mine", *files)
        return [(edges(file), Fraction(answer["chance"])) for file, answer in zip(files, answers)]


def edges(file):
    """The edges of a graph; none of a grid."""
    lines = (text.split() for text in file.read_text().splitlines())
    return [(int(words[1]), int(words[2])) for words in lines if words and words[0] == "e"]


def how_many(paper, most=MOST):
    """Graphs a row."""
    return max(1, min(most, paper.options.games // 50))


def trees(paper):
    """P* = min(n − 1, n − |L| + |N(L)|) / n."""
    note = "Random labelled trees: the proposition, min(n − 1, n − |L| + |N(L)|) / n, for each, against `one-mine`."
    columns = ["vertices", "trees", "least P*", "mean P*", "largest P*", "as the proposition says"]
    paper.title("Golan, proposition 2.5: trees", note, columns)
    for n in TREES:
        found = won(paper, how_many(paper, MOST if n < 10000 else 5), "tree", "--vertices", n)
        good = sum(chance == of_tree(n, joined) for joined, chance in found)
        chances = [float(chance) for _, chance in found]
        ends = (f"{value:.4f}" for value in (min(chances), sum(chances) / len(chances), max(chances)))
        print(f"| {n:,} | {len(found)} | {' | '.join(ends)} | {good} of {len(found)} |")


def of_tree(n, joined):
    """The proposition: L are the leaves, N(L) what they hang on."""
    around = {v: set() for v in range(1, n + 1)}
    for a, b in joined:
        around[a].add(b)
        around[b].add(a)
    leaves = [v for v in around if len(around[v]) == 1]
    return Fraction(min(n - 1, n - len(leaves) + len({w for v in leaves for w in around[v]})), n)


def grids(paper):
    """P* = (n − 1)/n, 1/2 where one side is 2, 1/4 where both are."""
    note = f"All king grids with sides up to {GRIDS} and at least two cells."
    columns = ["grids", "the proposition", "how many", "as the proposition says"]
    paper.title("Golan, proposition 2.6: grids", note, columns)
    kinds = {"1 × n": "(n − 1)/n", "2 × 2": "1/4", "2 × n, n > 2": "1/2", "both sides from 3 on": "(n − 1)/n"}
    found = {kind: [] for kind in kinds}
    for rows in range(1, GRIDS + 1):
        for columns in range(max(rows, 2), GRIDS + 1):
            ((_, chance),) = won(paper, 1, "random", "--size", f"{columns}x{rows}")
            cells = rows * columns
            expected = Fraction(cells - 1, cells)
            kind = "1 × n" if rows == 1 else "both sides from 3 on"
            if rows == 2:
                expected = Fraction(1, 4) if columns == 2 else Fraction(1, 2)
                kind = "2 × 2" if columns == 2 else "2 × n, n > 2"
            found[kind].append(chance == expected)
    for kind, formula in kinds.items():
        print(f"| {kind} | {formula} | {len(found[kind])} | {sum(found[kind])} of {len(found[kind])} |")


def random_graphs(paper):
    """P*(G(n, p)) = (n − 1)/n with a probability that tends to 1."""
    note = (
        "G(n, p): how often P* = (n − 1)/n, which the proposition says tends to 1 (p and 1 − p are alike). The "
        "bound is that of its proof, 1 − Σ C(n, k) p^((k−1)(n−k)), k from 2 to n − 1, for the larger of p and 1 − p."
    )
    columns = ["n", "p", "graphs", "share", "99 % interval", "at least, by the proof", "agrees"]
    paper.title("Golan, proposition 2.7: random graphs", note, columns)
    for share in SHARES:
        for n in GRAPHS:
            found = won(paper, how_many(paper), "random-graph", "--vertices", n, "--edge-share", share)
            good = sum(chance == Fraction(n - 1, n) for _, chance in found)
            low, high = interval(good, len(found))
            bound = max(0.0, 1 - unlucky(n, max(float(share), 1 - float(share))))
            cells = [n, share, len(found), f"{good / len(found):.3f}", f"{low:.3f} to {high:.3f}", f"{bound:.3f}"]
            print("| " + " | ".join(map(str, cells)) + f" | {'yes' if high >= bound else 'no'} |")


def unlucky(n, p):
    """The proof's bound on the chance of a guess component."""
    return sum(
        math.exp(math.log(math.comb(n, k)) + (k - 1) * (n - k) * math.log(p)) for k in range(2, n)
    )
