//! A folder as a candidate: what stands there from the run before is written again only where it is not the same.

use std::fs::{self, File, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::folder::{Entry, Folder};

/// When the files of a candidate were modified, in seconds: long ago. What a test does to one of them shows.
const LONG_AGO: Duration = Duration::from_secs(946_684_800);

/// The files in a folder as they were written there, with what the system said of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Standing(FxHashMap<PathBuf, (Entry, Stamp)>);

/// What changes with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stamp {
    inode: u64,
    mode: u32,
    size: u64,
    modified: (i64, i64),
    changed: (i64, i64),
}

impl Stamp {
    fn of(metadata: &Metadata) -> Self {
        Stamp {
            inode: metadata.ino(),
            mode: metadata.mode(),
            size: metadata.size(),
            modified: (metadata.mtime(), metadata.mtime_nsec()),
            changed: (metadata.ctime(), metadata.ctime_nsec()),
        }
    }
}

impl Standing {
    /// Makes what is below `root` the given folder. What this says stands there already, and does so unchanged, stays.
    ///
    /// # Errors
    /// When something cannot be removed or written.
    pub(super) fn become_folder(&mut self, root: &Path, folder: &Folder) -> io::Result<()> {
        let wanted: FxHashMap<&Path, &Entry> =
            folder.entries().iter().filter(|entry| entry.stays_within()).map(|entry| (&*entry.path, entry)).collect();
        let folders: FxHashSet<&Path> = wanted.values().flat_map(|entry| entry.folders()).collect();
        let mut stays = FxHashMap::default();
        let mut open = vec![PathBuf::new()];
        while let Some(relative) = open.pop() {
            for found in fs::read_dir(root.join(&relative))? {
                let found = found?;
                let (path, place) = (relative.join(found.file_name()), found.path());
                let metadata = fs::symlink_metadata(&place)?;
                if metadata.is_dir() {
                    if folders.contains(&*path) {
                        open.push(path);
                    } else {
                        fs::remove_dir_all(&place)?;
                    }
                    continue;
                }
                match self.0.remove_entry(&path) {
                    Some((path, (entry, stamp)))
                        if stamp == Stamp::of(&metadata) && wanted.get(&*path) == Some(&&entry) =>
                    {
                        stays.insert(path, (entry, stamp));
                    }
                    _ => fs::remove_file(&place)?,
                }
            }
        }
        for entry in wanted.into_values() {
            if stays.contains_key(&entry.path) {
                continue;
            }
            entry.write(root)?;
            if entry.is_file() {
                let place = root.join(&entry.path);
                File::options().append(true).open(&place)?.set_modified(SystemTime::UNIX_EPOCH + LONG_AGO)?;
                stays.insert(entry.path.clone(), (entry.clone(), Stamp::of(&fs::symlink_metadata(&place)?)));
            }
        }
        self.0 = stays;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn folder(files: &[(&str, &str)]) -> Folder {
        Folder::new(files.iter().map(|(path, text)| Entry::file(path, text.as_bytes())).collect())
    }

    fn there(root: &Path) -> Folder {
        Folder::read(root, 1 << 20).expect("can be read").0
    }

    #[test]
    fn whatever_a_test_has_done_the_next_one_finds_its_candidate() {
        let place = tempfile::tempdir().expect("a folder");
        let root = place.path();
        let candidate = folder(&[("a/b.c", "one"), ("a/c.c", "two"), ("d.h", "three")]);
        let mut standing = Standing::default();
        let tampering: [&dyn Fn(); 7] = [
            &|| {},
            &|| fs::write(root.join("a/b.c"), "eno").expect("written"),
            &|| fs::remove_dir_all(root.join("a")).expect("removed"),
            &|| fs::write(root.join("new"), "").expect("written"),
            &|| fs::create_dir_all(root.join("build/deep")).expect("made"),
            &|| fs::set_permissions(root.join("d.h"), Permissions::from_mode(0o600)).expect("set"),
            &|| {
                fs::remove_file(root.join("d.h")).expect("removed");
                fs::create_dir(root.join("d.h")).expect("made");
            },
        ];
        for tamper in tampering {
            standing.become_folder(root, &candidate).expect("written");
            assert_eq!(there(root), candidate);
            tamper();
        }
        standing.become_folder(root, &candidate).expect("written");
        assert_eq!(there(root), candidate);
    }

    #[test]
    fn what_is_the_same_is_not_written_again() {
        let place = tempfile::tempdir().expect("a folder");
        let root = place.path();
        let inode = |path: &str| fs::metadata(root.join(path)).expect("there").ino();
        let changed = |path: &str| fs::metadata(root.join(path)).expect("there").ctime_nsec();
        let mut standing = Standing::default();
        standing.become_folder(root, &folder(&[("a/b.c", "one"), ("d.h", "two"), ("e", "")])).expect("written");
        let before = (inode("a/b.c"), changed("a/b.c"));
        let next = folder(&[("a/b.c", "one"), ("d.h", "tw")]);
        standing.become_folder(root, &next).expect("written");
        assert_eq!((inode("a/b.c"), changed("a/b.c")), before);
        assert_eq!(there(root), next);
    }
}
