//go:build cgo && !nowindow

package ui

import "testing"

// An existing file is replaced only after a second click for the same file.
func TestRangeAsksBeforeItReplaces(t *testing.T) {
	d := newRangeDialog()
	r := d.current()
	r.File = "a.mp4"
	if got := d.confirmed(false); got == nil || got.Replace {
		t.Fatalf("if no file exists, the first click starts %+v, want the job", got)
	}
	if got := d.confirmed(true); got != nil {
		t.Fatalf("if the file exists, the first click starts %+v, want a question", got)
	}
	r.File = "b.mp4"
	if got := d.confirmed(true); got != nil {
		t.Fatalf("the first click for b.mp4 starts %+v, want a question", got)
	}
	if got := d.confirmed(true); got == nil || !got.Replace || got.File != "b.mp4" {
		t.Errorf("the second click starts %+v, want b.mp4 to be replaced", got)
	}
	if got := d.confirmed(true); got != nil {
		t.Errorf("after the replacement, a click starts %+v, want a question again", got)
	}
}
