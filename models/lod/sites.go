package lod

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/vec"
)

// sites groups the vertices of a mesh, across parts, by their positions in all poses that are considered. In
// very large models, nearby vertices also share a site.
type sites struct {
	mesh           *Mesh
	firstVertex    []uint32
	part           []uint32
	site           []uint32
	count          int
	representative []uint32 // for each vertex, the vertex of its part that represents its site; nil means that each vertex represents itself

	memberStart []uint32
	memberList  []uint32

	poseCount int
	positions []vec.Vec64 // by site, then by pose
	mirror    []int32
}

func newSites(mesh *Mesh) sites {
	s := sites{mesh: mesh}
	for i := range mesh.Parts {
		s.firstVertex = append(s.firstVertex, uint32(len(s.part)))
		for range mesh.Parts[i].Vertices(mesh.Poses) {
			s.part = append(s.part, uint32(i))
		}
	}
	poses := s.distinctPoses()
	s.poseCount = len(poses)
	s.assignSites(poses)
	s.groupMembers()
	s.findMirrorPairs()
	return s
}

func (s *sites) point(vertex uint32, pose int) mgl32.Vec3 {
	i := s.part[vertex]
	p := &s.mesh.Parts[i]
	return p.Positions[pose*p.Vertices(s.mesh.Poses)+int(vertex-s.firstVertex[i])]
}

// distinctPoses chooses pose 0, and then repeatedly the pose that differs most from all chosen ones.
func (s *sites) distinctPoses() []int {
	limit := 8
	if len(s.part) > 30_000 {
		limit = 4
	}
	sample := evenIndices(2000, len(s.part))
	chosen := []int{0}
	distances := make([]float64, s.mesh.Poses)
	for p := range distances {
		distances[p] = math.Inf(1)
	}
	for len(chosen) < min(limit, s.mesh.Poses) {
		next, farthest := 0, 0.0
		for p := range distances {
			distances[p] = min(distances[p], s.poseDistance(sample, p, chosen[len(chosen)-1]))
			if distances[p] > farthest {
				next, farthest = p, distances[p]
			}
		}
		if farthest < 1e-8 {
			break
		}
		chosen = append(chosen, next)
	}
	return chosen
}

func (s *sites) poseDistance(sample []int, a, b int) (sum float64) {
	for _, v := range sample {
		sum += float64(s.point(uint32(v), a).Sub(s.point(uint32(v), b)).LenSqr())
	}
	return sum / float64(max(1, len(sample)))
}

// assignSites assigns vertices at equal positions to the same site. If this gives more than maxSites, all
// vertices in a cell of a grid share a site (Rossignac and Borrel, Multi-resolution 3D Approximations for
// Rendering Complex Scenes, 1993).
func (s *sites) assignSites(poses []int) {
	const maxSites, exactGrain, startGrain, minGrain = 100_000, 1 << 16, 1 << 10, 1 << 4 // grains are grid cells per wingspan
	s.site = make([]uint32, len(s.part))
	if s.weld(poses, exactGrain, maxSites) {
		return
	}
	grain := float64(startGrain)
	for grain > minGrain && !s.weld(poses, grain, maxSites) {
		grain /= 2
	}
	if grain == minGrain {
		s.weld(poses, grain, len(s.part))
	}
	type placeKey struct{ part, site uint32 }
	firstVertexAt := map[placeKey]uint32{}
	s.representative = make([]uint32, len(s.part))
	for v := range s.representative {
		key := placeKey{s.part[v], s.site[v]}
		if _, ok := firstVertexAt[key]; !ok {
			firstVertexAt[key] = uint32(v)
		}
		s.representative[v] = firstVertexAt[key]
	}
}

func (s *sites) weld(poses []int, grain float64, maxSites int) bool {
	siteOf := map[[2]uint64]uint32{}
	s.positions = s.positions[:0]
	for v := range uint32(len(s.part)) {
		var k [2]uint64
		for _, p := range poses {
			k = hashPosition(k, s.point(v, p), grain)
		}
		site, ok := siteOf[k]
		if !ok && len(siteOf) == maxSites {
			return false
		}
		if !ok {
			site = uint32(len(siteOf))
			siteOf[k] = site
			for _, p := range poses {
				s.positions = append(s.positions, vec.Vec64Of(s.point(v, p)))
			}
		}
		s.site[v] = site
	}
	s.count = len(siteOf)
	return true
}

func hashPosition(k [2]uint64, p mgl32.Vec3, grain float64) [2]uint64 {
	for _, x := range p {
		bits := uint64(int64(math.Round(float64(x) * grain)))
		k[0] = (k[0] ^ bits) * 0x9E3779B97F4A7C15
		k[0] ^= k[0] >> 29
		k[1] = (k[1] + bits) * 0xC2B2AE3D27D4EB4F
		k[1] ^= k[1] >> 31
	}
	return k
}

func (s *sites) isRepresentative(vertex int) bool {
	return s.representative == nil || s.representative[vertex] == uint32(vertex)
}

func (s *sites) groupMembers() {
	s.memberStart = make([]uint32, s.count+1)
	for v, site := range s.site {
		if s.isRepresentative(v) {
			s.memberStart[site+1]++
		}
	}
	for i := range s.count {
		s.memberStart[i+1] += s.memberStart[i]
	}
	next := append([]uint32(nil), s.memberStart...)
	s.memberList = make([]uint32, s.memberStart[s.count])
	for v, site := range s.site {
		if s.isRepresentative(v) {
			s.memberList[next[site]] = uint32(v)
			next[site]++
		}
	}
}

func (s *sites) members(site uint32) []uint32 {
	vertices := s.memberList[s.memberStart[site]:s.memberStart[site+1]]
	return vertices[:min(len(vertices), hub)]
}

// findMirrorPairs finds the mirror image of each site across x = 0. A site on the plane is its own mirror
// image, and -1 means that there is none. A model that is not symmetric gets no pairs.
func (s *sites) findMirrorPairs() {
	const cell = 4e-3
	heads := map[[3]int32]int32{}
	next := make([]int32, s.count)
	for v := range s.count {
		c := cellOf(s.positions[v*s.poseCount], cell)
		head, ok := heads[c]
		if !ok {
			head = -1
		}
		next[v], heads[c] = head, int32(v)
	}
	twin := make([]int32, s.count)
	for v := range twin {
		twin[v] = s.mirrorImage(v, cell, heads, next)
	}
	paired := 0
	for v, t := range twin {
		if t >= 0 && twin[t] == int32(v) {
			paired++
		}
	}
	if paired*20 < s.count*19 {
		return
	}
	for v, t := range twin {
		if t >= 0 && twin[t] != int32(v) {
			twin[v] = -1
		}
	}
	s.mirror = twin
}

// mirrorImage returns the site nearest to the mirror image of v, at most half a cell away in all poses. It
// tests a limited number of sites, because a degenerate model may have many sites in one place.
func (s *sites) mirrorImage(v int, cell float64, heads map[[3]int32]int32, next []int32) int32 {
	target := s.positions[v*s.poseCount]
	target[0] = -target[0]
	found, leastDistance := int32(-1), cell/2
	budget := 400
	var low [3]int32
	for k, c := range cellOf(vec.Vec64{target[0] - cell/2, target[1] - cell/2, target[2] - cell/2}, cell) {
		low[k] = c
	}
	for k := range int32(8) {
		c := [3]int32{low[0] + k&1, low[1] + k>>1&1, low[2] + k>>2}
		head, ok := heads[c]
		for u := head; ok && u >= 0 && budget > 0; u = next[u] {
			budget--
			if d := s.mirrorDistance(v, int(u)); d < leastDistance {
				found, leastDistance = u, d
			}
		}
	}
	return found
}

func (s *sites) mirrorDistance(v, u int) (farthest float64) {
	for p := range s.poseCount {
		a, b := s.positions[v*s.poseCount+p], s.positions[u*s.poseCount+p]
		farthest = max(farthest, vec.Vec64{a[0] + b[0], a[1] - b[1], a[2] - b[2]}.Length())
	}
	return farthest
}

func cellOf(v vec.Vec64, cell float64) (c [3]int32) {
	for i, x := range v {
		c[i] = int32(max(-1<<30, min(1<<30, math.Floor(x/cell))))
	}
	return c
}
