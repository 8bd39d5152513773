package field

import (
	"math"

	"skein/flock"
)

// Purposes of chance, of those that the engine leaves to others.
const (
	forJoggle flock.Purpose = 2001 + iota
	forPlace
	forDeal
)

// hull is the convex hull of places.
type hull struct {
	faces    []face
	middle   vec
	volume   float64 // m³
	vertices int
	corners  []vec
}

// face is a triangle whose normal points outwards.
type face struct {
	v      [3]int32
	normal vec
	offset float64 // normal · x on the face
}

// above is how far outside of the face a place lies.
func (f *face) above(p vec) float64 {
	return f.normal[0]*p[0] + f.normal[1]*p[1] + f.normal[2]*p[2] - f.offset
}

// newHull adds one place after the other to a hull: those that see faces of it from
// outside replace them by what they see around. Places are joggled by a ten millionth of
// the whole extent, so that no four of them lie in a plane; those that lie in one all
// the same, or fewer than four, have no hull.
func newHull(places []vec) (h hull, ok bool) {
	pos, extent := joggled(places)
	order, ok := spanning(pos, 1e-4*extent)
	if !ok {
		return hull{}, false
	}
	h.middle = meanOf([]vec{pos[order[0]], pos[order[1]], pos[order[2]], pos[order[3]]})
	for skip := range 4 {
		var v []int32
		for k := range 4 {
			if k != skip {
				v = append(v, order[k])
			}
		}
		h.add(pos, v[0], v[1], v[2])
	}
	used := map[int32]bool{order[0]: true, order[1]: true, order[2]: true, order[3]: true}
	for _, i := range extremes(pos) {
		if !used[i] {
			used[i] = true
			h.grow(pos, i)
		}
	}
	for i := range pos {
		if !used[int32(i)] {
			h.grow(pos, int32(i))
		}
	}
	h.sum(pos)
	return h, true
}

// joggled are places moved a little, by chance that is always the same.
func joggled(places []vec) (pos []vec, extent float64) {
	low, high := vec{math.Inf(1), math.Inf(1), math.Inf(1)}, vec{math.Inf(-1), math.Inf(-1), math.Inf(-1)}
	for _, p := range places {
		for k, x := range p {
			low[k], high[k] = min(low[k], x), max(high[k], x)
		}
	}
	if len(places) > 0 {
		extent = high.between(low)
	}
	die := flock.Dice(1, forJoggle)
	pos = make([]vec, len(places))
	for i, p := range places {
		by := flock.Three(die.Roll(int32(i), 0))
		pos[i] = p.add(vec{float64(by.X), float64(by.Y), float64(by.Z)}.mul(1e-7 * extent))
	}
	return pos, extent
}

// spanning finds four places that are not in a plane, by at least a distance.
func spanning(pos []vec, least float64) (four [4]int32, ok bool) {
	if len(pos) < 4 {
		return four, false
	}
	farthest := func(of func(vec) float64) (int32, float64) {
		best, at := -1.0, int32(0)
		for i, p := range pos {
			if d := of(p); d > best {
				best, at = d, int32(i)
			}
		}
		return at, best
	}
	var d [3]float64
	four[1], d[0] = farthest(func(p vec) float64 { return p.between(pos[0]) })
	along := pos[four[1]].sub(pos[0]).unit()
	four[2], d[1] = farthest(func(p vec) float64 { return p.sub(pos[0]).cross(along).len() })
	normal := along.cross(pos[four[2]].sub(pos[0])).unit()
	four[3], d[2] = farthest(func(p vec) float64 { return math.Abs(p.sub(pos[0]).dot(normal)) })
	return four, min(d[0], d[1], d[2]) > least
}

// extremes are the outermost in 26 directions: a hull of these has most inside.
func extremes(pos []vec) (ids []int32) {
	for x := -1.0; x <= 1; x++ {
		for y := -1.0; y <= 1; y++ {
			for z := -1.0; z <= 1; z++ {
				best, at := math.Inf(-1), int32(0)
				for i, p := range pos {
					if d := p.dot(vec{x, y, z}); d > best {
						best, at = d, int32(i)
					}
				}
				ids = append(ids, at)
			}
		}
	}
	return ids
}

// add makes a face of three places, as seen from outside.
func (h *hull) add(pos []vec, a, b, c int32) {
	f := face{v: [3]int32{a, b, c}}
	f.normal = pos[b].sub(pos[a]).cross(pos[c].sub(pos[a])).unit()
	f.offset = f.normal.dot(pos[a])
	if f.above(h.middle) > 0 {
		f.v, f.normal, f.offset = [3]int32{a, c, b}, f.normal.mul(-1), -f.offset
	}
	h.faces = append(h.faces, f)
}

// grow takes a place in, if it lies outside.
func (h *hull) grow(pos []vec, i int32) {
	p := pos[i]
	var seen []face
	for k := range h.faces {
		if h.faces[k].above(p) > 0 {
			seen = append(seen, h.faces[k])
		}
	}
	if len(seen) == 0 {
		return
	}
	kept := h.faces[:0]
	for _, f := range h.faces {
		if f.above(p) <= 0 {
			kept = append(kept, f)
		}
	}
	h.faces = kept
	edges := map[[2]int32]bool{}
	for _, f := range seen {
		for k := range 3 {
			edges[[2]int32{f.v[k], f.v[(k+1)%3]}] = true
		}
	}
	for _, f := range seen {
		for k := range 3 {
			a, b := f.v[k], f.v[(k+1)%3]
			if !edges[[2]int32{b, a}] { // the edge of what is seen
				h.add(pos, a, b, i)
			}
		}
	}
}

// sum adds up what the faces make.
func (h *hull) sum(pos []vec) {
	seen := map[int32]bool{}
	for k := range h.faces {
		f := &h.faces[k]
		h.volume += h.tetrahedron(pos, f)
		for _, v := range f.v {
			if !seen[v] {
				seen[v] = true
				h.corners = append(h.corners, pos[v])
			}
		}
	}
	h.vertices = len(seen)
}

// tetrahedron is the volume between a face and the middle.
func (h *hull) tetrahedron(pos []vec, f *face) float64 {
	a, b, c := pos[f.v[0]].sub(h.middle), pos[f.v[1]].sub(h.middle), pos[f.v[2]].sub(h.middle)
	return math.Abs(a.dot(b.cross(c))) / 6
}

// depth is how far inside of the hull a place lies, in m; negative outside.
func (h *hull) depth(p vec) float64 {
	most := math.Inf(-1)
	for k := range h.faces {
		if above := h.faces[k].above(p); above > most {
			most = above
		}
	}
	return -most
}

// diameter is the greatest distance between two places of the hull.
func (h *hull) diameter() (d float64) {
	for i, a := range h.corners {
		for _, b := range h.corners[:i] {
			d = max(d, a.between(b))
		}
	}
	return d
}

// uniform strews n places evenly in the hull of pos, by chance that the number alone
// tells apart.
func (h *hull) uniform(pos []vec, n int, number int64) []vec {
	sums := make([]float64, len(h.faces)) // of the tetrahedra up to each
	total := 0.0
	for k := range h.faces {
		total += h.tetrahedron(pos, &h.faces[k])
		sums[k] = total
	}
	die, out := flock.Dice(1, forPlace), make([]vec, n)
	for i := range out {
		x := [4]float64{}
		for k := range x {
			x[k] = fraction(die.Roll(int32(i), 4*number+int64(k)))
		}
		out[i] = h.strewn(pos, sums, x)
	}
	return out
}

// fraction is a number in [0,1) from the upper bits of a draw.
func fraction(bits uint64) float64 { return float64(bits>>11) / (1 << 53) }

// strewn is the place that four numbers in [0,1) stand for: one chooses a tetrahedron by
// volume, three a place in it (Rocchini and Cignoni's folding of a cube).
func (h *hull) strewn(pos []vec, sums []float64, x [4]float64) vec {
	low, high, want := 0, len(sums)-1, x[3]*sums[len(sums)-1]
	for low < high {
		if m := (low + high) / 2; sums[m] > want {
			high = m
		} else {
			low = m + 1
		}
	}
	s, t, u := x[0], x[1], x[2]
	if s+t > 1 {
		s, t = 1-s, 1-t
	}
	if t+u > 1 {
		t, u = 1-u, 1-s-t
	} else if s+t+u > 1 {
		s, u = 1-t-u, s+t+u-1
	}
	f := &h.faces[low]
	a, b, c := pos[f.v[0]].sub(h.middle), pos[f.v[1]].sub(h.middle), pos[f.v[2]].sub(h.middle)
	return h.middle.add(a.mul(s)).add(b.mul(t)).add(c.mul(u))
}
