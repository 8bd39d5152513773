package scenario

import (
	"math"
	"slices"
	"testing"

	"skein/flock"
	"skein/flock/vec"
)

// fieldScene returns a built-in scene without a warm-up, with changed parameters.
func fieldScene(t *testing.T, name string, changes ...any) *Scenario {
	t.Helper()
	s, err := Builtin(name)
	if err != nil {
		t.Fatal(err)
	}
	for k := 0; k < len(changes); k += 2 {
		if err := s.Params.Set(changes[k].(string), changes[k+1]); err != nil {
			t.Fatal(err)
		}
	}
	s.WarmUp = 0
	return s
}

// fieldFlight simulates a scene, with positions in metres and velocities in the units of the scene's
// formulas.
type fieldFlight struct {
	world    *flock.World
	perSpeed float64 // factor from m/s to the unit of velocity of the formulas
	current  flock.Snapshot
	pos, vel []vec.Vec64
}

func newFieldFlight(t *testing.T, s *Scenario) *fieldFlight {
	t.Helper()
	f := &fieldFlight{world: newWorldOf(t, s), perSpeed: 1}
	if s.Params.Model().Units() == flock.PerStep {
		f.perSpeed = 1 / float64(s.TickRate)
	}
	f.read()
	return f
}

func (f *fieldFlight) step() {
	f.world.Step()
	f.read()
}

func (f *fieldFlight) read() {
	f.world.Snapshot(&f.current)
	f.pos, f.vel = nil, nil
	for k := range f.current.Pos {
		f.pos = append(f.pos, vec.Vec64Of(f.current.Pos[k]))
		f.vel = append(f.vel, vec.Vec64Of(f.current.Vel[k]).Scale(f.perSpeed))
	}
}

// acrossTorus returns the shortest vector that is equivalent to d in a world of the given side, or d if side
// is 0.
func acrossTorus(d vec.Vec64, side float64) vec.Vec64 {
	for k := 0; side > 0 && k < len(d); k++ {
		d[k] -= side * math.Round(d[k]/side)
	}
	return d
}

func nearestInTorus(pos []vec.Vec64, i, n int, side float64) (all []int) {
	for k := range pos {
		if k != i {
			all = append(all, k)
		}
	}
	slices.SortFunc(all, func(a, b int) int {
		da, db := acrossTorus(pos[a].Sub(pos[i]), side).Length(), acrossTorus(pos[b].Sub(pos[i]), side).Length()
		switch {
		case da < db:
			return -1
		case da > db:
			return 1
		}
		return a - b
	})
	return all[:n]
}
