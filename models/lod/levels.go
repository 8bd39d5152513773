package lod

import (
	"iter"
	"slices"
	"sync"

	"github.com/go-gl/mathgl/mgl32"
)

// Level is a level of detail of a [Mesh].
type Level struct {
	// Parts are the parts of the mesh at this level, with the positions of their vertices in all poses. They
	// share no vertices with other levels. A part that has disappeared has no indices.
	Parts []Part
	// FrontColours and BackColours are the linear vertex colours of each part as seen from a distance,
	// including the texture. Normals point to the front.
	FrontColours, BackColours [][]mgl32.Vec3
	Triangles                 int // triangles of all parts
	// DoubleSided means that triangles are visible from behind, because thin parts have become single sheets.
	DoubleSided bool
	// Draft means that the level has too few triangles for anything but fast, rough pictures.
	Draft bool
	// Error is the largest distance from a vertex of the full model to this level over all poses, in
	// wingspans. RMSError is the root mean square distance over the area in some poses. It is measured from
	// the model to the level and back, and the larger value counts. Models of more than 100,000 posed
	// vertices are sampled evenly.
	Error, RMSError float32
}

// Numbers of triangles. Level 1 has a fifth of the triangles of level 0. The last level is for drafts, unless
// its error is too large. The one before it is a silhouette. At sheetTriangles or fewer, the two sides of
// thin parts merge. At fewAnchorTriangles or fewer, only wing tips, front and tail stay fixed.
const (
	firstLevelDivisor     = 5
	sheetTriangles        = 300
	fewAnchorTriangles    = 24
	silhouetteTriangles   = 10
	draftTriangles        = 4
	maxDraftError         = 0.04    // largest RMS error of the draft level, wingspans
	maxReferenceTriangles = 200_000 // largest model with which levels are compared; for larger models, level 1 replaces the model
)

// Options are the options of [Mesh.Simplify]. The zero value suits a mesh without stances.
type Options struct {
	Beat int // number of poses of the wingbeat, which come first; 0 means all
	// Progress, if not nil, is called from time to time with the completed fraction, from 0 to 1. Calls never
	// overlap.
	Progress func(share float64)
}

// Simplify returns levels of detail, from all triangles to the fewest. Small or difficult meshes get fewer
// levels. skipped is the number of levels that would take too long.
func (m *Mesh) Simplify(o Options) (levels []Level, skipped int) {
	levels = []Level{m.fullLevel()}
	if o.Beat == 0 {
		o.Beat = m.Poses
	}
	whole := m
	hidden, shown := m.hiddenTriangles(o.Beat)
	m = m.withoutTriangles(hidden)
	full := m.triangles()
	if full <= silhouetteTriangles {
		return levels, 0
	}
	var model *bvh // hierarchy of the model or, if the model is very large, of level 1
	if full <= maxReferenceTriangles {
		model = newBVH(m.Parts, m.Poses)
	}
	var finishers sync.WaitGroup
	var drafts []*draftLevel
	coverages := newCoverages(m, o.Beat)
	s := newSimplifier(m)
	t := &progress{callback: o.Progress}
	s.onProgress = func() { t.set(stageCollapsing, 1-float64(s.triangles)/float64(full)) }
	for d := range s.drafts(full) {
		if model == nil {
			model = newBVH(d.Parts, m.Poses)
		}
		drafts = append(drafts, d)
		finishers.Go(func() {
			d.finish(m, model.copy(), coverages.copy())
			t.add(stageFinishing, 1/float64(len(targetCounts(full))))
		})
	}
	finishers.Wait()
	skipped = s.skippedLevels
	for k, d := range drafts {
		if !d.measured {
			skipped++
			continue
		}
		last := &levels[len(levels)-1]
		d.RMSError = max(d.RMSError, last.RMSError)
		d.Error = max(d.Error, d.RMSError, last.Error)
		if d.Draft && d.RMSError > maxDraftError {
			continue // the error is too large, for example for a ball with four triangles
		}
		if k == 0 {
			d.add(whole, shown)
		}
		levels = append(levels, d.Level)
	}
	return levels, skipped
}

type draftLevel struct {
	Level
	places   [][]int // for each part, the position of each vertex; equal positions have equal indices
	measured bool
}

// drafts returns all levels except 0, which has full triangles. When the work limit is reached, it skips the
// rest.
func (s *simplifier) drafts(full int) iter.Seq[*draftLevel] {
	return func(yield func(*draftLevel) bool) {
		last := full
		all := targetCounts(full)
		for k, goal := range all {
			if goal <= sheetTriangles && !s.mergeBackToBack {
				s.flatten()
			}
			if goal <= fewAnchorTriangles && !s.fewAnchors {
				s.releaseAnchors()
			}
			s.reduce(goal)
			if s.triangles > last*4/5 && s.outOfSteps() {
				s.skippedLevels = len(all) - k
				return
			}
			if s.triangles == 0 || s.triangles > last*4/5 {
				continue
			}
			d := s.makeDraft()
			if d.Triangles == 0 {
				continue
			}
			last = d.Triangles
			d.Draft = goal == draftTriangles
			if !yield(d) {
				return
			}
		}
	}
}

func (d *draftLevel) finish(mesh *Mesh, model *bvh, coverages *coverages) {
	if d.Triangles <= maxFittedTriangles {
		d.fit(mesh, d.places, coverages)
	}
	var reverse float32
	if d.Error, d.RMSError, d.measured = mesh.deviation(d.Parts); d.measured {
		reverse, d.measured = mesh.reverseDeviation(d.Parts, model)
	}
	d.RMSError = max(d.RMSError, reverse)
}

func (m *Mesh) fullLevel() Level {
	out := Level{Parts: m.Parts, Triangles: m.triangles()}
	out.copyColours(m)
	return out
}

func (m *Mesh) triangles() (n int) {
	for i := range m.Parts {
		n += len(m.Parts[i].Indices) / 3
	}
	return n
}

func (l *Level) copyColours(mesh *Mesh) {
	for i := range l.Parts {
		p := &l.Parts[i]
		colours := make([]mgl32.Vec3, p.Vertices(mesh.Poses))
		for v := range colours {
			colours[v] = p.colourAt([3]uint32{uint32(v), uint32(v), uint32(v)}, [3]float32{1})
		}
		l.FrontColours, l.BackColours = append(l.FrontColours, colours), append(l.BackColours, colours)
	}
}

func (s *simplifier) makeDraft() *draftLevel {
	out := &draftLevel{Level: Level{DoubleSided: s.relaxation > 0 || s.mergeBackToBack}, places: make([][]int, len(s.mesh.Parts))}
	placeOf := map[uint32]int{}
	mergedSite := s.mergeCloseSites()
	for i, indices := range s.remainingIndices() {
		p, used := s.mesh.Parts[i].subset(indices, s.mesh.Poses)
		for _, v := range used {
			site := mergedSite[s.site[s.firstVertex[i]+v]]
			if _, ok := placeOf[site]; !ok {
				placeOf[site] = len(placeOf)
			}
			out.places[i] = append(out.places[i], placeOf[site])
		}
		p.dropDegenerate(out.places[i])
		out.Parts = append(out.Parts, p)
		out.Triangles += len(p.Indices) / 3
	}
	out.copyColours(s.mesh)
	return out
}

// mergeCloseSites maps each site to another site if both are so close that they move together, such as the
// two sides of a sheet. In levels with many triangles, which are not fitted, sites map to themselves.
func (s *simplifier) mergeCloseSites() map[uint32]uint32 {
	const radius = 0.025 // wingspans
	out := map[uint32]uint32{}
	var separate []uint32
	for v := range uint32(s.count) {
		if s.degree[v] == 0 {
			continue
		}
		out[v] = v
		for _, u := range separate {
			if s.distance(u, v, radius) < radius && !s.shareTriangle(u, v) {
				out[v] = u
				break
			}
		}
		if out[v] == v && s.mergeBackToBack && s.triangles <= maxFittedTriangles {
			separate = append(separate, v)
		}
	}
	return out
}

func (s *simplifier) shareTriangle(u, v uint32) bool {
	return slices.ContainsFunc(s.siteTriangles[v], func(t uint32) bool { return s.alive[t] && s.hasSite(t, u) })
}

func (p *Part) dropDegenerate(place []int) {
	var remaining []uint32
	for k := 0; k+2 < len(p.Indices); k += 3 {
		a, b, c := place[p.Indices[k]], place[p.Indices[k+1]], place[p.Indices[k+2]]
		if a != b && b != c && c != a {
			remaining = append(remaining, p.Indices[k:k+3]...)
		}
	}
	p.Indices = remaining
}

func (p *Part) subset(indices []uint32, poses int) (out Part, used []uint32) {
	out.Material = p.Material
	n := p.Vertices(poses)
	number := make([]uint32, n)
	for _, v := range indices {
		if number[v] == 0 {
			used = append(used, v)
			number[v] = uint32(len(used))
		}
		out.Indices = append(out.Indices, number[v]-1)
	}
	for pose := range poses {
		for _, v := range used {
			out.Positions = append(out.Positions, p.Positions[pose*n+int(v)])
			out.Normals = append(out.Normals, p.Normals[pose*n+int(v)])
			if len(p.Tangents) > 0 {
				out.Tangents = append(out.Tangents, p.Tangents[pose*n+int(v)])
			}
		}
	}
	for _, v := range used {
		if len(p.UV) > 0 {
			out.UV = append(out.UV, p.UV[v])
		}
		if len(p.Colours) > 0 {
			out.Colours = append(out.Colours, p.Colours[v])
		}
	}
	return out, used
}

// targetCounts returns the numbers of triangles after the first level. Low numbers are closer together,
// because most birds of a flock use these levels.
func targetCounts(full int) (all []int) {
	for n := full / firstLevelDivisor; n > silhouetteTriangles; {
		all = append(all, n)
		if n > 640 {
			n /= 4
		} else {
			n /= 2
		}
	}
	return append(all, silhouetteTriangles, draftTriangles)
}

func evenIndices(n, total int) []int {
	n = min(n, total)
	out := make([]int, n)
	for i := range out {
		out[i] = i * total / n
	}
	return slices.Compact(out)
}
