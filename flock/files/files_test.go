//go:build unix

package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"
)

// oddFiles makes files that no reader may accept. It returns a part of the expected error message for each
// path.
func oddFiles(t *testing.T) map[string]string {
	t.Helper()
	dir := t.TempDir()
	pipe, sparse := filepath.Join(dir, "pipe"), filepath.Join(dir, "sparse")
	if err := syscall.Mkfifo(pipe, 0o644); err != nil {
		t.Skip(err)
	}
	if err := os.WriteFile(sparse, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(sparse, 8<<30); err != nil {
		t.Skip(err)
	}
	return map[string]string{
		pipe: "is a pipe, not a regular file", "/dev/zero": "is a device, not a regular file",
		dir: "is a folder, not a file", sparse: "is larger than 3 MiB, the limit",
		filepath.Join(dir, "none"): "no such file or directory",
	}
}

func TestReadRefusesOddFiles(t *testing.T) {
	for path, want := range oddFiles(t) {
		_, err := Read(path, 3<<20)
		wantError(t, err, path, want)
		_, err = ReadFS(os.DirFS(filepath.Dir(path)), filepath.Base(path), 3<<20)
		wantError(t, err, filepath.Base(path), want)
		if strings.Contains(want, "larger") {
			continue // Open and Stat have no limit
		}
		_, _, err = Open(path)
		wantError(t, err, path, want)
		_, err = Stat(path)
		wantError(t, err, path, want)
	}
}

func wantError(t *testing.T, err error, path, want string) {
	t.Helper()
	var pathErr *fs.PathError
	if !errors.As(err, &pathErr) || pathErr.Path != path || pathErr.Err.Error() != want {
		t.Errorf("error %v, want the text: %s %s", err, path, want)
	}
}

func TestReadUpToTheLimit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "text")
	for size := range 5 {
		text := strings.Repeat("x", size)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		data, err := Read(path, 3)
		if size <= 3 && (err != nil || string(data) != text) {
			t.Errorf("a file of %d bytes is read as %q (error %v), want its whole content", size, data, err)
		}
		if large := (*TooLargeError)(nil); size > 3 && (!errors.As(err, &large) || large.Limit != 3) {
			t.Errorf("a file of %d bytes gives the error %v, want a TooLargeError with the limit 3", size, err)
		}
	}
}

// growing is a file with more bytes than its stated size, like a file that grows while it is read.
type growing struct{ fs.FS }

func (g growing) Stat(name string) (fs.FileInfo, error) {
	return fs.Stat(fstest.MapFS{name: {}}, name)
}

func TestReadGrowingFiles(t *testing.T) {
	fsys := growing{fstest.MapFS{"log": {Data: []byte("abcdef")}}}
	if data, err := ReadFS(fsys, "log", 6); err != nil || string(data) != "abcdef" {
		t.Errorf("%q, %v", data, err)
	}
	_, err := ReadFS(fsys, "log", 5)
	wantError(t, err, "log", "is larger than 5 bytes, the limit")
}
