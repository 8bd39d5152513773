package lod

import (
	"slices"

	"skein/flock/vec"
)

// Weights of the planes that hold an edge in place, relative to those of the planes of triangles.
const (
	borderWeight = 2.0 // border of the surface
	seamWeight   = 1.0 // edge where the material, texture or colour changes
	creaseWeight = 2.0 // sharp fold
)

// addQuadrics adds the planes of a site's triangles to its quadrics. It also adds perpendicular planes along
// borders, seams and creases. It runs again when the number of triangles has halved, because thin parts then
// have new creases.
func (s *simplifier) addQuadrics() {
	s.quadricTriangles = s.triangles
	for t := range uint32(len(s.corners)) {
		if !s.alive[t] {
			continue
		}
		for p := range s.poseCount {
			corners := s.cornerPositions(t, p)
			n := areaNormal64(corners)
			s.addPlane(t, p, unit(n), corners[0], n.Length()/2)
		}
	}
	edges := s.edges()
	for k := 0; k < len(edges); {
		end := k + 1
		for end < len(edges) && edges[end].ends == edges[k].ends {
			end++
		}
		if w := s.edgeWeight(edges[k:end]); w > 0 {
			for _, e := range edges[k:end] {
				s.addEdgeQuadric(e, w)
			}
		}
		k = end
	}
}

func (s *simplifier) addPlane(t uint32, pose int, n, point vec.Vec64, weight float64) {
	for _, c := range s.corners[t] {
		s.quadrics[int(s.site[c])*s.poseCount+pose].addPlane(n, point, weight)
	}
}

type edge struct {
	ends     uint64 // sites of the edge, with the lower one in the upper half of the bits
	triangle uint32
}

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

func (s *simplifier) edgeWeight(shared []edge) float64 {
	if len(shared) != 2 {
		return borderWeight
	}
	t, u := shared[0].triangle, shared[1].triangle
	cosine := unit(areaNormal64(s.cornerPositions(t, 0))).Dot(unit(areaNormal64(s.cornerPositions(u, 0))))
	w := 0.0
	if cosine < 0.5 {
		w = creaseWeight * (0.5 - cosine) / 1.5
	}
	for _, end := range [2]uint32{uint32(shared[0].ends >> 32), uint32(shared[0].ends)} {
		a, b := s.cornerAt(t, end), s.cornerAt(u, end)
		if a != b && (s.part[a] != s.part[b] || s.attributeDistance(a, b)-0.1*s.normalDistance(a, b) > 1e-4) {
			w = max(w, seamWeight)
		}
	}
	return w
}

func (s *simplifier) normalDistance(a, b uint32) float64 {
	i := s.part[a]
	n := s.mesh.Parts[i].Normals
	return float64(n[a-s.firstVertex[i]].Sub(n[b-s.firstVertex[i]]).LenSqr())
}

func (s *simplifier) addEdgeQuadric(e edge, weight float64) {
	a, b := int(e.ends>>32), int(uint32(e.ends))
	for p := range s.poseCount {
		from, to := s.positions[a*s.poseCount+p], s.positions[b*s.poseCount+p]
		direction := to.Sub(from)
		n := unit(areaNormal64(s.cornerPositions(e.triangle, p)).Cross(direction))
		for _, site := range [2]int{a, b} {
			s.quadrics[site*s.poseCount+p].addPlane(n, from, weight*direction.Dot(direction))
		}
	}
}
