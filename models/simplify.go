package models

import (
	"cmp"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
)

// simplifier takes triangles out of a baked model, those that are missed least
// first, by collapsing the vertices of one place, a site, onto those of a
// neighbouring site. Costs are quadric errors, summed over several poses.
type simplifier struct {
	sites
	corners   [][3]uint32 // vertices of the triangles
	alive     []bool      // triangles
	around    [][]uint32  // triangles at each site; dead ones among them
	degree    []int32     // live triangles at each site
	quadrics  []quadric   // site after site, one for each pose
	kept      []bool      // sites that stay
	beside    [][]uint32  // sites of other pieces close to each, see besides; nil for one piece
	heir      []uint32    // the site that took the place of each, itself until then
	queue     queue
	steps     int      // triangles looked at around sites so far
	most      int      // of them
	given     int      // levels that are given up, for the bound on the work
	tell      func()   // says how far it is
	triangles int      // alive
	weighed   int      // alive when quadrics were last added to
	ease      int      // how many rules are given up, see relax
	flat      bool     // two triangles back to back count as one
	loose     bool     // only the ends of the whole are kept
	near      []choice // scratch
	left      []uint32 // likewise
	times     []uint8  // scratch: a count for each site
}

// choice is a site to collapse onto, and what that costs.
type choice struct {
	to   uint32
	cost float64
}

// hub is the number of triangles around a site from which on it stays, unless
// nothing else is left: what a collapse costs in time grows with its square.
const hub = 48

func (s *simplifier) hub() int32 {
	if s.ease > 0 {
		return 6 * hub
	}
	return hub
}

// Bound on the work of taking triangles out, in triangles looked at around sites:
// for each triangle of the model, and in any case. Models of birds take a tenth of
// it, large ones of other things a quarter. It is counted and not timed, so that
// the levels are the same everywhere.
const (
	stepsEach  = 1500
	stepsLeast = 50_000_000
)

// spent says whether the bound on the work is met: nothing is collapsed any more.
func (s *simplifier) spent() bool { return s.steps > s.most }

// look lists the triangles at a site, dead ones among them, and counts the work.
func (s *simplifier) look(site uint32) []uint32 {
	s.steps += 1 + len(s.around[site])
	return s.around[site]
}

func newSimplifier(b *Baked) *simplifier {
	s := &simplifier{sites: newSites(b), tell: func() {}}
	s.connect()
	s.most = stepsLeast + stepsEach*s.triangles
	s.quadrics = make([]quadric, s.count*s.poses)
	s.weigh()
	s.anchor()
	s.enqueue()
	return s
}

// connect lists the triangles and where they meet. Of those that lie on one
// another, facing the same way, the first is taken.
func (s *simplifier) connect() {
	s.around = make([][]uint32, s.count)
	s.degree = make([]int32, s.count)
	known := map[[3]uint32]bool{}
	for i := range s.b.Parts {
		indices, first := s.b.Parts[i].Indices, s.first[i]
		for k := 0; k+2 < len(indices); k += 3 {
			var c, at [3]uint32
			for j := range c {
				c[j] = first + indices[k+j]
				at[j] = s.site[c[j]]
				if s.stead != nil {
					c[j] = s.stead[c[j]]
				}
			}
			if turned := leastFirst(at); at[0] != at[1] && at[1] != at[2] && at[2] != at[0] && !known[turned] {
				known[turned] = true
				s.join(c, at)
			}
		}
	}
	s.triangles = len(s.corners)
	s.alive = slices.Repeat([]bool{true}, s.triangles)
}

// leastFirst is a triangle, turned so that the lowest of its corners is first.
func leastFirst(c [3]uint32) [3]uint32 {
	for c[0] > c[1] || c[0] > c[2] {
		c[0], c[1], c[2] = c[1], c[2], c[0]
	}
	return c
}

// join adds a triangle of vertices that stand at sites.
func (s *simplifier) join(corner, at [3]uint32) {
	t := uint32(len(s.corners))
	s.corners = append(s.corners, corner)
	for _, v := range at {
		s.around[v] = append(s.around[v], t)
		s.degree[v]++
	}
}

// enqueue looks at every site.
func (s *simplifier) enqueue() {
	s.queue.reset(s.count)
	for v := range uint32(s.count) {
		if to, ok := s.best(v); ok {
			s.queue.push(v, to.cost)
		}
	}
}

// reduce collapses until there are no more than that many triangles, or no
// collapse is allowed, or the bound on the work is met. Rules are given up to come
// near.
//
// It ends: a collapse of v onto u leaves v without triangles for good, as nothing
// is collapsed onto a site that has none (see fits), so each makes the used sites
// fewer by one. Between two collapses no site's cost changes, so each is popped
// twice at most: with a cost out of date, and with its own. And relax gives up at
// most two rules.
func (s *simplifier) reduce(goal int) {
	for s.triangles > goal {
		if s.triangles*2 < s.weighed {
			s.weigh()
			s.enqueue()
		}
		v, ok := s.queue.pop()
		if !ok {
			if s.triangles*2 < goal*3 || !s.relax() {
				return
			}
			continue
		}
		to, ok := s.best(v)
		if !ok {
			continue
		}
		// Costs in the queue are out of date: most have grown.
		if to.cost > s.queue.least() {
			s.queue.push(v, to.cost)
			continue
		}
		s.collapseBoth(v, to.to)
		s.tell()
	}
}

// relax gives up a rule where the others leave no way on: first that the surface
// keeps its topology and triangles hardly turn, then symmetry.
func (s *simplifier) relax() bool {
	if s.ease == 2 || s.ease == 1 && s.twin == nil {
		return false
	}
	if s.ease++; s.ease == 2 {
		s.twin = nil
	}
	s.enqueue()
	return true
}

// flatten has the triangles of thin parts, back to back by now or soon, become
// one. They are then to be drawn from both sides.
func (s *simplifier) flatten() {
	s.flat = true
	for t := range uint32(len(s.corners)) {
		if s.alive[t] && s.doubled(t, s.site[s.corners[t][0]]) {
			s.drop(t)
		}
	}
	s.enqueue()
}

// best is the cheapest allowed collapse of site v.
func (s *simplifier) best(v uint32) (choice, bool) {
	if s.kept[v] || s.degree[v] == 0 || s.degree[v] > s.hub() || s.spent() {
		return choice{}, false
	}
	s.around[v] = slices.DeleteFunc(s.around[v], func(t uint32) bool { return !s.alive[t] })
	s.near = s.near[:0]
	for _, t := range s.look(v) {
		for _, c := range s.corners[t] {
			u := s.site[c]
			if u != v && !slices.ContainsFunc(s.near, func(n choice) bool { return n.to == u }) {
				s.near = append(s.near, choice{u, s.cost(v, u)})
			}
		}
	}
	s.offer(v)
	slices.SortFunc(s.near, func(a, b choice) int { return cmp.Or(cmp.Compare(a.cost, b.cost), cmp.Compare(a.to, b.to)) })
	for _, c := range s.near {
		if s.allowed(v, c.to) {
			return c, true
		}
	}
	return choice{}, false
}

func (s *simplifier) has(t, site uint32) bool {
	c := &s.corners[t]
	return s.site[c[0]] == site || s.site[c[1]] == site || s.site[c[2]] == site
}

// cornerAt is the vertex of a triangle that stands at a site.
func (s *simplifier) cornerAt(t, site uint32) uint32 {
	for _, c := range s.corners[t] {
		if s.site[c] == site {
			return c
		}
	}
	return s.corners[t][0]
}

// across is a triangle's normal, as long as twice its area.
func across(c [3]vec64) vec64 { return c[1].sub(c[0]).cross(c[2].sub(c[0])) }

// collapseBoth collapses v onto u, and so their mirror images.
func (s *simplifier) collapseBoth(v, u uint32) {
	s.collapse(v, u)
	if s.twin == nil || s.twin[v] < 0 || s.twin[u] < 0 || s.twin[v] == int32(v) {
		return
	}
	if tv, tu := uint32(s.twin[v]), uint32(s.twin[u]); s.degree[tv] > 0 && s.fits(tv, tu) {
		s.collapse(tv, tu)
	}
}

func (s *simplifier) collapse(v, u uint32) {
	type moved struct{ t, from, to uint32 }
	var moves []moved
	for _, t := range s.look(v) {
		if s.alive[t] && !s.has(t, u) {
			from := s.cornerAt(t, v)
			to, _ := s.successor(from, v, u)
			moves = append(moves, moved{t, from, to})
		}
	}
	for _, t := range s.look(v) {
		if s.alive[t] && s.has(t, u) {
			s.drop(t)
		}
	}
	for _, m := range moves {
		c := &s.corners[m.t]
		c[slices.Index(c[:], m.from)] = m.to
		s.degree[v]--
		s.degree[u]++
		if s.doubled(m.t, u) {
			s.drop(m.t)
		} else {
			s.around[u] = append(s.around[u], m.t)
		}
		s.touch(m.t)
	}
	for p := range s.poses {
		s.quadrics[int(u)*s.poses+p].add(&s.quadrics[int(v)*s.poses+p])
	}
	s.around[v] = nil
	s.inherit(v, u)
}

// drop takes a triangle out.
func (s *simplifier) drop(t uint32) {
	s.alive[t] = false
	s.triangles--
	for _, c := range s.corners[t] {
		s.degree[s.site[c]]--
	}
	s.touch(t)
}

// touch has the corners of a changed triangle looked at again.
func (s *simplifier) touch(t uint32) {
	for _, c := range s.corners[t] {
		s.queue.wake(s.site[c])
	}
}

// doubled says whether a triangle at u lies on another, of the same side unless
// all is flat.
func (s *simplifier) doubled(t, u uint32) bool {
	if s.degree[u] > s.hub() {
		return false
	}
	for _, other := range s.look(u) {
		if s.alive[other] && other != t && s.same(other, t) {
			return true
		}
	}
	return false
}

func (s *simplifier) same(a, b uint32) bool {
	var x, y [3]uint32
	for k := range 3 {
		x[k], y[k] = s.site[s.corners[a][k]], s.site[s.corners[b][k]]
	}
	x = leastFirst(x)
	return x == leastFirst(y) || s.flat && x == leastFirst([3]uint32{y[1], y[0], y[2]})
}

// indices are the triangles that are left of each part.
func (s *simplifier) indices() [][]uint32 {
	out := make([][]uint32, len(s.b.Parts))
	for t, c := range s.corners {
		if s.alive[t] {
			i := s.part[c[0]]
			out[i] = append(out[i], c[0]-s.first[i], c[1]-s.first[i], c[2]-s.first[i])
		}
	}
	return out
}

// placed are the corners of a triangle in one of the poses.
func (s *simplifier) placed(t uint32, pose int) (at [3]vec64) {
	for k, c := range s.corners[t] {
		at[k] = s.at[int(s.site[c])*s.poses+pose]
	}
	return at
}

// precise is a vector in double precision.
func precise(v mgl32.Vec3) vec64 { return vec64{float64(v[0]), float64(v[1]), float64(v[2])} }
