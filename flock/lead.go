package flock

// escape is a boid's status as a leader.
type escape struct {
	age   int32   // ticks since it began; free or over if negative
	speed float32 // m/s on leaving
	cause cause
}

// cause is what triggered an escape, for the ledger.
type cause struct{ x, front, draw float32 }

// Ages of a boid that does not lead.
const (
	free = -1 // may become a leader
	over = -2 // its escape ended in this tick
)

// lead advances boid i's escape, or lets it become a leader (S3, the algorithm's
// seven steps), and returns the steer of the escape.
func (w *World) lead(i int, p *perception) vec {
	e := &w.escapes[i]
	switch {
	case e.age >= 0 && float32(float32(e.age)*w.set.dt) >= w.set.EscapeSeconds:
		e.age = over
	case e.age < 0 && w.deciding():
		if c, ok := w.trigger(i, p); ok {
			*e = escape{age: 0, speed: p.speed, cause: c}
		}
	}
	if e.age < 0 {
		return vec{}
	}
	return w.escapeSteer(e, p)
}

// deciding is true 30 times a second, whatever the tick rate.
func (w *World) deciding() bool { return w.age%int64(w.def.TickRate/30) == 0 }

// trigger is steps 2 to 4 of S3's algorithm (H8 to H11).
func (w *World) trigger(i int, p *perception) (cause, bool) {
	s := &w.set
	away := p.edge.length()
	c := cause{x: away / s.Vision}
	if c.x < s.EccentricityFloor {
		return c, false
	}
	if away > 0 {
		c.front = -p.edge.dot(p.heading) / away
	}
	if s.FrontTest && c.front <= s.FrontFloor && p.speed >= s.SlowSpeed {
		return c, false
	}
	c.draw = w.gauss.at(random(w.def.Seed, i, forDecision, w.age/int64(w.def.TickRate/30)))
	if s.Trigger == Printed {
		return c, c.x >= float32(s.Leadership*c.draw)
	}
	return c, float32(s.Leadership*c.x) > c.draw
}

// escapeSteer follows the escape curve (H13), sampled at the middle of the tick,
// along the heading, or away from the others for a boid at rest.
func (w *World) escapeSteer(e *escape, p *perception) vec {
	s := &w.set
	along := p.heading
	if p.speed == 0 {
		along = p.edge.neg().unit()
	}
	speed := e.speed
	if s.EscapeScaling == Current {
		speed = p.speed
	}
	t := float32((float32(e.age)+0.5)*s.dt) / s.EscapeSeconds
	gain := float32(s.EscapeStrength * EscapeCurve(s.EscapeShape, t))
	return along.scale(float32(gain * max(speed, s.CruiseSpeed)))
}
