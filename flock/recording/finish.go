package recording

import (
	"errors"
	"io/fs"
	"os"
)

// Finish finishes a recording that was interrupted. It truncates the .part file after the last whole segment,
// writes the summary, and renames the file to its final name. It returns the number of frames. If there is no
// .part file, it finishes the file at path itself. If both exist, it returns an error unless force is true,
// in which case the .part file replaces the finished file.
func Finish(path string, force bool) (frames int, err error) {
	_, err = os.Stat(Part(path))
	part := !errors.Is(err, fs.ErrNotExist)
	if !part {
		if frames, err := finishedFrames(path); frames > 0 || err != nil {
			return frames, err
		}
	}
	w, err := reopen(path, force, true)
	if err != nil {
		return 0, err
	}
	if err := w.Close(); err != nil {
		if part {
			_, _ = w.Keep() // the earlier error is more useful
		} else {
			_ = w.Abort()
		}
		return 0, err
	}
	return w.Frames(), nil
}

// finishedFrames returns the number of frames. For an unfinished recording, it returns 0.
func finishedFrames(path string) (frames int, err error) {
	r, err := Open(path)
	if err != nil {
		return 0, err
	}
	defer r.Close()
	if !r.Complete() {
		return 0, nil
	}
	return r.Frames(), nil
}
