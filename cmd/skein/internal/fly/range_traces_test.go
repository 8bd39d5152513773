//go:build cgo && !nowindow

package fly

import (
	"slices"
	"testing"

	"skein/engine/studio"
	"skein/flock/look"
	"skein/ui"
)

// The traces that the dialog chooses are an option of the command. Without a choice, the recording decides.
func TestRangeTraces(t *testing.T) {
	s := &session{cmd: &Options{}}
	s.Studio = &studio.Studio{}
	s.Studio.Controls.Selected = -1
	for _, traces := range append([]string{""}, look.TraceNames()...) {
		args, err := s.drawArgs(ui.Range{File: "shot.png", Size: "64x36", Camera: "orbit", Traces: traces}, "run.mcap", true, "1")
		if err != nil {
			t.Fatal(err)
		}
		k := slices.Index(args, "--traces")
		if given := k >= 0 && args[k+1] == traces; given != (traces != "") {
			t.Errorf("traces %q: the command is %q", traces, args)
		}
	}
}
