package solid

import (
	"math"
	"math/rand"
	"testing"
)

func straight() [3]Vec { return [3]Vec{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}} }

// randomRotation returns the rows of the matrix of a random rotation (Rodrigues' formula).
func randomRotation(r *rand.Rand) (rows [3]Vec) {
	axis := Vec{r.Float32() - 0.5, r.Float32() - 0.5, r.Float32() - 0.5}.unit(up)
	sine, cosine := math.Sincos(r.Float64() * 6)
	s, c := float32(sine), float32(cosine)
	for k := range rows {
		e := [3]float32{}
		e[k] = 1
		row := Vec{e[0], e[1], e[2]}
		rows[k] = row.times(c).add(row.cross(axis).times(s)).add(axis.times(axis.dot(row) * (1 - c)))
	}
	return rows
}

func onBall(radius float32) (all []Vec) {
	const n = 20000
	for k := range n {
		y := 1 - 2*(float64(k)+0.5)/n
		r, a := math.Sqrt(1-y*y), float64(k)*2.399963
		all = append(all, Vec{float32(r * math.Cos(a)), float32(y), float32(r * math.Sin(a))}.times(radius))
	}
	return all
}

func onBox(size Vec) (all []Vec) {
	const n = 60
	for axis := range 3 {
		for _, s := range []float32{-0.5, 0.5} {
			for i := range n + 1 {
				for j := range n + 1 {
					var p [3]float32
					p[axis], p[(axis+1)%3], p[(axis+2)%3] = s, float32(i)/n-0.5, float32(j)/n-0.5
					all = append(all, Vec{p[0] * size.X, p[1] * size.Y, p[2] * size.Z})
				}
			}
		}
	}
	return all
}

func onDrum(radius, height float32) (all []Vec) {
	const n = 150
	for i := range n {
		sine, cosine := math.Sincos(float64(i) * 2 * math.Pi / n)
		way := Vec{float32(sine), 0, float32(cosine)}
		for j := range n/2 + 1 {
			share := float32(j) / (n / 2)
			all = append(all, way.times(radius).add(Vec{0, height * share, 0}),
				way.times(radius*share), way.times(radius*share).add(Vec{0, height, 0}))
		}
	}
	return all
}

// For each shape, the distance agrees with the distance to many points on the surface. The direction leads
// away from the nearest of these points.
func TestDistances(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for _, c := range []struct {
		name   string
		body   Body
		points []Vec
		within func(Vec) bool
		far    float32 // greatest distance between neighbouring points
	}{
		{"ball", Ball(3), onBall(3), func(p Vec) bool { return p.length() < 3 }, 0.1},
		{"box", Box(Vec{2, 6, 1}), onBox(Vec{2, 6, 1}), func(p Vec) bool { return abs(p.X) < 1 && abs(p.Y) < 3 && abs(p.Z) < 0.5 }, 0.11},
		{"cylinder", Cylinder(2, 5), onDrum(2, 5), func(p Vec) bool { return hypot(p.X, p.Z) < 2 && p.Y > 0 && p.Y < 5 }, 0.11},
	} {
		pos, rows := Vec{7, -3, 2}, randomRotation(r)
		b := c.body.Place(pos, rows, 1.5)
		for range 300 {
			p := Vec{r.Float32() - 0.5, r.Float32() - 0.5, r.Float32() - 0.5}.times(16)
			want := float32(math.Inf(1))
			for _, q := range c.points {
				want = min(want, p.sub(q).length())
			}
			if c.within(p) {
				want = -want
			}
			to := b.outer(p)
			got, n := b.Nearest(to)
			if d := got/1.5 - want; d > 0.001 && want > 0 || d < -c.far && want > 0 || abs(d) > c.far {
				t.Fatalf("%s: the distance of %v is %g, want %g", c.name, p, got/1.5, want)
			}
			if got != b.Distance(to) {
				t.Fatalf("%s: Distance and Nearest differ", c.name)
			}
			if abs(n.length()-1) > 1e-5 || want > 0.2 && abs(b.Distance(to.addScaled(n, -0.1))-got+0.1) > 0.01 {
				t.Fatalf("%s: at %v the direction to the surface is %v, which is not the nearest one", c.name, p, n)
			}
		}
		low, high := b.Bounds()
		for _, q := range c.points {
			if o := b.outer(q); o.min(low) != low || o.max(high) != high {
				t.Fatalf("%s: the point %v of the surface is outside of the bounds", c.name, o)
			}
		}
	}
}

// boxOf returns the triangles of a box, with or without a lid.
func boxOf(size Vec, lid bool) (v []Vec, f [][3]uint32) {
	for k := range 8 {
		v = append(v, Vec{size.X * (float32(k&1) - 0.5), size.Y * (float32(k>>1&1) - 0.5), size.Z * (float32(k>>2) - 0.5)})
	}
	for k, q := range [][4]uint32{{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {0, 2, 3, 1}, {4, 5, 7, 6}, {2, 6, 7, 3}} {
		if k < 5 || lid {
			f = append(f, [3]uint32{q[0], q[1], q[2]}, [3]uint32{q[0], q[2], q[3]})
		}
	}
	return v, f
}

// The distance of a model is exact near its triangles, and a lower bound elsewhere.
func TestDistanceOfAModel(t *testing.T) {
	size := Vec{4, 9, 2}
	v, f := boxOf(size, true)
	m, ok := NewModel(v, f)
	if !ok || !m.Closed() {
		t.Fatal("a box is not a closed mesh")
	}
	m.Build()
	b, exact := m.Solid().Place(Vec{5, 5, 5}, straight(), 2), Box(size).Place(Vec{5, 5, 5}, straight(), 2)
	r := rand.New(rand.NewSource(2))
	for range 20000 {
		p := Vec{r.Float32() - 0.5, r.Float32() - 0.5, r.Float32() - 0.5}.times(40).add(Vec{5, 5, 5})
		want, got := exact.Distance(p), b.Distance(p)
		switch {
		case want >= 0 && (got > want+1e-4 || got < 0.85*want-2*m.cell):
			t.Fatalf("the distance of %v is %g, want %g", p, got, want)
		case want >= 0 && want < m.cell && abs(got-want) > 1e-4:
			t.Fatalf("near the model, the distance of %v is %g, want %g", p, got, want)
		case want < -4*m.cell && abs(got-want) > 4*m.cell:
			t.Fatalf("the distance of %v inside is %g, want %g", p, got, want)
		}
		if _, n := b.Nearest(p); want > 0.5 {
			if _, to := exact.Nearest(p); n.dot(to) < 0.9 && want > 4*m.cell {
				t.Fatalf("the direction at %v is %v, want %v", p, n, to)
			}
		}
	}
}

// The winding number decides which points are inside, even for overlapping parts. A model without a lid has
// no inside.
func TestInside(t *testing.T) {
	v, f := boxOf(Vec{4, 4, 4}, true)
	more, faces := boxOf(Vec{4, 4, 4}, true)
	for k := range more {
		v = append(v, more[k].add(Vec{1, 1, 1}))
	}
	for _, t := range faces {
		f = append(f, [3]uint32{t[0] + 8, t[1] + 8, t[2] + 8})
	}
	m, _ := NewModel(v, f)
	m.Build()
	for _, c := range []struct {
		p    Vec
		want bool
	}{{Vec{0.5, 0.5, 0.5}, true}, {Vec{-1.5, -1.5, -1.5}, true}, {Vec{2.5, 2.5, 2.5}, true}, {Vec{-1.5, 2.5, 0}, false}} {
		if got := m.distance(c.p) < 0; got != c.want {
			t.Errorf("%v is inside: %v, want the opposite", c.p, got)
		}
	}
	v, f = boxOf(Vec{4, 4, 4}, false)
	open, _ := NewModel(v, f)
	if open.Build(); open.Closed() || open.distance(Vec{}) < 1 {
		t.Error("a box without a lid has an inside")
	}
}

// The grid of a model is the same for any number of processors.
func TestBuildIsTheSame(t *testing.T) {
	v, f := Knot(2000)
	a, _ := NewModel(v, f)
	a.Build()
	field := make([]float32, a.nodes())
	for z := range a.n[2] {
		a.layer(field, z)
	}
	for k := range field {
		if math.Float32bits(field[k]) != math.Float32bits(a.field[k]) {
			t.Fatal("the grid differs from that of one worker")
		}
	}
}

// The tree finds the same nearest triangle as a search through all triangles.
func TestTreeAgreesWithBruteForce(t *testing.T) {
	v, f := Knot(3000)
	m, ok := NewModel(v, f)
	if !ok || !m.Closed() {
		t.Fatal("a knot is not a closed mesh")
	}
	r := rand.New(rand.NewSource(3))
	for range 500 {
		p := Vec{r.Float32() - 0.5, r.Float32() - 0.5, r.Float32() - 0.5}.times(8)
		want := float32(endless)
		for k := range m.tree.faces {
			offset := p.sub(m.tree.faces[k].closest(p))
			want = min(want, offset.dot(offset))
		}
		if _, got, _ := m.tree.nearest(p, endless); got != want {
			t.Fatalf("the square of the distance of %v is %g, want %g", p, got, want)
		}
	}
}

// The distance of a terrain is at most the distance to its nearest triangle, and 0 on the surface.
func TestDistanceOfATerrain(t *testing.T) {
	r := rand.New(rand.NewSource(4))
	const n = 30
	heights := make([]float32, n*n)
	for k := range heights {
		heights[k] = r.Float32() * 4
	}
	half := make([]float32, n*n)
	for k := range heights {
		half[k] = heights[k] / 2
	}
	for _, relief := range []*Relief{NewRelief(n, n, heights, 60, 90), NewRelief(n, n, half, 60, 90).ScaleHeights(2)} {
		terrainDistances(t, r, relief, heights, n)
	}
}

// terrainDistances compares a relief of 60 by 90 m with its triangles.
func terrainDistances(t *testing.T, r *rand.Rand, relief *Relief, heights []float32, n int) {
	t.Helper()
	var v []Vec
	var f [][3]uint32
	for z := range n {
		for x := range n {
			v = append(v, Vec{60 * (float32(x)/float32(n-1) - 0.5), heights[z*n+x], 90 * (float32(z)/float32(n-1) - 0.5)})
			if k := uint32(z*n + x); x < n-1 && z < n-1 {
				f = append(f, [3]uint32{k, k + 1, k + uint32(n) + 1}, [3]uint32{k, k + uint32(n) + 1, k + uint32(n)})
			}
		}
	}
	m, _ := NewModel(v, f)
	for range 20000 {
		p := Vec{70 * (r.Float32() - 0.5), 12*r.Float32() - 1, 100 * (r.Float32() - 0.5)}
		_, d2, _ := m.tree.nearest(p, endless)
		got := relief.distance(p)
		if abs(p.X) > 30 || abs(p.Z) > 45 {
			continue // beside the rectangle, the nearest part may be a side wall, for which there are no triangles
		}
		if got > sqrt(d2)+1e-4 {
			t.Fatalf("the distance of %v is %g, want at most %g", p, got, sqrt(d2))
		}
		if got > 0 && got < sqrt(d2)/20 && got < p.Y-4 {
			t.Fatalf("the distance of %v is only %g, want about %g", p, got, sqrt(d2))
		}
		k := r.Intn(len(m.tree.faces))
		face := m.tree.faces[k]
		on := face.a.add(face.b).add(face.c).times(1.0 / 3)
		if d := relief.distance(on); abs(d) > 1e-3 {
			t.Fatalf("the distance of %v on the surface is %g, want 0", on, d)
		}
	}
	back, _, _ := Heights(v, f, n, n)
	for k := range back {
		if abs(back[k]-heights[k]) > 1e-3 {
			t.Fatalf("Heights gives %[2]g for corner %[1]d, want %[3]g", k, back[k], heights[k])
		}
	}
}

// Along the way that Meet allows, the distance from the body is at least gap - slack/4. If a convex body
// stops the ray, the distance at the end is at most gap + slack.
func TestMeetIsSafe(t *testing.T) {
	r := rand.New(rand.NewSource(5))
	v, f := Knot(2000)
	m, _ := NewModel(v, f)
	m.Build()
	heights := make([]float32, 400)
	for k := range heights {
		heights[k] = 3 * r.Float32()
	}
	bodies := []Body{Ball(2), Box(Vec{4, 4, 0.01}), Cylinder(1, 4), m.Solid(), NewRelief(20, 20, heights, 9, 9).Ground(), HalfSpace()}
	for k, b := range bodies {
		rows := randomRotation(r)
		if k == 4 {
			rows = straight()
		}
		b = b.Place(Vec{}, rows, 1)
		met, rays := 0, 3000
		for range rays {
			p := Vec{r.Float32() - 0.5, r.Float32() - 0.5, r.Float32() - 0.5}.times(16)
			if b.Distance(p) < 0.2 {
				continue
			}
			u := Vec{r.Float32() - 0.5, r.Float32() - 0.5, r.Float32() - 0.5}.unit(up)
			const gap, slack = 0.1, 0.02
			length := 12 * r.Float32()
			s, stopped := b.Meet(p, u, length, gap, slack)
			if stopped {
				met++
			}
			for j := range 200 {
				if pos := p.addScaled(u, s*float32(j)/199); b.Distance(pos) < gap-slack/4-0.001 {
					t.Fatalf("body %d: from %v along %v, the ray is only %g m from the surface after %g of %g m", k, p, u, b.Distance(pos), s*float32(j)/199, s)
				}
			}
			if !stopped && s != length {
				t.Fatalf("body %d: the ray goes %g of %g m, although nothing stopped it", k, s, length)
			}
			if stopped && b.Distance(p.addScaled(u, s)) > gap+slack+0.01 && k != 3 && k != 4 {
				t.Fatalf("body %d: the ray stopped too early, %g m from the surface", k, b.Distance(p.addScaled(u, s)))
			}
		}
		if met < rays/200 || met > rays*9/10 {
			t.Errorf("body %d: %d of %d rays met it, want 0.5 to 90 percent", k, met, rays)
		}
	}
}
