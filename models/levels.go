package models

import "slices"

// Level is a way of drawing a [Baked] model with fewer triangles. Its vertices
// are some of the model's own, so that all poses and attributes hold for it.
type Level struct {
	Indices   [][]uint32 // of each part, as in [Part]; empty where nothing is left of it
	Triangles int        // of all parts
	// BothSides says that triangles are to be seen from behind, too: thin parts
	// have become sheets.
	BothSides bool
	// Error is the largest distance from a vertex of the full model to the
	// surface of this level, over all poses, in wingspans, and Typical the root of
	// the mean square of these distances over the area. Of models with more than 100,000 posed
	// vertices they are taken over that many, evenly chosen.
	Error, Typical float32
}

// Triangle counts of the levels: the second has a fifth of the first's, the
// last, a silhouette, few, the one before half as many again. From so many on
// that the two sides of a wing are a waste, thin parts become sheets.
const (
	simplified = 5
	sheets     = 150
	outline    = 32
	silhouette = 22
)

// Simplify fills in b.Levels, from all triangles to few. A model that has few or
// that cannot be simplified gets fewer levels, at least one.
func (b *Baked) Simplify() {
	b.Levels = []Level{b.whole()}
	full := b.Levels[0].Triangles
	if full <= silhouette {
		return
	}
	s := newSimplifier(b)
	for _, goal := range goals(full) {
		if goal <= sheets && !s.flat {
			s.flatten()
		}
		s.reduce(goal)
		last := &b.Levels[len(b.Levels)-1]
		if s.triangles == 0 || s.triangles > last.Triangles*4/5 {
			continue
		}
		next := Level{Indices: s.indices(), Triangles: s.triangles, BothSides: s.ease > 0 || s.flat}
		next.Error, next.Typical = b.deviation(next.Indices)
		next.Error, next.Typical = max(next.Error, last.Error), max(next.Typical, last.Typical)
		b.Levels = append(b.Levels, next)
	}
}

// whole is the level of all triangles.
func (b *Baked) whole() Level {
	out := Level{Indices: make([][]uint32, len(b.Parts))}
	for i := range b.Parts {
		out.Indices[i] = b.Parts[i].Indices
		out.Triangles += len(b.Parts[i].Indices) / 3
	}
	return out
}

// goals are the numbers of triangles to come down to, one after another, closer
// together among those that many birds of a flock have.
func goals(full int) (all []int) {
	for n := full / simplified; n > outline*3/2; {
		all = append(all, n)
		if n > 20*outline {
			n /= 4
		} else {
			n /= 2
		}
	}
	if full > 2*outline {
		all = append(all, outline)
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
