package picture

import (
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/model"
	"skein/flock/view"
)

// The tinted boids are exactly the boids that the selected boid sees. The test finds the expected boids by a
// search over all pairs.
func TestVisibleNeighboursAreTinted(t *testing.T) {
	sc := starlings(t, 60, 1, "leadership", 0, "lonely_count", 0)
	sc.choose(5)
	sc.Show.Vision = true
	f := sc.shown()
	vision := sc.Params[0].Float("vision")
	count := 0
	for i := range f.Birds {
		want := mgl32.Vec4{}
		switch d := sc.Snapshot.Pos[i].Sub(sc.Snapshot.Pos[5]).Len(); {
		case i == 5: // this bird is outlined, not tinted
		case d < vision:
			want = (&Scene{}).inks().Visible
			count++
		}
		if sc.Snapshot.Flags[i]&flock.Leading == 0 && f.Birds[i].Tint != want {
			t.Errorf("boid %d has the tint %v, want %v", i, f.Birds[i].Tint, want)
		}
	}
	if o := f.Outline; o == nil || o.Bird != 5 {
		t.Errorf("the outline is %v, want boid 5", o)
	}
	if count == 0 {
		t.Error("boid 5 sees no other boid, so this test checks nothing")
	}
	if f.Vision == nil || f.Vision.Radius != vision || f.Vision.Centre != f.Birds[5].Pos {
		t.Errorf("the vision sphere is %v, want one around boid 5", f.Vision)
	}
}

func TestSphereIsTheNeighbourhoods(t *testing.T) {
	sc := starlings(t, 60, 1, "leadership", 0, "lonely_count", 0)
	sc.choose(5)
	sc.Show.Vision = true
	show := func(pairs ...any) (radius float32, tinted int) {
		t.Helper()
		sc.Params[0] = model.With(sc.Params[0], pairs...)
		f := sc.shown()
		for i := range f.Birds {
			if f.Birds[i].Tint == (&Scene{}).inks().Visible {
				tinted++
			}
		}
		return f.Vision.Radius, tinted
	}
	for _, n := range []int{3, 7} {
		var apart []float32
		for i := range sc.Snapshot.Pos {
			apart = append(apart, sc.Snapshot.Pos[i].Sub(sc.Snapshot.Pos[5]).Len())
		}
		slices.Sort(apart)
		if radius, tinted := show("neighbourhood", view.NearestN, "nearest", n); tinted != n || math.Abs(float64(radius-apart[n])) > 1e-4 {
			t.Errorf("of the %d nearest, %d are tinted within %v m; want all, and %v m", n, tinted, radius, apart[n])
		}
	}
	if radius, _ := show("lonely_count", 50, "lonely_range", 9); radius != 9 {
		t.Errorf("the vision sphere of a lonely boid is %v m, want 9", radius)
	}
}

func TestPlain(t *testing.T) {
	sc := starlings(t, 60, 1)
	sc.Boids[3].Flags |= flock.Leading
	sc.choose(5)
	for _, plain := range []bool{false, true} {
		sc.Show.Vision, sc.Show.Plain = true, plain
		f := sc.shown()
		tinted := 0
		for i := range f.Birds {
			if f.Birds[i].Tint[3] > 0 {
				tinted++
			}
		}
		if plain != (tinted == 0) || !plain && (f.Birds[3].Tint != (&Scene{}).inks().Leader || f.Outline == nil || f.Outline.Bird != 5 || tinted < 2) || plain && f.Outline != nil {
			t.Errorf("plain %v: %d birds are tinted, or the outline or the leader's tint is wrong", plain, tinted)
		}
	}
}
