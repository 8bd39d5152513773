package flock

import (
	"fmt"
	"math"
	"slices"

	"skein/flock/internal/lanes"
)

// Spot is where a boid is put, and how it flies on from there.
type Spot struct {
	At       Vec `json:"at"`       // m
	Velocity Vec `json:"velocity"` // through the air, m/s
}

// fastestPut is the most of each part of a velocity that a boid is put with, m/s.
const fastestPut = 500

// check says what is wrong with a spot.
func (s *Spot) check() error {
	if !s.At.Within(wall) {
		return fmt.Errorf("put at %v: want a place within %d m of the middle of the world, along each axis", s.At.Floats(), wall)
	}
	if !s.Velocity.Within(fastestPut) {
		return fmt.Errorf("put at a velocity of %v: want %d m/s at most, along each axis", s.Velocity.Floats(), fastestPut)
	}
	return nil
}

// Put moves a boid, by its id, to a spot from which it flies on from the next tick on: an
// edit by hand, at once, after which it is flagged as one that jumped. What would be in an
// obstacle is put beside it. It emits BoidPut at the current tick. The error says what is
// wrong, a boid that sits on a perch among it; nothing is changed then.
func (w *World) Put(id int, to Spot) error {
	if err := to.check(); err != nil {
		return err
	}
	for _, f := range w.flocks {
		if own := id - f.firstID; own >= 0 && own < f.n {
			if err := f.putBoid(own, to); err != nil {
				return err
			}
			w.emit(Event{Kind: BoidPut, Boid: id, Flock: f.number, Put: &to})
			return nil
		}
	}
	return fmt.Errorf("boid %d: there are %d", id, w.Len())
}

// putBoid puts one of the flock's, by its number in it.
func (f *flock) putBoid(own int, to Spot) error {
	slot := slices.Index(f.boids.ID[:f.n], int32(own))
	if f.boids.Wing[slot]&lanes.Perched != 0 {
		return fmt.Errorf("boid %d sits on a perch: want one that flies", f.firstID+own)
	}
	f.put(slot, f.level(to.At), f.level(to.Velocity).Scale(1/f.set.perSecond))
	f.boids.Wing[slot] |= lanes.Placed
	f.placed = true
	f.clear(own)
	f.prepare()
	return nil
}

// Spot is where a boid is, by its id; false if there is none of it.
func (w *World) Spot(id int) (at Spot, ok bool) {
	for _, f := range w.flocks {
		if own := id - f.firstID; own >= 0 && own < f.n {
			slot := slices.Index(f.boids.ID[:f.n], int32(own))
			return Spot{f.pos(slot), f.vel(slot).Scale(f.set.perSecond)}, true
		}
	}
	return at, false
}

// From is the group of one boid that starts at a spot, in a cloud with its middle at some
// place: see [World.StartMiddle].
func (s *Spot) From(middle Vec) Group {
	off := s.At.Sub(middle)
	near := func(x float32) float32 { return min(max(x, -FarthestGroup), FarthestGroup) }
	heading := s.Velocity.compass()
	return Group{
		Count: 1, Place: Vec{near(off.X), near(off.Y), near(off.Z)},
		Heading: float32(math.Round(10*heading) / 10), Speed: min(s.Velocity.Length(), 50),
	}
}

// StartMiddle is the middle of the cloud that a flock starts in, counted from 0.
func (w *World) StartMiddle(number int) Vec {
	f := w.flocks[number]
	now := f.now()
	now.Age = 0
	at := f.homeAt(&now)
	at.Y = f.start.Altitude
	return at
}

// Apart are the groups of a start of n boids, each of whom has one of its own.
func (s *Start) Apart(n int) (apart []Group) {
	for k, count := range groupCounts(s.Groups, n) {
		one := s.Groups[k]
		one.Count, one.Share = 1, 0
		apart = append(apart, slices.Repeat([]Group{one}, count)...)
	}
	rest := Group{Count: 1, Radius: s.Radius, Speed: s.Speed}
	return append(apart, slices.Repeat([]Group{rest}, n-len(apart))...)
}
