package ledger

import (
	"encoding/binary"
	"math"

	"skein/flock/internal/columns"
)

// Append appends the ledger to a checkpoint. If waves is false, it omits the waves, as older checkpoints do.
func (l *Ledger) Append(b []byte, waves bool) []byte {
	b = binary.LittleEndian.AppendUint32(b, uint32(len(l.Open)))
	for k := range l.Open {
		b = l.Open[k].append(b, waves)
	}
	return b
}

func (e *Excursion) append(b []byte, waves bool) []byte {
	le := binary.LittleEndian
	b = le.AppendUint32(b, uint32(e.Boid))
	b = le.AppendUint64(b, uint64(e.Began))
	b = le.AppendUint32(b, math.Float32bits(e.OnLeaving))
	b = le.AppendUint32(b, math.Float32bits(e.Peak))
	b = le.AppendUint32(b, uint32(e.steadyTicks))
	b = le.AppendUint32(append(b, flag(e.Leading)), uint32(len(e.pulls.ids)))
	for k, id := range e.pulls.ids {
		b = le.AppendUint32(b, uint32(id))
		b = le.AppendUint32(b, math.Float32bits(e.pulls.sums[k]))
	}
	if !waves {
		return b
	}
	b = le.AppendUint32(append(b, flag(e.copied)), uint32(e.wave.n))
	for _, x := range e.wave.sums() {
		b = le.AppendUint64(b, math.Float64bits(*x))
	}
	return b
}

func flag(value bool) byte {
	if value {
		return 1
	}
	return 0
}

// Read reads the ledger of a flock whose boids are in the order of their ids. It sets r.Short if the data are
// damaged.
func (l *Ledger) Read(r *columns.Reader, waves bool) {
	for n := r.U32(); n > 0 && !r.Short; n-- {
		e := Excursion{Boid: int32(r.U32()), Began: int64(r.U64()), OnLeaving: r.Real(), Peak: r.Real()}
		e.Slot, e.steadyTicks, e.Leading = e.Boid, int(r.U32()), r.U8() != 0
		e.pulls = readTally(r)
		if waves {
			e.copied = r.U8() != 0
			e.wave = readWave(r)
		}
		l.Open = append(l.Open, e)
	}
}

func readWave(r *columns.Reader) (w wave) {
	w.n = int32(r.U32())
	for _, x := range w.sums() {
		*x = math.Float64frombits(r.U64())
		r.Short = r.Short || !(*x >= 0 && *x <= math.MaxFloat32)
	}
	r.Short = r.Short || w.n < 0
	return w
}

func readTally(r *columns.Reader) (t tally) {
	last := int32(-1)
	for n := r.U32(); n > 0 && !r.Short; n-- {
		id, sum := int32(r.U32()), r.Real()
		r.Short = r.Short || id <= last || sum-sum != 0
		t.ids, t.sums, last = append(t.ids, id), append(t.sums, sum), id
	}
	return t
}

// Plausible reports whether a flock of n boids can have this ledger when the world has the given age, in
// ticks. farthest is the largest distance between two boids, m.
func (l *Ledger) Plausible(n int, age int64, farthest float32) bool {
	for k := range l.Open {
		e := &l.Open[k]
		near := e.OnLeaving >= -farthest && e.OnLeaving <= farthest && e.Peak >= -farthest && e.Peak <= farthest
		if e.Boid < 0 || int(e.Boid) >= n || e.Began < 0 || e.Began > age || !near {
			return false
		}
	}
	return true
}
