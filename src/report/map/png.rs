//! A scene as PNG, drawn by tiny-skia: twice as many points as units, fewer where that is too large.

use super::glyph::{self, Step};
use super::scene::{Item, Scene};
use crate::budget::{Answer, Budget};

use tiny_skia::{Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, Transform};

/// Points for each unit, where there is no reason for fewer.
const FINEST: f32 = 2.0;
/// The most points of a picture, and of each of its sides.
const MOST_POINTS: f32 = 40e6;
const LONGEST: f32 = 16_000.0;
/// With fewer points for each unit a cell could not be seen.
const COARSEST: f32 = 0.05;

/// Draws a scene. `Ok(Err)` says why it cannot be drawn at all.
pub fn draw(scene: &Scene, budget: &Budget) -> Answer<Result<Vec<u8>, String>> {
    let (width, height) = (scene.width as f32, scene.height as f32);
    let scale = FINEST.min((MOST_POINTS / (width * height)).sqrt()).min(LONGEST / width.max(height));
    if scale < COARSEST {
        return Ok(Err("the board is too long for a PNG; draw it as SVG".to_owned()));
    }
    let (columns, rows) = ((width * scale).ceil() as u32, (height * scale).ceil() as u32);
    // The points themselves, and as much again for what is written of them.
    let _lease = budget.reserve(8 * u64::from(columns) * u64::from(rows))?;
    let Some(mut pixmap) = Pixmap::new(columns, rows) else {
        return Ok(Err("the board is too large for a PNG; draw it as SVG".to_owned()));
    };
    pixmap.fill(Color::WHITE);
    let mut canvas = Canvas { pixmap, transform: Transform::from_scale(scale, scale) };
    for (i, item) in scene.items.iter().enumerate() {
        if i % 4096 == 0 {
            budget.check()?;
        }
        canvas.put(item);
    }
    Ok(canvas.pixmap.encode_png().map_err(|error| error.to_string()))
}

struct Canvas {
    pixmap: Pixmap,
    transform: Transform,
}

impl Canvas {
    fn put(&mut self, item: &Item) {
        match item {
            Item::Area { corners, fill, edge } => {
                let mut path = PathBuilder::new();
                trace(&mut path, corners);
                path.close();
                let Some(path) = path.finish() else { return };
                self.fill(&path, *fill);
                self.stroke(&path, *edge, 1.0);
            }
            Item::Lines { lines, width, colour } => {
                let mut path = PathBuilder::new();
                for line in lines {
                    trace(&mut path, line);
                }
                if let Some(path) = path.finish() {
                    self.stroke(&path, *colour, *width as f32);
                }
            }
            Item::Disc { middle: (x, y), radius, fill } => {
                if let Some(path) = PathBuilder::from_circle(*x as f32, *y as f32, *radius as f32) {
                    self.fill(&path, *fill);
                }
            }
            Item::Word { middle, size, colour, bold, text } => {
                let unit = *size as f32 * 0.7 / glyph::HEIGHT as f32;
                if let Some(path) = word(text, (middle.0 as f32, middle.1 as f32), unit) {
                    let pen = unit * if *bold { 2.7 } else { 1.7 };
                    self.stroke(&path, *colour, pen);
                }
            }
        }
    }

    fn fill(&mut self, path: &Path, colour: (u8, u8, u8)) {
        self.pixmap.fill_path(path, &paint(colour), FillRule::Winding, self.transform, None);
    }

    fn stroke(&mut self, path: &Path, colour: (u8, u8, u8), width: f32) {
        let stroke =
            Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
        self.pixmap.stroke_path(path, &paint(colour), &stroke, self.transform, None);
    }
}

fn paint((red, green, blue): (u8, u8, u8)) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, 255);
    paint.anti_alias = true;
    paint
}

fn trace(path: &mut PathBuilder, points: &[(i32, i32)]) {
    for (i, &(x, y)) in points.iter().enumerate() {
        if i == 0 {
            path.move_to(x as f32, y as f32);
        } else {
            path.line_to(x as f32, y as f32);
        }
    }
}

/// The strokes of a word around a point.
fn word(text: &str, (x, y): (f32, f32), unit: f32) -> Option<Path> {
    let glyphs: Vec<_> = text.chars().map(glyph::strokes).collect();
    let width: i32 = glyphs.iter().map(|glyph| glyph.0 + glyph::SPACE).sum::<i32>() - glyph::SPACE;
    let mut left = x - width as f32 * unit / 2.0;
    let top = y - glyph::HEIGHT as f32 * unit / 2.0;
    let mut path = PathBuilder::new();
    for (advance, steps) in glyphs {
        let at = |x: i32, y: i32| (left + x as f32 * unit, top + y as f32 * unit);
        for step in steps {
            match step {
                Step::Move(x, y) => path.move_to(at(x, y).0, at(x, y).1),
                Step::Line(x, y) => path.line_to(at(x, y).0, at(x, y).1),
                Step::Curve(a, b, x, y) => {
                    let ((a, b), (x, y)) = (at(a, b), at(x, y));
                    path.quad_to(a, b, x, y);
                }
            }
        }
        left += (advance + glyph::SPACE) as f32 * unit;
    }
    path.finish()
}
