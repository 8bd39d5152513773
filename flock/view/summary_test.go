package view

import (
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/snapshots"
	"skein/flock/vec"
)

// crowd returns n boids: nine tenths in a core of 1 m, one tenth over 40 m, and two at the same place.
func crowd(n int) *snapshots.Snapshot {
	r := rand.New(rand.NewPCG(5, 6))
	s := &snapshots.Snapshot{Pos: make([]mgl32.Vec3, n), Vel: make([]mgl32.Vec3, n)}
	for i := range s.Pos {
		size := 1.0
		if i%10 == 0 {
			size = 40
		}
		for k := range 3 {
			s.Pos[i][k] = float32(vec.Round(300 + size*r.NormFloat64()))
			s.Vel[i][k] = r.Float32()
		}
	}
	s.Pos[2] = s.Pos[1]
	return s
}

// Summaries of a crowd equal those of Summary, which compares all pairs.
func TestSummariesOfACrowd(t *testing.T) {
	s := crowd(1500)
	for _, vision := range []float32{0.25, 1, 3, 20} {
		v := View{Vision: vision}
		for id, g := range v.Summaries(nil, s) {
			if want := v.Summary(s, id); g != want {
				t.Fatalf("vision %g, boid %d: the summary is %+v, want %+v", vision, id, g, want)
			}
		}
	}
}

// Positions that are not multiples of the quantum, or too far away, have no exact offsets.
func TestExactOffsets(t *testing.T) {
	for _, c := range []struct {
		x    float32
		want bool
	}{{0, true}, {vec.Quantum, true}, {vec.Quantum / 2, false}, {-2048, true}, {2048.5, false}} {
		if got := exactOffsets([]mgl32.Vec3{{}, {0, c.x, 0}}); got != c.want {
			t.Errorf("offset %g: exact is %v, want %v", c.x, got, c.want)
		}
	}
}

func BenchmarkSummariesOfACrowd(b *testing.B) {
	s, v := crowd(20_000), View{Vision: 3}
	var dst []Summary
	for b.Loop() {
		dst = v.Summaries(dst, s)
	}
}
