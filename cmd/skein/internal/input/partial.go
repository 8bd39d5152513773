package input

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/usage"
	"skein/cmd/skein/internal/words"
	"skein/flock/recording"
)

// PartialFlag lets a command read recordings that were cut short.
type PartialFlag struct {
	AllowPartial bool `help:"Read a recording that was cut short up to its last whole frame, instead of refusing it. Files called .mcap.part are always read."`
}

// Open opens a recording. One that was cut short is refused, unless the flag is given or its
// name says so: half of the frames are not what is expected of a name that ends in .mcap.
func (f PartialFlag) Open(g *console.Console, path string) (*recording.Reader, error) {
	r, err := Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, MissingRecording(path, err)
	}
	if err != nil || r.Complete() {
		return r, err
	}
	if !f.AllowPartial && !IsPart(path) {
		defer r.Close()
		return nil, fmt.Errorf("%s; --allow-partial reads them, skein record --finish %s makes them a whole recording", Partly(path, r), words.Quote(path))
	}
	g.Say("%s", Partly(path, r))
	return r, nil
}

// IsPart reports whether a name is that of a recording that is not finished.
func IsPart(path string) bool { return strings.HasSuffix(path, recording.Part("")) }

// Partly returns how much there is of a recording that was cut short.
func Partly(path string, r *recording.Reader) string {
	if planned := r.Meta().Planned; planned > r.Frames() {
		return fmt.Sprintf("%s was not finished: its first %d of %d frames are there", path, r.Frames(), planned)
	}
	return fmt.Sprintf("%s was not finished: its first %d frames are there", path, r.Frames())
}

// MissingRecording returns the error about a recording that is not there, which may have been
// cut short.
func MissingRecording(path string, err error) error {
	part := recording.Part(path)
	if _, missing := os.Stat(part); missing != nil {
		return usage.Wrap(err)
	}
	return usage.Wrap(partError{err, fmt.Sprintf("%s is not there, but %s is, which was not finished: %s", path, part, Mending(path))})
}

// partError is an error about a recording that is not there, in other words.
type partError struct {
	error
	text string
}

func (e partError) Error() string { return e.text }

func (e partError) Unwrap() error { return e.error }

// Mending returns what to do with a recording that was cut short.
func Mending(path string) string {
	return fmt.Sprintf("skein record --finish %s finishes it as it is, --resume goes on with it", words.Quote(recording.Part(path)))
}
