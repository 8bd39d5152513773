package whole

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Folder writes a folder that appears at path. If there is a folder and replace is false, the error is
// fs.ErrExist. If replace is true, Folder replaces files with the same names and keeps the others.
func Folder(path string, replace bool, fill func(dir string) error) error {
	path = filepath.Clean(path)
	if err := MayFill(path, replace); err != nil {
		return err
	}
	return fillFolder(path, fill, func(dir string) error {
		if err := MayFill(path, replace); err != nil {
			return err
		}
		if _, err := os.Lstat(path); err == nil {
			return merge(dir, path, true)
		}
		return os.Rename(dir, path)
	})
}

// Files writes the named files into a folder. fill writes them to a temporary folder, from which Files moves
// them. A new folder appears with all its files at once.
func Files(folder string, names []string, replace bool, fill func(dir string) error) error {
	if _, err := os.Lstat(folder); err != nil {
		return Folder(folder, replace, fill)
	}
	for _, name := range names {
		if err := MayCreate(filepath.Join(folder, name), replace); err != nil {
			return err
		}
	}
	return fillFolder(filepath.Join(folder, "files"), fill, func(dir string) error { return merge(dir, folder, replace) })
}

// MayFill returns an error if something other than a folder is at path, or if there is a folder and replace
// is false.
func MayFill(path string, replace bool) error {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil // creating it reports any other error
	case !info.IsDir():
		return fmt.Errorf("%s is a file; give the name of a folder", path)
	case !replace:
		return existsError(path)
	}
	return nil
}

// fillFolder creates a temporary folder beside path, into which fill writes. settle then moves the content.
func fillFolder(path string, fill, settle func(dir string) error) error {
	folders, err := MakeFolders(path)
	if err != nil {
		folders.Undo()
		return pathError(path, err)
	}
	dir, err := createBeside(path, createFolder)
	if err != nil {
		folders.Undo()
		return pathError(path, err)
	}
	name := dir.Name()
	if err = fill(name); err == nil {
		err = syncAll(name)
	}
	err = closeAndDo(dir, func() error {
		if err == nil {
			err = settle(name)
		}
		if err != nil {
			_ = os.RemoveAll(name)
		}
		return err
	})
	if err != nil {
		folders.Undo()
		return pathError(path, err)
	}
	return nil
}

func syncAll(folder string) error {
	return filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
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

func merge(source, target string, replace bool) error {
	err := filepath.WalkDir(source, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(source, path)
		if err != nil {
			return err
		}
		if entry.IsDir() {
			return os.MkdirAll(filepath.Join(target, rel), 0o777)
		}
		return moveTo(path, filepath.Join(target, rel), replace)
	})
	if err == nil {
		err = os.RemoveAll(source)
	}
	return err
}
