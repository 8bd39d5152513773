package main

import (
	"math"
	"testing"
)

// Every edge of the bird belongs to one triangle on either side, run through in
// opposite directions, and every piece encloses a volume: skins without holes
// whose faces all look out.
func TestSkinsAreClosed(t *testing.T) {
	for _, s := range all() {
		m := s.build()
		type edge [2]vec
		count := map[edge]int{}
		for i := 0; i < len(m.indices); i += 3 {
			for k := range 3 {
				a, b := m.indices[i+k], m.indices[i+(k+1)%3]
				count[edge{m.vertices[a].at, m.vertices[b].at}]++
			}
		}
		for e, n := range count {
			if n != count[edge{e[1], e[0]}] {
				t.Errorf("%s: edge %v: %d triangles, %d against it", s.name, e, n, count[edge{e[1], e[0]}])
				break
			}
		}
		for i, v := range pieces(m) {
			if v <= 0 {
				t.Errorf("%s: piece %d encloses %.3g mm³", s.name, i, v)
			}
		}
	}
}

// pieces are the volumes of the parts that hang together, mm³.
func pieces(m *mesh) (volumes []float64) {
	owner := map[vec]vec{}
	var find func(v vec) vec
	find = func(v vec) vec {
		if p, ok := owner[v]; ok && p != v {
			owner[v] = find(p)
			return owner[v]
		}
		owner[v] = v
		return v
	}
	for i := 0; i < len(m.indices); i += 3 {
		a := find(m.vertices[m.indices[i]].at)
		for k := 1; k < 3; k++ {
			owner[find(m.vertices[m.indices[i+k]].at)] = a
			a = find(a)
		}
	}
	sums := map[vec]float64{}
	for i := 0; i < len(m.indices); i += 3 {
		p, q, r := m.vertices[m.indices[i]].at, m.vertices[m.indices[i+1]].at, m.vertices[m.indices[i+2]].at
		o := find(p)
		sums[o] += p.Sub(o).Dot(q.Sub(o).Cross(r.Sub(o))) / 6
	}
	for _, v := range sums {
		volumes = append(volumes, v)
	}
	return volumes
}

// The curve goes through the strokes that it was made from, and goes round.
func TestMotionPassesThroughStrokes(t *testing.T) {
	for _, s := range all() {
		for _, b := range []*motion{&s.fly, &s.glide} {
			if len(b.when) != len(b.strokes) {
				t.Fatalf("%s, %s: %d times for %d strokes", s.name, b.name, len(b.when), len(b.strokes))
			}
			for i, phase := range b.when {
				if d := apart(b.at(phase), b.strokes[i]); d > 1e-9 {
					t.Errorf("%s, %s, phase %v: off by %v", s.name, b.name, phase, d)
				}
			}
			if d := apart(b.at(1-1e-9), b.at(0)); d > 1e-5 {
				t.Errorf("%s, %s jumps by %v at the end", s.name, b.name, d)
			}
		}
	}
}

func apart(a, b stroke) (far float64) {
	for f := range a {
		far = max(far, math.Abs(a[f]-b[f]))
	}
	return far
}

// The shares of the bones in a vertex make one, and four bones are enough.
func TestPullsMakeOne(t *testing.T) {
	for _, s := range all() {
		for _, v := range s.build().vertices {
			sum, least := 0.0, 0.0
			for _, b := range v.bones {
				sum, least = sum+b.weight, min(least, b.weight)
			}
			_, w := influences(v.bones)
			if total := int(w[0]) + int(w[1]) + int(w[2]) + int(w[3]); math.Abs(sum-1) > 1e-9 || least < 0 || total != math.MaxUint16 {
				t.Fatalf("%s: shares %v, written %v", s.name, v.bones, w)
			}
		}
	}
}
