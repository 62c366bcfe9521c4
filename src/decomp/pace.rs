//! Graphs and tree decompositions in the formats of the PACE challenge, `.gr` and `.td`.
//!
//! # Theory
//! Lines of words; a line whose first word is `c` is a comment. A graph is `p tw VERTICES EDGES`
//! and a line `u v` for each edge. A decomposition is `s td BAGS LARGEST VERTICES`, a line
//! `b BAG VERTEX…` for each bag and a line `BAG BAG` for each tree edge. All count from 1; here
//! and nowhere else.
//!
//! # Cost
//! Linear. What a header announces is believed only as far as the length of the file supports it.
//!
//! # What we changed
//! Nothing: repeated edges and loops are allowed as in the challenge, and dropped.
//!
//! # References
//! H. Dell et al., *The first parameterized algorithms and computational experiments challenge*,
//! IPEC 2016.

use std::fmt::Write;

use super::{Graph, TreeDecomposition};

/// Isolated vertices take no room in a file, so that many are believed without any.
const VERTICES_FOR_FREE: u64 = 1 << 20;

/// What is wrong with a file, where, and what to write instead.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {what}; {instead}")]
pub struct PaceError {
    /// The line, from 1.
    pub line: usize,
    /// The byte in the line, from 1.
    pub column: usize,
    /// What is wrong.
    pub what: String,
    /// What to write instead.
    pub instead: String,
}

/// Reads a graph.
///
/// ```
/// use mineproof::decomp::pace;
/// let graph = pace::read_gr(b"c a path\np tw 3 2\n1 2\n2 3\n").unwrap();
/// assert_eq!(graph.neighbours(1), &[0, 2]);
/// let error = pace::read_gr(b"p tw 3 1\n1 4\n").unwrap_err();
/// assert_eq!(error.to_string(), "2:3: vertex 4 is not there; write one from 1 to 3");
/// ```
pub fn read_gr(text: &[u8]) -> Result<Graph, PaceError> {
    let mut lines = lines(text);
    let header =
        lines.next().ok_or_else(|| end(text, "there is no header", "write 'p tw VERTICES EDGES'"))?;
    let [vertices, edges] = header.header("p", "tw", "write 'p tw VERTICES EDGES'")?;
    if vertices.value > VERTICES_FOR_FREE + text.len() as u64 {
        let what = format!("{} vertices are too many for a file this short", vertices.value);
        return Err(vertices.error(what, "leave out isolated vertices"));
    }
    if edges.value >= 1 << 31 {
        return Err(edges.error(format!("{} edges are too many", edges.value), "write fewer than 2^31"));
    }
    let mut pairs = Vec::new();
    for line in lines {
        let [a, b] = line.numbers(&line.words, "write two vertices")?;
        if pairs.len() as u64 == edges.value {
            return Err(a.error(format!("there are more edges than {}", edges.value), "correct the header"));
        }
        pairs.push((a.below("vertex", vertices.value)?, b.below("vertex", vertices.value)?));
    }
    if (pairs.len() as u64) < edges.value {
        let what = format!("edges are missing: {} of {}", edges.value - pairs.len() as u64, edges.value);
        return Err(end(text, &what, "add them or correct the header"));
    }
    Ok(Graph::from_edges(vertices.value as usize, &pairs))
}

/// Reads a decomposition and the number of vertices of its graph. Whether it decomposes a graph is
/// for [`TreeDecomposition::check`] to say.
pub fn read_td(text: &[u8]) -> Result<(TreeDecomposition, u32), PaceError> {
    let usage = "write 's td BAGS LARGEST VERTICES'";
    let mut lines = lines(text);
    let header = lines.next().ok_or_else(|| end(text, "there is no header", usage))?;
    let [count, largest, vertices] = header.header("s", "td", usage)?;
    if count.value > text.len() as u64 {
        let what = format!("{} bags are too many for a file this short", count.value);
        return Err(count.error(what, "correct the header"));
    }
    let Ok(vertex_count) = u32::try_from(vertices.value) else {
        return Err(
            vertices.error(format!("{} vertices are too many", vertices.value), "write fewer than 2^32")
        );
    };
    let mut bags: Vec<Option<Vec<u32>>> = vec![None; count.value as usize];
    let mut edges = Vec::new();
    for line in lines {
        if line.words[0].text == b"b" {
            let Some(name) = line.words.get(1) else {
                return Err(line.words[0].error("the bag has no number", "write 'b BAG VERTEX...'"));
            };
            let bag = name.number("a bag")?.below("bag", count.value)? as usize;
            let mut members = Vec::with_capacity(line.words.len() - 2);
            for word in &line.words[2..] {
                members.push(word.number("a vertex")?.below("vertex", vertices.value)?);
            }
            members.sort_unstable();
            members.dedup();
            if bags[bag].replace(members).is_some() {
                return Err(name.error(&format!("bag {} comes twice", bag + 1), "write each bag once"));
            }
        } else {
            let [a, b] = line.numbers(&line.words, "write two bags")?;
            edges.push((a.below("bag", count.value)?, b.below("bag", count.value)?));
        }
    }
    if let Some(missing) = bags.iter().position(Option::is_none) {
        return Err(end(text, &format!("bag {} is missing", missing + 1), "write each bag once"));
    }
    let decomposition = TreeDecomposition { bags: bags.into_iter().flatten().collect(), edges };
    let most = decomposition.bags.iter().map(Vec::len).max().unwrap_or(0);
    if largest.value != most as u64 {
        let what = format!("the size of the largest bag is {most}, not {}", largest.value);
        return Err(largest.error(what, "correct the header"));
    }
    Ok((decomposition, vertex_count))
}

/// Writes a graph.
pub fn write_gr(graph: &Graph) -> String {
    let mut text = format!("p tw {} {}\n", graph.len(), graph.edge_count());
    for (a, b) in graph.edges() {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{} {}", a + 1, b + 1);
    }
    text
}

/// Writes a decomposition of a graph with so many vertices.
pub fn write_td(decomposition: &TreeDecomposition, vertices: u32) -> String {
    let largest = decomposition.bags.iter().map(Vec::len).max().unwrap_or(0);
    let mut text = format!("s td {} {largest} {vertices}\n", decomposition.bags.len());
    for (at, bag) in decomposition.bags.iter().enumerate() {
        let _ = write!(text, "b {}", at + 1);
        for &vertex in bag {
            let _ = write!(text, " {}", u64::from(vertex) + 1);
        }
        text.push('\n');
    }
    for &(a, b) in &decomposition.edges {
        let _ = writeln!(text, "{} {}", u64::from(a) + 1, u64::from(b) + 1);
    }
    text
}

struct Line<'a> {
    /// At least one.
    words: Vec<Word<'a>>,
}

#[derive(Clone, Copy)]
struct Word<'a> {
    text: &'a [u8],
    line: usize,
    column: usize,
}

/// A number and where it stands.
#[derive(Clone, Copy)]
struct Number {
    value: u64,
    line: usize,
    column: usize,
}

/// All lines with words, without comments.
fn lines(text: &[u8]) -> impl Iterator<Item = Line<'_>> {
    (1..).zip(text.split(|&byte| byte == b'\n')).filter_map(|(line, bytes)| {
        let mut words = Vec::new();
        let mut column = 1;
        for text in bytes.split(u8::is_ascii_whitespace) {
            if !text.is_empty() {
                words.push(Word { text, line, column });
            }
            column += text.len() + 1;
        }
        let comment = words.first().is_none_or(|word| word.text == b"c");
        (!comment).then_some(Line { words })
    })
}

/// An error at the end of the text.
fn end(text: &[u8], what: &str, instead: &str) -> PaceError {
    let (line, last) = (1..).zip(text.split(|&byte| byte == b'\n')).last().unwrap_or((1, text));
    let column = last.len() + 1;
    PaceError { line, column, what: what.to_string(), instead: instead.to_string() }
}

impl Line<'_> {
    /// The numbers of a header after its two leading words.
    fn header<const N: usize>(
        &self,
        first: &str,
        second: &str,
        usage: &str,
    ) -> Result<[Number; N], PaceError> {
        for (at, expected) in [first, second].into_iter().enumerate() {
            match self.words.get(at) {
                Some(word) if word.text == expected.as_bytes() => (),
                Some(word) => return Err(word.error(&format!("{word} is no header"), usage)),
                None => return Err(self.words[0].error("the header is too short", usage)),
            }
        }
        self.numbers(&self.words[2..], usage)
    }

    /// Exactly N numbers.
    fn numbers<const N: usize>(&self, words: &[Word], usage: &str) -> Result<[Number; N], PaceError> {
        if let Some(extra) = words.get(N) {
            return Err(extra.error(&format!("{extra} is too much"), usage));
        }
        let mut numbers = [Number { value: 0, line: 0, column: 0 }; N];
        for (number, word) in numbers.iter_mut().zip(words) {
            *number = word.number("a number")?;
        }
        match self.words.last() {
            Some(last) if words.len() < N => Err(last.error(&format!("nothing follows {last}"), usage)),
            _ => Ok(numbers),
        }
    }
}

impl Word<'_> {
    fn number(&self, wanted: &str) -> Result<Number, PaceError> {
        let mut value = 0u64;
        for &byte in self.text {
            let digit = u64::from(byte.wrapping_sub(b'0'));
            let longer = value.checked_mul(10).and_then(|ten| ten.checked_add(digit));
            match longer.filter(|_| digit < 10) {
                Some(longer) => value = longer,
                None => return Err(self.error(&format!("{self} is not {wanted}"), "write a decimal number")),
            }
        }
        Ok(Number { value, line: self.line, column: self.column })
    }

    fn error(&self, what: &str, instead: &str) -> PaceError {
        Number { value: 0, line: self.line, column: self.column }.error(what, instead)
    }
}

impl std::fmt::Display for Word<'_> {
    /// The word in quotes, its end left out where it is long.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let shown = &self.text[..self.text.len().min(20)];
        let dots = if shown.len() < self.text.len() { "..." } else { "" };
        write!(f, "'{}{dots}'", shown.escape_ascii())
    }
}

impl Number {
    /// This number counted from 0, where it names one of `count` things.
    fn below(self, kind: &str, count: u64) -> Result<u32, PaceError> {
        match u32::try_from(self.value.wrapping_sub(1)) {
            Ok(index) if u64::from(index) < count => Ok(index),
            _ => Err(self.error(
                format!("{kind} {} is not there", self.value),
                &if count == 0 {
                    format!("there is no {kind}")
                } else {
                    format!("write one from 1 to {count}")
                },
            )),
        }
    }

    fn error(self, what: impl Into<String>, instead: &str) -> PaceError {
        PaceError { line: self.line, column: self.column, what: what.into(), instead: instead.to_string() }
    }
}
