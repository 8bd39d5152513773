package near

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
)

type testBoids struct {
	points
	vx, vy, vz []float32
	kin        []Kin

	visible, weight      []float32
	edge, centre, course [3][]float32
	away                 [3][]float32
}

func newTestBoids(r *rand.Rand, n int, size float64) *testBoids {
	v := cloud(r, n, 20)
	g := &testBoids{points: cloud(r, n, size), vx: v.x, vy: v.y, vz: v.z, kin: make([]Kin, n)}
	Pack(g.kin, g.x, g.y, g.z, g.vx, g.vy, g.vz, 1/quantum)
	g.visible, g.weight = make([]float32, n+pad), make([]float32, n+pad)
	for k := range 3 {
		g.edge[k], g.centre[k] = make([]float32, n+pad), make([]float32, n+pad)
		g.course[k], g.away[k] = make([]float32, n+pad), make([]float32, n+pad)
	}
	return g
}

func (g *testBoids) crowd() *Crowd {
	g.x, g.y, g.z = g.x[:cap(g.x)], g.y[:cap(g.y)], g.z[:cap(g.z)]
	g.vx, g.vy, g.vz = g.vx[:cap(g.vx)], g.vy[:cap(g.vy)], g.vz[:cap(g.vz)]
	return &Crowd{
		X: &g.x[0], Y: &g.y[0], Z: &g.z[0], VX: &g.vx[0], VY: &g.vy[0], VZ: &g.vz[0],
		Visible: &g.visible[0], Weight: &g.weight[0],
		EdgeX: &g.edge[0][0], EdgeY: &g.edge[1][0], EdgeZ: &g.edge[2][0],
		CentreX: &g.centre[0][0], CentreY: &g.centre[1][0], CentreZ: &g.centre[2][0],
		CourseX: &g.course[0][0], CourseY: &g.course[1][0], CourseZ: &g.course[2][0],
		AwayX: &g.away[0][0], AwayY: &g.away[1][0], AwayZ: &g.away[2][0],
		Scale: 1 / quantum, Unit: quantum,
	}
}

type view struct {
	count          int64
	pos, vel, away [3]int64
	reach          int64 // sum of distances, which must be exact in float32
}

func abs(n int64) int64 { return max(n, -n) }

func quanta(x float32) int64 { return int64(math.Round(float64(x) / quantum)) }

// weigh returns the weight for a squared distance. Each operation is rounded to float32.
func weigh(c *Crowd, square float32) float32 {
	if c.Falloff == Whole {
		return 1
	}
	d := float32(math.Sqrt(float64(square)))
	if d == 0 {
		return 0
	}
	far := max(d, Closest)
	switch c.Falloff {
	case Linear:
		return max(0, 1-float32(d*c.Over)) / d
	case Inverse:
		return 1 / float32(d*far)
	}
	return 1 / float32(float32(d*far)*far)
}

// sees computes the perception of boid i from the candidates, without a kernel.
func (g *testBoids) sees(c *Crowd, i int, candidates []int32) (v view) {
	at := func(k int, x, y, z []float32) [3]float32 { return [3]float32{x[k], y[k], z[k]} }
	here, course := at(i, g.x, g.y, g.z), at(i, g.vx, g.vy, g.vz)
	for _, k := range candidates {
		there, theirs := at(int(k), g.x, g.y, g.z), at(int(k), g.vx, g.vy, g.vz)
		square := d2(g.at(i), g.at(int(k)))
		if !(square < c.Limit) {
			continue
		}
		v.count++
		weight := weigh(c, square)
		for a := range 3 {
			v.pos[a] += quanta(there[a] - here[a])
			v.reach += abs(quanta(there[a] - here[a]))
			v.vel[a] += quanta(theirs[a]) - quanta(course[a])
			switch {
			case !c.Apart:
				v.away[a] -= quanta(there[a] - here[a])
			case square < c.Protected:
				push := float32(float32(here[a]-there[a]) * weight)
				v.away[a] += int64(math.RoundToEven(float64(push) / quantum))
			}
		}
	}
	return v
}

// The kernel agrees with sums computed one by one, for lists of all lengths, with and without separation.
func TestCrowd(t *testing.T) {
	if !CanLook() {
		t.Skip("this machine or build does not have the kernel")
	}
	r := rand.New(rand.NewPCG(21, 22))
	for _, size := range []float64{3 * quantum, 1, 5, 40} {
		for n := 8; n < 90; n++ {
			g := newTestBoids(r, n, size)
			c := g.crowd()
			c.Limit = float32(size*size) * r.Float32() * 2
			if c.Apart = r.IntN(3) > 0; c.Apart {
				c.Protected, c.Over = c.Limit*r.Float32(), float32(1/size)
			}
			if r.IntN(8) == 0 {
				c.Protected = 0 // no boid is close
			}
			c.Falloff = Falloff(r.IntN(4))
			c.Few, c.Many = int32(r.IntN(4)), int32(10+r.IntN(90))
			first := r.IntN(n - 7)
			from := r.IntN(n)
			span := Span{int32(from), int32(from + 1 + r.IntN(n-from))}
			checkCrowd(t, g, c, first, span)
		}
	}
}

func checkCrowd(t *testing.T, g *testBoids, c *Crowd, first int, span Span) {
	var ids []int32
	for k := span.From; k < span.To; k++ {
		ids = append(ids, k)
	}
	all := Box{Low: [3]float32{-1e4, -1e4, -1e4}, High: [3]float32{1e4, 1e4, 1e4}}
	looks := []struct {
		name string
		do   func() int
	}{
		{"Look", func() int { return c.Look(listOf(g.points, ids), g.kin, first) }},
		{"LookAt", func() int {
			within := GatherIndices(&List{}, g.x, g.y, g.z, []Span{span}, all, 1)
			return c.LookAt(within, g.x, g.y, g.z, g.kin, first)
		}},
	}
	for _, look := range looks {
		odd := look.do()
		what := fmt.Sprintf("%s of %d to %d at %v, limit %v, apart %v, protected %v, falloff %d", look.name, first, first+7, span, c.Limit, c.Apart, c.Protected, c.Falloff)
		for b := range 8 {
			v := g.sees(c, first+b, ids)
			if out := v.count < int64(c.Few) || v.count > int64(c.Many); odd>>b&1 == 1 != out {
				t.Fatalf("%s: boid %d sees %d boids, the limits are %d to %d, and the bits of boids outside are %b", what, b, v.count, c.Few, c.Many, odd)
			}
			if v.count <= int64(c.Many) && v.reach < 1<<24 {
				g.compare(t, what, first+b, &v)
			}
		}
	}
}

func (g *testBoids) compare(t *testing.T, what string, i int, v *view) {
	t.Helper()
	if n := float32(v.count - 1); g.visible[i] != n || g.weight[i] != n {
		t.Fatalf("%s: boid %d has the counts %v and %v, want %v", what, i, g.visible[i], g.weight[i], n)
	}
	for a := range 3 {
		pos, vel, away := float32(v.pos[a]), float32(v.vel[a]), float32(float64(v.away[a])*quantum)
		if g.edge[a][i] != pos || g.centre[a][i] != pos {
			t.Fatalf("%s: boid %d, axis %d: positions %v and %v, want %v", what, i, a, g.edge[a][i], g.centre[a][i], pos)
		}
		if g.course[a][i] != vel {
			t.Fatalf("%s: boid %d, axis %d: velocities %v, want %v", what, i, a, g.course[a][i], vel)
		}
		if g.away[a][i] != away {
			t.Fatalf("%s: boid %d, axis %d: separation %v, want %v", what, i, a, g.away[a][i], away)
		}
	}
}

// SumSphere agrees with sums computed one by one, for limits that differ slightly or much.
func TestSumSphere(t *testing.T) {
	if !CanLook() {
		t.Skip("this machine or build does not have the kernel")
	}
	r := rand.New(rand.NewPCG(31, 32))
	doubted, crowded := 0, false
	for _, size := range []float64{3 * quantum, 1, 5, 40, 200} {
		for n := 8; n < 90; n++ {
			g := newTestBoids(r, n, size)
			first, below := r.IntN(n-7), float32(size*size)*r.Float32()*2
			above := below * (1 + r.Float32()*r.Float32())
			var ids []int32
			for k := range n {
				if r.IntN(3) > 0 || k == n-1 {
					ids = append(ids, int32(k))
				}
			}
			var found Eight
			own := Vec{g.x[first:], g.y[first:], g.z[first:]}
			half := r.IntN(len(ids)) // SumSphere adds to the results of the earlier call
			for _, part := range [][]int32{ids[:half], ids[half:]} {
				SumSphere(&found, &own, &Points{g.x, g.y, g.z, g.vx, g.vy, g.vz, g.kin, 1 / quantum}, first, part, below, above)
			}
			for b := range 8 {
				v := g.sees(&Crowd{Limit: below}, first+b, ids)
				may := g.sees(&Crowd{Limit: above}, first+b, ids)
				count, pos, vel := found.Count[b], [3]int64{}, [3]int64{}
				for k := range 3 {
					pos[k], vel[k] = int64(found.Sums[k][b]), int64(found.Sums[3+k][b])
				}
				if int64(count) != v.count || pos != v.pos || vel != v.vel || int64(found.May[b]) != may.count {
					t.Fatalf("%d points of size %v, boid %d: the count is %d (with doubtful ones %d), position %v, velocity %v; want %d (%d), %v, %v", n, size, first+b,
						count, found.May[b], pos, vel, v.count, may.count, v.pos, v.vel)
				}
				if may.count != v.count {
					doubted++
				}
				same := int32(0)
				for _, k := range ids {
					if i := first + b; g.x[k] == g.x[i] && g.y[k] == g.y[i] && g.z[k] == g.z[i] {
						same++
					}
				}
				if found.Same[b] != same {
					t.Fatalf("%d points of size %v, boid %d: %d points are at its place, want %d", n, size, first+b, found.Same[b], same)
				}
				crowded = crowded || same > 1
			}
		}
	}
	if doubted == 0 || !crowded {
		t.Error("no point was between the limits, or no two were at one place, so the test proves nothing")
	}
}

// Less stores the same numbers as its formula, and does not change memory after the eight elements.
func TestLess(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	var outer, inner Eight
	for _, e := range [...]*Eight{&outer, &inner} {
		for i := range e.Count {
			e.Count[i] = r.Int32N(2000)
			for k := range e.Sums {
				e.Sums[k][i] = int32(r.Uint32())
			}
		}
	}
	arrays := func() (sums [6][]float64, counts [2][]int32) {
		for k := range sums {
			sums[k] = make([]float64, 9)
		}
		return sums, [2][]int32{make([]int32, 9), make([]int32, 9)}
	}
	sums, counts := arrays()
	outer.Subtract(&inner, &sums, &counts)
	wantSums, wantCounts := arrays()
	outer.lessGo(&inner, &wantSums, &wantCounts)
	if !reflect.DeepEqual(sums, wantSums) || !reflect.DeepEqual(counts, wantCounts) {
		t.Errorf("the sums are %v and the counts %v, want %v and %v", sums, counts, wantSums, wantCounts)
	}
}
