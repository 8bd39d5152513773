package rules

import (
	"skein/flock"
	"skein/flock/vec"
)

// Move moves a bird that has a seat or has just left one.
func (r *Perches) Move(me *flock.Self, to *flock.Motion) {
	s := me.State
	if s[timer] > 0 {
		s[timer]--
	}
	if s[stage] == flying {
		return
	}
	index := int(s[seatNumber]) - 1
	if s[stage] != climbing && (index < 0 || index >= len(r.seats)) {
		r.takeOff(me, to) // the perch was removed
		return
	}
	switch s[stage] {
	case landing:
		r.land(me, to, index)
	case sitting, waking:
		r.sit(me, to, index)
	case climbing:
		r.climb(me, to)
	}
}

func (r *Perches) seatPosition(index int) vec.Vec {
	at := r.seats[index].At
	at.Y += flock.Clearance(r.Wingspan) + 0.03
	return at.Quantized()
}

func (r *Perches) seconds() float32 { return r.now.Seconds() }

// Limits of the flight to and from a seat.
const (
	hardestBrake = 25 // m/s²
	easyBrake    = 5  // m/s²
	walkSpeed    = 0.8
	gateDistance = 3.5
	gateDrop     = 1    // height of the gate below a line of seats or above a patch, m
	facingSpeed  = 0.02 // speed that gives a sitting bird a heading, m/s
)

// fly changes the velocity over the ground towards want, m/s. If near is true, it may change in any
// direction. Otherwise the bird can only turn and change its speed.
func (r *Perches) fly(me *flock.Self, to *flock.Motion, want vec.Vec, near bool) {
	air := want.Sub(to.Wind).Scale(1 / r.pace)
	most := float32(hardestBrake*r.seconds()) / r.pace
	if near || me.Speed == 0 {
		to.Vel = me.Vel.Add(air.Sub(me.Vel).Clip(most))
	} else {
		way, heading := me.Vel.TurnTo(air), me.Heading
		if angle := way.Length(); angle > 0 {
			heading = heading.Rotate(way.Scale(1/angle), vec.Min(angle, vec.Min(most/me.Speed, 1)))
		}
		speed := air.Length()
		to.Vel = heading.Scale(vec.Max(me.Speed-most, vec.Min(speed, me.Speed+most)))
	}
	to.Pos = me.Pos.Add(to.Vel.Quantized().Scale(to.Step))
}

func (r *Perches) cruise() float32 { return vec.Max(r.Least, float32(0.7*r.Most)) * r.pace }

// land makes the bird fly to a seat. It gives up if the perch closes or the flight takes too long.
func (r *Perches) land(me *flock.Self, to *flock.Motion, index int) {
	p := &r.perches[r.perchOf[index]]
	if !p.Open || me.State[timer] == 0 {
		me.State[seatNumber], me.State[stage], me.State[timer] = 0, climbing, 0
		r.climb(me, to)
		return
	}
	seat := r.seatPosition(index)
	way := r.vectorTo(me.Pos, seat)
	d := way.Length()
	speed := vec.Min(r.cruise(), walkSpeed+vec.Sqrt(2*easyBrake*d))
	if d <= vec.Max(0.05, float32(1.5*float32(speed*r.seconds()))) {
		me.State[stage] = sitting
		me.State[timer] = r.restTicks(me.ID, index)
		me.Report(flock.Event{Kind: flock.Settled, Perch: p.Name})
		r.sitDown(to, index, flareAttitude(me).Scale(facingSpeed))
		return
	}
	to.Landing = d <= gateDistance
	aim := way
	if d > gateDistance {
		aim = r.vectorTo(me.Pos, r.gate(way, index, seat))
	}
	r.fly(me, to, aim.Unit().Scale(speed), d <= gateDistance)
}

// gate returns the point at which the approach to a seat begins. way leads from the bird to the seat. For a
// line of seats, the gate lies in front of it, on the bird's side, and below. For a patch, it lies above the
// seat.
func (r *Perches) gate(way vec.Vec, index int, seat vec.Vec) vec.Vec {
	line := r.seats[index].Line
	across := vec.Vec{X: line.Z, Z: -line.X}
	if line == (vec.Vec{}) {
		across = way.Flat().Unit()
	}
	if across.Dot(way) < 0 {
		across = across.Neg()
	}
	gate := seat.Sub(across.Scale(0.8 * gateDistance))
	if r.perches[r.perchOf[index]].Radius > 0 {
		gate.Y += gateDrop
	} else {
		gate.Y -= gateDrop
	}
	return gate
}

// restAttitude returns the attitude of a perched bird: across its line, turned a little to one side, with
// the breast up.
func (r *Perches) restAttitude(me *flock.Self, index int) vec.Vec {
	line := r.seats[index].Line
	ahead := vec.Vec{X: line.Z, Z: -line.X}
	if ahead.Dot(me.Vel) < 0 {
		ahead = ahead.Neg()
	}
	side := vec.Vec{X: ahead.Z, Z: -ahead.X}
	if line == (vec.Vec{}) {
		ahead, side = me.Vel.Flat().Unit(), vec.Vec{} // keeps its course
	}
	own := func(counter int64) float32 {
		return float32(r.die.Roll(int32(me.ID), -2-4*int64(index)-counter)>>40) / (1 << 24)
	}
	ahead = ahead.Add(side.Scale(float32(0.8*own(0)) - 0.4))
	ahead.Y = 0.35 + float32(0.25*own(1))
	return ahead.Unit()
}

func (r *Perches) sitDown(to *flock.Motion, index int, faces vec.Vec) {
	to.Pos, to.Vel = r.seatPosition(index), faces
	to.Stands, to.Perched = true, true
}

func (r *Perches) sit(me *flock.Self, to *flock.Motion, index int) {
	s, p := me.State, &r.perches[r.perchOf[index]]
	const far = 0.5 // m; if a perch moves in a tick by more than this plus the wingspan, its birds leave
	gone := r.vectorTo(me.Pos, r.seatPosition(index)).Length() > far+r.Wingspan
	switch {
	case gone, s[stage] == waking && s[timer] == 0, s[stage] == sitting && p.Open && p.Rest > 0 && s[timer] == 0:
		r.takeOff(me, to)
		return
	case s[stage] == sitting && !p.Open:
		s[stage], s[timer] = waking, float32(int32(float32(r.ticksPerSecond*r.delay(me.ID, p, index))))
	}
	r.sitDown(to, index, r.turnToRest(me, index).Scale(facingSpeed))
}

// flareAttitude returns the attitude of an arriving bird: forward and steeply up.
func flareAttitude(me *flock.Self) vec.Vec {
	ahead := me.Heading.Flat().Unit()
	ahead.Y = 1.19 // tangent of 50°, as in flock.Boid.Attitude
	return ahead.Unit()
}

func (r *Perches) turnToRest(me *flock.Self, index int) vec.Vec {
	const rate, close = 2.5, 0.04 // rad/s; the turn is complete when the remaining angle is below close, rad
	rest := r.restAttitude(me, index)
	way := me.Heading.TurnTo(rest)
	angle := way.Length()
	if angle < close {
		return me.Heading
	}
	return me.Heading.Rotate(way.Scale(1/angle), vec.Min(angle, vec.Max(float32(rate*r.seconds()), close)))
}

// delay returns the time from the closing of a perch until a bird takes off, s. If birds do not leave
// together, a wave of take-offs runs along a line, or outwards from the middle of a patch.
func (r *Perches) delay(id int, p *perch, index int) float32 {
	const wave = 12 // speed of the wave of take-offs, m/s
	own := r.draw(id, 1)
	if p.Leave == "together" {
		return float32(0.25 * own)
	}
	return r.seats[index].Distance/wave + float32(0.4*own)
}

// takeOff makes a bird leave its seat. No perch calls it again for 10 to 20 s, or for 2 to 4 s if its perch
// has closed.
func (r *Perches) takeOff(me *flock.Self, to *flock.Motion) {
	left := flock.Event{Kind: flock.TookOff}
	wait := float32(10)
	if index := int(me.State[seatNumber]) - 1; index >= 0 && index < len(r.seats) {
		p := &r.perches[r.perchOf[index]]
		if left.Perch = p.Name; !p.Open {
			wait = 2
		}
	}
	if me.State[stage] != landing {
		me.Report(left)
	}
	me.State[seatNumber], me.State[stage] = 0, climbing
	me.State[timer] = float32(int32(float32(r.ticksPerSecond * (wait + float32(wait*r.draw(me.ID, 2))))))
	r.climb(me, to)
}

func (r *Perches) climb(me *flock.Self, to *flock.Motion) {
	ahead := me.Heading.Flat().Unit()
	if ahead == (vec.Vec{}) {
		ahead = vec.Vec{Z: 1}
	}
	ahead.Y = 0.45
	r.fly(me, to, ahead.Unit().Scale(r.cruise()).Add(to.Wind), false)
	if fast := vec.Max(r.Least, float32(0.4*r.Most)); to.Vel.Length() >= fast {
		me.State[stage] = flying
	}
}
