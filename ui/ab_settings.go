//go:build cgo && !nowindow

package ui

import (
	"skein/engine/studio"
	"skein/flock"
	"skein/flock/look"
)

type abSettings struct {
	flock  int
	params flock.Params
	look   look.Look
}

func (p *Panel) saveAB(k int, o *Outcome) {
	p.ab[k] = &abSettings{p.flock, o.Controls.Params, o.Controls.Look}
	p.abNow = k
	o.Say = "stored the settings as " + abName(k) + "; press Ctrl B to switch between A and B"
}

func abName(k int) string { return string(rune('A' + k)) }

// switchAB saves the settings in the active slot and loads the other slot. An empty slot gets the current
// settings.
func (p *Panel) switchAB(_ *State, o *Outcome) {
	other := 1 - p.abNow
	to := p.ab[other]
	switch {
	case p.ab[0] == nil && p.ab[1] == nil:
		p.saveAB(0, o)
		p.abNow, p.ab[1] = 1, &abSettings{p.flock, o.Controls.Params, o.Controls.Look}
		o.Say = "stored the settings as A; now editing B (press Ctrl B to switch)"
		return
	case to == nil:
		p.saveAB(other, o)
		return
	case to.flock != p.flock:
		o.Say = abName(other) + " belongs to another flock"
		return
	}
	p.ab[p.abNow] = &abSettings{p.flock, o.Controls.Params, o.Controls.Look}
	o.Controls.Params, o.Controls.Light, o.Controls.Show = to.params, to.look.Light, to.look.Show
	o.Edit = studio.Done
	p.abNow = other
	o.Say = "now editing " + abName(other)
}
