package flock

import "skein/flock/internal/lanes"

// A rule is one steer: it adds to each boid of a block a change of velocity per
// 1/30 s, from what the boid perceives. A model is a list of rules.
type rule func(s *settings, at *place, b *block)

// social are the steers that SteerLimit caps together, solitary the others:
// those of each that the parameters switch on.

func (s *settings) social(k *lanes.Kernels) []rule {
	return chosen(
		option{separate, k.Separate, s.Separation > 0},
		option{cohere, k.Cohere, s.Cohesion > 0},
		option{match, k.Match, s.Alignment > 0 && s.AlignmentForm == Match},
		option{alignPrinted, k.AlignPrinted, s.Alignment > 0 && s.AlignmentForm == PrintedVector},
		option{accompany, nil, s.LonelyCount > 0},
		option{clip, k.Clip, s.SteerLimit > 0},
	)
}

func (s *settings) solitary(k *lanes.Kernels) []rule {
	return chosen(
		option{cruise, k.Cruise, s.CruiseRate > 0},
		option{gust, k.Gust, s.GustStrength > 0},
		option{roost, k.Roost, s.RoostPull > 0},
		option{meander, k.Meander, s.Meander > 0},
		option{keepHeight, k.KeepHeight, s.HeightPull > 0 || s.HeightDamp > 0},
		option{pullUp, k.PullUp, s.GroundMargin > 0},
		option{bound, nil, s.softBounds()},
		option{turnBack, k.TurnBack, s.Bounds != Wrap},
	)
}

// option is a rule that may be at work.
type option struct {
	rule rule
	fast lanes.Kernel // that does the same; nil if the machine has none
	on   bool
}

func chosen(from ...option) (rules []rule) {
	for _, o := range from {
		if o.on {
			rules = append(rules, faster(o.rule, o.fast))
		}
	}
	return rules
}

// steer sums rules, in order.
func (w *World) steer(b *block, rules []rule) {
	w.derive(&w.set, &w.place, b)
	clear(b.Steer.X[:b.N])
	clear(b.Steer.Y[:b.N])
	clear(b.Steer.Z[:b.N])
	for _, r := range rules {
		r(&w.set, &w.place, b)
	}
}

// derive makes means of the sums, and of the velocity a speed and a heading.
func derive(b *block) {
	for i := range b.N {
		edge, mean := over(b.Visible[i]), over(b.Weight[i])
		set(&b.Edge, i, at(&b.Edge, i).Scale(edge))
		set(&b.Centre, i, at(&b.Centre, i).Scale(mean))
		set(&b.Course, i, at(&b.Course, i).Scale(mean))
		vel := at(&b.Vel, i)
		b.Speed[i] = vel.Length()
		set(&b.Heading, i, vel.Scale(inverse(b.Speed[i])))
	}
}

// over turns a sum of quanta into a mean over so many; 0 for nobody.
func over(n float32) float32 {
	if n == 0 {
		return 0
	}
	return Quantum / n
}

// inverse of a length, 0 for none.
func inverse(l float32) float32 {
	if l == 0 {
		return 0
	}
	return 1 / l
}

// separate is S·s of S3 eq. 1 (H2).
func separate(s *settings, _ *place, b *block) {
	each(b, func(i int) Vec { return at(&b.Away, i).Scale(s.separation) })
}

// cohere is K·k of S3 eq. 3 (H4).
func cohere(s *settings, _ *place, b *block) {
	each(b, func(i int) Vec { return at(&b.Centre, i).Scale(s.Cohesion) })
}

// match is M·m of S3 eq. 4, relative to the own velocity (H5).
func match(s *settings, _ *place, b *block) {
	each(b, func(i int) Vec { return at(&b.Course, i).Scale(s.Alignment) })
}

// alignPrinted is M·m of S3 eq. 4 as printed (H5).
func alignPrinted(s *settings, _ *place, b *block) {
	each(b, func(i int) Vec {
		if b.Weight[i] == 0 {
			return Vec{}
		}
		return at(&b.Vel, i).Add(at(&b.Course, i)).Scale(s.Alignment)
	})
}

// accompany is what the lonely do for company.
func accompany(_ *settings, _ *place, b *block) {
	each(b, func(i int) Vec { return at(&b.Company, i) })
}

// clip caps the steers so far.
func clip(s *settings, _ *place, b *block) {
	for i := range b.N {
		set(&b.Steer, i, at(&b.Steer, i).Clip(s.SteerLimit))
	}
}

func cruise(s *settings, _ *place, b *block) {
	each(b, func(i int) Vec {
		return at(&b.Heading, i).Scale(float32(s.CruiseRate * (s.CruiseSpeed - b.Speed[i])))
	})
}

// place is what the world around the flock is at this tick.
type place struct {
	roost Vec     // centre of the roost
	turn  float32 // of the meander: 1 hard left, -1 hard right
	age   int64   // ticks since the start

	deciding bool        // boids may become leaders
	terms    lanes.Terms // this and the settings, as kernels take them
}

// farOut caps how steeply the roost's pull rises, at three and a half times its
// radius.
const farOut = 6

// roost pulls inward over the ground, softly from half its radius on.
func roost(s *settings, to *place, b *block) {
	each(b, func(i int) Vec {
		in := to.roost.Sub(at(&b.Pos, i)).Flat()
		r := in.Length()
		if 2*r <= s.RoostRadius {
			return Vec{}
		}
		out := least(2*r/s.RoostRadius-1, farOut)
		return in.Scale(float32(s.RoostPull*float32(out*out)) / r).Across(at(&b.Heading, i))
	})
}

// meander turns all boids the same way at the same rate, now left, now right.
func meander(s *settings, to *place, b *block) {
	turn := float32(s.Meander * to.turn)
	each(b, func(i int) Vec {
		return Vec{float32(b.Heading.Z[i] * turn), 0, float32(-b.Heading.X[i] * turn)}
	})
}

// keepHeight pulls to the roost's height and damps the vertical speed.
func keepHeight(s *settings, to *place, b *block) {
	each(b, func(i int) Vec {
		pull := float32(s.HeightPull * (to.roost.Y - b.Pos.Y[i]))
		return Vec{0, pull - float32(s.HeightDamp*b.Vel.Y[i]), 0}
	})
}

// pullUp lifts a boid that is near the ground, harder the lower it is and the
// faster it sinks.
func pullUp(s *settings, _ *place, b *block) {
	each(b, func(i int) Vec {
		if b.Pos.Y[i] >= s.GroundMargin {
			return Vec{}
		}
		depth := 1 - b.Pos.Y[i]/s.GroundMargin
		sink := most(0, -b.Vel.Y[i])
		return Vec{0, float32(depth * (0.3 + float32(0.3*sink))), 0}
	})
}

// bound turns back those that leave a soft box or sphere (P5).
func bound(s *settings, _ *place, b *block) {
	each(b, func(i int) Vec { return s.boundsSteer(at(&b.Pos, i)) })
}

// edge is the distance from the origin along each axis at which boids turn
// back, well before the wall.
const edge = 800

// turnBack keeps boids in the world, whatever the parameters.
func turnBack(_ *settings, _ *place, b *block) {
	each(b, func(i int) Vec {
		return Vec{inward(b.Pos.X[i]), inward(b.Pos.Y[i]), inward(b.Pos.Z[i])}
	})
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
