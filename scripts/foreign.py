"""Readers of other programs' files for scripts/expected, written without a look at the program's own.

The name of a file of instances/foreign begins with its format. Each reader gives the rows of the
position in the characters of board text, and the total or None.
"""

import hashlib
import os


def read(path):
    name = os.path.basename(path)
    for format, reader in READERS.items():
        if name.startswith(format):
            with open(path, "rb") as file:
                return reader(file.read())
    raise SystemExit(f"{path}: no format begins like this name")


def lines(data):
    return [line.rstrip("\r") for line in data.decode("utf-8").split("\n") if line.strip("\r")]


def translated(rows, table):
    return ["".join(table.get(c, c) for c in row) for row in rows]


def mine(data):
    head, *rows = lines(data)
    return translated(rows, {"H": "?", "F": "?", "?": "*"}), int(head.split("x")[2])


def hill(data):
    return translated(lines(data), {"H": "?", "h": "?", "M": "*", "m": "*"}), None


def minesolve(data):
    return translated(lines(data), {" ": "0", ".": "?", "x": "?"}), None


def minesweepr(data):
    return translated(lines(data), {".": "0", "x": "?"}), None


def tatham(data):
    return translated(lines(data), {"-": "0", "*": "?", "!": "*"}), None


def layout(data):
    width, height, mines = data[0], data[1], 256 * data[2] + data[3]
    return ["?" * width] * height, mines


def toollib(data):
    total, rows, section = None, [], ""
    for line in lines(data):
        if line.startswith("["):
            section = line
        elif line.startswith("mines:"):
            total = int(line.split(":")[1])
        elif section == "[view]":
            rows.append(line)
    return translated(rows, {"U": "?", "F": "?", "?": "?", "X": "_", "@": "*", "#": "*"}), total


def rawvf(data):
    text = lines(data)
    rows = text[text.index("Board:") + 1 : text.index("Events:")]
    return ["?" * len(row) for row in rows], sum(row.count("*") for row in rows)


def tatham_id(data):
    size, description = data.decode().strip().split(":")
    width, height = map(int, size.split("n")[0].split("x"))
    x, y, bitmap = description.split(",")
    hexadecimal = bitmap[1:] + "0" * (len(bitmap[1:]) % 2)
    raw = bytes.fromhex(hexadecimal)
    if bitmap[0] == "m":
        raw = unmasked(raw, width * height)
    bits = "".join(f"{byte:08b}" for byte in raw)
    mined = {(i % width, i // width) for i in range(width * height) if bits[i] == "1"}

    def near(a, b):
        return [(a + i, b + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if 0 <= a + i < width and 0 <= b + j < height]

    seen, todo = {}, [(int(x), int(y))]
    while todo:
        cell = todo.pop()
        if cell not in seen:
            seen[cell] = sum(other in mined for other in near(*cell))
            if seen[cell] == 0:
                todo += near(*cell)
    rows = ["".join(str(seen.get((a, b), "?")) for a in range(width)) for b in range(height)]
    return rows, len(mined)


def stream(seed, length):
    blocks = (hashlib.sha1(seed + str(i).encode()).digest() for i in range(length // 20 + 1))
    return b"".join(blocks)[:length]


def xor(a, b):
    return bytes(i ^ j for i, j in zip(a, b))


def cleared(data, bits):
    whole = int.from_bytes(data, "big")
    pad = 8 * len(data) - bits
    return (whole >> pad << pad).to_bytes(len(data), "big")


def unmasked(data, bits):
    middle = len(data) // 2
    first, second = data[:middle], data[middle:]
    second = xor(second, stream(first, len(second)))
    second = cleared(first + second, bits)[middle:]
    return xor(first, stream(second, len(first))) + second


def masked(data, bits):
    middle = len(data) // 2
    first, second = data[:middle], data[middle:]
    first = xor(first, stream(second, len(first)))
    second = xor(second, stream(first, len(second)))
    return cleared(first + second, bits)


# Longer names first: they begin alike.
READERS = {
    "tatham-id": tatham_id,
    "minesolve": minesolve,
    "minesweepr": minesweepr,
    "mine": mine,
    "hill": hill,
    "tatham": tatham,
    "mbf": layout,
    "abf": layout,
    "toollib": toollib,
    "rawvf": rawvf,
}
