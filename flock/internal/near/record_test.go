package near

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"golang.org/x/sys/cpu"
)

// onEach runs a test with all kernels of this machine: with AVX-512, with AVX2 only, and without
// both.
func onEach(t *testing.T, test func(t *testing.T)) {
	x := &cpu.X86
	avx2, vnni := x.HasAVX2, x.HasAVX512VNNI
	defer func() { x.HasAVX2, x.HasAVX512VNNI = avx2, vnni }()
	seen := ""
	for _, has := range [][2]bool{{avx2, vnni}, {avx2, false}, {false, false}} {
		x.HasAVX2, x.HasAVX512VNNI = has[0], has[1]
		if Path() != seen {
			seen = Path()
			t.Run(seen, test)
		}
	}
}

func course(r *rand.Rand, size float64) (c [3]float32) {
	for k := range c {
		c[k] = float32(math.Round(size*(2*r.Float64()-1)/quantum) * quantum)
	}
	return c
}

// Records hold positions in quanta modulo 2¹⁶, velocities relative to the flock's, and a mark for velocities
// that do not fit 16 bits.
func TestPackRecords(t *testing.T) {
	onEach(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(41, 42))
		tooFast := 0
		for n := range 40 {
			p, v, c := cloud(r, n, 1000), cloud(r, n, 7.99), course(r, 40)
			for _, a := range [][]float32{v.x, v.y, v.z} {
				for i := range a {
					if r.IntN(50) == 0 {
						a[i] = float32(r.IntN(2)*2-1) * (8 - float32(r.IntN(3)-1)*quantum)
					}
				}
			}
			for i := range n {
				v.x[i], v.y[i], v.z[i] = v.x[i]+c[0], v.y[i]+c[1], v.z[i]+c[2]
			}
			got, want := make([]Record, n, n+pad), make([]Record, n)
			many := 0
			for i := range n {
				w := &want[i]
				for k, x := range [3]float32{p.x[i], p.y[i], p.z[i]} {
					w[k] = int16(quanta(x) & 0xffff)
				}
				w[3] = 1
				for k, x := range [3]float32{v.x[i], v.y[i], v.z[i]} {
					q := quanta(x) - quanta(c[k])
					w[4+k] = int16(q & 0xffff)
					if q < -1<<15 || q >= 1<<15 {
						w[7] = 1
					}
				}
				many += int(w[7])
			}
			if found := PackRecords(got, p.x, p.y, p.z, v.x, v.y, v.z, c, 1/quantum); found != many || !slices.Equal(got, want) {
				t.Fatalf("%d boids: %d velocities do not fit, and the records are %v; want %d and %v", n, found, got, many, want)
			}
			tooFast += many
		}
		if tooFast == 0 {
			t.Error("all velocities fit, so the test proves nothing")
		}
	})
}

// Note lists the candidates within the limit, in order, and pads the list with the boid itself.
func TestNote(t *testing.T) {
	onEach(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(43, 44))
		for n := range 80 {
			p := cloud(r, n+1, 5)
			var ids []int32
			for k := range n {
				ids = append(ids, int32(k))
			}
			l, self, limit := listOf(p, ids), r.IntN(n+1), 50*r.Float32()
			for k := range l.At {
				l.At[k] += 100_000
			}
			var want []int16
			for k := range n {
				if k != self && d2(p.at(self), p.at(k)) < limit {
					want = append(want, int16(k-self))
				}
			}
			own := 0
			for ; len(want)%4 > 0; own++ {
				want = append(want, 0)
			}
			to := make([]int16, n+pad)
			if entries, me := Note(to, l, p.at(self), 100_000+self, limit); me != own || !slices.Equal(to[:entries], want) {
				t.Fatalf("%d candidates, boid %d: the list is %v and contains the boid itself %d times, want %v and %d", n, self, to[:entries], me, want, own)
			}
		}
	})
}

// eyesOf returns Eyes for a run of boids with lists of all others in random order.
func (g *testBoids) eyesOf(r *rand.Rand, first, n int, c [3]float32) (e *Eyes, tooFast int) {
	e = &Eyes{Records: make([]Record, len(g.x), len(g.x)+pad), First: first, Course: c, Scale: 1 / quantum, Unit: quantum}
	tooFast = PackRecords(e.Records, g.x, g.y, g.z, g.vx, g.vy, g.vz, c, 1/quantum)
	for i := first; i < first+n; i++ {
		head := len(e.Lists)
		for _, j := range r.Perm(len(g.x)) {
			if j != i {
				e.Lists = append(e.Lists, int16(j-i))
			}
		}
		own := 0
		for ; len(e.Lists)%4 > 0; own++ {
			e.Lists = append(e.Lists, 0)
		}
		e.Heads = append(e.Heads, uint32(head+own))
	}
	for len(e.Heads) < n+9 {
		e.Heads = append(e.Heads, uint32(len(e.Lists)))
	}
	e.Records = e.Records[:cap(e.Records)]
	e.VX, e.VY, e.VZ = g.vx[first:cap(g.vx)], g.vy[first:cap(g.vy)], g.vz[first:cap(g.vz)]
	for _, to := range []*[]float32{&e.Visible, &e.Weight, &e.EdgeX, &e.EdgeY, &e.EdgeZ, &e.CentreX, &e.CentreY, &e.CentreZ,
		&e.CourseX, &e.CourseY, &e.CourseZ, &e.AwayX, &e.AwayY, &e.AwayZ} {
		*to = make([]float32, n+pad)
	}
	e.Unsure, e.Lonely, e.Many = make([]uint8, n/8+1), make([]uint8, n/8+1), 1<<30
	return e, tooFast
}

// The kernels agree with float32 sums computed one by one, or mark the boid as unsure.
func TestEyes(t *testing.T) {
	onEach(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(45, 46))
		unsure, sure := 0, 0
		for _, size := range []float64{3 * quantum, 1, 2.25} {
			for n := 1; n < 90; n++ {
				g := newTestBoids(r, n, size)
				far := float32(math.Round(2000*(r.Float64()-0.5)) / 2)
				for i := range n {
					g.x[i], g.z[i] = g.x[i]+far, g.z[i]-far
					for _, v := range []*float32{&g.vx[i], &g.vy[i], &g.vz[i]} {
						*v = float32(math.Round(float64(*v)/4/quantum) * quantum)
					}
					if r.IntN(20*n) == 0 {
						g.vy[i] = 12
					}
				}
				first := r.IntN(n)
				e, _ := g.eyesOf(r, first, 1+r.IntN(n-first), course(r, 2))
				e.Few = int32(r.IntN(10))
				u, s := g.checkEyes(t, e, float32(size*size)*2*r.Float32(), fmt.Sprintf("%d of size %v", n, size))
				unsure, sure = unsure+u, sure+s
			}
		}
		if unsure == 0 || sure < 10*unsure {
			t.Errorf("%d sure and %d unsure boids are too few for this test", sure, unsure)
		}
	})
}

func (g *testBoids) checkEyes(t *testing.T, e *Eyes, limit float32, what string) (unsure, sure int) {
	t.Helper()
	e.Limits(limit)
	n := len(e.Heads) - 9
	e.Look(n)
	var all []int32
	for j := range g.x {
		all = append(all, int32(j))
	}
	for i := range n {
		v := g.sees(&Crowd{Limit: limit}, e.First+i, all)
		v.count--
		if e.Unsure[i/8]>>(i%8)&1 != 0 {
			unsure++
			continue
		}
		sure++
		if lonely := e.Lonely[i/8]>>(i%8)&1 != 0; lonely != (v.count < int64(e.Few)) {
			t.Fatalf("%s: boid %d of %d sees %d with Few = %d: lonely is %v, want the opposite", what, i, n, v.count, e.Few, lonely)
		}
		got := [...]float32{e.Visible[i], e.Weight[i], e.EdgeX[i], e.EdgeY[i], e.EdgeZ[i], e.CentreX[i], e.CentreY[i], e.CentreZ[i],
			e.CourseX[i], e.CourseY[i], e.CourseZ[i], e.AwayX[i], e.AwayY[i], e.AwayZ[i]}
		x, y, z := float32(v.pos[0]), float32(v.pos[1]), float32(v.pos[2])
		want := [...]float32{float32(v.count), float32(v.count), x, y, z, x, y, z,
			float32(v.vel[0]), float32(v.vel[1]), float32(v.vel[2]), -x * quantum, -y * quantum, -z * quantum}
		if got != want {
			t.Fatalf("%s: boid %d of %d, limit %v: the sums are %v, want %v", what, i, n, limit, got, want)
		}
	}
	return unsure, sure
}

// The kernels mark a boid as unsure if a square is very close to the limit, because float32 and whole
// quanta might then disagree.
func TestEyesUnsureAtLimit(t *testing.T) {
	onEach(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(47, 48))
		apart, open := 0, 0
		for range 20_000 {
			g := newTestBoids(r, 2, 2.25)
			d := d2(g.at(0), g.at(1))
			limit := math.Float32frombits(math.Float32bits(d) + uint32(r.IntN(5)) - 2)
			for _, v := range [][]float32{g.vx, g.vy, g.vz} {
				clear(v)
			}
			e, _ := g.eyesOf(r, 0, 2, [3]float32{})
			e.Limits(limit)
			e.Look(2)
			square := 0.0
			for _, x := range [][]float32{g.x, g.y, g.z} {
				square += float64(x[0]-x[1]) * float64(x[0]-x[1])
			}
			if (square < float64(limit)) != (d < limit) {
				apart++
			}
			if e.Unsure[0] != 0 {
				open++
			} else if (e.Visible[0] == 1) != (d < limit) {
				t.Fatalf("the square %v, as float32 %v, with the limit %v: the boid sees %v boids", square, d, limit, e.Visible[0])
			}
		}
		if apart == 0 || open == 0 {
			t.Errorf("%d differences and %d unsure boids are too few for this test", apart, open)
		}
	})
}

// lookSlowly computes the results of Look for boid i without the kernel: the number n of boids in sight,
// and the sums pos and vel. open is not 0 if the result is uncertain.
func (e *Eyes) lookSlowly(i int) (n, open int32, pos, vel [3]int32) {
	own := e.Records[e.First+i]
	n = -int32(e.Heads[i] & 3)
	for _, by := range e.Lists[e.Heads[i]&^3 : e.Heads[i+1]&^3] {
		other := e.Records[e.First+i+int(by)]
		square := int32(0)
		for k := range 3 {
			d := int32(other[k] - own[k])
			square += d * d
		}
		switch {
		case square < e.Inner:
			n++
			open += int32(other[7])
			for k := range 3 {
				pos[k] += int32(other[k] - own[k])
				vel[k] += int32(other[4+k]) - int32(own[4+k])
			}
		case square < e.Outer:
			open++
		}
	}
	return n, open, pos, vel
}

// The packed sums do not overflow into each other, even for long lists of extreme boids.
func TestEyesOfExtremes(t *testing.T) {
	onEach(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(49, 50))
		open, sure := 0, 0
		for round := range 60 {
			n := 1 + r.IntN(2000)
			g := newTestBoids(r, n, 1)
			for i := range n {
				for _, v := range []*float32{&g.x[i], &g.y[i], &g.z[i]} {
					*v = 500 + float32(r.IntN(18_000)*(1-2*(round&1)))*quantum
				}
				for _, v := range []*float32{&g.vx[i], &g.vy[i], &g.vz[i]} {
					*v = float32([]int{-1 << 15, 1<<15 - 1, r.IntN(1<<16) - 1<<15}[r.IntN(3)]) * quantum
				}
			}
			if r.IntN(4) == 0 {
				g.vy[r.IntN(n)] = 9
			}
			first := r.IntN(n)
			e, _ := g.eyesOf(r, first, 1+r.IntN(min(40, n-first)), [3]float32{})
			e.Limits(8 * 8 * r.Float32())
			looking := len(e.Heads) - 9
			e.Look(looking)
			for i := range looking {
				seen, left, pos, vel := e.lookSlowly(i)
				if unsure := e.Unsure[i/8]>>(i%8)&1 != 0; unsure != (left > 0) {
					t.Fatalf("boid %d of %d: unsure is %v with %d doubtful boids", i, n, unsure, left)
				}
				if left > 0 {
					open++
					continue
				}
				sure++
				got := [...]float32{e.Visible[i], e.EdgeX[i], e.EdgeY[i], e.EdgeZ[i], e.CourseX[i], e.CourseY[i], e.CourseZ[i]}
				want := [...]float32{float32(seen), float32(pos[0]), float32(pos[1]), float32(pos[2]), float32(vel[0]), float32(vel[1]), float32(vel[2])}
				if got != want {
					t.Fatalf("boid %d of %d: the sums are %v, want %v", i, n, got, want)
				}
			}
		}
		if open == 0 || sure < open {
			t.Errorf("%d sure and %d unsure boids are too few for this test", sure, open)
		}
	})
}

// NotePairs writes the same list as Note. From its pairs, Part computes the same separation as a search
// through all boids.
func TestPart(t *testing.T) {
	onEach(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(49, 50))
		for _, size := range []float64{3 * quantum, 0.1, 1, 2.25} {
			for n := 1; n < 60; n++ {
				g := newTestBoids(r, n, size)
				first := r.IntN(n)
				e, _ := g.eyesOf(r, first, 1+r.IntN(n-first), [3]float32{})
				looking := len(e.Heads) - 9
				e.Protected, e.Over, e.Falloff = float32(size*size)*2*r.Float32(), float32(1/size), Falloff(r.IntN(4))
				e.Sums = make([][4]int32, looking+pad)
				e.Pairs = make([]int16, 2*(n+pad)*looking+16)
				var all []int32
				for j := range n {
					all = append(all, int32(j))
				}
				entries := 0
				for i := range looking {
					l := listOf(g.points, all)
					got, want := make([]int16, n+pad), make([]int16, n+pad)
					limit := 4 * e.Protected * r.Float32()
					many, own, paired := NotePairs(got, e.Pairs[entries:], l, g.at(first+i), first+i, i, limit, e.Protected)
					if listed, self := Note(want, l, g.at(first+i), first+i, limit); self != own || !slices.Equal(got[:many], want[:listed]) {
						t.Fatalf("%d boids: the list is %v with pairs, but %v without", n, got[:many], want[:listed])
					}
					entries += paired
				}
				clear(e.Pairs[entries:])
				e.Pairs = e.Pairs[:(entries+15)/16*16]
				e.Part(looking)
				for i := range looking {
					c := &Crowd{Limit: 1e9, Apart: true, Protected: e.Protected, Over: e.Over, Falloff: e.Falloff}
					v := g.sees(c, first+i, all)
					for a, got := range []float32{e.AwayX[i], e.AwayY[i], e.AwayZ[i]} {
						if want := float32(float64(v.away[a]) * quantum); got != want {
							t.Fatalf("%d of size %v, falloff %d, boid %d, axis %d: the separation is %v, want %v", n, size, e.Falloff, i, a, got, want)
						}
					}
				}
			}
		}
	})
}
