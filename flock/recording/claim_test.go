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

// What somebody else put in the place of a part, or made of it, is not touched.
func TestPartInOtherHands(t *testing.T) {
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
	if err := w.Close(); err == nil || !strings.Contains(err.Error(), "another's by now") {
		t.Errorf("got %v", err)
	}
	if err := w.Abort(); err != nil {
		t.Error(err)
	}
	if got, _ := os.ReadFile(Part(path)); string(got) != "another's" {
		t.Errorf("the other's part is %q", got)
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("there is a recording: %v", err)
	}
}

// A part that is finished between its opening and its locking stays as it is.
func TestPartFinishedMeanwhile(t *testing.T) {
	f := fly(t, 3, 2)
	path := f.save(t)
	whole := load(t, path)
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
	if got := load(t, path); !bytes.Equal(got, whole) {
		t.Error("the recording changed")
	}
}

// One writer at a time goes on with a part, and none while it is written.
func TestOneWriterAtATime(t *testing.T) {
	f := fly(t, 3, 2)
	path := filepath.Join(t.TempDir(), "run.mcap")
	w, err := Create(path, f.meta, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	f.record(t, w)
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	before := load(t, Part(path))
	if _, err := Continue(path, false); movesOpen && !errors.Is(err, errLocked) {
		t.Errorf("going on with it: %v", err)
	}
	if _, err := Create(path, f.meta, Options{Force: true}); movesOpen && !errors.Is(err, errLocked) {
		t.Errorf("beginning it anew: %v", err)
	}
	if got := load(t, Part(path)); !bytes.Equal(got, before) {
		t.Error("the part changed")
	}
}

// A recording without frames, which nobody could open, does not appear.
func TestNothingToKeep(t *testing.T) {
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
	if left, _ := os.ReadDir(filepath.Dir(path)); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}
