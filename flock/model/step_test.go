package model_test

import (
	"fmt"
	"math"
	"testing"

	"skein/flock"
	"skein/flock/model"
)

type v3 [3]float64

func norm(a v3) float64     { return math.Sqrt(a[0]*a[0] + a[1]*a[1] + a[2]*a[2]) }
func wide(a [3]float32) v3  { return v3{float64(a[0]), float64(a[1]), float64(a[2])} }
func plus(a, b v3) v3       { return v3{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }
func minus(a, b v3) v3      { return v3{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
func by(a v3, s float64) v3 { return v3{a[0] * s, a[1] * s, a[2] * s} }

// roundingOff bounds what a step may differ from its transcription by where all terms
// are whole quanta: half a quantum, of the velocity, and the rounding of float32.
const roundingOff = flock.Quantum/2 + 1e-5

func newWorld(t *testing.T, d flock.Def) *flock.World {
	t.Helper()
	w, err := flock.NewWorld(d)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// The models fly the same bits on any number of workers and by
// every index, on every machine.
func TestGolden(t *testing.T) {
	for name, want := range map[string]uint64{
		"cornell": 0x8e1a23d1c8e96623, "cornell-3d": 0xf9049b4f17ed3d7c,
		"brundage": 0xad8cd28fec67ca56, "parker": 0xf3defa1ebfaa9e00,
		"erneholm": 0x52392e6aadc8c097, "erneholm-3d": 0xe5eae87c89aec49a,
		"heppner": 0xd62e2dd5f561492d,
	} {
		for _, workers := range []int{1, 3} {
			for _, index := range []flock.Index{flock.Matrix, flock.Grid, flock.Brute} {
				t.Run(fmt.Sprintf("%s/%d/%v", name, workers, index), func(t *testing.T) {
					def, _ := model.Scene(name)
					def.Workers, def.Index = workers, index
					w := newWorld(t, def)
					for range 300 {
						w.Step()
					}
					if got := w.Hash(); got != want {
						t.Errorf("hash %#016x, want %#016x", got, want)
					}
				})
			}
		}
	}
}

// A step in the plane leaves the height alone, and birds upright, whatever steers.
func TestPlaneIsFlat(t *testing.T) {
	for _, m := range model.All() {
		if !m.Plane() {
			continue
		}
		def := model.Home(m)
		def.Params = model.With(def.Params, "count", 60, "ground_margin", 50)
		w := newWorld(t, def)
		var s flock.Snapshot
		for range 200 {
			w.Step()
		}
		def.Params = model.With(def.Params, "count", 90)
		if err := w.SetParams(def.Params); err != nil {
			t.Fatal(err)
		}
		w.Step()
		w.Snapshot(&s)
		for i := range s.Pos {
			if s.Pos[i][1] != def.Start.Altitude || s.Vel[i][1] != 0 || s.Up[i] != [3]float32{0, 1, 0} {
				t.Fatalf("%s: boid %d at %v, velocity %v, up %v", m.Name(), i, s.Pos[i], s.Vel[i], s.Up[i])
			}
		}
	}
}

// A steady step allocates nothing.
func TestStepAllocatesNothing(t *testing.T) {
	for _, m := range model.All() {
		for _, index := range []flock.Index{flock.Matrix, flock.Grid, flock.Brute} {
			def := model.Home(m)
			def.Workers, def.Index, def.WarmUp = 1, index, 0
			w := newWorld(t, def)
			for range 300 {
				w.Step()
			}
			w.TakeEvents(nil)
			if n := testing.AllocsPerRun(50, w.Step); n != 0 && !m.Leads() {
				t.Errorf("%s, %v: %v allocations a step", m.Name(), index, n)
			}
		}
	}
}
