package flock

import (
	"fmt"
	"math"
	"slices"

	"skein/flock/around"
	"skein/flock/internal/lanes"
	"skein/flock/internal/stages"
	"skein/flock/vec"
)

// Spot is a position and a velocity that Put gives to a boid.
type Spot struct {
	At       vec.Vec `json:"at"`       // position, m
	Velocity vec.Vec `json:"velocity"` // velocity through the air, m/s
}

func (s *Spot) check(f *flock) error {
	if !s.At.Within(around.Wall) {
		return fmt.Errorf("position %v: must be within %d m of the origin along each axis", s.At.Floats(), around.Wall)
	}
	if !f.velocityOf(s).Within(stages.TopSpeed) {
		return fmt.Errorf("velocity is %v: must be at most %g m/s along each axis", s.Velocity.Floats(), stages.TopSpeed*f.set.perSecond)
	}
	return nil
}

func (f *flock) velocityOf(s *Spot) vec.Vec { return s.Velocity.Scale(1 / f.set.perSecond).Quantized() }

// Put moves the boid with the given id to a spot at once, for example when a user drags it, and emits BoidPut
// at the current tick. The boid flies on from there at the next tick and is flagged as Jumped. If the spot is
// inside an obstacle, the boid is put beside it. Put changes nothing and returns an error if the spot is out
// of range, or the boid does not exist or is perched.
func (w *World) Put(id int, to Spot) error {
	for _, f := range w.flocks {
		if own := id - f.firstID; own >= 0 && own < f.n {
			if err := f.putBoid(own, to); err != nil {
				return err
			}
			w.emit(Event{Kind: BoidPut, Boid: id, Flock: f.number, Put: &to})
			return nil
		}
	}
	return fmt.Errorf("boid %d does not exist; there are %d", id, w.Len())
}

func (f *flock) putBoid(own int, to Spot) error {
	if err := to.check(f); err != nil {
		return err
	}
	slot := slices.Index(f.boids.ID[:f.n], int32(own))
	if f.boids.Wing[slot]&lanes.Perched != 0 {
		return fmt.Errorf("boid %d sits on a perch: only a flying boid can be moved", f.firstID+own)
	}
	f.storePlace(slot, f.flattened(to.At), f.flattened(f.velocityOf(&to)))
	f.boids.Wing[slot] |= lanes.Placed
	f.placedSinceTick = true
	f.moveOutOfObstacles(own)
	f.prepare()
	return nil
}

// Spot returns the position and velocity of the boid with the given id. It returns ok = false
// if there is no such boid.
func (w *World) Spot(id int) (at Spot, ok bool) {
	for _, f := range w.flocks {
		if own := id - f.firstID; own >= 0 && own < f.n {
			slot := slices.Index(f.boids.ID[:f.n], int32(own))
			return Spot{f.pos(slot), f.vel(slot).Scale(f.set.perSecond)}, true
		}
	}
	return at, false
}

// From returns a group of one boid that starts at the spot. middle is the result of [World.StartMiddle].
func (s *Spot) From(middle vec.Vec) Group {
	off := s.At.Sub(middle)
	near := func(x float32) float32 { return min(max(x, -FarthestGroup), FarthestGroup) }
	flat := s.Velocity.Flat()
	heading := 0.0 // of a boid at rest
	if flat.X != 0 || flat.Z != 0 {
		heading = math.Copysign(vec.Angle(math.Abs(float64(flat.X)), float64(flat.Z)), float64(flat.X)) * (180 / math.Pi)
	}
	return Group{
		Count: 1, Place: vec.Vec{X: near(off.X), Y: near(off.Y), Z: near(off.Z)},
		Heading: float32(math.Round(10*heading) / 10), Speed: min(s.Velocity.Length(), FastestStart),
	}
}

// StartMiddle returns the middle of the cloud in which the flock with this index starts.
func (w *World) StartMiddle(index int) vec.Vec {
	f := w.flocks[index]
	now := f.now()
	now.Age = 0
	at := f.homeAt(&now)
	at.Y = f.start.Altitude
	return at
}

// SingleGroups returns n groups of one boid each that start like the n boids of s.
func (s *Start) SingleGroups(n int) (apart []Group) {
	for k, count := range groupCounts(s.Groups, n) {
		one := s.Groups[k]
		one.Count, one.Share = 1, 0
		apart = append(apart, slices.Repeat([]Group{one}, count)...)
	}
	rest := Group{Count: 1, Radius: s.Radius, Speed: s.Speed}
	return append(apart, slices.Repeat([]Group{rest}, n-len(apart))...)
}
