package picture

import (
	"math"
	"reflect"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/internal/testflight"
	"skein/flock"
	"skein/flock/explanation"
	"skein/flock/look"
	"skein/flock/snapshots"
	"skein/models"
)

// The birds of a swarm equal the birds in a picture of all boids between the same two ticks. Positions
// differ by at most a millimetre, components of directions by 0.003, wingbeats by 0.001 turns, and weights
// of poses by 0.02.
func TestSwarmShowsTheBoids(t *testing.T) {
	s := starlings(t, 3000, 40)
	s.Show.Variety, s.Poses, s.Refresh = 0.03, &Poses{}, nil
	w, err := flock.NewWorld(testflight.Murmuration(3000))
	if err != nil {
		t.Fatal(err)
	}
	var two [2]flock.Snapshot
	w.Snapshot(&two[0])
	s.Poses.Begin(&two[0])
	var c, whole Composer
	leaders := 0
	for k := range 200 {
		before, current := &two[k&1], &two[1-k&1]
		w.Step()
		w.Snapshot(current)
		s.Poses.Add(before, current, s.Params)
		if k%20 != 0 {
			continue
		}
		for _, share := range []float32{0, 0.25, 0.8} {
			s.Snapshot, s.Share, s.Boids = current, share, snapshots.Interpolate(nil, before, current, share)
			s.Show.Vision = k%40 == 0
			s.choose(map[bool]int{true: 40, false: -1}[s.Show.Vision])
			var want, got frame.Frame
			s.Earlier = nil
			whole.Compose(&want, s)
			s.Earlier = before
			c.Compose(&got, s)
			if got.Swarm == nil || got.Count() != len(want.Birds) || got.Leaders != want.Leaders {
				t.Fatalf("the swarm has %d birds and %d leaders, want %d and %d", got.Count(), got.Leaders, len(want.Birds), want.Leaders)
			}
			if seen := len(got.Swarm.Tinted); (seen > 0) != s.Show.Vision {
				t.Fatalf("%d birds are tinted as seen, with vision spheres %v", seen, s.Show.Vision)
			}
			leaders += want.Leaders
			for i := range want.Birds {
				checkBird(t, i, got.Swarm.Bird(i), want.Birds[i])
			}
		}
	}
	if leaders == 0 {
		t.Error("no bird was a leader, want some")
	}
}

func checkBird(t *testing.T, i int, got, want frame.Bird) {
	t.Helper()
	turned := float32(0)
	for _, axis := range []mgl32.Vec3{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}} {
		turned = max(turned, got.Rotation.Rotate(axis).Sub(want.Rotation.Rotate(axis)).Len())
	}
	beat := math.Abs(float64(got.Phase - want.Phase))
	held := float32(0)
	for k := range models.StanceCount {
		held = max(held, mgl32.Abs(got.Held[k]-want.Held[k]))
	}
	tint := got.Tint.Sub(want.Tint).Len()
	if got.Pos.Sub(want.Pos).Len() > 0.001 || turned > 0.003 || min(beat, 1-beat) > 0.001 || held > 0.02 || tint > 1e-3 || got.Kind != want.Kind || mgl32.Abs(got.Span-want.Span) > 1e-6 {
		t.Fatalf("bird %d is %+v in the swarm, want %+v", i, got, want)
	}
}

// The birds of a swarm have the colours of the boids at the nearer tick. The legend is that of the later
// tick.
func TestSwarmColours(t *testing.T) {
	s := starlings(t, 1500, 60)
	w, err := flock.NewWorld(testflight.Murmuration(1500))
	if err != nil {
		t.Fatal(err)
	}
	var two [2]flock.Snapshot
	w.Snapshot(&two[0])
	s.Snapshot, s.Escapes = &two[1], map[int]int64{3: 10, 700: 25}
	s.choose(-1)
	colourings := []look.ColourBy{
		look.ColourBySpeed, look.ColourByEccentricity, look.ColourByNeighbours, look.ColourByEscape,
		look.ColourByRule, look.ColourByLeaders, look.ColourByCluster, look.ColourBySpecies,
	}
	var c, whole Composer
	for k := range 32 {
		before, now := &two[k&1], &two[1-k&1]
		w.Step()
		w.Snapshot(now)
		s.Show.Colour = colourings[k/4]
		s.Shares = nil
		if s.Show.Colour == look.ColourByRule {
			s.Shares = &explanation.Shares{Rules: []string{"align"}, Values: [][]float32{make([]float32, now.Len())}}
			for i := range now.Len() {
				s.Shares.Values[0][i] = float32(i%(k+2)) / float32(k+1)
			}
		}
		for _, share := range []float32{0.2, 0.7} {
			var want, legend, got frame.Frame
			s.Earlier, s.Snapshot, s.Boids = nil, now, snapshots.Interpolate(nil, now, now, 1)
			whole.Compose(&legend, s)
			if share < 0.5 {
				s.Snapshot, s.Boids = before, snapshots.Interpolate(nil, before, before, 1)
			}
			(&Composer{}).Compose(&want, s)
			s.Earlier, s.Snapshot, s.Share = before, now, share
			c.Compose(&got, s)
			if got.Legend == nil || !reflect.DeepEqual(got.Legend, legend.Legend) {
				t.Fatalf("colouring %d: the legend is %+v, want %+v", s.Show.Colour, got.Legend, legend.Legend)
			}
			for i := range want.Birds {
				if a, b := got.Swarm.Bird(i).Tint, want.Birds[i].Tint; a.Sub(b).Len() > 1e-3 {
					t.Fatalf("colouring %d, share %v: bird %d has the tint %v, want %v", s.Show.Colour, share, i, a, b)
				}
			}
		}
	}
}
