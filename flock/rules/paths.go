package rules

import "skein/flock"

// Paths has boids fly along the paths around them: who is outside of a path's width
// turns towards its middle, the more the further out, and comes onto it without crossing it;
// who is within it flies along, free to keep its place in it (vector field guidance, after
// D. Nelson, D. Barber, T. McLain and R. Beard, "Vector field path following for miniature air
// vehicles", 2007). With T the tangent of the path at its nearest point, at the way e from
// the boid, B how its tangent bends, w its width, V its speed or the boid's own, and
// x = max(0, |e| - w/2) over max(w/2, 4/3 s·V), no more than 3,
//
//	0.1·(V·U(T + x·U(e)) - v) + V²·B/30,    clipped at the path's pull.
//
// In a wind it is the way over the ground that has this direction: boids head into the
// wind by as much as that needs, and V stays the speed through the air.
//
// A boid keeps to that part of a path that it came onto, so that paths may cross
// themselves. At the end of an open one it is let go.
type Paths struct {
	vertices []vertex
	paths    []way
	place
	age int64
}

// vertex is one of a track.
type vertex struct {
	flock.Vertex
	piece  flock.Vec // the way to the next
	square float32   // of its length, m²
	of     int32     // path
}

// way is a path at work, with its vertices from first on and up to last.
type way struct {
	width, speed, pull float32
	first, last        int32
	closed             bool
}

// place is what rules need to know of a model and its world to steer in m/s, per 1/30 s.
type place struct {
	now  flock.Tick
	pace float32 // m/s that a velocity of 1 is
	turn float32 // times the square of the velocity over a radius is the steer that turns so narrow
}

func (p *place) tick(now *flock.Tick) {
	p.now, p.pace = *now, now.Pace
	p.turn = float32(now.Step / now.Gain)
}

// to is the way from one place to another, in the plane without its height.
func (p *place) to(from, at flock.Vec) flock.Vec {
	if p.now.Around == 0 && !p.now.Plane { // as most worlds are
		return at.Sub(from)
	}
	return p.around(at.Sub(from))
}

// around is a way as a world that wraps around, or the plane, has it.
func (p *place) around(d flock.Vec) flock.Vec {
	d = p.now.Nearest(d)
	if p.now.Plane {
		d.Y = 0
	}
	return d
}

// heading is the velocity through the air, of a speed, by which a boid at a place goes along
// a unit vector over the ground: into the wind by as much as it needs, if it can.
func (p *place) heading(at, along flock.Vec, speed float32) flock.Vec {
	wind := p.now.Wind(at)
	if wind == (flock.Vec{}) {
		return along.Scale(speed)
	}
	wind = wind.Scale(1 / p.pace)
	side := wind.Across(along).Clip(0.9 * speed)
	return along.Scale(flock.Sqrt(float32(speed*speed) - side.Dot(side))).Sub(side)
}

// meant says whether a thing is for a species.
func meant(of, species string) bool { return of == "" || of == species }

// About says that it is skein's own.
func (r *Paths) About() flock.About { return flock.About{Name: "paths", Source: "skein"} }

// Heeds is that of paths.
func (r *Paths) Heeds() string { return "path" }

// Around takes in the paths.
func (r *Paths) Around(s *flock.Surroundings, species string) {
	r.vertices, r.paths = nil, nil
	for k := range s.Paths {
		p := &s.Paths[k]
		if p.Pull == 0 || !meant(p.For, species) {
			continue
		}
		w := way{width: p.Width, speed: p.Speed, pull: p.Pull, closed: p.Closed, first: int32(len(r.vertices))}
		track := p.Track().Vertices
		for k, v := range track {
			piece := track[min(k+1, len(track)-1)].At.Sub(v.At)
			r.vertices = append(r.vertices, vertex{v, piece, piece.Dot(piece), int32(len(r.paths))})
		}
		w.last = int32(len(r.vertices) - 1)
		r.paths = append(r.paths, w)
	}
}

// On says whether there are paths.
func (r *Paths) On() bool { return len(r.paths) > 0 }

// Columns are the number, from 1, of the vertex behind which a boid is on its path; below
// 0 that, from -1 down, of the path that it was let go of.
func (r *Paths) Columns() []flock.Column {
	return []flock.Column{{Name: "path", Low: -flock.MaxThings, High: 1 << 23}}
}

// Tick takes in the time.
func (r *Paths) Tick(now *flock.Tick) { r.tick(now); r.age = now.Age }

// Ticks from one look at all paths to the next, by boids that are far from theirs.
const lookTicks = 32

// Steer is along the path and towards it.
func (r *Paths) Steer(me *flock.Self) flock.Vec {
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
		return flock.Vec{}
	}
	var on foot
	if at >= 0 {
		on = r.follow(me.Pos, at)
	}
	if looks && (at < 0 || on.off.Length() > r.paths[r.vertices[on.at].of].width) {
		if near := r.nearest(me.Pos, left); near >= 0 {
			on = r.follow(me.Pos, near)
			at = near
		}
	}
	if at < 0 {
		return flock.Vec{}
	}
	of := r.vertices[on.at].of
	if on.beyond {
		me.State[0] = float32(-of - 1)
		return flock.Vec{}
	}
	me.State[0] = float32(on.at + 1)
	return r.steer(me, &r.paths[of], &on)
}

// foot is the nearest point of a path, near where a boid was before.
type foot struct {
	at     int32     // vertex before it
	share  float32   // of the way to the next
	off    flock.Vec // from the boid
	beyond bool      // the boid is past the end
}

// follow is the nearest point on the track of vertex at, within some pieces of it.
func (r *Paths) follow(pos flock.Vec, at int32) (f foot) {
	w := &r.paths[r.vertices[at].of]
	at = min(at, w.last-1)
	const farthest = 64 // pieces
	came := int32(0)
	for range farthest {
		v := &r.vertices[at]
		x := float32(0)
		if v.square > 0 {
			off := r.to(v.At, pos)
			x = off.Dot(v.piece) / v.square
		}
		on := int32(0)
		switch {
		case x > 1:
			on = 1
		case x < 0:
			on = -1
		}
		f = foot{at: at, share: flock.Most(0, flock.Least(x, 1))}
		next := at + on
		if w.closed && next == w.last {
			next = w.first
		} else if w.closed && next < w.first {
			next = w.last - 1
		}
		f.beyond = next == w.last && x > 1
		if on == 0 || on == -came || next < w.first || next == w.last {
			break
		}
		at, came = next, on
	}
	v := &r.vertices[f.at]
	f.off = r.to(pos, v.At.Add(v.piece.Scale(f.share)))
	return f
}

// nearest is the vertex nearest to a place, of all paths but one; -1 if there is none.
func (r *Paths) nearest(pos flock.Vec, but int32) (at int32) {
	at = -1
	var best float32
	for k := range r.vertices {
		if v := &r.vertices[k]; v.of != but {
			if off := r.to(pos, v.At); at < 0 || off.Dot(off) < best {
				at, best = int32(k), off.Dot(off)
			}
		}
	}
	return at
}

// steer is what the type says.
func (r *Paths) steer(me *flock.Self, w *way, on *foot) flock.Vec {
	const share, easing, steepest = 0.1, 4.0 / 3, 3
	speed := me.Speed
	if w.speed > 0 {
		speed = w.speed / r.pace
	}
	a, b := &r.vertices[on.at], &r.vertices[on.at+1]
	along := mixed(a.Tangent, b.Tangent, on.share)
	d := on.off.Length()
	if out := d - float32(w.width/2); out > 0 {
		ease := flock.Most(w.width/2, float32(easing*float32(speed*r.pace)))
		x := flock.Least(out/flock.Most(ease, 1), steepest)
		along = along.Add(on.off.Scale(x / d))
	}
	turn := mixed(a.Bend, b.Bend, on.share).Scale(float32(float32(speed*speed) * r.turn))
	return r.heading(me.Pos, along.Unit(), speed).Sub(me.Vel).Scale(share).Add(turn).Clip(w.pull)
}

func mixed(a, b flock.Vec, share float32) flock.Vec { return a.Add(b.Sub(a).Scale(share)) }
