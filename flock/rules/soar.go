package rules

import "skein/flock"

// Soar has boids circle in the thermals around them, all of them the same way round in
// each, and hold their wings open while they do: who is within two radii of a thermal's
// middle and below its top flies a circle of half the radius, or as narrow as it can, onto
// which it comes as onto a path (see [Paths]), and sinks through the air, which lifts it by
// more than that. Where it is lifted by less than 0.9 m/s, far up, it is let go, glides down at 1 m/s, and may
// come back once it is below a third (H. Reichmann, "Cross-country soaring", 1978, on centring lift).
type Soar struct {
	thermals []flock.Wind
	place
}

// About says that it is skein's own.
func (r *Soar) About() flock.About { return flock.About{Name: "soar", Source: "skein"} }

// Heeds is that of winds.
func (r *Soar) Heeds() string { return "wind" }

// Around takes in the thermals.
func (r *Soar) Around(s *flock.Surroundings, species string) {
	r.thermals = nil
	for _, w := range s.Winds {
		if w.Form == "thermal" && w.Speed > 0 && w.Soar > 0 && meant(w.For, species) {
			r.thermals = append(r.thermals, w)
		}
	}
}

// On says whether there are thermals.
func (r *Soar) On() bool { return len(r.thermals) > 0 }

// Columns are 1 for a boid that came out at the top of a thermal.
func (r *Soar) Columns() []flock.Column { return []flock.Column{{Name: "soared", High: 1}} }

// Tick takes in the time.
func (r *Soar) Tick(now *flock.Tick) { r.tick(now) }

// Shares of a thermal's height at which boids leave it, and come back.
const (
	leaving   = 0.4
	returning = 0.3
	weak      = 0.9 // m/s
)

// Steer is round the nearest thermal.
func (r *Soar) Steer(me *flock.Self) flock.Vec {
	best, to := -1, flock.Vec{}
	for k := range r.thermals {
		if off := r.to(me.Pos, r.thermals[k].At); best < 0 || off.Flat().Dot(off.Flat()) < to.Flat().Dot(to.Flat()) {
			best, to = k, off
		}
	}
	w := &r.thermals[best]
	up := -to.Y / w.Height
	d := to.Flat().Length()
	switch {
	case up < returning:
		me.State[0] = 0
	case up > leaving && (up > 1 || d < w.Radius && r.now.Wind(me.Pos).Y < weak):
		me.State[0] = 1
	}
	if me.State[0] == 1 {
		return flock.Vec{Y: float32(0.1 * (-1/r.pace - me.Vel.Y))}
	}
	if r.now.Plane || up < 0 || d > 2*w.Radius || me.Speed == 0 {
		return flock.Vec{}
	}
	return r.circle(me, w, best, to.Flat(), d)
}

// circle is the steer onto a circle about a thermal's middle, and round it.
func (r *Soar) circle(me *flock.Self, w *flock.Wind, number int, in flock.Vec, d float32) flock.Vec {
	const sink, share = 0.7, 0.1 // m/s
	turning := float32(float32(me.Speed*me.Speed) * r.turn)
	radius := flock.Most(w.Radius/2, turning/float32(0.7*w.Soar))
	if d < 0.01 {
		in, d = me.Heading.Flat(), 1
	}
	inward := in.Scale(1 / d)
	round := flock.Vec{X: inward.Z, Z: -inward.X}
	if number%2 == 1 {
		round = round.Neg()
	}
	x := flock.Most(-1, flock.Least((d-radius)/float32(0.5*radius), 2))
	course := round.Add(inward.Scale(x)).Unit().Scale(me.Speed)
	course.Y = -sink / r.pace
	bend := inward.Scale(turning / flock.Most(d, radius))
	return course.Sub(me.Vel).Scale(share).Add(bend).Clip(w.Soar)
}
