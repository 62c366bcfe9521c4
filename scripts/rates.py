"""Games played by mineproof and kept as JSON, and the interval in which their rate lies."""

import json
import math
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CONFIDENCE = 0.99
# What is played in one go: an interruption loses no more than this.
SECONDS = 60
# Strategies that are no rows of filters.
WORDS = ("best", "random", "single", "logic")


def program():
    """The binary: that of MINEPROOF, else one built here."""
    named = os.environ.get("MINEPROOF")
    if named:
        return named
    subprocess.run(["cargo", "build", "--quiet", "--release"], cwd=ROOT, check=True)
    return str(ROOT / "target/release/mineproof")


class Games:
    """The games of rows, kept in a folder so that none is played twice."""

    def __init__(self, binary, folder, say=True):
        self.binary = binary
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.say = say

    def ask(self, *arguments, given=None):
        """What the program prints, where it comes to an answer or a limit."""
        done = subprocess.run([self.binary, *map(str, arguments)], input=given, text=True, stdout=subprocess.PIPE)
        if done.returncode not in (0, 3):
            sys.exit(f"mineproof {' '.join(map(str, arguments))} ended with {done.returncode}")
        return done.stdout

    def answers(self, *arguments, given=None):
        """What the program prints, as JSON."""
        return [json.loads(line) for line in self.ask(*arguments, "--json", given=given).splitlines()]

    def row(self, board, strategy, games, promise="safe", first=None):
        """At least so many games: those that are kept, and the rest played now."""
        where = "default" if first is None else first
        # Names that differ in nothing but case are the same file to some.
        name = strategy if strategy in WORDS or strategy == strategy.upper() else f"{strategy}-published"
        path = self.folder / f"{board.replace('/', '-')}-{name}-{promise}-{where}.json"
        kept = json.loads(path.read_text()) if path.exists() else None
        while number(kept) < games:
            have = number(kept)
            if self.say:
                print(f"{path.stem}: {have:,} of {games:,} games", file=sys.stderr, flush=True)
            play = ["play", "--board", board, "--strategy", strategy, "--promise", promise]
            play += ["--from", have, "--count", games - have, "--time-limit", SECONDS, "--quiet"]
            part = path.with_suffix(".part")
            part.write_text(self.ask(*play, *([] if first is None else ["--first", first]), "--json"))
            if number(json.loads(part.read_text())) == 0:
                sys.exit(f"{path.stem}: not a game was finished in {SECONDS} seconds")
            if kept is not None:
                part.write_text(self.ask("play", "--merge", path, part, "--json"))
            part.replace(path)
            kept = json.loads(path.read_text())
        return kept


def number(row):
    """How many games a row has; with --first all, from each cell."""
    if row is None:
        return 0
    return row["games"] // len(row["firsts"]) if "firsts" in row else row["games"]


def interval(wins, games, confidence=CONFIDENCE):
    """The interval of Clopper and Pearson: quantiles of two beta distributions."""
    tail = (1 - confidence) / 2
    low = 0.0 if wins == 0 else quantile(tail, wins, games - wins + 1)
    high = 1.0 if wins == games else quantile(1 - tail, wins + 1, games - wins)
    return low, high


def quantile(share, a, b):
    """Where the beta distribution reaches a share, by bisection."""
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        if below(middle, a, b) < share:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def below(x, a, b):
    """The beta distribution up to x. Its continued fraction is quick on one side of the mean; the
    other side is its mirror."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - below(1 - x, b, a)
    front = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    # Lentz's way to evaluate a continued fraction; nothing may become zero on the way.
    least = 1e-300
    c, d = 1.0, 1 / ((1 - (a + b) * x / (a + 1)) or least)
    value = d
    for m in range(1, 100000):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for step in (even, odd):
            d = 1 / ((1 + step * d) or least)
            c = (1 + step / c) or least
            value *= c * d
        if abs(c * d - 1) < 1e-14:
            break
    return math.exp(front + math.log(value)) / a
