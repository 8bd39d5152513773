package testflight

import (
	"errors"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/flock"
	"skein/flock/look"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
)

// Snapshots is a recorded flight in memory, one snapshot per frame.
type Snapshots []flock.Snapshot

// Frames returns the number of snapshots.
func (r Snapshots) Frames() int { return len(r) }

// Frame sets dst to snapshot i. The slices of dst share memory with the recording.
func (r Snapshots) Frame(i int, dst *flock.Snapshot) error {
	if i >= len(r) {
		return errors.New("no such frame")
	}
	*dst = r[i]
	return nil
}

// Record simulates a flock with ticks of 1/60 s and records it at 30 frames per second.
func Record(t *testing.T, def flock.Def, frames int) Snapshots {
	t.Helper()
	w, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	r := make(Snapshots, frames)
	for i := range r {
		w.Snapshot(&r[i])
		w.Step()
		w.Step()
	}
	return r
}

// Murmuration returns the definition of a flock of count starlings.
func Murmuration(count int) flock.Def {
	def := testscene.Def("murmuration")
	def.WarmUp = 1
	def.Params = model.With(def.Params, "count", count)
	return def
}

// Always returns a function that returns p for every frame and every flock.
func Always(p flock.Params) func(frame, flockIndex int) (flock.Params, error) {
	return func(int, int) (flock.Params, error) { return p, nil }
}

// Alike returns the default look with three changes. All birds have one size and one shade, and the
// exposure does not depend on the view.
func Alike() look.Look {
	l := look.Default()
	l.Show.Variety, l.Light.Adapt = 0, 0
	return l
}

// Tracks is a recording of three tracked birds that come and go, with 61 frames at 30 per second. Bird 5
// is present until frame 50, bird 9 in frames 10 to 19 and 40 to 60, and bird 12 in all frames. Each bird
// flies along z at 3 m/s, at x = 10 m times its id.
type Tracks struct{}

// Frames returns 61.
func (Tracks) Frames() int { return 61 }

// Frame sets dst to the birds that are present in frame i.
func (Tracks) Frame(i int, dst *flock.Snapshot) error {
	*dst = flock.Snapshot{Tick: int64(i), TickRate: 30}
	for _, id := range []int32{5, 9, 12} {
		if id == 9 && (i < 10 || i >= 20 && i < 40) || id == 5 && i > 50 {
			continue
		}
		dst.IDs, dst.Pos = append(dst.IDs, id), append(dst.Pos, mgl32.Vec3{10 * float32(id), 20, 0.1 * float32(i)})
		dst.Vel, dst.Up = append(dst.Vel, mgl32.Vec3{0, 0, 3}), append(dst.Up, mgl32.Vec3{0, 1, 0})
		dst.Phase, dst.Flags = append(dst.Phase, 0), append(dst.Flags, 0)
	}
	return nil
}

// TracksParams returns the parameters of Tracks.
func TracksParams(int, int) (flock.Params, error) { return testscene.Def("murmuration").Params, nil }

// Close reports whether a and b are at most distance apart.
func Close(a, b mgl32.Vec3, distance float32) bool { return a.Sub(b).Len() <= distance }

// Copy returns a copy of a frame. A film that computes the next frame does not change the copy.
func Copy(f *frame.Frame) (out frame.Frame) {
	f.CopyTo(&out)
	out.ListTrails()
	return out
}

// CutOff counts the birds that an edge of the picture may cut off. For each edge, it uses the plane
// through the eye and the edge. A bird counts if its middle is outside this plane, or inside but
// nearer to it than half the bird's span.
func CutOff(f *frame.Frame) (n int) {
	up := float64(f.View.FovY) / 2
	across := math.Atan(math.Tan(up) * float64(f.Size.X) / float64(f.Size.Y))
	for i := range f.Birds {
		b := &f.Birds[i]
		p := f.View.Rotation.Inverse().Rotate(b.Pos.Sub(f.View.Eye))
		x, y, z := math.Abs(float64(p[0])), math.Abs(float64(p[1])), -float64(p[2])
		inside := min(z*math.Sin(across)-x*math.Cos(across), z*math.Sin(up)-y*math.Cos(up))
		if inside < float64(b.Span)/2 {
			n++
		}
	}
	return n
}
