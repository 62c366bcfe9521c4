//! The long help of each command: what it answers, an example, the JSON fields, the exit codes.

use std::fmt::Write;

use crate::board::generate::Family;

/// A text with the exit codes under it, put together while compiling; commands that write
/// certificates say before them what `--certify` does.
macro_rules! with_codes {
    ($text:literal) => {
        concat!(
            $text,
            "\n\nExit codes: 0 answered; 1 some board is contradictory; 2 the request or an input is wrong; \
             3 stopped by a limit before the answer; 4 two methods disagree, and the board was saved as \
             mineproof-disagreement-N.json. Over several boards the largest applies; every board \
             still gets its line."
        )
    };
    ($text:literal, certify $claim:literal) => {
        concat!(
            $text,
            " With --certify also certificate (the folder, or null).\n\n--certify DIR proves ",
            $claim,
            ": one board's certificate is the folder DIR itself, those of several are folders below it, named \
             after the boards. A folder is written whole or not at all, and never over anything but an \
             older certificate of the same board. `mineproof verify DIR` checks it.\n\nExit codes: 0 answered; 1 \
             some board is contradictory; 2 the request or an input is wrong; 3 stopped by a limit before \
             the answer; 4 two methods disagree, and the board was saved as mineproof-disagreement-N.json. Over \
             several boards the largest applies; every board still gets its line."
        )
    };
}

pub const OVERVIEW: &str = with_codes!(
    "\
A board is a text file: one character a cell, 0-8 open with that number, ? covered, * known mine, _ known \
free; before it perhaps `mines 99` and `topology king`. x counts columns from 0 at the left, y rows from 0 at \
the top, and a cell is X,Y everywhere. On a graph a cell is the number of its vertex, from 1.

Example: printf '?2?\\n???\\n' | mineproof analyze -

`mineproof COMMAND --help` explains a command, its JSON fields and an example."
);

pub const CHECK: &str = "\
Can this position happen? Answers whether there is at least one placement of mines that agrees with every \
number and with the total, and shows one.";
pub const CHECK_MORE: &str = with_codes!(
    "\
Example: printf '?1?\\n' | mineproof check -
  -: consistent
  mines of one placement: 0,0

--why shows numbers that contradict each other, as few as possible: without any one of them the others, by \
themselves, could be met. The total of mines counts as one more. Known mines and known free cells are given, not \
reasons. `no fewer suffice` means that this is proven; else none can be left out, but a smaller set may lie elsewhere.

JSON: board, status (exact; stopped by a limit; error where the input or the request is wrong), reason, consistent, engine, seconds, witness (the mined cells of one \
placement, null if there is none); with --why also why, {cells, total, smallest} or null: the cells of the numbers, \
whether the total is a reason, whether fewer surely do not suffice.",
    certify "that the position can or cannot happen"
);

pub const SAFE: &str = "\
Which covered cells are free in every legal placement, which are mined in every one? All of them are found: a \
cell that is not listed can be both.";
pub const SAFE_MORE: &str = with_codes!(
    "\
Example: mineproof safe --cell 2,0 board.txt
  board.txt: consistent, 2,0 is safe

By itself safe takes tables for components where they are small, and a SAT solver for all others; --explain says \
which, and why. --stream writes a line for each covered cell as soon as it is known: X,Y safe, X,Y mine or \
X,Y undecided; then the answer.

--why X,Y shows numbers from which that cell follows, as few as possible: all other numbers could be covered up, \
but none of these. The total of mines counts as one more. Known mines and known free cells are given, not reasons. \
`no fewer suffice` means that this is proven; else none can be left out, but a smaller set may exist. In the picture \
[3] is a reason, 0! or 100 the cell, ? what the reasons see, and a dot is any other cell. A cell that is not sure \
has no reasons; neither has one of a contradictory board, for which there is `mineproof check --why`.

JSON: board, status, reason, consistent, engine, seconds, safe (cells), mines (cells), undecided (how many \
others); with --cell these tell of this cell alone, and cell and verdict (safe, mine or undecided) follow; with \
--explain also components, as in analyze; with --why X,Y as with --cell, and why, {cells, total, smallest} or null: the \
cells of the numbers, whether the total is a reason, whether fewer surely do not suffice. With --stream, lines {board, cell, verdict} come before the answer.",
    certify "every sure cell of the board (with --cell, too) and shows every other one both mined and free"
);

pub const COUNT: &str = "\
How many placements of the mines agree with every number and with the total? The count is exact, however many \
digits it has.";
pub const COUNT_MORE: &str = with_codes!(
    "\
Example: printf '?1?\\n' | mineproof count --by-mines -
  -: consistent, placements: 2
  mines  placements
  1      2

JSON: board, status, reason, consistent, engine, seconds, count (a decimal string); with --by-mines also \
by_mines, a list of [mines, \"count\"]."
);

pub const PROB: &str = "\
How likely is each covered cell a mine, if all legal placements are equally likely? The answers are exact \
fractions. On a grid they are also drawn in per cents.";
pub const PROB_MORE: &str = with_codes!(
    "\
The picture: 30 means 30 per cent, 0! a surely free cell, 100 a surely mined one; <1 and >99 are close but not \
sure. [3] is an open number, * a known mine, _ a known free cell, ? a cell of which nothing is known yet. In \
colours safe is green, mined is red, and numbers are dim. Boards wider than the terminal or 200 columns are \
not drawn.

--svg and --png draw the board as a heat map into files: per cents on colours, a check on surely free cells, a mine on \
surely mined ones, a frame around the least likely mines where no cell is surely free.

Examples: mineproof prob --numbers 1,2 board.txt
          mineproof prob --quiet --svg board.svg --png board.png board.txt

JSON: board, status, reason, consistent, engine, seconds, count, cells (a list of {cell, probability \"a/b\", \
value}); with --numbers also numbers, a list of {cell, shows}, where shows is a list of {number, probability, \
value} given that the cell is free, or null if it cannot be."
);

pub const BOUNDS: &str = "\
How many mines can there be at least and at most, on the whole board or on the cells of a region?";
pub const BOUNDS_MORE: &str = with_codes!(
    "\
A region file has one cell a line, X,Y (X,Y,Z in a box, a vertex number on a graph); # starts a comment. Known \
mines count. Small tables are walked; components whose tables would be large are answered by integer \
programming, as all are with --engine ilp. Its bounds are rechecked in integers.

Example: mineproof bounds --mines any board.txt
  board.txt: consistent, 3 to 7 mines

JSON: board, status, reason, consistent, engine, seconds, fewest, most (null if no placement is legal); with \
--region also region, the number of its cells."
);

pub const ENUMERATE: &str = "\
The legal placements one by one, always in the same order: each is a line with its mined cells, known mines \
included (- if there are none).";
pub const ENUMERATE_MORE: &str = with_codes!(
    "\
Example: printf '?1?\\n' | mineproof enumerate -
  -: consistent
  0,0
  2,0
  all 2 placements

JSON: board, status, reason, consistent, engine, seconds, placements (a list of lists of cells), complete \
(whether these are all)."
);

pub const ANALYZE: &str = "\
Everything about a position: whether it can happen, the sure cells, the number of placements, the probability \
of every cell in a picture, fewest and most mines, the table by mines, and how each component was answered. \
Cheap questions come first: if a limit stops a dear one, the answers before it are still given.";
pub const ANALYZE_MORE: &str = with_codes!(
    "\
The picture is that of `mineproof prob --help`.

Example: printf '?2?\\n???\\n' | mineproof analyze -

JSON: board, status, reason, consistent, engine, seconds, witness, safe, mines, undecided, count, by_mines, \
cells, fewest, most as in the commands that answer them, and components, a list of {cells, numbers, boxes, \
engine, width, largest_table, why}. Where tables would be large, a SAT solver decides the sure cells first. --engine all then asks every engine that applies, compares every answer and adds engines, a list of {engine, consistent, placement, sure cells, count, by mines, probabilities, bounds}, each agrees, DIFFERS, null (not asked) or why it stopped; a difference is an error, and the board is saved. What a limit left unanswered is null.",
    certify "every sure cell and shows every other one both mined and free"
);

pub const ONE_MINE: &str = "\
Where to guess when exactly one mine is left, and how often optimal play wins: of how many places of the mine, all \
being equally likely. Any board will do, a grid or a graph. Mostly all its cells are covered; open numbers, known \
free cells and known mines are fine too, as long as one mine is left beside the known ones.";
pub const ONE_MINE_MORE: &str = with_codes!(
    "\
Cells whose neighbours outside are the same, for all of them, are a guess component: nothing outside can tell where \
among them the mine is. --tree shows them as the tree of modules. Parts that do not touch each other are parallel, \
parts of which any two touch are series, others prime; cells after the colon are parts by themselves.

The whole strategy is a list of cells, shown by --play: open what is safe; where nothing is, open the first cell of \
the list that may hold the mine. --play also plays it against every mine position.

Example: printf '???\\n???\\n' | mineproof one-mine --tree --play -
  -: consistent, 3 of 6 mine positions won, chance 1/2
  best guesses: 0,0 1,0 2,0 0,1 1,1 2,1
  guess components:
    series of 6 cells, 3 won: 1,0 1,1
      parallel of 4 cells, 2 won
        series of 2 cells, 1 won: 0,0 0,1
        series of 2 cells, 1 won: 2,0 2,1
  order of guesses: 0,0 0,1 2,0 2,1 1,0 1,1
  played: 3 of 6 games won

Boards of this kind: mineproof generate tree --vertices 1000 --open 0 --mines 1 --total

JSON: board, status, reason, consistent, engine, seconds, vertices, wins, chance (a/b, null if the mine can be \
nowhere), best (the safe cells if there are some, else the best guesses), value (the chance as a double), candidates \
(in how many cells the mine may be), safe (cells); with --tree also tree, a list of {kind, parent (a place in the \
list, or null), size, wins, cell}; with --play also played (games won) and order (cells)."
);
pub const OPTIMAL: &str = "\
How many of the placements of a position the best player wins, exactly, and with which cells to begin. A position is \
a board file with its number of mines, or --board WxH/MINES for a board on which nothing is open.";
pub const OPTIMAL_MORE: &str = with_codes!(
    "\
All placements are equally likely. Each cell that can be opened is shown with the placements won if it is opened \
first, and those in which it is free: where the first cell is promised to be free, their ratio is the chance to win.

The search is exact and meets each set of possible placements once, symmetric ones together. It takes seconds for some \
ten thousand placements, whatever the number of cells. Within --memory-limit it remembers less and takes longer.

Example: mineproof optimal --board 2x3/2
  2x3/2: 5 of 15 placements won, chance 1/3
  if the first cell is free: 1/2
  best: 0,0 1,0 0,2 1,2
    0,0: 5 won, free in 10 placements
    1,0: 5 won, free in 10 placements
    0,1: 4 won, free in 10 placements
    1,1: 4 won, free in 10 placements
    0,2: 5 won, free in 10 placements
    1,2: 5 won, free in 10 placements

JSON: board, status, reason, consistent, engine, seconds, wins, placements, chance (a/b), value, chance_if_free (the \
best share of the placements in which the first cell is free), best (cells), first (rows of cell, wins, placements in \
which it is free)."
);
pub const PLAY: &str = "\
How often does a strategy win? Plays games that seed and number alone determine, on all cores, and gives the share \
of them that it wins with the interval of Clopper and Pearson, which holds the true rate with 95 % confidence.";
pub const PLAY_MORE: &str = "\
Strategies: a row of filters, each of which keeps the best of the cells that the one before left, wherever no cell is \
surely free: P least likely mined, S most likely to make another cell surely free, E the most such cells on average, \
Q the most bits, U most likely to survive two moves, B the largest (1 - p) + s/10, F what leads on \
best, L the same with risks forgiven that have to be run anyway, R the same with a free cell or two opened in thought, \
N the same with the next guess thought through, too, W the same with the closest of these thought through twice \
(see next --help); s, e, u, q what the published program computes for S, E, U, Q; ties are broken by chance. \
-D<n> behind them: optimal play once \
at most n placements are left. best, which wins the most, is WPSEQ-D256. T gives up instead of guessing. random, single (what one number tells) and logic \
(everything that is sure) open any cell where they see no free one.

Games begin at a corner, with --promise zero at 2,2, or at 3,3 on boards of more than 256 cells (on a graph at \
vertex 1), as in published rates; --first chooses another cell. --first all plays every game from each cell, cells \
that symmetry makes equal only once, and draws the rates as a map.

Examples: mineproof play --board 30x16/99 --strategy PSEQ --games 1e6
          mineproof play --board 16x16/40 --promise zero --strategy PSEQ-D256 --csv games.csv
          mineproof play --board 8x8/10 --first all
          mineproof play --board 30x16/99 --replay 123456 --show
          mineproof play --board 30x16/99 --from 0 --count 5e5 --json > a.json
          mineproof play --board 30x16/99 --from 5e5 --count 5e5 --json > b.json
          mineproof play --merge a.json b.json

From 1,000 games on the rate is told with luck taken out, too: whether guesses survive and lead on, and how end games \
end, has a chance that is known exactly, and what came of it beyond that is held against the wins. That estimates the \
same rate, as closely as two or three times as many games would by their wins alone.

Results do not depend on the number of threads. After a limit or Ctrl-C the games that are finished are reported, \
as far as none before them is missing, with the --from and --count of the rest; --merge puts both together. With \
--no-timings the same games are the same bytes, however they were split.

--csv FILE has the columns game, first, won (1 or 0), guesses (the first cell is none), opened (free cells).

JSON: board, strategy, seed, wins, games, rate, interval [low, high], games_per_cpu_second, status (complete or \
stopped), reason, topology, mines, checksum (of a graph's edges), first (a cell, auto or all), promise, from, count (how \
many games were wanted), guesses, mean_guesses, without_guess (games), opened, firsts (with --first all: cell, alike, \
wins, games, rate, interval, guesses, without_guess, opened, adjusted_rate, adjusted_interval, luck for each; the sums \
above then have no interval), seconds, cpu_seconds, seconds_per_game (of a processor), version, adjusted_rate, \
adjusted_interval (null where they are not known), luck (the sums behind these, which --merge adds up). \
With --replay: board, strategy, seed, game, won, ending (won, lost or given up), guesses, opened, topology, mines \
(cells), promise, moves (cell, guess, mined, shows, probability and value before it if it was a guess, with --show \
position), version.

Exit codes: 0 all games were played; 2 the request or an input is wrong; 3 stopped by a limit, with the games \
finished so far.";
pub const NEXT: &str = "\
Which covered cell to open next, by a strategy, and why. Cells that are surely free come first; where there is none, \
the filters of the strategy are applied one after the other, exactly, and what each of them kept is shown. Of cells \
that tie the first is named, and all are listed.";
pub const NEXT_MORE: &str = with_codes!(
    "\
With N placements, of which F have the cell free and N(n) show the number n there, filters keep the cells with
  P  the least p: the chance of a mine, 1 - F/N
  S  the largest s: the chance that another cell is then surely free
  E  the largest e: how many cells are then surely free, on average
  U  the largest u: the chance to survive this move and the next; a game that is won is survived
  Q  the largest q: the bits that the number tells
  B  the largest (1 - p) + s/10: a cell that leads on is worth some risk
  F  the largest sum of N(n)/N times what n leads to: 1 if the game is won or more than three other cells are then
     surely free, 0.992, 0.977 and 0.94 for three, two and one, and 0.96 (1 - 0.83 p') if none is and the best next
     guess is mined with the chance p'
  L  the same times 1 + 0.9 d/(1 - p), where d is what the cell owes: the chance, no more than p or 1 - p, of mines
     that could lie elsewhere without any number ever telling, so that half of these placements are lost anyway
  R  the same as L, but where one or two other cells are surely free behind n, these are opened in thought, and what
     they show leads on as above
  N  of the cells with the four largest r of R, and at least 0.97 of the largest, the largest r times n: n is as r, but
     n leads to 1 if more than three cells are surely free or the game is won, to 0.985 for three, to 0.95 and 0.9 for
     two and one behind those opened in thought, and to 1.1 v - 0.11 where none is, v being the largest L there (0 if
     that is negative); cells with the same r have the n of the first of them
  W  of the cells with the five largest r of R, and at least 0.95 of the largest, the largest (1 - p + 0.9 d) x, where
     x = 0.0694 + 0.767 n - 0.0008 t - 0.0126 o; n is what it is for N where the cell is free, t the number of covered
     cells that touch it, and o 1 if no number sees it. Where up to three come within 0.996 of the largest, that with
     the largest x = 0.0083 + 0.2555 n + 0.5729 m + 0.0031 e - 0.0014 t - 0.0119 o in its place: e counts 5 at the
     most, and m is as n, but what comes up in a tenth of all placements or more and leaves nothing free leads to
     1.17 v - 0.11, at most 1 and at least 0, v being (1 - p + 0.9 d) n of the first of the cells with the largest L
  s e u q  what the authors' program (b1f6c1c4/MineSweeperProb), which played the published rates, computes for S, E,
     U and Q: it goes by sets of cells that see the same numbers. A cell whose set its neighbourhood does not split in
     two counts itself among the cells of its set; the far half of the k-th set that is split in two is held to be as
     large as the far cells of the k-th set of all, the background coming first; a game that is won is not survived;
     and q is (q + log2 F)/(1 - p), which prefers likely mines
in any row, each at most once: PSEQ, PSEUQ, Pseq. s, e and u are taken over all placements, so that a mine counts nothing, \
q over those in which the cell is free. A row may end in -D<n>: if at most n placements are left, only cells of \
optimal play come before the filters; that needs the total number of mines. Further strategies: best is WPSEQ-D256, T gives up instead \
of guessing, random opens any covered cell, single knows only what single numbers tell, logic opens what is sure, \
else any cell that is not surely mined.

Example: printf 'mines 2\\n?1????\\n' | mineproof next --strategy PSEQ -
  -: consistent, open 5,0: it passes the filters, nothing is sure
  placements: 6
  filter  best  value     kept
  P       1/3   0.333333  3,0 4,0 5,0
  S       2/3   0.666667  5,0

--explain adds a table of all covered cells, s, e, u and q over all placements and over those in which the cell is \
free (s|free and so on). Fractions too long for a column are shown as decimals after ~; JSON has them whole.

JSON: board, status, reason, consistent, engine, seconds, cell (null to open none), candidates, strategy, ground (safe, \
filters, optimal, any, surrender, won), best (all cells that tie), steps (a list of {filter, value \"a/b\" or null for \
bits, decimal, kept}), count (placements), wins (of them by optimal play, or null). A candidate is {cell, mine \
\"a/b\", value, and where they were worked out s, e, u, q, if_free {s, e, u, q} or null, numbers}, numbers a list of \
{number, count, safe, survivors}: what the cell may show, in how many placements, how many others are then surely free, \
in how many of the placements the best next move survives; q is a double, all others are exact. Candidates are the cells \
that passed the first filter, with --explain all covered cells."
);

pub const BATCH: &str = "\
Asks every board of a corpus the same questions and writes one row for each into a report, in the order of the \
boards. docs/COLUMNS.md says what the columns mean; what is not known stays empty.";
pub const BATCH_MORE: &str = "\
Examples: mineproof batch boards -o report.csv
          mineproof batch 'boards/*.txt' more.jsonl.gz -o report.csv --cells cells.csv --time-limit 60
          mineproof batch boards -o report.csv --resume
          mineproof batch boards -o report.jsonl --ask count,by-mines --engine treedp --no-timings
          mineproof batch boards -o all.csv --engine all
          mineproof batch boards -o report.csv --certify proofs && mineproof verify proofs
          mineproof batch boards -o part-2.csv --shard 2/8

A file holds one board, or many: board text with a line `--- name` above each, JSON lines (.jsonl, one board a line, \
with a name if you like), or CSV with a column `board` (and `name` or `id`). Any of them may be .gz or .zst. A board's id \
is the path as given, and behind a # its name or number where a file holds many. A bad file or board is a row with its error.

A finished row is on disk before the next board is begun. Whatever ends a run - Ctrl-C, kill -9, a full disk - the same \
command with --resume goes on, and the report is the one that an undisturbed run gives; a corpus that has changed meanwhile \
is refused. Without --resume or \
--force a report that is there already is not touched. Until the report is whole, REPORT.journal, REPORT.boards and \
REPORT.inflight lie beside it. A board that brings down the process that works on it is a row with that error.

Of a folder those files are taken whose ending is that of boards, ours or other programs', but none that ends in \
.expected.json, and no reports of this program; a file that is named is taken whatever it is called. Links are followed. \
Pipes, sockets, devices and links to nothing are rows with an error.

--certify DIR writes a certificate for each board below DIR, and an index that names them all, for `mineproof verify DIR`.

--engine all asks every engine and compares: the column agree. A board on which two disagree is written to a file \
mineproof-disagreement-N.json in the current folder. --engine sat answers check and safe, ilp also bounds.

The limits are for each board. --shard I/N takes every N-th board; `mineproof merge` puts the reports of all N together. \
-o - writes CSV to standard output, and such a run cannot be resumed.

JSON: status (exact, or stopped if the run was), boards, exact, stopped, errors, contradictory, disagreements, slowest \
([id, seconds], up to ten).

Exit codes: 0 answered; 1 some board is contradictory; 2 the request or an input is wrong, or the report cannot be \
written; 3 some board, or the run itself, was stopped; 4 with --engine all, two methods disagree. The largest applies.";

pub const MERGE: &str = "\
Puts the reports of all shards of a run together, after checking that none is missing and none there twice: the same \
bytes that a run without shards gives (but for seconds and peak_memory).";
pub const MERGE_MORE: &str = "\
Example: mineproof batch boards -o 1.csv --shard 1/2
         mineproof batch boards -o 2.csv --shard 2/2
         mineproof merge 1.csv 2.csv -o report.csv

Beside each report of a shard lies a file REPORT.shard.json that says which part of which corpus it is; it is needed \
here. With --cells the files of the shards' cells are put together too: they lie beside the reports, or where \
they were written. Shards in JSON lines can also become a .parquet file.

JSON: status, output, boards.

Exit codes: 0 written; 2 a shard is missing, there twice, of another run, or not whole.";

pub const VERIFY: &str = "\
Checks certificates that --certify wrote, trusting nothing but the board in them: every clause of the formula must \
follow from a number or from the total, every step of the proof from clauses before it, every placement must be \
legal, every file must be as it was written. Says in one line what has been proven. A folder that is no certificate \
stands for all certificates below it; where batch has left an index of them, none may be missing and none too many.";
pub const VERIFY_MORE: &str = "\
Example: mineproof safe --certify corner board.txt && mineproof verify corner
  corner: proven: consistent: 3 cells are surely free, no cell is surely mined, each of the 2 others can be both

The board is the file board.txt of the certificate: compare it with yours. docs/CERTIFICATES.md describes all files, \
so that you can write a checker of your own; lrat-check takes formula.cnf and proof.lrat as they are.

JSON: certificate (the folder), valid (true, false, or null if it could not be checked), proven (the sentence, or \
null), reason (why not, or null).

Exit codes: 0 all proven; 1 a certificate is false, or not the one that the index names; 2 there is no certificate, one \
that the index names is missing, or it cannot be read; 3 stopped by a limit.";

pub const CONVERT: &str = "\
Reads a board in one format and writes it in another. The format of IN is told by its content, then by its name, \
that of OUT by its name, unless --from and --to say otherwise.";
pub const CONVERT_MORE: &str = "\
Boards can be read from board, graph and json files and from other programs' files: mine (JSMinesweeper), toollib, \
mbf, hill, minesolve, minesweepr, tatham, tatham-id, and replays rawvf, avf, mvf, rmv and evf; mine, toollib and mbf are \
written, too. Only written are cnf and opb for solvers; gr, the graph of the numbers (two touch if they share a covered cell), and td, a tree decomposition of \
that graph, as the PACE challenge has them.

cnf has a variable for each covered cell, and as many models as the board has placements: auxiliary variables \
are determined by the cells. --encoding chooses how sums become clauses: direct (no auxiliary variables), \
sequential, totalizer, network, bdd, or auto, which is direct wherever that is small.

--at takes a moment of a replay, or of a file with a whole layout: start, end, layout (mines and numbers), or \
guesses, which writes the position before every guess into the folder OUT, under notes on what was opened. A guess opens \
a cell that is not surely free by exact analysis; the first cell of a game is none.

Examples: mineproof convert --to json board.txt -
          mineproof convert game.avf positions/ --at guesses
          mineproof convert layout.mbf layout.txt --at layout
          mineproof convert board.txt board.gr && mineproof convert board.txt board.td

JSON (--json, when OUT is a file): board (IN), status (exact, error or stopped), output, from, to, cells, mines \
(the total, null if it is not known); reason if it failed.

Exit codes: 0 written; 2 the request or the input is wrong, or OUT cannot hold this board; 3 a limit \
came before the end of the input.";

pub const REPORT: &str = "\
Makes one page of a report that `mineproof batch` wrote, as CSV or JSON lines: a summary, histograms of time, width, \
digits of the count and share of safe cells, time against width, pictures of boards with their probabilities, and a \
table of all instances that sorts and filters. The page needs nothing else, and no network.";
pub const REPORT_MORE: &str = "\
A row's id is looked for as a file, from here or from --boards DIR; boards that are found are drawn, up to \
--thumbnails, and the page says how many were not. Boards within files of many boards, and in archives, are not drawn. \
Columns that the page has no use for are passed over; what a report leaves empty is left out.

Examples: mineproof report report.csv -o report.html
          mineproof report report.jsonl -o report.html --boards corpus --thumbnails 100

Exit codes: 0 written; 2 the request or the report is wrong, with its line, or the page cannot be written; 3 a \
limit came first.";

pub const GENERATE: &str = "\
Makes instances of a family. The same options and seed give the same bytes on every machine.";

pub const GENERATE_JSON: &str = "\
With -o: one JSON object a line about each file written; without: each board itself as one line of JSON";

/// The list of families, which knows itself, and an example.
pub fn generate_more() -> String {
    let mut text = "Families:\n".to_owned();
    for family in Family::ALL {
        let _ = writeln!(text, "  {:<15}{}", family.name(), family.describe());
    }
    text.push_str(
        "\nExamples: mineproof generate midgame --size 30x16 --mines 99 --seed 7\n          \
         mineproof generate random --size 40x40 --count 100 -o boards\n          \
         mineproof generate random-graph --vertices 1000 --edges 5000\n          \
         mineproof generate circuit --variables 20 --clauses 85 --contradictory\n          \
         mineproof generate circuit --circuit adder --bits 16 --value 70000\n          \
         mineproof generate circuit --circuit multiplier --bits 6 --value 2021\n          \
         mineproof generate circuit --circuit parity --variables 12\n          \
         mineproof generate tseitin --vertices 40 --contradictory\n          \
         mineproof generate pigeonhole --pigeons 8 --holes 7\n          \
         mineproof generate culprit --size 60x40 --cause 31\n\n\
         circuit, tseitin, pigeonhole and culprit are built so that their answers are known: comment lines \
         above the board say whether it is consistent, how many placements it has, and where its only \
         minimal contradiction lies.\n\n\
         JSON (--json with -o): board (FAMILY-SEED), status, output, to, cells, mines (the total, null if \
         it is not told), family, seed, recipe (size, topology, vertices, degree, density, open, mines, \
         total, where_free, edges, edge_share; null where the family has no such thing), notes (what is known of the board). Without -o, --json writes the boards \
         themselves, each as one line in the json format.\n\n\
         Limits are for making a board, not for writing it. A board that a limit stops is left out, or \
         gets a line {board, status, reason} with --json; the others are still made.\n\n\
         Exit codes: 0 written; 2 the request is wrong; 3 a limit came before some board.",
    );
    text
}
