//go:build unix

package testfiles

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Reader is one of skein's readers for a user's files, with their extension.
type Reader struct {
	Name, Ending string
	Read         func(path string) error
}

// OddFiles returns functions that create odd files. A reader must refuse each at once.
func OddFiles() map[string]func(path string) error {
	return map[string]func(path string) error{
		"pipe":      func(path string) error { return syscall.Mkfifo(path, 0o644) },
		"device":    func(path string) error { return os.Symlink("/dev/zero", path) },
		"directory": func(path string) error { return os.Mkdir(path, 0o755) },
		"sparse": func(path string) error {
			if err := os.WriteFile(path, nil, 0o644); err != nil {
				return err
			}
			return os.Truncate(path, 8<<30)
		},
	}
}

// RefusesAtOnce fails the test unless the reader quickly returns a one-line error that names the file, and
// uses little memory.
func RefusesAtOnce(t *testing.T, r Reader, path string) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	done := make(chan error, 1)
	go func() { done <- r.Read(path) }()
	select {
	case err := <-done:
		if err == nil || !strings.Contains(err.Error(), filepath.Base(path)) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v", r.Name, err)
		}
	case <-time.After(20 * time.Second):
		t.Fatalf("%s: reading %s takes longer than 20 s", r.Name, path)
	}
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > 64<<20 {
		t.Errorf("%s: reading %s allocated %d MiB, want at most 64", r.Name, path, took>>20)
	}
}
