//! Files that may be archives: `.gz` and `.zst`, told by their first bytes and read as they stream.
//!
//! # Cost
//! The window of the archive: 32 KiB for gzip, at most 100 MiB for Zstandard, whose decoder refuses
//! more. What comes out has no limit here; whoever reads it has one.

use std::io::{self, BufRead, BufReader, Read};

use flate2::bufread::MultiGzDecoder;
use ruzstd::decoding::StreamingDecoder;

/// How much is read at a time.
const PIECE: usize = 1 << 16;

/// What is inside a stream, whether it is an archive or not.
pub fn unpacked(input: impl Read + Send + 'static) -> io::Result<Box<dyn BufRead + Send>> {
    let mut input = BufReader::with_capacity(PIECE, input);
    let start = input.fill_buf()?;
    if start.starts_with(b"\x1F\x8B\x08") {
        return Ok(Box::new(BufReader::with_capacity(PIECE, MultiGzDecoder::new(input))));
    }
    if start.starts_with(b"\x28\xB5\x2F\xFD") {
        return Ok(Box::new(BufReader::with_capacity(PIECE, Frames::At(Box::new(input)))));
    }
    Ok(Box::new(input))
}

/// The frames of a Zstandard stream, one after the other.
enum Frames<R: BufRead> {
    /// Between two frames.
    At(Box<R>),
    /// Within one.
    In(Box<StreamingDecoder<R, ruzstd::decoding::FrameDecoder>>),
    /// After the last, or after a fault.
    Done,
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match std::mem::replace(self, Frames::Done) {
                Frames::Done => return Ok(0),
                Frames::At(mut input) => {
                    if input.fill_buf()?.is_empty() {
                        return Ok(0);
                    }
                    let decoder = StreamingDecoder::new(*input).map_err(io::Error::other)?;
                    *self = Frames::In(Box::new(decoder));
                }
                Frames::In(mut decoder) => {
                    let read = decoder.read(buffer)?;
                    *self = if read > 0 || buffer.is_empty() {
                        Frames::In(decoder)
                    } else {
                        Frames::At(Box::new(decoder.into_inner()))
                    };
                    if read > 0 || buffer.is_empty() {
                        return Ok(read);
                    }
                }
            }
        }
    }
}
