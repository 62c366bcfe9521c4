//! Replays: one small game, played by hand, as every kind of file.

use mineproof::budget::Budget;
use mineproof::formats::{Format, FormatError, Recording, read_recording};
use proptest::prelude::*;

const RAWVF: &str = include_str!("../../instances/foreign/rawvf-lost.rawvf");

fn recording(bytes: &[u8], format: Format) -> Result<Recording, FormatError> {
    read_recording("f", bytes, Some(format), &Budget::new(None, 1 << 30))
}

/// The rows of mines of the sample.
fn rows() -> Vec<&'static str> {
    RAWVF.split("Board:\n").nth(1).unwrap().split("Events:").next().unwrap().lines().collect()
}

/// What the mouse did: event, and x and y in points.
fn events() -> Vec<(&'static str, u16, u16)> {
    let places = RAWVF.lines().filter_map(|line| {
        let (before, place) = line.strip_suffix(')')?.split_once('(')?;
        let (x, y) = place.split_once(' ')?;
        Some((before.split(' ').nth(1)?, x.parse().ok()?, y.parse().ok()?))
    });
    places.collect()
}

fn mines() -> Vec<(u8, u8)> {
    let mut found = Vec::new();
    for (y, row) in rows().iter().enumerate() {
        found.extend(row.bytes().enumerate().filter(|c| c.1 == b'*').map(|(x, _)| (x as u8, y as u8)));
    }
    found
}

/// Metasweeper's file, in the first version of the format.
fn evf() -> Vec<u8> {
    let mut bytes = vec![1, 0, 6, 8, 0, mines().len() as u8, 16, 0, 0, 0, 9, 0, 0, 5];
    bytes.extend(b"by hand\0player\0race\0unique\0begin\0end\0XX\0");
    let bits: String = rows().concat().replace('*', "1");
    for byte in bits.as_bytes().chunks(8) {
        bytes.push(byte.iter().fold(0, |n, &bit| n << 1 | (bit - b'0')));
    }
    for (event, x, y) in events() {
        bytes.push(["", "mv", "lc", "lr", "rc", "rr"].iter().position(|&name| name == event).unwrap() as u8);
        bytes.extend([0, 0, 1]);
        bytes.extend(x.to_be_bytes());
        bytes.extend(y.to_be_bytes());
    }
    bytes.push(255);
    bytes
}

/// Vienna's file, in the second version of the format. It leaves out the first press.
fn rmv() -> Vec<u8> {
    let mut bytes = b"*rmv\0\x02\x01\x05".to_vec();
    bytes.extend([0; 4]);
    bytes.extend([0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0]);
    bytes.extend([0, 0, 0, 0, 0, 1, 8, 6, 0, mines().len() as u8]);
    bytes.extend(mines().iter().flat_map(|&(x, y)| [x, y]));
    bytes.extend([0, 0, 0, 0, 9, 0, 16, 0, 0]);
    for &(event, x, y) in &events()[1..] {
        bytes.push(["", "mv", "lc", "lr", "rc", "rr"].iter().position(|&name| name == event).unwrap() as u8);
        bytes.extend([0, 0, 1, 0]);
        bytes.extend(x.to_be_bytes());
        bytes.extend(y.to_be_bytes());
    }
    bytes.push(17);
    bytes
}

/// Arbiter's file, of a custom board.
fn avf() -> Vec<u8> {
    let mines = mines();
    let mut bytes = vec![34, 0, 0, 0, 0, 6, 7, 5, 0, mines.len() as u8];
    bytes.extend(mines.iter().flat_map(|&(x, y)| [y + 1, x + 1]));
    // A checksum of the numbers, as long as its decimal digits.
    let near = |x: u8, y: u8| mines.iter().filter(|m| m.0.abs_diff(x) < 2 && m.1.abs_diff(y) < 2).count();
    let value = |x, y| if mines.contains(&(x, y)) { 10 } else { near(x, y) + 1 };
    let sum: usize = (0..8)
        .flat_map(|x| (0..6).map(move |y| (x, y)))
        .map(|(x, y)| value(x, y) * usize::from(x + x * y))
        .sum();
    bytes.resize(bytes.len() + sum.to_string().len() + 4, 0);
    bytes.extend([0, 127, b'9']);
    bytes.extend(b"[3|W8H6M7|3.9.2025.17:00:08:6660|3.17:00:14:0810|B9T6.42]");
    for (event, x, y) in events() {
        let kind = ["mv", "lc", "lr", "rc", "rr"].iter().position(|&name| name == event).unwrap();
        let ([x1, x0], [y1, y0]) = (x.to_be_bytes(), y.to_be_bytes());
        bytes.extend([[1, 3, 5, 9, 17][kind], x1, 1, x0, 0, y1, 0, y0]);
    }
    bytes.extend([0; 8]);
    bytes.extend(b"Skin: x\rby hand\r");
    bytes
}

/// Clone's file, in the last version of the format: a record of five bytes is the state of the mouse,
/// its bits shuffled in an order that the digits of five numbers give.
fn mvf() -> Vec<u8> {
    const KEY: u16 = 1234;
    let mut bytes = vec![0x11, 0x4D];
    bytes.extend([0; 25]);
    bytes.push(b'5');
    bytes.extend([0; 46]);
    // Month, day, year, time of day, level, mode; score; numbers of clicks; no question marks.
    bytes.extend([9, 3, 7, 233, 17, 0, 8, 3, 1, 0, 6, 42, 0, 9, 0, 2, 0, 0, 0, 0, 0, 0, 0]);
    let mines = mines();
    bytes.extend([8, 6, 0, mines.len() as u8]);
    bytes.extend(mines.iter().flat_map(|&(x, y)| [x + 1, y + 1]));
    bytes.push(7);
    bytes.extend(b"by hand");
    bytes.extend(KEY.to_be_bytes());
    let order = shuffle(f64::from(KEY));
    let (mut left, mut right, mut records) = (false, false, Vec::new());
    for (event, x, y) in events() {
        match event {
            "lc" | "lr" => left = event == "lc",
            "rc" | "rr" => right = event == "rc",
            _ => {}
        }
        let state = u64::from(right) | u64::from(left) << 2 | u64::from(y) << 3 | u64::from(x) << 12;
        let mut record = [0u8; 5];
        for (number, &(byte, bit)) in order.iter().enumerate() {
            record[byte] |= ((state >> number & 1) as u8) << bit;
        }
        records.push(record);
    }
    bytes.extend(&(records.len() as u32).to_be_bytes()[1..]);
    bytes.extend(records.concat());
    bytes
}

/// Where each bit of a record lies: places in the order of the digits that stand for them.
fn shuffle(key: f64) -> Vec<(usize, usize)> {
    let (one, two) = (key.sqrt(), (key + 1000.0).sqrt());
    let three = (one + 1000.0).sqrt();
    let numbers = [
        (three + 1000.0).cos(),
        two.sqrt().sin(),
        three.cos(),
        (one.sqrt() + 1000.0).sin(),
        (two + 1000.0).sqrt().cos(),
    ];
    let digits = numbers.map(|number| format!("{:08}", (number * 1e8).abs().round() as u64)).concat();
    let mut places: Vec<usize> = (0..40).collect();
    places.sort_by_key(|&place| digits.as_bytes()[place]);
    places.into_iter().map(|place| (place / 8, place % 8)).collect()
}

#[test]
fn the_same_game_is_read_from_every_kind_of_replay() {
    let right = recording(RAWVF.as_bytes(), Format::RawVf).unwrap();
    assert_eq!(right.moves(), 6);
    for (format, bytes) in
        [(Format::Evf, evf()), (Format::Rmv, rmv()), (Format::Avf, avf()), (Format::Mvf, mvf())]
    {
        let game = recording(&bytes, format);
        if cfg!(feature = "replays") {
            assert_eq!(game.unwrap(), right, "{format:?}");
        } else {
            assert!(game.unwrap_err().to_string().contains("cargo feature `replays`"));
        }
    }
}

#[test]
fn wrong_replays_are_errors() {
    for (format, bytes) in
        [(Format::Evf, evf()), (Format::Rmv, rmv()), (Format::Avf, avf()), (Format::Mvf, mvf())]
    {
        for end in 0..bytes.len() - 1 {
            let error = recording(&bytes[..end], format).unwrap_err();
            assert!(error.to_string().starts_with("f:1:1: "), "{error}");
        }
    }
    // Older versions of Clone are not known, and must not be read as boards without cells.
    assert!(recording(b"\x11\x4D", Format::Mvf).is_err());
    assert!(recording(b"\x11\x4D34567890123456789012345678901234567890", Format::Mvf).is_err());
    for (text, why) in [
        ("", "f:1:1: no `Board:` above; write it first"),
        ("x\n", "f:1:1: 'x' is no line `Key: value`; `Board:` comes next"),
        (
            "Width: 2\nBoard:\n*00\nEvents:\n",
            "f:4:1: a board of 3 columns, and the header says 2; write as many as it says",
        ),
        ("Mines: 2\nBoard:\n*00\nEvents:\n", "f:4:1: 1 mines on the board, and the header says 2"),
        ("Board:\n*01\n", "f:2:3: '1' is not a cell; write '*' (mine) or '0'"),
        ("Board:\n*0\nEvents:\n0.1 lc\n", "f:4:7: the place of the event is missing; write COLUMN ROW (X Y)"),
        (
            "Board:\n*0\nEvents:\n0.1 zz 1 1 (0 0)\n",
            "f:4:5: 'zz' is no event; write lc, lr, rc, rr, mc, mr, mv or sc",
        ),
        ("SquareSize: 0\n", "f:1:12: '0' is not the size of a cell in points; write a whole number"),
    ] {
        assert_eq!(recording(text.as_bytes(), Format::RawVf).unwrap_err().to_string(), why);
    }
}

#[test]
fn places_without_points_count_from_one() {
    let text = "Board:\n*00\nEvents:\n0.0 lc 3 1\n0.1 lr 3 1\n";
    let game = recording(text.as_bytes(), Format::RawVf).unwrap();
    assert_eq!(super::write(&game.last(), Format::Board), "mines 1\n? 1 0\n");
}

proptest! {
    #[test]
    fn no_damage_makes_a_replay_panic(
        kind in 0..5usize,
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
    ) {
        let all = [
            (Format::Evf, evf()),
            (Format::Rmv, rmv()),
            (Format::Avf, avf()),
            (Format::Mvf, mvf()),
            (Format::RawVf, RAWVF.into()),
        ];
        let (format, mut bytes) = all[kind].clone();
        for (place, byte) in &damage {
            let at = place.index(bytes.len());
            bytes[at] = *byte;
        }
        if let Ok(game) = recording(&bytes, format) {
            let (width, height) = game.size();
            prop_assert_eq!(game.last().len() as u64, u64::from(width) * u64::from(height));
        }
    }
}
