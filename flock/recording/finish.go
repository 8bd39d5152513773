package recording

import (
	"errors"
	"io/fs"
	"os"
)

// Finish finishes a recording that was cut short, as it is: it drops what follows the last
// whole segment, writes the summary, and gives the file its name. It returns the number of
// frames. If there is no part, the recording of that name is finished; one that is finished
// stays as it is. If there are both, force lets the part replace the other.
func Finish(path string, force bool) (frames int, err error) {
	_, err = os.Stat(Part(path))
	part := !errors.Is(err, fs.ErrNotExist)
	if !part {
		if frames, err := finished(path); frames > 0 || err != nil {
			return frames, err
		}
	}
	w, err := reopen(path, force, true)
	if err != nil {
		return 0, err
	}
	if err := w.Close(); err != nil {
		if part {
			_, _ = w.Keep() // the error that led here says more
		} else {
			_ = w.Abort()
		}
		return 0, err
	}
	return w.Frames(), nil
}

// finished returns the number of frames of a recording that is finished, 0 of another.
func finished(path string) (frames int, err error) {
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
