package flock

import (
	"skein/flock/around"
	"skein/flock/vec"
)

// topSpeed limits each component of a boid's velocity, in m/s, or m per step in models that count in steps.
// The highest max_speed times the highest escape_speed is 150; the difference is room for rounding. Sums of
// differences of velocities are exact up to this speed (see sumLimit).
const topSpeed = 151

// FastestStart is the highest speed at which boids start, in m/s, or m per step.
const FastestStart = 50

// move integrates a block: the velocity first, then the position (S3, H6), within the limits of speed (H7)
// and of the world. In the plane, nothing steers up or down.
func move(s *settings, b *block) {
	for i := range b.N {
		moveOne(s, b, i, s.speedLimit(b.Age[i], s.MaxSpeed))
	}
}

// moveOne does the same as move, for boid i of a block and with a given limit of speed.
func moveOne(s *settings, b *block, i int, fastest float32) {
	vel := at(&b.Vel, i).Add(at(&b.Steer, i).Scale(s.gain))
	if s.plane {
		vel.Y = 0
	}
	vel = limitSpeed(vel, s.MinSpeed, fastest).Quantized()
	pos := at(&b.Pos, i).Add(vel.Scale(s.step)).Quantized()
	pos.X, vel.X = stopAtWall(pos.X, vel.X, -around.Wall)
	pos.Y, vel.Y = stopAtWall(pos.Y, vel.Y, s.floor)
	pos.Z, vel.Z = stopAtWall(pos.Z, vel.Z, -around.Wall)
	set(&b.Next, i, pos)
	set(&b.NextVel, i, vel)
}

// speedLimit returns the limit of speed in a tick of an escape (H7, H13), for a boid with the highest speed
// top. Ticks count from 1. Without an escape, it returns top. In an escape, it is
//
//	top · (E - (E - 1) · S(3t - 2))
//
// where E is EscapeSpeed, t is the fraction of the escape that has passed at the middle of the tick, and S(x)
// is 3x² - 2x³, with x limited to [0, 1]. So the limit is E times top for the first two thirds, and eases
// back to top over the last third. S is nowhere steeper than 3/2, so a tick lowers the limit by at most
// 4.5 · (E - 1) · top · dt/EscapeSeconds.
func (s *settings) speedLimit(age int32, top float32) float32 {
	if age < 0 {
		return top
	}
	fastest, excess := s.escapeLimit(top)
	t := float32((float32(age)-0.5)*s.dt) / s.EscapeSeconds
	return fastest - float32(excess*Smoothstep(float32(3*t)-2))
}

// limitSpeed limits the speed of a velocity to a range. A boid at rest has no direction, so it stays at
// rest.
func limitSpeed(vel vec.Vec, slowest, fastest float32) vec.Vec {
	speed := vel.Length()
	switch {
	case speed == 0:
		return vel
	case speed < slowest:
		return vel.Scale(slowest / speed)
	case speed > fastest:
		return vel.Scale(fastest / speed)
	}
	return vel
}

// stopAtWall stops a boid, along one axis, at the lower end of the world and at the wall. It returns
// the boid's coordinate and velocity.
func stopAtWall(x, v, lowest float32) (float32, float32) {
	switch {
	case x < lowest:
		return lowest, vec.Max(v, 0)
	case x > around.Wall:
		return around.Wall, vec.Min(v, 0)
	}
	return x, v
}
