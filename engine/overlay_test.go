package engine

import (
	"image"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/look"
)

// lightness is CIE L* of linear light.
func lightness(c mgl32.Vec4) float64 {
	y := 0.2126*float64(c[0]) + 0.7152*float64(c[1]) + 0.0722*float64(c[2])
	if y > 0.008856 {
		return 116*math.Cbrt(y) - 16
	}
	return 903.3 * y
}

// The scales of colour grow in lightness all along, which everyone sees, from the ends that
// were published; beyond them they stay.
func TestColourMaps(t *testing.T) {
	ends := map[ColourMap][2]mgl32.Vec3{
		look.Viridis: {{68. / 255, 1. / 255, 84. / 255}, {253. / 255, 231. / 255, 37. / 255}},
		look.Cividis: {{0, 34. / 255, 78. / 255}, {254. / 255, 232. / 255, 56. / 255}},
	}
	for m, end := range ends {
		last := -1.0
		for k := range 201 {
			l := lightness(linear(m.At(float32(k)/200), 1))
			if l <= last {
				t.Errorf("%s: at %v a lightness of %v after %v", look.ColourMapNames()[m], float32(k)/200, l, last)
			}
			last = l
		}
		for k, x := range []float32{-1, 2} {
			if got := m.At(x); got.Sub(end[k]).Len() > 1e-5 {
				t.Errorf("%s at %v: %v, want %v", look.ColourMapNames()[m], x, got, end[k])
			}
		}
	}
}

// Birds coloured by their speed are the lighter the faster they fly, in a living flock and
// in a film in any order.
func TestColourBySpeed(t *testing.T) {
	s := smallStudio(t)
	c := s.Controls
	c.Show.Colour = ColourBySpeed
	if err := s.Set(c, Done); err != nil {
		t.Fatal(err)
	}
	play(s, 30, 1)
	check := func(f *Frame, boids []flock.Boid) {
		t.Helper()
		if f.Legend == nil || f.Legend.Title != "speed" || f.Legend.High == "" {
			t.Fatalf("legend %+v", f.Legend)
		}
		order := make([]int, len(boids))
		for i := range order {
			order[i] = i
		}
		slices.SortFunc(order, func(a, b int) int {
			return int(math.Copysign(1, float64(boids[a].Vel.Len()-boids[b].Vel.Len())))
		})
		slow, fast := lightness(f.Birds[order[0]].Tint), lightness(f.Birds[order[len(order)-1]].Tint)
		middle := lightness(f.Birds[order[len(order)/2]].Tint)
		if !(slow < middle && middle < fast) {
			t.Errorf("the slowest, the middle and the fastest have a lightness of %v, %v and %v", slow, middle, fast)
		}
	}
	check(s.Shown(), s.boids)

	r, p := flight(t, 30)
	f := filmOf(r, p, Orbit)
	f.Show.Colour, f.Selected = ColourBySpeed, -1
	tints := map[int][]Instance{}
	for _, i := range []int{3, 20, 4, 3, 20} {
		frame, err := f.Frame(i, image.Pt(320, 180))
		if err != nil {
			t.Fatal(err)
		}
		check(frame, f.boids)
		if was := tints[i]; was != nil && !slices.Equal(was, frame.Birds) {
			t.Errorf("frame %d is coloured otherwise the second time", i)
		}
		tints[i] = slices.Clone(frame.Birds)
	}
}

// Every way to colour birds has a legend and colours all of them.
func TestColours(t *testing.T) {
	s := smallStudio(t)
	for by := ColourBySpeed; by <= ColourByRule; by++ {
		c := s.Controls
		c.Show.Colour, c.Show.Rule, c.Show.Links, c.Show.Bones = by, "cohesion", true, true
		if err := s.Set(c, Done); err != nil {
			t.Fatal(err)
		}
		play(s, 30, 0.3)
		s.answered(t)
		play(s, 30, 0.1)
		f := s.Shown()
		if f.Legend == nil || f.Legend.Title == "" || f.Legend.High == "" && by != ColourByLeaders && len(f.Legend.Kinds) == 0 {
			t.Errorf("%s: legend %+v", look.ColourByNames()[by], f.Legend)
		}
		for i := range f.Birds {
			if f.Birds[i].Tint[3] < 0.9 {
				t.Errorf("%s: bird %d has the tint %v", look.ColourByNames()[by], i, f.Birds[i].Tint)
				break
			}
		}
	}
}

// The time since an escape is that of the last one up to now.
func TestLastEscape(t *testing.T) {
	events := []flock.Event{
		{Tick: 10, Kind: flock.EscapeBegan, Boid: 3}, {Tick: 20, Kind: flock.EscapeBegan, Boid: 4},
		{Tick: 30, Kind: flock.EscapeEnded, Boid: 3}, {Tick: 40, Kind: flock.EscapeBegan, Boid: 3},
	}
	var e escapes
	for _, c := range []struct {
		boid int
		upto int64
		want int64
		ok   bool
	}{{3, 9, 0, false}, {3, 10, 10, true}, {3, 39, 10, true}, {3, 40, 40, true}, {4, 99, 20, true}, {5, 99, 0, false}, {3, 12, 10, true}, {4, 12, 0, false}} {
		if got, ok := e.upTo(events, c.upto)[c.boid]; got != c.want || ok != c.ok {
			t.Errorf("boid %d up to %d: %d, %v", c.boid, c.upto, got, ok)
		}
	}
}

// Of a long flight no more than the last events are kept, but of every boid when it last led.
func TestEventsKept(t *testing.T) {
	var h happened
	for k := range 3 * EventsKept {
		h.note(flock.Event{Tick: int64(k), Kind: flock.EscapeBegan, Boid: min(k, 9)})
		if n := len(h.events); n < min(k+1, EventsKept) || n > EventsKept*5/4 || h.events[n-1].Tick != int64(k) {
			t.Fatalf("after %d events %d are kept", k+1, n)
		}
	}
	if at, ok := h.escapes.last[4]; at != 4 || !ok {
		t.Errorf("boid 4 led at %d, %v", at, ok)
	}
}

// Two boids that differ in what the colours tell have two colours, those that the scale has
// at its ends.
func TestColoursDiffer(t *testing.T) {
	s := smallStudio(t)
	play(s, 30, 0.1)
	sc := s.scene
	sc.Show.Map = look.Viridis
	n := len(sc.Boids)
	sc.Shares = &flock.Shares{Rules: []string{"first", "second"}, Of: [][]float32{make([]float32, n), make([]float32, n)}}
	sc.Shares.Of[0][0] = 1
	sc.Escapes = map[int]int64{sc.Snapshot.ID(0): sc.Snapshot.Tick}
	snap := *sc.Snapshot
	snap.Vel = slices.Clone(snap.Vel)
	snap.Pos = slices.Clone(snap.Pos)
	for i := range n { // the first is far from all and fast, each other one is close to the rest
		snap.Vel[i], snap.Pos[i] = mgl32.Vec3{5, 0, 0}, mgl32.Vec3{float32(i) * 0.3, 20, 0}
	}
	snap.Vel[0], snap.Pos[0] = mgl32.Vec3{9, 0, 0}, mgl32.Vec3{-5, 20, 0}
	sc.Snapshot = &snap
	for by := ColourBySpeed; by <= ColourByRule; by++ {
		switch by {
		case ColourByLeaders, ColourByCluster, ColourBySpecies:
			continue // kinds, which are no scale
		}
		sc.Show.Colour, sc.Show.Rule = by, "" // the first
		var o overlay
		o.work(&sc)
		if o.tints[0] == o.tints[n/2] {
			t.Errorf("%s: birds 0 and %d are both %v", look.ColourByNames()[by], n/2, o.tints[0])
		}
		if by == ColourByEscape || by == ColourByRule {
			if high, low := linear(sc.Show.Map.At(1), cover), linear(sc.Show.Map.At(0), cover); o.tints[0] != high || o.tints[n/2] != low {
				t.Errorf("%s: %v and %v, want the ends %v and %v", look.ColourByNames()[by], o.tints[0], o.tints[n/2], high, low)
			}
		}
		if by == ColourByRule && o.legend.Title != "share of first" {
			t.Errorf("legend %q", o.legend.Title)
		}
	}
}

// The axes are those of the uniform ellipsoid with the same second moments: of places that
// fill one, its own.
func TestBones(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	half, centre := [3]float64{9, 4, 1.5}, mgl32.Vec3{30, 12, -7}
	turn := mgl32.QuatRotate(0.7, mgl32.Vec3{1, 2, 3}.Normalize())
	var pos []mgl32.Vec3
	for len(pos) < 40_000 {
		p := [3]float64{2*r.Float64() - 1, 2*r.Float64() - 1, 2*r.Float64() - 1}
		if p[0]*p[0]+p[1]*p[1]+p[2]*p[2] <= 1 {
			pos = append(pos, centre.Add(turn.Rotate(mgl32.Vec3{float32(half[0] * p[0]), float32(half[1] * p[1]), float32(half[2] * p[2])})))
		}
	}
	b, ok := BonesOf(pos)
	if !ok || b.Centre.Sub(centre).Len() > 0.1 {
		t.Fatalf("centre %v, want %v", b.Centre, centre)
	}
	for k, axis := range b.Axes {
		var want mgl32.Vec3
		want[k] = float32(half[k])
		if want = turn.Rotate(want); min(axis.Sub(want).Len(), axis.Add(want).Len()) > 0.03*float32(half[k])+0.05 {
			t.Errorf("axis %d is %v, want %v", k, axis, want)
		}
	}
	if _, ok := BonesOf(nil); ok {
		t.Error("nobody has bones")
	}
}

// The hull of places is closed, and nobody is beyond it in any direction.
func TestHull(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{4, 5, 20, 300} {
		var pos []mgl32.Vec3
		for range n {
			pos = append(pos, mgl32.Vec3{r.Float32() * 20, r.Float32() * 5, r.Float32() * 9})
		}
		edges := Hull(pos)
		corners := map[int]bool{}
		for _, e := range edges {
			corners[e[0]], corners[e[1]] = true, true
		}
		if len(edges) != 3*len(corners)-6 { // Euler, of triangles
			t.Errorf("%d places: %d edges of %d corners", n, len(edges), len(corners))
		}
		for range 500 {
			way := mgl32.Vec3{r.Float32() - 0.5, r.Float32() - 0.5, r.Float32() - 0.5}
			most, found := float32(math.Inf(-1)), float32(math.Inf(-1))
			for i, p := range pos {
				most = max(most, p.Dot(way))
				if corners[i] {
					found = max(found, p.Dot(way))
				}
			}
			if found < most-1e-4 {
				t.Fatalf("%d places: one is %v beyond the hull", n, most-found)
			}
		}
	}
	for _, flat := range [][]mgl32.Vec3{nil, {{1, 2, 3}}, {{}, {1}, {2}, {3}}, {{}, {1}, {0, 1}, {1, 1}, {0.5, 0.5}}} {
		if edges := Hull(flat); len(edges) > 0 {
			t.Errorf("%v has a hull of %v", flat, edges)
		}
	}
}

// Links join those alone of whom each is among the nearest of the other.
func TestLinks(t *testing.T) {
	s := smallStudio(t)
	s.Controls.Show.Links = true
	play(s, 30, 0.2)
	sc := s.scene
	points := (&sketch{}).drawLinks(nil, &sc)
	if len(points) == 0 || len(points)%2 != 0 {
		t.Fatalf("%d points", len(points))
	}
	rankOf := func(i, j int) (rank int) {
		d := sc.Boids[j].Pos.Sub(sc.Boids[i].Pos).Len()
		for k := range sc.Boids {
			if k != i && sc.Boids[k].Pos.Sub(sc.Boids[i].Pos).Len() < d {
				rank++
			}
		}
		return rank
	}
	at := map[mgl32.Vec3]int{}
	for i, b := range sc.Boids {
		at[b.Pos] = i
	}
	for k := 0; k < len(points); k += 2 {
		i, j := at[points[k].Pos], at[points[k+1].Pos]
		if rankOf(i, j) > mutual || rankOf(j, i) > mutual { // between two ticks ranks may change by one
			t.Errorf("a link of boids %d and %d, which are %d and %d to each other", i, j, rankOf(i, j), rankOf(j, i))
		}
	}
}
