//! Boards by the ids that `batch` gave them.
//!
//! # Theory
//! An id is a path, perhaps with `#` and the name of a board in that file. Rows come in the order of
//! the corpus, so a file that holds many boards is read on from where the last one was found. Only
//! where rows were put into another order it is read again from its start, and [`REWINDS`] times at
//! most: a report may name any number of boards that are no longer there.

use std::fs;
use std::path::{Path, PathBuf};

use crate::batch::Corpus;
use crate::batch::instance::{Instance, Instances, one_line};
use crate::batch::run::text_limit;
use crate::budget::Budget;

/// How often files are read again.
const REWINDS: u32 = 64;

/// Files that boards are taken from.
pub struct Shelf<'a> {
    folder: &'a Path,
    open: Option<Open>,
    rewinds: u32,
}

/// The file that was opened last.
struct Open {
    path: PathBuf,
    instances: Instances,
}

impl<'a> Shelf<'a> {
    /// Ids are paths from this folder.
    pub fn new(folder: &'a Path) -> Self {
        Shelf { folder, open: None, rewinds: REWINDS }
    }

    /// The board of an id, if it is at hand and can be found within the limits.
    pub fn find(&mut self, id: &str, budget: &Budget) -> Option<Instance> {
        let path = file_of(self.folder, id)?;
        let id = one_line(&self.folder.join(id).display().to_string());
        let is_open = self.open.as_ref().is_some_and(|open| open.path == path);
        if is_open {
            if let Some(found) = self.read_on(&id, budget) {
                return Some(found);
            }
            self.rewinds = self.rewinds.checked_sub(1)?;
        }
        let limit = text_limit(budget.memory_limit());
        let instances = Instances::new(&Corpus::file(path.clone()), limit, false);
        self.open = Some(Open { path, instances });
        self.read_on(&id, budget)
    }

    fn read_on(&mut self, id: &str, budget: &Budget) -> Option<Instance> {
        let instances = &mut self.open.as_mut()?.instances;
        instances.by_ref().take_while(|_| budget.check().is_ok()).find(|instance| instance.id == id)
    }
}

/// The file that an id speaks of. Ids are not trusted: a pipe or a device would be waited for.
fn file_of(folder: &Path, id: &str) -> Option<PathBuf> {
    let ends = std::iter::once(id.len()).chain(id.rmatch_indices('#').map(|(at, _)| at));
    let mut paths = ends.map(|end| folder.join(&id[..end]));
    paths.find(|path| fs::metadata(path).is_ok_and(|found| found.is_file()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_found_in_any_order() {
        let folder = tempfile::tempdir().unwrap();
        let many: String = (0..20)
            .flat_map(|i| {
                ["--- ".to_owned(), i.to_string(), "\n1".to_owned(), "?".repeat(i + 1), "\n".to_owned()]
            })
            .collect();
        fs::write(folder.path().join("many.txt"), many).unwrap();
        fs::write(folder.path().join("a#b.txt"), "1?\n").unwrap();
        fs::write(folder.path().join("a"), "--- b.txt\n2?\n").unwrap();
        let mut shelf = Shelf::new(folder.path());
        let mut text = |id: &str| {
            let found = shelf.find(id, &Budget::unlimited())?;
            Some(String::from_utf8(found.text.unwrap()).unwrap())
        };
        for i in [0, 3, 4, 19, 2, 2, 18] {
            let expected = format!("1{}\n", "?".repeat(i + 1));
            assert_eq!(text(&format!("many.txt#{i}")), Some(expected), "{i}");
        }
        // A file is nearer than a name in one.
        assert_eq!(text("a#b.txt"), Some("1?\n".to_owned()));
        for absent in ["many.txt", "many.txt#20", "none.txt", "-", "", "#"] {
            assert_eq!(text(absent), None, "{absent}");
        }
        for _ in 0..2 * REWINDS {
            assert_eq!(text("many.txt#20"), None);
        }
        assert_eq!(text("many.txt#1"), None, "there is an end to reading again");
    }
}
