package stats

import (
	"bytes"
	"strings"
	"testing"

	"skein/flock/metrics"
)

// The ledger of the hunt gives a time of reunions only if parts of a flock have reunited.
func TestHuntLedgerOfReunions(t *testing.T) {
	for want, h := range map[string]metrics.Hunts{
		"reunited\tnot during this run\n":      {Splits: 2, SplitLargest: 0.8, SplitSecond: 0.1},
		"reunited\t1, after 3.50 s (median)\n": {Splits: 2, SplitLargest: 0.8, SplitSecond: 0.1, Reunited: 1, ReunitedSeconds: 3.5},
	} {
		var out bytes.Buffer
		if printHunts(&out, &h); !strings.HasSuffix(out.String(), want) {
			t.Errorf("the ledger of %+v is %q, want it to end with %q", h, out.String(), want)
		}
	}
}

// Hunters are not compared with real flocks of starlings. Their prey is.
func TestHuntersAreNotCompared(t *testing.T) {
	for hunter, hunts := range map[bool]*metrics.Hunts{true: {Attacks: 3}, false: {Splits: 1}} {
		var out bytes.Buffer
		r := statsRow{Report: &metrics.Report{}}
		r.Most, r.Least, r.Hunts = 1, 1, hunts
		if err := printReport(&out, &r); err != nil {
			t.Fatal(err)
		}
		if compared := strings.Contains(out.String(), "real flocks"); compared == hunter {
			t.Errorf("hunters %t: compared with real flocks %t", hunter, compared)
		}
	}
}

// The heading gives the time by which the rates are divided: five escapes in 9.9666 s are 30.1 per minute.
func TestHeadingGivesTheExactTime(t *testing.T) {
	var out bytes.Buffer
	x := float32(0.3)
	r := statsRow{Source: "paper", Seeds: []uint64{4}, Leadership: &x, Report: &metrics.Report{Most: 250, Least: 250, Boids: 250, Frames: 300, Seconds: 299. / 30}}
	r.Ledger.Escapes, r.Ledger.PerMinute = 5, 5*60/r.Seconds
	if err := printReport(&out, &r); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"300 frames over 9.97 s\n", "5, 30.1 per minute"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the report lacks %q:\n%s", want, out.String())
		}
	}
}
