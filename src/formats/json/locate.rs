//! Where in a JSON text a value stands.
//!
//! # Theory
//! A parsed value has forgotten where it came from. Rather than drag positions through every
//! field, the one value to blame is found again in the text, which by then is known to be sound
//! JSON: strings and the depth of brackets are all one must follow. Nothing recurses, so deep
//! nesting is harmless.

/// One step of the way from the whole document to a value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step<'a> {
    /// The value of an object's field.
    Key(&'a str),
    /// An item of an array; of an object, the key of that member.
    Item(usize),
}

/// The byte at which the value at the end of `path` begins, or the last value on the way there.
pub(super) fn locate(text: &[u8], path: &[Step<'_>]) -> usize {
    let mut at = skip_blank(text, 0);
    for &step in path {
        match enter(text, at, step) {
            Some(inner) => at = inner,
            None => break,
        }
    }
    at
}

fn enter(text: &[u8], at: usize, step: Step<'_>) -> Option<usize> {
    let is_object = *text.get(at)? == b'{';
    let mut at = skip_blank(text, at + 1);
    for index in 0.. {
        if matches!(text.get(at)?, b'}' | b']') {
            break;
        }
        let start = at;
        if is_object {
            at = skip_blank(text, skip_value(text, at));
            at = skip_blank(text, at + 1); // the colon
        }
        match step {
            Step::Item(wanted) if wanted == index => return Some(start),
            Step::Key(wanted) if is_object && is_key(text, start, wanted) => return Some(at),
            _ => {}
        }
        at = skip_blank(text, skip_value(text, at));
        if text.get(at) == Some(&b',') {
            at = skip_blank(text, at + 1);
        }
    }
    None
}

/// Whether the string at `at` reads as `name`, whatever escapes it is written with.
fn is_key(text: &[u8], at: usize, name: &str) -> bool {
    let token = text.get(at..skip_value(text, at)).unwrap_or_default();
    serde_json::from_slice::<String>(token).is_ok_and(|key| key == name)
}

fn skip_blank(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|b| matches!(b, b' ' | b'\t' | b'\r' | b'\n')).count()
}

/// The byte after the value that begins at `at`.
pub(super) fn skip_value(text: &[u8], mut at: usize) -> usize {
    let mut depth = 0usize;
    while let Some(byte) = text.get(at) {
        match byte {
            b'"' => at = skip_string(text, at) - 1,
            b'{' | b'[' => depth += 1,
            // Ends the array or object around a bare number or word.
            b'}' | b']' if depth == 0 => return at,
            b'}' | b']' => depth -= 1,
            _ => {}
        }
        at += 1;
        let scalar_ended = matches!(byte, b'"' | b'}' | b']')
            || matches!(text.get(at), None | Some(b',' | b':' | b'}' | b']' | b' ' | b'\t' | b'\r' | b'\n'));
        if depth == 0 && scalar_ended {
            break;
        }
    }
    at
}

/// The byte after the string that begins at `at`.
fn skip_string(text: &[u8], mut at: usize) -> usize {
    at += 1;
    while let Some(byte) = text.get(at) {
        at += match byte {
            b'"' => return at + 1,
            b'\\' => 2,
            _ => 1,
        };
    }
    at.min(text.len()).max(1)
}

#[cfg(test)]
mod tests {
    use super::Step::{Item, Key};
    use super::*;

    #[test]
    fn values_are_found_again() {
        let text = br#" {"a" : [1, "x,]\"", {"b":[]}, -2.5e3 ] , "\u0062":{"1":null,"2": true}}"#;
        for (path, rest) in [
            (&[][..], r#"{"a" :"#),
            (&[Key("a")], "[1, "),
            (&[Key("a"), Item(0)], "1, "),
            (&[Key("a"), Item(1)], r#""x,]"#),
            (&[Key("a"), Item(2), Key("b")], "[]}"),
            (&[Key("a"), Item(3)], "-2.5e3 ]"),
            (&[Key("b"), Item(1)], r#""2": true"#),
            (&[Key("b"), Key("2")], "true"),
            (&[Key("c")], r#"{"a""#),
        ] {
            let found = String::from_utf8_lossy(&text[locate(text, path)..]).into_owned();
            assert!(found.starts_with(rest), "{path:?} found {found}");
        }
    }
}
