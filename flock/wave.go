package flock

import (
	"cmp"
	"slices"

	"skein/flock/vec"
)

// copyReport records that a boid began to follow a leader. The boid copied the leader, or another boid that
// had copied this leader before.
type copyReport struct {
	leader, boid int32   // ids
	pos          vec.Vec // position of the boid, m
}

// ReportCopy tells the ledger that the boid begins to follow the leader with the given id. The boid copies
// the leader, or another boid that already follows this leader. Call ReportCopy once for each escape that
// the boid follows. A leader calls it with its own id when it begins a turn that others may copy.
func (me *Self) ReportCopy(leader int) {
	me.copies = append(me.copies, copyReport{int32(leader), int32(me.ID), me.Pos})
}

// wave holds sums over the boids that began to follow a leader. They give the speed at which the leader's
// turn ran through the flock. This is the slope of the line through the origin that best fits the distances
// over the delays, by least squares. A delay is the time from the beginning of the escape until a boid
// began to follow. A distance is measured at that instant, from the leader to the boid.
type wave struct {
	n                         int32
	delays, squares, products float64 // sums of the delays, s, of their squares, and of distance times delay, m·s
}

// sums returns pointers to the sums, so that a checkpoint can write and read them.
func (w *wave) sums() [3]*float64 {
	return [3]*float64{&w.delays, &w.squares, &w.products}
}

func (w *wave) add(delay, distance float64) {
	w.n++
	w.delays += delay
	w.squares += float64(delay * delay)
	w.products += float64(delay * distance)
}

// meanDelay returns the mean of the delays, s, or 0 if no boid followed.
func (w *wave) meanDelay() float32 {
	if w.n == 0 {
		return 0
	}
	return float32(w.delays / float64(w.n))
}

// speed returns the speed of the wave, m/s, or 0 if fewer than eight boids followed.
func (w *wave) speed() float32 {
	const enough = 8
	if w.n < enough || w.squares == 0 {
		return 0
	}
	return float32(w.products / w.squares)
}

// collectCopies adds the boids that began to follow a leader in this tick to that leader's escape. It adds
// them in order of ids, so that the sums do not depend on the workers.
func (f *flock) collectCopies() {
	f.copies = f.copies[:0]
	for k := range f.scratch {
		me := &f.scratch[k].me
		f.copies = append(f.copies, me.copies...)
		me.copies = me.copies[:0]
	}
	slices.SortFunc(f.copies, func(a, b copyReport) int {
		return cmp.Or(cmp.Compare(a.leader, b.leader), cmp.Compare(a.boid, b.boid))
	})
	var a *excursion // excursion of the present leader, found once
	for k := range f.copies {
		one := &f.copies[k]
		if one.boid == one.leader {
			f.beginWave(one.leader)
		}
		if k == 0 || one.leader != f.copies[k-1].leader || one.boid == one.leader {
			a = f.lastWave(one.leader)
		}
		if a != nil && one.boid != one.leader {
			f.addToWave(a, one)
		}
	}
}

// addToWave counts a boid that copies the leader of an excursion.
func (f *flock) addToWave(a *excursion, one *copyReport) {
	off := f.pos(int(a.slot)).Sub(one.pos)
	if f.set.wraps {
		off = f.set.torus.nearest(off)
	}
	a.wave.add(float64(f.secondsAway(a)), float64(off.Length()))
	a.pulls.add(one.boid, copiedPull)
}

// copiedPull is the pull of a leader on a boid that copies it, m/s. It is so large that opposite pulls
// cannot cancel it.
const copiedPull = 1e6

// beginWave marks the latest excursion of a boid, so that this excursion counts the boids that copy this
// boid.
func (f *flock) beginWave(boid int32) {
	for k := len(f.excursions) - 1; k >= 0; k-- {
		if a := &f.excursions[k]; a.boid == boid {
			a.copied = true
			return
		}
	}
}

// lastWave returns a boid's latest open excursion in which others may copy the boid. It returns nil if
// there is no such excursion.
func (f *flock) lastWave(boid int32) *excursion {
	for k := len(f.excursions) - 1; k >= 0; k-- {
		if a := &f.excursions[k]; a.boid == boid && a.copied {
			return a
		}
	}
	return nil
}
