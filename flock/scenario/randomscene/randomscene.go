// Package randomscene makes random scenes for tests that simulate the same scene in different ways.
package randomscene

import (
	"fmt"
	"math/rand"
	"slices"

	"skein/flock"
	"skein/flock/around"
	"skein/flock/cloud"
	"skein/flock/scenario"
	"skein/flock/vec"
)

// New returns a built-in scene with random changes of parameters, numbers of boids, things, events and
// groups. The first flock has fewest to most-1 boids, and each other flock has at most 20.
func New(dice *rand.Rand, fewest, most int) (*scenario.Scenario, error) {
	names := scenario.Names()
	sc, err := scenario.Builtin(names[dice.Intn(len(names))])
	if err != nil {
		return nil, err
	}
	sc.Seed = uint64(dice.Int63())
	sc.WarmUp = min(sc.WarmUp, 2)
	if dice.Intn(4) == 0 {
		sc.TickRate = 30
	}
	changeParams(&sc.Params, dice, fewest+dice.Intn(most-fewest))
	for k := range sc.Others {
		changeParams(&sc.Others[k].Params, dice, 1+dice.Intn(20))
	}
	addThings(sc, dice)
	addEvents(sc, dice)
	addGroups(sc, dice)
	return sc, nil
}

// changeParams sets the number of boids and up to four random parameters. The result is valid.
func changeParams(p *flock.Params, dice *rand.Rand, count int) {
	setIfValid(p, "count", count)
	specs := p.Specs()
	for range dice.Intn(5) {
		s := &specs[dice.Intn(len(specs))]
		if s.Key != "count" {
			setIfValid(p, s.Key, randomValue(s, p, dice))
		}
	}
}

func setIfValid(p *flock.Params, key string, value any) {
	before := *p
	if value == nil || p.Set(key, value) != nil || p.Validate() != nil {
		*p = before
	}
}

// randomValue returns a random value within the slider of a parameter. It returns nil unless the parameter is
// a number, switch or choice.
func randomValue(s *flock.Spec, p *flock.Params, dice *rand.Rand) any {
	most := s.Max
	if s.Soft != 0 {
		most = s.Soft
	}
	switch {
	case s.Float != nil:
		return s.Min + dice.Float64()*(most-s.Min)
	case s.Int != nil:
		return int(s.Min) + dice.Intn(max(int(most-s.Min), 1))
	case s.Bool != nil:
		return dice.Intn(2) == 0
	case s.Choice != nil:
		return s.Options[dice.Intn(len(s.Options))]
	}
	return nil
}

// addThings adds up to three obstacles, winds or places near the flock. It does not add things that would
// make the scene invalid.
func addThings(sc *scenario.Scenario, dice *rand.Rand) {
	before := sc.Surroundings.Clone()
	for range dice.Intn(4) {
		switch t := sc.Surroundings.Add([]string{"obstacle", "wind", "place"}[dice.Intn(3)]).(type) {
		case *around.Obstacle:
			t.At = somewhere(dice)
		case *around.Place:
			t.At = somewhere(dice)
		case *around.Wind:
			t.Form = []string{"steady", "shear", "gusts", "thermal"}[dice.Intn(4)]
		}
	}
	if def := sc.Def(); def.Validate() != nil {
		sc.Surroundings = before
	}
}

func somewhere(dice *rand.Rand) vec.Vec {
	coordinate := func() float32 { return float32(dice.Intn(161) - 80) }
	return vec.Vec{X: coordinate(), Y: 5 + coordinate()/4, Z: coordinate()}
}

// addEvents adds up to three events that scatter the flock or change a parameter. They happen at a given time
// or at low polarization.
func addEvents(sc *scenario.Scenario, dice *rand.Rand) {
	for range dice.Intn(4) {
		when := []string{fmt.Sprintf("%ds", dice.Intn(8)), fmt.Sprintf("%ds+2s", 1+dice.Intn(8)), "polarization<0.9"}[dice.Intn(3)]
		specs := sc.Params.Specs()
		s := &specs[dice.Intn(len(specs))]
		action := "scatter"
		if value := randomValue(s, &sc.Params, dice); value != nil && s.Float != nil {
			action = fmt.Sprintf("%s=%.3f", s.Key, value)
		}
		before := slices.Clone(sc.Events)
		if sc.AddEvent(when+":"+action) != nil {
			sc.Events = before
		}
	}
}

// addGroups splits the first flock of every third scene into up to two groups at the start.
func addGroups(sc *scenario.Scenario, dice *rand.Rand) {
	if dice.Intn(3) > 0 {
		return
	}
	before := slices.Clone(sc.Start.Groups)
	for range 1 + dice.Intn(2) {
		place := somewhere(dice)
		place.Y = 0 // y must be 0 for models in the plane
		sc.Start.Groups = append(sc.Start.Groups, cloud.Group{
			Share: 0.5, Place: place, Radius: float32(5 + dice.Intn(20)), Heading: float32(dice.Intn(360)), Speed: sc.Start.Speed,
		})
	}
	if def := sc.Def(); def.Validate() != nil {
		sc.Start.Groups = before
	}
}
