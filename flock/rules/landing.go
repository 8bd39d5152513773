package rules

import "skein/flock"

// Move has the bird go on with what it does.
func (r *Perches) Move(me *flock.Self, to *flock.Motion) {
	s := me.State
	if s[timer] > 0 {
		s[timer]--
	}
	if s[stage] == flying {
		return
	}
	number := int(s[seatAt]) - 1
	if s[stage] != climbing && (number < 0 || number >= len(r.seats)) {
		r.takeOff(me, to) // its perch was taken away
		return
	}
	switch s[stage] {
	case landing:
		r.land(me, to, number)
	case sitting, waking:
		r.sit(me, to, number)
	case climbing:
		r.climb(me, to)
	}
}

// body is the place of a bird's middle on its seat: so high above that obstacles allow it.
func (r *Perches) body(number int) flock.Vec {
	at := r.seats[number].At
	at.Y += flock.Clearance(r.Wingspan) + 0.03
	return at.Quantized()
}

// seconds are those of a tick in this model's steps.
func (r *Perches) seconds() float32 { return r.now.Seconds() }

// How birds fly to a seat and from it.
const (
	hardestBrake = 25 // m/s²
	easyBrake    = 5  // m/s²
	walk         = 0.8
	before       = 3.5 // m, from where a seat is flown to
	below        = 1
	lingers      = 0.02 // velocity by which a bird that sits faces its way
)

// fly changes a bird's velocity over the ground towards another, m/s, and moves it so: by
// turning, as long as it flies, or near its seat as it may.
func (r *Perches) fly(me *flock.Self, to *flock.Motion, want flock.Vec, near bool) {
	air := want.Sub(to.Wind).Scale(1 / r.pace)
	most := float32(hardestBrake*r.seconds()) / r.pace
	if near || me.Speed == 0 {
		to.Vel = me.Vel.Add(air.Sub(me.Vel).Clip(most))
	} else {
		way, heading := me.Vel.Way(air), me.Heading
		if angle := way.Length(); angle > 0 {
			heading = heading.Turned(way.Scale(1/angle), flock.Least(angle, flock.Least(most/me.Speed, 1)))
		}
		speed := air.Length()
		to.Vel = heading.Scale(flock.Most(me.Speed-most, flock.Least(speed, me.Speed+most)))
	}
	to.Pos = me.Pos.Add(to.Vel.Quantized().Scale(to.Step))
}

// cruise is the speed of a bird on its way, m/s.
func (r *Perches) cruise() float32 { return flock.Most(r.Least, float32(0.7*r.Most)) * r.pace }

// land flies to the seat, or leaves it to others if the perch is shut or it takes too long.
func (r *Perches) land(me *flock.Self, to *flock.Motion, number int) {
	p := &r.perches[r.of[number]]
	if !p.Open || me.State[timer] == 0 {
		me.State[seatAt], me.State[stage], me.State[timer] = 0, climbing, 0
		r.climb(me, to)
		return
	}
	seat := r.body(number)
	way := r.to(me.Pos, seat)
	d := way.Length()
	speed := flock.Least(r.cruise(), walk+flock.Sqrt(2*easyBrake*d))
	if d <= flock.Most(0.05, float32(1.5*float32(speed*r.seconds()))) {
		me.State[stage] = sitting
		me.State[timer] = r.rest(me.ID, number)
		me.Report(flock.Event{Kind: flock.Settled, Perch: p.Name})
		r.settle(to, number, flared(me).Scale(lingers))
		return
	}
	to.Landing = d <= before
	aim := way
	if d > before {
		aim = r.to(me.Pos, r.gate(way, number, seat))
	}
	r.fly(me, to, aim.Unit().Scale(speed), d <= before)
}

// gate is from where a bird that is so far away flies to its seat: before the line on its
// own side of it, and below.
func (r *Perches) gate(way flock.Vec, number int, seat flock.Vec) flock.Vec {
	line := r.seats[number].Line
	across := flock.Vec{X: line.Z, Z: -line.X}
	if line == (flock.Vec{}) {
		across = way.Flat().Unit()
	}
	if across.Dot(way) < 0 {
		across = across.Neg()
	}
	gate := seat.Sub(across.Scale(0.8 * before))
	gate.Y -= below
	return gate
}

// facing is the way that a bird faces on its seat: on across the line, a little to one side,
// and its breast up.
func (r *Perches) facing(me *flock.Self, number int) flock.Vec {
	line := r.seats[number].Line
	ahead := flock.Vec{X: line.Z, Z: -line.X}
	if ahead.Dot(me.Vel) < 0 {
		ahead = ahead.Neg()
	}
	side := flock.Vec{X: ahead.Z, Z: -ahead.X}
	if line == (flock.Vec{}) {
		ahead, side = me.Vel.Flat().Unit(), flock.Vec{} // as it came
	}
	own := func(counter int64) float32 {
		return float32(r.die.Roll(int32(me.ID), -2-4*int64(number)-counter)>>40) / (1 << 24)
	}
	ahead = ahead.Add(side.Scale(float32(0.8*own(0)) - 0.4))
	ahead.Y = 0.35 + float32(0.25*own(1))
	return ahead.Unit()
}

// settle has a bird sit on its seat.
func (r *Perches) settle(to *flock.Motion, number int, faces flock.Vec) {
	to.Pos, to.Vel = r.body(number), faces
	to.Stands, to.Perched = true, true
}

// sit has a bird stay where it is until its time is over or the perch is shut.
func (r *Perches) sit(me *flock.Self, to *flock.Motion, number int) {
	s, p := me.State, &r.perches[r.of[number]]
	const far = 0.5 // m, that a perch may move in a tick with those on it
	gone := r.to(me.Pos, r.body(number)).Length() > far+r.Wingspan
	switch {
	case gone, s[stage] == waking && s[timer] == 0, s[stage] == sitting && p.Open && p.Rest > 0 && s[timer] == 0:
		r.takeOff(me, to)
		return
	case s[stage] == sitting && !p.Open:
		s[stage], s[timer] = waking, float32(int32(float32(r.second*r.delay(me.ID, p, number))))
	}
	r.settle(to, number, r.turned(me, number).Scale(lingers))
}

// flared is how a bird faces that has come to its seat: ahead, and steeply up.
func flared(me *flock.Self) flock.Vec {
	ahead := me.Heading.Flat().Unit()
	ahead.Y = 1.19 // of 50°, as in flock.Boid.Attitude
	return ahead.Unit()
}

// turned is how a bird that sits faces next: it comes round from how it landed to its rest.
func (r *Perches) turned(me *flock.Self, number int) flock.Vec {
	const rate, close = 2.5, 0.04 // rad/s, rad
	rest := r.facing(me, number)
	way := me.Heading.Way(rest)
	angle := way.Length()
	if angle < close {
		return me.Heading
	}
	return me.Heading.Turned(way.Scale(1/angle), flock.Least(angle, flock.Most(float32(rate*r.seconds()), close)))
}

// delay is how long after the perch is shut a bird leaves, s: the wave goes along it, as
// flight runs through a row of birds that each start when their neighbour does.
func (r *Perches) delay(id int, p *perch, number int) float32 {
	const wave = 12 // m/s
	own := r.draw(id, 1)
	if p.Leave == "together" {
		return float32(0.25 * own)
	}
	return r.seats[number].Along/wave + float32(0.4*own)
}

// takeOff has a bird leave its seat, not to be called for ten seconds and up to twenty; or
// where its perch was shut, and opened again calls all back, for two and up to four.
func (r *Perches) takeOff(me *flock.Self, to *flock.Motion) {
	left := flock.Event{Kind: flock.TookOff}
	wait := float32(10)
	if number := int(me.State[seatAt]) - 1; number >= 0 && number < len(r.seats) {
		p := &r.perches[r.of[number]]
		if left.Perch = p.Name; !p.Open {
			wait = 2
		}
	}
	if me.State[stage] != landing {
		me.Report(left)
	}
	me.State[seatAt], me.State[stage] = 0, climbing
	me.State[timer] = float32(int32(float32(r.second * (wait + float32(wait*r.draw(me.ID, 2))))))
	r.climb(me, to)
}

// climb has a bird fly on and up until it is as fast as the slowest that fly.
func (r *Perches) climb(me *flock.Self, to *flock.Motion) {
	ahead := me.Heading.Flat().Unit()
	if ahead == (flock.Vec{}) {
		ahead = flock.Vec{Z: 1}
	}
	ahead.Y = 0.45
	r.fly(me, to, ahead.Unit().Scale(r.cruise()).Add(to.Wind), false)
	if fast := flock.Most(r.Least, float32(0.4*r.Most)); to.Vel.Length() >= fast {
		me.State[stage] = flying
	}
}
