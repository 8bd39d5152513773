package flock

import (
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// Motion is where a boid goes in a tick and how fast, as its rules and the limits
// have it.
type Motion struct {
	Pos, Vel vec.Vec
	Steer    vec.Vec // what the steers together change the velocity by in this tick
	Share    float32 // of a steer that a tick takes
	Step     float32 // of the velocity that a tick moves a boid by

	Wind vec.Vec // that moves the boid besides, m/s, unless it is at rest

	// Stands is for a rule to set: the boid stands there, upright, and folds its wings.
	Stands bool

	// Perched is for a rule to set beside that: it sits on a perch, where no wind moves it.
	// Its velocity, however small, is the way that it faces.
	Perched bool

	// Landing is for a rule to set: it is about to sit down.
	Landing bool
}

// folded is the phase of the wingbeat at which the wings are nearest to the body.
const folded = 0.5

// stance is a boid of a block that stands, and its wings' phase at the start of the tick.
type stance struct {
	at    int
	phase float32
}

// moverAtWork is a rule at work that changes where a boid goes.
type activeMover struct {
	rule  mover
	state []stateArray
}

// divert has rules change where the boids of a block go. What they say is within the
// limits of speed and of the world again.
func (f *flock) divert(s *scratch, b *block) {
	s.stances = s.stances[:0]
	if len(f.movers) == 0 {
		return
	}
	for i := range b.N {
		b.Wing[i] &^= lanes.Perched | lanes.Landing
	}
	for _, m := range f.movers {
		for i := range b.N {
			s.me.fill(b, i, m.state)
			steer := at(&b.Steer, i).Scale(f.set.gain)
			if f.set.plane {
				steer.Y = 0
			}
			s.motion = Motion{Pos: at(&b.Next, i), Vel: at(&b.NextVel, i), Steer: steer, Share: f.set.gain, Step: f.set.step}
			if air := f.world.air; air != nil {
				s.motion.Wind = air.wind(at(&b.Pos, i))
			}
			m.rule.Move(&s.me, &s.motion)
			if s.motion.Perched {
				b.Wing[i] |= lanes.Perched
			}
			if s.motion.Landing {
				b.Wing[i] |= lanes.Landing
			}
			if s.motion.Stands {
				s.stances = append(s.stances, stance{i, b.Phase[i]})
			}
			storeChecked(s, b, i, m.state, vec.Vec{})
			f.head(b, i, &s.motion)
		}
	}
}

// stand makes the boids of a block that stand come upright, as a bank does, and end their
// beat where the wings are folded, which they hold.
func (f *flock) stand(s *scratch, b *block) {
	for _, one := range s.stances {
		i, up := one.at, at(&b.Up, one.at)
		faces := at(&b.NextVel, i).Unit()
		if faces != (vec.Vec{}) && b.Wing[i]&lanes.Perched == 0 {
			continue // a later rule has it go on
		}
		if up = up.Add(vec.Vec{X: 0, Y: 1, Z: 0}.Sub(up).Scale(f.set.smoothing)).Unit(); up == (vec.Vec{}) {
			up = vec.Vec{X: 0, Y: 1, Z: 0}
		}
		if faces != (vec.Vec{}) {
			up = vec.Upright(up, faces)
		}
		set(&b.Up, i, up)
		set(&b.Pull, i, vec.Vec{})
		left := folded - one.phase
		if left < 0 {
			left++
		}
		b.Wing[i] &^= lanes.Resting | lanes.Held
		if turns := float32(f.set.flapTurns * b.Pace[i]); turns < left {
			b.Phase[i] = one.phase + turns
			if b.Phase[i] >= 1 {
				b.Phase[i]--
			}
			continue
		}
		b.Phase[i] = folded
		b.Wing[i] |= lanes.Held
	}
}

// head has number i of a block go as a rule says.
func (f *flock) head(b *block, i int, to *Motion) {
	pos, vel := to.Pos.Quantized(), limited(to.Vel, 0, f.set.highest(b.Age[i])).Quantized()
	if f.set.plane {
		pos.Y, vel.Y = b.Next.Y[i], 0
	}
	pos.X, vel.X = held(pos.X, vel.X, -wall)
	pos.Y, vel.Y = held(pos.Y, vel.Y, f.set.floor)
	pos.Z, vel.Z = held(pos.Z, vel.Z, -wall)
	set(&b.Next, i, pos)
	set(&b.NextVel, i, vel)
}
