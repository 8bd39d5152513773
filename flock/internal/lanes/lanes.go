// Package lanes holds a flock as arrays, one for each number that a boid has, so
// that a rule can take eight boids at a time; and the kernels that do so.
//
// The kernels are AVX2 assembly that package gen writes, and do what package
// flock's rules do, bit for bit. Other machines, and builds with the tag purego,
// have none: there the rules do it themselves.
package lanes

//go:generate go run -tags purego ./gen

// Pad is how far beyond its length every array may be read and written: kernels
// do whole eights, some of them two at a time.
const Pad = 16

// Vec is a vector for each boid.
type Vec struct{ X, Y, Z []float32 }

// Boids is the state of boids in slots; the order of the slots means nothing.
type Boids struct {
	Pos, Vel Vec // m, m/s, whole multiples of the quantum
	Up       Vec // unit, across the heading
	Pull     Vec // acceleration, smoothed, m/s²

	Phase []float32 // of the wingbeat, turns in [0,1); 0: wings fully open
	Pace  []float32 // its own share of the flap rate
	Left  []float32 // speed on leaving, of the last escape, m/s
	Age   []int32   // of an escape, ticks; negative: none
	Wing  []uint32  // Resting, Held, Jumped
	ID    []int32

	Own [][]float32 // the rules' own columns
}

// Bits of Boids.Wing.
const (
	Resting = 1 << iota // descending without effort: the wings play on until open, then hold
	Held                // open and held
	Jumped              // elsewhere in this tick than flying would have it
	Placed              // put there since the last tick
	Perched             // sits on a perch
	Landing             // is about to
)

// Resize brings the arrays to n.
func (v *Vec) Resize(n int) { v.X, v.Y, v.Z = Grown(v.X, n), Grown(v.Y, n), Grown(v.Z, n) }

// Slice returns the vectors from to to, sharing their memory.
func (v *Vec) Slice(from, to int) Vec { return Vec{v.X[from:to], v.Y[from:to], v.Z[from:to]} }

// Grown is s with length n and room for Pad more, its memory reused where it
// reaches. What it held stays; the rest is zero or what was there.
func Grown[T any](s []T, n int) []T {
	if n+Pad <= cap(s) {
		return s[:n]
	}
	slack := 0
	if cap(s) > 0 {
		slack = n / 8 // it may grow on
	}
	longer := make([]T, n, n+slack+Pad)
	copy(longer, s)
	return longer
}

// Seen is what boids perceive of each other, and what they make of it. Sums are
// in quanta.
type Seen struct {
	Visible []float32 // others in the vision sphere
	Edge    Vec       // sum of their positions relative to the boid; then k of S3 eq. 3 over it
	Weight  []float32 // of the neighbours, leaders counting more
	Centre  Vec       // sum of their relative positions; then k of S3 eq. 3
	Course  Vec       // sum of their relative velocities; then the mean
	Away    Vec       // separation sum, in m

	Speed   []float32 // m/s
	Heading Vec       // unit, zero at rest
	Steer   Vec       // change of velocity per 1/30 s

	Marked []uint64 // a bit for each boid, the lowest of the first word for the first

	Company       Vec // mean of the relative positions of those that a lonely boid seeks, m; zero for others
	CompanyCourse Vec // and of their relative velocities, m/s
}

// Block is a run of boids with what they see, and where they will be.
type Block struct {
	N int // boids; arrays may be read and written up to the next sixteen
	Boids
	State         Vec // the columns of the rule at work, if it has three
	Next, NextVel Vec // position and velocity after the tick
	Seen
}

// Size is the most boids in a block: what they are and see fits the cache of a
// core.
const Size = 256

// MakeSeen returns room for a block's perceptions.
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
