package flock

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"skein/flock/internal/lanes"
	"skein/flock/internal/torus"
	"skein/flock/vec"
	"skein/flock/view"
)

// This file compares the sums over neighbours with sums of integers, in quanta, that are added one by one
// (law 2). The sums do not fit in 32 bits.

type perceived struct {
	visible, weight             float32
	edge, centre, course, apart vec.Vec
}

func sights(w *World) []perceived {
	indexAlone(w)
	s := &w.flocks[0].scratch[0]
	all := make([]perceived, w.flocks[0].N)
	for from := 0; from < w.flocks[0].N; from += lanes.Size {
		b := w.flocks[0].openBlock(s, from, min(from+lanes.Size, w.flocks[0].N))
		w.flocks[0].Perceive(b, s.Memory, from)
		for i := range b.N {
			all[b.ID[i]] = perceived{
				b.Visible[i], b.Weight[i],
				b.Edge.At(i), b.Centre.At(i), b.Course.At(i), b.Away.At(i),
			}
		}
	}
	return all
}

func worldWithBoids(t testing.TB, p Params, index Index, pos, vel []vec.Vec) *World {
	t.Helper()
	put(&p, "count", len(pos))
	w := world(t, Def{Seed: 1, TickRate: 30, Workers: 1, Index: index, Flock: Flock{Params: p}})
	for i := range pos {
		w.flocks[0].storePlace(i, pos[i], vel[i])
	}
	w.flocks[0].prepare() // rebuild the index, because the boids jumped
	return w
}

func quanta(v vec.Vec) [3]int64 {
	return [3]int64{int64(f(v.X) / vec.Quantum), int64(f(v.Y) / vec.Quantum), int64(f(v.Z) / vec.Quantum)}
}

// nearestImage returns the shortest vector in quanta that is equivalent to d in a world of the given side, or
// d if side is 0.
func nearestImage(d [3]int64, side int64) [3]int64 {
	for k := range d {
		if side > 0 && 2*d[k] > side {
			d[k] -= side
		} else if side > 0 && 2*d[k] < -side {
			d[k] += side
		}
	}
	return d
}

func addUp(w *World, pos, vel []vec.Vec, i int, reach int64) (n int64, where, how [3]int64) {
	side := int64(0)
	if w.flocks[0].set.wraps {
		side = int64(w.flocks[0].set.torus.Side / vec.Quantum)
	}
	for j := range pos {
		d := nearestImage(difference(quanta(pos[j]), quanta(pos[i])), side)
		if j == i || d[0]*d[0]+d[1]*d[1]+d[2]*d[2] >= reach*reach {
			continue
		}
		n++
		where, how = total(where, d), total(how, difference(quanta(vel[j]), quanta(vel[i])))
	}
	return n, where, how
}

func difference(a, b [3]int64) [3]int64 { return [3]int64{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
func total(a, b [3]int64) [3]int64      { return [3]int64{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }

func rounded(v [3]int64) vec.Vec {
	return vec.Vec{X: float32(v[0]), Y: float32(v[1]), Z: float32(v[2])}
}

// lattice returns n places on a lattice of 1/16 m in a box. Squares of distances up to 100 m are exact in
// float32.
func lattice(r *rand.Rand, n int, around vec.Vec, size int) []vec.Vec {
	one := func() float32 { return float32(r.IntN(16*size+1)-8*size) / 16 }
	at := make([]vec.Vec, n)
	for i := range at {
		at[i] = around.Add(vec.Vec{X: one(), Y: one(), Z: one()})
	}
	return at
}

func randomVelocities(r *rand.Rand, n int, size float64) []vec.Vec {
	one := func() float32 { return vec.Quantize(float32(size * (2*r.Float64() - 1))) }
	vel := make([]vec.Vec, n)
	for i := range vel {
		vel[i] = vec.Vec{X: one(), Y: one(), Z: one()}
	}
	return vel
}

func crowds() map[string]func(r *rand.Rand, p *Params) (pos, vel []vec.Vec) {
	const n = 1800 // more than the sums of the kernels can hold
	return map[string]func(r *rand.Rand, p *Params) (pos, vel []vec.Vec){
		"in a corner": func(r *rand.Rand, p *Params) (pos, vel []vec.Vec) {
			return lattice(r, n, vec.Vec{X: -960, Y: 960, Z: 960}, 70), randomVelocities(r, n, 85)
		},
		"all in one place, and one far away": func(r *rand.Rand, p *Params) (pos, vel []vec.Vec) {
			pos, vel = make([]vec.Vec, n), slices.Repeat([]vec.Vec{{X: 85, Y: -85, Z: 85}}, n)
			for i := range pos {
				pos[i] = vec.Vec{X: 999, Y: 5, Z: -999}
			}
			pos[17], vel[17] = vec.Vec{X: 900.0625, Y: 5, Z: -999}, vec.Vec{X: -85, Y: 85, Z: -85}
			return pos, vel
		},
		"very slow": func(r *rand.Rand, p *Params) (pos, vel []vec.Vec) {
			return lattice(r, n, vec.Vec{X: 0, Y: 500, Z: 0}, 40), randomVelocities(r, n, 3*vec.Quantum)
		},
		"just too many": func(r *rand.Rand, p *Params) (pos, vel []vec.Vec) {
			put(p, "vision", 100)
			return lattice(r, 1703, vec.Vec{}, 40), slices.Repeat([]vec.Vec{{X: 85, Y: 85, Z: -85}}, 1703)
		},
		"few, close": func(r *rand.Rand, p *Params) (pos, vel []vec.Vec) {
			put(p, "vision", 2)
			return lattice(r, n, vec.Vec{X: 700, Y: 30, Z: -700}, 16), randomVelocities(r, n, 85)
		},
		"across the edges of a wide world": func(r *rand.Rand, p *Params) (pos, vel []vec.Vec) {
			put(p, "bounds", Wrap, "bounds_size", 980)
			pos = lattice(r, n, vec.Vec{}, 60)
			for i := range pos {
				pos[i], _ = torus.New(980).Wrap(pos[i].Add(vec.Vec{X: 490, Y: 0, Z: -490}))
			}
			return pos, randomVelocities(r, n, 85)
		},
		"some across the edges": func(r *rand.Rand, p *Params) (pos, vel []vec.Vec) {
			put(p, "bounds", Wrap, "bounds_size", 980)
			pos = lattice(r, 1600, vec.Vec{}, 60)
			for i := range pos {
				pos[i], _ = torus.New(980).Wrap(pos[i].Add(vec.Vec{X: 490, Y: 0, Z: -490}))
			}
			return pos, randomVelocities(r, 1600, 85)
		},
	}
}

// Law 2: a boid perceives exact sums over its vision sphere, for any number of boids at any place, with every
// index.
func TestSumsAreExact(t *testing.T) {
	t.Parallel()
	for name, make := range crowds() {
		for _, index := range []Index{Matrix, Grid, Brute} {
			t.Run(fmt.Sprint(name, ", ", index), func(t *testing.T) {
				p := bare()
				put(&p, "vision", 100, "separation", 1, "cohesion", 1, "alignment", 1)
				pos, vel := make(rand.New(rand.NewPCG(1, 2)), &p)
				w := worldWithBoids(t, p, index, pos, vel)
				got := sights(w)
				for i := 0; i < w.flocks[0].N; i += 97 { // only a sample, because the sums take long
					checkSight(t, w, got[i], pos, vel, i)
				}
				checkSight(t, w, got[17], pos, vel, 17)
			})
		}
	}
}

func checkSight(t *testing.T, w *World, got perceived, pos, vel []vec.Vec, i int) {
	t.Helper()
	n, where, how := addUp(w, pos, vel, i, int64(f(w.flocks[0].Settings().Vision)/vec.Quantum))
	want := perceived{
		visible: float32(n), weight: float32(n),
		edge: rounded(where), centre: rounded(where), course: rounded(how),
		apart: rounded(difference([3]int64{}, where)).Scale(vec.Quantum),
	}
	if got != want {
		t.Fatalf("boid %d at %v sees %+v, want %+v", i, pos[i], got, want)
	}
}

// Law 2: separations are rounded before they are added, so their sum does not depend on the order, and agrees
// with the formula within rounding.
func TestWeightedSumsIgnoreOrder(t *testing.T) {
	t.Parallel()
	const n = 1800
	for fall := Sum; fall <= InverseSquare; fall++ {
		if fall < InverseSquare && testing.Short() {
			continue
		}
		p := bare()
		put(&p, "vision", 20, "separation_radius", 19, "falloff", fall)
		put(&p, "separation", 1, "cohesion", 1)
		r := rand.New(rand.NewPCG(3, uint64(fall)))
		pos, order := lattice(r, n, vec.Vec{X: -980, Y: 40, Z: 980}, 18), r.Perm(n)
		copy(pos[:20], pos[20:40]) // These places hold two boids each.
		shuffled := make([]vec.Vec, n)
		for i, to := range order {
			shuffled[to] = pos[i]
		}
		var want []perceived
		for _, index := range []Index{Brute, Matrix, Grid} {
			straight, mixed := sights(worldWithBoids(t, p, index, pos, zeroVelocities(n))), sights(worldWithBoids(t, p, index, shuffled, zeroVelocities(n)))
			if want == nil {
				want = straight
				for i := 0; i < n; i += 97 {
					checkApart(t, &p, pos, i, toV3(want[i].apart))
				}
			}
			for i := range n {
				if straight[i] != want[i] || mixed[order[i]] != want[i] {
					t.Fatalf("falloff %d, %v: boid %d sees %+v, or in another order %+v, want %+v", fall, index, i, straight[i], mixed[order[i]], want[i])
				}
			}
		}
	}
}

func checkApart(t *testing.T, p *Params, pos []vec.Vec, i int, got v3) {
	t.Helper()
	var want v3
	n := 0.0
	for j := range pos {
		away := toV3(pos[i]).minus(toV3(pos[j]))
		d := away.norm()
		if d == 0 || d >= f(p.Float("separation_radius")) || d >= f(p.Float("vision")) {
			continue
		}
		n++
		weight := map[Falloff]float64{
			Sum: 1, Linear: (1 - d/f(p.Float("separation_radius"))) / d, Inverse: 1 / d / max(d, 0.05), InverseSquare: 1 / d / max(d, 0.05) / max(d, 0.05),
		}[Falloff(p.Choice("falloff"))]
		want = want.plus(away.times(weight))
	}
	if off := got.minus(want).norm(); n < 50 || off > math.Sqrt(3)*(n*vec.Quantum/2+1e-6*want.norm()) {
		t.Errorf("falloff %d, boid %d: the separation is %v from %v others, want %v", Falloff(p.Choice("falloff")), i, got, n, want)
	}
}

// The grid finds boids that the ground or the limit of the world stopped.
func TestGridFindsStoppedBoids(t *testing.T) {
	for name, c := range map[string]struct {
		centre, at, vel vec.Vec
		ground, vision  float32
	}{
		"by the ground": {vec.Vec{X: 0, Y: 2, Z: 0}, vec.Vec{X: 0.5, Y: 1.4, Z: 0.5}, vec.Vec{X: 0, Y: -45, Z: 0}, 0.1, 0.3},
		"by the wall":   {vec.Vec{X: 0, Y: 998, Z: 0}, vec.Vec{X: 0.5, Y: 998.6, Z: 0.5}, vec.Vec{X: 0, Y: 45, Z: 0}, 0, 0.5},
	} {
		var want []uint64
		for _, index := range []Index{Brute, Grid} {
			p := bare()
			put(&p, "vision", c.vision, "cohesion", 0.01, "ground_margin", c.ground, "wingspan", 0.5)
			pos, vel := boidCloud(3000, 2), zeroVelocities(3000)
			for i := range pos {
				pos[i] = pos[i].Add(c.centre)
			}
			pos[3], vel[3] = c.at, c.vel
			w := worldWithBoids(t, p, index, pos, vel)
			var got []uint64
			for range 5 {
				w.Step()
				got = append(got, w.Hash())
			}
			if want == nil {
				want = got
			}
			if !slices.Equal(got, want) {
				t.Errorf("stopped %s: the grid differs from brute force", name)
			}
		}
	}
}

// Law 2: of boids at the same distance, the one with the lower id counts as nearer.
func TestTiesGoToTheLowerID(t *testing.T) {
	const side = 6
	r := rand.New(rand.NewPCG(5, 8))
	pos := make([]vec.Vec, side*side*side)
	for k, i := range r.Perm(len(pos)) {
		pos[i] = vec.Vec{X: float32(k % side), Y: float32(k/side%side) + 50, Z: float32(k / side / side)}
	}
	for _, hood := range []view.Neighbourhood{view.NearestN, view.RadiusAndNearest, view.NearestInSight, view.RadiusPlusNearest} {
		for _, n := range []int{1, 7, 20} {
			p := bare()
			put(&p, "vision", 1.6, "cohesion", 1, "neighbourhood", hood, "nearest", n)
			for _, index := range []Index{Matrix, Grid, Brute} {
				for i, got := range sights(worldWithBoids(t, p, index, pos, zeroVelocities(len(pos)))) {
					if want := sumOfNearest(&p, pos, i); toV3(got.centre) != want {
						t.Fatalf("neighbourhood %d, nearest %d, %v: the centre that boid %d sees is %v, want %v", hood, n, index, i, got.centre, want)
					}
				}
			}
		}
	}
}

func sumOfNearest(p *Params, pos []vec.Vec, i int) (sum v3) {
	type other struct {
		d2 float64
		id int
	}
	var all []other
	for j := range pos {
		if d := toV3(pos[j]).minus(toV3(pos[i])); j != i {
			all = append(all, other{d.dot(d), j})
		}
	}
	slices.SortFunc(all, func(a, b other) int { return cmp.Or(cmp.Compare(a.d2, b.d2), cmp.Compare(a.id, b.id)) })
	seen := 0
	for seen < len(all) && all[seen].d2 < f(p.Float("vision"))*f(p.Float("vision")) {
		seen++
	}
	n := map[view.Neighbourhood]int{view.NearestN: p.Int("nearest"), view.RadiusAndNearest: max(seen, p.Int("nearest")), view.NearestInSight: min(seen, p.Int("nearest")), view.RadiusPlusNearest: seen + p.Int("nearest")}[view.Neighbourhood(p.Choice("neighbourhood"))]
	for _, o := range all[:n] {
		sum = sum.plus(toV3(pos[o.id]).minus(toV3(pos[i])))
	}
	return sum.times(1 / vec.Quantum)
}
