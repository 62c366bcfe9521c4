"""How many placements a board of the hard families has, from its comments alone (see `expected`)."""


def notes(path):
    """What the comments of a board say: a list of values for each key."""
    found = {}
    if path.endswith(".json"):
        return found
    with open(path, encoding="utf-8") as file:
        for line in file:
            key, colon, value = line[2:].strip().partition(": ")
            if line[:2] in ("# ", "c ") and colon:
                found.setdefault(key, []).append(value)
    return found


def whole(text):
    return [int(word) for word in text.replace(",", " ").split() if word.isdigit()]


def construction(said):
    """The number of placements, from what the board is made of; None for other boards."""
    if "cnf" in said:
        variables, _ = whole(said["cnf"][0])
        return models(variables, [[int(word) for word in clause.split()] for clause in said["clause"]])
    if "adder" in said:
        bits, total = whole(said["adder"][0])
        first, last = max(0, total - (1 << bits) + 1), min(total, (1 << bits) - 1)
        return max(0, last - first + 1)
    if "multiplier" in said:
        bits, product = whole(said["multiplier"][0])
        numbers = range(1 << bits)
        if product == 0:
            return 2 * len(numbers) - 1
        return sum(product % a == 0 and product // a in numbers for a in numbers if a)
    if "parity" in said:
        inputs = whole(said["parity"][0])[0]
        return 0 if "even and odd" in said["parity"][0] else 1 << (inputs - 1)
    if "tseitin" in said:
        charges = [int(charge) for charge in said["charges"][0]]
        edges = [tuple(map(int, edge.split("-"))) for edge in said["edges"][0].split()]
        return solutions_modulo_two(charges, edges)
    if "pigeonhole" in said:
        pigeons, holes = whole(said["pigeonhole"][0])
        count = 1
        for seated in range(pigeons):
            count *= max(0, holes - seated)
        return count
    return 0 if "culprit" in said else None


def models(variables, clauses):
    """Assignments of a formula, one bit each of a long integer."""
    size = 1 << variables
    everything = (1 << size) - 1
    true = []
    for v in range(variables):
        period = 1 << v
        pattern, length = ((1 << period) - 1) << period, 2 * period
        while length < size:
            pattern |= pattern << length
            length *= 2
        true.append(pattern)
    left = everything
    for clause in clauses:
        met = 0
        for literal in clause:
            pattern = true[abs(literal) - 1]
            met |= pattern if literal > 0 else everything ^ pattern
        left &= met
    return left.bit_count()


def solutions_modulo_two(charges, edges):
    """Elimination: each row holds the edges of a vertex, and its charge in the bit above them."""
    rows = [charge << len(edges) for charge in charges]
    for i, ends in enumerate(edges):
        for end in ends:
            rows[end] ^= 1 << i
    rank = 0
    for i in range(len(edges)):
        pivot = next((row for row in rows if row >> i & 1), None)
        if pivot is not None:
            rank += 1
            rows.remove(pivot)
            rows = [row ^ pivot if row >> i & 1 else row for row in rows]
    return 0 if any(rows) else 1 << (len(edges) - rank)
