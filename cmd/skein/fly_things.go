//go:build cgo && !nowindow

package main

import (
	"skein/engine"
	"skein/ui"
)

// rearrange adds a thing, or duplicates or removes the selected one, and selects what is
// new.
func (s *session) rearrange(o *ui.Outcome) {
	all, thing := s.studio.Around(), o.Controls.Thing
	switch d := &o.Deed; {
	case d.Add != "":
		all, thing = s.studio.Added(d.Add)
	case d.Duplicate:
		all, thing = s.studio.Duplicated(thing)
	case d.Remove:
		all.Remove(thing)
		thing = ""
	default:
		return
	}
	if err := s.studio.Surround(all, engine.Done); err != nil {
		s.say(err)
		return
	}
	o.Controls.Thing, o.Controls.Point = thing, 0
}
