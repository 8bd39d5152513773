package encounter

import (
	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
	"skein/flock/internal/solid"
	"skein/flock/vec"
)

// Look describes how a rule looks ahead for obstacles.
type Look struct {
	Seconds float32 // look-ahead as a time of flight at the boid's speed
	Berth   float32 // distance to keep from obstacles, m
}

// Ahead is the obstacle that a boid reaches first if it flies straight on.
type Ahead struct {
	Free    float32 // distance to the obstacle, m
	Far     float32 // distance for which the rule looks ahead, m
	Seconds float32 // time until the boid reaches the obstacle
	Normal  vec.Vec // unit normal of the obstacle's surface at the point that the boid reaches
	Level   bool    // whether the boid cannot change its height

	pos, heading vec.Vec
	berth, floor float32
	bodies       []*solid.Body
}

// Clear returns the distance that the boid could fly in a direction before it meets an obstacle or the
// ground, m. It is at most Far. way must be a unit vector.
func (a *Ahead) Clear(way vec.Vec) float32 {
	free := a.Far
	if way.Y < 0 {
		free = max(0, min(free, (a.floor-a.pos.Y)/way.Y))
	}
	ray := solid.NewRay(solid.Vec(a.pos), solid.Vec(way))
	for _, b := range a.bodies {
		if s, met := b.MeetRoughly(&ray, free, a.berth); met {
			free = min(free, s)
		}
	}
	return free
}

// SearchSize is the number of boids that share a search for obstacles. Boids that are neighbours in memory
// are close to each other.
const SearchSize = 64

// ListAhead lists obstacles for boids [from, to). m.near gets the obstacles that a rule may look at, and
// m.ahead those that a boid may reach in straight flight. It reports whether m.ahead contains any. sight is
// in the flock's unit of time, and berth is in m.
func (o *Obstacles) ListAhead(m *Memory, b *lanes.Block, from, to int, sight, berth float32) bool {
	const margin = 1.001
	low, high := boxAround(&b.Pos, from, to)
	slow, fast := boxAround(&b.Vel, from, to)
	sight *= margin
	sideways := solid.Vec{X: max(-slow.X, fast.X), Y: max(-slow.Y, fast.Y), Z: max(-slow.Z, fast.Z)}
	o.listNear(m, low, high, float32(sight*(sideways.X+sideways.Y+sideways.Z))+berth)
	wide := berth + 0.01
	low.X, high.X = low.X+float32(min(slow.X, 0)*sight)-wide, high.X+float32(max(fast.X, 0)*sight)+wide
	low.Y, high.Y = low.Y+float32(min(slow.Y, 0)*sight)-wide, high.Y+float32(max(fast.Y, 0)*sight)+wide
	low.Z, high.Z = low.Z+float32(min(slow.Z, 0)*sight)-wide, high.Z+float32(max(fast.Z, 0)*sight)+wide
	m.ahead = m.ahead[:0]
	for _, body := range m.near {
		if body.Overlaps(low, high) {
			m.ahead = append(m.ahead, body)
		}
	}
	return len(m.ahead) > 0
}

func (o *Obstacles) listNear(m *Memory, low, high solid.Vec, reach float32) {
	reach += 0.01
	low, high = solid.Vec{X: low.X - reach, Y: low.Y - reach, Z: low.Z - reach}, solid.Vec{X: high.X + reach, Y: high.Y + reach, Z: high.Z + reach}
	m.near = m.near[:0]
	for k := range o.Bodies {
		if o.Bodies[k].Overlaps(low, high) {
			m.near = append(m.near, &o.Bodies[k])
		}
	}
}

func boxAround(v *lanes.Vec, from, to int) (low, high solid.Vec) {
	box := near.Bounds(v.X[from:to], v.Y[from:to], v.Z[from:to])
	return solid.Vec{X: box.Low[0], Y: box.Low[1], Z: box.Low[2]}, solid.Vec{X: box.High[0], Y: box.High[1], Z: box.High[2]}
}

// FindAhead sets m.Ahead to the obstacle ahead of boid i, and reports whether there is one. sight is in the
// flock's unit of time.
func (o *Obstacles) FindAhead(m *Memory, b *lanes.Block, i int, look Look, sight float32) bool {
	a := &m.Ahead
	a.pos, a.heading, a.Far = b.Pos.At(i), b.Heading.At(i), float32(b.Speed[i]*sight)
	if a.Far == 0 {
		return false
	}
	pos := solid.Vec(a.pos)
	low, high := swept(a.pos, a.heading.Scale(a.Far), look.Berth)
	a.Free, a.berth = a.Far, look.Berth
	var first *solid.Body
	var ray solid.Ray
	made := false
	for _, body := range m.ahead {
		if !body.Overlaps(low, high) {
			continue
		}
		if !made { // many boids do not need the ray
			ray, made = solid.NewRay(pos, solid.Vec(a.heading)), true
		}
		if free, met := body.MeetRoughly(&ray, a.Free, look.Berth); met && (first == nil || free < a.Free) {
			first, a.Free = body, free
		}
	}
	if first == nil {
		return false
	}
	a.bodies = m.touch[:0]
	for _, body := range m.near {
		if body.BoxDistance(pos, pos) <= a.Far+look.Berth {
			a.bodies = append(a.bodies, body)
		}
	}
	m.touch = a.bodies
	_, n := first.Nearest(solid.Vec(a.pos.Add(a.heading.Scale(a.Free))))
	a.Normal, a.Level, a.floor = vec.Vec(n), o.Plane, o.Floor
	a.Seconds = float32(look.Seconds * (a.Free / a.Far))
	return true
}

// swept returns the bounding box of the straight line from start along way, enlarged by wide on all sides, m.
func swept(start, way vec.Vec, wide float32) (low, high solid.Vec) {
	low, high = solid.Vec(start), solid.Vec(start)
	low.X, high.X = stretched(low.X, way.X, wide)
	low.Y, high.Y = stretched(low.Y, way.Y, wide)
	low.Z, high.Z = stretched(low.Z, way.Z, wide)
	return low, high
}

func stretched(x, way, wide float32) (low, high float32) {
	if way < 0 {
		return x + way - wide, x + wide
	}
	return x - wide, x + way + wide
}
