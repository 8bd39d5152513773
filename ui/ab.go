//go:build cgo && !nowindow

package ui

import (
	"skein/engine/studio"
	"skein/flock"
	"skein/flock/look"
)

// setup is a flock's parameters, the light and what is shown, kept to be compared.
type setup struct {
	flock  int
	params flock.Params
	look   look.Look
}

// keepAB keeps what is set as A or B.
func (p *Panel) keepAB(k int, o *Outcome) {
	p.ab[k] = &setup{p.flock, o.Controls.Params, o.Controls.Look}
	p.abNow = k
	o.Say = "kept as " + abName(k) + ": Ctrl B switches between A and B"
}

func abName(k int) string { return string(rune('A' + k)) }

// switchAB goes to the other of the two, and keeps what is set now as this one: edits go
// on in both.
func (p *Panel) switchAB(_ *State, o *Outcome) {
	other := 1 - p.abNow
	to := p.ab[other]
	switch {
	case p.ab[0] == nil && p.ab[1] == nil:
		p.keepAB(0, o)
		p.abNow, p.ab[1] = 1, &setup{p.flock, o.Controls.Params, o.Controls.Look}
		o.Say = "this is A; from here on you edit B, and Ctrl B goes back and forth"
		return
	case to == nil:
		p.keepAB(other, o)
		return
	case to.flock != p.flock:
		o.Say = abName(other) + " is of another flock"
		return
	}
	p.ab[p.abNow] = &setup{p.flock, o.Controls.Params, o.Controls.Look}
	o.Controls.Params, o.Controls.Light, o.Controls.Show = to.params, to.look.Light, to.look.Show
	o.Edit = studio.Done
	p.abNow = other
	o.Say = "this is " + abName(other)
}
