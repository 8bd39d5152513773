package rules

import (
	"slices"

	"skein/flock"
	"skein/flock/around"
	"skein/flock/vec"
)

// Paths makes boids fly along the paths of the World. A boid outside a path's width turns towards the middle
// of the path, and joins the path without crossing it. A boid within the width flies along the path and keeps
// its distance from the middle. This is vector field guidance (D. Nelson, D. Barber, T. McLain and R. Beard,
// "Vector field path following for miniature air vehicles", 2007). The steering force is
//
//	0.1·(V·U(T + x·U(e)) - v) + V²·B/30
//
// and its length is at most the path's pull. T is the tangent at the nearest point of the path, e the
// vector from the boid to that point, B the curvature vector of the path there, and v the boid's
// velocity. V is the path's speed or, if the path has none, the boid's own. x is max(0, |e| - w/2)
// divided by max(w/2, 4/3 s·V), at most 3, where w is the path's width.
//
// In wind, boids correct their heading so that they keep this course over the ground. V is then the
// speed through the air.
//
// A boid stays on the part of a path that it has joined, so a path may cross itself. At the end of an
// open path the boid flies freely.
type Paths struct {
	vertices []vertex
	paths    []activePath
	keys     []pathKey // in the order of the paths
	spans    [][2]int32
	navigator
	age int64
}

// pathKey identifies the input from which a path's vertices were built. Points are compared by address,
// because an edit replaces the slice and never changes it.
type pathKey struct {
	points *vec.Vec
	n      int
	closed bool
}

type vertex struct {
	around.Vertex
	piece  vec.Vec // vector to the next vertex
	square float32 // squared length of piece, m²
	path   int32
}

type activePath struct {
	width, speed, pull float32
	first, last        int32
	closed             bool
}

// navigator holds what rules need to steer towards things: the current tick and factors for converting units.
type navigator struct {
	now        flock.Tick
	pace       float32 // converts the model's velocities to m/s
	turnFactor float32 // a circle of radius r at velocity v needs the steering force turnFactor·v²/r
}

func (p *navigator) tick(now *flock.Tick) {
	p.now, p.pace = *now, now.Pace
	p.turnFactor = float32(now.Step / now.Gain)
}

// vectorTo returns the vector between two positions, to the nearest image of at in a world that wraps around.
// In a model in the plane, its vertical part is 0.
func (p *navigator) vectorTo(from, at vec.Vec) vec.Vec {
	if p.now.WrapSide == 0 && !p.now.Plane { // the usual case
		return at.Sub(from)
	}
	return p.wrap(at.Sub(from))
}

// wrap returns the shortest vector to an image of the point at d. In a model in the plane, its vertical part
// is 0.
func (p *navigator) wrap(d vec.Vec) vec.Vec {
	d = p.now.Nearest(d)
	if p.now.Plane {
		d.Y = 0
	}
	return d
}

// airVelocity returns the velocity through the air that moves a boid over the ground along a direction. It
// compensates for a crosswind of up to 0.9 times the speed; in a stronger wind, the boid drifts.
func (p *navigator) airVelocity(at, along vec.Vec, speed float32) vec.Vec {
	wind := p.now.Wind(at)
	if wind == (vec.Vec{}) {
		return along.Scale(speed)
	}
	wind = wind.Scale(1 / p.pace)
	side := wind.Across(along).Clip(0.9 * speed)
	return along.Scale(vec.Sqrt(float32(speed*speed) - side.Dot(side))).Sub(side)
}

func isFor(wanted, species string) bool { return wanted == "" || wanted == species }

// About implements [flock.Rule].
func (r *Paths) About() flock.About { return flock.About{Name: "paths", Source: "skein"} }

// ThingKind implements [flock.Rule].
func (r *Paths) ThingKind() string { return "path" }

// UseSurroundings stores the paths of the World. It computes a path's vertices again only if the path's
// points were replaced. An edit of the width, for example, keeps the vertices.
func (r *Paths) UseSurroundings(s *around.Surroundings, species string) {
	var paths []activePath
	var shapes []pathKey
	for k := range s.Paths {
		if p := &s.Paths[k]; p.Pull > 0 && isFor(p.Species, species) {
			paths = append(paths, activePath{width: p.Width, speed: p.Speed, pull: p.Pull, closed: p.Closed})
			shapes = append(shapes, pathKey{&p.Points[0], len(p.Points), p.Closed})
		}
	}
	if same := slices.Equal(shapes, r.keys); !same {
		r.buildVertices(s, species)
	}
	for k := range paths {
		paths[k].first, paths[k].last = r.spans[k][0], r.spans[k][1]
	}
	r.paths, r.keys = paths, shapes
}

func (r *Paths) buildVertices(s *around.Surroundings, species string) {
	r.vertices, r.spans = nil, nil
	for k := range s.Paths {
		p := &s.Paths[k]
		if p.Pull == 0 || !isFor(p.Species, species) {
			continue
		}
		first := int32(len(r.vertices))
		track := p.Track().Vertices
		for k, v := range track {
			piece := track[min(k+1, len(track)-1)].At.Sub(v.At)
			r.vertices = append(r.vertices, vertex{v, piece, piece.Dot(piece), int32(len(r.spans))})
		}
		r.spans = append(r.spans, [2]int32{first, int32(len(r.vertices) - 1)})
	}
}

// IsActive implements [flock.Rule].
func (r *Paths) IsActive() bool { return len(r.paths) > 0 }

// Columns returns one column: the index plus 1 of the last vertex that a boid has passed on its path. The
// value -n means that the boid has left the path with the index n-1.
func (r *Paths) Columns() []flock.Column {
	return []flock.Column{{Name: "path", Low: -around.MaxThings, High: 1 << 23}}
}

// Tick implements [flock.Rule].
func (r *Paths) Tick(now *flock.Tick) { r.tick(now); r.age = now.Age }

// lookTicks is the number of ticks after which a boid far from its path searches all paths again.
const lookTicks = 32

// Steer implements [flock.Rule].
func (r *Paths) Steer(me *flock.Self) vec.Vec {
	at, left := int32(me.State[0])-1, int32(-1)
	if at < -1 {
		left = -at - 2
	}
	looks := (r.age+int64(me.ID))%lookTicks == 0
	switch {
	case at >= int32(len(r.vertices)):
		at = -1
		fallthrough
	case at == -1:
		looks = true
	case left >= 0 && len(r.paths) == 1:
		return vec.Vec{}
	}
	var on foot
	if at >= 0 {
		on = r.follow(me.Pos, at)
	}
	if looks && (at < 0 || on.offset.Length() > r.paths[r.vertices[on.vertex].path].width) {
		if near := r.nearest(me.Pos, left); near >= 0 {
			on = r.follow(me.Pos, near)
			at = near
		}
	}
	if at < 0 {
		return vec.Vec{}
	}
	of := r.vertices[on.vertex].path
	if on.beyond {
		me.State[0] = float32(-of - 1)
		return vec.Vec{}
	}
	me.State[0] = float32(on.vertex + 1)
	return r.steer(me, &r.paths[of], &on)
}

// foot is the point of a path nearest to a boid. The search starts at the boid's previous foot.
type foot struct {
	vertex int32
	share  float32
	offset vec.Vec
	beyond bool
}

// follow finds the nearest point of a path, starting at vertex k. It examines at most 64 pieces.
func (r *Paths) follow(pos vec.Vec, k int32) (f foot) {
	w := &r.paths[r.vertices[k].path]
	k = min(k, w.last-1)
	const farthest = 64
	came := int32(0)
	for range farthest {
		v := &r.vertices[k]
		x := float32(0)
		if v.square > 0 {
			off := r.vectorTo(v.At, pos)
			x = off.Dot(v.piece) / v.square
		}
		on := int32(0)
		switch {
		case x > 1:
			on = 1
		case x < 0:
			on = -1
		}
		f = foot{vertex: k, share: vec.Max(0, vec.Min(x, 1))}
		next := k + on
		if w.closed && next == w.last {
			next = w.first
		} else if w.closed && next < w.first {
			next = w.last - 1
		}
		f.beyond = next == w.last && x > 1
		if on == 0 || on == -came || next < w.first || next == w.last {
			break
		}
		k, came = next, on
	}
	v := &r.vertices[f.vertex]
	f.offset = r.vectorTo(pos, v.At.Add(v.piece.Scale(f.share)))
	return f
}

// nearest returns the index of the nearest vertex of a path other than except, or -1.
func (r *Paths) nearest(pos vec.Vec, except int32) (at int32) {
	at = -1
	var best float32
	for k := range r.vertices {
		if v := &r.vertices[k]; v.path != except {
			if off := r.vectorTo(pos, v.At); at < 0 || off.Dot(off) < best {
				at, best = int32(k), off.Dot(off)
			}
		}
	}
	return at
}

// steer evaluates the formula in the comment of [Paths].
func (r *Paths) steer(me *flock.Self, w *activePath, on *foot) vec.Vec {
	const share, easing, steepest = 0.1, 4.0 / 3, 3
	speed := me.Speed
	if w.speed > 0 {
		speed = w.speed / r.pace
	}
	a, b := &r.vertices[on.vertex], &r.vertices[on.vertex+1]
	along := lerp(a.Tangent, b.Tangent, on.share)
	d := on.offset.Length()
	if out := d - float32(w.width/2); out > 0 {
		ease := vec.Max(w.width/2, float32(easing*float32(speed*r.pace)))
		x := vec.Min(out/vec.Max(ease, 1), steepest)
		along = along.Add(on.offset.Scale(x / d))
	}
	turn := lerp(a.Bend, b.Bend, on.share).Scale(float32(float32(speed*speed) * r.turnFactor))
	return r.airVelocity(me.Pos, along.Unit(), speed).Sub(me.Vel).Scale(share).Add(turn).Clip(w.pull)
}

func lerp(a, b vec.Vec, t float32) vec.Vec { return a.Add(b.Sub(a).Scale(t)) }
