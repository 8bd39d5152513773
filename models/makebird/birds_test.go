package main

import (
	"math"
	"testing"
)

// TestSkinsAreClosed checks that two triangles share each edge in opposite directions, so that
// skins have no holes. Each piece must enclose a positive volume, so that faces point outwards.
func TestSkinsAreClosed(t *testing.T) {
	for _, s := range allSpecies() {
		m := s.build()
		type edge [2]vec
		count := map[edge]int{}
		for i := 0; i < len(m.indices); i += 3 {
			for k := range 3 {
				a, b := m.indices[i+k], m.indices[i+(k+1)%3]
				count[edge{m.vertices[a].position, m.vertices[b].position}]++
			}
		}
		for e, n := range count {
			if n != count[edge{e[1], e[0]}] {
				t.Errorf("%s: edge %v has %d triangles in one direction and %d in the other, want a closed surface", s.name, e, n, count[edge{e[1], e[0]}])
				break
			}
		}
		for i, v := range pieceVolumes(m) {
			if v <= 0 {
				t.Errorf("%s: piece %d encloses %.3g mm³, want more than 0", s.name, i, v)
			}
		}
	}
}

func pieceVolumes(m *mesh) (volumes []float64) {
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
		a := find(m.vertices[m.indices[i]].position)
		for k := 1; k < 3; k++ {
			owner[find(m.vertices[m.indices[i+k]].position)] = a
			a = find(a)
		}
	}
	sums := map[vec]float64{}
	for i := 0; i < len(m.indices); i += 3 {
		p, q, r := m.vertices[m.indices[i]].position, m.vertices[m.indices[i+1]].position, m.vertices[m.indices[i+2]].position
		o := find(p)
		sums[o] += p.Sub(o).Dot(q.Sub(o).Cross(r.Sub(o))) / 6
	}
	for _, v := range sums {
		volumes = append(volumes, v)
	}
	return volumes
}

// TestMotionPassesThroughKeyPoses checks that the curve passes through its key poses and is
// periodic.
func TestMotionPassesThroughKeyPoses(t *testing.T) {
	for _, s := range allSpecies() {
		for _, b := range []*motion{&s.fly, &s.glide} {
			if len(b.phases) != len(b.poses) {
				t.Fatalf("%s, %s: there are %d phases for %d poses, want one each", s.name, b.name, len(b.phases), len(b.poses))
			}
			for i, phase := range b.phases {
				if d := maxDifference(b.poseAt(phase), b.poses[i]); d > 1e-9 {
					t.Errorf("%s, %s: the pose of phase %v is off by %v", s.name, b.name, phase, d)
				}
			}
			if d := maxDifference(b.poseAt(1-1e-9), b.poseAt(0)); d > 1e-5 {
				t.Errorf("%s, %s jumps by %v from its end to its start", s.name, b.name, d)
			}
		}
	}
}

func maxDifference(a, b keyPose) (largest float64) {
	for f := range a {
		largest = max(largest, math.Abs(a[f]-b[f]))
	}
	return largest
}

// TestInfluencesSumToOne checks that the weights of each vertex sum to 1. They must also do so
// after they are reduced to at most four bones.
func TestInfluencesSumToOne(t *testing.T) {
	for _, s := range allSpecies() {
		for _, v := range s.build().vertices {
			sum, least := 0.0, 0.0
			for _, b := range v.influences {
				sum, least = sum+b.weight, min(least, b.weight)
			}
			_, w := encodeInfluences(v.influences)
			if total := int(w[0]) + int(w[1]) + int(w[2]) + int(w[3]); math.Abs(sum-1) > 1e-9 || least < 0 || total != math.MaxUint16 {
				t.Fatalf("%s: the influences are %v and the encoded weights %v, want a sum of 1", s.name, v.influences, w)
			}
		}
	}
}
