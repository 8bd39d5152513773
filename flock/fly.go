package flock

// gravity in m/s².
const gravity = 9.81

// wing is a bird's attitude and wingbeat.
type wing struct {
	up      vec     // unit, orthogonal to the heading
	pull    vec     // acceleration, smoothed, m/s²
	phase   float32 // turns in [0,1); 0: wings fully open
	resting bool    // descending without effort: the wings play on until open, then hold
	held    bool    // open and held
	pace    float32 // its own share of the flap rate
}

// fly updates what is seen of a boid that changed its velocity: the bank into
// the turn (row "up-vector") and the wingbeat (H16).
func (w *World) fly(i int, was, vel vec) {
	s, b := &w.set, &w.wings[i]
	pull := vel.sub(was).scale(float32(w.def.TickRate))
	b.pull = b.pull.add(pull.sub(b.pull).scale(s.follow))
	if heading := vel.unit(); heading != (vec{}) {
		b.bank(heading, s.follow)
		b.decide(s, heading, vel, w.escapes[i].age >= 0)
	}
	b.beat(float32(s.FlapRate * b.pace * s.dt))
}

// bank leads the up-vector towards the lift that carries the weight and the
// turn.
func (b *wing) bank(heading vec, follow float32) {
	lift := upright(vec{b.pull.x, b.pull.y + gravity, b.pull.z}, heading)
	b.up = upright(b.up.add(lift.sub(b.up).scale(follow)), heading)
}

// Efforts that a bird does not glide through, m/s².
const (
	pushEffort = 1 // along the heading
	turnEffort = 6 // across it
)

// decide whether the bird may rest its wings. It goes on resting until it sinks
// only half as fast as it had to begin with.
func (b *wing) decide(s *settings, heading, vel vec, leading bool) {
	sink, push, turn := s.GlideSink, float32(pushEffort), float32(turnEffort)
	if b.resting {
		sink, push, turn = sink/2, 2*push, 1.5*turn
	}
	along := b.pull.dot(heading)
	effort := leading || along > push || b.pull.across(heading).length() > turn
	b.resting = -vel.y > sink && !effort
}

// beat advances the phase by a share of a turn, unless the wings are held.
func (b *wing) beat(turns float32) {
	if !b.resting {
		b.held = false
	}
	if b.held {
		return
	}
	b.phase += turns
	if b.phase < 1 {
		return
	}
	b.phase -= float32(int32(b.phase))
	if b.resting {
		b.phase, b.held = 0, true
	}
}
