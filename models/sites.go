package models

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// sites are the places of a baked model's vertices: vertices that stand together
// in every pose looked at share one, whatever part they belong to. Of very many
// vertices those that stand close together do.
type sites struct {
	b     *Baked
	first []uint32 // of each part's vertices, counted through all parts
	part  []uint32 // of each vertex
	site  []uint32 // of each vertex
	count int
	stead []uint32 // for each vertex the one of its part that stands at its site; nil: itself

	memberFrom []uint32 // vertices that stand at sites, by site: where each begins in memberList
	memberList []uint32

	poses int     // looked at
	at    []vec64 // site after site, in each of the poses
	twin  []int32
}

func newSites(b *Baked) sites {
	s := sites{b: b}
	for i := range b.Parts {
		s.first = append(s.first, uint32(len(s.part)))
		for range b.Parts[i].Vertices(b.Poses) {
			s.part = append(s.part, uint32(i))
		}
	}
	poses := s.telling()
	s.poses = len(poses)
	s.settle(poses)
	s.group()
	s.pair()
	return s
}

// point is where a vertex stands.
func (s *sites) point(vertex uint32, pose int) mgl32.Vec3 {
	i := s.part[vertex]
	p := &s.b.Parts[i]
	return p.Positions[pose*p.Vertices(s.b.Poses)+int(vertex-s.first[i])]
}

// telling chooses a few poses that differ much: the first, then each time the
// one that differs most from those chosen.
func (s *sites) telling() []int {
	most := 8
	if len(s.part) > 30_000 {
		most = 4
	}
	sample := evenly(2000, len(s.part))
	chosen := []int{0}
	least := make([]float64, s.b.Poses)
	for p := range least {
		least[p] = math.Inf(1)
	}
	for len(chosen) < min(most, s.b.Poses) {
		next, far := 0, 0.0
		for p := range least {
			least[p] = min(least[p], s.differ(sample, p, chosen[len(chosen)-1]))
			if least[p] > far {
				next, far = p, least[p]
			}
		}
		if far < 1e-8 {
			break
		}
		chosen = append(chosen, next)
	}
	return chosen
}

// differ is the mean squared distance of vertices between two poses.
func (s *sites) differ(sample []int, a, b int) (sum float64) {
	for _, v := range sample {
		sum += float64(s.point(uint32(v), a).Sub(s.point(uint32(v), b)).LenSqr())
	}
	return sum / float64(max(1, len(sample)))
}

// settle gives the vertices sites: of up to so many those that stand together, of
// more those in one cell of a grid, as coarse as it takes (Rossignac and Borrel,
// Multi-resolution 3D approximations for rendering complex scenes, 1993).
func (s *sites) settle(poses []int) {
	const most, exact, coarse, coarsest = 100_000, 1 << 16, 1 << 10, 1 << 4 // grains to a wingspan
	s.site = make([]uint32, len(s.part))
	if s.weld(poses, exact, most) {
		return
	}
	grain := float64(coarse)
	for grain > coarsest && !s.weld(poses, grain, most) {
		grain /= 2
	}
	if grain == coarsest {
		s.weld(poses, grain, len(s.part))
	}
	type stand struct{ part, site uint32 }
	known := map[stand]uint32{}
	s.stead = make([]uint32, len(s.part))
	for v := range s.stead {
		at := stand{s.part[v], s.site[v]}
		if _, ok := known[at]; !ok {
			known[at] = uint32(v)
		}
		s.stead[v] = known[at]
	}
}

// weld finds the vertices that stand together, unless they have more than so many
// sites.
func (s *sites) weld(poses []int, grain float64, most int) bool {
	known := map[[2]uint64]uint32{}
	s.at = s.at[:0]
	for v := range uint32(len(s.part)) {
		var k [2]uint64
		for _, p := range poses {
			k = hashed(k, s.point(v, p), grain)
		}
		at, ok := known[k]
		if !ok && len(known) == most {
			return false
		}
		if !ok {
			at = uint32(len(known))
			known[k] = at
			for _, p := range poses {
				s.at = append(s.at, precise(s.point(v, p)))
			}
		}
		s.site[v] = at
	}
	s.count = len(known)
	return true
}

// hashed adds a place, rounded, to a hash of 128 bits.
func hashed(k [2]uint64, p mgl32.Vec3, grain float64) [2]uint64 {
	for _, x := range p {
		bits := uint64(int64(math.Round(float64(x) * grain)))
		k[0] = (k[0] ^ bits) * 0x9E3779B97F4A7C15
		k[0] ^= k[0] >> 29
		k[1] = (k[1] + bits) * 0xC2B2AE3D27D4EB4F
		k[1] ^= k[1] >> 31
	}
	return k
}

// stands says whether a vertex stands at its site.
func (s *sites) stands(vertex int) bool { return s.stead == nil || s.stead[vertex] == uint32(vertex) }

// group lists the vertices that stand at each site.
func (s *sites) group() {
	s.memberFrom = make([]uint32, s.count+1)
	for v, at := range s.site {
		if s.stands(v) {
			s.memberFrom[at+1]++
		}
	}
	for i := range s.count {
		s.memberFrom[i+1] += s.memberFrom[i]
	}
	next := append([]uint32(nil), s.memberFrom...)
	s.memberList = make([]uint32, s.memberFrom[s.count])
	for v, at := range s.site {
		if s.stands(v) {
			s.memberList[next[at]] = uint32(v)
			next[at]++
		}
	}
}

// members are the vertices at a site; of very many, the first few.
func (s *sites) members(site uint32) []uint32 {
	all := s.memberList[s.memberFrom[site]:s.memberFrom[site+1]]
	return all[:min(len(all), hub)]
}

// pair finds each site's mirror image across the middle, the site itself in the
// middle, -1 for none. A model that is not symmetric has no pairs at all.
func (s *sites) pair() {
	const cell = 4e-3
	heads := map[[3]int32]int32{}
	next := make([]int32, s.count)
	for v := range s.count {
		c := cellOf(s.at[v*s.poses], cell)
		head, ok := heads[c]
		if !ok {
			head = -1
		}
		next[v], heads[c] = head, int32(v)
	}
	twin := make([]int32, s.count)
	for v := range twin {
		twin[v] = s.image(v, cell, heads, next)
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
	s.twin = twin
}

// image is the site nearest to the mirror image of v, within half a cell in all
// poses. Where very many are close, as in a model with a vertex far off, only some
// are looked at.
func (s *sites) image(v int, cell float64, heads map[[3]int32]int32, next []int32) int32 {
	want := s.at[v*s.poses]
	want[0] = -want[0]
	found, least := int32(-1), cell/2
	left := 400
	var low [3]int32
	for k, c := range cellOf(vec64{want[0] - cell/2, want[1] - cell/2, want[2] - cell/2}, cell) {
		low[k] = c
	}
	for k := range int32(8) {
		c := [3]int32{low[0] + k&1, low[1] + k>>1&1, low[2] + k>>2}
		head, ok := heads[c]
		for u := head; ok && u >= 0 && left > 0; u = next[u] {
			left--
			if d := s.askew(v, int(u)); d < least {
				found, least = u, d
			}
		}
	}
	return found
}

// askew is how far u is from the mirror image of v, in the pose where it is
// furthest.
func (s *sites) askew(v, u int) (far float64) {
	for p := range s.poses {
		a, b := s.at[v*s.poses+p], s.at[u*s.poses+p]
		far = max(far, vec64{a[0] + b[0], a[1] - b[1], a[2] - b[2]}.size())
	}
	return far
}

func cellOf(v vec64, cell float64) (c [3]int32) {
	for i, x := range v {
		c[i] = int32(max(-1<<30, min(1<<30, math.Floor(x/cell))))
	}
	return c
}
