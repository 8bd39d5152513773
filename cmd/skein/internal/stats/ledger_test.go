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
