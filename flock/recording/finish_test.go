package recording

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"skein/flock/whole"
)

// A recording cut off anywhere can be finished, with its whole segments, and the MCAP library reads it.
func TestFinish(t *testing.T) {
	f := fly(t, 3, 95)
	data := load(t, f.save(t))
	for _, n := range []int{len(data) - 1, len(data) - 9, len(data) * 9 / 10, len(data) * 3 / 4, len(data) / 2} {
		for _, ending := range []string{"", ".part"} {
			path := filepath.Join(t.TempDir(), "run.mcap")
			if err := os.WriteFile(path+ending, data[:n], 0o644); err != nil {
				t.Fatal(err)
			}
			had, err := readAll(t, data[:n], f.frames)
			if err != nil {
				t.Fatal(err)
			}
			if frames, err := Finish(path, false); err != nil || frames != had {
				t.Fatalf("cut at byte %d of %d: finished with %d frames (error %v), want %d", n, len(data), frames, err, had)
			}
			r := open(t, path)
			if !r.Complete() || r.Frames() != had {
				t.Errorf("cut at byte %d: complete is %t with %d frames, want true with %d", n, r.Complete(), r.Frames(), had)
			}
			if _, err := readAll(t, load(t, path), f.frames); err != nil {
				t.Errorf("cut at %d: %v", n, err)
			}
			readByLibrary(t, path, r)
			if _, err := os.Stat(Part(path)); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("cut at byte %d: the .part file still exists (error %v)", n, err)
			}
		}
	}
}

// Imported tracks can be finished, although they cannot be continued.
func TestFinishTracks(t *testing.T) {
	f := tracks(t)
	path := saveTracks(t, f)
	if err := os.Truncate(path, int64(len(load(t, path))-9)); err != nil {
		t.Fatal(err)
	}
	had := open(t, path).Frames()
	if frames, err := Finish(path, false); err != nil || frames != had {
		t.Errorf("an imported one: finished with %d frames (error %v), want %d", frames, err, had)
	}
	if r := open(t, path); !r.Complete() || r.Meta().Imported == "" {
		t.Error("the recording is not complete, or no longer marked as imported")
	}
}

// A file that cannot be finished, or is finished, stays unchanged.
func TestFinishRefuses(t *testing.T) {
	f := fly(t, 2, 65)
	path := f.save(t)
	data := string(load(t, path))
	if frames, err := Finish(path, false); err != nil || frames != 65 || string(load(t, path)) != data {
		t.Errorf("a finished recording: %d frames (error %v), changed: %t; want 65 and no change", frames, err, string(load(t, path)) != data)
	}
	put := func(text string) {
		t.Helper()
		if err := os.WriteFile(Part(path), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	put(data[:len(data)/2])
	if _, err := Finish(path, false); !errors.Is(err, fs.ErrExist) || string(load(t, path)) != data {
		t.Errorf("beside a finished recording: error %v, want that it exists", err)
	}
	if _, err := Finish(path, true); err != nil || open(t, path).Frames() != 30 {
		t.Errorf("in place of a finished recording with force: error %v, want 30 frames", err)
	}
	put(data[:200])
	if _, err := Finish(path, true); !errors.Is(err, ErrEmpty) || string(load(t, Part(path))) != data[:200] {
		t.Errorf("without a frame: error %v, want ErrEmpty and no change", err)
	}
	put(data[:len(data)/2])
	busy, err := os.OpenFile(Part(path), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer busy.Close()
	if err := whole.Lock(busy); err != nil {
		t.Skip(err)
	}
	if _, err := Finish(path, true); !errors.Is(err, errLocked) || string(load(t, Part(path))) != data[:len(data)/2] {
		t.Errorf("while it is being recorded: error %v, want that the file is locked", err)
	}
	if _, err := Finish(filepath.Join(t.TempDir(), "none.mcap"), false); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without a .part file: error %v, want that it does not exist", err)
	}
}
