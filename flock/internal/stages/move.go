package stages

import (
	"skein/flock/around"
	"skein/flock/internal/lanes"
	"skein/flock/internal/torus"
	"skein/flock/vec"
)

// TopSpeed is the limit of each component of a boid's velocity, in m/s, or in m per step in models that count
// in steps. The product of the highest max_speed and the highest escape_speed is 150. The difference allows
// for rounding. Sums of differences of velocities are exact up to this speed.
const TopSpeed = 151

func Move(b *lanes.Block, t *lanes.Terms) {
	for i := range b.N {
		MoveOne(b, t, i, termsLimit(t, b.Age[i]), false)
	}
}

// MoveLevel is like [Move] for a model in the plane, where nothing steers up or down.
func MoveLevel(b *lanes.Block, t *lanes.Terms) {
	for i := range b.N {
		MoveOne(b, t, i, termsLimit(t, b.Age[i]), true)
	}
}

func MoveOne(b *lanes.Block, t *lanes.Terms, i int, fastest float32, level bool) {
	vel := b.Vel.At(i).Add(b.Steer.At(i).Scale(t.Gain))
	if level {
		vel.Y = 0
	}
	vel = LimitSpeed(vel, t.MinSpeed, fastest).Quantized()
	pos := b.Pos.At(i).Add(vel.Scale(t.Step)).Quantized()
	pos, vel = Stop(pos, vel, t.Floor)
	b.Next.Set(i, pos)
	b.NextVel.Set(i, vel)
}

// termsLimit returns the speed limit of a boid that has no speed limit of its own.
func termsLimit(t *lanes.Terms, age int32) float32 {
	return SpeedLimit(age, t.MaxSpeed, t.Fastest, t.Excess, t.Dt, t.EscapeSeconds)
}

// SpeedLimit returns the speed limit in a tick of an escape (H7, H13). age is the number of the tick, from 1,
// and dt is the length of a tick, s. Without an escape, age is negative, and the limit is top. In an escape,
// it is
//
//	fastest - excess · S(3t - 2)
//
// where fastest is EscapeSpeed times top, and excess is fastest - top. t is the fraction of the escape that
// has passed at the middle of the tick, and S(x) is 3x² - 2x³, with x limited to [0, 1]. The limit is
// therefore fastest for the first two thirds, and eases back to top over the last third. S is nowhere steeper
// than 3/2, so a tick lowers the limit by at most 4.5 · excess · dt/seconds. seconds is the length of an
// escape.
func SpeedLimit(age int32, top, fastest, excess, dt, seconds float32) float32 {
	if age < 0 {
		return top
	}
	t := float32((float32(age)-0.5)*dt) / seconds
	return fastest - float32(excess*vec.Smoothstep(float32(3*t)-2))
}

// LimitSpeed limits the speed of a velocity to a range. A boid at rest has no direction, so it remains at
// rest.
func LimitSpeed(vel vec.Vec, slowest, fastest float32) vec.Vec {
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

// Stop stops a boid at the wall and at floor, the smallest height, m. It returns the boid's position and
// velocity.
func Stop(pos, vel vec.Vec, floor float32) (vec.Vec, vec.Vec) {
	pos.X, vel.X = stopAxis(pos.X, vel.X, -around.Wall)
	pos.Y, vel.Y = stopAxis(pos.Y, vel.Y, floor)
	pos.Z, vel.Z = stopAxis(pos.Z, vel.Z, -around.Wall)
	return pos, vel
}

// stopAxis is like [Stop] for one axis. lowest is the coordinate at which the world begins.
func stopAxis(x, v, lowest float32) (float32, float32) {
	switch {
	case x < lowest:
		return lowest, vec.Max(v, 0)
	case x > around.Wall:
		return around.Wall, vec.Min(v, 0)
	}
	return x, v
}

// Drift moves the flying boids of a block with the wind. level is true for a model in the plane: there, the
// wind moves no boid up or down.
func Drift(b *lanes.Block, air *around.Air, level bool, floor float32) {
	for i := range b.N {
		vel := b.NextVel.At(i)
		if vel == (vec.Vec{}) || b.Wing[i]&lanes.Perched != 0 {
			continue
		}
		by := air.Drift(b.Pos.At(i))
		if level {
			by.Y = 0
		}
		pos, vel := Stop(b.Next.At(i).Add(by), vel, floor)
		b.Next.Set(i, pos)
		b.NextVel.Set(i, vel)
	}
}

func Wrap(b *lanes.Block, world torus.Torus) {
	for i := range b.N {
		if at := b.Next.At(i); !world.Holds(at) {
			to, _ := world.Wrap(at)
			b.Next.Set(i, to)
			b.Wing[i] |= lanes.Jumped
		}
	}
}
