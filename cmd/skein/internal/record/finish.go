package record

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/input"
	"skein/cmd/skein/internal/usage"
	"skein/cmd/skein/internal/words"
	"skein/flock/recording"
)

// FinishSummary is the output of --finish --json.
type FinishSummary struct {
	File    string  `json:"file"`
	Frames  int     `json:"frames"`
	FPS     float64 `json:"fps"`
	Seconds float64 `json:"seconds"`
}

func (c *options) finish(g *console.Console) error {
	path, err := c.recorded("--finish")
	if err != nil {
		return err
	}
	if c.Seconds != nil {
		return usage.Errorf("--finish cannot be used with --seconds, because --finish adds no frames; use --resume to extend the recording")
	}
	already := isFinished(path)
	_, err = recording.Finish(path, c.Force)
	switch {
	case errors.Is(err, recording.ErrEmpty):
		return fmt.Errorf("%w, so it cannot be finished", err)
	case errors.Is(err, fs.ErrNotExist):
		return usage.Wrap(err)
	case err != nil:
		return usage.HintForce(err)
	}
	r, err := input.Open(path)
	if err != nil {
		return err
	}
	defer r.Close()
	meta := r.Meta()
	s := FinishSummary{File: path, Frames: r.Frames(), FPS: meta.Rate()}
	s.Seconds = float64(s.Frames) / s.FPS
	if g.JSON {
		return g.Document(s)
	}
	if already {
		g.Say("%s is already complete: %s, %g s", path, words.Count(s.Frames, "frame", "frames"), s.Seconds)
		return nil
	}
	g.Say("%s: finished with %s, %g s", path, words.Count(s.Frames, "frame", "frames"), s.Seconds)
	return nil
}

func isFinished(path string) bool {
	if _, err := os.Lstat(recording.Part(path)); !errors.Is(err, fs.ErrNotExist) {
		return false
	}
	r, err := recording.Open(path)
	if err != nil {
		return false
	}
	defer r.Close()
	return r.Complete()
}
