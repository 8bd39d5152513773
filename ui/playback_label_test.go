//go:build cgo && !nowindow

package ui

import "testing"

func TestPlaybackLabel(t *testing.T) {
	for want, tape := range map[string]*Tape{
		"": nil, "RECORDING run.mcap": {File: "run.mcap"}, "TRACKS gulls.csv": {Tracks: true, File: "gulls.csv"},
	} {
		if got := (&State{Tape: tape}).playbackLabel(); got != want {
			t.Errorf("the label is %q, want %q", got, want)
		}
	}
	if got := (&State{Tape: &Tape{Past: true, File: "falcon"}}).playbackLabel(); got != "" {
		t.Errorf("the label of the past is %q, want none", got)
	}
	if got := (&State{Tape: &Tape{Branched: true, File: "run.mcap"}}).playbackLabel(); got != "" {
		t.Errorf("the label of a branch is %q, want none", got)
	}
}
