package near

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Choose selects and sums the nearest boids in sight, in the order of their float32 distances. It marks a
// boid as unsure if another boid is so close to the reach that rounding matters.
func TestChoose(t *testing.T) {
	onEach(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(71, 72))
		sure, tied := 0, 0
		for round := range 400 {
			n, many := 1+r.IntN(20), 30+r.IntN(30)
			if round%8 == 0 {
				many = 100 // more boids than the kernel accepts
			}
			g := newTestBoids(r, many, 3)
			for _, v := range [][]float32{g.vx, g.vy, g.vz} {
				for k := range v {
					v[k] = float32(r.IntN(8192)-4096) * quantum
				}
			}
			if round%3 == 0 {
				for _, v := range [][]float32{g.x, g.y, g.z} {
					for k := range v {
						v[k] = float32(int(v[k])) // Whole numbers give many ties, and boids at the same position.
					}
				}
			}
			e, _ := g.eyesOf(r, 2, n, [3]float32{1, -0.5, 0.25})
			limit := 2 + 20*r.Float32()
			e.Limits(limit)
			e.Look(n)
			c := Chooser{Most: 1 + r.IntN(12), Reach: make([]float32, n), Last: make([]int32, n)}
			for k := range c.Last { // start the search at a random distance
				c.Last[k] = r.Int32N(e.Inner) * r.Int32N(2)
			}
			before := slices.Clone(e.Unsure)
			seen := slices.Clone(e.Visible[:n])
			c.Choose(e, n)
			for i := range n {
				if before[i/8]>>(i%8)&1 != 0 {
					continue
				}
				order := g.inOrder(e.First+i, limit)
				if int(seen[i]) != len(order) {
					t.Fatalf("boid %d sees %v, want %d", i, seen[i], len(order))
				}
				want := order[:min(c.Most, len(order))]
				last := g.between(e.First+i, want)
				if e.Unsure[i/8]>>(i%8)&1 != 0 {
					next := d2(g.at(e.First+i), g.at(order[len(want)]))
					if next > last*(1+1./(1<<18)) {
						t.Fatalf("boid %d is unsure, although the squares %v and %v differ clearly", i, last, next)
					}
					tied++
					continue
				}
				sure++
				g.checkChosen(t, e, &c, i, want, order[len(want):])
			}
		}
		if sure < 1000 || tied < 100 {
			t.Errorf("%d sure and %d tied boids are too few for this test", sure, tied)
		}
	})
}

func (g *testBoids) inOrder(i int, limit float32) (order []int) {
	for j := range g.x {
		if j != i && d2(g.at(i), g.at(j)) < limit {
			order = append(order, j)
		}
	}
	slices.SortFunc(order, func(a, b int) int {
		if d2(g.at(i), g.at(a)) < d2(g.at(i), g.at(b)) {
			return -1
		}
		return 1
	})
	return order
}

func (g *testBoids) between(i int, order []int) float32 {
	if len(order) == 0 {
		return 0
	}
	return d2(g.at(i), g.at(order[len(order)-1]))
}

func (g *testBoids) checkChosen(t *testing.T, e *Eyes, c *Chooser, i int, want, rest []int) {
	t.Helper()
	own := e.First + i
	var pos, vel [3]float32
	add := func(to *float32, a, b float32) { *to += float32(quanta(a) - quanta(b)) }
	for _, j := range want {
		add(&pos[0], g.x[j], g.x[own])
		add(&pos[1], g.y[j], g.y[own])
		add(&pos[2], g.z[j], g.z[own])
		add(&vel[0], g.vx[j], g.vx[own])
		add(&vel[1], g.vy[j], g.vy[own])
		add(&vel[2], g.vz[j], g.vz[own])
		if d := d2(g.at(own), g.at(j)); d >= c.Reach[i] {
			t.Fatalf("boid %d: a chosen boid is beyond the reach %v: %v", i, c.Reach[i], d)
		}
	}
	for _, j := range rest {
		if d := d2(g.at(own), g.at(j)); d < c.Reach[i] {
			t.Fatalf("boid %d: a boid that was not chosen is within the reach %v: %v", i, c.Reach[i], d)
		}
	}
	got := [...]float32{e.Weight[i], e.CentreX[i], e.CentreY[i], e.CentreZ[i], e.CourseX[i], e.CourseY[i], e.CourseZ[i], e.AwayX[i], e.AwayY[i], e.AwayZ[i]}
	sums := [...]float32{float32(len(want)), pos[0], pos[1], pos[2], vel[0], vel[1], vel[2], -pos[0] * quantum, -pos[1] * quantum, -pos[2] * quantum}
	if got != sums {
		t.Fatalf("boid %d with the chosen boids %v has the sums %v, want %v", i, want, got, sums)
	}
}
