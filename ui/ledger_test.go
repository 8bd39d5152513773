//go:build cgo && !nowindow

package ui

import (
	"slices"
	"strings"
	"testing"

	"skein/flock/metrics"
	"skein/flock/metrics/pattern"
	"skein/ui/guide"
)

// The ledger lists patterns among the events of boids, by time, and filters them by kind. The split of a
// pattern and the split of a hunted flock are different kinds.
func TestLedgerListsPatterns(t *testing.T) {
	events := []metrics.Entry{{Kind: metrics.Strikes, Time: 3, Boid: 900}, {Kind: metrics.Splits, Time: 6}}
	var patterns []metrics.Entry
	for _, e := range []pattern.Event{
		{Kind: pattern.Vacuole, From: 4, To: 4.5, Extreme: 0.04, Birds: 880},
		{Kind: pattern.Split, From: 6, To: 9, Extreme: 0.3, Birds: 270, Open: true},
	} {
		patterns = append(patterns, e.Entry(0, 60))
	}
	var times []float64
	table := ledgerTable{}
	for _, e := range table.filtered(events, patterns) {
		times = append(times, e.Time)
	}
	if want := []float64{3, 4, 6, 6}; !slices.Equal(times, want) {
		t.Errorf("the times are %v, want %v", times, want)
	}
	for kind, want := range map[metrics.EntryKind]metrics.Entry{metrics.Splits: events[1], "split (pattern)": patterns[1], "vacuole": patterns[0]} {
		table = ledgerTable{kind: 1 + slices.Index(ledgerKinds(), kind)}
		if got := table.filtered(events, patterns); len(got) != 1 || got[0] != want {
			t.Errorf("the filter %s shows %+v, want %+v", kind, got, want)
		}
	}
	table = ledgerTable{boid: "900"}
	if got := table.filtered(events, patterns); len(got) != 1 || got[0] != events[0] {
		t.Errorf("the filter for boid 900 shows %+v, want its only entry", got)
	}
	text := map[string]string{}
	for _, c := range ledgerColumns {
		text[c.key] = c.text(&patterns[1])
	}
	for column, want := range map[string]string{"boid": "", "time": "6.00 s", "lasts": "3.0 s", "birds": "270", "measure": "0.3", "status": "goes on", "rejoined_after": "", "x": ""} {
		if text[column] != want {
			t.Errorf("column %s has the text %q, want %q", column, text[column], want)
		}
	}
}

// Each column of the window has a tooltip, and is in the saved table. The guide
// explains each column of the saved table.
func TestLedgerColumnsHaveOneName(t *testing.T) {
	var text strings.Builder
	if err := metrics.WriteEntries(&text, nil); err != nil {
		t.Fatal(err)
	}
	saved := strings.Split(strings.TrimSpace(text.String()), ",")
	for _, c := range ledgerColumns {
		if !slices.Contains(saved, c.key) {
			t.Errorf("the saved table has no column for %q; it has %q", c.key, saved)
		}
		if c.doc == "" {
			t.Errorf("the column %q has no tooltip", c.name)
		}
	}
	page, _ := guide.FindPassage("without a window")
	for _, name := range saved {
		if !strings.Contains(page.Source, "`"+name+"`") {
			t.Errorf("the guide does not explain the column %s", name)
		}
	}
}

// The list of kinds is computed only once, and not for each entry.
func TestLedgerKindsAreComputedOnce(t *testing.T) {
	if n := testing.AllocsPerRun(10, func() { ledgerKinds() }); n > 0 {
		t.Errorf("a call of ledgerKinds makes %v allocations, want none", n)
	}
}
