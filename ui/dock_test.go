//go:build cgo && !nowindow

package ui

import (
	"maps"
	"slices"
	"testing"
)

// Every window that opens has its place, and is kept with a layout.
func TestEveryDrawerHasItsPlace(t *testing.T) {
	p := newPanel()
	places, drawers := slices.Sorted(maps.Keys(openable())), slices.Sorted(maps.Keys(p.drawers()))
	if !slices.Equal(places, drawers) {
		t.Errorf("places are for %v, windows are %v", places, drawers)
	}
	p.OpenOnly([]string{"Ledger", "Plots", "Nothing"})
	if got := p.Opened(); !slices.Equal(got, []string{"Ledger", "Plots"}) {
		t.Errorf("open are %v", got)
	}
	p.flip(p.drawers()["Plots"])
	p.drawers()["Ledger"].behind = true
	p.flip(p.drawers()["Ledger"]) // which comes to the front
	if got := p.Opened(); !slices.Equal(got, []string{"Ledger"}) || p.studies.ledger.fresh == 0 {
		t.Errorf("open are %v", got)
	}
}
