//go:build cgo && !nowindow

package fly

import (
	"errors"
	"fmt"
	"slices"

	"skein/cmd/skein/internal/bird"
	"skein/cmd/skein/internal/words"
	"skein/engine/studio"
	"skein/flock"
	"skein/flock/look"
	"skein/flock/scenario"
	"skein/flock/vec"
	"skein/models"
	"skein/ui"
)

type joiningFlock struct {
	flock    scenario.Flock
	by       flock.Regarders // relations of the other flocks to the species
	mix      models.Mix
	err      error
	arrive   func(flockIndex int) error
	predator bool // the user asked for a predator; this species is dropped if another hunter joins first
}

func (s *session) canJoin() error {
	if s.joining != nil {
		return fmt.Errorf("the %s is still loading", s.joiningSpecies)
	}
	return s.Studio.CanJoin()
}

func (s *session) addPredator() {
	if k := s.Studio.HunterFlock(); k >= 0 {
		s.say(s.releaseHunter(k))
		return
	}
	if err := s.canJoin(); err != nil {
		s.say(err)
		return
	}
	f, regarders, err := sceneWithEdits(s.scene, s.Studio, s.scene.File).Predator()
	if err != nil {
		s.say(err)
		return
	}
	s.loadFlock(joiningFlock{flock: f, by: regarders, predator: true, arrive: s.releaseHunter})
}

func (s *session) addFlock(n *scenario.Newcomer) error {
	if err := s.canJoin(); err != nil {
		return err
	}
	f, regarders, err := sceneWithEdits(s.scene, s.Studio, s.scene.File).Newcomer(n)
	if err = errors.Join(err, withSpeciesSize(n, &f)); err != nil {
		return err
	}
	s.loadFlock(joiningFlock{flock: f, by: regarders, arrive: func(flockIndex int) error {
		if err := s.Studio.Populate(flockIndex, n.Count, n.Adapted); err != nil {
			return err
		}
		// The camera stays if the user chose its mode.
		if mode := s.Studio.Controls.Camera.Mode; mode == look.Orbit || mode == s.scene.Camera.Mode {
			s.Studio.ShowFlock(s.aspect())
		}
		s.panel.Say(fmt.Sprintf("%s joined as the flock %s; Undo removes them", words.Plural(n.Count, "boid"), f.Name()))
		return nil
	}})
	return nil
}

func (s *session) loadFlock(j joiningFlock) {
	coming := make(chan joiningFlock, 1)
	s.joining, s.joiningSpecies = coming, j.flock.Species
	s.panel.Say("loading the " + j.flock.Species)
	go func() {
		j.mix, j.err = bird.BakedOf(nil, nil, &scenario.Scenario{Flock: scenario.Flock{Bird: j.flock.Bird}}, 0)
		coming <- j
	}()
}

func (s *session) releaseHunter(k int) error {
	if err := s.Studio.AddHunter(k, scenario.WithAlarm); err != nil {
		return err
	}
	s.panel.Picked(&s.Studio.Controls)
	s.panel.Say("a " + s.Studio.Species()[k] + " joined; drag its handle to move it, or press F to look at it")
	return nil
}

func (s *session) receiveFlock() {
	select {
	case j := <-s.joining:
		s.joining = nil
		if j.err == nil {
			j.err = s.joinFlock(&j)
		}
		s.say(j.err)
	default:
	}
}

func (s *session) joinFlock(j *joiningFlock) error {
	if j.predator && s.Studio.HunterFlock() >= 0 {
		return nil
	}
	if err := s.Studio.CanJoin(); err != nil {
		return err
	}
	flockIndex := len(s.birdsShown)
	_, kinds := s.kindsOf(flockIndex - 1)
	if err := s.Renderer.ReplaceBirds(kinds, s.Renderer.Birds(), j.mix.Birds...); err != nil {
		return err
	}
	if err := s.Studio.Join(j.flock.Flock, j.by); err != nil {
		return err
	}
	scene := *s.scene
	scene.Others = append(slices.Clone(scene.Others), j.flock)
	j.by.AddTo(func(k int) *flock.Flock {
		if k == 0 {
			return &scene.Flock.Flock
		}
		return &scene.Others[k-1].Flock
	}, j.flock.Name())
	s.scene = &scene
	s.birdsShown = append(s.birdsShown, "")
	s.facings[flockIndex] = facingsOf(&j.mix)
	s.Studio.SetModels(flockIndex, j.mix.Shares)
	s.setBird(flockIndex, j.flock.Bird)
	defer s.rememberJoined(flockIndex)
	if err := s.recordJoining(); err != nil {
		return err
	}
	return j.arrive(flockIndex)
}

func (s *session) joinedFlocks(n int) (joined, gone []bool) {
	for k := range n {
		from, to := s.Studio.Snapshot().Range(k)
		joined = append(joined, s.Studio.HasJoined(k))
		gone = append(gone, s.Studio.IsGone(k) || k > 0 && from == to && !s.living())
	}
	return joined, gone
}

// withoutGoneFlocks returns a copy of a scene without the flocks for which gone is true: they joined during
// the flight and have no birds left. The relations of the other flocks do not refer to them.
func withoutGoneFlocks(sc *scenario.Scenario, gone func(k int) bool) *scenario.Scenario {
	single := *sc
	single.Others = nil
	var names []string
	for k, f := range sc.Others {
		if gone(k + 1) {
			names = append(names, f.Name())
		} else {
			single.Others = append(single.Others, f)
		}
	}
	for _, name := range names {
		single.Flock.Forget(name)
		for k := range single.Others {
			single.Others[k].Forget(name)
		}
	}
	return &single
}

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

// syncOutcome copies the selection, the chosen flock and the parameters of the studio into the outcome, which
// would otherwise revert them.
func (s *session) syncOutcome(o *ui.Outcome) {
	c := s.Studio.Controls
	o.Controls.Selected, o.Controls.Flock, o.Controls.Params = c.Selected, c.Flock, c.Params
	o.Controls.Thing = c.Thing
}
