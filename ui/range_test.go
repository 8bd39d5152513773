//go:build cgo && !nowindow

package ui

import "testing"

// What is there already is replaced by a second press alone, and not once another file is
// named in between.
func TestRangeAsksBeforeItReplaces(t *testing.T) {
	d := newRangeDialog()
	r := d.current()
	r.File = "a.mp4"
	if got := d.confirmed(false); got == nil || got.Replace {
		t.Fatalf("where nothing is there it begins %+v", got)
	}
	if got := d.confirmed(true); got != nil {
		t.Fatalf("the first press begins %+v", got)
	}
	r.File = "b.mp4"
	if got := d.confirmed(true); got != nil {
		t.Fatalf("the first press for b.mp4 begins %+v", got)
	}
	if got := d.confirmed(true); got == nil || !got.Replace || got.File != "b.mp4" {
		t.Errorf("the second press begins %+v, want b.mp4 to be replaced", got)
	}
	if got := d.confirmed(true); got != nil {
		t.Errorf("after it was replaced it begins %+v", got)
	}
}
