package flock

import (
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// Rule is one steer of a model: a struct with parameters, see [Model], and a
// formula. What the formula perceives is what its method Steer takes, so that a rule
// cannot read what it did not ask for. A rule has exactly one of the methods
//
//	Steer(me *Self) Vec              what it is and where
//	Steer(me *Self, seen *Seen) Vec  and its neighbourhood, summed up
//	Steer(me *Self, off, vel *Total) Vec  or those in a ring, summed up, see below
//	Steer(me *Self, nearest *Neighbour) Vec  or the nearest one, see below
//	Steer(me *Self, sums *Sums) Vec  and what it summed up itself, see below
//	Steer(me *Self, ahead *Ahead) Vec  and the obstacle that lies before it, see below
//	Steer(me *Self, mates []Mate) Vec  and its nearest flockmates, see below
//
// which return a change of velocity, m/s per 1/30 s, or per step in a model that
// counts in steps. A rule of the third kind has a method that says which ring,
//
//	Ring() Ring
//
// and takes the totals of its neighbours' positions less the boid's own, m, and of
// their velocities less its own. One of the fourth kind takes the nearest of its
// neighbours, nil if it has none. One of the last kind perceives each neighbour one by
// one, which takes longer, by
//
//	Each(me *Self, other *Neighbour, sums *Sums)    and adds it to the sums
//
// What Each adds must not depend on what the sums hold: neighbours come in no order.
// It does not have the rule's own columns; Steer has. Its neighbours are those of the
// neighbourhood, or with
//
//	Within() float32                                how near, m
//
// all that are so near: then the neighbourhood of the parameters is none of its
// business, only the field of view is. They are the flockmates, or with Within and
//
//	Regards() Regard
//
// those of other flocks that its flock regards in that way. One that perceives each
// flockmate may be told of others beside them, in the same sums, by
//
//	Also() (Regard, float32)                        whom, and how near, m
//	Heeds(state []float32) bool                     whether a boid with such columns is told of flockmates
//
// and perceives of flockmates its own columns that are Shown, as they were at the start of
// the tick; it is told only of those in whom any of these is not 0. For a boid that is told
// of nobody and has columns of 0 it is not asked. A rule that
// would choose among others, and look for them only when it needs to, has instead
//
//	Steer(me *Self, others *Others) Vec
//	Regards() Regard
//
// One of the last kind has a method that says how many of the nearest it perceives,
//
//	Mates() int
//
// and takes so many, 48 at most, the nearest first, however far and all around: each
// says whether it is in the boid's field of view, and shows the rule's own columns that
// are Shown. It must not keep them.
//
// One that looks out for obstacles has a method that says how far it looks,
//
//	Look() Look
//
// and is asked of the boids alone that an obstacle lies before. Beside its formula a rule
// may have
//
//	On() bool                        whether it is at work; without it always
//	Move(me *Self, to *Motion)       where it goes after all, or this alone
//	Tick(now *Tick)                  what is the same for all boids, once a tick
//	Columns() []Column               numbers of its own that each boid carries
//	Begin(now *Tick, id int) []float32  and what they are in a boid that joins;
//	                                 a rule switched on in flight begins with 0
//	Hunting(state []float32) bool    whether a boid with such columns hunts those that its flock follows
//	Sits(state []float32) bool       whether a boid with such columns perches, for a rule
//	                                 that does not set Motion.Perched
//	Protects() Protection            what Seen.Away is a sum over
//	Home(now *Tick) Vec              where the flock starts
//	Around(s *Surroundings, species string)
//	                                 what is around the flock of a species, whenever
//	                                 that changes; it must not change it, nor keep it
//	Heeds() (kind string)            of the kind that Around goes by, see [ThingKinds]
//	Follow(state []float32)          numbers that a boid has of what Around told of, after
//	                                 it told of something else
//	Renumber(state []float32, to func(number int) int)
//	                                 numbers that a boid has of others, when those in the
//	                                 World change: to gives the new one, -1 of one that is gone
//	Muster(now *Tick, all *Muster)   all boids, once a tick before any moves, to write
//	                                 numbers of its own
//	Settle(now *Tick, all *Muster)   all boids before the first tick, of a flock that starts
//	                                 perched, to have them sit
//
// A rule that heeds what is around a flock, and it alone, is at work by itself wherever
// there is such: its method On says whether it was told of any.
//
// A World has copies of a model's rules of its own, made by assignment. Steer runs on
// several goroutines and must not change the rule. Columns depend on no parameter. A
// steer that is no number, or beyond 10⁶ m/s, counts as none, and a column is held to
// its range. Products that feed a sum are to be
// converted, float32(a*b) + c, and [vec.Vec] does so: then no machine fuses them, and
// the same seed gives the same bits everywhere.
type Rule interface{ About() About }

// About is what there is to know about a rule.
type About struct {
	Name   string // one or two words
	Source string // S3 eq. 4
	Social bool   // it answers the flockmates: capped together with others by steer_limit, and what the ledger counts as following
}

// Self is a boid as its rules perceive it.
type Self struct {
	ID       int
	Pos, Vel vec.Vec
	Speed    float32   // m/s
	Heading  vec.Vec   // unit, zero at rest
	State    []float32 // the rule's own columns, to read and write

	nearest Neighbour // memory of rules that steer by it
	reports []Event   // of this tick
}

// Seen is the neighbourhood of a boid, summed up.
type Seen struct {
	Weight   float32 // of those in it, leaders counting more; 0: nobody
	Centre   vec.Vec // mean position less the boid's own, m (S3's k)
	Velocity vec.Vec // mean velocity less its own, m/s
	Away     vec.Vec // the sum that Protection asks for, m

	// Of those that a lonely boid seeks beside its neighbourhood, see
	// Sight.LonelyCount; 0 for one that is not.
	Company         vec.Vec // mean position less its own, m
	CompanyVelocity vec.Vec // mean velocity less its own, m/s
}

// Protection says what Seen.Away sums up: for each neighbour the vector away from
// it, by its weight over the distance.
type Protection struct {
	All     bool    // of all neighbours
	Radius  float32 // or of those nearer, m
	Falloff Falloff
}

// Column is a number, or a vector, of a rule's own that every boid carries. It
// begins as 0, if the rule does not say otherwise, and is 0 when the rule is switched
// on again.
type Column struct {
	Name      string
	Low, High float32 // no simulation makes a number less or more
	Vector    bool    // three of Self.State
	Shown     bool    // flockmates perceive it, see Neighbour.Shown: by a rule that perceives each of them, with Within
}

// Tick is the present, the same for all boids.
type Tick struct {
	Seed     uint64
	Age      int64 // ticks since the start, warm-up included
	TickRate int   // ticks a second

	Around float32 // side of a world that wraps around, m; 0: it does not
	Plane  bool    // nobody leaves their height

	Pace float32 // m/s that a velocity of 1 is: 1, or in a model that counts in steps the tick rate
	Gain float32 // share of a steer that a tick adds to the velocity
	Step float32 // of the velocity that a tick moves a boid by: s, or 1 in such a model

	air *air
}

// Wind returns what blows at a place, m/s.
func (now *Tick) Wind(at vec.Vec) vec.Vec {
	if now.air == nil {
		return vec.Vec{}
	}
	return now.air.wind(at)
}

// Nearest returns a difference of two places, m, to the nearest image of the one in a world
// that wraps around.
func (now *Tick) Nearest(d vec.Vec) vec.Vec {
	if now.Around == 0 {
		return d
	}
	return newTorus(now.Around).nearest(d)
}

// Seconds returns those of a tick.
func (now *Tick) Seconds() float32 { return 1 / float32(now.TickRate) }

type (
	selfRule interface{ Steer(me *Self) vec.Vec }
	seenRule interface {
		Steer(me *Self, seen *Seen) vec.Vec
	}
	ringRule interface {
		Ring() Ring
		Steer(me *Self, off, vel *Total) vec.Vec
	}
	nearestRule interface {
		Within() float32
		Steer(me *Self, nearest *Neighbour) vec.Vec
	}
	eachRule interface {
		Each(me *Self, other *Neighbour, sums *Sums)
		Steer(me *Self, sums *Sums) vec.Vec
	}
	alsoRule interface {
		eachRule
		Also() (Regard, float32)
		Heeds(state []float32) bool
	}
	othersRule interface {
		Regards() Regard
		Steer(me *Self, others *Others) vec.Vec
	}
	aheadRule interface {
		Look() Look
		Steer(me *Self, ahead *Ahead) vec.Vec
	}
	mateRule interface {
		Mates() int
		Steer(me *Self, mates []Mate) vec.Vec
	}
	nearby    interface{ Within() float32 }
	regarding interface{ Regards() Regard }
	mover     interface{ Move(me *Self, to *Motion) }
	switched  interface{ On() bool }
	ticker    interface{ Tick(now *Tick) }
	stateful  interface{ Columns() []Column }
	beginner  interface {
		Begin(now *Tick, id int) []float32
	}
	protector  interface{ Protects() Protection }
	homing     interface{ Home(now *Tick) vec.Vec }
	surrounded interface {
		Heeds() (kind string)
		Around(s *Surroundings, species string)
	}
	follower interface {
		surrounded
		Follow(state []float32)
	}
	numberer interface {
		Renumber(state []float32, to func(number int) int)
	}
	settler  interface{ Settle(now *Tick, all *Muster) }
	musterer interface{ Muster(now *Tick, all *Muster) }

	// fast is a rule with a kernel, which does bit for bit what Steer does. It has
	// no columns, or one of vectors.
	fast interface {
		Kernel(k *lanes.Kernels) lanes.Kernel
		Terms(t *lanes.Terms)
	}
)

// isOn reports whether a rule is at work.
func isOn(r Rule) bool {
	s, ok := r.(switched)
	return !ok || s.On()
}

// steer is a rule for a block, by a worker whose memory it uses.
type steer func(s *scratch, b *block)

// own is an array of a block that a rule brought, and the range of its column.
type stateArray struct {
	array     int
	low, high float32
}

// clamped returns a number within the range of its column.
func (o *stateArray) clamped(x float32) float32 {
	if x != x {
		x = 0
	}
	return max(o.low, min(x, o.high))
}

// plain returns a rule as its formula.
func plain(r Rule, state []stateArray) steer {
	if f, ok := r.(selfRule); ok {
		return func(s *scratch, b *block) {
			for i := range b.N {
				s.me.fill(b, i, state)
				storeChecked(s, b, i, state, f.Steer(&s.me))
			}
		}
	}
	f := r.(seenRule)
	return func(s *scratch, b *block) {
		for i := range b.N {
			s.me.fill(b, i, state)
			s.seen.fill(b, i)
			storeChecked(s, b, i, state, f.Steer(&s.me, &s.seen))
		}
	}
}

// storeChecked adds to the steer of a boid for a rule of anybody's: it brings the state into its range, and
// leaves out a steer that would carry a boid out of the numbers.
func storeChecked(s *scratch, b *block, i int, state []stateArray, a vec.Vec) {
	for n, k := range state {
		s.me.State[n] = k.clamped(s.me.State[n])
	}
	if !a.Within(1e6) {
		a = vec.Vec{}
	}
	push(b, i, a)
	s.me.giveBack(b, i, state)
}

// fill has me be the boid of number i of a block, with the state in own columns.
func (me *Self) fill(b *block, i int, state []stateArray) {
	me.ID, me.Pos, me.Vel = int(b.ID[i]), at(&b.Pos, i), at(&b.Vel, i)
	me.Speed, me.Heading = b.Speed[i], at(&b.Heading, i)
	me.take(b, i, state)
}

// take has me have the state of number i of a block in own columns.
func (me *Self) take(b *block, i int, state []stateArray) {
	me.State = me.State[:0]
	for _, k := range state {
		me.State = append(me.State, b.Own[k.array][i])
	}
}

// giveBack writes back what a rule made of the state.
func (me *Self) giveBack(b *block, i int, state []stateArray) {
	for n, k := range state {
		b.Own[k.array][i] = me.State[n]
	}
}

func (s *Seen) fill(b *block, i int) {
	s.Weight = b.Weight[i]
	s.Centre, s.Velocity, s.Away = at(&b.Centre, i), at(&b.Course, i), at(&b.Away, i)
	s.Company, s.CompanyVelocity = at(&b.Company, i), at(&b.CompanyCourse, i)
}

// steerOf returns a rule as its kernel, if the machine has it, or else as its formula.
func (f *flock) steerOf(r Rule, state []stateArray) steer {
	switch r := r.(type) {
	case eachRule:
		return f.addListener(r, state)
	case ringRule:
		return f.addListener(newRinged(r), state)
	case nearestRule:
		return f.addListener(&lone{r}, state)
	case othersRule:
		return f.lookOut(r, state)
	case aheadRule:
		return f.lookAhead(r, state)
	case mateRule:
		alone := &mateRules{}
		alone.add(f, r, state)
		return alone.steer
	}
	quick, ok := r.(fast)
	if !ok {
		return plain(r, state)
	}
	k, terms := quick.Kernel(&f.kernels), &f.present.terms
	if len(state) == 0 {
		return func(_ *scratch, b *block) { k(b, terms) }
	}
	return func(_ *scratch, b *block) {
		b.State.X, b.State.Y, b.State.Z = b.Own[state[0].array], b.Own[state[1].array], b.Own[state[2].array]
		k(b, terms)
	}
}

// steers reports whether a rule has a formula for a steer, and does not only move.
func steers(r Rule) bool {
	_, self := r.(selfRule)
	_, seen := r.(seenRule)
	_, each := r.(eachRule)
	_, ring := r.(ringRule)
	_, nearest := r.(nearestRule)
	_, others := r.(othersRule)
	_, ahead := r.(aheadRule)
	_, mates := r.(mateRule)
	return self || seen || each || ring || nearest || others || ahead || mates
}
