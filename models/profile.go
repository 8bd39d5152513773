package models

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// profile measures what models cover seen along an axis, from which they cast a shadow of
// that shape on the plane of the other two.
type profile struct {
	x, y    int     // axes of the picture
	reach   float32 // from the origin to each border, wingspans
	covered []bool  // its cells
}

const profileCells = 80 // of a side

func newProfile(axis int, reach float32) *profile {
	return &profile{x: (axis + 1) % 3, y: (axis + 2) % 3, reach: reach, covered: make([]bool, profileCells*profileCells)}
}

// area is what parts cover in a pose, square wingspans. Triangles count from both sides.
func (s *profile) area(parts []Part, pose, poses int) float64 {
	clear(s.covered)
	for i := range parts {
		p := &parts[i]
		at := p.Positions[pose*p.Vertices(poses):]
		for k := 0; k+2 < len(p.Indices); k += 3 {
			s.cover(s.cell(at[p.Indices[k]]), s.cell(at[p.Indices[k+1]]), s.cell(at[p.Indices[k+2]]))
		}
	}
	n := 0
	for _, yes := range s.covered {
		if yes {
			n++
		}
	}
	cell := 2 * float64(s.reach) / profileCells
	return float64(n) * cell * cell
}

// flat is where a point is in the picture, wingspans.
func (s *profile) flat(p mgl32.Vec3) mgl32.Vec2 { return mgl32.Vec2{p[s.x], p[s.y]} }

// cell is where it is in cells, turned so that the edges of straight wings do not run along
// the rows of cells.
func (s *profile) cell(p mgl32.Vec3) mgl32.Vec2 {
	const cos, sin = 0.88, 0.475
	x, y := cos*p[s.x]-sin*p[s.y], sin*p[s.x]+cos*p[s.y]
	scale := profileCells / (2 * s.reach)
	return mgl32.Vec2{(x + s.reach) * scale, (y + s.reach) * scale}
}

// cover marks the cells whose middles a triangle covers.
func (s *profile) cover(p, q, r mgl32.Vec2) {
	if turn(p, q, r) < 0 {
		q, r = r, q
	}
	first := func(k int) int { return max(0, int(min(p[k], q[k], r[k])-0.5)) }
	last := func(k int) int { return min(profileCells-1, int(max(p[k], q[k], r[k])+0.5)) }
	for y := first(1); y <= last(1); y++ {
		for x := first(0); x <= last(0); x++ {
			m := mgl32.Vec2{float32(x) + 0.5, float32(y) + 0.5}
			if turn(p, q, m) >= 0 && turn(q, r, m) >= 0 && turn(r, p, m) >= 0 {
				s.covered[y*profileCells+x] = true
			}
		}
	}
}

// turn is twice the area of a triangle, more than 0 if it turns to the left.
func turn(a, b, c mgl32.Vec2) float32 {
	return (b[0]-a[0])*(c[1]-a[1]) - (b[1]-a[1])*(c[0]-a[0])
}

// profiles are a model's along the three axes, and what it covers of them in some poses.
type profiles struct {
	along [3]*profile
	poses []int
	areas [3]float64 // means over those poses
	rooms []room     // that the model takes in each pose
}

func newProfiles(b *Baked) *profiles {
	var reach float32
	triangles := 0
	for i := range b.Parts {
		for _, v := range b.Parts[i].Positions {
			reach = max(reach, v.Len())
		}
		triangles += len(b.Parts[i].Indices) / 3
	}
	const enough, work = 5, 50_000 // poses; triangles in all of them
	s := &profiles{poses: evenly(max(1, min(enough, work/max(triangles, 1))), b.Cycle()), rooms: roomsOf(b)}
	for axis := range s.along {
		s.along[axis] = newProfile(axis, 1.1*reach)
	}
	s.areas = s.measure(b.Parts, b.Poses)
	return s
}

// copy is one that another goroutine may measure by.
func (s *profiles) copy() *profiles {
	out := *s
	for axis := range s.along {
		out.along[axis] = newProfile(axis, s.along[axis].reach)
	}
	return &out
}

// measure is the mean of what parts cover along each axis.
func (s *profiles) measure(parts []Part, poses int) (areas [3]float64) {
	for axis, p := range s.along {
		for _, pose := range s.poses {
			areas[axis] += p.area(parts, pose, poses) / float64(len(s.poses))
		}
	}
	return areas
}

// border is an edge of a level, with the corners across it of its triangles.
type border struct {
	face   int // one of the triangles
	k      int // that corner of it is where the edge begins
	across [][2]int
}

// borders are the edges of a level.
func (f *fit) borders() (all []*border) {
	known := map[[2]int]*border{}
	for i := range f.faces {
		t := &f.faces[i]
		for k := range 3 {
			a, b := t.place[k], t.place[(k+1)%3]
			name := [2]int{min(a, b), max(a, b)}
			e := known[name]
			if e == nil {
				e = &border{face: i, k: k}
				known[name] = e
				all = append(all, e)
			}
			e.across = append(e.across, [2]int{i, (k + 2) % 3})
		}
	}
	return all
}

// outline gives how much of what the level covers each place adds as it moves, over the
// edges at which the level ends as an axis sees it: all triangles lie to one side of them.
func (f *fit) outline(s *profile, all []*border, pose int, gain []mgl32.Vec3) {
	clear(gain)
	for _, e := range all {
		t := &f.faces[e.face]
		at := f.at(t, pose)
		a, b := s.flat(at[e.k]), s.flat(at[(e.k+1)%3])
		left, right := false, false
		for _, x := range e.across {
			side := turn(a, b, s.flat(f.at(&f.faces[x[0]], pose)[x[1]]))
			left, right = left || side > 0, right || side < 0
		}
		if left == right {
			continue
		}
		out := mgl32.Vec2{b[1] - a[1], a[0] - b[0]}.Mul(0.5)
		if right {
			out = out.Mul(-1)
		}
		for _, k := range [2]int{e.k, (e.k + 1) % 3} {
			gain[t.place[k]][s.x] += out[0]
			gain[t.place[k]][s.y] += out[1]
		}
	}
}

// fill moves the vertices, as little as can be, until the level covers along each axis as
// much as the model does, on average over the beat: least squares cut the corners of wings.
func (f *fit) fill(want *profiles) {
	const rounds = 5
	all := f.borders()
	for range rounds {
		have := want.measure(f.Parts, f.b.Poses)
		for axis, s := range want.along {
			if more := want.areas[axis] - have[axis]; want.tells(axis, more) {
				f.grow(s, all, want, more)
			}
		}
	}
}

// tells says whether an area that is missing is one, not what cells make of it, or of a
// sheet that is seen edge-on.
func (s *profiles) tells(axis int, missing float64) bool {
	const close, thin = 0.01, 0.05 // shares of the area, and of the largest
	area := s.areas[axis]
	return math.Abs(missing) > close*area && area > thin*max(s.areas[0], s.areas[1], s.areas[2])
}

// grow moves the vertices outwards in all poses, so that the level covers so much more
// along an axis, on average over some.
func (f *fit) grow(s *profile, all []*border, want *profiles, more float64) {
	poses, rooms := want.poses, want.rooms
	gains := make([][]mgl32.Vec3, f.b.Poses)
	for pose := range gains {
		gains[pose] = make([]mgl32.Vec3, f.places)
		f.outline(s, all, pose, gains[pose])
	}
	var worth float64
	for _, pose := range poses {
		for _, g := range gains[pose] {
			worth += float64(g.LenSqr()) / float64(len(poses))
		}
	}
	if !(worth > 1e-9) {
		return
	}
	by := float32(more / worth)
	done := make([]bool, f.vertices()*f.b.Poses)
	f.each(func(t *face, k, pose, vertex int) {
		// Vertices of all parts are counted through for each pose.
		own := f.b.Poses*f.first[t.part] + vertex
		if !done[own] {
			done[own] = true
			p := &f.Parts[t.part].Positions[vertex]
			*p = rooms[pose].hold(*p, p.Add(bounded(gains[pose][t.place[k]].Mul(by))))
		}
	})
}

// room is the least box that holds a pose of the model.
type room struct{ low, high mgl32.Vec3 }

func roomsOf(b *Baked) []room {
	all := make([]room, b.Poses)
	for pose := range all {
		r := &all[pose]
		r.low, r.high = mgl32.Vec3{far, far, far}, mgl32.Vec3{-far, -far, -far}
		for i := range b.Parts {
			n := b.Parts[i].Vertices(b.Poses)
			for _, v := range b.Parts[i].Positions[pose*n : (pose+1)*n] {
				for k := range v {
					r.low[k], r.high[k] = min(r.low[k], v[k]), max(r.high[k], v[k])
				}
			}
		}
	}
	return all
}

const far = math.MaxFloat32

// hold is where a vertex may move to: wings get no longer than the model's.
func (r *room) hold(from, to mgl32.Vec3) mgl32.Vec3 {
	for k := range to {
		to[k] = max(min(to[k], max(r.high[k], from[k])), min(r.low[k], from[k]))
	}
	return to
}

// bounded is a step that is not too long.
func bounded(v mgl32.Vec3) mgl32.Vec3 {
	const most = 0.01 // wingspans
	if long := v.Len(); long > most {
		return v.Mul(most / long)
	}
	return v
}
