package whole

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

func createBeside(path string, create func(name string) (*os.File, error)) (*os.File, error) {
	name := tempNames(path)
	for n := 1; n <= checkedNames; n++ {
		removeLeftover(name(n))
	}
	for n := 1; ; n++ {
		f, err := create(name(n))
		switch {
		case (errors.Is(err, fs.ErrExist) || errors.Is(err, errRemoved)) && n < maxNames:
			continue
		case err != nil:
			return nil, err
		case !errors.Is(Lock(f), ErrLocked) && HasName(f, f.Name()):
			return f, nil
		}
		f.Close()
	}
}

// errRemoved means that another process removed a new folder before it was locked.
var errRemoved = errors.New("removed by another process")

// checkedNames is the number of temporary names of a path that a writer checks for files of killed writers.
const checkedNames = 8

const maxNames = 10_000

func createFile(name string) (*os.File, error) {
	return os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
}

func createFolder(name string) (*os.File, error) {
	if err := os.Mkdir(name, 0o777); err != nil {
		return nil, err
	}
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		err = errRemoved
	}
	return f, err
}

// maxNameLength is the longest file name on usual file systems, in bytes.
const maxNameLength = 255

func tempNames(path string) func(n int) string {
	dir, base := filepath.Split(path)
	ext, host := filepath.Ext(base), hostID()
	if len(ext) > 32 {
		ext = ""
	}
	stem := strings.TrimSuffix(base, ext)
	return func(n int) string {
		tail := fmt.Sprintf(".skein-%s-%d%s", host, n, ext)
		return dir + "." + strings.ToValidUTF8(stem[:min(len(stem), maxNameLength-1-len(tail))], "") + tail
	}
}

// hostID returns a name that identifies the machine among those that share a folder.
func hostID() string {
	name, _ := os.Hostname()
	id, _ := os.ReadFile("/etc/machine-id")
	return fmt.Sprintf("%x", sha256.Sum256(append([]byte(name+"\n"), id...)))[:12]
}

func removeLeftover(name string) {
	info, err := os.Lstat(name)
	if err != nil || !info.IsDir() && !info.Mode().IsRegular() {
		return
	}
	flag := os.O_RDWR // some network file systems lock only files that are open for writing
	if info.IsDir() {
		flag = os.O_RDONLY
	}
	f, err := os.OpenFile(name, flag, 0)
	if err != nil {
		return
	}
	defer f.Close()
	if Lock(f) == nil && HasName(f, name) {
		_ = os.RemoveAll(name)
	}
}

// HasName reports whether the file with the given name is still f.
func HasName(f *os.File, name string) bool {
	own, err := f.Stat()
	if err != nil {
		return false
	}
	named, err := os.Stat(name)
	return err == nil && os.SameFile(own, named)
}

// closeAndDo closes a file and calls do, which moves or removes it. If the system can move open files, it
// calls do first, so that no other process can lock the file in between.
func closeAndDo(f *os.File, do func() error) error {
	if !MovesOpen {
		f.Close()
		return do()
	}
	defer f.Close()
	return do()
}

// NewFolders lists the folders that MakeFolders created, innermost first.
type NewFolders []string

// MakeFolders creates the missing folders above a path.
func MakeFolders(path string) (folders NewFolders, err error) {
	dir := filepath.Dir(path)
	for folder := dir; ; folder = filepath.Dir(folder) {
		if _, err := os.Stat(folder); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		folders = append(folders, folder)
	}
	return folders, os.MkdirAll(dir, 0o777)
}

// Undo removes those of the listed folders that are empty.
func (f NewFolders) Undo() {
	for _, dir := range f {
		if os.Remove(dir) != nil {
			return
		}
	}
}
