// Package ledger follows the leaders of one flock from the beginning of an escape until they are back, and
// counts who followed them. It also says whether a hunted flock is whole or split.
package ledger

import "slices"

// Thresholds; see "Terms of the ledger" in the documentation of package flock.
const (
	nearAgain     = 1.25 // a leader is back if its 7th nearest boid is closer than nearAgain times the distance on leaving
	awaySeconds   = 1    // shortest time before a boid can rejoin its group
	steadySeconds = 0.5
	lostSeconds   = 20
	followerPull  = 0.5 // smallest pull of a leader on a follower, m/s
	copiedPull    = 1e6 // pull of a leader on a boid that copies it, m/s; no other pull cancels it
)

// Excursion is the journey of a leader away from its flock. It begins with an escape, and lasts until the
// leader is back or lost.
type Excursion struct {
	Boid, Slot int32
	Began      int64   // age of the world at the start, ticks
	OnLeaving  float32 // distance to the 7th nearest boid on leaving, m
	Peak       float32 // largest distance to the nearest boid so far, m
	Leading    bool    // whether the escape still lasts

	Gap, Seventh float32 // distances to the nearest and the 7th nearest boid at the start of the tick, m

	steadyTicks int   // number of ticks for which the 7th nearest boid has been close again
	pulls       tally // pull towards the leader, m/s, by the follower's id
	wave        wave
	copied      bool // whether the leader began a turn that others may copy
}

// Seconds returns the time since the excursion began, s.
func (e *Excursion) Seconds(now Time) float32 {
	return float32(now.Age-e.Began) / float32(now.TickRate)
}

// Followers returns the number of boids that have followed the leader.
func (e *Excursion) Followers() (n int) {
	for _, x := range e.pulls.sums {
		if x >= followerPull {
			n++
		}
	}
	return n
}

// EachPull calls note with the id of each boid that the leader has pulled, and the sum of the pulls, m/s, in
// ascending order of the ids.
func (e *Excursion) EachPull(note func(id int32, sum float32, follows bool)) {
	for k, id := range e.pulls.ids {
		note(id, e.pulls.sums[k], e.pulls.sums[k] >= followerPull)
	}
}

// Delay returns the mean time until a boid copied the leader's turn, s, or 0 if no boid did.
func (e *Excursion) Delay() float32 { return e.wave.meanDelay() }

// WaveSpeed returns the speed at which the turn runs through the flock, m/s, or 0 if too few boids copied it.
func (e *Excursion) WaveSpeed() float32 { return e.wave.speed() }

// Time is the time of a tick.
type Time struct {
	Age      int64 // age of the world, ticks
	TickRate int   // ticks per second
}

// Ledger holds the open excursions of a flock. Its zero value is empty and ready to use.
type Ledger struct {
	Open []Excursion // excursions in the order in which they began

	spare []tally
}

// Begin opens an excursion of a boid. gap and seventh are the distances to the nearest and the 7th nearest
// boid, m.
func (l *Ledger) Begin(boid, slot int32, now Time, gap, seventh float32) {
	e := Excursion{Boid: boid, Slot: slot, Began: now.Age, OnLeaving: seventh, Leading: true, Gap: gap, Seventh: seventh}
	if last := len(l.spare) - 1; last >= 0 {
		e.pulls, l.spare = l.spare[last], l.spare[:last]
	}
	l.Open = append(l.Open, e)
}

// End records that a boid's escape has ended. Its excursion goes on.
func (l *Ledger) End(boid int32) {
	for k := range l.Open {
		if e := &l.Open[k]; e.Boid == boid {
			e.Leading = false
		}
	}
}

// Pull is the influence of a leader on a boid in one tick.
type Pull struct {
	LeaderSlot int32   // slot of the leader
	Boid       int32   // id of the boid
	Towards    float32 // change of the boid's velocity towards the leader, m/s
}

// AddPulls adds pulls to the excursions of their leaders.
func (l *Ledger) AddPulls(all []Pull) {
	for _, p := range all {
		for k := range l.Open {
			if e := &l.Open[k]; e.Leading && e.Slot == p.LeaderSlot {
				e.pulls.add(p.Boid, p.Towards)
			}
		}
	}
}

// Close examines all open excursions. It calls closed for each one that has ended, and then closes it.
// together reports whether the boid in a slot is in the flock's largest cluster.
func (l *Ledger) Close(now Time, together func(slot int32) bool, closed func(e *Excursion, reabsorbed bool)) {
	open := l.Open[:0]
	for k := range l.Open {
		e := &l.Open[k]
		if over, reabsorbed := e.judge(now, together); over {
			closed(e, reabsorbed)
			e.pulls.reset()
			l.spare = append(l.spare, e.pulls)
			continue
		}
		open = append(open, *e)
	}
	l.Open = open
}

func (e *Excursion) judge(now Time, together func(slot int32) bool) (over, reabsorbed bool) {
	seconds, dt := e.Seconds(now), 1/float32(now.TickRate)
	if past := e.Gap < e.Peak; past && seconds > awaySeconds && e.Seventh < nearAgain*e.OnLeaving {
		e.steadyTicks++
	} else {
		e.steadyTicks = 0
	}
	e.Peak = max(e.Peak, e.Gap)
	switch {
	case float32(e.steadyTicks)*dt >= steadySeconds:
		return true, true
	case seconds < lostSeconds:
		return false, false
	}
	return true, together(e.Slot)
}

// MoveSlots updates the slots after a sort. to maps old slots to new ones. The excursions of boids whose new
// slot is negative are dropped.
func (l *Ledger) MoveSlots(to []int32) {
	l.Open = slices.DeleteFunc(l.Open, func(e Excursion) bool { return to[e.Slot] < 0 })
	for k := range l.Open {
		l.Open[k].Slot = to[l.Open[k].Slot]
	}
}

// ByID returns a copy of the ledger of the same flock, with its boids in the order of their ids.
func (l *Ledger) ByID() (c Ledger) {
	for _, e := range l.Open {
		e.Slot = e.Boid
		e.pulls = tally{slices.Clone(e.pulls.ids), slices.Clone(e.pulls.sums)}
		c.Open = append(c.Open, e)
	}
	return c
}

// tally holds one sum per id. Adding to an existing id allocates nothing.
type tally struct {
	ids  []int32 // ids in ascending order
	sums []float32
}

func (t *tally) add(id int32, x float32) {
	k, there := slices.BinarySearch(t.ids, id)
	if !there {
		t.ids, t.sums = slices.Insert(t.ids, k, id), slices.Insert(t.sums, k, 0)
	}
	t.sums[k] += x
}

func (t *tally) reset() { t.ids, t.sums = t.ids[:0], t.sums[:0] }
