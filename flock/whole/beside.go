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

// beside makes something new beside a path, and locks it.
func beside(path string, create func(name string) (*os.File, error)) (*os.File, error) {
	name := names(path)
	for n := 1; n <= looked; n++ {
		sweep(name(n))
	}
	for n := 1; ; n++ {
		f, err := create(name(n))
		switch {
		case (errors.Is(err, fs.ErrExist) || errors.Is(err, errSwept)) && n < most:
			continue
		case err != nil:
			return nil, err
		case !errors.Is(Lock(f), ErrLocked) && Named(f, f.Name()):
			return f, nil
		}
		f.Close()
	}
}

// errSwept says that another took away what was made, before it was locked.
var errSwept = errors.New("swept away")

// looked is how many names are looked at for what a dead writer left: more than
// there are writers to one place in earnest.
const looked = 8

// most is how many names there are.
const most = 10_000

func createFile(name string) (*os.File, error) {
	return os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
}

func createFolder(name string) (*os.File, error) {
	if err := os.Mkdir(name, 0o777); err != nil {
		return nil, err
	}
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		err = errSwept
	}
	return f, err
}

// longest is how long a name may be on the usual file systems, in bytes.
const longest = 255

// names returns those of what is written beside a path, for the n-th writer to it.
func names(path string) func(n int) string {
	dir, base := filepath.Split(path)
	ext, host := filepath.Ext(base), hostID()
	if len(ext) > 32 {
		ext = ""
	}
	stem := strings.TrimSuffix(base, ext)
	return func(n int) string {
		tail := fmt.Sprintf(".skein-%s-%d%s", host, n, ext)
		return dir + "." + strings.ToValidUTF8(stem[:min(len(stem), longest-1-len(tail))], "") + tail
	}
}

// hostID tells this machine from others that write into the same folders.
func hostID() string {
	name, _ := os.Hostname() // one that has none is like another
	id, _ := os.ReadFile("/etc/machine-id")
	return fmt.Sprintf("%x", sha256.Sum256(append([]byte(name+"\n"), id...)))[:12]
}

// sweep removes what a dead writer left under a name: what nobody has locked.
func sweep(name string) {
	info, err := os.Lstat(name)
	if err != nil || !info.IsDir() && !info.Mode().IsRegular() {
		return
	}
	flag := os.O_RDWR // without which some network file systems do not lock
	if info.IsDir() {
		flag = os.O_RDONLY
	}
	f, err := os.OpenFile(name, flag, 0)
	if err != nil {
		return
	}
	defer f.Close()
	if Lock(f) == nil && Named(f, name) {
		_ = os.RemoveAll(name) // the next one tries again
	}
}

// Named reports whether it is an open file that has that name now.
func Named(f *os.File, name string) bool {
	mine, err := f.Stat()
	if err != nil {
		return false
	}
	there, err := os.Stat(name)
	return err == nil && os.SameFile(mine, there)
}

// release closes a file and has it moved or removed: before, where the system can,
// so that it does not pass into other hands in between.
func release(f *os.File, do func() error) error {
	if !MovesOpen {
		f.Close()
		return do()
	}
	defer f.Close()
	return do()
}

// Way are folders that were made on the way to a path, the innermost first.
type Way []string

// MakeWay makes the folders on the way to a path that are missing.
func MakeWay(path string) (made Way, err error) {
	dir := filepath.Dir(path)
	for at := dir; ; at = filepath.Dir(at) {
		if _, err := os.Stat(at); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		made = append(made, at)
	}
	return made, os.MkdirAll(dir, 0o777)
}

// Undo removes the folders that are empty.
func (w Way) Undo() {
	for _, dir := range w {
		if os.Remove(dir) != nil {
			return
		}
	}
}
