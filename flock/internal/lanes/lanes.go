// Package lanes stores a flock as arrays, one for each number of a boid, so that a rule
// can handle eight boids at a time. It also contains kernels that do so.
//
// The kernels are AVX2 assembly that package gen writes. They compute the same as the
// rules of package flock, bit for bit. Other machines, and builds with the tag purego, have
// no kernels; there, the rules in Go are used.
package lanes

//go:generate go run -tags purego ./gen

// Pad is the number of elements beyond its length to which every array may be read and
// written, because kernels handle multiples of eight or sixteen boids.
const Pad = 16

// Vec holds a vector for each boid.
type Vec struct{ X, Y, Z []float32 }

// Boids is the state of boids in slots. The order of the slots has no meaning.
type Boids struct {
	Pos, Vel Vec // m, m/s, whole multiples of the quantum
	Up       Vec // unit, across the heading
	Pull     Vec // acceleration, smoothed, m/s²

	Phase []float32 // phase of the wingbeat, turns in [0,1); 0: wings fully open
	Pace  []float32 // factor of the boid for the flap rate
	Left  []float32 // speed at the start of the last escape, m/s
	Age   []int32   // time since the start of an escape, ticks; negative: no escape
	Wing  []uint32  // bits Resting to Landing
	ID    []int32

	Own [][]float32 // columns that belong to the rules
}

// Bits of Boids.Wing.
const (
	Resting = 1 << iota // descends without effort: the wings beat on until they are open, then stay open
	Held                // the wings are open and stay so
	Jumped              // moved in this tick to a place that it did not fly to
	Placed              // was placed since the last tick
	Perched             // sits on a perch
	Landing             // is about to sit down on a perch
)

// Resize sets the length of the arrays to n.
func (v *Vec) Resize(n int) { v.X, v.Y, v.Z = Grown(v.X, n), Grown(v.Y, n), Grown(v.Z, n) }

// Slice returns the vectors [from, to). They share memory with v.
func (v *Vec) Slice(from, to int) Vec { return Vec{v.X[from:to], v.Y[from:to], v.Z[from:to]} }

// Grown returns s with length n and room for Pad more elements. It reuses the memory of s if
// that is large enough. It keeps the elements of s; new elements are undefined.
func Grown[T any](s []T, n int) []T {
	if n+Pad <= cap(s) {
		return s[:n]
	}
	slack := 0
	if cap(s) > 0 {
		slack = n / 8 // it will probably grow further
	}
	longer := make([]T, n, n+slack+Pad)
	copy(longer, s)
	return longer
}

// Seen holds what boids perceive of each other, and the steering that results. Sums are in
// quanta.
type Seen struct {
	Visible []float32 // number of others in the vision sphere
	Edge    Vec       // sum of their positions relative to the boid; after Derive the mean, k of S3 eq. 3
	Weight  []float32 // number of neighbours; a leader counts more
	Centre  Vec       // weighted sum of the neighbours' relative positions; after Derive the mean, k of S3 eq. 3
	Course  Vec       // weighted sum of the neighbours' relative velocities; after Derive the mean
	Away    Vec       // separation, m

	Speed   []float32 // m/s
	Heading Vec       // unit, zero at rest
	Steer   Vec       // change of velocity per 1/30 s

	Marked []uint64 // a bit for each boid, the lowest bit of the first word for the first boid

	Company       Vec // for a lonely boid, mean relative position of the boids that it seeks, m; otherwise zero
	CompanyCourse Vec // mean of their relative velocities, m/s
}

// Mates holds one of the nearest flockmates of each boid: the present one. The rules add them up
// one after another, the nearest first.
type Mates struct {
	Pos     Vec       // m
	Weight  []float32 // 1 for most boids
	Heading Vec       // unit, zero at rest
	Shown   []float32 // a number that it shows

	To     Vec       // unit vector to it, zero in the same place
	Apart  []float32 // distance, m
	Place  []float32 // number of nearer mates in view; more than any number for a mate out of view
	InView []float32 // number of mates in view, up to this one

	Sums MateSums // of the present rule
}

// MateSums are the sums of a rule over the mates so far.
type MateSums struct {
	First, Second Vec
	Weight        []float32
}

// Pairs holds one neighbour of each boid: the present one, and the sums of a rule over those
// before it.
type Pairs struct {
	Pos, Vel Vec       // m, m/s
	Count    []float32 // number of neighbours of each boid

	PairSums
}

// PairSums are the sums of a rule with the method Each.
type PairSums struct{ First, Second Totals }

// Totals holds a sum for each boid: whole quanta, as float64, and the number of terms.
type Totals struct {
	X, Y, Z []float64
	Count   []int32
}

// Block is a run of boids with their perceptions and their next positions.
type Block struct {
	N int // number of boids; arrays may be read and written up to the next multiple of sixteen
	Boids
	State         Vec       // the first three columns of the current rule
	Fourth        []float32 // its fourth column
	Next, NextVel Vec       // position and velocity after the tick
	Seen
	Mate Mates
	Pair Pairs
}

// Size is the greatest number of boids in a block. The data of a block fits the cache of a
// core.
const Size = 256

// MakeSeen returns a Seen with room for a block.
func MakeSeen() Seen {
	var s Seen
	for _, a := range [...]*[]float32{&s.Visible, &s.Weight, &s.Speed} {
		*a = Grown[float32](nil, Size)
	}
	for _, v := range [...]*Vec{&s.Edge, &s.Centre, &s.Course, &s.Away, &s.Heading, &s.Steer, &s.Company, &s.CompanyCourse} {
		v.Resize(Size)
	}
	s.Marked = make([]uint64, Size/64)
	return s
}

// MakeMates returns Mates with room for a block, but without sums.
func MakeMates() Mates {
	var m Mates
	for _, a := range [...]*[]float32{&m.Weight, &m.Shown, &m.Apart, &m.Place, &m.InView} {
		*a = Grown[float32](nil, Size)
	}
	for _, v := range [...]*Vec{&m.Pos, &m.Heading, &m.To} {
		v.Resize(Size)
	}
	return m
}

// MakeMateSums returns MateSums with room for a block.
func MakeMateSums() MateSums {
	var s MateSums
	s.First.Resize(Size)
	s.Second.Resize(Size)
	s.Weight = Grown[float32](nil, Size)
	return s
}

// MakePairs returns Pairs with room for a block, but without sums.
func MakePairs() Pairs {
	var p Pairs
	p.Pos.Resize(Size)
	p.Vel.Resize(Size)
	p.Count = Grown[float32](nil, Size)
	return p
}

// MakePairSums returns PairSums with room for a block.
func MakePairSums() PairSums {
	var s PairSums
	for _, t := range [...]*Totals{&s.First, &s.Second} {
		t.X, t.Y, t.Z = Grown[float64](nil, Size), Grown[float64](nil, Size), Grown[float64](nil, Size)
		t.Count = Grown[int32](nil, Size)
	}
	return s
}

// Clear sets the sums of the first n boids to 0.
func (s *PairSums) Clear(n int) {
	for _, t := range [...]*Totals{&s.First, &s.Second} {
		clear(t.X[:n])
		clear(t.Y[:n])
		clear(t.Z[:n])
		clear(t.Count[:n])
	}
}

// Clear sets the sums of the first n boids to 0.
func (s *MateSums) Clear(n int) {
	for _, a := range [...][]float32{s.First.X, s.First.Y, s.First.Z, s.Second.X, s.Second.Y, s.Second.Z, s.Weight} {
		clear(a[:n])
	}
}
