package flock

// Motion is where a boid goes in a tick and how fast, as its rules and the limits
// have it.
type Motion struct {
	Pos, Vel Vec
	Steer    Vec     // what the steers together change the velocity by in this tick
	Share    float32 // of a steer that a tick takes
	Step     float32 // of the velocity that a tick moves a boid by
}

// moverAtWork is a rule at work that changes where a boid goes.
type moverAtWork struct {
	rule  mover
	state []own
}

// divert has rules change where the boids of a block go. What they say is within the
// limits of speed and of the world again.
func (f *flock) divert(s *scratch, b *block) {
	for _, m := range f.movers {
		for i := range b.N {
			s.me.fill(b, i, m.state)
			steer := at(&b.Steer, i).Scale(f.set.gain)
			if f.set.plane {
				steer.Y = 0
			}
			s.motion = Motion{at(&b.Next, i), at(&b.NextVel, i), steer, f.set.gain, f.set.step}
			m.rule.Move(&s.me, &s.motion)
			taken(s, b, i, m.state, Vec{})
			f.head(b, i, &s.motion)
		}
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
