//! A scene as SVG, without a reference to anything outside of it.

use super::super::colour::Rgb;
use super::scene::{Item, Scene};
use std::fmt::Write as _;
use std::io::{self, Write};

/// Writes a file of its own.
pub fn write(scene: &Scene, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")?;
    out.write_all(element(scene, "").as_bytes())?;
    out.write_all(b"\n")
}

/// The element, as it can stand in a page; `attributes` come into its first tag as they are.
pub fn element(scene: &Scene, attributes: &str) -> String {
    let Scene { width, height, items } = scene;
    let mut text = String::with_capacity(100 * items.len());
    let size =
        if attributes.is_empty() { format!(" width=\"{width}\" height=\"{height}\"") } else { String::new() };
    let _ = write!(
        text,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\"{size}{attributes} \
         font-family=\"system-ui, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif\" text-anchor=\"middle\">\
         <rect width=\"{width}\" height=\"{height}\" rx=\"6\" fill=\"#fff\"/>"
    );
    for item in items {
        put(item, &mut text);
    }
    text.push_str("</svg>");
    text
}

fn put(item: &Item, text: &mut String) {
    let _ = match item {
        Item::Area { corners, fill, edge } => {
            let _ = write!(text, "<path d=\"");
            line(corners, text);
            write!(text, "z\" fill=\"{}\" stroke=\"{}\"/>", hex(*fill), hex(*edge))
        }
        Item::Lines { lines, width, colour } => {
            let _ = write!(text, "<path d=\"");
            for points in lines {
                line(points, text);
            }
            write!(
                text,
                "\" fill=\"none\" stroke=\"{}\" stroke-width=\"{width}\" stroke-linecap=\"round\" \
                 stroke-linejoin=\"round\"/>",
                hex(*colour)
            )
        }
        Item::Disc { middle: (x, y), radius, fill } => {
            write!(text, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{}\"/>", hex(*fill))
        }
        Item::Word { middle: (x, y), size, colour, bold, text: word } => {
            // Figures stand on the line: their middle is about a third of their size above it.
            let base = y + (size * 9 + 12) / 25;
            let weight = if *bold { " font-weight=\"700\"" } else { "" };
            let word = word.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
            write!(
                text,
                "<text x=\"{x}\" y=\"{base}\" font-size=\"{size}\" fill=\"{}\"{weight}>{word}</text>",
                hex(*colour)
            )
        }
    };
}

fn line(points: &[(i32, i32)], text: &mut String) {
    let (mut sign, mut last) = ('M', (0, 0));
    for &(x, y) in points {
        let _ = write!(text, "{sign}{} {}", x - last.0, y - last.1);
        (sign, last) = ('l', (x, y));
    }
}

fn hex((red, green, blue): Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}
