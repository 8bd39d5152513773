package flock_test

import (
	"math"
	"strings"
	"testing"

	"skein/flock"
	"skein/flock/cloud"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
	"skein/flock/vec"
)

// groupedFlock returns a flock of 60 boids: a group of 10, a group of 20 and two groups that share the
// remaining boids.
func groupedFlock(space bool) flock.Def {
	d := testscene.Def("erneholm")
	if space {
		d = testscene.Def("erneholm-3d")
	}
	d.Params = model.With(d.Params, "count", 60, "bounds", flock.Unbounded)
	d.Start.Altitude = 60
	d.Start.Groups = []cloud.Group{
		{Count: 10, Place: vec.Vec{X: -100, Z: 20}, Radius: 10, Heading: 90, Speed: 0.5},
		{Share: 0.1, Place: vec.Vec{X: 100}, Radius: 5, Heading: -135, Speed: 0.75},
		{Count: 20, Place: vec.Vec{Z: 100}, Radius: 20, Heading: 180, Speed: 1},
		{Share: 0.2, Place: vec.Vec{Z: -100}, Radius: 15, Heading: 30, Speed: 0.25},
	}
	return d
}

// Groups start at their places with their headings and speeds. The distance between two boids is at least
// half the spacing of a lattice of the same density.
func TestGroupsStart(t *testing.T) {
	for _, space := range []bool{false, true} {
		d := groupedFlock(space)
		var s flock.Snapshot
		newWorld(t, d).Snapshot(&s)
		first := 0
		for k, n := range []int{10, 10, 20, 20} {
			g := d.Start.Groups[k]
			sine, cosine := math.Sincos(float64(g.Heading) * math.Pi / 180)
			heading := v3{sine, 0, cosine}
			centre := v3{float64(g.Place.X), 60, float64(g.Place.Z)}
			room := float64(g.Radius) * math.Sqrt(math.Pi/float64(n))
			if space {
				room = float64(g.Radius) * math.Cbrt(4*math.Pi/3/float64(n))
			}
			for i := first; i < first+n; i++ {
				at := toV3(s.Pos[i])
				if off := norm(minus(at, centre)); off > float64(g.Radius)+0.001 {
					t.Errorf("group %d: boid %d is %v m from the centre, which is outside the radius", k, i, off)
				}
				if off := norm(minus(times(toV3(s.Vel[i]), 1./30), times(heading, float64(g.Speed)))); off > 0.001 {
					t.Errorf("group %d: boid %d flies with %v, want the group's heading and speed", k, i, s.Vel[i])
				}
				for j := first; j < i; j++ {
					if d := norm(minus(at, toV3(s.Pos[j]))); d < room/2 {
						t.Errorf("group %d: boids %d and %d are %.2f m apart, want at least half of the %.2f m of room", k, i, j, d, room)
					}
				}
			}
			first += n
		}
	}
}

// Boids outside of groups start in the cloud, the first groups are filled first, and boids added in flight
// appear in a group.
func TestGroupsAndTheRest(t *testing.T) {
	near := func(s *flock.Snapshot, i int, x float64) bool { return math.Abs(float64(s.Pos[i][0])-x) < 40 }
	d := groupedFlock(false)
	d.Start.Groups, d.Start.Radius = []cloud.Group{{Count: 10, Place: vec.Vec{X: -200}, Radius: 5}, {Count: 10, Place: vec.Vec{X: 200}, Radius: 5}}, 5
	w := newWorld(t, d)
	var s flock.Snapshot
	w.Snapshot(&s)
	for i := range 60 {
		if x := []float64{-200, 200, 0, 0, 0, 0}[i/10]; !near(&s, i, x) {
			t.Errorf("with 60 boids, boid %d starts at %v, want about %v", i, s.Pos[i], x)
		}
	}
	d.Params = model.With(d.Params, "count", 12)
	w = newWorld(t, d)
	w.Snapshot(&s)
	for i := range 12 {
		if x := []float64{-200, 200}[i/10]; !near(&s, i, x) {
			t.Errorf("with 12 boids, boid %d starts at %v, want about %v", i, s.Pos[i], x)
		}
	}
	if err := w.SetParams(model.With(d.Params, "count", 40)); err != nil {
		t.Fatal(err)
	}
	w.Snapshot(&s)
	for i := 12; i < 40; i++ {
		if !near(&s, i, -200) && !near(&s, i, 200) {
			t.Errorf("boid %d joins at %v, want it in one of the groups", i, s.Pos[i])
		}
	}
}

func TestGroupsInACheckpoint(t *testing.T) {
	d := groupedFlock(false)
	w := newWorld(t, d)
	if err := w.SetParams(model.With(d.Params, "count", 5)); err != nil {
		t.Fatal(err)
	}
	w.Step()
	data := w.Checkpoint()
	if !strings.Contains(string(data[:2000]), `"Groups":[{"Count":10`) {
		t.Error("the checkpoint has no groups")
	}
	again, err := flock.Resume(data, 1, flock.Auto, model.All()...)
	if err != nil {
		t.Fatal(err)
	}
	if string(again.Checkpoint()) != string(data) {
		t.Error("the checkpoint of the resumed World differs")
	}
}

func TestGroupsRefused(t *testing.T) {
	nan := float32(math.NaN())
	for want, wrong := range map[string]cloud.Group{
		"start.group 2: count is -1: must be 0 to 4000000":                         {Count: -1},
		"start.group 2: share is 2: must be 0 to 1":                                {Share: 2},
		"start.group 2: place x is NaN m: must be -500 to 500 m":                   {Count: 1, Place: vec.Vec{X: nan}},
		"start.group 2: place z is 501 m: must be -500 to 500 m":                   {Count: 1, Place: vec.Vec{Z: 501}},
		"start.group 2: place y is 3 m: must be 0 in the plane":                    {Count: 1, Place: vec.Vec{Y: 3}},
		"start.group 2: radius is -1 m: must be 0 to 500 m":                        {Count: 1, Radius: -1},
		"start.group 2: heading is 361 °: must be -360 to 360 °":                   {Count: 1, Heading: 361},
		"start.group 2: speed is 51: must be 0 to 50":                              {Count: 1, Speed: 51},
		"start.group 2: count is 0 and share is 0: one of them must be above 0":    {},
		"start.group 2: count is 3 and share is 0.25: one of them must be above 0": {Count: 3, Share: 0.25},
	} {
		d := groupedFlock(false)
		d.Start.Groups[1] = wrong
		if _, err := flock.NewWorld(d); err == nil || err.Error() != want {
			t.Errorf("the start %+v gives the error %v, want %s", wrong, err, want)
		}
	}
}
