package flock

import (
	"cmp"
	"slices"

	"skein/flock/vec"
)

// copyReport records that a boid began to follow a leader, copying the leader directly or through other
// boids.
type copyReport struct {
	leader, boid int32   // ids
	pos          vec.Vec // position of the boid, m
}

// ReportCopy tells the ledger that the boid begins to follow the leader with the given id, copying the leader
// directly or through other boids. Call it once for each escape that the boid follows. A leader calls it with
// its own id when it begins a turn that others may copy.
func (me *Self) ReportCopy(leader int) {
	me.copies = append(me.copies, copyReport{int32(leader), int32(me.ID), me.Pos})
}

// wave holds sums over the boids that began to follow a leader, for the speed of the leader's turn through
// the flock. This speed is the slope of the line through the origin that best fits the distances over the
// delays, by least squares. A delay is the time from the beginning of the escape until a boid began to
// follow. The distance from the leader is measured at that instant.
type wave struct {
	n                         int32
	delays, squares, products float64 // sums of the delays, s, of their squares, and of distance times delay, m·s
}

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

func (w *wave) speed() float32 {
	const enough = 8
	if w.n < enough || w.squares == 0 {
		return 0
	}
	return float32(w.products / w.squares)
}

// collectCopies adds the boids that began to follow a leader in this tick to that leader's escape. The order
// of ids makes the sums independent of the workers.
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

func (f *flock) addToWave(a *excursion, one *copyReport) {
	off := f.pos(int(a.slot)).Sub(one.pos)
	if f.set.wraps {
		off = f.set.torus.Nearest(off)
	}
	a.wave.add(float64(f.secondsAway(a)), float64(off.Length()))
	a.pulls.add(one.boid, copiedPull)
}

// copiedPull is the pull of a leader on a boid that copies it, m/s. It is so large that other pulls in the
// opposite direction cannot cancel it.
const copiedPull = 1e6

// beginWave makes the ledger count, for the latest excursion of a boid, the boids that copy it.
func (f *flock) beginWave(boid int32) {
	for k := len(f.excursions) - 1; k >= 0; k-- {
		if a := &f.excursions[k]; a.boid == boid {
			a.copied = true
			return
		}
	}
}

// lastWave returns a boid's latest open excursion that others may copy, or nil.
func (f *flock) lastWave(boid int32) *excursion {
	for k := len(f.excursions) - 1; k >= 0; k-- {
		if a := &f.excursions[k]; a.boid == boid && a.copied {
			return a
		}
	}
	return nil
}
