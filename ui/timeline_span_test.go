//go:build cgo && !nowindow

package ui

import (
	"strings"
	"testing"
)

// If both ends of the range are set at the same time, the range stays as it was, and a message says why.
func TestEmptyRangeIsRefused(t *testing.T) {
	p, s := &Panel{}, &State{Timeline: Timeline{From: 0, To: 20, Living: true}}
	set := func(seconds float64, do func(*State, *Outcome), want [2]float64, says string) {
		t.Helper()
		o := &Outcome{}
		s.Timeline.At = seconds
		do(s, o)
		if p.time.span != want || !strings.Contains(o.Say, says) {
			t.Errorf("at %g s: the range is %v and the message %q; want %v and %q", seconds, p.time.span, o.Say, want, says)
		}
	}
	set(5, p.begin, [2]float64{5, 20}, "range from 5.00 to 20.00 s")
	set(8, p.end, [2]float64{5, 8}, "range from 5.00 to 8.00 s")
	set(5, p.end, [2]float64{5, 8}, "so it stays at 5.00 to 8.00 s")
	set(8, p.begin, [2]float64{5, 8}, "the range cannot start and end at")
	set(6, p.begin, [2]float64{6, 8}, "range from 6.00 to 8.00 s")
}

// K adds a key of the camera if the pointer is over the picture or the timeline. Over a heading of the
// properties it adds none, because the user probably meant a parameter.
func TestKeyOverAHeading(t *testing.T) {
	for over, want := range map[bool]int{false: 1, true: 0} {
		p, o := &Panel{}, &Outcome{}
		p.time.overProperties = over
		p.keyHere(&State{}, o)
		if len(o.Actions) != want || len(o.Planned) > 0 || over != (o.Say != "") {
			t.Errorf("over the properties: %t; %d camera keys, keys of parameters: %v, message %q", over, len(o.Actions), o.Planned, o.Say)
		}
	}
}
