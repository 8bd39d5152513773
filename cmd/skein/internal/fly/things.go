//go:build cgo && !nowindow

package fly

import (
	"cmp"
	"errors"

	"skein/engine/scenery"
	"skein/engine/studio"
	"skein/flock/around"
	"skein/ui"
)

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
	if o.Relation != nil {
		s.say(s.setRelation(o.Relation))
		s.syncOutcome(o)
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
		all, thing = s.Studio.WithAdded(d.Add, cmp.Or(d.Form, d.Wants))
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
	err := s.Studio.Surround(all, studio.Done)
	if perch, ok := all.Thing(thing).(*around.Perch); isInside(err) && ok && o.Thing.Add != "" {
		err = s.surroundAbove(all, perch, err)
	}
	if err != nil {
		s.say(err)
		return
	}
	if o.Thing.Add != "" {
		text := "; drag its handle, or press F to look at it"
		if wind, ok := all.Thing(thing).(*around.Wind); ok && wind.Form != "thermal" {
			text = "; set its direction and speed in Properties"
		}
		if s.Studio.StandStill(thing) {
			text += "; the camera does not move until you deselect it"
		}
		s.panel.Say("added " + thing + text)
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

// surroundAbove raises a new perch until it is above the obstacle around it, and applies the surroundings. If
// there is no room above the obstacle, it returns the given error, why.
func (s *session) surroundAbove(all around.Surroundings, perch *around.Perch, why error) error {
	const step, highest = 2, 200 // m
	for range highest / step {
		for k := range perch.Points {
			perch.Points[k].Y += step
		}
		if err := s.Studio.Surround(all, studio.Done); !isInside(err) {
			return err
		}
	}
	return why
}

func isInside(err error) bool {
	f := new(around.Fault)
	return errors.As(err, &f) && f.Kind == "perch" && f.Key == "points"
}
