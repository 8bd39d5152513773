package models

import "slices"

// Weights of the planes that keep an edge in place, beside the area's.
const (
	borderWeight = 2.0 // where the surface ends
	seamWeight   = 1.0 // where material, texture or colour change
	creaseWeight = 2.0 // where it turns back
)

// weigh adds to every site's quadrics the planes of the triangles around it and,
// along borders, seams and creases, planes at right angles to them. It is done
// again each time the triangles are half as many: what has become thin or sharp
// on the way is held by its new creases only.
func (s *simplifier) weigh() {
	s.weighed = s.triangles
	for t := range uint32(len(s.corners)) {
		if !s.alive[t] {
			continue
		}
		for p := range s.poses {
			at := s.placed(t, p)
			n := across(at)
			s.addPlane(t, p, n.unit(), at[0], n.size()/2)
		}
	}
	edges := s.edges()
	for k := 0; k < len(edges); {
		end := k + 1
		for end < len(edges) && edges[end].ends == edges[k].ends {
			end++
		}
		if w := s.hold(edges[k:end]); w > 0 {
			for _, e := range edges[k:end] {
				s.holdEdge(e, w)
			}
		}
		k = end
	}
}

// addPlane adds a plane to the quadrics of a triangle's corners in a pose.
func (s *simplifier) addPlane(t uint32, pose int, n, through vec64, weight float64) {
	for _, c := range s.corners[t] {
		s.quadrics[int(s.site[c])*s.poses+pose].addPlane(n, through, weight)
	}
}

// edge is a side of a triangle.
type edge struct {
	ends     uint64 // sites, the lower one first
	triangle uint32
}

// edges are the sides of all triangles, those between the same sites together.
func (s *simplifier) edges() []edge {
	out := make([]edge, 0, 3*len(s.corners))
	for t, c := range s.corners {
		for k := 0; k < 3 && s.alive[t]; k++ {
			a, b := s.site[c[k]], s.site[c[(k+1)%3]]
			out = append(out, edge{uint64(min(a, b))<<32 | uint64(max(a, b)), uint32(t)})
		}
	}
	slices.SortFunc(out, func(x, y edge) int {
		if x.ends != y.ends {
			if x.ends < y.ends {
				return -1
			}
			return 1
		}
		return int(x.triangle) - int(y.triangle)
	})
	return out
}

// hold says how firmly the edge that some triangles share is held.
func (s *simplifier) hold(shared []edge) float64 {
	if len(shared) != 2 {
		return borderWeight
	}
	t, u := shared[0].triangle, shared[1].triangle
	turn := across(s.placed(t, 0)).unit().dot(across(s.placed(u, 0)).unit())
	w := 0.0
	if turn < 0.5 {
		w = creaseWeight * (0.5 - turn) / 1.5
	}
	for _, end := range [2]uint32{uint32(shared[0].ends >> 32), uint32(shared[0].ends)} {
		a, b := s.cornerAt(t, end), s.cornerAt(u, end)
		if a != b && (s.part[a] != s.part[b] || s.unlike(a, b)-0.1*s.bent(a, b) > 1e-4) {
			w = max(w, seamWeight)
		}
	}
	return w
}

// bent is how much the normals of two vertices of a part differ, squared.
func (s *simplifier) bent(a, b uint32) float64 {
	i := s.part[a]
	n := s.b.Parts[i].Normals
	return float64(n[a-s.first[i]].Sub(n[b-s.first[i]]).LenSqr())
}

// holdEdge adds the plane through an edge at right angles to its triangle.
func (s *simplifier) holdEdge(e edge, weight float64) {
	a, b := int(e.ends>>32), int(uint32(e.ends))
	for p := range s.poses {
		from, to := s.at[a*s.poses+p], s.at[b*s.poses+p]
		along := to.sub(from)
		n := across(s.placed(e.triangle, p)).cross(along).unit()
		for _, site := range [2]int{a, b} {
			s.quadrics[site*s.poses+p].addPlane(n, from, weight*along.dot(along))
		}
	}
}
