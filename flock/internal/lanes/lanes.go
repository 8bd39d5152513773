// Package lanes stores a flock as arrays, one for each quantity of a boid, so that a rule can process eight
// or sixteen boids at a time. It also contains the kernels that do so.
//
// The kernels are assembly code for AVX2 and AVX-512, which package gen generates. They compute the same bits
// as the rules of package flock. On other machines, and in builds with the tag purego, there are no kernels,
// and the rules in Go are used.
package lanes

//go:generate go run -tags purego ./gen

// Pad is the number of elements after the end of every array that kernels may read and write. Kernels process
// multiples of eight or sixteen boids.
const Pad = 16

// Vec holds a vector for each boid.
type Vec struct{ X, Y, Z []float32 }

// Boids holds the state of the boids, one per slot, in arbitrary order.
type Boids struct {
	Pos, Vel Vec // position, m, and velocity, m/s, in whole quanta
	Up       Vec // unit vector orthogonal to the heading
	Pull     Vec // smoothed acceleration, m/s²

	Phase []float32 // phase of the wingbeat, in turns in [0,1); at 0, the wings are fully open
	Pace  []float32 // factor on the flap rate
	Left  []float32 // speed at the start of the last escape, m/s
	Age   []int32   // ticks since the start of an escape; negative if there is no escape
	Wing  []uint32  // flags from Resting to Landing
	ID    []int32

	Own [][]float32 // columns that belong to the rules
}

// Bits of Boids.Wing.
const (
	Resting = 1 << iota // the boid descends without effort: its wings complete their beat and then remain open
	Held
	Jumped  // the boid reached its position in this tick without flying there
	Placed  // the boid was placed since the last tick, for example by an edit
	Perched // the boid sits on a perch
	Landing // the boid is about to sit down on a perch
)

// Resize sets the length of the arrays to n.
func (v *Vec) Resize(n int) { v.X, v.Y, v.Z = Grown(v.X, n), Grown(v.Y, n), Grown(v.Z, n) }

// Slice returns the vectors [from, to). They share memory with v.
func (v *Vec) Slice(from, to int) Vec { return Vec{v.X[from:to], v.Y[from:to], v.Z[from:to]} }

// Grown returns s with length n and room for Pad more elements. It reuses the memory of s if possible. It
// keeps the elements of s; new elements are undefined.
func Grown[T any](s []T, n int) []T {
	if n+Pad <= cap(s) {
		return s[:n]
	}
	slack := 0
	if cap(s) > 0 {
		slack = n / 8 // it will probably grow again
	}
	longer := make([]T, n, n+slack+Pad)
	copy(longer, s)
	return longer
}

// Seen holds what boids perceive, and the resulting steering forces. Sums are in quanta.
type Seen struct {
	Visible []float32 // number of other boids in the vision sphere
	Edge    Vec       // sum of the relative positions of these boids; after Derive, their mean (k in S3 eq. 3)
	Weight  []float32 // sum of the neighbours' weights, which are 1, or more for a leader
	Centre  Vec       // weighted sum of the neighbours' relative positions; after Derive, the mean, k in S3 eq. 3
	Course  Vec       // weighted sum of the neighbours' relative velocities; after Derive, the mean
	Away    Vec       // separation, m

	Speed   []float32 // speed, m/s
	Heading Vec       // unit vector, or zero at rest
	Steer   Vec       // change of velocity per 1/30 s

	Marked []uint64 // one bit for each boid; the lowest bit of the first word is the first boid

	Company       Vec // mean relative position of the boids that a lonely boid seeks, m; zero for a boid that is not lonely
	CompanyCourse Vec // mean relative velocity of these boids, m/s

	Field Vec // value of a vector field at the boid's position, for the rule that computes it
}

// Mates holds one of the nearest flockmates of each boid, the current mate. The rules add the mates to their
// sums one after another, starting with the nearest.
type Mates struct {
	Pos     Vec       // position, m
	Weight  []float32 // 1 for most boids
	Heading Vec       // unit vector, or zero at rest
	Shown   []float32 // the mate's speed, m/s (see vec.Rough), with the bits of the properties that it shows (see Shows)

	To     Vec       // unit vector to the mate, or zero if it is at the same position
	Apart  []float32 // distance to the mate, m
	Place  []float32 // number of mates in view that are nearer; larger for any mate out of view than for any mate in view
	InView []float32 // number of mates in view, up to the current one

	Sums MateSums // sums of the current rule
}

// MateSums holds the sums of a rule over the mates so far.
type MateSums struct {
	First, Second Vec
	Weight        []float32
	Apart         []float32 // sum of the mates' distances, m
	Shown         []float32 // sum of the weights of the mates that show the property of the rule
}

// Pairs holds boids and their neighbours, and a rule's sums over the neighbours. In a block of pairs, each
// element of an array is a boid with one of its neighbours, and the arrays Vel, Block.Speed and Length hold
// the values of the boid.
type Pairs struct {
	Pos, Vel Vec       // position of the neighbour relative to the boid, m, and velocity of the neighbour, m/s
	Speed    []float32 // speed of the neighbour
	Length   []float64 // speed of the boid, in the precision of float64

	Terms struct{ First, Second PairTerms }
	PairSums
}

// PairTerms holds the term of a rule's sum for each pair, in quanta. Counted is -1 for a pair with a term,
// otherwise 0.
type PairTerms struct{ X, Y, Z, Counted []int32 }

// PairSums holds the sums of a rule with an AddNeighbour method.
type PairSums struct{ First, Second Totals }

// Totals holds a sum for each boid, as a number of quanta in float64, and the number of terms.
type Totals struct {
	X, Y, Z []float64
	Count   []int32
}

// Block is a sequence of boids with their perceptions and their next positions.
type Block struct {
	N int // number of boids; kernels may read and write arrays up to the next multiple of sixteen
	Boids
	State         Vec       // first three columns of the current rule
	Fourth        []float32 // fourth column of the current rule
	Next, NextVel Vec       // position and velocity after the tick
	Seen
	Mate Mates
	Pair Pairs
}

// Size is the largest number of boids in a block. The data of a block fit in the cache of a core.
const Size = 256

// MakeSeen returns a Seen with memory for a block.
func MakeSeen() Seen {
	var s Seen
	for _, a := range [...]*[]float32{&s.Visible, &s.Weight, &s.Speed} {
		*a = Grown[float32](nil, Size)
	}
	for _, v := range [...]*Vec{&s.Edge, &s.Centre, &s.Course, &s.Away, &s.Heading, &s.Steer, &s.Company, &s.CompanyCourse, &s.Field} {
		v.Resize(Size)
	}
	s.Marked = make([]uint64, Size/64)
	return s
}

// MakeMates returns Mates for a block. Its sums are not allocated.
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

// MakeMateSums returns MateSums with memory for a block.
func MakeMateSums() MateSums {
	var s MateSums
	s.First.Resize(Size)
	s.Second.Resize(Size)
	for _, a := range s.numbers() {
		*a = Grown[float32](nil, Size)
	}
	return s
}

// ResizePairs makes room for n pairs in a block of pairs.
func (b *Block) ResizePairs(n int) {
	b.N, n = n, n+2*Pad
	p := &b.Pair
	for _, v := range [...]*Vec{&b.Vel, &p.Pos, &p.Vel} {
		v.Resize(n)
	}
	b.Speed, p.Speed, p.Length = Grown(b.Speed, n), Grown(p.Speed, n), Grown(p.Length, n)
	for _, t := range [...]*PairTerms{&p.Terms.First, &p.Terms.Second} {
		t.X, t.Y, t.Z, t.Counted = Grown(t.X, n), Grown(t.Y, n), Grown(t.Z, n), Grown(t.Counted, n)
	}
}

// MakePairSums returns PairSums with memory for a block.
func MakePairSums() PairSums {
	var s PairSums
	for _, t := range [...]*Totals{&s.First, &s.Second} {
		t.X, t.Y, t.Z = Grown[float64](nil, Size), Grown[float64](nil, Size), Grown[float64](nil, Size)
		t.Count = Grown[int32](nil, Size)
	}
	return s
}

func (s *MateSums) numbers() [3]*[]float32 { return [...]*[]float32{&s.Weight, &s.Apart, &s.Shown} }

// Clear sets the sums of the first n boids to 0.
func (s *MateSums) Clear(n int) {
	for _, v := range [...]*Vec{&s.First, &s.Second} {
		clear(v.X[:n])
		clear(v.Y[:n])
		clear(v.Z[:n])
	}
	for _, a := range s.numbers() {
		clear((*a)[:n])
	}
}
