// Package near finds the neighbours of boids and adds up what is seen of them:
// the inner loops of a tick.
//
// Every kernel exists as plain Go, which is the reference and the only path of
// most machines, and as AVX2 assembly, which amd64 takes where it can, those that
// read records also as AVX-512; package gen writes the assembly. All give the same
// bits: squared distances are (dx² + dy²) + dz² with every operation rounded to
// float32 and none fused, and sums are over integers. Kernels of records measure in
// whole quanta, and leave open who lies so near a limit that rounding decides. The
// build tag purego leaves the assembly out.
//
// Lengths have the caller's unit. Coordinates are finite and neither they nor
// limits are NaN. Indices that the caller hands in are trusted: the assembly
// does not check that they lie in the arrays they point into.
package near

//go:generate go run -tags purego ./gen

// pad is how many elements the kernels may read past the last, and write past
// the last that counts.
const pad = 8

// Point is a place in space.
type Point struct{ X, Y, Z float32 }

// Box is an axis-aligned box, its faces included. No Low is above its High.
type Box struct{ Low, High [3]float32 }

// Span is the run of indices from From up to but without To.
type Span struct{ From, To int32 }

// Kin is what others see of a boid: eight whole numbers, two to a word. A word is
// high·2³² + low modulo 2⁶⁴, low not being negative; while the lows of a sum stay
// below 2³², both halves of it can be told apart. Additions are modulo 2⁶⁴, so a
// sum is exact and free of order.
type Kin [4]uint64

// positive makes the lower number of a word so; it cancels in differences.
const positive = 1 << 30

// Word joins two numbers: they are added up apart, as long as what Apart is given
// is a sum of differences, each sum within 32 bits.
func Word(lo, hi int32) uint64 {
	return uint64(uint32(hi))<<32 + uint64(uint32(lo+positive))
}

// Apart undoes Word for a sum of differences of words.
func Apart(w uint64) (lo, hi int64) {
	lo = int64(int32(uint32(w)))
	return lo, int64(int32((w - uint64(lo)) >> 32))
}

// Pack fills kin with positions and velocities times scale, whole numbers then:
// the words (x, y), (z, vx), (vy, vz), and 1. The arrays are at least as long.
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

// List holds candidates side by side: their coordinates and what Gather found
// them by. The four slices have one length and, within their capacity, eight
// more elements, whose coordinates are so far away that nobody reaches them.
type List struct {
	X, Y, Z []float32
	At      []int32 // index into the arrays gathered from
}

// Gather fills l, reusing its memory, with those points of the spans, in their
// order, whose squared distance to the box is less than limit. Of a point and an
// axis the distance is max(low-x, 0, x-high). It never exceeds the distance to a
// point of the box, rounding being monotone, so the list holds every point that
// is nearer than the limit to anything in the box.
//
// x, y and z hold the spans and, within their capacities, eight elements more
// behind the last span's end; these may be anything but NaN.
func Gather(l *List, x, y, z []float32, spans []Span, box Box, limit float32) {
	n, end := 0, int32(0)
	for _, s := range spans {
		n, end = n+int(s.To-s.From), max(end, s.To)
	}
	l.reserve(n)
	n = gather(l, x[:end+pad], y[:end+pad], z[:end+pad], spans, &box, limit)
	l.X, l.Y, l.Z, l.At = l.X[:n], l.Y[:n], l.Z[:n], l.At[:n]
}

// Bounds returns the box around points, of which there is at least one. Within the
// capacities of x, y and z are eight elements from the first.
func Bounds(x, y, z []float32) Box { return bounds(x, y, z) }

// Farthest returns the greatest square of the vectors from (x0, y0, z0) to (x, y, z)
// less p, 0 for none. All arrays have one length.
func Farthest(x, y, z, x0, y0, z0 []float32, p Point) float32 {
	n := len(x)
	return farthest(x, y[:n], z[:n], x0[:n], y0[:n], z0[:n], p)
}

// Scan lists in at and d2, in the list's order, those candidates whose squared
// distance to p is less than limit: what Gather found them by, and the square.
// It returns how many they are. at and d2 have room for len(l.X)+8; what they
// hold past those returned is of no meaning.
func Scan(at []int32, d2 []float32, l *List, p Point, limit float32) int {
	n := len(l.X)
	if n == 0 {
		return 0
	}
	return scan(at[:n+pad], d2[:n+pad], l, p, limit)
}

// Total returns how many indices the spans hold.
func Total(spans []Span) (n int) {
	for _, s := range spans {
		n += int(s.To - s.From)
	}
	return n
}

// ScanSpans is Scan of the points of spans: faster where gathering them is slow.
// at and d2 have room for one more than the spans hold.
func ScanSpans(at []int32, d2 []float32, x, y, z []float32, spans []Span, p Point, limit float32) int {
	return scanSpans(at, d2, x, y, z, spans, p, limit)
}

// NearestMost is the most hits that Nearest takes.
const NearestMost = 64

// Nearest lists in toAt and toD2 those of the first n of at and d2 whose d2 fewer
// than count others fall below, in order, and returns how many they are: more than
// count if several share the last rank, and -1 if there are more than NearestMost
// or no kernel. All four have room for n+8.
func Nearest(toAt []int32, toD2 []float32, at []int32, d2 []float32, n, count int) int {
	if n > NearestMost || n == 0 {
		return -1
	}
	return nearest(toAt[:n+pad], toD2[:n+pad], at[:n+pad], d2[:n+pad], n, count)
}

// Filter lists in toAt and toD2, in order, those of the first n of at and d2
// whose d2 is less than limit, and returns how many they are. All four have room
// for n+8; toAt may be at and toD2 may be d2.
func Filter(toAt []int32, toD2 []float32, at []int32, d2 []float32, n int, limit float32) int {
	if n <= 0 {
		return 0
	}
	return filter(toAt[:n+pad], toD2[:n+pad], at[:n+pad], d2[:n+pad], n, limit)
}

// Sum returns the sum of kin[h] over the hits.
func Sum(kin []Kin, hits []int32) (sum Kin) {
	if len(hits) > 0 {
		sumOf(&sum, kin, hits)
	}
	return sum
}
