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

// PartialFlag is the flag that lets a command read incomplete recordings.
type PartialFlag struct {
	AllowPartial bool `help:"Read an incomplete recording up to its last complete frame. Without this flag, only files called .mcap.part may be incomplete."`
}

// Open opens a recording. It refuses an incomplete one, unless the flag is given or the name ends in .part.
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
		return nil, fmt.Errorf("%s; use --allow-partial to read these frames, or skein record --finish %s to make a complete recording of them", PartialMessage(path, r), words.Quote(path))
	}
	g.Say("%s", PartialMessage(path, r))
	return r, nil
}

// IsPart reports whether a file name has the extension of an unfinished recording.
func IsPart(path string) bool { return strings.HasSuffix(path, recording.Part("")) }

// PartialMessage says how many frames an unfinished recording contains.
func PartialMessage(path string, r *recording.Reader) string {
	if planned := r.Meta().Planned; planned > r.Frames() {
		return fmt.Sprintf("%s is not finished: it contains the first %d of %d frames", path, r.Frames(), planned)
	}
	return fmt.Sprintf("%s is not finished: it contains the first %d frames", path, r.Frames())
}

// MissingRecording returns an error for a recording that does not exist. It names an unfinished recording of
// that name, or one with a similar name.
func MissingRecording(path string, err error) error {
	part := recording.Part(path)
	if _, missing := os.Stat(part); missing != nil {
		return usage.Wrap(SuggestRecording(path, err))
	}
	return usage.Wrap(partError{err, fmt.Sprintf("%s does not exist, but the unfinished %s does: %s", path, part, RepairHint(path))})
}

type partError struct {
	error
	text string
}

func (e partError) Error() string { return e.text }

func (e partError) Unwrap() error { return e.error }

// RepairHint says how to use an unfinished recording.
func RepairHint(path string) string {
	return fmt.Sprintf("use skein record --finish %s to finish the recording as it is, or --resume to continue it", words.Quote(recording.Part(path)))
}
