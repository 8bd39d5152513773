package field

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/vec"
)

// sheet returns n uniform random places in a layer that faces the first side and has the thickness thick.
// inside reports whether a point (x, y) of the square from -1 to 1 belongs to the layer. size scales this
// square.
func sheet(r *rand.Rand, n int, size, thick float64, inside func(x, y float64) bool) (pos []vec.Vec64) {
	right, up := vec.Vec64{1, 0, 0}, vec.Vec64{0, math.Cos(elevation), -math.Sin(elevation)}
	away := right.Cross(up)
	for len(pos) < n {
		if x, y := 2*r.Float64()-1, 2*r.Float64()-1; inside(x, y) {
			pos = append(pos, right.Scale(size*x).Add(up.Scale(size*y)).Add(away.Scale(thick*r.Float64())))
		}
	}
	return pos
}

func disc(x, y, radius float64) bool { return math.Hypot(x, y) < radius }

// The area and solidity of an outline agree with the region that birds fill, within its ragged edge.
func TestOutlines(t *testing.T) {
	annulus := func(x, y float64) bool { return disc(x, y, 1) && !disc(x, y, 0.6) }
	crescent := func(x, y float64) bool { return disc(x, y, 1) && !disc(x-0.6, y, 0.8) }
	two := func(x, y float64) bool {
		return disc(x-0.5, y, 0.3) || disc(x+0.5, y, 0.3) || math.Abs(y) < 0.03 && math.Abs(x) < 0.5
	}
	for what, c := range map[string]struct {
		in             func(x, y float64) bool
		area, solidity float64 // area divided by the square's area, and solidity
	}{
		"disc":     {func(x, y float64) bool { return disc(x, y, 1) }, math.Pi / 4, 1},
		"annulus":  {annulus, math.Pi / 4 * 0.64, 0.64},
		"crescent": {crescent, shareOf(crescent), shareOf(crescent) / shareOf(func(x, y float64) bool { return disc(x, y, 1) && x < 0.6 })},
		"two":      {two, shareOf(two), shareOf(two) / ((math.Pi*0.09 + 0.6) / 4)},
	} {
		for _, n := range []int{1000, 8000} {
			size := math.Sqrt(float64(n)) // keeps the density constant
			f := newCloud(sheet(chance(), n, size, 2, c.in), forwards(chance(), n), 0.4).measure()
			tolerance := 5 / math.Sqrt(float64(n)) // the edge is as ragged as the gaps between birds
			wantWithin(t, what+": area", f["area0"]/(4*size*size)/c.area, 1, tolerance)
			view := &cloud{pos: sheet(chance(), n, size, 2, c.in)}
			seen := view.project(0)
			wantWithin(t, what+": solidity", f["area0"]/hullArea(seen)/c.solidity, 1, tolerance)
		}
	}
}

// shareOf returns the area of a region divided by the area of the square.
func shareOf(inside func(x, y float64) bool) float64 {
	const n = 1000
	count := 0
	for i := range n {
		for j := range n {
			if inside((float64(i)+0.5)*2/n-1, (float64(j)+0.5)*2/n-1) {
				count++
			}
		}
	}
	return float64(count) / (n * n)
}

// If the size of a flock changes as 1 + a·sin(ωt), the coefficient of variation is nearly 2a/√2 for the area,
// and a/√2 for the thickness.
func TestVariationOfABreathingFlock(t *testing.T) {
	pos := ellipsoid(chance(), 800, vec.Vec64{12, 5, 9})
	for _, a := range []float64{0, 0.2} {
		c := measuredCard(20, func(s float64) (positions, vel []vec.Vec64) {
			size := 1 + a*math.Sin(2*math.Pi*s/5)
			for _, p := range pos {
				positions, vel = append(positions, p.Scale(size)), append(vel, vec.Vec64{0, 0, 10})
			}
			return positions, vel
		})
		// The mean of (1 + a sin)² is 1 + a²/2, and its variance 2a² + a⁴/8.
		want := math.Sqrt(2*a*a+a*a*a*a/8) / (1 + a*a/2)
		wantWithin(t, "area", value(c, "area", 0), want, 0.01)
		wantWithin(t, "thickness", value(c, "thickness", 0), a/math.Sqrt2, 0.005)
	}
}

// In a bent flock, depths are below the curved surface, and the density is that in the flock's space, not in
// the hull.
func TestDepthInABentFlock(t *testing.T) {
	var pos []vec.Vec64
	r := chance()
	for len(pos) < 6000 { // birds fill half a torus
		p := vec.Vec64{32 * (2*r.Float64() - 1), 8 * (2*r.Float64() - 1), 32 * r.Float64()}
		if offset := math.Hypot(p[0], p[2]) - 24; offset*offset+p[1]*p[1] < 64 {
			pos = append(pos, p)
		}
	}
	c := newCloud(pos, forwards(r, len(pos)), 0.4)
	const apart = 1.36 // the cube root of the volume per bird, m; the surface has dents of about this depth
	wantWithin(t, "depth in the middle of the tube", c.space.depth(vec.Vec64{0, 0, 24}), 8-apart, apart)
	wantWithin(t, "depth in the bend", c.space.depth(vec.Vec64{0, 0, 5}), 0, 0)
	wantWithin(t, "density", c.density()*(math.Pi*24*math.Pi*64)/6000, 1, 0.035)
}

func TestOblongAngle(t *testing.T) {
	for _, turned := range []float64{0, 0.3, 1, math.Pi / 2, 2.5} {
		var positions []vec.Vec64
		for x := range 13 {
			for y := range 5 {
				a, b := float64(x)*1.1, float64(y)*0.9
				positions = append(positions, vec.Vec64{a*math.Cos(turned) - b*math.Sin(turned), a*math.Sin(turned) + b*math.Cos(turned)})
			}
		}
		want := math.Acos(math.Abs(math.Cos(turned)))
		if got, ok := oblongAngle(positions, vec.Vec64{1, 0}); !ok || math.Abs(got-want) > 1e-6 {
			t.Errorf("turned by %v: the angle is %v, %v, want %v", turned, got, ok, want)
		}
	}
	if _, ok := oblongAngle([]vec.Vec64{{0, 0}, {1, 1}, {2, 2}}, vec.Vec64{1, 0}); ok {
		t.Error("points on a line have an angle, want none")
	}
}

// The scorecard of pigeons measures a few birds, 3 m apart along the course and 2 m across, even at one
// height.
func TestPigeonCard(t *testing.T) {
	pigeon, ok := SpeciesNamed("pigeon")
	if !ok {
		t.Fatal("there is no scorecard of pigeons")
	}
	for _, c := range []struct {
		birds int
		tilt  float32 // height of some birds above the others, m
	}{{12, 0.3}, {12, 0}, {8, 0}, {4, 0.3}} {
		card := NewCard(0.65)
		for k := range 20 {
			s := flock.Snapshot{Tick: int64(k), TickRate: 30}
			for id := range c.birds {
				along, across := float32(id/2)*3, float32(id%2)*2
				s.Pos = append(s.Pos, mgl32.Vec3{along + float32(k)/2, 20 + c.tilt*float32(id/2%2), across})
				s.Vel = append(s.Vel, mgl32.Vec3{15, 0, 0})
				s.Up, s.Phase, s.Flags = append(s.Up, mgl32.Vec3{0, 1, 0}), append(s.Phase, 0), append(s.Flags, 0)
			}
			card.Snapshot(&s, 0)
		}
		want := map[string]float64{"small_polarization": 1, "small_speed": 0, "small_oblong": 0, "small_nearest": 2, "small_together": 100}
		for _, l := range pigeon.Lines(card) {
			x, ok := want[l.Key]
			if !ok {
				t.Errorf("%+v: the scorecard has the row %s, which is not tested", c, l.Key)
				continue
			}
			delete(want, l.Key)
			if l.Value == nil || math.Abs(*l.Value-x) > 1e-6 {
				t.Errorf("%+v: %s is %v, want %v", c, l.Key, l.Value, x)
			}
			if judged := l.Pass != nil; judged != (l.Key == "small_nearest") {
				t.Errorf("%+v: %s has a verdict: %v, want one only for the nearest neighbour", c, l.Key, judged)
			}
		}
		if len(want) > 0 {
			t.Errorf("%+v: the scorecard lacks %v", c, want)
		}
	}
}
