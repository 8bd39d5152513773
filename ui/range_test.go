//go:build cgo && !nowindow

package ui

import (
	"image"
	"testing"
)

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

func TestDialogsKeepTheirRanges(t *testing.T) {
	p := &Panel{ranges: newRangeDialog()}
	s := &State{Timeline: Timeline{From: 2, To: 20, Living: true}}
	opens := func(kind rangeKind, in, out float64) {
		t.Helper()
		p.askRange(kind)(s, nil)
		if r := p.ranges.current(); r.In != in || r.Out != out {
			t.Errorf("the dialog opens with %g to %g s, want %g to %g s", r.In, r.Out, in, out)
		}
	}
	opens(renderDialog, 2, 20)
	s.Timeline.To = 30
	opens(renderDialog, 2, 30)
	r := p.ranges.current()
	r.In, r.Out = 4, 5
	p.keepTimes(r)
	s.Timeline.To = 40
	opens(exportDialog, 2, 40)
	p.ranges.current().Out = 7
	p.keepTimes(p.ranges.current())
	opens(renderDialog, 4, 5)
	opens(exportDialog, 2, 7)
	p.time.span = [2]float64{10, 12}
	opens(renderDialog, 10, 12)
	opens(exportDialog, 10, 12)
}

// A restart deletes the range and the times of the dialogs, because the flight no longer contains them. A
// flight that goes on keeps them.
func TestRestartForgetsRange(t *testing.T) {
	p := &Panel{ranges: newRangeDialog()}
	p.time.span = [2]float64{10, 12}
	span := func(to float64, want [2]float64) {
		t.Helper()
		p.forgetSpan(&Timeline{To: to, Living: true})
		if p.time.span != want {
			t.Errorf("after the flight reached %g s the range is %v, want %v", to, p.time.span, want)
		}
	}
	p.ranges.times[renderDialog] = lastTimes{known: true, in: 3, out: 4}
	for _, to := range []float64{8, 20, 30} {
		span(to, [2]float64{10, 12})
	}
	span(15, [2]float64{10, 12})
	span(0.1, [2]float64{})
	if p.ranges.times[renderDialog].known {
		t.Error("the dialog Render still knows its last times")
	}
}

// The dialog Picture proposes a picture of the displayed moment, camera and shape, and leaves the settings of
// Render as they are. A size that the user chose stays.
func TestPictureDialog(t *testing.T) {
	p := &Panel{ranges: newRangeDialog()}
	s := &State{Title: "starlings", Now: 12.33, Timeline: Timeline{To: 20, Clock: 12.345}}
	s.Shown.Pixels = image.Pt(1000, 600)
	p.askRange(renderDialog)(s, nil)
	film := *p.ranges.current()
	o := &Outcome{}
	p.askPicture(s, o)
	r := p.ranges.current()
	if f, ok := formatOf(r); !ok || !f.still || r.File != "starlings-12.35s.png" || r.In != 12.345 || r.Size != "2000x1200" || r.Samples != 16 || r.Camera != "" || !o.Controls.Paused {
		t.Errorf("the dialog proposes %+v", r)
	}
	s.Shown.Pixels = image.Pt(800, 600)
	if p.askPicture(s, o); r.Size != "1600x1200" {
		t.Errorf("after a change of the window, the size is %s", r.Size)
	}
	r.Size = "3840x2160"
	if p.askPicture(s, o); r.Size != "3840x2160" {
		t.Errorf("the chosen size became %s", r.Size)
	}
	p.askRange(renderDialog)(s, nil)
	if *p.ranges.current() != film {
		t.Errorf("Render now has %+v, want %+v", p.ranges.current(), film)
	}
}

// The dialog Picture pauses the flock only while it is open. A flock that was paused before stays paused, and
// so does a flock that the user resumed and paused again meanwhile.
func TestPictureDialogResumesTheFlock(t *testing.T) {
	for name, c := range map[string]struct{ before, again, resumed, after bool }{
		"flying": {}, "paused": {before: true, after: true}, "asked twice": {again: true}, "user pauses": {resumed: true, after: true},
	} {
		p, s, o := &Panel{ranges: newRangeDialog()}, &State{}, &Outcome{}
		o.Controls.Paused = c.before
		p.askPicture(s, o)
		if c.again {
			p.askPicture(s, o)
		}
		p.ranges.resume(o)
		if !o.Controls.Paused {
			t.Errorf("%s: the flock flies while the dialog is open", name)
		}
		if c.resumed {
			o.Controls.Paused = false
			p.ranges.resume(o)
			o.Controls.Paused = true
		}
		p.closeDialog()
		p.ranges.resume(o)
		if o.Controls.Paused != c.after {
			t.Errorf("%s: after the dialog, paused is %t, want %t", name, o.Controls.Paused, c.after)
		}
	}
}
