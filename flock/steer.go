package flock

// A rule is one steer: a change of velocity per 1/30 s, from what a boid
// perceives. A model is a list of them.
type rule func(s *settings, place *place, p *perception) vec

// social are the steers that SteerLimit caps together, solitary the others.

func socialRules() []rule { return []rule{separate, cohere, align} }

func solitaryRules() []rule {
	return []rule{cruise, gust, roost, meander, keepHeight, pullUp, turnBack}
}

// steer is the sum of all rules, in order.
func (w *World) steer(p *perception) vec {
	s, sum := &w.set, vec{}
	for _, r := range w.social {
		sum = sum.add(r(s, &w.place, p))
	}
	if s.SteerLimit > 0 {
		sum = sum.clip(s.SteerLimit)
	}
	for _, r := range w.others {
		sum = sum.add(r(s, &w.place, p))
	}
	return sum
}

// separate is S·s of S3 eq. 1 (H2).
func separate(s *settings, _ *place, p *perception) vec {
	if s.SeparationForm == Printed {
		return p.separation.scale(-s.Separation)
	}
	return p.separation.scale(s.Separation)
}

// cohere is K·k of S3 eq. 3 (H4). A lonely boid is drawn no harder than one at
// the edge of its vision.
func cohere(s *settings, _ *place, p *perception) vec {
	k := p.centre
	if p.lonely {
		k = k.clip(s.Vision)
	}
	return k.scale(s.Cohesion)
}

// align is M·m of S3 eq. 4 (H5).
func align(s *settings, _ *place, p *perception) vec {
	m := p.meanVelocity
	if s.AlignmentForm == Match && p.count > 0 {
		m = m.sub(p.vel)
	}
	return m.scale(s.Alignment)
}

func cruise(s *settings, _ *place, p *perception) vec {
	return p.heading.scale(float32(s.CruiseRate * (s.CruiseSpeed - p.speed)))
}

func gust(_ *settings, _ *place, p *perception) vec { return p.gust }

// place is what the world around the flock is at this tick.
type place struct {
	roost vec     // centre of the roost
	turn  float32 // of the meander: 1 hard left, -1 hard right
}

// farOut caps how steeply the roost's pull rises, at three and a half times its
// radius.
const farOut = 6

// roost pulls inward over the ground, softly from half its radius on.
func roost(s *settings, at *place, p *perception) vec {
	if s.RoostPull == 0 {
		return vec{}
	}
	in := at.roost.sub(p.pos).flat()
	r := in.length()
	if 2*r <= s.RoostRadius {
		return vec{}
	}
	out := min(2*r/s.RoostRadius-1, farOut)
	return in.scale(float32(s.RoostPull*float32(out*out)) / r).across(p.heading)
}

// meander turns all boids the same way at the same rate, now left, now right.
func meander(s *settings, at *place, p *perception) vec {
	left := vec{p.heading.z, 0, -p.heading.x}
	return left.scale(float32(s.Meander * at.turn))
}

// keepHeight pulls to the roost's height and damps the vertical speed.
func keepHeight(s *settings, at *place, p *perception) vec {
	pull := float32(s.HeightPull * (at.roost.y - p.pos.y))
	return vec{0, pull - float32(s.HeightDamp*p.vel.y), 0}
}

// pullUp lifts a boid that is near the ground, harder the lower it is and the
// faster it sinks.
func pullUp(s *settings, _ *place, p *perception) vec {
	if s.GroundMargin == 0 || p.pos.y >= s.GroundMargin {
		return vec{}
	}
	depth := 1 - p.pos.y/s.GroundMargin
	sink := max(0, -p.vel.y)
	return vec{0, float32(depth * (0.3 + float32(0.3*sink))), 0}
}

// edge is the distance from the origin along each axis at which boids turn
// back: beyond a quarter more, differences of positions would no longer be exact.
const edge = 800

// turnBack keeps boids in the world, whatever the parameters.
func turnBack(_ *settings, _ *place, p *perception) vec {
	return vec{inward(p.pos.x), inward(p.pos.y), inward(p.pos.z)}
}

func inward(x float32) float32 {
	switch {
	case x > edge:
		return -0.5
	case x < -edge:
		return 0.5
	}
	return 0
}
