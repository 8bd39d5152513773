// Package near finds the neighbours of boids and adds up their state. It contains the inner loops of a tick.
//
// Every kernel exists in plain Go and in AVX2 assembly for amd64. The plain version is the reference, and is
// used on machines that do not support the assembly. Kernels that read records also exist in AVX-512. Package
// gen writes the assembly. All versions compute the same bits. Squared distances are (dx² + dy²) + dz², with
// every operation rounded to float32 and none fused. Sums are over integers. Kernels for records compute
// squared distances in whole quanta. They report boids whose distance is very close to a limit, because
// rounding could change the result. The build tag purego excludes the assembly.
//
// Lengths are in the caller's unit. Coordinates must be finite, and limits must not be NaN. The assembly does
// not check that indices are valid.
package near

//go:generate go run -tags purego ./gen

// pad is the number of elements after the end of an array that kernels may read or write.
const pad = 8

// Point is a position in space.
type Point struct{ X, Y, Z float32 }

// Box is an axis-aligned box that includes its faces. Low must not exceed High.
type Box struct{ Low, High [3]float32 }

// Span is the range of indices [From, To).
type Span struct{ From, To int32 }

// Kin is the packed state of a boid that others see. It consists of eight integers, two in each word:
// high·2³² + low modulo 2⁶⁴ with low ≥ 0. Additions are modulo 2⁶⁴, so a sum is exact in any order. SplitWord
// can separate the two sums in a word if the sum of the low numbers is below 2³².
type Kin [4]uint64

// positive is added to the low number of a word to make it positive. It cancels out in differences.
const positive = 1 << 30

// Word packs two numbers into a word. SplitWord can separate a sum of differences of words if each of its
// two sums fits 32 bits.
func Word(lo, hi int32) uint64 {
	return uint64(uint32(hi))<<32 + uint64(uint32(lo+positive))
}

// SplitWord returns the two sums contained in a sum of differences of words.
func SplitWord(w uint64) (lo, hi int64) {
	lo = int64(int32(uint32(w)))
	return lo, int64(int32((w - uint64(lo)) >> 32))
}

// Pack fills kin with positions and velocities times scale. These products must be integers. The words of a
// Kin are (x, y), (z, vx), (vy, vz), and 1. The arrays must be at least as long as kin.
func Pack(kin []Kin, x, y, z, vx, vy, vz []float32, scale float32) {
	n := len(kin)
	pack(kin, x[:n], y[:n], z[:n], vx[:n], vy[:n], vz[:n], scale)
}

// Add adds o to k, word by word modulo 2⁶⁴.
func (k *Kin) Add(o *Kin) {
	k[0] += o[0]
	k[1] += o[1]
	k[2] += o[2]
	k[3] += o[3]
}

// List holds candidates: their coordinates, and the indices from which Gather copied them. The four slices
// have the same length. Within their capacity they have eight more elements, with coordinates at infinity.
type List struct {
	X, Y, Z []float32
	At      []int32 // indices in the arrays from which the candidates were copied
}

// Gather sets l to those points of the spans whose squared distance to the box is less than limit, in the
// same order. It reuses the memory of l. Along an axis, the distance is max(low-x, 0, x-high). It never
// exceeds the distance to a point in the box, because rounding is monotone. Therefore the list contains every
// point closer than the limit to any point in the box.
//
// x, y and z must hold the spans and, within their capacities, eight more elements after the last span, with
// any values except NaN.
func Gather(l *List, x, y, z []float32, spans []Span, box Box, limit float32) {
	l.Clear()
	GatherMore(l, x, y, z, spans, box, limit, Point{})
}

// GatherMore is like [Gather], but keeps the candidates of l, and displaces all points by a vector.
func GatherMore(l *List, x, y, z []float32, spans []Span, box Box, limit float32, by Point) {
	old, n, end := len(l.X), 0, int32(0)
	for _, s := range spans {
		n, end = n+int(s.To-s.From), max(end, s.To)
	}
	l.room(old + n)
	n = gather(l, old, x[:end+pad], y[:end+pad], z[:end+pad], spans, &box, limit, by)
	l.cut(n)
}

// Bounds returns the bounding box of one or more points. The capacities of x, y and z must be at least eight.
func Bounds(x, y, z []float32) Box { return bounds(x, y, z) }

// Farthest returns the largest squared length of (x, y, z) - (x0, y0, z0) - p over all elements, or 0 if
// there are none. All arrays must have the same length.
func Farthest(x, y, z, x0, y0, z0 []float32, p Point) float32 {
	n := len(x)
	return farthest(x, y[:n], z[:n], x0[:n], y0[:n], z0[:n], p)
}

// Scan finds the candidates whose squared distance to p is less than limit, and returns their number. It
// stores their indices in indices and their squared distances to d2, in the list's order. Both must have
// len(l.X)+8 elements. The elements after the results are undefined.
func Scan(indices []int32, d2 []float32, l *List, p Point, limit float32) int {
	n := len(l.X)
	if n == 0 {
		return 0
	}
	return scan(indices[:n+pad], d2[:n+pad], l, p, limit)
}

// Total returns the number of indices in the spans.
func Total(spans []Span) (n int) {
	for _, s := range spans {
		n += int(s.To - s.From)
	}
	return n
}

// ScanSpans returns the result of [Gather] followed by [Scan], without copying points to a List. indices and
// d2 must have one more element than the spans.
func ScanSpans(indices []int32, d2 []float32, x, y, z []float32, spans []Span, p Point, limit float32) int {
	return scanSpans(indices, d2, x, y, z, spans, p, limit)
}

// NearestMost is the largest number of hits that Nearest accepts.
const NearestMost = 64

func Nearest(toAt []int32, toD2 []float32, indices []int32, d2 []float32, n, count int) int {
	if n > NearestMost || n == 0 {
		return -1
	}
	return nearest(toAt[:n+pad], toD2[:n+pad], indices[:n+pad], d2[:n+pad], n, count)
}

// Filter selects those of the first n elements of indices and d2 whose d2 is less than limit. It writes them
// in the same order to toAt and toD2, which may be the same slices as indices and d2, and returns their
// number. All four slices must have n+8 elements.
func Filter(toAt []int32, toD2 []float32, indices []int32, d2 []float32, n int, limit float32) int {
	if n <= 0 {
		return 0
	}
	return filter(toAt[:n+pad], toD2[:n+pad], indices[:n+pad], d2[:n+pad], n, limit)
}

// Sum returns the sum of kin[h] over all h in hits.
func Sum(kin []Kin, hits []int32) (sum Kin) {
	if len(hits) > 0 {
		sumOf(&sum, kin, hits)
	}
	return sum
}
