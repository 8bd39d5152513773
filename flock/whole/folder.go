package whole

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Folder lets fill write files into a new folder that appears at path. A folder that
// is there is an error that is fs.ErrExist unless replace is set; then each of its
// files is replaced, and others that are in it stay.
func Folder(path string, replace bool, fill func(dir string) error) error {
	path = filepath.Clean(path)
	if err := MayFill(path, replace); err != nil {
		return err
	}
	return filled(path, fill, func(dir string) error {
		if err := MayFill(path, replace); err != nil {
			return err
		}
		if _, err := os.Lstat(path); err == nil {
			return merge(dir, path, true)
		}
		return os.Rename(dir, path)
	})
}

// Files lets fill write the files of those names into a new folder, and moves them
// into a folder. If that is missing it appears with all of them.
func Files(folder string, names []string, replace bool, fill func(dir string) error) error {
	if _, err := os.Lstat(folder); err != nil {
		return Folder(folder, replace, fill)
	}
	for _, name := range names {
		if err := MayCreate(filepath.Join(folder, name), replace); err != nil {
			return err
		}
	}
	return filled(filepath.Join(folder, "files"), fill, func(dir string) error { return merge(dir, folder, replace) })
}

// MayFill refuses the path of a folder that is there unless replace is set, and of
// anything else that is there.
func MayFill(path string, replace bool) error {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil // creating it will tell
	case !info.IsDir():
		return fmt.Errorf("%s is a file: want the name of a folder", path)
	case !replace:
		return exists(path)
	}
	return nil
}

// filled lets fill write into a folder beside path, all of which settle then moves.
func filled(path string, fill, settle func(dir string) error) error {
	made, err := MakeWay(path)
	if err != nil {
		made.Undo()
		return of(path, err)
	}
	dir, err := beside(path, createFolder)
	if err != nil {
		made.Undo()
		return of(path, err)
	}
	name := dir.Name()
	if err = fill(name); err == nil {
		err = syncAll(name)
	}
	err = release(dir, func() error {
		if err == nil {
			err = settle(name)
		}
		if err != nil {
			_ = os.RemoveAll(name)
		}
		return err
	})
	if err != nil {
		made.Undo()
		return of(path, err)
	}
	return nil
}

// syncAll makes sure that all files in a folder are on the disk.
func syncAll(folder string) error {
	return filepath.WalkDir(folder, func(path string, at fs.DirEntry, err error) error {
		if err != nil || at.IsDir() {
			return err
		}
		f, err := os.OpenFile(path, os.O_RDWR, 0)
		if err != nil {
			return err
		}
		defer f.Close()
		return f.Sync()
	})
}

// merge moves the files in a folder into another, and removes it.
func merge(from, to string, replace bool) error {
	err := filepath.WalkDir(from, func(path string, at fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		if at.IsDir() {
			return os.MkdirAll(filepath.Join(to, rel), 0o777)
		}
		return place(path, filepath.Join(to, rel), replace)
	})
	if err == nil {
		err = os.RemoveAll(from)
	}
	return err
}
