package models

import (
	"iter"
	"slices"
	"sync"

	"github.com/go-gl/mathgl/mgl32"
)

// Level is a way of drawing a [Baked] model with fewer triangles.
type Level struct {
	// Parts are those of the model, with vertices of their own, in as many poses;
	// without indices where nothing is left of one.
	Parts []Part
	// Front and Back are the colours of each part's vertices as seen from afar,
	// linear, the texture included: of the side that the normals point to, and of
	// the other.
	Front, Back [][]mgl32.Vec3
	Triangles   int // of all parts
	// BothSides says that triangles are to be seen from behind, too: thin parts
	// have become sheets.
	BothSides bool
	// Error is the largest distance from a vertex of the full model to the
	// surface of this level, over all poses, in wingspans. Typical is the root of
	// the mean square of the distances over the area, in some poses, from the model to
	// the level or the other way, whichever is larger. Of models with more than
	// 100,000 posed vertices they are taken over that many, evenly chosen.
	Error, Typical float32
}

// Triangle counts of the levels: the second has a fifth of the first's, the
// last, a silhouette, few. From so many on that the two sides of a wing are a
// waste, thin parts become sheets; from so few on all that is held is the
// wings' tips, the front and the tail.
const (
	simplified = 5
	sheets     = 300
	outline    = 24
	silhouette = 10
	many       = 200_000 // of a model that is not looked at whole
)

// Simplify fills in b.Levels, from all triangles to few. A model that has few or
// that cannot be simplified gets fewer levels, at least one; where that would take
// more work than a bound allows, it is added to b.Sense.Warnings.
func (b *Baked) Simplify() { b.simplify(new(teller)) }

func (b *Baked) simplify(t *teller) {
	b.Levels = []Level{b.whole()}
	full := b.Levels[0].Triangles
	if full <= silhouette {
		return
	}
	var model *tree // or of very many triangles the first level, which is close
	if full <= many {
		model = newTree(b.Parts, b.Poses)
	}
	// Each level is finished while the next ones are collapsed.
	var ends sync.WaitGroup
	var drafts []*draft
	covers := newProfiles(b)
	s := newSimplifier(b)
	s.tell = func() { t.set(collapsing, 1-float64(s.triangles)/float64(full)) }
	for d := range s.drafts(full) {
		if model == nil {
			model = newTree(d.Parts, b.Poses)
		}
		drafts = append(drafts, d)
		ends.Go(func() {
			d.finish(b, model.copy(), covers.copy())
			t.add(finishing, 1/float64(len(goals(full))))
		})
	}
	ends.Wait()
	given := s.given
	for _, d := range drafts {
		if !d.known {
			given++
			continue
		}
		last := &b.Levels[len(b.Levels)-1]
		d.Typical = max(d.Typical, last.Typical)
		d.Error = max(d.Error, d.Typical, last.Error)
		b.Levels = append(b.Levels, d.Level)
	}
	if given > 0 {
		b.Sense.warn("levels of detail: %d given up, which would take too long, as triangles lie through one another; the last of %d has %d triangles",
			given, len(b.Levels), b.Levels[len(b.Levels)-1].Triangles)
	}
}

// draft is a level whose vertices stand where the collapses left them.
type draft struct {
	Level
	places [][]int // of each part's vertices, numbered
	known  bool    // how far it is off
}

// drafts are the levels below the first, which has so many triangles. When the bound
// on the work is met, the rest is given up.
func (s *simplifier) drafts(full int) iter.Seq[*draft] {
	return func(yield func(*draft) bool) {
		last := full
		all := goals(full)
		for k, goal := range all {
			if goal <= sheets && !s.flat {
				s.flatten()
			}
			if goal <= outline && !s.loose {
				s.loosen()
			}
			s.reduce(goal)
			if s.triangles > last*4/5 && s.spent() {
				s.given = len(all) - k
				return
			}
			if s.triangles == 0 || s.triangles > last*4/5 {
				continue
			}
			d := s.draft()
			if d.Triangles == 0 {
				continue
			}
			last = d.Triangles
			if !yield(d) {
				return
			}
		}
	}
}

// finish fits a level to the model and finds how far it is off, unless that takes
// too long.
func (d *draft) finish(b *Baked, model *tree, covers *profiles) {
	if d.Triangles <= fitted {
		d.fit(b, d.places, covers)
	}
	var stray float32
	if d.Error, d.Typical, d.known = b.deviation(d.Parts); d.known {
		stray, d.known = b.stray(d.Parts, model)
	}
	d.Typical = max(d.Typical, stray)
}

// whole is the level of all triangles.
func (b *Baked) whole() Level {
	out := Level{Parts: b.Parts}
	for i := range b.Parts {
		out.Triangles += len(b.Parts[i].Indices) / 3
	}
	out.colour(b)
	return out
}

// colour gives the vertices the colours that they have themselves.
func (l *Level) colour(b *Baked) {
	for i := range l.Parts {
		p := &l.Parts[i]
		own := make([]mgl32.Vec3, p.Vertices(b.Poses))
		for v := range own {
			own[v] = p.seen([3]uint32{uint32(v), uint32(v), uint32(v)}, [3]float32{1})
		}
		l.Front, l.Back = append(l.Front, own), append(l.Back, own)
	}
}

// draft are the triangles that are left.
func (s *simplifier) draft() *draft {
	out := &draft{Level: Level{BothSides: s.ease > 0 || s.flat}, places: make([][]int, len(s.b.Parts))}
	known := map[uint32]int{}
	joined := s.joined()
	for i, indices := range s.indices() {
		p, used := s.b.Parts[i].only(indices, s.b.Poses)
		for _, v := range used {
			at := joined[s.site[s.first[i]+v]]
			if _, ok := known[at]; !ok {
				known[at] = len(known)
			}
			out.places[i] = append(out.places[i], known[at])
		}
		p.drop(out.places[i])
		out.Parts = append(out.Parts, p)
		out.Triangles += len(p.Indices) / 3
	}
	out.colour(s.b)
	return out
}

// joined is for each site with triangles the one whose place it shares: of sheets
// the two sides have come so close that they are to move as one. Of many triangles
// none is moved.
func (s *simplifier) joined() map[uint32]uint32 {
	const close = 0.025 // wingspans
	out := map[uint32]uint32{}
	var apart []uint32
	for v := range uint32(s.count) {
		if s.degree[v] == 0 {
			continue
		}
		out[v] = v
		for _, u := range apart {
			if s.gap(u, v, close) < close && !s.share(u, v) {
				out[v] = u
				break
			}
		}
		if out[v] == v && s.flat && s.triangles <= fitted {
			apart = append(apart, v)
		}
	}
	return out
}

// share says whether two sites have a triangle in common.
func (s *simplifier) share(u, v uint32) bool {
	return slices.ContainsFunc(s.around[v], func(t uint32) bool { return s.alive[t] && s.has(t, u) })
}

// drop takes out triangles with two corners in one place.
func (p *Part) drop(place []int) {
	var left []uint32
	for k := 0; k+2 < len(p.Indices); k += 3 {
		a, b, c := place[p.Indices[k]], place[p.Indices[k+1]], place[p.Indices[k+2]]
		if a != b && b != c && c != a {
			left = append(left, p.Indices[k:k+3]...)
		}
	}
	p.Indices = left
}

// only is a part with some of its triangles and the vertices that they use, and
// which these are.
func (p *Part) only(indices []uint32, poses int) (out Part, used []uint32) {
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

// goals are the numbers of triangles to come down to, one after another, closer
// together among those that many birds of a flock have.
func goals(full int) (all []int) {
	for n := full / simplified; n > silhouette; {
		all = append(all, n)
		if n > 640 {
			n /= 4
		} else {
			n /= 2
		}
	}
	return append(all, silhouette)
}

// evenly is up to n of the numbers below of, evenly chosen.
func evenly(n, of int) []int {
	n = min(n, of)
	out := make([]int, n)
	for i := range out {
		out[i] = i * of / n
	}
	return slices.Compact(out)
}
