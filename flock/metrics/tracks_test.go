package metrics

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
)

// If birds come and go, a report has their smallest and largest number, and frames without birds do not
// change the means.
func TestTallyOfTracks(t *testing.T) {
	tally := NewTally(3, 0)
	for k, n := range []int{0, 2, 5, 0, 3} {
		s := flock.Snapshot{Tick: int64(k), TickRate: 10}
		for i := range n {
			s.IDs, s.Pos = append(s.IDs, int32(3*i)), append(s.Pos, mgl32.Vec3{float32(i), 0, 0})
			s.Vel, s.Up = append(s.Vel, mgl32.Vec3{0, 0, 9}), append(s.Up, mgl32.Vec3{0, 1, 0})
			s.Phase, s.Flags = append(s.Phase, 0), append(s.Flags, 0)
		}
		tally.Frame(&s, nil)
	}
	r := tally.Report()
	if r.Boids != 3 || r.Least != 0 || r.Most != 5 || r.Frames != 5 {
		t.Errorf("the report has %d boids, from %d to %d, in %d frames; want 3, 0 to 5, in 5", r.Boids, r.Least, r.Most, r.Frames)
	}
	if p, v := r.Measures["polarization"], r.Measures["speed"]; p.N != 3 || p.Mean != 1 || v.Mean != 9 || v.Min != 9 {
		t.Errorf("polarization is %v and speed %v, want 1 and 9", p, v)
	}
	pooled := Pool(tally, tally)
	if pooled.Least != 0 || pooled.Most != 5 || pooled.Measures["speed"].N != 6 {
		t.Errorf("the pooled report has %d to %d boids, want 0 to 5", pooled.Least, pooled.Most)
	}
}
