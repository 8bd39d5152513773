package stages

import (
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// Gravity is the acceleration of free fall, m/s².
const Gravity = 9.81

func Fly(b *lanes.Block, t *lanes.Terms) {
	for i := range b.N {
		vel := b.NextVel.At(i)
		bird := wing{up: b.Up.At(i), pull: b.Pull.At(i), phase: b.Phase[i], flags: b.Wing[i] &^ lanes.Jumped}
		pull := vel.Sub(b.Vel.At(i)).Scale(t.Rate)
		bird.pull = flushTiny(bird.pull.Add(pull.Sub(bird.pull).Scale(t.Follow)))
		if heading := vel.Unit(); heading != (vec.Vec{}) {
			bird.bank(heading, t.Follow)
			bird.decide(t.GlideSink, heading, vel, b.Age[i] >= 0)
		}
		bird.beat(float32(t.FlapTurns * b.Pace[i]))
		b.Up.Set(i, bird.up)
		b.Pull.Set(i, bird.pull)
		b.Phase[i], b.Wing[i] = bird.phase, bird.flags
	}
}

// FlyLevel is like [Fly] for a model in the plane, where boids remain upright.
func FlyLevel(b *lanes.Block, t *lanes.Terms) {
	Fly(b, t)
	for i := range b.N {
		b.Up.Set(i, vec.Vec{X: 0, Y: 1, Z: 0})
		b.Pull.Set(i, vec.Vec{})
	}
}

// LeastPull is the smallest pull that is not set to 0, m/s². On a straight course, a pull would shrink to
// subnormal numbers, which processors handle a hundred times more slowly. With this limit, the pull, its
// square, and the square of its rounding error across the heading are never subnormal.
const LeastPull = 1.0 / (1 << 40)

func flushTiny(a vec.Vec) vec.Vec {
	return vec.Vec{X: flushTinyNumber(a.X), Y: flushTinyNumber(a.Y), Z: flushTinyNumber(a.Z)}
}

func flushTinyNumber(x float32) float32 {
	if x > -LeastPull && x < LeastPull {
		return 0
	}
	return x
}

type wing struct {
	up    vec.Vec // unit vector orthogonal to the heading
	pull  vec.Vec // smoothed acceleration, m/s²
	phase float32 // phase of the wingbeat in turns, from 0 to 1; at 0 the wings are fully open
	flags uint32  // decide and beat change the flags Resting and Held
}

// bank turns the up-vector towards the lift that balances gravity and the turn, through two first-order
// filters in series, each with the time constant BankTime. v and v' are the velocities before and after the
// tick. dt is the length of the tick, and g is 9.81 m/s² upwards. In a tick, each filter reduces the
// difference by the fraction f = dt/(BankTime + dt) (backward Euler). Fly computes a before it calls bank:
//
//	a ← a + f·((v' - v)/dt - a)      the acceleration, smoothed; 0 if it is below LeastPull
//	u ← U(u + f·(U(a + g) - u))      the up-vector
//
// U(x) is the unit vector along the component of x perpendicular to v'. If this component is shorter than
// 1/1000, U(x) is any unit vector perpendicular to v'. A boid at rest keeps u. A flock starts with a = 0
// and u = U(g). After a time t in a steady turn, the bank has reached the fraction 1 - (1 +
// t/BankTime)·exp(-t/BankTime) of its final value.
func (b *wing) bank(heading vec.Vec, follow float32) {
	lift := vec.Upright(vec.Vec{X: b.pull.X, Y: b.pull.Y + Gravity, Z: b.pull.Z}, heading)
	b.up = vec.Upright(b.up.Add(lift.Sub(b.up).Scale(follow)), heading)
}

// PushEffort and TurnEffort are accelerations above which a bird does not glide, m/s².
const (
	PushEffort = 1 // acceleration along the heading
	TurnEffort = 6 // acceleration across the heading
)

// decide sets whether the bird may rest its wings. The bird must sink faster than glideSink, m/s, and must
// not lead, speed up or turn hard. For a bird that already rests, half of the sink rate suffices, and the
// limits of acceleration are 2 times (along the heading) and 1.5 times (across it) as high.
func (b *wing) decide(glideSink float32, heading, vel vec.Vec, leading bool) {
	sink, push, turn := glideSink, float32(PushEffort), float32(TurnEffort)
	if b.flags&lanes.Resting != 0 {
		sink, push, turn = sink*0.5, 2*push, 1.5*turn
	}
	b.flags &^= lanes.Resting
	if !(-vel.Y > sink) || leading { // true for most boids
		return
	}
	if effort := b.pull.Dot(heading) > push || b.pull.Across(heading).Length() > turn; !effort {
		b.flags |= lanes.Resting
	}
}

// beat advances the wingbeat. Resting wings stop as soon as they are fully open.
func (b *wing) beat(turns float32) {
	resting := b.flags&lanes.Resting != 0
	if !resting {
		b.flags &^= lanes.Held
	}
	if b.flags&lanes.Held != 0 {
		return
	}
	b.phase += turns
	if b.phase < 1 {
		return
	}
	b.phase -= float32(int32(b.phase))
	if resting {
		b.phase, b.flags = 0, b.flags|lanes.Held
	}
}
