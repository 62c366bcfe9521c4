//! Where results go: standard output, and files that are whole or not there.

use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;

use anstream::{AutoStream, ColorChoice};

use super::args::Colour;
use crate::report::picture::Screen;

/// Standard output, and whether colours are wanted there.
pub struct Output {
    out: BufWriter<AutoStream<io::StdoutLock<'static>>>,
    screen: Screen,
}

impl Output {
    /// Standard output. `auto` means colours in a terminal, unless the environment asks for none.
    pub fn stdout(colour: Colour) -> Self {
        let stdout = io::stdout();
        let choice = match colour {
            Colour::Auto => AutoStream::choice(&stdout),
            Colour::Always => ColorChoice::Always,
            Colour::Never => ColorChoice::Never,
        };
        let columns = stdout
            .is_terminal()
            .then(|| terminal_size::terminal_size_of(&stdout))
            .flatten()
            .map(|(width, _)| usize::from(width.0));
        let colour = choice != ColorChoice::Never;
        // Without colour nothing needs to be taken out again: plain text passes as it is.
        let stream = if colour {
            AutoStream::new(stdout.lock(), choice)
        } else {
            AutoStream::always_ansi(stdout.lock())
        };
        Output { out: BufWriter::new(stream), screen: Screen { colour, columns } }
    }

    /// For whom we write.
    pub fn screen(&self) -> Screen {
        self.screen
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Fills a file, which then is whole: what goes wrong on the way leaves an older file as it was.
pub fn write_file<E: From<io::Error>>(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), E> {
    let old = fs::metadata(path).ok();
    if old.is_some_and(|old| !old.is_file()) {
        // A device or a pipe cannot be replaced, only written to.
        let mut out = BufWriter::new(File::options().write(true).open(path)?);
        fill(&mut out)?;
        return Ok(out.flush()?);
    }
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut partial = path.as_os_str().to_owned();
    partial.push(format!(".partial-{}", std::process::id()));
    let written = File::create(&partial).map_err(E::from).and_then(|file| {
        let mut out = BufWriter::new(file);
        fill(&mut out)?;
        out.flush()?;
        Ok(fs::rename(&partial, &path)?)
    });
    if written.is_err() {
        let _ = fs::remove_file(&partial);
    }
    written
}
