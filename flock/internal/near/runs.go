package near

import "skein/flock/vec"

// AppendWithin appends to a list, for one boid after the other, the candidates of l whose squared distance to
// the boid is less than limit, without the boid itself. Their positions are relative to the boid. own holds
// the positions of the boids, and first is the index of the first boid. ends is set to the lengths of the
// list after each boid. The squared distances are those of [Scan].
func AppendWithin(to, l *List, own Vec, first int32, limit float32, ends []int32) {
	n, m, boids := len(to.X), len(l.X), len(own.X)
	if m == 0 || boids == 0 {
		for i := range ends[:boids] {
			ends[i] = int32(n)
		}
		return
	}
	to.room(n + boids*m)
	within(to, n, l, own, first, limit, ends[:boids])
	to.cut(int(ends[boids-1]))
}

// Append appends a candidate.
func (l *List) Append(at int32, p vec.Vec) {
	n := len(l.X)
	l.room(n + 1)
	l.X[n], l.Y[n], l.Z[n], l.At[n] = p.X, p.Y, p.Z, at
	l.cut(n + 1)
}

// Clear removes all candidates, but keeps the memory.
func (l *List) Clear() { l.cut(0) }

// Seal makes the eight elements after the candidates valid for kernels. They are at infinity.
func (l *List) Seal() {
	n := len(l.X)
	l.room(n)
	l.seal(n)
	l.cut(n)
}

func (l *List) cut(n int) { l.X, l.Y, l.Z, l.At = l.X[:n], l.Y[:n], l.Z[:n], l.At[:n] }

// room sets the length to n candidates plus the padding. It keeps the candidates, but not the padding.
func (l *List) room(n int) {
	if n+pad > min(cap(l.X), cap(l.Y), cap(l.Z), cap(l.At)) {
		old := *l
		l.reserve(n)
		copy(l.X, old.X)
		copy(l.Y, old.Y)
		copy(l.Z, old.Z)
		copy(l.At, old.At)
		return
	}
	l.cut(n + pad)
}

// withinGo is the reference for the assembly kernel: for each of several boids, it appends the candidates
// that are within the limit, and stores the end of the boid's list.
func withinGo(to *List, n int, l *List, own Vec, first int32, limit float32, ends []int32) {
	limits := bound(limit)
	for i := range ends {
		here, self := Point{own.X[i], own.Y[i], own.Z[i]}, first+int32(i)
		for k, at := range l.At {
			x, y, z := l.X[k]-here.X, l.Y[k]-here.Y, l.Z[k]-here.Z
			to.X[n], to.Y[n], to.Z[n], to.At[n] = x, y, z, at
			if at != self {
				n += less(square(x, y, z), limits)
			}
		}
		ends[i] = int32(n)
	}
}

// Runs are sequences of consecutive elements of an array. Run i has the elements from starts[i] to
// starts[i+1] - 1. All elements belong to a run.

// RunPad is the number of elements after the end of an array that SpreadRuns may write and SumRuns may read.
const RunPad = 32

// SpreadRuns sets all elements of each run to a value: values[i] for run i.
func SpreadRuns(to, values []float32, starts []int32) {
	if n := len(starts) - 1; n > 0 {
		spreadRuns(to[:int(starts[n])+RunPad], values[:n], starts)
	}
}

// SpreadLong is like [SpreadRuns], for float64 values.
func SpreadLong(to, values []float64, starts []int32) {
	if n := len(starts) - 1; n > 0 {
		spreadLong(to[:int(starts[n])+RunPad], values[:n], starts)
	}
}

func spreadRunsGo[T any](to, values []T, starts []int32) {
	for i, x := range values[:len(starts)-1] {
		run := to[starts[i]:starts[i+1]]
		for k := range run {
			run[k] = x
		}
	}
}

// RunTerms are the terms of sums of vectors of whole numbers, at most 2²⁵ in magnitude. Counted is -1 for a
// term that counts. Other terms are 0 and Counted is 0. More are the terms of another sum, of any magnitude,
// or nil.
type RunTerms struct{ X, Y, Z, Counted, More []int32 }

// RunSums holds the sum of each run, and the number of terms that count. More is nil if RunTerms.More is.
type RunSums struct {
	X, Y, Z, More []float64
	Counts        []int32
}

// SumRuns sets element i of the sums to the sum over run i.
func SumRuns(to *RunSums, terms *RunTerms, starts []int32) {
	if len(starts) > 1 {
		sumRuns(to, terms, starts)
	}
}

func sumRunsGo(to *RunSums, terms *RunTerms, starts []int32) {
	for i := range len(starts) - 1 {
		var x, y, z float64
		count := int32(0)
		for k := starts[i]; k < starts[i+1]; k++ {
			x, y, z = x+float64(terms.X[k]), y+float64(terms.Y[k]), z+float64(terms.Z[k])
			count -= terms.Counted[k]
		}
		to.X[i], to.Y[i], to.Z[i], to.Counts[i] = x, y, z, count
		if terms.More != nil {
			more := 0.0
			for _, x := range terms.More[starts[i]:starts[i+1]] {
				more += float64(x)
			}
			to.More[i] = more
		}
	}
}

// SumOffsets adds up the offsets of each run whose squared length is below within2. It multiplies each sum by
// factor, which is 1 or -1, and stores the sum of run i in element i. Offsets are whole quanta. l must be
// sealed. SumOffsets returns false if it cannot compute the sums, for example because a squared length is
// very close to within2. Then the stored sums are undefined.
func SumOffsets(to *RunSums, l *List, starts []int32, factor float32, within2 float64) bool {
	const margin = 1.0 / (1 << 20) // larger than the relative error of a square
	n := len(starts) - 1
	if n < 1 {
		return true
	}
	end := int(starts[n]) + pad
	low, high := float32(within2*(1-margin)), float32(within2*(1+margin))
	return sumOffsets(to, l.X[:end], l.Y[:end], l.Z[:end], starts, float32(factor/vec.Quantum), low, high)
}
