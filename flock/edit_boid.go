package flock

import (
	"fmt"
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
	if !f.set.storedVelocity(s.Velocity).Within(stages.TopSpeed) {
		return fmt.Errorf("velocity is %v: must be at most %g m/s along each axis", s.Velocity.Floats(), stages.TopSpeed*f.set.perSecond)
	}
	return nil
}

// storedVelocity converts a velocity from m/s to the unit in which boids store it.
func (s *settings) storedVelocity(v vec.Vec) vec.Vec { return v.Scale(1 / s.perSecond).Quantized() }

// Put moves the boid with the given id to a spot at once, for example when a user drags it, and emits BoidPut
// at the current tick. The boid flies on from there at the next tick and is flagged as Jumped. If the spot is
// inside an obstacle, the boid is put beside it. Put changes nothing and returns an error if the spot is out
// of range, or the boid does not exist or is perched.
func (w *World) Put(id int, to Spot) error {
	for _, f := range w.flocks {
		if own := id - f.firstID; own >= 0 && own < f.N {
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
	slot := slices.Index(f.Boids.ID[:f.N], int32(own))
	if f.Boids.Wing[slot]&lanes.Perched != 0 {
		return fmt.Errorf("boid %d sits on a perch: only a flying boid can be moved", f.firstID+own)
	}
	pos, vel := to.At, f.set.storedVelocity(to.Velocity)
	if f.set.plane {
		pos, vel = pos.Flat(), vel.Flat()
	}
	f.storePlace(slot, pos, vel)
	f.Boids.Wing[slot] |= lanes.Placed
	f.placedSinceTick = true
	f.moveOutOfObstacles(own)
	f.prepare()
	return nil
}

// Spot returns the position and velocity of the boid with the given id. It returns ok = false
// if there is no such boid.
func (w *World) Spot(id int) (at Spot, ok bool) {
	for _, f := range w.flocks {
		if own := id - f.firstID; own >= 0 && own < f.N {
			slot := slices.Index(f.Boids.ID[:f.N], int32(own))
			return Spot{f.Pos(slot), f.Vel(slot).Scale(f.set.perSecond)}, true
		}
	}
	return at, false
}

// StartMiddle returns the middle of the cloud in which the flock with this index starts.
func (w *World) StartMiddle(index int) vec.Vec {
	f := w.flocks[index]
	now := f.presentTick()
	now.Age = 0
	return f.cloudAt(&now).Middle
}
