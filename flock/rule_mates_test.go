package flock_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"skein/flock"
	"skein/flock/model"
	"skein/flock/vec"
)

// mateRecorder records the mates of each boid. It needs a World with one worker.
type mateRecorder struct {
	Bounds flock.Bounds `key:"bounds"`
	saw    map[int][]flock.Mate
}

func (n *mateRecorder) About() flock.About { return flock.About{Name: "noter", Social: true} }
func (n *mateRecorder) Mates() int         { return 9 }
func (n *mateRecorder) Steer(me *flock.Self, mates []flock.Mate) vec.Vec {
	n.saw[me.ID] = slices.Clone(mates)
	return vec.Vec{}
}

// A rule gets the nearest flockmates in all directions, and whether each is in view, with every index, around
// the world's edge, and with fewer flockmates than the rule requests.
func TestMates(t *testing.T) {
	for _, index := range []flock.Index{flock.Grid, flock.Matrix, flock.Brute} {
		for _, wraps := range []bool{false, true} {
			for _, count := range []int{1, 2, 6, 300} {
				t.Run(fmt.Sprint(index, wraps, count), func(t *testing.T) { checkMates(t, index, wraps, count) })
			}
		}
	}
}

func checkMates(t *testing.T, index flock.Index, wraps bool, count int) {
	n := &mateRecorder{saw: map[int][]flock.Mate{}}
	def := ledFlock(t, n)
	def.Index, def.Workers = index, 1
	const side = 30
	if def.Params = model.With(def.Params, "count", count, "leadership", 0, "bounds_size", side); wraps {
		def.Params = model.With(def.Params, "bounds", flock.Wrap)
	}
	w := newWorld(t, def)
	var s flock.Snapshot
	for range 5 {
		w.Snapshot(&s)
		w.Step()
	}
	for i := range count {
		var want []int
		apart := make([]float64, count)
		for j := range count {
			if j == i {
				continue
			}
			want = append(want, j)
			for k := range 3 {
				d := float64(s.Pos[j][k]) - float64(s.Pos[i][k])
				if wraps {
					d -= side * math.Round(d/side)
				}
				apart[j] += d * d
			}
		}
		slices.SortStableFunc(want, func(a, b int) int { return int(math.Copysign(1, apart[a]-apart[b])) })
		want = want[:min(9, len(want))]
		if len(n.saw[i]) != len(want) {
			t.Fatalf("boid %d perceives %d mates, want %d", i, len(n.saw[i]), len(want))
		}
		for k, m := range n.saw[i] {
			if d := math.Sqrt(apart[want[k]]); math.Abs(float64(m.Distance)-d) > 1e-4 || math.Abs(math.Sqrt(apart[m.ID])-d) > 1e-4 {
				t.Errorf("boid %d: mate number %d is boid %d at %v m, want boid %d at %v m", i, k, m.ID, m.Distance, want[k], d)
			}
			cosine := float64(m.Direction.Dot(vec.Vec{X: s.Vel[i][0], Y: s.Vel[i][1], Z: s.Vel[i][2]}.Unit()))
			if limit := math.Cos(150 * math.Pi / 180); math.Abs(cosine-limit) > 1e-4 && m.InView != (cosine > limit) {
				t.Errorf("boid %d: mate %d is in view: %v, but the cosine is %v", i, m.ID, m.InView, cosine)
			}
		}
	}
}
