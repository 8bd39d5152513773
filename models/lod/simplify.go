package lod

import (
	"cmp"
	"slices"

	"skein/flock/vec"
)

// simplifier reduces the triangles of a mesh by edge collapse. A site is a position that vertices may share.
// A collapse moves all vertices of a site to a neighbouring site. The cheapest collapse comes first. The cost
// is the quadric error, summed over several poses.
type simplifier struct {
	sites
	corners           [][3]uint32
	alive             []bool
	siteTriangles     [][]uint32 // triangles of each site, including removed ones
	degree            []int32    // number of remaining triangles of each site
	quadrics          []quadric  // by site, then by pose
	anchored          []bool
	virtualNeighbours [][]uint32 // close sites of other pieces, by site (see findVirtualPairs); nil if there is only one piece
	mergedInto        []uint32   // site that replaced each site, or the site itself
	queue             queue
	stepCount         int
	stepLimit         int
	skippedLevels     int
	onProgress        func()
	triangles         int
	quadricTriangles  int // number of triangles that remained when addQuadrics last ran
	relaxation        int // number of dropped rules for collapses (see relax)
	mergeBackToBack   bool
	fewAnchors        bool
	choices           []choice
	scratch           []uint32
}

type choice struct {
	to   uint32
	cost float64
}

// hub is the smallest number of triangles at which a site is collapsed last, because the time grows with the
// square of this number.
const hub = 48

func (s *simplifier) hub() int32 {
	if s.relaxation > 0 {
		return 6 * hub
	}
	return hub
}

// Limits of the number of triangles visited around sites: per triangle of the model, and a minimum. Birds
// need a tenth of this, other large models a quarter. A time limit would make the levels depend on the
// machine.
const (
	stepsPerTriangle = 1500
	minStepLimit     = 50_000_000
)

func (s *simplifier) outOfSteps() bool { return s.stepCount > s.stepLimit }

func (s *simplifier) trianglesAt(site uint32) []uint32 {
	s.stepCount += 1 + len(s.siteTriangles[site])
	return s.siteTriangles[site]
}

func newSimplifier(mesh *Mesh) *simplifier {
	s := &simplifier{sites: newSites(mesh), onProgress: func() {}}
	s.connect()
	s.stepLimit = minStepLimit + stepsPerTriangle*s.triangles
	s.quadrics = make([]quadric, s.count*s.poseCount)
	s.addQuadrics()
	s.findAnchors()
	s.requeueAll()
	return s
}

func (s *simplifier) connect() {
	s.siteTriangles = make([][]uint32, s.count)
	s.degree = make([]int32, s.count)
	known := map[[3]uint32]bool{}
	for i := range s.mesh.Parts {
		indices, first := s.mesh.Parts[i].Indices, s.firstVertex[i]
		for k := 0; k+2 < len(indices); k += 3 {
			var c, sites [3]uint32
			for j := range c {
				c[j] = first + indices[k+j]
				sites[j] = s.site[c[j]]
				if s.representative != nil {
					c[j] = s.representative[c[j]]
				}
			}
			if key := rotateLowestFirst(sites); sites[0] != sites[1] && sites[1] != sites[2] && sites[2] != sites[0] && !known[key] {
				known[key] = true
				s.addTriangle(c, sites)
			}
		}
	}
	s.triangles = len(s.corners)
	s.alive = slices.Repeat([]bool{true}, s.triangles)
}

func rotateLowestFirst(c [3]uint32) [3]uint32 {
	for c[0] > c[1] || c[0] > c[2] {
		c[0], c[1], c[2] = c[1], c[2], c[0]
	}
	return c
}

func (s *simplifier) addTriangle(corner, sites [3]uint32) {
	t := uint32(len(s.corners))
	s.corners = append(s.corners, corner)
	for _, v := range sites {
		s.siteTriangles[v] = append(s.siteTriangles[v], t)
		s.degree[v]++
	}
}

func (s *simplifier) requeueAll() {
	s.queue.reset(s.count)
	for v := range uint32(s.count) {
		if to, ok := s.bestCollapse(v); ok {
			s.queue.push(v, to.cost)
		}
	}
}

// reduce collapses sites until at most goal triangles remain, no collapse is allowed, or the work limit is
// reached. It drops rules for collapses (see relax) to come near the goal.
//
// reduce always terminates. After a collapse of v onto u, v never gets triangles again, because no site
// collapses onto one without triangles (see keepsSurface). So each collapse reduces the number of used sites.
// Between two collapses, costs do not change, so each site is popped at most twice: with an outdated cost,
// and with its current one. relax drops at most two rules.
func (s *simplifier) reduce(goal int) {
	for s.triangles > goal {
		if s.triangles*2 < s.quadricTriangles {
			s.addQuadrics()
			s.requeueAll()
		}
		v, ok := s.queue.pop()
		if !ok {
			if s.triangles*2 < goal*3 || !s.relax() {
				return
			}
			continue
		}
		to, ok := s.bestCollapse(v)
		if !ok {
			continue
		}
		// Outdated costs in the queue are usually too low.
		if to.cost > s.queue.minCost() {
			s.queue.push(v, to.cost)
			continue
		}
		s.collapseBoth(v, to.to)
		s.onProgress()
	}
}

// relax drops a rule when no collapse is left. The first rule is that the surface keeps its topology and
// triangles turn only a little. The second is that the model stays symmetric. relax returns false if no rule
// is left.
func (s *simplifier) relax() bool {
	if s.relaxation == 2 || s.relaxation == 1 && s.mirror == nil {
		return false
	}
	if s.relaxation++; s.relaxation == 2 {
		s.mirror = nil
	}
	s.requeueAll()
	return true
}

// flatten merges back-to-back triangles of thin parts, now and after later collapses. They must be drawn from
// both sides.
func (s *simplifier) flatten() {
	s.mergeBackToBack = true
	for t := range uint32(len(s.corners)) {
		if s.alive[t] && s.isDuplicate(t, s.site[s.corners[t][0]]) {
			s.removeTriangle(t)
		}
	}
	s.requeueAll()
}

func (s *simplifier) bestCollapse(v uint32) (choice, bool) {
	if s.anchored[v] || s.degree[v] == 0 || s.degree[v] > s.hub() || s.outOfSteps() {
		return choice{}, false
	}
	s.siteTriangles[v] = slices.DeleteFunc(s.siteTriangles[v], func(t uint32) bool { return !s.alive[t] })
	s.choices = s.choices[:0]
	for _, t := range s.trianglesAt(v) {
		for _, c := range s.corners[t] {
			u := s.site[c]
			if u != v && !slices.ContainsFunc(s.choices, func(n choice) bool { return n.to == u }) {
				s.choices = append(s.choices, choice{u, s.collapseCost(v, u)})
			}
		}
	}
	s.addVirtualChoices(v)
	slices.SortFunc(s.choices, func(a, b choice) int { return cmp.Or(cmp.Compare(a.cost, b.cost), cmp.Compare(a.to, b.to)) })
	for _, c := range s.choices {
		if s.canCollapse(v, c.to) {
			return c, true
		}
	}
	return choice{}, false
}

func (s *simplifier) hasSite(t, site uint32) bool {
	c := &s.corners[t]
	return s.site[c[0]] == site || s.site[c[1]] == site || s.site[c[2]] == site
}

func (s *simplifier) cornerAt(t, site uint32) uint32 {
	for _, c := range s.corners[t] {
		if s.site[c] == site {
			return c
		}
	}
	return s.corners[t][0]
}

func areaNormal64(c [3]vec.Vec64) vec.Vec64 { return c[1].Sub(c[0]).Cross(c[2].Sub(c[0])) }

func (s *simplifier) collapseBoth(v, u uint32) {
	s.collapse(v, u)
	if s.mirror == nil || s.mirror[v] < 0 || s.mirror[u] < 0 || s.mirror[v] == int32(v) {
		return
	}
	if tv, tu := uint32(s.mirror[v]), uint32(s.mirror[u]); s.degree[tv] > 0 && s.keepsSurface(tv, tu) {
		s.collapse(tv, tu)
	}
}

func (s *simplifier) collapse(v, u uint32) {
	type moved struct{ t, from, to uint32 }
	var moves []moved
	for _, t := range s.trianglesAt(v) {
		if s.alive[t] && !s.hasSite(t, u) {
			from := s.cornerAt(t, v)
			to, _ := s.successor(from, v, u)
			moves = append(moves, moved{t, from, to})
		}
	}
	for _, t := range s.trianglesAt(v) {
		if s.alive[t] && s.hasSite(t, u) {
			s.removeTriangle(t)
		}
	}
	for _, m := range moves {
		c := &s.corners[m.t]
		c[slices.Index(c[:], m.from)] = m.to
		s.degree[v]--
		s.degree[u]++
		if s.isDuplicate(m.t, u) {
			s.removeTriangle(m.t)
		} else {
			s.siteTriangles[u] = append(s.siteTriangles[u], m.t)
		}
		s.requeueCorners(m.t)
	}
	for p := range s.poseCount {
		s.quadrics[int(u)*s.poseCount+p].add(&s.quadrics[int(v)*s.poseCount+p])
	}
	s.siteTriangles[v] = nil
	s.mergeNeighbours(v, u)
}

func (s *simplifier) removeTriangle(t uint32) {
	s.alive[t] = false
	s.triangles--
	for _, c := range s.corners[t] {
		s.degree[s.site[c]]--
	}
	s.requeueCorners(t)
}

func (s *simplifier) requeueCorners(t uint32) {
	for _, c := range s.corners[t] {
		s.queue.requeue(s.site[c])
	}
}

func (s *simplifier) isDuplicate(t, u uint32) bool {
	if s.degree[u] > s.hub() {
		return false
	}
	for _, other := range s.trianglesAt(u) {
		if s.alive[other] && other != t && s.sameTriangle(other, t) {
			return true
		}
	}
	return false
}

func (s *simplifier) sameTriangle(a, b uint32) bool {
	var x, y [3]uint32
	for k := range 3 {
		x[k], y[k] = s.site[s.corners[a][k]], s.site[s.corners[b][k]]
	}
	x = rotateLowestFirst(x)
	return x == rotateLowestFirst(y) || s.mergeBackToBack && x == rotateLowestFirst([3]uint32{y[1], y[0], y[2]})
}

func (s *simplifier) remainingIndices() [][]uint32 {
	out := make([][]uint32, len(s.mesh.Parts))
	for t, c := range s.corners {
		if s.alive[t] {
			i := s.part[c[0]]
			out[i] = append(out[i], c[0]-s.firstVertex[i], c[1]-s.firstVertex[i], c[2]-s.firstVertex[i])
		}
	}
	return out
}

func (s *simplifier) cornerPositions(t uint32, pose int) (corners [3]vec.Vec64) {
	for k, c := range s.corners[t] {
		corners[k] = s.positions[int(s.site[c])*s.poseCount+pose]
	}
	return corners
}
