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

// PartialFlag lets a command read incomplete recordings.
type PartialFlag struct {
	AllowPartial bool `help:"Read an incomplete recording up to its last whole frame, instead of refusing it. Files called .mcap.part are always read."`
}

// Open opens a recording. It refuses an incomplete one, unless the flag is given or the name ends
// in .part, because users expect all frames in a file called .mcap.
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
		return nil, fmt.Errorf("%s; use --allow-partial to read them, or skein record --finish %s to make a complete recording of them", PartialMessage(path, r), words.Quote(path))
	}
	g.Say("%s", PartialMessage(path, r))
	return r, nil
}

// IsPart reports whether a name is that of an unfinished recording.
func IsPart(path string) bool { return strings.HasSuffix(path, recording.Part("")) }

// PartialMessage returns a message that tells how much of a recording exists.
func PartialMessage(path string, r *recording.Reader) string {
	if planned := r.Meta().Planned; planned > r.Frames() {
		return fmt.Sprintf("%s is not finished: it contains the first %d of %d frames", path, r.Frames(), planned)
	}
	return fmt.Sprintf("%s is not finished: it contains the first %d frames", path, r.Frames())
}

// MissingRecording returns the error for a recording that does not exist. It mentions an
// unfinished one of the same name.
func MissingRecording(path string, err error) error {
	part := recording.Part(path)
	if _, missing := os.Stat(part); missing != nil {
		return usage.Wrap(err)
	}
	return usage.Wrap(partError{err, fmt.Sprintf("%s does not exist, but the unfinished %s does: %s", path, part, RepairHint(path))})
}

// partError replaces the text of an error and keeps its cause.
type partError struct {
	error
	text string
}

func (e partError) Error() string { return e.text }

func (e partError) Unwrap() error { return e.error }

// RepairHint returns what to do with an unfinished recording.
func RepairHint(path string) string {
	return fmt.Sprintf("use skein record --finish %s to finish it as it is, or --resume to continue it", words.Quote(recording.Part(path)))
}
