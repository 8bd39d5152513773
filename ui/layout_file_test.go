//go:build cgo && !nowindow && unix

package ui

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// A layout file is not passed to ImGui if reading it would block or never end.
func TestUsableLayoutFile(t *testing.T) {
	dir := t.TempDir()
	file, pipe, none := filepath.Join(dir, "layout.ini"), filepath.Join(dir, "pipe.ini"), filepath.Join(dir, "none.ini")
	if err := os.WriteFile(file, []byte("[Window][Debug]\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(pipe, 0o644); err != nil {
		t.Skip(err)
	}
	for path, want := range map[string]string{file: file, none: none, pipe: "", "/dev/zero": "", dir: "", "": ""} {
		if got := usable(path); got != want {
			t.Errorf("layout file %q: usable returns %q, want %q", path, got, want)
		}
	}
}
