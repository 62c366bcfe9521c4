//! Binary replays: `.avf` of Arbiter, `.mvf` of Clone, `.rmv` of Vienna, `.evf` of Metasweeper.
//!
//! # What we changed
//! The crate `ms_toollib` only takes the bytes apart; buttons become moves, and moves positions, by
//! the same code as for `RawVF`. It panics on bytes that it does not expect, which is caught here and
//! told as an error, and it keeps some 400 bytes for every event, which are asked of the budget.

use super::super::Format;
use super::super::error::Fault;
use super::super::recording::Recording;
use crate::budget::Budget;

#[cfg(not(feature = "replays"))]
pub(super) fn read(format: Format, _: &[u8], _: &Budget) -> Result<Recording, Fault> {
    let name = format.name();
    Err(Fault::new(
        0,
        format!("this build reads no {name} files; build it with the cargo feature `replays`, or give RawVF"),
    ))
}

#[cfg(feature = "replays")]
pub(super) use guarded::read;

#[cfg(feature = "replays")]
mod guarded {
    use super::super::super::error::lease;
    use super::super::mouse::{Mouse, cell_at};
    use super::{Budget, Fault, Format, Recording};
    use ms_toollib::videos::NewSomeVideo2;
    use ms_toollib::{AvfVideo, BaseVideo, ErrReadVideoReason, Event, EvfVideo, MvfVideo, RmvVideo};
    use std::cell::Cell;
    use std::panic;
    use std::sync::Once;

    /// The shortest event takes two bytes of a file, and becomes a record of some 400 bytes in a
    /// vector that grows by doubling.
    const BYTES_PER_BYTE: u64 = 512;

    /// Reads a game.
    pub(in super::super) fn read(format: Format, bytes: &[u8], budget: &Budget) -> Result<Recording, Fault> {
        let _lease = lease(budget, BYTES_PER_BYTE * bytes.len() as u64, 0, "the replay")?;
        let name = format.name();
        let parsed = quietly(|| parse(format, bytes.to_vec()));
        let video = match parsed {
            Some(Ok(video)) => video,
            Some(Err(reason)) => {
                let why = sentence(&reason);
                return Err(Fault::new(0, format!("this is no {name} replay that can be read: {why}")));
            }
            None => {
                return Err(Fault::new(
                    0,
                    format!("this is no {name} replay that can be read: its bytes make no sense"),
                ));
            }
        };
        recording(&video).ok_or_else(|| {
            Fault::new(0, format!("this {name} replay has no board, or is of a version that is not known"))
        })
    }

    type Video = BaseVideo<Vec<Vec<i32>>>;

    fn parse(format: Format, bytes: Vec<u8>) -> Result<Video, ErrReadVideoReason> {
        if bytes.is_empty() {
            return Err(ErrReadVideoReason::FileIsEmpty);
        }
        match format {
            Format::Avf => {
                let mut video = <AvfVideo as NewSomeVideo2<_, _>>::new(bytes, "");
                video.parse().map(|()| video.data)
            }
            Format::Mvf => {
                let mut video = <MvfVideo as NewSomeVideo2<_, _>>::new(bytes, "");
                video.parse().map(|()| video.data)
            }
            Format::Rmv => {
                let mut video = <RmvVideo as NewSomeVideo2<_, _>>::new(bytes, "");
                video.parse().map(|()| video.data)
            }
            _ => {
                let mut video = <EvfVideo as NewSomeVideo2<_, _>>::new(bytes, "");
                video.parse().map(|()| video.data)
            }
        }
    }

    /// The game that was recorded; `None` if there is no board.
    fn recording(video: &Video) -> Option<Recording> {
        let height = u32::try_from(video.board.len()).ok().filter(|&height| height > 0)?;
        let width = u32::try_from(video.board[0].len()).ok().filter(|&width| width > 0)?;
        let mines: Vec<bool> = video.board.iter().flatten().map(|&cell| cell == -1).collect();
        let size = i64::from(video.cell_pixel_size);
        let mut mouse = Mouse::default();
        for record in &video.video_action_state_recorder {
            if let Some(Event::Mouse(event)) = &record.event {
                let cell = cell_at(event.x.into(), event.y.into(), size, width, height);
                // What is not known, such as the start of a pause, moves nothing.
                let _ = mouse.take(&event.mouse, cell);
            }
        }
        Some(Recording::new(width, height, mines, mouse.moves))
    }

    fn sentence(reason: &ErrReadVideoReason) -> &'static str {
        match reason {
            ErrReadVideoReason::FileIsEmpty => "it is empty",
            ErrReadVideoReason::FileIsTooShort => "it ends too early",
            ErrReadVideoReason::InvalidMinePosition => "a mine lies outside of the board",
            ErrReadVideoReason::InvalidVideoEvent => "it has an event that is not known",
            ErrReadVideoReason::VersionBackward => "its version is not known",
            ErrReadVideoReason::Utf8Error => "a text in it is not UTF-8",
            _ => "its header makes no sense",
        }
    }

    thread_local! {
        static QUIET: Cell<bool> = const { Cell::new(false) };
    }

    /// Calls a function that may panic; then it has no result, and nothing is printed.
    fn quietly<T>(call: impl FnOnce() -> T) -> Option<T> {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let usual = panic::take_hook();
            panic::set_hook(Box::new(move |info| {
                if !QUIET.get() {
                    usual(info);
                }
            }));
        });
        QUIET.set(true);
        // Nothing of what the call has touched is used after a panic.
        let result = panic::catch_unwind(panic::AssertUnwindSafe(call)).ok();
        QUIET.set(false);
        result
    }
}
