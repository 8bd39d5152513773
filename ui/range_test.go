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

// A dialog opens with the range that its last job used, until the in and out points change. The other dialog
// opens with everything.
func TestDialogsKeepTheirRanges(t *testing.T) {
	p := &Panel{ranges: newRangeDialog()}
	s := &State{Timeline: Timeline{From: 2, To: 20, Living: true}}
	opens := func(export bool, in, out float64) {
		t.Helper()
		p.askRange(export)(s, nil)
		if r := p.ranges.current(); r.In != in || r.Out != out {
			t.Errorf("the dialog opens with %g to %g s, want %g to %g s", r.In, r.Out, in, out)
		}
	}
	opens(false, 2, 20)
	s.Timeline.To = 30
	opens(false, 2, 30)
	r := p.ranges.current()
	r.In, r.Out = 4, 5
	p.keepTimes(r)
	s.Timeline.To = 40
	opens(true, 2, 40)
	p.ranges.current().Out = 7
	p.keepTimes(p.ranges.current())
	opens(false, 4, 5)
	opens(true, 2, 7)
	p.time.span = [2]float64{10, 12}
	opens(false, 10, 12)
	opens(true, 10, 12)
}
