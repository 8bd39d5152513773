package ledger

import (
	"cmp"
	"slices"

	"skein/flock/vec"
)

// Copy records that a boid began to copy a leader, directly or through other boids. A leader that begins a
// turn that others may copy is recorded as a copy of itself.
type Copy struct {
	Leader, Boid int32   // ids
	Pos          vec.Vec // position of the boid, m
}

// AddCopies adds the copies of a tick to the excursions of their leaders. It sorts all by ids, so that the
// order does not affect the sums. distance returns the distance from the boid in a slot to a position, m.
func (l *Ledger) AddCopies(all []Copy, now Time, distance func(slot int32, pos vec.Vec) float32) {
	slices.SortFunc(all, func(a, b Copy) int {
		return cmp.Or(cmp.Compare(a.Leader, b.Leader), cmp.Compare(a.Boid, b.Boid))
	})
	var e *Excursion // excursion of the current leader, found only once
	for k := range all {
		one := &all[k]
		if one.Boid == one.Leader {
			l.beginWave(one.Leader)
		}
		if k == 0 || one.Leader != all[k-1].Leader || one.Boid == one.Leader {
			e = l.lastWave(one.Leader)
		}
		if e != nil && one.Boid != one.Leader {
			e.wave.add(float64(e.Seconds(now)), float64(distance(e.Slot, one.Pos)))
			e.pulls.add(one.Boid, copiedPull)
		}
	}
}

func (l *Ledger) beginWave(boid int32) {
	for k := len(l.Open) - 1; k >= 0; k-- {
		if e := &l.Open[k]; e.Boid == boid {
			e.copied = true
			return
		}
	}
}

// lastWave returns a boid's latest open excursion that others may copy, or nil.
func (l *Ledger) lastWave(boid int32) *Excursion {
	for k := len(l.Open) - 1; k >= 0; k-- {
		if e := &l.Open[k]; e.Boid == boid && e.copied {
			return e
		}
	}
	return nil
}

// wave holds sums over the boids that began to follow a leader. The speed of the wave is the slope of a line
// through the origin, fitted by least squares to the distances from the leader as a function of the delays
// since the escape began.
type wave struct {
	n                         int32
	delays, squares, products float64 // sums of the delays, s, of their squares, and of the products of distance and delay, m·s
}

func (w *wave) sums() [3]*float64 { return [3]*float64{&w.delays, &w.squares, &w.products} }

func (w *wave) add(delay, distance float64) {
	w.n++
	w.delays += delay
	w.squares += float64(delay * delay)
	w.products += float64(delay * distance)
}

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
