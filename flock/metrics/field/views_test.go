package field

import (
	"math"
	"math/rand/v2"
	"testing"

	"skein/flock/vec"
)

// sheet returns n uniform random places in a layer that faces the first side. inside reports whether a
// place (x, y) in the square from -1 to 1 belongs to the layer. size scales the square, and thick is the
// layer's thickness.
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

// The measured area and solidity of an outline are those of the region that the birds fill, for any number
// of birds, except that random places have a ragged edge.
func TestOutlines(t *testing.T) {
	annulus := func(x, y float64) bool { return disc(x, y, 1) && !disc(x, y, 0.6) }
	crescent := func(x, y float64) bool { return disc(x, y, 1) && !disc(x-0.6, y, 0.8) }
	two := func(x, y float64) bool {
		return disc(x-0.5, y, 0.3) || disc(x+0.5, y, 0.3) || math.Abs(y) < 0.03 && math.Abs(x) < 0.5
	}
	for what, c := range map[string]struct {
		in             func(x, y float64) bool
		area, solidity float64 // area as a share of the square, and solidity
	}{
		"disc":     {func(x, y float64) bool { return disc(x, y, 1) }, math.Pi / 4, 1},
		"annulus":  {annulus, math.Pi / 4 * 0.64, 0.64},
		"crescent": {crescent, shareOf(crescent), shareOf(crescent) / shareOf(func(x, y float64) bool { return disc(x, y, 1) && x < 0.6 })},
		"two":      {two, shareOf(two), shareOf(two) / ((math.Pi*0.09 + 0.6) / 4)},
	} {
		for _, n := range []int{1000, 8000} {
			size := math.Sqrt(float64(n)) // keeps the density the same
			f := newCloud(sheet(chance(), n, size, 2, c.in), forwards(chance(), n), 0.4).measure()
			tolerance := 5 / math.Sqrt(float64(n)) // the edge is as wide as the gaps between birds
			wantWithin(t, what+": area", f["area0"]/(4*size*size)/c.area, 1, tolerance)
			view := &cloud{pos: sheet(chance(), n, size, 2, c.in)}
			seen := view.project(0)
			wantWithin(t, what+": solidity", f["area0"]/hullArea(seen)/c.solidity, 1, tolerance)
		}
	}
}

// shareOf returns the area of a region as a share of the square.
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

// In a flock that breathes, so that its size is 1 + a·sin(ωt), the coefficient of variation is nearly 2a/√2
// for the area, and a/√2 for the thickness. In a rigid flock, both are 0.
func TestBreathing(t *testing.T) {
	pos := ellipsoid(chance(), 800, vec.Vec64{12, 5, 9})
	for _, a := range []float64{0, 0.2} {
		c := measuredCard(20, func(s float64) (at, vel []vec.Vec64) {
			size := 1 + a*math.Sin(2*math.Pi*s/5)
			for _, p := range pos {
				at, vel = append(at, p.Scale(size)), append(vel, vec.Vec64{0, 0, 10})
			}
			return at, vel
		})
		// The mean of (1 + a sin)² is 1 + a²/2, and its variance 2a² + a⁴/8.
		want := math.Sqrt(2*a*a+a*a*a*a/8) / (1 + a*a/2)
		wantWithin(t, "area", value(c, "area", 0), want, 0.01)
		wantWithin(t, "thickness", value(c, "thickness", 0), a/math.Sqrt2, 0.005)
	}
}

// In a bent flock, depths are measured from the curved surface. The density is the number of birds over the
// volume of the flock's space, not of its hull.
func TestDepthInABentFlock(t *testing.T) {
	var pos []vec.Vec64
	r := chance()
	for len(pos) < 6000 { // birds fill half a torus
		p := vec.Vec64{32 * (2*r.Float64() - 1), 8 * (2*r.Float64() - 1), 32 * r.Float64()}
		if off := math.Hypot(p[0], p[2]) - 24; off*off+p[1]*p[1] < 64 {
			pos = append(pos, p)
		}
	}
	c := newCloud(pos, forwards(r, len(pos)), 0.4)
	const apart = 1.36 // cube root of the volume per bird, m; dents in the surface are about that deep
	wantWithin(t, "depth in the middle of the tube", c.space.depth(vec.Vec64{0, 0, 24}), 8-apart, apart)
	wantWithin(t, "depth in the bend", c.space.depth(vec.Vec64{0, 0, 5}), 0, 0)
	wantWithin(t, "density", c.density()*(math.Pi*24*math.Pi*64)/6000, 1, 0.035)
}
