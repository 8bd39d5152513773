//go:build cgo && !nowindow

package fly

import (
	"skein/engine/scenery"
	"skein/engine/studio"
	"skein/ui"
)

// editThings adds a thing and selects it, or duplicates, removes or nudges the selected object.
func (s *session) editThings(o *ui.Outcome) {
	if o.Put != nil {
		s.say(s.Studio.PutHunter(o.Put.ID, o.Put.At, o.Edit))
	}
	if o.Thing.Add == ui.Predator {
		s.addPredator()
		s.syncOutcome(o)
		return
	}
	if o.Flock != nil {
		s.say(s.addFlock(o.Flock))
		s.syncOutcome(o)
		return
	}
	if o.FlockName != nil {
		s.say(s.renameFlock(o.FlockName))
		return
	}
	if s.editHunter(o) {
		return
	}
	all, thing := s.Studio.Surroundings(), o.Controls.Thing
	switch d := &o.Thing; {
	case d.Add != "":
		all, thing = s.Studio.WithAdded(d.Add, d.Form)
	case d.Duplicate:
		all, thing = s.Studio.WithCopy(thing)
	case d.Remove:
		all.Remove(thing)
		thing = ""
	case d.Nudge != [3]float32{}:
		t := all.Thing(thing)
		if t == nil {
			return
		}
		scenery.Nudge(t, o.Controls.Point, s.Studio.WorldStep(d.Nudge))
	default:
		return
	}
	if err := s.Studio.Surround(all, studio.Done); err != nil {
		s.say(err)
		return
	}
	if o.Thing.Add != "" {
		s.panel.Say("added " + thing + "; drag its handle, or press F to look at it")
	}
	if o.Thing.Nudge == [3]float32{} {
		o.Controls.Thing, o.Controls.Point = thing, 0
	}
	if d := &o.Thing; d.Wants != "" {
		g := ui.ObstacleFile{Thing: thing, Shape: d.Wants, File: d.File}
		s.panel.AskFile(g)
		if g.File != "" {
			s.loadObstacle(g)
		}
	}
}
