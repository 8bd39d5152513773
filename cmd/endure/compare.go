package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"skein/flock"
	"skein/flock/recording"
)

// framesIn returns the number of frames in a recording or .part file, 0 if it is missing or has no complete
// frame.
func framesIn(path string) (int, error) {
	r, err := recording.Open(path)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, recording.ErrEmpty) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	defer r.Close()
	return r.Frames(), nil
}

func sameFlight(want, got string) string {
	a, err := recording.Open(want)
	if err != nil {
		return err.Error()
	}
	defer a.Close()
	b, err := recording.Open(got)
	if err != nil {
		return err.Error()
	}
	defer b.Close()
	if a.Frames() != b.Frames() {
		return fmt.Sprintf("%s has %d frames instead of %d", filepath.Base(got), b.Frames(), a.Frames())
	}
	for i := range a.Frames() {
		var x, y flock.Snapshot
		if err := errors.Join(a.Frame(i, &x), b.Frame(i, &y)); err != nil {
			return fmt.Sprintf("frame %d: %v", i+1, err)
		}
		if !reflect.DeepEqual(&x, &y) {
			return fmt.Sprintf("%s differs from the undisturbed flight, starting at frame %d", filepath.Base(got), i+1)
		}
	}
	return ""
}

func contents(path string) (map[string]string, error) {
	all := map[string]string{}
	err := filepath.WalkDir(path, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		all[strings.TrimPrefix(name, path)] = string(data)
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return all, err
}

func sameFiles(want, got map[string]string) string {
	for name, text := range want {
		other, ok := got[name]
		switch {
		case !ok:
			return fmt.Sprintf("%s is missing", name)
		case other != text:
			return fmt.Sprintf("%s has changed (%d bytes instead of %d)", name, len(other), len(text))
		}
	}
	for name := range got {
		if _, known := want[name]; !known {
			return fmt.Sprintf("%s should not exist", name)
		}
	}
	return ""
}
