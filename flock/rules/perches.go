package rules

import "skein/flock"

// Perches has birds settle on the perches around them and leave again (skein's own, beside
// P6). While a perch is open and has seats free, birds are called to it, so many a second
// and the nearest first, each to a seat that chance draws: no two to one. Whoever is called
// flies to a point before and below its seat, across the line, slows down, and comes up to
// the seat at a walk; there it sits with folded wings, across the line, each a little
// differently. It stays for a time that is drawn anew, and then leaves by itself; when the
// perch is shut all leave, one after the other along the line or at once. Who takes
// off climbs until it flies as fast as the slowest, and rejoins the flock: it is not called
// again for some time.
//
// A bird on its way to or from a seat flies by this rule alone. It brings its velocity over
// the ground by no more than 25 m/s², and until it is near by a turn, to
//
//	U(to)·min(V, 0.8 m/s + √(2·5 m/s²·|to|)),    V seven tenths of its highest speed.
type Perches struct {
	Wingspan float32 `key:"wingspan"`
	Least    float32 `key:"min_speed"`
	Most     float32 `key:"max_speed"`

	perches []perch
	seats   []flock.Seat
	of      []int32 // perch of each seat
	taken   []bool
	flock   int // number of the flock
	flocks  int
	die     flock.Die
	age     int64
	second  float32 // ticks
	place
}

// perch is one at work, with its seats from first on and before end.
type perch struct {
	flock.Perch
	middle     flock.Vec
	first, end int
}

// What a bird does, by its column stage; from landing to waking it is bound to its seat.
const (
	flying   float32 = iota
	landing          // on its way to its seat
	sitting          // on it
	waking           // on it, and about to leave
	climbing         // on its way up
)

// Columns of the rule's own in Self.State.
const (
	seatAt = iota // number of the seat, from 1; 0: none
	stage
	timer // ticks
)

// About says that it is skein's own.
func (r *Perches) About() flock.About { return flock.About{Name: "perches", Source: "skein"} }

// Heeds is that of perches.
func (r *Perches) Heeds() string { return "perch" }

// Around takes in the perches. Of one that is for all, each flock has its own seats.
func (r *Perches) Around(s *flock.Surroundings, species string) {
	r.perches, r.seats, r.of = nil, nil, nil
	for k := range s.Perches {
		p := &s.Perches[k]
		if !meant(p.For, species) {
			continue
		}
		one := perch{Perch: *p, first: len(r.seats)}
		for _, seat := range p.Seats() {
			r.seats, r.of = append(r.seats, seat), append(r.of, int32(len(r.perches)))
			one.middle = one.middle.Add(seat.At)
		}
		one.end = len(r.seats)
		one.middle = one.middle.Scale(1 / float32(one.end-one.first))
		r.perches = append(r.perches, one)
	}
	r.taken = make([]bool, len(r.seats))
}

// On says whether there are perches.
func (r *Perches) On() bool { return len(r.seats) > 0 }

// Columns are a bird's seat, what it does, and how long it goes on to.
func (r *Perches) Columns() []flock.Column {
	return []flock.Column{
		{Name: "seat", High: flock.MaxThings * flock.MaxSeats},
		{Name: "perching", High: climbing},
		{Name: "perch_time", High: 3600 * 960},
	}
}

// Tick takes in the time.
func (r *Perches) Tick(now *flock.Tick) {
	r.tick(now)
	r.die, r.age, r.second = flock.Dice(now.Seed, forPerches), now.Age, float32(now.TickRate)
}

// draw is a number from 0 up to 1 that a bird draws at this tick.
func (r *Perches) draw(id int, counter int64) float32 {
	return float32(r.die.Roll(int32(id), 4*r.age+counter)>>40) / (1 << 24)
}

// Muster calls birds to seats that are free, ten times a second.
func (r *Perches) Muster(now *flock.Tick, all *flock.Muster) {
	every := int64(now.TickRate / 10)
	if now.Age%every != 0 {
		return
	}
	noted := false
	r.flock, r.flocks = all.Flock()
	for k := range r.perches {
		p := &r.perches[k]
		round := float64(now.Age / every)
		calls := int(float64(float64(round+1)*float64(p.Calls/10))) - int(float64(round*float64(p.Calls/10)))
		if !p.Open || calls == 0 {
			continue
		}
		if !noted {
			r.note(all)
			noted = true
		}
		for range min(calls, p.end-p.first) {
			if !r.call(p, all) {
				break
			}
		}
	}
}

// note notes which seats are taken.
func (r *Perches) note(all *flock.Muster) {
	clear(r.taken)
	for k := range all.Len() {
		if s := int(all.State(k, seatAt)); s > 0 && s <= len(r.taken) {
			r.taken[s-1] = true
		}
	}
}

// call calls the nearest bird that may be called to a perch, if there is one and a seat.
func (r *Perches) call(p *perch, all *flock.Muster) bool {
	best, near := -1, float32(0)
	for k := range all.Len() {
		if all.State(k, stage) != flying || all.State(k, timer) > 0 {
			continue
		}
		off := r.to(all.Pos(k), p.middle)
		if d := off.Dot(off); best < 0 || d < near || d == near && all.ID(k) < all.ID(best) {
			best, near = k, d
		}
	}
	if best < 0 {
		return false
	}
	seat := r.free(p, r.draw(all.ID(best), 0))
	if seat < 0 {
		return false
	}
	r.taken[seat] = true
	all.SetState(best, seatAt, float32(seat+1))
	all.SetState(best, stage, landing)
	all.SetState(best, timer, float32(60*r.second))
	return true
}

// free is the free seat of a perch that is nearest to a share of it, -1 if none is.
func (r *Perches) free(p *perch, share float32) int {
	n := p.end - p.first
	from := p.first + min(int(share*float32(n)), n-1)
	for off := range n {
		for _, k := range [2]int{from - off, from + off} {
			if k >= p.first && k < p.end && !r.taken[k] && (p.For != "" || (k-p.first)%r.flocks == r.flock) {
				return k
			}
		}
	}
	return -1
}

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
		me.State[timer] = float32(int32(float32(p.Rest*r.second) * float32(0.3+float32(0.7*r.draw(me.ID, 1)))))
		r.settle(to, number, r.facing(me, number).Scale(lingers))
		return
	}
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

// facing is the way that a bird faces when it comes to its seat: on across the line, a
// little to one side, and its breast up.
func (r *Perches) facing(me *flock.Self, number int) flock.Vec {
	line := r.seats[number].Line
	ahead := flock.Vec{X: line.Z, Z: -line.X}
	if ahead.Dot(me.Vel) < 0 {
		ahead = ahead.Neg()
	}
	if line == (flock.Vec{}) {
		ahead = me.Vel.Flat().Unit()
	}
	side := flock.Vec{X: ahead.Z, Z: -ahead.X}
	ahead = ahead.Add(side.Scale(float32(0.8*r.draw(me.ID, 2)) - 0.4))
	ahead.Y = 0.35 + float32(0.25*r.draw(me.ID, 3))
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
	r.settle(to, number, me.Vel)
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

// takeOff has a bird leave its seat, not to be called for ten seconds and up to twenty.
func (r *Perches) takeOff(me *flock.Self, to *flock.Motion) {
	me.State[seatAt], me.State[stage] = 0, climbing
	me.State[timer] = float32(int32(float32(r.second * (10 + float32(10*r.draw(me.ID, 2))))))
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
