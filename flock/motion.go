package flock

import (
	"math/bits"

	"skein/flock/internal/lanes"
	"skein/flock/internal/stages"
	"skein/flock/vec"
)

// Motion is the next position and velocity of a boid, which rules with the method Move may
// change.
type Motion struct {
	Pos, Vel vec.Vec
	Steer    vec.Vec // change of the velocity in this tick by all steering forces together
	Share    float32 // factor of a steering force in a tick
	Step     float32 // time for which a tick moves a boid at its velocity, s; 1 in a model that counts in steps

	Wind vec.Vec // wind that also moves the boid, m/s, unless the boid is at rest

	// Stands is set by a rule if the boid stands upright at Pos with folded wings.
	Stands bool

	// Perched is set by a rule, in addition to Stands, if the boid sits on a perch. No wind moves a boid on a
	// perch. Its velocity gives the direction that it faces, even at a very low speed.
	Perched bool

	// Landing is set by a rule if the boid is about to sit down.
	Landing bool
}

const folded = 0.5

type stance struct {
	at    int
	phase float32
}

type activeMover struct {
	rule   mover
	name   string
	state  []stateArray
	varied *variedRule  // nil if the boids do not differ in its parameters
	kernel lanes.Kernel // replaces divert if this rule is the only one; or nil
	leaves bool         // whether the kernel marks boids in Block.Marked, for which the rule's Move must be called
}

func (f *flock) newActiveMover(m mover, name string, state []stateArray) activeMover {
	one := activeMover{rule: m, name: name, state: state, varied: f.variedOf(m)}
	if one.varied != nil || f.ownTopSpeed != nil {
		return one
	}
	all := f.kernels
	if f.set.plane {
		all.Roll, all.Perch, all.LimitTurn = nil, nil, all.LimitTurnLevel
	}
	if k, ok := m.(fastMover); ok {
		one.kernel = k.MoveKernel(&all)
	}
	if k, ok := m.(partMover); ok {
		one.kernel, one.leaves = k.MostMoveKernel(&all), true
	}
	return one
}

// divert lets rules change the next positions and velocities, within the limits of speed and of the world.
func (f *flock) divert(s *scratch, b *block) {
	s.stances = s.stances[:0]
	if len(f.movers) == 0 {
		return
	}
	if m := &f.movers[0]; len(f.movers) == 1 && m.kernel != nil {
		aimState(b, m.state)
		m.kernel(b, &f.present.terms)
		if !m.leaves {
			return
		}
		for k, word := range b.Marked {
			for ; word != 0; word &= word - 1 {
				if i := 64*k + bits.TrailingZeros64(word); i < b.N {
					f.divertOne(s, b, m, i)
				}
			}
		}
		return
	}
	for i := range b.N {
		b.Wing[i] &^= lanes.Perched | lanes.Landing
	}
	for k := range f.movers {
		for i := range b.N {
			f.divertOne(s, b, &f.movers[k], i)
		}
	}
}

func (f *flock) divertOne(s *scratch, b *block, m *activeMover, i int) {
	s.me.fill(b, i, m.state)
	steer := b.Steer.At(i).Scale(f.set.gain)
	if f.set.plane {
		steer.Y = 0
	}
	s.motion = Motion{Pos: b.Next.At(i), Vel: b.NextVel.At(i), Steer: steer, Share: f.set.gain, Step: f.set.step}
	if air := f.world.air; air != nil {
		s.motion.Wind = air.At(b.Pos.At(i))
	}
	rule := m.rule
	if m.varied != nil {
		rule = m.varied.ruleOf(s, s.me.ID).(mover)
	}
	rule.Move(&s.me, &s.motion)
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
	f.setMotion(b, i, &s.motion)
}

// stand turns standing boids upright, with the time constant of a bank, and folds their wings.
func (f *flock) stand(s *scratch, b *block) {
	for _, one := range s.stances {
		i, up := one.at, b.Up.At(one.at)
		faces := b.NextVel.At(i).Unit()
		if faces != (vec.Vec{}) && b.Wing[i]&lanes.Perched == 0 {
			continue // a later rule made the boid fly on
		}
		if up = up.Add(vec.Vec{X: 0, Y: 1, Z: 0}.Sub(up).Scale(f.set.smoothing)).Unit(); up == (vec.Vec{}) {
			up = vec.Vec{X: 0, Y: 1, Z: 0}
		}
		if faces != (vec.Vec{}) {
			up = vec.Upright(up, faces)
		}
		b.Up.Set(i, up)
		b.Pull.Set(i, vec.Vec{})
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

// setMotion stores the next position and velocity of boid i, within the limits of speed and of the world.
func (f *flock) setMotion(b *block, i int, to *Motion) {
	pos, vel := to.Pos.Quantized(), stages.LimitSpeed(to.Vel, 0, f.speedLimit(b, i)).Quantized()
	if f.set.plane {
		pos.Y, vel.Y = b.Next.Y[i], 0
	}
	pos, vel = stages.Stop(pos, vel, f.set.floor)
	b.Next.Set(i, pos)
	b.NextVel.Set(i, vel)
}
