package rules

import (
	"cmp"
	"slices"

	"skein/flock"
	"skein/flock/around"
	"skein/flock/vec"
)

// Perches lets birds settle on the perches of the World and leave again (skein's own, in addition to P6).
// While a perch is open and has free seats, it calls some birds per second, the nearest first. Each bird
// gets a random free seat. It flies to a point in front of and below its seat, slows down and rises to the
// seat at walking speed. To a patch of seats, it comes down from above. On a line of seats, it sits across
// the line with folded wings. It stays for a random time and then leaves. When the perch closes, all birds
// leave, one after another along the line or at once. A bird that takes off climbs until it flies as fast
// as the slowest flying bird, and rejoins the flock. For some seconds, no perch calls it again.
//
// While a bird flies to or from a seat, no other rule steers it. It changes its velocity over the ground by
// at most 25 m/s², towards
//
//	U(d)·min(V, 0.8 m/s + √(2·5 m/s²·|d|))
//
// where d is the vector to the seat, and V is 70 % of the bird's highest speed. Far from the seat, the
// bird can only turn and change its speed.
type Perches struct {
	Wingspan float32 `key:"wingspan"`
	Least    float32 `key:"min_speed"`
	Most     float32 `key:"max_speed"`

	perches        []perch
	seats          []around.Seat // seats of all perches, including those for other species
	perchOf        []int32
	newNumbers     []int32 // new index plus 1 of each former seat; 0 if the seat is gone
	taken          []bool
	anyForSpecies  bool
	die            vec.Die
	age            int64
	ticksPerSecond float32
	navigator
}

// perch has the seats with indices [first, end).
type perch struct {
	around.Perch
	forSpecies bool
	middle     vec.Vec
	first, end int
}

// Stages of a bird's flight to a seat and back. A bird that is landing, sitting or waking has a seat.
const (
	flying float32 = iota
	landing
	sitting
	waking // on its seat, and about to leave
	climbing
)

// The rule's columns in Self.State.
const (
	seatNumber = iota // index of the seat plus 1, or 0
	stage
	timer // ticks
)

// About implements [flock.Rule].
func (r *Perches) About() flock.About { return flock.About{Name: "perches", Source: "skein"} }

// ThingKind implements [flock.Rule].
func (r *Perches) ThingKind() string { return "perch" }

// UseSurroundings stores the perches. A seat has the same index in all flocks, because they share the seats.
func (r *Perches) UseSurroundings(s *around.Surroundings, species string) {
	oldPerches, seats := r.perches, r.seats
	r.perches, r.seats, r.perchOf, r.anyForSpecies = nil, nil, nil, false
	for k := range s.Perches {
		one := perch{Perch: s.Perches[k], forSpecies: isFor(s.Perches[k].Species, species), first: len(r.seats)}
		for _, seat := range s.SeatsOf(k) {
			r.seats, r.perchOf = append(r.seats, seat), append(r.perchOf, int32(k))
			one.middle = one.middle.Add(seat.At)
		}
		one.end = len(r.seats)
		one.middle = one.middle.Scale(1 / float32(max(1, one.end-one.first)))
		r.perches = append(r.perches, one)
		r.anyForSpecies = r.anyForSpecies || one.forSpecies
	}
	r.taken = make([]bool, len(r.seats))
	r.renumberSeats(oldPerches, seats)
}

// renumberSeats finds the new indices of former seats. A perch with the same name and number of seats keeps
// its seats. Other seats get the index of the new seat at their position.
func (r *Perches) renumberSeats(oldPerches []perch, oldSeats []around.Seat) {
	r.newNumbers = make([]int32, len(oldSeats))
	at := map[vec.Vec]int{}
	for k := len(r.seats) - 1; k >= 0; k-- {
		at[r.seats[k].At] = k
	}
	for _, p := range oldPerches {
		k := slices.IndexFunc(r.perches, func(o perch) bool { return o.Name == p.Name })
		for n := p.first; n < p.end; n++ {
			if k >= 0 && r.perches[k].end-r.perches[k].first == p.end-p.first {
				r.newNumbers[n] = int32(r.perches[k].first + n - p.first + 1)
			} else if to, same := at[oldSeats[n].At]; same {
				r.newNumbers[n] = int32(to + 1)
			}
		}
	}
}

// RenumberThings updates the index of a bird's seat, or frees the bird if the seat is gone.
func (r *Perches) RenumberThings(state []float32) {
	if n := int(state[seatNumber]); n > 0 && n <= len(r.newNumbers) {
		state[seatNumber] = float32(r.newNumbers[n-1])
	}
}

// IsActive implements [flock.Rule].
func (r *Perches) IsActive() bool { return r.anyForSpecies && len(r.seats) > 0 }

// Columns returns the columns that store each bird's seat, its stage of landing and the ticks left in it.
func (r *Perches) Columns() []flock.Column {
	return []flock.Column{
		{Name: "seat", High: around.MaxThings * around.MaxSeats},
		{Name: "perching", High: climbing},
		{Name: "perch_time", High: 3600 * 960},
	}
}

// Tick implements [flock.Rule].
func (r *Perches) Tick(now *flock.Tick) {
	r.tick(now)
	r.die, r.age, r.ticksPerSecond = vec.Dice(now.Seed, forPerches), now.Age, float32(now.TickRate)
}

func (r *Perches) draw(id int, counter int64) float32 {
	return float32(r.die.Roll(int32(id), 4*r.age+counter)>>40) / (1 << 24)
}

// BeforeTick calls birds to free seats, ten times a second.
func (r *Perches) BeforeTick(now *flock.Tick, all *flock.AllBoids) {
	every := int64(now.TickRate / 10)
	if now.Age%every != 0 {
		return
	}
	marked := false
	for k := range r.perches {
		p := &r.perches[k]
		round := float64(now.Age / every)
		calls := int(float64(float64(round+1)*float64(p.Calls/10))) - int(float64(round*float64(p.Calls/10)))
		if !p.forSpecies || !p.Open || calls == 0 {
			continue
		}
		if !marked {
			r.markTaken(all)
			marked = true
		}
		for range min(calls, p.end-p.first) {
			if !r.call(p, all) {
				break
			}
		}
	}
}

func (r *Perches) markTaken(all *flock.AllBoids) {
	clear(r.taken)
	all.EachValue(seatNumber, func(x float32) {
		if s := int(x); s > 0 && s <= len(r.taken) {
			r.taken[s-1] = true
		}
	})
}

// Settle puts birds on the open seats, in random order, until birds or seats run out.
func (r *Perches) Settle(_ *flock.Tick, all *flock.AllBoids) {
	r.markTaken(all)
	var seats []int
	for k := range r.seats {
		if p := &r.perches[r.perchOf[k]]; p.forSpecies && p.Open && !r.taken[k] {
			seats = append(seats, k)
		}
	}
	slices.SortFunc(seats, func(a, b int) int {
		return cmp.Or(cmp.Compare(r.die.Roll(int32(a), -1), r.die.Roll(int32(b), -1)), cmp.Compare(a, b))
	})
	for k := range min(all.Len(), len(seats)) {
		index := seats[k]
		all.SetState(k, seatNumber, float32(index+1))
		all.SetState(k, stage, sitting)
		all.SetState(k, timer, r.restTicks(all.ID(k), index))
		me := flock.Self{ID: all.ID(k), Vel: vec.Vec{X: 0.3, Z: 1}}
		if r.draw(me.ID, 1) < 0.3 {
			me.Vel = me.Vel.Neg()
		}
		all.Sit(k, r.seatPosition(index), r.restAttitude(&me, index).Scale(facingSpeed))
	}
}

// restTicks returns the number of ticks for which a bird stays on a seat. If it is 0, the bird stays until
// the perch closes.
func (r *Perches) restTicks(id, index int) float32 {
	p := &r.perches[r.perchOf[index]]
	return float32(int32(float32(p.Rest*r.ticksPerSecond) * float32(0.3+float32(0.7*r.draw(id, 1)))))
}

// call sends the nearest available bird to a perch. It returns false if there is none, or no free seat.
func (r *Perches) call(p *perch, all *flock.AllBoids) bool {
	best, near := -1, float32(0)
	for k := range all.Len() {
		if all.State(k, stage) != flying || all.State(k, timer) > 0 {
			continue
		}
		off := r.vectorTo(all.Pos(k), p.middle)
		if d := off.Dot(off); best < 0 || d < near || d == near && all.ID(k) < all.ID(best) {
			best, near = k, d
		}
	}
	if best < 0 {
		return false
	}
	seat := r.freeSeat(p, r.draw(all.ID(best), 0))
	if seat < 0 {
		return false
	}
	r.taken[seat] = true
	all.SetState(best, seatNumber, float32(seat+1))
	all.SetState(best, stage, landing)
	all.SetState(best, timer, float32(60*r.ticksPerSecond))
	return true
}

// freeSeat returns the free seat nearest to a place on a perch, or -1. share is the place, from 0 at one end
// of the perch to 1 at the other.
func (r *Perches) freeSeat(p *perch, share float32) int {
	n := p.end - p.first
	from := p.first + min(int(share*float32(n)), n-1)
	for off := range n {
		for _, k := range [2]int{from - off, from + off} {
			if k >= p.first && k < p.end && !r.taken[k] {
				return k
			}
		}
	}
	return -1
}
