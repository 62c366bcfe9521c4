//! Lines of numbers, read strictly: what is not exactly as described is refused.

use super::{Refusal, refuse};

/// The lines of a file, which must end with a line's end.
pub fn lines<'a>(file: &'static str, text: &'a [u8]) -> Result<impl Iterator<Item = &'a [u8]>, Refusal> {
    match text.strip_suffix(b"\n") {
        Some(text) => Ok(text.split(|&byte| byte == b'\n')),
        None if text.is_empty() => refuse(format!("{file} is empty")),
        None => refuse(format!("the last line of {file} has no end")),
    }
}

/// Reads whole numbers with single spaces between them into `numbers`; `None` if the line is
/// anything else. A number has no sign but `-`, no leading zero, and fits 32 bits with its sign.
pub fn numbers(line: &[u8], numbers: &mut Vec<i32>) -> Option<()> {
    numbers.clear();
    let mut at = 0;
    loop {
        let negative = line.get(at) == Some(&b'-');
        at += usize::from(negative);
        let first = at;
        // Ten digits are the most that can fit.
        let mut value = 0i64;
        while let Some(digit) = line.get(at).map(|byte| byte.wrapping_sub(b'0')).filter(|&digit| digit < 10) {
            value = 10 * value + i64::from(digit);
            at += 1;
            if at - first > 10 {
                return None;
            }
        }
        let is_long = at - first > 1 || negative;
        if at == first || is_long && line[first] == b'0' {
            return None;
        }
        let value = i32::try_from(value).ok()?;
        numbers.push(if negative { -value } else { value });
        match line.get(at) {
            None => return Some(()),
            Some(b' ') => at += 1,
            Some(_) => return None,
        }
    }
}

/// A whole number that is not negative.
pub fn whole(word: &[u8]) -> Option<u32> {
    number(word).and_then(|number| u32::try_from(number).ok())
}

fn number(word: &[u8]) -> Option<i32> {
    let digits = word.strip_prefix(b"-").unwrap_or(word);
    let (first, long) = (*digits.first()?, digits.len() > 1 || digits.len() < word.len());
    if long && first == b'0' {
        return None;
    }
    let mut value = 0i32;
    for &digit in digits {
        if !digit.is_ascii_digit() {
            return None;
        }
        value = value.checked_mul(10)?.checked_add(i32::from(digit - b'0'))?;
    }
    Some(if digits.len() < word.len() { -value } else { value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_strictly() {
        let mut found = Vec::new();
        assert_eq!(numbers(b"12 -3 0 2147483647", &mut found), Some(()));
        assert_eq!(found, [12, -3, 0, i32::MAX]);
        for wrong in ["", " 1", "1 ", "1  2", "01", "-0", "+1", "1a", "-", "2147483648", "1\t2", "1\r"] {
            assert_eq!(numbers(wrong.as_bytes(), &mut found), None, "{wrong:?}");
        }
    }
}
