//go:build cgo && !nowindow

package fly

import (
	"slices"

	"skein/cmd/skein/internal/bird"
	"skein/engine/studio"
	"skein/flock/scenario"
	"skein/flock/vec"
	"skein/models"
	"skein/ui"
)

// loadedPredator is a species of hunters that can join the scene.
type loadedPredator struct {
	flock scenario.Flock
	prey  []int
	baked *models.Baked
	err   error
}

// addPredator adds a hunter. If no species in the scene hunts, it first loads a falcon in the background.
func (s *session) addPredator() {
	if k := s.Studio.HunterFlock(); k >= 0 {
		s.releaseHunter(k)
		return
	}
	if err := s.Studio.CanJoin(); err != nil {
		s.say(err)
		return
	}
	f, prey, err := sceneWithEdits(s.scene, s.Studio, s.scene.File).Predator()
	if err != nil {
		s.say(err)
		return
	}
	coming := make(chan loadedPredator, 1)
	s.loadingPredator = coming
	s.panel.Say("loading the " + f.Species)
	go func() {
		baked, err := bird.BakedOf(nil, nil, &scenario.Scenario{Flock: scenario.Flock{Bird: f.Bird}}, 0)
		coming <- loadedPredator{f, prey, baked, err}
	}()
}

// releaseHunter adds a hunter to flock k.
func (s *session) releaseHunter(k int) {
	if err := s.Studio.AddHunter(k, scenario.WithAlarm); err != nil {
		s.say(err)
		return
	}
	s.panel.Picked(&s.Studio.Controls)
	s.panel.Say("a " + s.Studio.Species()[k] + " joined; drag its handle to move it, or set its numbers in Properties")
}

// receivePredator adds the species of the predator to the scene when it is loaded.
func (s *session) receivePredator() {
	select {
	case p := <-s.loadingPredator:
		s.loadingPredator = nil
		if p.err == nil {
			p.err = s.addSpecies(&p)
		}
		s.say(p.err)
	default:
	}
}

// addSpecies adds a species to the scene and to a recording in progress, and then a bird of it.
func (s *session) addSpecies(p *loadedPredator) error {
	if s.Studio.HunterFlock() >= 0 {
		return nil // another species of hunters has joined in the meantime
	}
	if err := s.Studio.CanJoin(); err != nil {
		return err
	}
	number := len(s.birdsShown)
	if err := s.Renderer.AddBird(number, p.baked); err != nil {
		return err
	}
	if err := s.Studio.Join(p.flock.Flock, p.prey); err != nil {
		return err
	}
	scene := *s.scene
	scene.Others = append(slices.Clone(scene.Others), p.flock)
	for _, k := range p.prey {
		of := &scene.Flock
		if k > 0 {
			of = &scene.Others[k-1]
		}
		of.Flees = append(slices.Clone(of.Flees), p.flock.Name())
	}
	s.scene = &scene
	s.birdsShown = append(s.birdsShown, "")
	s.setBird(number, p.flock.Bird)
	s.panel.AddFlockDefaults(p.flock.Params)
	if err := s.recordJoining(); err != nil {
		return err
	}
	s.releaseHunter(number)
	return nil
}

// withoutGoneFlocks returns a copy of a scene that contains only its first flocks; flocks is their number.
// The other flocks joined during the flight and have no birds left. Their names disappear from the lists
// Flees.
func withoutGoneFlocks(sc *scenario.Scenario, flocks int) *scenario.Scenario {
	one := *sc
	for _, f := range sc.Others[flocks-1:] {
		gone := func(name string) bool { return name == f.Name() }
		one.Flees = slices.DeleteFunc(slices.Clone(one.Flees), gone)
		one.Others = slices.Clone(one.Others)
		for k := range one.Others {
			one.Others[k].Flees = slices.DeleteFunc(slices.Clone(one.Others[k].Flees), gone)
		}
	}
	one.Others = one.Others[:flocks-1]
	return &one
}

// editHunter duplicates, removes or nudges the selected hunter. It returns false if no hunter is selected
// or if the panel asked for none of these.
func (s *session) editHunter(o *ui.Outcome) bool {
	id, d := s.Studio.Controls.Selected, &o.Thing
	if o.Controls.Thing != "" || !slices.ContainsFunc(s.Studio.Hunters(), func(h studio.Hunter) bool { return h.ID == id }) {
		return false
	}
	var err error
	switch {
	case d.Duplicate:
		err = s.Studio.DuplicateHunter(id)
	case d.Remove:
		err = s.Studio.RemoveHunter(id)
	case d.Nudge != [3]float32{}:
		spot := s.hunterPosition(id)
		err = s.Studio.PutHunter(id, spot.Add(s.Studio.WorldStep(d.Nudge)), studio.Done)
	default:
		return false
	}
	s.say(err)
	s.syncOutcome(o)
	return true
}

func (s *session) hunterPosition(id int) vec.Vec {
	for _, h := range s.Studio.Hunters() {
		if h.ID == id {
			return h.Spot.At
		}
	}
	return vec.Vec{}
}

// syncOutcome copies the selection, the chosen flock and the parameters of the studio into the outcome.
// Otherwise applying the outcome would revert them.
func (s *session) syncOutcome(o *ui.Outcome) {
	c := s.Studio.Controls
	o.Controls.Selected, o.Controls.Flock, o.Controls.Params = c.Selected, c.Flock, c.Params
	o.Controls.Thing = c.Thing
}
