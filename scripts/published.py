"""What papers print: rates in per cent with their errors, as strings, digit by digit."""

BEGINNER, MIDDLE, EXPERT = "8x8/10", "16x16/40", "30x16/99"

# Tu et al., table 1: corner, edge, inside.
TABLE1 = {
    BEGINNER: ("0.9396", "0.9117", "0.8983"),
    MIDDLE: ("0.9381", "0.9108", "0.8963"),
    EXPERT: ("0.8970", "0.8614", "0.8530"),
}

# Table 2: corners, the best and the worst of the other cells.
TABLE2 = {
    (BEGINNER, "P"): (("78.44", "0.02"), ("74.90", "0.02"), ("71.89", "0.02")),
    (MIDDLE, "P"): (("74.30", "0.02"), ("71.06", "0.02"), ("68.18", "0.02")),
    (EXPERT, "P"): (("35.56", "0.01"), ("34.50", "0.02"), ("32.45", "0.02")),
    (BEGINNER, "T"): (("36.06", "0.02"), ("29.52", "0.02"), ("15.92", "0.01")),
    (MIDDLE, "T"): (("34.49", "0.02"), ("28.80", "0.02"), ("16.91", "0.01")),
    (EXPERT, "T"): (("5.097", "0.006"), ("4.369", "0.008"), ("2.049", "0.006")),
}

# Table 3, as printed, e(g4) included, which should be 1.
TABLE3_CELLS = ("g1", "g3", "g4", "g5", "g6")
TABLE3 = {
    "p": ("1/2", "1/2", "1/3", "1/3", "1/3"),
    "q": ("0", "0.637", "1.040", "0", "0.693"),
    "s": ("0", "1", "1/2", "0", "1"),
    "e": ("0", "4/3", "1/2", "0", "1"),
    "u": ("1/3", "1/2", "1/2", "1/3", "2/3"),
}

# Table 4: the expert board from the corner.
TABLE4 = {
    "U": ("39.14", "0.09"),
    "P": ("35.56", "0.01"),
    "S": ("35.05", "0.09"),
    "E": ("30.72", "0.09"),
    "Q": ("13.24", "0.07"),
    "PS": ("39.25", "0.03"),
    "PU": ("39.12", "0.03"),
    "PE": ("38.0", "0.1"),
    "PQ": ("34.95", "0.09"),
    "PSE": ("39.60", "0.02"),
    "PSU": ("39.25", "0.02"),
    "PSQ": ("39.34", "0.04"),
    "PSEQ": ("39.616", "0.005"),
    "PSEQU": ("39.616", "0.005"),
    "PSEUQ": ("39.61", "0.01"),
    "PSEU": ("39.57", "0.02"),
}

# Table 5; ours has no published rate.
TABLE5 = {
    "PSEQ": {BEGINNER: ("81.627", "0.008"), MIDDLE: ("78.122", "0.008"), EXPERT: ("39.616", "0.005")},
    "PSEQ-D256": {BEGINNER: ("81.79", "0.02"), MIDDLE: ("78.22", "0.03"), EXPERT: ("40.06", "0.02")},
    "best": {EXPERT: (None, None)},
}
OTHERS = {
    "OH (Buffet et al., 2013)": ("80.2", "74.4", "38.7"),
    "cSimEnuLoClf (Legendre et al., 2012)": ("80", "75.6", "37.5"),
    "CSP (Studholme, 2000)": ("80.0", "44.3", "33.9"),
    "CSCSP (Becerra, 2015)": ("none", "75.94", "32.90"),
    "LSWPE (Pedersen, 2004)": ("none", "67.7", "25.0"),
    "LBP-MC (Kamenetsky and Teo, 2007)": ("78.6", "44.8", "none"),
    "PGMS (Ramsdell, 1995)": ("71", "36", "26"),
}

# With the authors' program (b1f6c1c4/MineSweeperProb): PSEQ and PSEQ-D256.
PROGRAM = {
    (BEGINNER, "safe"): (("81.6351", "0.0034"), ("81.7711", "0.0076")),
    ("9x9/10", "safe"): (("91.6775", "0.0024"), ("91.6949", "0.0054")),
    (MIDDLE, "safe"): (("78.1228", "0.0057"), ("78.2295", "0.0081")),
    (EXPERT, "safe"): (("39.6158", "0.0068"), ("40.0468", "0.0096")),
    (BEGINNER, "zero"): (("90.1456", "0.0026"), ("90.3448", "0.0058")),
    ("9x9/10", "zero"): (("97.1453", "0.0015"), ("97.1669", "0.0033")),
    (MIDDLE, "zero"): (("88.9267", "0.0043"), ("89.0757", "0.0061")),
    (EXPERT, "zero"): (("52.7838", "0.0069"), ("53.4502", "0.0098")),
}


def by_program(strategy):
    """A strategy as the authors' program computes its filters: in lower case."""
    filters, *depth = strategy.split("-")
    return "-".join([filters.translate(str.maketrans("SEUQ", "seuq")), *depth])


# The four players of CS70's figure 3.
PLAYERS = {
    "random": "brain-dead (random)",
    "single": "Mark II (single)",
    "logic": "Mark III (logic)",
    "P": "probabilistic (P)",
}
