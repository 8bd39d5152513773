package flock

import (
	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
	"skein/flock/internal/solid"
	"skein/flock/vec"
)

// Look is how a rule looks ahead.
type Look struct {
	Seconds float32 // how far, at the boid's speed
	Berth   float32 // m that an obstacle counts as wider by
}

// Ahead is the obstacle that a boid comes to if it flies on as it does.
type Ahead struct {
	Free    float32 // m to it
	Far     float32 // m that are looked ahead
	Seconds float32 // until it is there
	Normal  vec.Vec // away from it there, unit
	Level   bool    // the boid cannot leave its height

	pos, heading vec.Vec
	berth, floor float32
	bodies       []*solid.Body
}

// Clear returns how far one could fly in another direction, a unit vector, until an obstacle or
// the ground: Far at most.
func (a *Ahead) Clear(way vec.Vec) float32 {
	free := a.Far
	if way.Y < 0 {
		free = max(0, min(free, (a.floor-a.pos.Y)/way.Y))
	}
	ray := solid.NewRay(solid.Vec(a.pos), solid.Vec(way))
	for _, b := range a.bodies {
		if s, met := b.Ahead(&ray, free, a.berth); met {
			free = min(free, s)
		}
	}
	return free
}

// bunch is the number of boids that obstacles are looked for together for: neighbours in
// memory are near to each other.
const bunch = 64

// lookAhead returns a rule that looks ahead, as a steer.
func (f *flock) lookAhead(r aheadRule, state []stateArray) steer {
	return func(s *scratch, b *block) {
		look := r.Look()
		sight := f.sight(look)
		for from := 0; from < b.N; from += bunch {
			to := min(from+bunch, b.N)
			if f.outlook(s, b, from, to, sight, look.Berth); len(s.before) == 0 {
				continue
			}
			for i := from; i < to; i++ {
				if !f.foresee(s, b, i, look, sight) {
					continue
				}
				s.me.fill(b, i, state)
				storeChecked(s, b, i, state, r.Steer(&s.me, &s.ahead))
			}
		}
	}
}

// sight returns how far a rule looks, of the speed: a model that counts in steps takes 30 for a
// second.
func (f *flock) sight(look Look) float32 {
	if f.params.Model().Units() == PerStep {
		return float32(look.Seconds * 30)
	}
	return look.Seconds
}

// outlook lists the obstacles that boids of a block may look at, where they are, and before
// them those that any may come to if it flies on as it does, within a box around all ways.
func (f *flock) outlook(s *scratch, b *block, from, to int, sight, berth float32) {
	const more = 1.001 // than rounding takes away
	low, high := boxAround(&b.Pos, from, to)
	slow, fast := boxAround(&b.Vel, from, to)
	sight *= more
	sideways := solid.Vec{X: max(-slow.X, fast.X), Y: max(-slow.Y, fast.Y), Z: max(-slow.Z, fast.Z)}
	f.within(s, low, high, float32(sight*(sideways.X+sideways.Y+sideways.Z))+berth)
	wide := berth + 0.01
	low.X, high.X = low.X+float32(min(slow.X, 0)*sight)-wide, high.X+float32(max(fast.X, 0)*sight)+wide
	low.Y, high.Y = low.Y+float32(min(slow.Y, 0)*sight)-wide, high.Y+float32(max(fast.Y, 0)*sight)+wide
	low.Z, high.Z = low.Z+float32(min(slow.Z, 0)*sight)-wide, high.Z+float32(max(fast.Z, 0)*sight)+wide
	s.before = s.before[:0]
	for _, body := range s.around {
		if body.Beside(low, high) {
			s.before = append(s.before, body)
		}
	}
}

// within lists the obstacles that are within reach of a box along each axis.
func (f *flock) within(s *scratch, low, high solid.Vec, reach float32) {
	reach += 0.01 // more than rounding takes away
	low, high = solid.Vec{X: low.X - reach, Y: low.Y - reach, Z: low.Z - reach}, solid.Vec{X: high.X + reach, Y: high.Y + reach, Z: high.Z + reach}
	s.around = s.around[:0]
	for k := range f.solids {
		if f.solids[k].Beside(low, high) {
			s.around = append(s.around, &f.solids[k])
		}
	}
}

// boxAround returns the box around boids.
func boxAround(v *lanes.Vec, from, to int) (low, high solid.Vec) {
	box := near.Bounds(v.X[from:to], v.Y[from:to], v.Z[from:to])
	return solid.Vec{X: box.Low[0], Y: box.Low[1], Z: box.Low[2]}, solid.Vec{X: box.High[0], Y: box.High[1], Z: box.High[2]}
}

// foresee has s.ahead be what lies before number i of a block, and says whether anything
// does.
func (f *flock) foresee(s *scratch, b *block, i int, look Look, sight float32) bool {
	a := &s.ahead
	a.pos, a.heading, a.Far = at(&b.Pos, i), at(&b.Heading, i), float32(b.Speed[i]*sight)
	if a.Far == 0 {
		return false
	}
	pos := solid.Vec(a.pos)
	low, high := swept(a.pos, a.heading.Scale(a.Far), look.Berth)
	a.Free, a.berth = a.Far, look.Berth
	var first *solid.Body
	var ray solid.Ray
	made := false
	for _, body := range s.before {
		if !body.Beside(low, high) {
			continue
		}
		if !made { // many boids need none
			ray, made = solid.NewRay(pos, solid.Vec(a.heading)), true
		}
		if free, met := body.Ahead(&ray, a.Free, look.Berth); met && (first == nil || free < a.Free) {
			first, a.Free = body, free
		}
	}
	if first == nil {
		return false
	}
	a.bodies = s.touch[:0]
	for _, body := range s.around {
		if body.Apart(pos, pos) <= a.Far+look.Berth {
			a.bodies = append(a.bodies, body)
		}
	}
	s.touch = a.bodies
	_, n := first.Nearest(solid.Vec(a.pos.Add(a.heading.Scale(a.Free))))
	a.Normal, a.Level, a.floor = vec.Vec(n), f.set.plane, f.set.floor
	a.Seconds = float32(look.Seconds * (a.Free / a.Far))
	return true
}

// swept returns a box around a way so wide.
func swept(from, way vec.Vec, wide float32) (low, high solid.Vec) {
	low, high = solid.Vec(from), solid.Vec(from)
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
