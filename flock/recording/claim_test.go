package recording

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// If another process replaces a .part file while it is written, the new file stays unchanged.
func TestPartReplacedByAnotherProcess(t *testing.T) {
	f := fly(t, 3, 2)
	path := filepath.Join(t.TempDir(), "run.mcap")
	w, err := Create(path, f.meta, Options{})
	if err != nil {
		t.Fatal(err)
	}
	f.record(t, w)
	if err := os.Remove(Part(path)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(Part(path), []byte("another's"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err == nil || !strings.Contains(err.Error(), "was removed or replaced") {
		t.Errorf("got %v", err)
	}
	if err := w.Abort(); err != nil {
		t.Error(err)
	}
	if got, _ := os.ReadFile(Part(path)); string(got) != "another's" {
		t.Errorf("the other program's .part file contains %q, want it unchanged", got)
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a recording was made in spite of the error: %v", err)
	}
}

// A .part file that another process finishes between opening and locking stays unchanged.
func TestPartFinishedMeanwhile(t *testing.T) {
	f := fly(t, 3, 2)
	path := f.save(t)
	complete := load(t, path)
	if err := os.Rename(path, Part(path)); err != nil {
		t.Fatal(err)
	}
	late, err := os.OpenFile(Part(path), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer late.Close()
	if err := os.Rename(Part(path), path); err != nil {
		t.Fatal(err)
	}
	if err := claim(late); !errors.Is(err, errLocked) {
		t.Errorf("got %v", err)
	}
	if got := load(t, path); !bytes.Equal(got, complete) {
		t.Error("the recording changed")
	}
}

// A recording without frames, which could not be opened, is removed.
func TestRecordingWithoutFramesIsRemoved(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.mcap")
	w, err := Create(path, fly(t, 3, 1).meta, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err == nil || !strings.Contains(err.Error(), "no frame") {
		t.Errorf("got %v", err)
	}
	if n, _ := w.Keep(); n != 0 {
		t.Errorf("%d frames", n)
	}
	if remaining, _ := os.ReadDir(filepath.Dir(path)); len(remaining) != 0 {
		t.Errorf("files that remain: %v", remaining)
	}
}

// A locked .part file that cannot be written is removed if it is empty.
func TestPartThatCannotBeWritten(t *testing.T) {
	for text, stays := range map[string]bool{"": false, "a flight": true} {
		path := filepath.Join(t.TempDir(), "run.mcap")
		if err := os.WriteFile(Part(path), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		part, err := os.Open(Part(path)) // a file opened for reading only cannot be truncated
		if err != nil {
			t.Fatal(err)
		}
		defer part.Close()
		if _, err := truncatePart(part); err == nil {
			t.Error("a file that is open for reading was cut to length 0")
		}
		if _, err := os.Stat(Part(path)); (err == nil) != stays {
			t.Errorf("a .part file with %q: Stat returns %v, want the file to stay: %v", text, err, stays)
		}
	}
}
