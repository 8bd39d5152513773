package rules

import (
	"skein/flock"
	"skein/flock/around"
	"skein/flock/vec"
)

// Soar makes boids circle in the thermals of the World with open wings. All boids circle in the same
// direction in a thermal. A boid within two radii of the middle and below the top flies a circle of half the
// radius, or as tight as it can. It joins the circle in the same way as a path; see [Paths]. While it
// circles, it sinks through the air, but the air rises faster. Above 0.4 of the thermal's height, it leaves
// the thermal where the lift is below 0.9 m/s. Then it glides down at 1 m/s. Below 0.3 of the height, it may
// return (H. Reichmann, "Cross-country soaring", 1978, on centring lift).
type Soar struct {
	thermals []around.Wind
	navigator
}

// About implements [flock.Rule].
func (r *Soar) About() flock.About { return flock.About{Name: "soar", Source: "skein"} }

// ThingKind implements [flock.Rule].
func (r *Soar) ThingKind() string { return "wind" }

// UseSurroundings implements [flock.Rule].
func (r *Soar) UseSurroundings(s *around.Surroundings, species string) {
	r.thermals = nil
	for _, w := range s.Winds {
		if w.Form == "thermal" && w.Speed > 0 && w.Soar > 0 && isFor(w.Species, species) {
			r.thermals = append(r.thermals, w)
		}
	}
}

// IsActive implements [flock.Rule].
func (r *Soar) IsActive() bool { return len(r.thermals) > 0 }

// Columns returns one column: 1 for a boid that has left a thermal at its top, otherwise 0.
func (r *Soar) Columns() []flock.Column { return []flock.Column{{Name: "soared", High: 1}} }

// Tick implements [flock.Rule].
func (r *Soar) Tick(now *flock.Tick) { r.tick(now) }

// leaveHeight and returnHeight are fractions of a thermal's height. Above leaveHeight, a boid leaves if the
// lift is below weakLift. Below returnHeight, it may return.
const (
	leaveHeight  = 0.4
	returnHeight = 0.3
	weakLift     = 0.9 // m/s
)

// Steer implements [flock.Rule].
func (r *Soar) Steer(me *flock.Self) vec.Vec {
	best, to := -1, vec.Vec{}
	for k := range r.thermals {
		if off := r.vectorTo(me.Pos, r.thermals[k].At); best < 0 || off.Flat().Dot(off.Flat()) < to.Flat().Dot(to.Flat()) {
			best, to = k, off
		}
	}
	w := &r.thermals[best]
	up := -to.Y / w.Height
	d := to.Flat().Length()
	switch {
	case up < returnHeight:
		me.State[0] = 0
	case up > leaveHeight && (up > 1 || d < w.Radius && r.now.Wind(me.Pos).Y < weakLift):
		me.State[0] = 1
	}
	if me.State[0] == 1 {
		return vec.Vec{Y: float32(0.1 * (-1/r.pace - me.Vel.Y))}
	}
	if r.now.Plane || up < 0 || d > 2*w.Radius || me.Speed == 0 {
		return vec.Vec{}
	}
	return r.circle(me, w, best, to.Flat(), d)
}

// circle steers a boid along a circle around the middle of a thermal, to one side for even indices and to the
// other for odd ones. offset is the vector to the middle, and d its length.
func (r *Soar) circle(me *flock.Self, w *around.Wind, index int, offset vec.Vec, d float32) vec.Vec {
	// sink is the boid's speed down through the air, m/s. share is the fraction of the velocity error that
	// the steering force removes.
	const sink, share = 0.7, 0.1
	turning := float32(float32(me.Speed*me.Speed) * r.turnFactor)
	radius := vec.Max(w.Radius/2, turning/float32(0.7*w.Soar))
	if d < 0.01 {
		offset, d = me.Heading.Flat(), 1
	}
	inward := offset.Scale(1 / d)
	round := vec.Vec{X: inward.Z, Z: -inward.X}
	if index%2 == 1 {
		round = round.Neg()
	}
	x := vec.Max(-1, vec.Min((d-radius)/float32(0.5*radius), 2))
	course := round.Add(inward.Scale(x)).Unit().Scale(me.Speed)
	course.Y = -sink / r.pace
	bend := inward.Scale(turning / vec.Max(d, radius))
	return course.Sub(me.Vel).Scale(share).Add(bend).Clip(w.Soar)
}
