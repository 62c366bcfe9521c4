//! The page itself.

use std::io::{self, Write};

use super::chart::Axis;
use super::table::{COLUMNS, shortened};
use super::{Summary, Table, escaped};

/// All that a page is made of.
pub struct Page<'a> {
    /// The name of the report.
    pub name: &'a str,
    /// What all rows say together.
    pub summary: &'a Summary,
    /// The rows.
    pub table: &'a Table,
    /// Pictures of some boards.
    pub thumbnails: &'a [Thumbnail],
    /// Why there are no more of them.
    pub note: String,
}

/// A board with its probabilities.
pub struct Thumbnail {
    /// The id of the instance.
    pub id: String,
    /// The picture, an SVG element.
    pub svg: String,
    /// What to say below it.
    pub caption: String,
}

/// Writes the page.
pub fn write(page: &Page, out: &mut dyn Write) -> io::Result<()> {
    let name = escaped(page.name);
    write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:; \
         script-src 'unsafe-inline'\">\n<link rel=\"icon\" href=\"data:,\">\n\
         <title>{name} – mineproof</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <header><h1>{name}</h1><p>A report of mineproof batch.</p></header>\n<main>\n"
    )?;
    summary(page.summary, out)?;
    charts(page.summary, out)?;
    slowest(page.summary, out)?;
    thumbnails(page, out)?;
    table(page.table, out)?;
    write!(out, "</main>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n")
}

fn summary(summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
    let status = |name: &str| summary.statuses.get(name).copied().unwrap_or(0);
    let mut tiles = vec![
        ("instances".to_owned(), summary.rows.to_string(), ""),
        ("answered".to_owned(), status("exact").to_string(), ""),
        ("stopped by a limit".to_owned(), status("stopped").to_string(), mark(status("stopped"), "warn")),
        ("errors".to_owned(), status("error").to_string(), mark(status("error"), "bad")),
        ("contradictory".to_owned(), summary.contradictory.to_string(), ""),
        ("with a safe cell".to_owned(), summary.helped.to_string(), ""),
        ("disagreements".to_owned(), summary.disagreements.to_string(), mark(summary.disagreements, "bad")),
    ];
    if summary.is_timed() {
        tiles.push(("seconds in all".to_owned(), format!("{:.3}", summary.seconds), ""));
    }
    if let Some((count, id)) = &summary.most {
        tiles.push((format!("most placements: {id}"), shortened(count), ""));
    }
    writeln!(out, "<section id=\"summary\" class=\"tiles\">")?;
    for (label, value, class) in tiles {
        writeln!(
            out,
            "<div class=\"tile {class}\"><b>{}</b><span>{}</span></div>",
            escaped(&value),
            escaped(&label)
        )?;
    }
    writeln!(out, "</section>")
}

fn mark(count: u64, class: &'static str) -> &'static str {
    if count > 0 { class } else { "" }
}

fn charts(summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "<section id=\"charts\" class=\"charts\">")?;
    for (title, chart) in [
        ("Time for an instance", summary.time.draw(Axis::Time, "instances by time")),
        ("Width", summary.width.draw(Axis::Whole, "instances by width")),
        (
            "Digits of the number of placements",
            summary.digits.draw(Axis::Whole, "instances by digits of the count"),
        ),
        (
            "Share of covered cells that are safe",
            summary.share.draw(Axis::Share, "instances by share of safe cells"),
        ),
        ("Time against width", summary.cloud.draw("time against width")),
    ] {
        let drawn = chart.unwrap_or_else(|| "<p class=\"none\">The report does not tell.</p>".to_owned());
        writeln!(out, "<figure><figcaption>{title}</figcaption>{drawn}</figure>")?;
    }
    writeln!(out, "</section>")
}

fn slowest(summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
    if summary.slowest.is_empty() {
        return Ok(());
    }
    writeln!(out, "<section><h2>The slowest</h2><ol class=\"slowest\">")?;
    for (seconds, id) in &summary.slowest {
        writeln!(out, "<li><b>{seconds:.6} s</b> {}</li>", escaped(id))?;
    }
    writeln!(out, "</ol></section>")
}

fn thumbnails(page: &Page, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "<section><h2>Boards</h2><p class=\"note\">{}</p><div class=\"boards\">",
        escaped(&page.note)
    )?;
    for (i, thumbnail) in page.thumbnails.iter().enumerate() {
        writeln!(
            out,
            "<figure id=\"board-{i}\">{}<figcaption><b>{}</b><br>{}</figcaption></figure>",
            thumbnail.svg,
            escaped(&thumbnail.id),
            escaped(&thumbnail.caption)
        )?;
    }
    writeln!(out, "</div></section>")
}

fn table(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "<section><h2>Instances</h2>\n<div class=\"tools\"><input id=\"filter\" type=\"search\" \
         placeholder=\"Filter by any text\" aria-label=\"Filter\"> <span id=\"shown\"></span>\
         <span class=\"pages\"><button id=\"back\">‹</button><span id=\"page\"></span><button id=\"on\">›</button></span></div>\n\
         <div class=\"scroll\"><table id=\"instances\"><thead><tr>"
    )?;
    for (name, is_number) in COLUMNS {
        let class = if is_number { " class=\"number\"" } else { "" };
        write!(out, "<th{class} aria-sort=\"none\"><button>{name}</button></th>")?;
    }
    writeln!(out, "</tr></thead><tbody></tbody></table></div></section>")?;
    writeln!(out, "<script type=\"application/json\" id=\"rows\">[{}]</script>", table.text())
}

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
