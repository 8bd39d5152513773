//go:build cgo && !nowindow

package ui

import "testing"

// While a dialog is open, a range that the user has not typed follows the stored past: it loses the times
// that skein no longer stores. A typed start and a marked range stay unchanged.
func TestWholeRangeStaysInThePast(t *testing.T) {
	p := &Panel{ranges: newRangeDialog()}
	s := &State{Timeline: Timeline{From: 160.7, To: 230.77, Living: true}}
	after := func(what string, from, to, in, out float64) {
		t.Helper()
		s.Timeline.From, s.Timeline.To = from, to
		r := p.ranges.current()
		if r.followPast(&s.Timeline); r.In != in || r.Out != out {
			t.Errorf("%s: with a past from %g to %g s, the range is %g to %g s, want %g to %g s", what, from, to, r.In, r.Out, in, out)
		}
	}
	for _, kind := range []rangeKind{renderDialog, exportDialog} {
		s.Timeline.From, s.Timeline.To = 160.7, 230.77
		p.askRange(kind)(s, nil)
		after("just opened", 160.7, 230.77, 160.7, 230.77)
		after("2 s later", 162.87, 232.9, 162.87, 230.77)
		p.chooseSpan(p.ranges.current(), s) // Marked range, and nothing is marked
		after("whole", 164, 234, 164, 232.9)
		after("long after", 240, 310, 240, 310)
	}
	r := p.ranges.current()
	r.Out = 300
	p.keepTimes(r) // a typed end
	after("typed end", 250, 320, 250, 300)
	p.askRange(exportDialog)(s, nil)
	after("opened again", 251, 321, 251, 300)
	r.In, r.Follows = 260, false
	p.keepTimes(r) // a typed start
	after("typed start", 261, 331, 260, 300)
	p.time.span = [2]float64{270, 280}
	p.askRange(exportDialog)(s, nil)
	after("marked", 275, 345, 270, 280)
}

// The range of a recording and the moment of a picture stay unchanged.
func TestRangeOutsideThePastStays(t *testing.T) {
	for _, c := range []struct {
		file   string
		living bool
		want   float64
	}{{"a.mp4", true, 8}, {"a.mp4", false, 5}, {"a.png", true, 5}} {
		r := Range{File: c.file, In: 5, Out: 20, Follows: true}
		if r.followPast(&Timeline{From: 8, To: 30, Living: c.living}); r.In != c.want || r.Out != 20 {
			t.Errorf("%s, live %t: the range is %g to %g s, want %g to 20 s", c.file, c.living, r.In, r.Out, c.want)
		}
	}
}

func TestProgressIsNamed(t *testing.T) {
	for want, j := range map[string]Job{
		"":                        {Title: "rendering my.mp4"},
		"rendering my.mp4: 40 %":  {Title: "rendering my.mp4", What: "pictures: 2 of 5", Share: 0.4},
		"exporting my.usdc: 99 %": {Title: "exporting my.usdc", What: "frames: 999 of 1000", Share: 0.999},
	} {
		if got := j.progressText(); got != want {
			t.Errorf("the status bar says %q, want %q", got, want)
		}
	}
}
