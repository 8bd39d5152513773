//go:build cgo && !nowindow

package ui

import (
	"slices"
	"strings"
	"testing"

	"skein/flock"
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
	table.list(nil, events, patterns)
	for _, e := range table.shown {
		times = append(times, e.Time)
	}
	if want := []float64{3, 4, 6, 6}; !slices.Equal(times, want) {
		t.Errorf("the times are %v, want %v", times, want)
	}
	for kind, want := range map[metrics.EntryKind]metrics.Entry{metrics.Splits: events[1], "split (pattern)": patterns[1], "vacuole": patterns[0]} {
		table = ledgerTable{ledgerFilter: ledgerFilter{kind: 1 + slices.Index(ledgerKinds(), kind)}}
		table.list(nil, events, patterns)
		if got := table.entries(); len(got) != 1 || got[0] != want {
			t.Errorf("the filter %s shows %+v, want %+v", kind, got, want)
		}
	}
	table = ledgerTable{ledgerFilter: ledgerFilter{boid: "900"}}
	table.list(nil, events, patterns)
	if got := table.entries(); len(got) != 1 || got[0] != events[0] {
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

func TestLedgerKindsAreComputedOnce(t *testing.T) {
	if n := testing.AllocsPerRun(10, func() { ledgerKinds() }); n > 0 {
		t.Errorf("a call of ledgerKinds makes %v allocations, want none", n)
	}
}

// The row of an open escape has the number of followers so far, like the announcement and Properties. The
// row of an escape that has ended keeps its own number.
func TestLedgerCountsFollowersOfOpenEscapes(t *testing.T) {
	entries := []metrics.Entry{
		{Kind: metrics.Escapes, Tick: 60, Boid: 4, Status: metrics.Reabsorbed, Followers: 9},
		{Kind: metrics.Escapes, Tick: 120, Boid: 7, Status: metrics.Leading},
		{Kind: metrics.Escapes, Tick: 120, Boid: 8, Status: metrics.Away},
		{Kind: metrics.Escapes, Tick: 180, Boid: 4, Status: metrics.Leading},
	}
	var table ledgerTable
	table.list([]flock.OpenEscape{{Boid: 4, Began: 60, Followers: 99}, {Boid: 8, Began: 120, Followers: 21}, {Boid: 4, Began: 180, Followers: 3}}, entries)
	for k, want := range []string{"9", "", "21+", "3+"} {
		if got := followersSoFar(table.shown[k]); got != want {
			t.Errorf("row %d has the followers %q, want %q", k, got, want)
		}
	}
	if entries[2].Followers != 0 {
		t.Error("the entries of the session were changed")
	}
}

func manyEscapes() (entries []metrics.Entry, open []flock.OpenEscape) {
	for k := range 2000 {
		entries = append(entries, metrics.Entry{Kind: metrics.Escapes, Tick: int64(k * 6), Time: float64(k) / 10, Boid: k % 300, Status: metrics.Reabsorbed})
	}
	last := &entries[len(entries)-1]
	last.Status = metrics.Leading
	return entries, []flock.OpenEscape{{Boid: last.Boid, Began: last.Tick, Followers: 12}}
}

func TestLedgerListsWithoutCopies(t *testing.T) {
	entries, open := manyEscapes()
	table := ledgerTable{ledgerFilter: ledgerFilter{boid: "7"}}
	list := func() { table.list(open, entries, nil, nil) }
	if list(); len(table.shown) != 7 || table.shown[0] != &entries[7] {
		t.Errorf("%d entries of boid 7 are listed, want the 7 entries of the session", len(table.shown))
	}
	if n := testing.AllocsPerRun(10, list); n > 0 {
		t.Errorf("listing %d entries makes %v allocations, want none", len(entries), n)
	}
}

func BenchmarkLedger(b *testing.B) {
	entries, open := manyEscapes()
	var table ledgerTable
	b.ReportAllocs()
	for b.Loop() {
		table.list(open, entries, nil, nil)
	}
}

func TestLedgerShowsWholeRows(t *testing.T) {
	table := ledgerTable{rowHigh: 18, barHigh: 14}
	for high, want := range map[float32]float32{300: 20 + 14 + 14*18, 286: 20 + 14 + 14*18, 285: 20 + 14 + 13*18, 40: 40} {
		if got := table.wholeRows(high, 20); got != want {
			t.Errorf("in a height of %v the table is %v high, want %v", high, got, want)
		}
	}
	if got := (&ledgerTable{}).wholeRows(300, 20); got != 300 {
		t.Errorf("before a row was drawn, the table is %v high, want 300", got)
	}
}
