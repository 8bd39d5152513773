package field

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"skein/flock/vec"
)

func ellipsoid(r *rand.Rand, n int, radii vec.Vec64) (pos []vec.Vec64) {
	for len(pos) < n {
		p := vec.Vec64{2*r.Float64() - 1, 2*r.Float64() - 1, 2*r.Float64() - 1}
		if p.Dot(p) <= 1 {
			pos = append(pos, vec.Vec64{p[0] * radii[0], p[1] * radii[1], p[2] * radii[2]})
		}
	}
	return pos
}

// lattice returns the points of a cubic lattice between two distances from the middle. apart is the lattice
// constant.
func lattice(apart, from, to float64) (pos []vec.Vec64) {
	n := math.Ceil(to / apart)
	for x := -n; x <= n; x++ {
		for y := -n; y <= n; y++ {
			for z := -n; z <= n; z++ {
				if p := (vec.Vec64{x, y, z}).Scale(apart); p.Length() >= from && p.Length() < to {
					pos = append(pos, p)
				}
			}
		}
	}
	return pos
}

// forwards returns velocities of 10 m/s along z with a little noise.
func forwards(r *rand.Rand, n int) (vel []vec.Vec64) {
	for range n {
		vel = append(vel, vec.Vec64{0.5 * r.NormFloat64(), 0.5 * r.NormFloat64(), 10 + 0.5*r.NormFloat64()})
	}
	return vel
}

// Distant groups of eight birds are separate parts. Groups of seven are one part, because a bird's seventh
// neighbour is in another group.
func TestLinksReachSeventhNeighbours(t *testing.T) {
	const groups, apart = 20, 50. // number of groups, and distance between them, m
	for size, want := range map[int]int{7: 1, 8: groups, 9: groups} {
		var pos []vec.Vec64
		for g := range groups {
			for k := range size {
				pos = append(pos, vec.Vec64{apart * float64(g), float64(k), 0})
			}
		}
		if _, sizes := parts(pos); len(sizes) != want {
			t.Errorf("groups of %d birds give %d parts, want %d", size, len(sizes), want)
		}
	}
}

func chance() *rand.Rand { return rand.New(rand.NewPCG(3, 4)) }

func wantWithin(t *testing.T, what string, got, want, by float64) {
	t.Helper()
	if !(math.Abs(got-want) <= by) {
		t.Errorf("%s is %.4f, want %.4f ± %.4f", what, got, want, by)
	}
}

// averageFigures returns the figures of random clouds, averaged over the clouds.
func averageFigures(clouds int, result func(r *rand.Rand) *cloud) figures {
	r, sum, n := chance(), figures{}, figures{}
	for range clouds {
		for key, x := range result(r).measure() {
			sum[key] += x
			n[key]++
		}
	}
	for key := range sum {
		sum[key] /= n[key]
	}
	return sum
}

// neighbours agrees with sorting all other birds by distance.
func TestNeighboursAgreeWithSorting(t *testing.T) {
	r := chance()
	for _, n := range []int{0, 1, 2, 9, 40, 300} {
		pos := ellipsoid(r, n, vec.Vec64{3, 1, 2})
		for i := range pos {
			if i%5 == 4 {
				pos[i] = pos[i-1] // two birds in one place
			}
		}
		for i, got := range neighbours(pos, 7) {
			var want []neighbour
			for j := range pos {
				if d := pos[j].Sub(pos[i]); j != i {
					want = append(want, neighbour{ID: int32(j), D2: d.Dot(d)})
				}
			}
			slices.SortFunc(want, func(a, b neighbour) int {
				if a.D2 != b.D2 {
					return int(math.Copysign(1, a.D2-b.D2))
				}
				return int(a.ID - b.ID)
			})
			if want = want[:min(7, len(want))]; !slices.Equal(got, want) {
				t.Fatalf("%d places, bird %d: the nearest are %v, want %v", n, i, got, want)
			}
		}
	}
}

// In a flock of uniform density λ, the distance to the nearest neighbour is 0.55396/∛λ (Hertz 1909), with a
// relative standard deviation of √(Γ(5/3)/Γ(4/3)² - 1) = 0.363. The border hardly biases these figures.
func TestUniformFlock(t *testing.T) {
	for _, n := range []int{500, 2000} {
		f := averageFigures(60000/n, func(r *rand.Rand) *cloud { return newCloud(ellipsoid(r, n, vec.Vec64{10, 4, 7}), forwards(r, n), 0.4) })
		lambda := float64(n) / (4. / 3 * math.Pi * 10 * 4 * 7)
		wantWithin(t, "density", f["density"]/lambda, 1, 0.035)
		wantWithin(t, "nearest", f["nearest"]*math.Cbrt(lambda), 0.55396, 0.02)
		wantWithin(t, "nearest × ∛density", f["packing"], 0.55396, 0.02)
		wantWithin(t, "spread", f["uneven"], 0.363, 0.07)
		wantWithin(t, "ahead and behind", f["along"], 0.5, 0.03)
		wantWithin(t, "beside", f["beside"], 0.5, 0.03)
		wantWithin(t, "γ(1)", f["gamma1"], 1./3, 0.08)
		wantWithin(t, "length", f["length"], 2.5, 0.05)
		wantWithin(t, "width", f["width"], 1.75, 0.05)
		wantWithin(t, "core", f["core"], 0.88, 0.08) // birds at the border have no neighbours on one side
	}
}

// The density of a few birds, which fill their hull, is unbiased.
func TestFewUniformBirds(t *testing.T) {
	f := averageFigures(200, func(r *rand.Rand) *cloud {
		return newCloud(ellipsoid(r, 50, vec.Vec64{10, 4, 7}), forwards(r, 50), 0.4)
	})
	wantWithin(t, "density", f["density"]*(4./3*math.Pi*10*4*7)/50, 1, 0.05)
}

// The figures of a null cloud agree with the figures of a uniform flock.
func TestNullIsUniform(t *testing.T) {
	pos := append(lattice(1.5, 0, 9), lattice(1, 9, 10)...)
	c := newCloud(pos, forwards(chance(), len(pos)), 0.4)
	density, core := 0.0, 0.0
	for k := range 20 {
		f := c.null(int64(k)).measure()
		density, core = density+f["density"]/20, core+f["core"]/20
	}
	wantWithin(t, "density", density*c.space.volume()/float64(len(pos)), 1, 0.02)
	wantWithin(t, "core", core, 0.93, 0.03)
	if f := c.null(3); !slices.Equal(f.pos, c.null(3).pos) || slices.Equal(f.pos, c.null(4).pos) {
		t.Error("the null must depend on its number, and on nothing else")
	}
}

// In a lattice, the nearest neighbour is a lattice constant away. In a lattice that is coarser inside, "core"
// is the ratio of the constants.
func TestLattice(t *testing.T) {
	for apart, crowded := range map[float64]float64{1.2: 0, 0.3: 100} {
		pos := lattice(apart, 0, 8*apart)
		f := newCloud(pos, forwards(chance(), len(pos)), 0.4).measure()
		wantWithin(t, "nearest", f["nearest"], apart, 1e-9)
		wantWithin(t, "crowded", f["crowded"], crowded, 0)
		wantWithin(t, "core", f["core"], 1, 1e-9)
		wantWithin(t, "density", f["density"]*apart*apart*apart, 1, 0.05)
		wantWithin(t, "nearest × ∛density", f["packing"], 1, 0.02)
		wantWithin(t, "spread", f["uneven"], 0, 1e-9)
	}
	pos := append(lattice(1.5, 0, 9), lattice(1, 9, 10)...)
	f := newCloud(pos, forwards(chance(), len(pos)), 0.4).measure()
	wantWithin(t, "core of a coarse lattice", f["core"], 1.5, 0.02)
}

// The shape of an ellipsoid does not depend on its orientation or its course.
func TestTiltedEllipsoid(t *testing.T) {
	r := chance()
	const lean, climb = 25 * math.Pi / 180, 10 * math.Pi / 180
	var pos, vel []vec.Vec64
	for _, p := range ellipsoid(r, 4000, vec.Vec64{5.6, 1, 2.8}) { // thin along y, turned about z
		pos = append(pos, vec.Vec64{p[0]*math.Cos(lean) - p[1]*math.Sin(lean), p[0]*math.Sin(lean) + p[1]*math.Cos(lean), p[2]})
	}
	along, up := vec.Vec64{0, 0, 1}, vec.Vec64{-math.Sin(lean), math.Cos(lean), 0}
	for range pos {
		vel = append(vel, along.Scale(9*math.Cos(climb)).Add(up.Scale(9*math.Sin(climb))))
	}
	f := newCloud(pos, vel, 0.4).measure()
	wantWithin(t, "length", f["length"], 5.6, 0.15)
	wantWithin(t, "width", f["width"], 2.8, 0.08)
	wantWithin(t, "gravity", f["gravity"], math.Cos(lean), 0.005)
	wantWithin(t, "tilt", f["tilt"], 10, 1.2)
	if _, ok := f["orientation"]; ok {
		t.Errorf("all birds have the same course, but the correlation length is %v, want none", f["orientation"])
	}
	wantWithin(t, "spread of speed", f["speed_variation"], 0, 1e-9)
}

// pairedLattice returns a wide lattice in which each bird has a partner 0.5 m away, in the given direction.
func pairedLattice(direction func(r *rand.Rand) vec.Vec64) *cloud {
	r := chance()
	var pos []vec.Vec64
	for _, p := range lattice(4, 0, 20) {
		pos = append(pos, p, p.Add(direction(r).Unit().Scale(0.5)))
	}
	return newCloud(pos, forwards(r, len(pos)), 0.4)
}

// First neighbours are measured where they are: all ahead, or all to the side.
func TestWhereFirstNeighboursAre(t *testing.T) {
	for what, c := range map[string]struct {
		direction            func(*rand.Rand) vec.Vec64
		along, beside, gamma float64
	}{
		"ahead":  {func(*rand.Rand) vec.Vec64 { return vec.Vec64{0, 0, 1} }, 2.5, 0, 0},
		"beside": {func(r *rand.Rand) vec.Vec64 { return vec.Vec64{r.NormFloat64(), r.NormFloat64(), 0} }, 0, 2.5, 1},
	} {
		f := pairedLattice(c.direction).measure()
		wantWithin(t, what+": along", f["along"], c.along, 0.02)
		wantWithin(t, what+": beside", f["beside"], c.beside, 0.1)
		wantWithin(t, what+": γ(1)", f["gamma1"], c.gamma, 0.01)
	}
}

// If headings or speeds change linearly along a rod of length L, the correlation at distance r is
// proportional to (L-r)²/12 - r²/4, which is 0 at r = L/(1+√3). If they change as waves of length λ along a
// long rod, it is cos(2πr/λ)/2, which is 0 at r = λ/4.
func TestCorrelationLength(t *testing.T) {
	for what, c := range map[string]struct {
		n      int
		length float64
		bend   func(x float64) float64 // deviation at x, from -1 to 1 along the rod
		want   float64
	}{
		"even, short":  {300, 10, func(x float64) float64 { return 0.1 * x }, 1 / (1 + math.Sqrt(3))},
		"even, long":   {1800, 90, func(x float64) float64 { return 0.1 * x }, 1 / (1 + math.Sqrt(3))},
		"waves of L/4": {1800, 90, func(x float64) float64 { return 0.1 * math.Sin(4*math.Pi*x) }, 1. / 16},
	} {
		r := chance()
		var pos, turned, faster []vec.Vec64
		for range c.n {
			x := 2*r.Float64() - 1
			pos = append(pos, vec.Vec64{c.length / 2 * x, 0.02 * r.Float64(), 0.03 * r.Float64()})
			turned = append(turned, vec.Vec64{c.bend(x), 0, 1}.Unit().Scale(10))
			faster = append(faster, vec.Vec64{0, 0, 10 + c.bend(x)})
		}
		wantWithin(t, what+", orientation", newCloud(pos, turned, 0.4).measure()["orientation"], c.want, 0.01)
		wantWithin(t, what+", speed", newCloud(pos, faster, 0.4).measure()["speed"], c.want, 0.01)
	}
	r := chance() // independent deviations are not correlated
	wantWithin(t, "noise", newCloud(ellipsoid(r, 1000, vec.Vec64{9, 3, 5}), forwards(r, 1000), 0.4).measure()["orientation"], 0, 0.06)
}

// coveredArea counts overlaps once, and the opacity of a ball agrees with theory.
func TestOpacity(t *testing.T) {
	wantWithin(t, "a disc", coveredArea([]vec.Vec64{{3.3, -1.7}}, 2)/(4*math.Pi), 1, 0.06)
	wantWithin(t, "twice", coveredArea([]vec.Vec64{{3.3, -1.7}, {3.3, -1.7}}, 2)/(4*math.Pi), 1, 0.06)
	var apart []vec.Vec64
	for k := range 500 {
		apart = append(apart, vec.Vec64{float64(k) * 5.37, float64(k) * 1.19})
	}
	wantWithin(t, "apart", coveredArea(apart, 2)/(500*4*math.Pi), 1, 0.01)
	wantWithin(t, "outline", hullArea([]vec.Vec64{{0, 0}, {4, 0}, {2, 1}, {4, 3}, {0, 3}, {2, 3}}), 12, 1e-9)
	r := chance()
	for _, wings := range []float64{0.1, 0.3} {
		// In a ball of radius 6, each of n birds covers a point with probability πr²/(π6²). At the distance
		// s from the middle, in radii of the ball, the probability has the factor 1.5·√(1-s²), because the
		// ball is thinner there.
		const n = 20000
		want, each := 0.0, math.Pow(silhouette*wings/2/6, 2)
		for k := range 1000 {
			s := (float64(k) + 0.5) / 1000
			want += 2 * s / 1000 * (1 - math.Exp(-1.5*n*each*math.Sqrt(1-s*s)))
		}
		pos := ellipsoid(r, n, vec.Vec64{6, 6, 6})
		ball := newCloud(pos, forwards(r, n), wings).measure()
		outline := 0.0
		for _, key := range areaKeys {
			outline += ball[key] / (math.Pi * 36) / sides
		}
		wantWithin(t, "outline of a ball", outline, 1, 0.05)
		wantWithin(t, "a ball", ball["opacity"]*outline/want, 1, 0.02)
	}
}
