package studio

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/internal/num"
	"skein/flock"
)

// The facts about a tracked bird equal values computed by hand. The bird flies towards +X and up, and banks
// by 30° to its right (towards +Z). It has two neighbours, one of them 2 m away.
func TestTrackedBird(t *testing.T) {
	sine, cosine := math.Sincos(math.Pi / 6)
	s := flock.Snapshot{
		IDs: []int32{3, 4, 8, 9},
		Pos: []mgl32.Vec3{{0, 0, 0}, {0, 2, 0}, {3, 0, 0}, {0, 0, 40}},
		Vel: []mgl32.Vec3{{8, 0, 0}, {1, 0, 0}, {1, 0, 0}, {1, 0, 0}},
		Up:  []mgl32.Vec3{{0, float32(cosine), float32(sine)}, {0, 1, 0}, {0, 1, 0}, {0, 1, 0}},
	}
	got := trackedIn(&s, 0, 3.5)
	want := TrackFacts{Speed: 8, Heading: 90, Bank: 30, Neighbours: 2, Reach: 3.5, Nearest: 2}
	near := func(a, b float32) bool { return num.Abs(a-b) < 1e-3 }
	if !near(got.Speed, want.Speed) || !near(got.Heading, want.Heading) || !near(got.Bank, want.Bank) || !near(got.Nearest, want.Nearest) || got.Neighbours != want.Neighbours {
		t.Errorf("the facts are %+v, want %+v", got, want)
	}
	s.Vel[0], s.Up[0] = mgl32.Vec3{0, 3, -4}, mgl32.Vec3{float32(-sine), float32(cosine) * 0.8, float32(cosine) * 0.6}
	if got := trackedIn(&s, 0, 3.5); !near(got.Heading, 180) || !near(got.Climb, 3) || !near(got.Bank, -30) {
		t.Errorf("the facts of a bird that flies to -Z, climbs and banks to the left are %+v, want 180°, 3 m/s, -30°", got)
	}
	alone := flock.Snapshot{IDs: s.IDs[:1], Pos: s.Pos[:1], Vel: s.Vel[:1], Up: s.Up[:1]}
	if got := trackedIn(&alone, 0, 3.5); got.Neighbours != 0 || got.Nearest != 0 {
		t.Errorf("the facts of a lone bird are %+v, want no neighbours", got)
	}
}

func TestTrackedSince(t *testing.T) {
	s := watchTracks(t)
	s.frameAt(t, 15)
	s.choose(9)
	for _, c := range []struct{ at, want float64 }{{15, 5}, {16, 6}, {19, 9}, {12, 2}, {55, 15}, {41, 1}, {60, 20}, {10, 0}} {
		s.frameAt(t, c.at)
		if got := s.TrackFacts(); got == nil || got.Earlier || got.First || math.Abs(got.Since-c.want/30) > 1e-9 {
			t.Errorf("in frame %v the bird's facts are %+v, want it there for %v s", c.at, got, c.want/30)
		}
	}
	if s.frameAt(t, 30); s.TrackFacts() != nil {
		t.Error("there are facts about an absent bird")
	}
	s.frameAt(t, 45)
	s.choose(12)
	if got := s.TrackFacts(); got == nil || got.Since != 1.5 || !got.First {
		t.Errorf("the facts of a bird that is there from the start are %+v, want 1.5 s and First", got)
	}
}
